"""Sampled odds: the error they state holds the exact answer as often as it says, over a hundred fixed seeds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from debellis.odds import OrderOdds, of_order, steps
from debellis.odds.course import Course
from debellis.odds.estimates import Estimate, mean, share
from debellis.odds.order import Plan, Way, counted, enumerated, sampled
from debellis.odds.toll import WORTH
from debellis.odds.work import Work
from tests.odds.lines import line

SEEDS = range(100)
AT_LEAST = 95
SAMPLES = 300
THREE = (("3Kn general", "4Sp"), ("4Bd", "4Wb"), ("4Ax", "3Kn"))


def _stated(odds: OrderOdds, numbers: range) -> dict[str, Estimate]:
    """Everything an answer states, also of numbers of losses that never came up."""
    stated = {"worth": odds.worth}
    for side in ("red", "blue"):
        stated[f"{side} expects"] = odds.expected(side)
        stated[f"{side} loses its general"] = odds.loses_general(side)
        stated[f"{side} wins"] = odds.wins(side)
        for n in numbers:
            stated[f"{side} loses {n}"] = odds.lost(side).get(n) or odds.chance(lambda _: False)
    return stated


@pytest.mark.parametrize("exactly", (0, 40), ids=("from the start", "after some was worked out"))
def test_the_stated_error_holds_the_truth(exactly: int) -> None:
    rules, state = line(THREE)
    plan = Plan(state, steps(rules, state))
    truth = _stated(of_order(rules, state, plan.order), range(4))
    assert all(estimate.exact for estimate in truth.values())
    course = Course(rules, Work(exactly))
    ways, done = enumerated(course, plan) if exactly else ([Way(Fraction(1), course.moment(state), plan.order)], False)
    assert not done
    held: Counter[str] = Counter()
    for seed in SEEDS:
        ends = sampled(course, plan, ways, SAMPLES, Random(seed))
        stated = _stated(counted(rules.survey, plan, ends, WORTH, "red", sampled=True), range(4))
        held.update(name for name, estimate in stated.items() if estimate.holds(truth[name].value))
    assert {name: times for name in truth if (times := held[name]) < AT_LEAST} == {}


def test_the_error_is_not_stated_too_wide() -> None:
    rules, state = line(THREE)
    odds = of_order(rules, state, steps(rules, state), work=0, samples=SAMPLES)
    worth = odds.worth
    assert not worth.exact and odds.samples == SAMPLES
    spread = sum(
        float(chance) * (float(value) - float(worth.value)) ** 2 for (_, value), chance in odds.chances.items()
    )
    assert worth.high - worth.low < 2 * 2.6 * (spread / SAMPLES) ** 0.5


def test_the_same_seed_gives_the_same_answer() -> None:
    rules, state = line(THREE)
    one, two, other = (of_order(rules, state, steps(rules, state), work=0, samples=60, seed=seed) for seed in (3, 3, 4))
    assert one == two != other


def test_intervals_of_shares() -> None:
    assert (share(0, 50).low, share(50, 50).high) == (0.0, 1.0)
    for times in range(0, 51):
        estimate = share(times, 50)
        assert estimate.low <= float(estimate.value) <= estimate.high
        mirrored = share(50 - times, 50)
        assert estimate.low == pytest.approx(1 - mirrored.high)


def test_shares_are_held_by_their_intervals_for_every_chance() -> None:
    """The chance that the interval of forty samples holds the truth, worked out from the binomial distribution."""
    from math import comb

    for percent in range(1, 100):
        p = percent / 100
        held = sum(
            comb(40, k) * p**k * (1 - p) ** (40 - k) for k in range(41) if share(k, 40).low <= p <= share(k, 40).high
        )
        assert held >= 0.945, p


def test_a_mean_that_never_varied_is_not_certain() -> None:
    estimate = mean([(Fraction(2), 100)])
    assert not estimate.exact and estimate.low < 2 < estimate.high
