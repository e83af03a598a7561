"""Sub-phases in which both sides act in turn: passing, delaying, and passing by oneself with nothing to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.alternation import delayed, passed
from debellis.meg.playing.actions import Delay, Pass
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.paying import hand_of
from debellis.meg.playing.state import State, decider
from debellis.meg.units import generals_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

CLOSED = "closed"
#: Whether a side can do anything in a sub-phase, as far as everybody may know.
Can = Callable[[State, str], bool]


def goes_on(course: Course, can: Can) -> bool:
    """Whether somebody is to choose now; sides that can do nothing pass by themselves (MEG-B12.9)."""
    if course.state.stage == CLOSED:
        return False
    while not can(course.state, course.state.choice.side):
        choice = passed(course.state.choice)
        if choice is None:
            return False
        course.put(choice=choice)
    return True


def check_pass(state: State, action: Any) -> Ruling:
    """Whether a side may pass, or give up a card as a delay (MEG-B12.4)."""
    verdict = Verdict()
    if isinstance(action, Delay):
        he = next((one for one in generals_of(state.position) if one.id == action.general), None)
        if he is None or he.side != decider(state) or action.card not in hand_of(state, action.general):
            verdict.refuse(f"{action.general} holds no {action.card} card to give up.", "MEG-B12.4")
        else:
            take_over(verdict, judged(state.position, "may_discard", general=he.id))
    if verdict.legal:
        permit(verdict, "A player may always leave the choice to the other.", "MEG-B12.4")
    return verdict.decide("pass")


def do_pass(course: Course, action: Any) -> None:
    """Pass; or give up a card, which leaves the choice to the other side without counting as a pass."""
    side = course.state.choice.side
    if isinstance(action, Delay):
        course.pay(action.general, (action.card,))
        course.put(choice=delayed(course.state.choice))
        course.tell("delay", f"{side} gives up a {action.card} card and waits", "MEG-B12.4")
        return
    choice = passed(course.state.choice)
    clauses = ("MEG-B12.4",) if choice is None else ("MEG-B12.4", "MEG-B12.9")
    course.tell("pass", f"{side} passes", *clauses)
    if choice is None:
        course.put(stage=CLOSED)
    else:
        course.put(choice=choice)


def passes(action: Any) -> bool:
    return isinstance(action, Pass | Delay)
