"""Planning all moves of a bound together: the best few ways are followed side by side, move after move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.rules import Rules
from debellis.db.playing.state import State
from debellis.generals.budget import Budget
from debellis.generals.candidates import candidates
from debellis.generals.centurion import PIP, made, varied
from debellis.generals.character import Character
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.melees import Memo
from debellis.table.value import Value

#: How many ways are followed side by side, how many legal moves tried for each, and how many ideas looked at for that.
WIDE = 3
TRIED = 10
LOOKED_AT = 90


class Plan(Value, frozen=True):
    """Some moves in order: where they lead, what that is worth, and the states on the way."""

    state: State
    worth: Worth
    actions: tuple[Any, ...] = ()
    states: tuple[State, ...] = ()

    @property
    def value(self) -> float:
        """What it is worth when every PIP has its price."""
        return self.worth.total - PIP * len(self.actions)


def plans(rules: Rules, state: State, side: str, by: Character, budget: Budget) -> list[Plan]:
    """Ways to spend the PIPs, the best first by how the position stands then; to do nothing is among them."""
    memo: Memo = {}
    start = Plan(state, worth_of(state, side, by, memo))
    known = {_look(state)}
    found = [start]
    ways = [start]
    while ways and not budget.spent:
        following: list[Plan] = []
        for way in ways:
            for longer in _longer(rules, way, side, by, budget, memo):
                look = _look(longer.state)
                if look not in known:
                    known.add(look)
                    following.append(longer)
        found += following
        ways = sorted(following, key=lambda plan: -plan.value)[:WIDE]
    return sorted(found, key=lambda plan: -plan.value)


def _longer(rules: Rules, way: Plan, side: str, by: Character, budget: Budget, memo: Memo) -> Iterator[Plan]:
    """The plan with one move more, in each of the most promising ways as things stand then."""
    if way.state.pips <= 0:
        return
    tried = 0
    for one in varied(candidates(rules, way.state, by))[:LOOKED_AT]:
        if budget.spent or tried >= TRIED:
            return
        if not rules.allows(way.state, one.action):
            continue
        after = made(rules, way.state, one.action)
        if after is not None:
            tried += 1
            budget.count()
            yield Plan(after, worth_of(after, side, by, memo), (*way.actions, one.action), (*way.states, after))


def _look(state: State) -> tuple[Any, ...]:
    """What makes two plans the same: where everybody stands."""
    return tuple((base.id, base.front, base.facing, base.inside) for base in state.position.bases)
