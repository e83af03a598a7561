"""Choosing between plans by rehearsals: all a few times, those that come out best more often."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from debellis.generals.budget import Budget
from debellis.generals.planning import Plan
from debellis.mechanics.two_dice import FACES

#: So many plans are rehearsed until each has been so many times, then the best so many of them, and so on.
_ROUNDS = ((12, 2), (5, 6), (3, 12), (2, 24))
#: What was reckoned before counts as much as so many rehearsals.
_BEFORE = 3.0
#: Of the best plans so many are rehearsed, and so many of the best for somebody bolder, warier or keener on fights.
_TOP = 5
_OTHERS = 2
#: What somebody keen on fights makes of them besides.
_KEEN = 0.6
#: What a rehearsal counts of the work, in positions.
WORK = 10

#: What a plan comes to with this seed for its dice and so many PIPs for the enemy.
Rehearsal = Callable[[Plan, int, int], float]


def shortlist(found: list[Plan]) -> list[Plan]:
    """The plans worth rehearsing, the best first: also those others would make, and to do nothing."""
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
    """A plan, how often it was rehearsed, and what that came to all together."""

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
        """What is thought of it now; `level` is what the plans came to on average."""
        return (_BEFORE * (self.before + level) + self.total) / (_BEFORE + self.times)


def best_of(found: list[Plan], rehearsal: Rehearsal, dice: Random, budget: Budget) -> Plan:
    """The plan that is best after as many rehearsals as there is time for; each has the same dice in its turn."""
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
    """Rehearsals with a seed for the dice of each, and every number of PIPs once."""
    pips = list(FACES)
    dice.shuffle(pips)
    return [(dice.getrandbits(32), number) for number in pips]
