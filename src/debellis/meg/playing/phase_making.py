"""How a phase of Mortem et Gloriam is made: well-formed actions are judged, and carried out until somebody decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.phase import (
    Check,
    Happened,
    Phase,
    Shuffle,
    all_but_last,
    from_sources,
    in_order,
    placed_by,
)
from debellis.meg.playing import agreeing, outcomes
from debellis.meg.playing.actions import OfferDraw, Pass
from debellis.meg.playing.ambushing import discover
from debellis.meg.playing.course import Course
from debellis.meg.playing.flow import onward
from debellis.meg.playing.leading import startled
from debellis.meg.playing.owner_choices import settle_defaults
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.well_formed import judge_form
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: What an action does to the course of a battle.
Act = Callable[[Course, Any], None]
#: The clause that gives the sub-phases their order.
SEQUENCE = "MEG-B12.0"
#: The sub-phases that no outcomes follow in their phase (MEG-B19.9).
AT_ONCE = ("4.3", "5.4", "5.5")
#: The clause by which an action is carried out with every response before anything else.
RESPONSES = "MEG-B12.7"


class Doing:
    """Carries out an action, and goes on until somebody has to decide again."""

    def __init__(self, act: Act) -> None:
        self.act = act

    def __call__(self, state: State, action: Any, chance: Chance) -> Happened[State]:
        course = Course(state, chance)
        if isinstance(action, OfferDraw):
            agreeing.do_offer(course, action)
        else:
            self.act(course, action)
        startled(course)
        if course.state.phase in AT_ONCE:
            outcomes.settle_at_once(course)
        discover(course)
        settle_defaults(course)
        onward(course)
        discover(course)
        while settle_defaults(course):
            onward(course)
            discover(course)
        return course.happened()


def nothing(state: State) -> list[Any]:
    return []


class Judging:
    """Judges the actions of a phase, if they are well formed, and the offer of a draw, which is open in every one."""

    def __init__(self, check: Check) -> None:
        self.check = check

    def __call__(self, state: State, action: Any) -> Ruling:
        if isinstance(action, OfferDraw):
            return agreeing.check_offer(state, action)
        verdict = Verdict()
        judge_form(verdict, action)
        return self.check(state, action) if verdict.legal else verdict.decide("decide")


def phase(
    what: str,
    kinds: tuple[Any, ...],
    check: Check,
    act: Act,
    ideas: Callable[[State], Iterable[Any]] = nothing,
    *,
    sources: Callable[[State], list[Iterable[Any]]] | None = None,
    ordered: bool = False,
    setting_up: bool = False,
    secret: bool = False,
    responds: bool = False,
) -> Phase:
    """One phase of the family; its ideas come from `ideas`, or from `sources` with a pass at the end."""
    offered: Callable[[Any, Shuffle | None], Iterable[Any]] = in_order(ideas) if ordered else all_but_last(ideas)
    if sources is not None:
        offered = from_sources(sources, Pass())
    return Phase(
        what,
        kinds if setting_up else (*kinds, OfferDraw),
        check if setting_up else Judging(check),
        Doing(act),
        offered,
        decides=decider,
        out_of_order=placed_by(RESPONSES if responds else SEQUENCE),
        setting_up=setting_up,
        secret=secret,
    )
