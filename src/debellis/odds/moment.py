"""The moment whose odds are computed: where shooting or close combat begins, or continues."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.rules import Rules
from debellis.battle.survey import MOVES
from debellis.odds.course import Course, Step
from debellis.odds.work import Work


class NoCombat(ValueError):
    """No shooting or fighting can be decided at this moment; says so in one sentence."""


def before_combat(rules: Rules, state: Any, *, shooting: bool = True) -> Any:
    """The state in which the next shot or fight is chosen; NoCombat if there is none.

    For a state in the middle of moving, it is the state after the moves end as they are. Without `shooting`, the
    shooting is skipped.
    """
    if rules.result(state) is not None:
        raise NoCombat("the battle is over")
    was = state
    survey = rules.survey
    moving = survey.moment(state) == MOVES
    if moving:
        state, _ = rules.apply(state, survey.ending(state), Chance())
    if not shooting:
        state = survey.without_shooting(state)
    if steps(rules, state):
        return state
    what = "" if moving else f"; it is time to {rules.pending(was).what}"
    raise NoCombat(f"nobody {'shoots or ' if shooting else ''}fights now{what}")


def steps(rules: Rules, state: Any) -> tuple[Step, ...]:
    """The combats or shooters the deciding side can choose from now; none outside these phases."""
    course = Course(rules, Work())
    return course.steps(course.moment(state))
