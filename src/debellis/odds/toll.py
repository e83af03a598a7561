"""What a phase costs both sides, and the worth of that to one of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from debellis.battle.pieces import Strength
from debellis.battle.survey import Survey

_SIDES = ("red", "blue")


class Loss(Struct, frozen=True, order=True):
    """The losses of one side: elements that count for victory, those that do not, and its general."""

    elements: int = 0
    uncounted: int = 0
    general: bool = False


class Toll(Struct, frozen=True):
    """What was lost between two positions, and who has won if the bound ends with the second."""

    red: Loss
    blue: Loss
    winner: str | None = None

    def of(self, side: str) -> Loss:
        """The losses of one side."""
        return self.red if side == "red" else self.blue


def toll(survey: Survey, before: Any, after: Any) -> Toll:
    """The losses of both sides between two states of a battle."""
    was, now = _strengths(survey, before), _strengths(survey, after)
    red, blue = (_loss(was[side], now[side]) for side in _SIDES)
    return Toll(red, blue, survey.winner_by_losses(after))


def _loss(was: Strength, now: Strength) -> Loss:
    return Loss(now.lost - was.lost, now.uncounted - was.uncounted, now.leader_lost and not was.leader_lost)


def _strengths(survey: Survey, state: Any) -> dict[str, Strength]:
    return {strength.side: strength for strength in survey.strengths(state)}


#: The worth of a state to a side after a phase that began in another state; higher is better.
Measure = Callable[[Survey, Any, Any, str], Fraction]


class Worth(Struct, frozen=True):
    """The default measure: enemy losses less own losses. Each element costs more the nearer its side is to defeat.

    The first element a side loses counts `element`. The one that would defeat it counts `element` plus `nearness`, and
    those between in proportion. A general counts `general` more, an element that does not count for victory
    `uncounted`, and a battle won `victory`.
    """

    element: Fraction = Fraction(1)
    nearness: Fraction = Fraction(1)
    general: Fraction = Fraction(3)
    uncounted: Fraction = Fraction(1, 4)
    victory: Fraction = Fraction(8)

    def __call__(self, survey: Survey, before: Any, after: Any, side: str) -> Fraction:
        was, now = _strengths(survey, before), _strengths(survey, after)
        enemy = _SIDES[1 - _SIDES.index(side)]
        winner = survey.winner_by_losses(after)
        won = self.victory * ((winner == side) - (winner == enemy))
        lost = {name: self.cost(now[name]) - self.cost(was[name]) for name in _SIDES}
        return lost[enemy] - lost[side] + won

    def cost(self, strength: Strength) -> Fraction:
        """The total cost of a side's losses."""
        steps = max(strength.enough - 1, 1)
        dearer = self.nearness * Fraction(strength.lost * (strength.lost - 1), 2 * steps)
        rest = self.general * strength.leader_lost + self.uncounted * strength.uncounted
        return self.element * strength.lost + dearer + rest


WORTH = Worth()


def side_to_move(rules: Any, state: Any) -> str:
    """The side that decides now; if there is none, the side whose bound it is."""
    side: str | None = rules.pending(state).side
    return side or rules.survey.turn(state)
