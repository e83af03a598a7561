"""The order of the sub-phases, and the course of a turn from one decision to the next (MEG-B12)."""

from __future__ import annotations

from collections.abc import Callable

from debellis.battle.game import OVER
from debellis.meg.playing import (
    aligning,
    answering,
    breaking_off,
    cards,
    charging,
    declaring,
    fighting,
    generals,
    in_combat,
    meeting,
    move_phase,
    outcomes,
    shooting,
    turn_end,
)
from debellis.meg.playing.course import Course

#: Goes on with a sub-phase as far as possible; whether it is finished. If not, somebody has to decide.
Run = Callable[[Course], bool]
#: The sub-phases of a turn in order; "end" is what happens after the last.
RUNS: dict[str, Run] = {
    "1.1": cards.run_discards,
    "1.2": cards.run_deal,
    "1.3": cards.run_gifts,
    "2.1": generals.run,
    "2.2": declaring.run,
    "2.3": declaring.run_forced,
    "2.4": meeting.run,
    "2.5": answering.run,
    "2.6": charging.run,
    "2.7": fighting.run,
    "2.8": outcomes.run,
    "3.1": shooting.run,
    "3.2": outcomes.run,
    "4.1": turn_end.run_replacing,
    "4.2": aligning.run,
    "4.3": move_phase.run,
    "5.1": aligning.run,
    "5.2": fighting.run,
    "5.3": outcomes.run,
    "5.4": breaking_off.run,
    "5.5": in_combat.run,
    "6.1": turn_end.run_recovery,
    "6.2": turn_end.run_replacing,
    "6.3": turn_end.run_sacking,
    "end": cards.run_cut,
}
ORDER = tuple(RUNS)
#: What is done when a sub-phase is entered.
ENTERS: dict[str, Callable[[Course], None]] = {
    "1.1": cards.awake,
    "2.2": declaring.enter,
    "2.7": fighting.enter,
    "3.1": outcomes.note_opponents,
    "5.2": fighting.enter,
}


def onward(course: Course) -> None:
    """Go on until somebody has to decide, or the battle is over."""
    while course.state.phase != OVER and not course.state.waiting:
        phase = course.state.phase
        if phase not in RUNS or not RUNS[phase](course):
            return
        if course.state.phase == OVER or course.state.waiting:
            return
        if phase == ORDER[-1]:
            turn_end.next_turn(course)
            if course.state.phase == OVER:
                return
            enter(course, ORDER[0])
        else:
            enter(course, ORDER[ORDER.index(phase) + 1])


def enter(course: Course, phase: str) -> None:
    """Begin a sub-phase."""
    course.in_phase(phase)
    begins = ENTERS.get(phase)
    if begins is not None:
        begins(course)
