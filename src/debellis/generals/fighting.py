"""Chooses the next fight: the best first, and those first that another result could spoil."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import WeighedFight
from debellis.battle.rules import Rules
from debellis.battle.survey import Survey
from debellis.generals.character import Character
from debellis.generals.decision import Decision
from debellis.generals.reasons import odds_in_words

#: The weight of freeing a neighbour's flank from an enemy, and of a result that might spoil another fight.
_FREES = 0.4
_SPOILS = 0.4


def next_fight(rules: Rules, state: Any, side: str, by: Character) -> Decision:
    """The fight to choose next, by its odds and by how its result affects the fights next to it."""
    survey = rules.survey
    best: tuple[float, Decision] | None = None
    actions = list(rules.ideas(state))
    many = len(actions)
    for action in actions:
        found = survey.fight(state, action, side, by.weights)
        if found is None:
            continue
        rank = found.worth + _FREES * _help(survey, state, found, many) - _SPOILS * _harm(survey, state, found, many)
        if best is None or rank > best[0]:
            best = (rank, Decision(action, _why(found, many)))
    if best is None:
        return Decision(actions[0], "There is no other fight.")
    return best[1]


def _help(survey: Survey, state: Any, found: WeighedFight, count: int) -> float:
    """The chance that the enemy is destroyed, times the number of our other elements that it touches."""
    if count < 2:
        return 0.0
    touched = [name for name in survey.touching(state, found.theirs) if name != found.mine]
    won, _ = found.odds.chances()
    return won * len(touched)


def _harm(survey: Survey, state: Any, found: WeighedFight, count: int) -> float:
    """The risk that our fighter is destroyed, times the number of other enemies it touches; their fights come first."""
    if count < 2:
        return 0.0
    touched = [name for name in survey.touching(state, found.mine) if name != found.theirs]
    _, lost = found.odds.chances()
    return (lost + 0.3) * len(touched)


def _why(found: WeighedFight, count: int) -> str:
    if count == 1:
        return f"{found.mine} fights {found.theirs}, the only fight left: {odds_in_words(found)}."
    return f"{found.mine} fights {found.theirs} now: {odds_in_words(found)}."
