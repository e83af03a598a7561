"""Numbers with their error. Exact numbers have none; sampled ones have a 95 % confidence interval."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from msgspec import Struct

#: The half width of an interval in standard errors. It is that of 98 %, so that the promised 95 % also hold for
#: skewed numbers and for numbers that seldom vary.
_REACH = 2.326348


class Estimate(Struct, frozen=True):
    """A number and its interval; both ends equal the number if it is exact."""

    value: Fraction
    low: float
    high: float

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def holds(self, truth: Fraction) -> bool:
        """Whether a number lies within the interval, with a little slack for rounding at the ends."""
        return self.value == truth or self.low - 1e-12 <= truth <= self.high + 1e-12


def exactly(value: Fraction) -> Estimate:
    """A number known exactly."""
    return Estimate(value, float(value), float(value))


def share(times: int, of: int) -> Estimate:
    """The chance of something seen `times` times, with Wilson's interval and its continuity correction."""
    p, z = times / of, _REACH
    middle, divisor = 2 * of * p + z * z, 2 * (of + z * z)
    below = z * sqrt(max(z * z - 1 / of + 4 * of * p * (1 - p) + (4 * p - 2), 0.0)) + 1
    above = z * sqrt(max(z * z - 1 / of + 4 * of * p * (1 - p) - (4 * p - 2), 0.0)) + 1
    low = 0.0 if times == 0 else max(0.0, (middle - below) / divisor)
    high = 1.0 if times == of else min(1.0, (middle + above) / divisor)
    return Estimate(Fraction(times, of), low, high)


def mean(counted: Iterable[tuple[Fraction, int]]) -> Estimate:
    """The mean of values, each with the number of times it was seen.

    The error includes half the largest deviation from the mean divided by the number of samples, because counts are
    whole numbers. If nothing varied, it is 3 divided by that number.
    """
    seen = list(counted)
    of = sum(times for _, times in seen)
    value = sum((number * times for number, times in seen), Fraction(0)) / of
    spread = float(sum((number - value) ** 2 * times for number, times in seen)) / max(of - 1, 1)
    widest = float(max(abs(number - value) for number, _ in seen)) or 1.0
    error = _REACH * sqrt(spread / of) + (0.5 if spread else 3.0) * widest / of
    return Estimate(value, float(value) - error, float(value) + error)
