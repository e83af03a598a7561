"""Decisions whose actions the survey weighs one by one: the best that the rules allow."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import Prospect
from debellis.battle.rules import Rules
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal


def best_prospect(rules: Rules, state: Any, side: str, by: Character) -> Decision:
    """The action with the greatest worth that is legal."""
    bounds = rules.survey.bounds(state).get(side, 0)
    now = by.after(bounds)
    for one in ranked(rules, state, side, now, shallow=False):
        if rules.allows(state, one.action):
            return Decision(one.action, one.reason)
    return Decision(first_legal(rules, state), "Nothing else is allowed here.")


def ranked(rules: Rules, state: Any, side: str, by: Character, *, shallow: bool) -> list[Prospect]:
    """What can be done, the most promising first."""
    found = list(rules.survey.prospects(state, side, by.weights, by.attack, shallow))
    found.sort(key=_worth, reverse=True)
    return found


def _worth(one: Prospect) -> float:
    return one.worth
