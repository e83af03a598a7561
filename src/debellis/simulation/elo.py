"""Ratings: Elo's logistic model fitted to all results at once, with the confidence intervals of the model.

One draw that was never played is added for every two that met. Without it a general who always won would have an
infinite rating. With many battles it hardly matters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from debellis.simulation.intervals import Interval, Z

#: The average of all ratings, and the difference in points that means odds of ten to one.
MIDDLE = 1500.0
TENFOLD = 400.0
_SCALE = TENFOLD / math.log(10.0)
_ROUNDS = 200
_CLOSE = 1e-10


class Rating(Struct, frozen=True):
    """The strength of a general or army, in Elo points around an average of 1500."""

    name: str
    elo: float
    interval: Interval


def ratings(names: Sequence[str], points: Mapping[tuple[str, str], tuple[float, int]]) -> tuple[Rating, ...]:
    """Ratings of all names, best first. `points` has the points of the first of each pair and the battles played."""
    met = [
        (names.index(one), names.index(two), won + 0.5, count + 1)
        for (one, two), (won, count) in points.items()
        if count
    ]
    strength = _fit(len(names), met)
    spread = _inverse(_information(strength, met))
    found = [_rating(name, strength[i], math.sqrt(max(spread[i][i], 0.0))) for i, name in enumerate(names)]
    return tuple(sorted(found, key=lambda one: (-one.elo, one.name)))


Met = Sequence[tuple[int, int, float, int]]


def _rating(name: str, strength: float, error: float) -> Rating:
    elo = MIDDLE + _SCALE * strength
    return Rating(name, elo, Interval(elo - Z * _SCALE * error, elo + Z * _SCALE * error))


def _expected(one: float, two: float) -> float:
    return 1.0 / (1.0 + math.exp(two - one))


def _fit(size: int, met: Met) -> list[float]:
    """The most likely strengths, with average 0, by Newton's method."""
    strength = [0.0] * size
    for _ in range(_ROUNDS):
        pull = [0.0] * size
        for i, j, won, count in met:
            more = won - count * _expected(strength[i], strength[j])
            pull[i] += more
            pull[j] -= more
        spread = _inverse(_information(strength, met))
        step = [sum(spread[i][j] * pull[j] for j in range(size)) for i in range(size)]
        # A step is at most 1, so that the method cannot diverge.
        longest = max(1.0, max(abs(value) for value in step))
        strength = [value + change / longest for value, change in zip(strength, step, strict=True)]
        if max(abs(value) for value in step) < _CLOSE:
            break
    return strength


def _information(strength: Sequence[float], met: Met) -> list[list[float]]:
    """The information matrix: how precisely the results determine the differences, with the average fixed."""
    size = len(strength)
    table = [[1.0 / size] * size for _ in range(size)]
    for i, j, _, count in met:
        expected = _expected(strength[i], strength[j])
        weight = count * expected * (1.0 - expected)
        table[i][i] += weight
        table[j][j] += weight
        table[i][j] -= weight
        table[j][i] -= weight
    return table


def _inverse(table: list[list[float]]) -> list[list[float]]:
    """The inverse of an information matrix without the fixed average, by elimination."""
    size = len(table)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(table)]
    for column in range(size):
        best = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for i in range(size):
            factor = rows[i][column]
            if i != column and factor:
                rows[i] = [value - factor * lead for value, lead in zip(rows[i], rows[column], strict=True)]
    return [[value - 1.0 / size for value in row[size:]] for row in rows]
