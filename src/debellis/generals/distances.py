"""Distances and values of pieces, as generals measure them."""

from __future__ import annotations

import math

from debellis.battle.pieces import Piece
from debellis.generals.character import Character


def apart(one: Piece, two: Piece) -> float:
    """The distance between the centres of two pieces."""
    return math.hypot(one.x - two.x, one.y - two.y)


def far_from(piece: Piece, x: float, y: float) -> float:
    """The distance of a piece's centre from a point."""
    return float(((piece.x - x) ** 2 + (piece.y - y) ** 2) ** 0.5)


def stake_of(piece: Piece, by: Character) -> float:
    """The cost of losing a piece by a general's weights; more if it leads."""
    return piece.price + (by.general if piece.leads else 0.0)
