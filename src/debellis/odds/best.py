"""The best order of combats for the side that decides it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any

from msgspec import Struct

from debellis.battle.rules import Rules
from debellis.battle.survey import TARGET
from debellis.odds.course import Course, Moment, Policy, Step, first_idea
from debellis.odds.order import SAMPLES, OrderOdds, Plan, enumerated, in_course
from debellis.odds.toll import WORTH, Measure, side_to_move
from debellis.odds.work import WORK, Spent, Work

#: With at most this many steps, every order is compared.
MOST_TO_PERMUTE = 5
#: At most this many steps are ordered by dynamic programming over subsets; more are ordered by a plain sort.
MOST_TO_ORDER = 14
#: The largest number of rolls played for a combat, one for each comparison of totals.
_ROLLS = 5


class Advice(Struct, frozen=True):
    """The recommended order and its odds.

    `every_order` says that all orders were compared exactly. Otherwise the order follows from the exact odds of each
    pair of combats, as far as the work allowed, and the rest is empty. `first` gives for each combat the worth of the
    phase if that combat is first and the next is chosen again after each result. `reconsidered` is the best of these,
    and `worst` the worth of the worst order.
    """

    odds: OrderOdds
    every_order: bool
    first: dict[Step, Fraction]
    worst: Fraction | None
    reconsidered: Fraction | None
    work: int

    @property
    def order(self) -> tuple[Step, ...]:
        return self.odds.order


def best_order(
    rules: Rules,
    state: Any,
    *,
    policy: Policy = first_idea,
    measure: Measure = WORTH,
    side: str | None = None,
    work: int = WORK,
    samples: int = SAMPLES,
    seed: int = 0,
    enough: Callable[[], bool] | None = None,
) -> Advice:
    """The best order of the combats or shots of a phase for a side, by default the side that decides now.

    Every order is compared exactly if that takes no more than `work` decisions. Spent if `enough` stops the work before
    there is any result.
    """
    search = Search(Course(rules, Work(work, enough), policy), state, measure, side or side_to_move(rules, state))
    found = _compared(search)
    plan = Plan(state, found.order, rest=True)
    odds = in_course(search.course, plan, measure, search.side, samples, seed)
    best = (max if search.decides else min)(found.first.values()) if found.first else None
    return Advice(odds, found.every_order, found.first, found.worst, best, search.course.work.done)


def order_to_fight(
    rules: Rules,
    state: Any,
    *,
    policy: Policy = first_idea,
    measure: Measure = WORTH,
    work: int = WORK,
    enough: Callable[[], bool] | None = None,
) -> tuple[Step, ...]:
    """The order that `best_order` recommends to the deciding side, without its odds. It always returns some order."""
    search = Search(Course(rules, Work(work, enough), policy), state, measure, side_to_move(rules, state))
    steps = search.steps
    return _compared(search).order if len(steps) > 1 else steps


class Compared(Struct, frozen=True):
    """The result of comparing orders: the best one and, if every order was compared, the worth of the others."""

    order: tuple[Step, ...]
    every_order: bool = False
    first: dict[Step, Fraction] = {}
    worst: Fraction | None = None


class Search:
    """The search for a good order from one state."""

    def __init__(self, course: Course, state: Any, measure: Measure, side: str) -> None:
        self.course = course
        self.survey = course.rules.survey
        self.state = state
        self.measure = measure
        self.side = side
        self.start = course.moment(state)
        self.steps = course.steps(self.start)
        pending = course.rules.pending(state)
        #: Whether the side itself decides now, and whether it decides on the shot of a picked shooter.
        self.decides = pending.side in (side, None)
        self.picked = self.survey.moment(state) == TARGET
        self._values: dict[bytes, Fraction] = {}
        self._worths: dict[bytes, Fraction] = {}

    def worth(self, moment: Moment) -> Fraction:
        """The worth of a moment if the phase ends there."""
        if moment.key not in self._worths:
            self._worths[moment.key] = self.measure(self.survey, self.state, moment.state, self.side)
        return self._worths[moment.key]

    def value(self, moment: Moment) -> Fraction:
        """The worth of a moment if both sides choose best from there to the end of the phase."""
        if moment.key not in self._values:
            steps = self.course.steps(moment) if self.survey.same_phase(self.state, moment.state) else ()
            self._values[moment.key] = self._choice(moment, steps) if steps else self.worth(moment)
        return self._values[moment.key]

    def _choice(self, moment: Moment, steps: tuple[Step, ...]) -> Fraction:
        mine = self.course.rules.pending(moment.state).side == self.side
        return (max if mine else min)(self.of_step(moment, step) for step in steps)

    def of_step(self, moment: Moment, step: Step) -> Fraction:
        """The worth of one step, with the best choices after it."""
        after = self.course.after(moment, step)
        return sum((chance * self.value(there) for chance, there in after), Fraction(0))

    def of_order(self, order: tuple[Step, ...], rest: bool = True) -> Fraction:
        """The worth of an order; Spent if that is too much work."""
        ways, done = enumerated(self.course, Plan(self.state, order, rest))
        if not done:
            raise Spent
        return sum((way.chance * self.worth(way.moment) for way in ways), Fraction(0))

    def of_pair(self, one: Step, two: Step) -> Fraction:
        """The worth of two steps alone in this order, to the side that decides; Spent if that is too much work."""
        worth = self.of_order((one,) if self.picked else (one, two), rest=False)
        return worth if self.decides else -worth

    def estimate(self) -> int:
        """About how many decisions it takes to compare every order, if no combat affected another."""
        ends = [len(self.course.after(self.start, step)) for step in self.steps]
        total = 0
        for left_out in range(len(ends)):
            ways = _ROLLS
            for at, number in enumerate(ends):
                ways *= 1 if at == left_out else 1 + number
            total += ways
        return total


def _compared(search: Search) -> Compared:
    try:
        return _every_order(search)
    except Spent:
        return Compared(_by_pairs(search))


def _orders(search: Search) -> list[tuple[Step, ...]]:
    """Every order of the steps; for a picked shooter, each shot alone. Spent if there are too many."""
    steps = search.steps
    if search.picked:
        return [(step,) for step in steps]
    if len(steps) > MOST_TO_PERMUTE or search.estimate() > search.course.work.left:
        raise Spent
    return list(permutations(steps))


def _every_order(search: Search) -> Compared:
    """Compare all orders exactly; Spent if that is too much work."""
    orders = _orders(search)
    first = {step: search.of_step(search.start, step) for step in search.steps}
    values = {order: search.of_order(order) for order in orders}
    best, worst = (max, min) if search.decides else (min, max)
    return Compared(best(values, key=values.__getitem__), True, first, worst(values.values()))


def _by_pairs(search: Search) -> tuple[Step, ...]:
    """Order the steps by the gains of each pair, so that the sum of the gains is greatest."""
    steps = search.steps
    gain = {(one, two): Fraction(0) for one in steps for two in steps}
    try:
        for one, two in combinations(steps, 2):
            difference = search.of_pair(one, two) - search.of_pair(two, one)
            gain[one, two], gain[two, one] = difference, -difference
    except Spent:
        pass
    order = _ordered(steps, gain)
    return order[:1] if search.picked else order


def _ordered(steps: tuple[Step, ...], gain: dict[tuple[Step, Step], Fraction]) -> tuple[Step, ...]:
    """The order with the greatest sum of gains of earlier steps over later ones; the first of several."""
    if len(steps) > MOST_TO_ORDER:
        return tuple(sorted(steps, key=lambda step: -sum(gain[step, other] for other in steps)))

    @cache
    def best(left: frozenset[int]) -> tuple[Fraction, tuple[int, ...]]:
        found: tuple[Fraction, tuple[int, ...]] | None = None
        for at in sorted(left):
            worth, after = best(left - {at})
            here = worth + sum((gain[steps[at], steps[other]] for other in left - {at}), Fraction(0))
            if found is None or here > found[0]:
                found = (here, (at, *after))
        return found or (Fraction(0), ())

    return tuple(steps[at] for at in best(frozenset(range(len(steps))))[1])
