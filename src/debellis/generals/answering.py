"""Predicts the enemy's reply: the moves that gain most by the enemy's own evaluation, one after another."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import Memo
from debellis.battle.rules import Rules
from debellis.generals.centurion import PIP, weighed
from debellis.generals.character import Character
from debellis.generals.evaluation import worth_of
from debellis.generals.trying import made

#: The number of enemy moves that are evaluated.
_WEIGHED = 9


class Idea:
    """A move the enemy may make: its gain when last evaluated, where it leads, and the state it was evaluated in."""

    action: Any
    gain: float
    worth: float
    after: Any
    seen: Any

    def __init__(self, action: Any, gain: float, worth: float, after: Any, seen: Any) -> None:
        self.action = action
        self.gain = gain
        self.worth = worth
        self.after = after
        self.seen = seen


def answered(rules: Rules, state: Any, enemy: str, by: Character) -> Any:
    """The state after the enemy's best moves, chosen from those found at the start.

    A move is evaluated again only when it is the best of those left, because an earlier move seldom raises the gain of
    another one.
    """
    survey = rules.survey
    memo: Memo = {}
    worth = worth_of(survey, state, enemy, by, memo).total
    ideas = [
        Idea(one.action, there.total - worth, there.total, after, state)
        for one, after, there in weighed(rules, state, enemy, by, _WEIGHED, memo, more=False)
    ]
    while ideas and survey.moves_left(state) > 0:
        best = max(ideas, key=lambda idea: idea.gain)
        if best.gain <= PIP:
            break
        if best.seen is state:
            state, worth = best.after, best.worth
            gone = set(survey.moved_by(best.action))
            ideas = [idea for idea in ideas if gone.isdisjoint(survey.moved_by(idea.action))]
            continue
        then = made(rules, state, best.action) if rules.allows(state, best.action) else None
        if then is None:
            ideas.remove(best)
            continue
        there = worth_of(survey, then, enemy, by, memo).total
        best.gain, best.worth, best.after, best.seen = there - worth, there, then, state
    return state
