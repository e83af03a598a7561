"""Plans all moves of a bound together by a beam search: the best few plans are extended move by move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.pieces import Memo
from debellis.battle.rules import Rules
from debellis.generals.budget import Budget
from debellis.generals.candidates import candidates
from debellis.generals.centurion import PIP, varied
from debellis.generals.character import Character
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.trying import made
from debellis.table.value import Value

#: How many plans are extended at each step, and for how many of them new ideas are generated.
WIDE = 5
FRESH = 1
#: How many legal moves are tried from new ideas, at first and later, and how many ideas are examined for that.
FIRST = 24
LATER = 10
LOOKED_AT = 120


class Plan(Value, frozen=True):
    """Some moves in order, the state they lead to, its worth, and the states on the way."""

    state: Any
    worth: Worth
    actions: tuple[Any, ...] = ()
    states: tuple[Any, ...] = ()

    @property
    def value(self) -> float:
        """The worth less the price of the PIPs used."""
        return self.worth.total - PIP * len(self.actions)


class Search:
    """The plans found, and the moves that were legal at the start. Most of these are still legal a move later."""

    def __init__(self, rules: Rules, state: Any, side: str, by: Character, budget: Budget) -> None:
        self.rules = rules
        self.survey = rules.survey
        self.side = side
        self.by = by
        self.budget = budget
        self.memo: Memo = {}
        self.start = Plan(state, worth_of(self.survey, state, side, by, self.memo))
        self.found = [self.start]
        self.known = {self._look(state)}
        self.legal: list[Any] = []

    def run(self) -> list[Plan]:
        """Every plan examined, the best first."""
        ways = self.step(self.start, self.fresh(self.start, FIRST))
        self.legal = [plan.actions[0] for plan in sorted(ways, key=lambda plan: -plan.value)]
        while ways and not self.budget.spent:
            ways = sorted(ways, key=lambda plan: -plan.value)[:WIDE]
            following: list[Plan] = []
            for number, way in enumerate(ways):
                ideas = self.fresh(way, LATER) if number < FRESH else iter(())
                following += self.step(way, self.left(way))
                following += self.step(way, ideas)
            ways = following
        return sorted(self.found, key=lambda plan: -plan.value)

    def fresh(self, way: Plan, most: int) -> Iterator[Any]:
        """The most promising legal moves in the state after a plan."""
        tried = 0
        for one in varied(self.survey, candidates(self.rules, way.state, self.side, self.by))[:LOOKED_AT]:
            if tried >= most or self.budget.spent:
                return
            if self.rules.allows(way.state, one.action):
                tried += 1
                yield one.action

    def left(self, way: Plan) -> Iterator[Any]:
        """The moves that were legal at the start, are still legal, and whose elements have not moved since."""
        gone = {name for action in way.actions for name in self.survey.moved_by(action)}
        for action in self.legal:
            if self.budget.spent:
                return
            if not gone & set(self.survey.moved_by(action)) and self.rules.allows(way.state, action):
                yield action

    def step(self, way: Plan, ideas: Iterator[Any]) -> list[Plan]:
        """The plan extended by each of these moves."""
        if self.survey.moves_left(way.state) <= 0:
            return []
        longer: list[Plan] = []
        for action in ideas:
            after = made(self.rules, way.state, action)
            if after is None:
                continue
            self.budget.count()
            look = self._look(after)
            if look not in self.known:
                self.known.add(look)
                worth = worth_of(self.survey, after, self.side, self.by, self.memo)
                longer.append(Plan(after, worth, (*way.actions, action), (*way.states, after)))
        self.found += longer
        return longer

    def _look(self, state: Any) -> tuple[Any, ...]:
        """The key by which two plans are the same: where every base stands."""
        return tuple([(base.id, base.front, base.facing, base.inside) for base in self.rules.position(state).bases])


def plans(rules: Rules, state: Any, side: str, by: Character, budget: Budget) -> list[Plan]:
    """Plans for spending the PIPs, the best first by the resulting worth. Doing nothing is one of them."""
    return Search(rules, state, side, by, budget).run()
