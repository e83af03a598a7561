"""The plan of a whole bound: the moves a general would make one after another, each with its reason."""

from __future__ import annotations

from typing import Any, Final

from debellis.battle.rules import Rules
from debellis.battle.survey import ENDS, MOVES
from debellis.generals.decision import Decision, General
from debellis.generals.trying import made

#: No plan is longer than this.
_LONGEST: Final = 16


def plan_of_bound(general: General, rules: Rules, state: Any) -> tuple[Decision, ...]:
    """The decisions of a general from now to the end of the moves, with average dice where a move needs dice.

    The last one is the end of the moves, unless a move hands the decision to the other side. Outside the moves the plan
    is the next decision alone.
    """
    survey = rules.survey
    side = rules.pending(state).side
    plan: list[Decision] = []
    while len(plan) < _LONGEST:
        found = general.decide(rules, state)
        plan.append(found)
        if survey.moment(state) != MOVES or survey.kind_of(found.action) == ENDS:
            break
        state = made(rules, state, found.action)
        if state is None or survey.moment(state) != MOVES or rules.pending(state).side != side:
            break
    return tuple(plan)
