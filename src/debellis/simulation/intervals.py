"""How sure a count is: 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

#: The quantile of the normal distribution that leaves 2.5 % beyond it.
Z = 1.959963984540054


class Interval(Struct, frozen=True):
    """From where to where a true value lies, 95 times of 100."""

    low: float
    high: float


def wilson(successes: float, count: int) -> Interval:
    """Wilson's interval of a share; half successes are allowed, nothing counted leaves everything open."""
    if count == 0:
        return Interval(0.0, 1.0)
    share = successes / count
    spread = Z * Z / count
    centre = (share + spread / 2.0) / (1.0 + spread)
    half = Z / (1.0 + spread) * math.sqrt(share * (1.0 - share) / count + spread / (4.0 * count))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def of_mean(values: Sequence[float]) -> Interval:
    """The interval of a mean, by the normal distribution; one value says nothing of its spread."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Interval(mean, mean)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = Z * math.sqrt(variance / count)
    return Interval(mean - half, mean + half)
