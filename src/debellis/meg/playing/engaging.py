"""Opening a combat in SP 4.3 with enemy that a unit group already touches, by a wheel or a turn (MEG-B14.6)."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.geometry.contact import meet
from debellis.geometry.plane import turn_between
from debellis.meg.charging.turning import quarters_to
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.engaging import COSTS, ways_to_conform
from debellis.meg.moving.walking import Walk
from debellis.meg.playing.actions import Engage
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.paying import judge_payment, needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, enemies_of, facing_of, unit_of, units_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: A turn that differs by less is the one that is meant (degrees).
ALIKE = 0.5


def check(state: State, action: Engage) -> Ruling:
    """Whether a unit group may engage so and it is paid for: the question `may_engage`."""
    verdict = Verdict()
    position = state.position
    known = {unit.id: unit for unit in units_of(position) if bases_of(position, unit.id)}
    unit, enemy = known.get(action.unit), known.get(action.enemy)
    if unit is None or unit.side != decider(state) or unit.kind == CAMP:
        verdict.refuse(f"{action.unit} is no own unit group on the table.", "MEG-B14.6")
    elif enemy is None or enemy.side == unit.side:
        verdict.refuse(f"{action.enemy} is no enemy on the table.", "MEG-B14.6")
    elif action.by not in COSTS:
        verdict.refuse("It engages by a wheel or a turn.", "MEG-B14.6")
    else:
        needed = needed_for(position, (unit,), COSTS[action.by])
        judge_payment(verdict, state, (unit,), action.general, action.cards, needed)
        take_over(verdict, judged(position, "may_engage", unit=unit.id, enemy=enemy.id, by=action.by))
        if verdict.legal and chosen(position, unit, enemy, action) is None:
            verdict.refuse(f"No {action.by} of {action.turned:g} degrees meets {enemy.id}.", "MEG-B14.6")
    return verdict.decide("engage")


def chosen(position: Position, unit: Unit, enemy: Unit, action: Engage) -> Walk | None:
    """The wheel or turn by which it engages: the one named, or the first there is."""
    ways = ways_to_conform(position, unit, enemy, action.by)
    if not action.turned:
        return ways[0] if ways else None
    return next((way for way in ways if abs(turned(position, unit, way) - action.turned) <= ALIKE), None)


def turned(position: Position, unit: Unit, way: Walk) -> float:
    """By how many degrees a way turns a unit group, clockwise."""
    return turn_between(facing_of(position, unit), way.facing)


def do(course: Course, action: Engage) -> None:
    """Pay, and wheel or turn onto the enemy."""
    unit, enemy = course.unit(action.unit), course.unit(action.enemy)
    before = course.position
    way = chosen(before, unit, enemy, action)
    assert way is not None
    course.pay(action.general, action.cards)
    course.place(way.end)
    if unit.facing is not None:
        course.note(unit.id, facing=way.facing)
    course.did(unit.id, COSTS[action.by])
    course.regroup(unit.id, bool(quarters_to(facing_of(before, unit), way.facing) % 2))
    says = f"{unit.id} engages {enemy.id} by a {action.by} ({', '.join(action.cards)})"
    course.tell("engage", says, "MEG-B14.6", "MEG-04f", bases=tuple(base.id for base in way.end))
    course.chosen()


def ideas_for(state: State) -> Iterator[Engage]:
    """The ways in which unit groups that touch enemy could engage them."""
    position = state.position
    for unit in units_of(position):
        if unit.side != decider(state) or unit.kind == CAMP or unit.broken or in_combat(position, unit.id):
            continue
        for enemy in touching(position, unit):
            for by, action in COSTS.items():
                if not allowed(position, "may_engage", unit=unit.id, enemy=enemy.id, by=by):
                    continue
                for way in ways_to_conform(position, unit, enemy, by):
                    degrees = round(turned(position, unit_of(position, unit.id), way), 2)
                    for general, cards in payments(state, (unit,), needed_for(position, (unit,), action)):
                        yield Engage(unit.id, enemy.id, by, general, cards, degrees)


def touching(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """The enemies that a unit group touches."""
    own = bases_of(position, unit.id)
    return tuple(
        enemy
        for enemy in enemies_of(position, unit.side)
        if any(meet(a.rectangle, b.rectangle) for a in own for b in bases_of(position, enemy.id))
    )
