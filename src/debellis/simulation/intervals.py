"""How certain a count is: 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

#: The quantile of the normal distribution that leaves 2.5 % beyond it.
Z = 1.959963984540054


class Interval(Struct, frozen=True):
    """The range in which a true value lies with 95 % confidence."""

    low: float
    high: float


def wilson(successes: float, count: int) -> Interval:
    """Wilson's interval of a share. Half successes are allowed; with nothing counted the interval is everything."""
    if count == 0:
        return Interval(0.0, 1.0)
    share = successes / count
    spread = Z * Z / count
    centre = (share + spread / 2.0) / (1.0 + spread)
    half = Z / (1.0 + spread) * math.sqrt(share * (1.0 - share) / count + spread / (4.0 * count))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def of_mean(values: Sequence[float]) -> Interval:
    """The interval of a mean, by the normal distribution. One value says nothing about the spread."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Interval(mean, mean)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = Z * math.sqrt(variance / count)
    return Interval(mean - half, mean + half)
