"""Going to meet charges (SP 2.4): countercharges and interceptions, and the fire on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.sides import other
from debellis.geometry.plane import turn_between
from debellis.mechanics.tables import table
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.responding import ANSWERS
from debellis.meg.charging.way import counts_as_sug
from debellis.meg.fighting.contacts import charges_of, in_combat
from debellis.meg.moving.steps import ADVANCE, WHEEL, UnitStep
from debellis.meg.moving.walking import walk
from debellis.meg.playing.actions import Meet, Pass, Step
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import ask_for_fire
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.making_room import in_the_way, make_room
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, bw, distance_between, facing_of, outline, unit_of, units_of
from debellis.table.position import Position
from debellis.table.units import Charge, Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

COUNTERCHARGE, INTERCEPT = "countercharge", "intercept"
#: The questions by which going to meet a charge is judged.
MEETING = {COUNTERCHARGE: "may_countercharge", INTERCEPT: "may_intercept"}


def unit_steps(steps: tuple[Step, ...]) -> tuple[UnitStep, ...]:
    """Steps of an action as the rules read them."""
    return tuple(UnitStep(step.kind, step.amount, step.hand, step.form) for step in steps)


def run(course: Course) -> bool:
    """Ask about each declared charge, in order of declaration, until nobody more goes to meet it."""
    if course.state.stage == "":
        leads = tuple(charge.by[0] for charge in course.charges() if charge.kind not in ANSWERS and not charge.moved)
        course.put(stage="asking", queue=leads)
    while course.state.queue:
        charger = course.unit(course.state.queue[0])
        side = other(charger.side)
        comes = bool(course.bases(charger.id)) and not charger.broken
        can = comes and has_cards(course.state, side)
        if can and any(_is_open(course.state, idea) for idea in ways(course.state, charger.id)):
            course.give_choice(side)
            return False
        course.put(queue=course.state.queue[1:])
    return True


def _is_open(state: State, idea: tuple[str, str, tuple[Step, ...]]) -> bool:
    unit, how, steps = idea
    return allowed(state.position, MEETING[how], unit=unit, charger=state.queue[0], steps=unit_steps(steps))


def _judge(position: Position, unit: str, how: str, steps: tuple[Step, ...], charger: str) -> Ruling:
    return judged(position, MEETING[how], unit=unit, charger=charger, steps=unit_steps(steps))


def check(state: State, action: Any) -> Ruling:
    """Whether a unit group may go to meet the charge in question, and whether it is paid for."""
    verdict = Verdict()
    if isinstance(action, Pass):
        return verdict.decide("meet")
    known = {unit.id: unit for unit in units_of(state.position)}
    unit = known.get(action.unit)
    own = unit is not None and unit.side == decider(state) and unit.kind != CAMP
    if unit is None or not own or not bases_of(state.position, unit.id):
        verdict.refuse(f"{action.unit} is no own unit group on the table.", "MEG-B15.7")
        return verdict.decide("meet")
    if action.how not in MEETING:
        verdict.refuse(f"A charge is met by {' or '.join(MEETING)}, not by {action.how!r}.", "MEG-B15.7")
        return verdict.decide("meet")
    charge = charge_of(state.position, state.queue[0])
    if action.how == COUNTERCHARGE and (charge is None or unit.id not in charge.on):
        verdict.refuse(f"{unit.id} is no target of the charge.", "MEG-B15.7")
    needed = needed_for(state.position, (unit,), "C4")
    if not needed:
        verdict.refuse(f"{unit.id} cannot be prompted to do that.", "MEG-B13.5")
    else:
        judge_payment(verdict, state, (unit,), action.general, (action.card,), needed)
    if verdict.legal:
        take_over(verdict, _judge(state.position, unit.id, action.how, action.steps, state.queue[0]))
        end = walk(
            unit, bases_of(state.position, unit.id), facing_of(state.position, unit), unit_steps(action.steps)
        ).end
        blocked = in_the_way(state.position, end, end[0].facing)
        if blocked is not None:
            verdict.refuse(f"{unit.id} would stand on {blocked}.", "MEG-B14.1")
    return verdict.decide("meet")


def do(course: Course, action: Any) -> None:
    """Move a countercharger or interceptor, and take the fire on it (MEG-29b)."""
    charger = course.state.queue[0]
    if isinstance(action, Pass):
        course.put(queue=course.state.queue[1:])
        course.tell("stays", f"nobody more goes to meet {charger}", "MEG-B15.7")
        return
    course.pay(action.general, (action.card,))
    unit = course.unit(action.unit)
    steps = unit_steps(action.steps)
    end = walk(unit, course.bases(unit.id), facing_of(course.position, unit), steps).end
    make_room(course, end, end[0].facing)
    course.place(end)
    course.did(unit.id, action.how)
    course.put(charging=(*course.state.charging, unit.id))
    charges = tuple(
        replace(one, on=(*one.on, unit.id)) if charger in one.by and unit.id not in one.on else one
        for one in course.charges()
    )
    course.set_charges((*charges, Charge((unit.id,), (charger,), action.how, moved=True)))
    verb = "countercharges" if action.how == COUNTERCHARGE else "intercepts"
    clause = "MEG-B15.26" if action.how == COUNTERCHARGE else "MEG-B15.25"
    course.tell(action.how, f"{unit.id} {verb} {charger} ({action.card})", "MEG-B15.7", clause)
    ask_for_fire(course, (unit.id,))


def ways(state: State, charger: str) -> Iterator[tuple[str, str, tuple[Step, ...]]]:
    """Moves by which somebody could go to meet a charge: the unit group, how, and its steps."""
    position = state.position
    charge = charge_of(position, charger)
    if charge is None:
        return
    enemy = unit_of(position, charger)
    for unit in units_of(position):
        if unit.side == enemy.side or not _may_go(position, unit):
            continue
        apart = distance_between(bases_of(position, unit.id), bases_of(position, charger))
        if unit.id in charge.on:
            yield from _countercharges(position, unit, enemy, apart)
        elif apart <= bw(position, 12.0):
            for count in (1.0, 2.0, 3.0):
                yield unit.id, INTERCEPT, (Step(ADVANCE, bw(position, count)),)


def _may_go(position: Position, unit: Unit) -> bool:
    if unit.kind == CAMP or unit.broken or counts_as_sug(unit) or not bases_of(position, unit.id):
        return False
    if in_combat(position, unit.id):
        return False
    if any(unit.id in charge.by for charge in charges_of(position)):
        return False
    return not any(one not in ("shot", "pushed_back", "C3") for one in unit.did)


def _countercharges(
    position: Position, unit: Unit, charger: Unit, apart: float
) -> Iterator[tuple[str, str, tuple[Step, ...]]]:
    """A countercharge straight ahead, and one after a wheel towards the charger."""
    numbers = table(position, "charge")
    most = bw(position, float(numbers["countercharge_max_bw"]))
    room = apart - bw(position, float(numbers["countercharge_min_distance_bw"]))
    if room <= 0.0:
        return
    straight = min(most, room)
    yield unit.id, COUNTERCHARGE, (Step(ADVANCE, round(straight, 2)),)
    here, centre = outline(position, unit), outline(position, charger).centre
    turn = turn_between(here.facing, (centre[0] - here.front[0], centre[1] - here.front[1]))
    path = abs(turn) * 3.1416 / 180.0 * here.width
    if 1.0 < abs(turn) <= 90.0 and path < most:
        wheel = Step(WHEEL, round(abs(turn), 1), "right" if turn > 0.0 else "left")
        rest = min(most - path, room) / 2.0
        yield unit.id, COUNTERCHARGE, (wheel, Step(ADVANCE, round(max(0.0, rest), 2)))


def ideas(state: State) -> Iterator[Any]:
    """Affordable ways to meet the charge in question; the last idea is to let it come."""
    for name, how, steps in ways(state, state.queue[0]):
        unit = unit_of(state.position, name)
        for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), "C4")):
            yield Meet(name, how, steps, general, cards[0])
    yield Pass()
