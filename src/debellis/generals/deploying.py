"""Deployment: picks the suggestion whose files suit the enemy they face, then exchanges pairs that gain by it."""

from __future__ import annotations

from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.survey import Survey
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal, variations
from debellis.generals.exchanging import with_best_pairs

#: How many suggestions are compared by most generals, and by thorough ones.
_COMPARED = 4
_THOROUGHLY = 16
#: How many of the best suggestions a thorough general improves, and by how many exchanges of places at most.
_MENDED = 2
_CHANGES = 8
#: The cost of an element that is held back for a landing instead of being deployed.
_HELD_BACK = 0.3

_REASON = "Every type faces what it fights best, on ground that suits it."


def deployed(rules: Rules, state: Any, side: str, by: Character, thorough: bool) -> Decision:
    """The deployment that suits best against the enemy, if the enemy is deployed already, and the ground."""
    survey = rules.survey
    found = list(variations(rules, state, _THOROUGHLY if thorough else _COMPARED))
    if not found:
        return Decision(first_legal(rules, state), "Nothing else is possible.")
    found.sort(key=lambda way: -_suits(survey, state, way, side, by))
    if not thorough or not rules.position(state).bases:
        return Decision(found[0], _REASON)
    most = min(_CHANGES, survey.most_changes(state))
    mended = [
        with_best_pairs(rules, state, way, survey.drawn_up(state, way), side, by, most)[0] for way in found[:_MENDED]
    ]
    return Decision(max(mended, key=lambda way: _suits(survey, state, way, side, by)), _REASON)


def _suits(survey: Survey, state: Any, way: Any, side: str, by: Character) -> float:
    drawn_up = survey.drawn_up(state, way)
    return arrangement_suits(survey, drawn_up, side, by) - _HELD_BACK * survey.kept_off(way)
