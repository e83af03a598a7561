"""The answer of a question about odds: for each side of a combat or shot, the exact chance of each fate."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from debellis.mechanics.two_dice import THROWS

NO_EFFECT = "no_effect"


class ExactChance(Struct, frozen=True):
    """A chance as a decimal and, exactly, as a fraction in its lowest terms ("5/36", "0", "1")."""

    value: float
    fraction: str


def exact(share: Fraction) -> ExactChance:
    """A fraction as an answer tells it."""
    return ExactChance(float(share), str(share))


_CHANCES = tuple(ExactChance(times / THROWS, str(Fraction(times, THROWS))) for times in range(THROWS + 1))


def chance(times: int) -> ExactChance:
    """The chance of something that happens in some of the 36 throws of two dice."""
    return _CHANCES[times]


def odds_answer(
    sides: tuple[tuple[str, str, dict[str, int]], tuple[str, str, dict[str, int]]],
    equal: int,
    factors: tuple[int, int],
) -> dict[str, Any]:
    """The common part of the answer to every question about odds.

    `sides` has for each side its role ("attacker"), the id of its base or place, and in how many of the 36 throws it
    suffers each fate except `no_effect`. The fates of a side add up to 1.
    """
    answer: dict[str, Any] = {
        "who": {role: name for role, name, _ in sides},
        "factors": list(factors),
        "equal": chance(equal),
    }
    for role, _, counts in sides:
        harmed = {fate: times for fate, times in counts.items() if fate != NO_EFFECT}
        fates = {NO_EFFECT: THROWS - sum(harmed.values()), **harmed}
        answer[role] = {fate: chance(times) for fate, times in fates.items()}
    return answer
