"""Demoralised commands at the start of a bound: who is held for PIPs, and the flight of all others who do not fight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dba.aftermath.choosing import FLIGHT, Choices, Course, Option
from debellis.dba.aftermath.choosing import standing as stands
from debellis.dba.aftermath.flee import flee_home
from debellis.dba.commands import command_of, is_demoralised
from debellis.dba.fighting.fighters import fighter
from debellis.dba.fighting.fights import attackers_of, fights
from debellis.dba.moving.command import of_one_command, price, read_move
from debellis.dba.moving.groups import is_group
from debellis.dba.playing.actions import Hold
from debellis.dba.playing.after_combat import with_losses
from debellis.dba.playing.ideas import groups_of
from debellis.dba.playing.state import State, pips_for, with_pips_spent
from debellis.dba.playing.telling import because
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.least_turn import turned_on_spot
from debellis.table.bases import Base
from debellis.table.board import inward, is_off
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import several, together

#: Where everybody stands, and who has still to flee.
_Fleeing = tuple[Position, tuple[str, ...]]
_CLAUSE: Final = "DBA22-B33.6"
#: The turns that a held element may make where it stands, in degrees clockwise.
_TURNS: Final = {"left": -90.0, "right": 90.0, "about": 180.0}


def wavering(state: State) -> tuple[Base, ...]:
    """The elements of the active side that flee unless they are held: of demoralised commands, and not in combat."""
    fighting = _in_combat(state.position)
    own = [base for base in state.position.bases if base.side == state.turn and base.id not in fighting]
    return tuple([base for base in own if is_demoralised(state.position, base)])


def _in_combat(position: Position) -> set[str]:
    """Everybody in close combat: in front contact with an enemy, or attacking or holding a place that is attacked."""
    found = set(fights(position).opponent)
    for place in position.features("camp", "bua"):
        attackers = attackers_of(position, place)
        if attackers and fighter(position, place.id) is not None:
            found.update([base.id for base in attackers])
            holder = position.within(place.id)
            if holder is not None:
                found.add(holder.id)
    return found


def nobody_wavers(state: State) -> Happened[State] | None:
    """Whether no element must be held, so that the moves begin."""
    return None if wavering(state) else (replace(state, phase="moves"), ())


def check_hold(state: State, action: Hold) -> Ruling:
    """Whether these elements and groups may be held: each once, all of them about to flee, and paid for."""
    verdict = Verdict()
    position = state.position
    could = {base.id for base in wavering(state)}
    named = [name for group in action.groups for name in group]
    for name in named:
        if name not in could:
            verdict.refuse(f"{name} is not about to flee, so it cannot be held.", _CLAUSE)
    if len(set(named)) < len(named) or any(not group for group in action.groups):
        verdict.refuse("A hold names elements and groups, every element once.", _CLAUSE)
    for name, way in action.turned.items():
        if (name,) not in action.groups:
            verdict.refuse(f"{name} may turn only if it is held alone.", _CLAUSE)
        elif way not in _TURNS:
            verdict.refuse(f"{name} may turn left, right or about, not {way!r}.", _CLAUSE)
    if not verdict.legal:
        return verdict.decide("hold")
    costs: dict[str, int] = {}
    for group in action.groups:
        _judge_group(verdict, position, group)
        own = command_of(position.base(group[0])) or ""
        costs[own] = costs.get(own, 0) + _cost(state, group)
        left = pips_for(state, position.base(group[0]))
        if costs[own] > left:
            says = f"Holding {together(group)} takes the cost to {costs[own]} PIPs, and {own} has {left}."
            verdict.refuse(says, "BOB-PIP-1", "DBA22-B11.1")
    if verdict.legal and _turned(position, action) is None:
        verdict.refuse("There is no room to turn there.", _CLAUSE)
    return verdict.decide("hold", cost=sum(costs.values()))


def _judge_group(verdict: Verdict, position: Position, group: tuple[str, ...]) -> None:
    if len(group) == 1:
        return
    of_one_command(position, group, verdict)
    if not is_group(position, [position.base(name) for name in group], None, Finding()):
        verdict.refuse(f"{together(group)} are not one group.", _CLAUSE, "DBA22-B12.2.1")


def _cost(state: State, group: tuple[str, ...]) -> int:
    """The PIPs for holding an element or group: those of a move of it."""
    return price(Finding(), state.position, read_move(state.position, group, ()), state.bound.number)


def _turned(position: Position, action: Hold) -> Position | None:
    """The position after the turns; None if there is no room for one of them."""
    for name, way in action.turned.items():
        base = position.base(name)
        if not base.on_table:
            return None
        there = turned_on_spot(base.rectangle, _TURNS[way])
        if not _is_free(position, name, there):
            return None
        position = position.with_base(replace(base, front=there.front, facing=there.facing))
    return position


def _is_free(position: Position, name: str, there: Rectangle) -> bool:
    others = [other for other in position.standing if other.id != name]
    return not is_off(there, position.size) and not any(overlaps(there, other.rectangle) for other in others)


def hold(state: State, action: Hold, dice: Chance, choices: Choices) -> Happened[State]:
    """Pay for those who are held and turn them; all others of demoralised commands who do not fight flee."""
    held = {name for group in action.groups for name in group}
    fleeing = [base for base in wavering(state) if base.id not in held]
    events: list[Event] = []
    after = state
    for group in action.groups:
        cost = _cost(state, group)
        after = with_pips_spent(after, state.position.base(group[0]), cost)
        verb = "is" if len(group) == 1 else "are"
        turn = f" and turned {action.turned[group[0]]}" if group[0] in action.turned else ""
        events.append(
            Event("hold", f"{together(group)} {verb} held{turn} for {several(cost, 'PIP')}", (_CLAUSE,), group)
        )
    standing = _turned(state.position, action)
    assert standing is not None
    position: Position = standing
    edge = state.edges[state.turn]
    # Where the order does not matter, those nearest to the edge run first.
    fleeing.sort(key=lambda base: (_out(standing, base, edge), base.id))
    closed = state.bound.closed

    def left(now: _Fleeing) -> tuple[Option, ...]:
        return tuple([(name,) for name in now[1] if now[0].has_base(name)])

    def after_flight(now: _Fleeing, option: Option) -> _Fleeing:
        done = flee_home(now[0], option[0], edge, Chance(), Finding(), closed)
        return done.position, tuple([name for name in now[1] if name != option[0]])

    course = Course(left, after_flight, lambda now: stands(now[0]))
    waiting = tuple([base.id for base in fleeing])
    while options := left((position, waiting)):
        name = choices.choose(state.turn, FLIGHT, options, partial(course.differ, (position, waiting), options))[0]
        waiting = tuple([other for other in waiting if other != name])
        finding = Finding()
        done = flee_home(position, name, edge, dice, finding, closed, choices)
        how = "and is lost" if done.destroyed else f"{done.distance:.2f} mm"
        events.append(because("flee", f"{name} is not held and flees {how}", finding, name))
        lost = tuple(dict.fromkeys((*done.lost, name))) if done.destroyed else done.lost
        position = with_losses(position, done.position, lost)
    return replace(after, phase="moves", position=position), tuple(events)


def _out(position: Position, base: Base, edge: str) -> float:
    """How far an element is from its base edge."""
    return inward(base.rectangle.centre, edge, position.size) if base.on_table else 0.0


def holds(state: State) -> Iterator[Hold]:
    """Ideas for who is held: the largest groups of each command while its PIPs last, fewer of them, nobody."""
    position = state.position
    could = {base.id for base in wavering(state)}
    groups = [tuple(base.id for base in group) for group in groups_of(position, state.turn, fights(position))]
    bodies = [group for group in groups if could.issuperset(group) and _is_group(position, group)]
    joined = {name for group in bodies for name in group}
    bodies += [(name,) for name in sorted(could - joined)]
    bodies.sort(key=lambda group: (-len(group), group))
    left: dict[str, int] = {}
    taken: list[tuple[str, ...]] = []
    for group in bodies:
        base = position.base(group[0])
        own = command_of(base) or ""
        left.setdefault(own, pips_for(state, base))
        cost = _cost(state, group)
        if cost <= left[own]:
            left[own] -= cost
            taken.append(group)
    for count in range(len(taken), -1, -1):
        yield Hold(tuple(taken[:count]))


def _is_group(position: Position, names: tuple[str, ...]) -> bool:
    return is_group(position, [position.base(name) for name in names], None, Finding())
