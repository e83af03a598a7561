"""Going to meet charges (SP 2.4): countercharges and interceptions, and the fire on them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from debellis.battle.sides import other
from debellis.meg.charging.meeting import interceptions, judge_interceptor, least_wheel, room_ahead
from debellis.meg.charging.projecting import charge_of
from debellis.meg.moving.steps import ADVANCE, WHEEL, UnitStep
from debellis.meg.moving.walking import walk
from debellis.meg.playing.actions import Meet, Pass, Step
from debellis.meg.playing.charges import comes, drop_lost_chargers, leads
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import ask_for_fire
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.making_room import in_the_way, make_room
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.staying import judge_stays, stay_behind, upgraded_by
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, facing_of, unit_of, units_of
from debellis.table.position import Position
from debellis.table.units import Charge, Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

COUNTERCHARGE, INTERCEPT = "countercharge", "intercept"
#: The questions by which going to meet a charge is judged.
MEETING = {COUNTERCHARGE: "may_countercharge", INTERCEPT: "may_intercept"}


def unit_steps(steps: tuple[Step, ...]) -> tuple[UnitStep, ...]:
    """Steps of an action as the rules read them."""
    return tuple(UnitStep(step.kind, step.amount, step.hand, step.form) for step in steps)


def run(course: Course) -> bool:
    """Ask about each declared charge, in order of declaration, until nobody more goes to meet it."""
    drop_lost_chargers(course)
    if course.state.stage == "":
        course.put(stage="asking", queue=leads(course.state))
    while course.state.queue:
        charger = course.unit(course.state.queue[0])
        side = other(charger.side)
        can = comes(course.position, charger.id) and has_cards(course.state, side)
        if can and any(True for _ in _able(course.state, charger.id)):
            course.give_choice(side)
            return False
        course.put(queue=course.state.queue[1:])
    return True


def _able(state: State, charger: str) -> Iterator[tuple[Unit, str, tuple[float, ...]]]:
    """The unit groups that might go to meet a charge, how, and how far ahead those who intercept may go.

    Whoever may not has no legal move; the colours of the cards, which are secret, are left out of it.
    """
    position = state.position
    charge = charge_of(position, charger)
    enemy = unit_of(position, charger)
    for unit in units_of(position) if charge is not None else ():
        if unit.side == enemy.side or unit.kind == CAMP or not bases_of(position, unit.id):
            continue
        if not needed_for(position, (unit,), "C4"):
            continue
        if charge is not None and unit.id in charge.on:
            if allowed(position, "may_respond", unit=unit.id, charger=charger, response=COUNTERCHARGE):
                yield unit, COUNTERCHARGE, ()
            continue
        quiet = QuietVerdict()
        judge_interceptor(quiet, position, unit, enemy)
        open_ways = () if quiet.faults else interceptions(position, unit, charger)
        if open_ways:
            yield unit, INTERCEPT, open_ways


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
    if needed:
        pledged = upgraded_by(state.position, action.general, (unit.id,), (action.card,), needed)
        judge_stays(verdict, state.position, (unit.id,), action.stays, (pledged,))
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
    stay_behind(course, action.stays)
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
    for unit, how, open_ways in _able(state, charger):
        if how == COUNTERCHARGE:
            yield from _countercharges(state.position, unit, charger)
            continue
        for far in dict.fromkeys((open_ways[-1], open_ways[0])):
            yield unit.id, INTERCEPT, (Step(ADVANCE, far),)


def _countercharges(position: Position, unit: Unit, charger: str) -> Iterator[tuple[str, str, tuple[Step, ...]]]:
    """Countercharges after the wheel that is due: as far as it goes, half as far, and the wheel alone."""
    wheel = least_wheel(position, unit, charger)
    first = () if wheel is None else (Step(WHEEL, wheel.amount, wheel.hand),)
    room = math.floor(room_ahead(position, unit, charger, wheel) * 100.0) / 100.0
    if room > 0.0:
        yield unit.id, COUNTERCHARGE, (*first, Step(ADVANCE, room))
        yield unit.id, COUNTERCHARGE, (*first, Step(ADVANCE, round(room / 2.0, 2)))
    if first:
        yield unit.id, COUNTERCHARGE, first


def ideas(state: State) -> Iterator[Any]:
    """Affordable ways to meet the charge in question; the last idea is to let it come."""
    for name, how, steps in ways(state, state.queue[0]):
        unit = unit_of(state.position, name)
        for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), "C4")):
            yield Meet(name, how, steps, general, cards[0])
    yield Pass()
