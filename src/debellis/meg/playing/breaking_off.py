"""Breaking off (SP 5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.meg.fighting.contacts import in_combat
from debellis.meg.outcomes.break_offs import judge_break_off, shifts_back, way_back
from debellis.meg.playing.actions import BreakOff, Pass
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on, passes
from debellis.meg.playing.course import Course
from debellis.meg.playing.going_back import settle
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.losing import test_now
from debellis.meg.playing.outcomes import settle_at_once
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, units_of
from debellis.table.units import Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict


def fighters(state: State, side: str) -> Iterator[Unit]:
    """The unit groups of a side that fight."""
    for unit in units_of(state.position):
        there = unit.kind != CAMP and not unit.broken and bool(bases_of(state.position, unit.id))
        if unit.side == side and there and in_combat(state.position, unit.id):
            yield unit


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    return has_cards(state, side) and any(_clear_shift(state, unit) is not None for unit in fighters(state, side))


def _clear_shift(state: State, unit: Unit) -> tuple[float, str] | None:
    """The smallest shift with which a unit group could break off; None if it could not with any (MEG-55a)."""
    if allowed(state.position, "may_break_off", unit=unit.id):
        return 0.0, "right"
    quiet = QuietVerdict()
    judge_break_off(quiet, state.position, unit, None, 0.0, "right", 0.0, room=False)
    if quiet.faults:
        return None
    shifts = shifts_back(state.position, unit)[1:]
    return next(
        (
            (shift, hand)
            for shift, hand in shifts
            if allowed(state.position, "may_break_off", unit=unit.id, shift=shift, hand=hand)
        ),
        None,
    )


def check(state: State, action: Any) -> Ruling:
    """Whether a unit group may break off so and it is paid for: the question `may_break_off`."""
    if passes(action):
        return check_pass(state, action)
    verdict = Verdict()
    unit = next((one for one in fighters(state, decider(state)) if one.id == action.unit), None)
    if unit is None:
        broken = any(one.id == action.unit and one.broken for one in units_of(state.position))
        clauses = ("MEG-B21.1", "MEG-57a") if broken else ("MEG-B21.1",)
        verdict.refuse(f"{action.unit} is no own unit group in combat.", *clauses)
        return verdict.decide("break_off")
    needed = needed_for(state.position, (unit,), action.action) if action.action in ("F2", "F3", "F4") else ()
    if not needed:
        verdict.refuse(f"{action.action} is closed to {unit.id}.", "MEG-B21.1")
    else:
        judge_payment(verdict, state, (unit,), action.general, (action.card,), needed)
    if verdict.legal:
        take_over(verdict, judged(state.position, "may_act", unit=unit.id, action=action.action))
        more = {"shift": action.shift, "hand": action.hand} if action.shift else {}
        take_over(verdict, judged(state.position, "may_break_off", unit=unit.id, action=action.action, **more))
    return verdict.decide("break_off")


def do(course: Course, action: Any) -> None:
    """Break off: straight back, with the tests of the action at the new place (MEG-B21.3)."""
    if passes(action):
        do_pass(course, action)
        return
    answer = judged(course.position, "may_break_off", unit=action.unit).answer
    course.pay(action.general, (action.card,))
    unit = course.unit(action.unit)
    settle(course, unit, way_back(course.position, unit, action.shift, action.hand))
    course.did(unit.id, action.action)
    why: list[str] = []
    for general in course.generals_with(unit.id):
        if general.fighting:
            asked = {"unit": unit.id, "cause": "leaving_combat", "leaves": general.id, "move": "break_off"}
            why += judged(course.position, "kab", **asked).clauses
        course.note_general(general.id, fighting=False)
    says = f"{unit.id} breaks off by {action.action} ({action.card})"
    course.tell("break-off", says, "MEG-B21.1", "MEG-B21.2", *why)
    test_now(course, unit.id, "break_off", int(answer["kab_tests"]), "it breaks off")
    course.chosen()
    settle_at_once(course)


def ideas(state: State) -> Iterator[Any]:
    """To fight on, or to break off where that is open and can be paid for, straight or with the smallest shift."""
    yield Pass()
    for unit in fighters(state, decider(state)):
        clear = _clear_shift(state, unit)
        if clear is None:
            continue
        action = judged(state.position, "may_break_off", unit=unit.id).answer["action"]
        for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), action)):
            yield BreakOff(unit.id, action, general, cards[0], *clear)
