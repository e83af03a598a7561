"""What a phase costs both sides, and what that is worth to one of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from debellis.dba.victory import Tally, tallies, winner_of
from debellis.table.memory import Memory
from debellis.table.position import Position

_TALLIES = Memory[dict[str, Tally]]("tallies of both sides")

_SIDES = ("red", "blue")


class Loss(Struct, frozen=True, order=True):
    """What one side has lost: elements as counted for victory, others that are not counted, and its general."""

    elements: int = 0
    uncounted: int = 0
    general: bool = False


class Toll(Struct, frozen=True):
    """What was lost on the way from one position to another, and who has won if the bound ends so."""

    red: Loss
    blue: Loss
    winner: str | None = None

    def of(self, side: str) -> Loss:
        """What one side has lost."""
        return self.red if side == "red" else self.blue


def toll(before: Position, after: Position) -> Toll:
    """What both sides lost between two positions of a battle."""
    was, now = _tallies(before), _tallies(after)
    winner = winner_of(tuple(now.values()))
    red, blue = (_loss(was[side], now[side]) for side in _SIDES)
    return Toll(red, blue, None if winner == "none" else winner)


def _loss(was: Tally, now: Tally) -> Loss:
    return Loss(now.total - was.total, len(now.uncounted) - len(was.uncounted), now.general and not was.general)


def _tallies(position: Position) -> dict[str, Tally]:
    """What both sides have lost altogether."""
    return _TALLIES.of(position, None, _count)


def _count(position: Position) -> dict[str, Tally]:
    found = {tally.side: tally for tally in tallies(position)}
    nothing = next(iter(found.values()))
    return {side: found.get(side) or Tally(side, nothing.worth, nothing.enough) for side in _SIDES}


#: What a position is worth to a side after a phase that began with another: the more the better for it.
Measure = Callable[[Position, Position, str], Fraction]


class Worth(Struct, frozen=True):
    """The default measure: enemy losses less one's own, each element dearer the nearer its side is to defeat.

    The first element a side loses counts `element`; the one that would beat it `element` and `nearness`; those between
    in proportion. A general counts `general` besides, an element that does not count for victory `uncounted`, and a
    battle won `victory`.
    """

    element: Fraction = Fraction(1)
    nearness: Fraction = Fraction(1)
    general: Fraction = Fraction(3)
    uncounted: Fraction = Fraction(1, 4)
    victory: Fraction = Fraction(8)

    def __call__(self, before: Position, after: Position, side: str) -> Fraction:
        was, now = _tallies(before), _tallies(after)
        enemy = _SIDES[1 - _SIDES.index(side)]
        winner = winner_of(tuple(now.values()))
        won = self.victory * ((winner == side) - (winner == enemy))
        lost = {name: self.cost(now[name]) - self.cost(was[name]) for name in _SIDES}
        return lost[enemy] - lost[side] + won

    def cost(self, tally: Tally) -> Fraction:
        """What a side's losses weigh altogether."""
        steps = max(tally.enough - 1, 1)
        dearer = self.nearness * Fraction(tally.total * (tally.total - 1), 2 * steps)
        rest = self.general * tally.general + self.uncounted * len(tally.uncounted)
        return self.element * tally.total + dearer + rest


WORTH = Worth()


def side_to_move(rules: Any, state: Any) -> str:
    """The side that decides now; the one whose bound it is when nobody does."""
    side: str | None = rules.pending(state).side
    return side or state.turn
