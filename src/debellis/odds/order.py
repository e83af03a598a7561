"""The odds of an order of combats: exact while the work allows it, otherwise sampled with a stated error."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

from msgspec import Struct

from debellis.battle.rules import Rules
from debellis.battle.survey import Survey
from debellis.odds.course import Course, Moment, Policy, Step, as_steps, first_idea
from debellis.odds.estimates import Estimate, exactly, mean, share
from debellis.odds.toll import WORTH, Measure, Toll, side_to_move, toll
from debellis.odds.work import WORK, Spent, Work

#: How many times an order is played out when an exact result is too much work.
SAMPLES = 1000


class OrderOdds(Struct, frozen=True):
    """What an order of combats may cost both sides.

    `chances` has the chance of each toll together with its worth to `side`. It is exact, or the frequency in `samples`
    plays.
    """

    order: tuple[Step, ...]
    side: str
    chances: dict[tuple[Toll, Fraction], Fraction]
    samples: int = 0

    @property
    def exact(self) -> bool:
        return self.samples == 0

    @property
    def worth(self) -> Estimate:
        """The expected worth for `side`."""
        return self._mean(lambda _, worth: worth)

    def expected(self, side: str) -> Estimate:
        """The expected number of elements that a side loses."""
        return self._mean(lambda cost, _: Fraction(cost.of(side).elements))

    def lost(self, side: str) -> dict[int, Estimate]:
        """The chance of each number of elements a side may lose."""
        counted: dict[int, Fraction] = {}
        for (cost, _), chance in self.chances.items():
            number = cost.of(side).elements
            counted[number] = counted.get(number, Fraction(0)) + chance
        return {number: self._estimate(counted[number]) for number in sorted(counted)}

    def loses_general(self, side: str) -> Estimate:
        """The chance that a side loses its general."""
        return self.chance(lambda cost: cost.of(side).general)

    def wins(self, side: str) -> Estimate:
        """The chance that a side has won when the bound ends."""
        return self.chance(lambda cost: cost.winner == side)

    def chance(self, holds: Callable[[Toll], bool]) -> Estimate:
        """The chance that a condition on the toll holds."""
        return self._estimate(sum((chance for (cost, _), chance in self.chances.items() if holds(cost)), Fraction(0)))

    def _estimate(self, found: Fraction) -> Estimate:
        return exactly(found) if self.exact else share(int(found * self.samples), self.samples)

    def _mean(self, number: Callable[[Toll, Fraction], Fraction]) -> Estimate:
        seen = [(number(cost, worth), chance) for (cost, worth), chance in self.chances.items()]
        if self.exact:
            return exactly(sum((value * chance for value, chance in seen), Fraction(0)))
        return mean((value, int(chance * self.samples)) for value, chance in seen)


class Way(Struct, frozen=True):
    """A point on the way through an order: its chance, its moment, and the steps not taken yet."""

    chance: Fraction
    moment: Moment
    left: tuple[Step, ...]


def of_order(
    rules: Rules,
    state: Any,
    order: Iterable[Any],
    *,
    rest: bool = False,
    policy: Policy = first_idea,
    measure: Measure = WORTH,
    side: str | None = None,
    work: int = WORK,
    samples: int = SAMPLES,
    seed: int = 0,
    enough: Callable[[], bool] | None = None,
) -> OrderOdds:
    """What a sequence of combats may cost, with each result changing the next.

    The next step is always the first legal one of the order; steps that are not legal wait. The sequence ends when none
    is legal. With `rest` it goes on until the policy has decided everything else of the phase. The result is exact if
    it takes no more than `work` decisions. Otherwise it is played out `samples` times from where the exact part
    stopped, or fewer times if `enough` stops it. Spent if that happens before the first sample.
    """
    course = Course(rules, Work(work, enough), policy)
    who = side or side_to_move(rules, state)
    return in_course(course, Plan(state, as_steps(order), rest), measure, who, samples, seed)


class Plan(Struct, frozen=True):
    """An order from a state on. With `rest` the policy decides what the order leaves out until the phase ends."""

    state: Any
    order: tuple[Step, ...]
    rest: bool = False

    def next_step(self, course: Course, moment: Moment, left: tuple[Step, ...]) -> Step | None:
        """The first legal step of those left; None at the end."""
        found = next((step for step in left if course.allows(moment, step)), None)
        if found is None and self.rest and course.rules.survey.same_phase(self.state, moment.state):
            return (course.policy(course.rules, moment.state),)
        return found


def in_course(course: Course, plan: Plan, measure: Measure, side: str, samples: int, seed: int) -> OrderOdds:
    """The odds of a plan within a course, which reuses what the course has computed."""
    ways, done = enumerated(course, plan)
    if done:
        return counted(course.rules.survey, plan, ways, measure, side)
    ends = sampled(course, plan, ways, samples, Random(seed))
    return counted(course.rules.survey, plan, ends, measure, side, sampled=True)


def counted(
    survey: Survey, plan: Plan, ends: list[Way], measure: Measure, side: str, *, sampled: bool = False
) -> OrderOdds:
    """The ends of a plan, grouped by their toll and worth."""
    before = plan.state
    chances: dict[tuple[Toll, Fraction], Fraction] = {}
    for way in ends:
        after = way.moment.state
        key = (toll(survey, before, after), measure(survey, before, after, side))
        chances[key] = chances.get(key, Fraction(0)) + way.chance
    return OrderOdds(plan.order, side, chances, len(ends) if sampled else 0)


def without(left: tuple[Step, ...], step: Step) -> tuple[Step, ...]:
    """The steps left without this one. A step that is not among them changes nothing."""
    return tuple(other for other in left if other != step)


def enumerated(course: Course, plan: Plan) -> tuple[list[Way], bool]:
    """Every end of a plan with its exact chance, and True; or the points reached when the work was spent, and False."""
    ways = [Way(Fraction(1), course.moment(plan.state), plan.order)]
    ends: list[Way] = []
    while ways:
        following: dict[tuple[bytes, tuple[Step, ...]], Way] = {}
        for at, way in enumerate(ways):
            step = plan.next_step(course, way.moment, way.left)
            if step is None:
                ends.append(way)
                continue
            try:
                found = course.after(way.moment, step)
            except Spent:
                return [*ends, *following.values(), *ways[at:]], False
            left = without(way.left, step)
            for chance, moment in found:
                known = following.get((moment.key, left))
                before = known.chance if known is not None else Fraction(0)
                following[moment.key, left] = Way(before + way.chance * chance, moment, left)
        ways = list(following.values())
    return ends, True


def sampled(course: Course, plan: Plan, ways: list[Way], samples: int, dice: Random) -> list[Way]:
    """Sampled ends of a plan, played out from where its enumeration stopped, each point as often as it is probable.

    The points are drawn at even distances from one random offset, so that this part adds almost no error. They are then
    shuffled, so that stopping early is not biased.
    """
    course.work.unlimited()
    reached = [float(total) for total in accumulate(way.chance for way in ways)]
    offset = dice.random()
    drawn = [min(bisect_right(reached, (n + offset) / samples), len(ways) - 1) for n in range(samples)]
    dice.shuffle(drawn)
    ends: list[Moment] = []
    for at in drawn:
        try:
            ends.append(_played(course, plan, ways[at], dice))
        except Spent:
            break
    if not ends:
        raise Spent
    return [Way(Fraction(1, len(ends)), moment, ()) for moment in ends]


def _played(course: Course, plan: Plan, way: Way, dice: Random) -> Moment:
    moment, left = way.moment, way.left
    while (step := plan.next_step(course, moment, left)) is not None:
        moment = course.sample(moment, step, dice)
        left = without(left, step)
    return moment
