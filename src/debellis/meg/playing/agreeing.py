"""Draws by agreement: a side offers one when it decides, once a turn, and the other side answers at once."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.sides import other
from debellis.meg.playing.actions import AnswerDraw, OfferDraw
from debellis.meg.playing.course import Course
from debellis.meg.playing.outcomes import end
from debellis.meg.playing.state import State, decider
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

DRAW = "draw"
AGREED = "MEG-B27.5"


def offers_of(state: State) -> tuple[str, ...]:
    """The sides that have offered a draw in this turn."""
    return () if state.offered is UNSET else state.offered


def check_offer(state: State, action: OfferDraw) -> Ruling:
    """Whether a side may offer a draw: once in a turn."""
    verdict = Verdict()
    if decider(state) in offers_of(state):
        verdict.refuse(f"{decider(state)} has offered a draw in this turn already.", AGREED)
    else:
        permit(verdict, "Both may agree on a draw.", AGREED)
    return verdict.decide("offer_draw")


def do_offer(course: Course, action: OfferDraw) -> None:
    side = decider(course.state)
    course.put(offered=(*offers_of(course.state), side))
    course.wait(other(side), DRAW, side)
    course.tell("draw-offered", f"{side} offers a draw", AGREED)


def do_answer(course: Course, action: AnswerDraw) -> None:
    """End the battle without a winner, or go on."""
    side = decider(course.state)
    course.got_answer()
    if not action.accepts:
        course.tell("draw-refused", f"{side} fights on", AGREED)
        return
    found = Finding()
    found.cite(AGREED, "Both agree on a draw.")
    end(course, None, "both sides agree on a draw", found.rule("victory", "draw"))


def answer_ideas(state: State) -> list[Any]:
    return [AnswerDraw(True), AnswerDraw(False)]
