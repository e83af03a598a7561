"""Chooses between plans by rehearsals: all plans a few times, the best ones more often."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from debellis.generals.budget import Budget
from debellis.generals.planning import Plan
from debellis.mechanics.two_dice import FACES

#: The rounds: how many of the best plans stay in, and how often each has been rehearsed when the round ends.
_ROUNDS = ((12, 2), (5, 6), (3, 12), (2, 24))
#: The evaluation before any rehearsal counts as much as this many rehearsals.
_BEFORE = 3.0
#: How many of the best plans are rehearsed, and how many of the best by a bolder, warier or keener ranking.
_TOP = 5
_OTHERS = 2
#: The extra weight of fights in the ranking that is keen on fights.
_KEEN = 0.6
#: The cost of a rehearsal, in positions evaluated.
WORK = 10

#: The value of a plan with this seed for its dice and this many PIPs for the enemy.
Rehearsal = Callable[[Plan, int, int], float]


def shortlist(found: list[Plan]) -> list[Plan]:
    """The plans worth rehearsing, without duplicates: the best, the best by other rankings, and doing nothing."""
    kept = found[:_TOP]
    for rank in (_bolder, _warier, _keener):
        kept += sorted(found, key=lambda plan: -rank(plan))[:_OTHERS]
    kept += [plan for plan in found if not plan.actions]
    return list({id(plan): plan for plan in kept}.values())


def _bolder(plan: Plan) -> float:
    return plan.value - plan.worth.parts["exposed"]


def _warier(plan: Plan) -> float:
    return plan.value + plan.worth.parts["exposed"]


def _keener(plan: Plan) -> float:
    return plan.value + _KEEN * plan.worth.parts["fight"]


class Trial:
    """A plan, how often it was rehearsed, and the total of the results."""

    plan: Plan
    before: float
    times: int
    total: float

    def __init__(self, plan: Plan, before: float) -> None:
        self.plan = plan
        self.before = before
        self.times = 0
        self.total = 0.0

    def value(self, level: float) -> float:
        """The present estimate. `level` is the average result of all rehearsals."""
        return (_BEFORE * (self.before + level) + self.total) / (_BEFORE + self.times)


def best_of(found: list[Plan], rehearsal: Rehearsal, dice: Random, budget: Budget) -> Plan:
    """The best plan after as many rehearsals as the budget allows. Every plan gets the same dice in the same turn."""
    mean = sum([plan.value for plan in found]) / len(found)
    trials = [Trial(plan, plan.value - mean) for plan in found]
    drawn: list[tuple[int, int]] = []
    if len(trials) == 1:
        return trials[0].plan
    for most, often in _ROUNDS:
        trials = _sorted(trials)[:most]
        while trials[-1].times < often and not budget.spent:
            turn = trials[-1].times
            while len(drawn) <= turn:
                drawn += _one_of_each(dice)
            for one in trials:
                if one.times == turn and not budget.spent:
                    one.total += rehearsal(one.plan, *drawn[turn])
                    one.times += 1
                    budget.count(WORK)
    return _sorted(trials)[0].plan


def _sorted(trials: list[Trial]) -> list[Trial]:
    times = sum([one.times for one in trials])
    level = sum([one.total for one in trials]) / times if times else 0.0
    return sorted(trials, key=lambda one: -one.value(level))


def _one_of_each(dice: Random) -> list[tuple[int, int]]:
    """One rehearsal for each number of PIPs, in random order, each with a seed for its dice."""
    pips = list(FACES)
    dice.shuffle(pips)
    return [(dice.getrandbits(32), number) for number in pips]
