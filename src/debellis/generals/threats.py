"""An estimate of what an army could do in its next bound: whom it could charge, and what it would gain."""

from __future__ import annotations

import math
from typing import Final

from debellis.battle.pieces import Field, Piece, Stakes
from debellis.generals.character import Character
from debellis.generals.distances import apart, stake_of
from debellis.table.value import Value

#: No piece can stand nearer to another than this, or pass it nearer, in base widths.
_TAKEN: Final = 0.6
#: A friend this near to the place of an overlap blocks it, in base widths.
_KEPT: Final = 0.9
#: A piece this near to a place is there already, in base widths.
_THERE: Final = 0.3
#: How much further than its move an element's centre may go when it pivots, in base widths.
_PIVOT: Final = 0.15
#: Charges come from within the move and this many base widths. Friends matter within this many.
_NEAR: Final = 2.5
_ABOUT: Final = 6.0
#: Troops that bad going hampers move about half as far in it.
_MIRED: Final = 0.5


class Spot(Value, frozen=True):
    """A place from which an element can be attacked: the centre of the attacker there, and whether it is in front."""

    x: float
    y: float
    front: bool


def threat(
    attackers: tuple[Piece, ...],
    defenders: tuple[Piece, ...],
    field: Field,
    by: Character,
    shares: tuple[float, ...],
) -> float:
    """The expected gain of the charges an army could make in its next bound.

    `shares` are the chances that it can make a first, a second and further charges (`Survey.actions_to_come`).
    """
    found = [_against(piece, attackers, defenders, field, by) for piece in defenders if not piece.bystander]
    found.sort(reverse=True)
    return sum([share * gain for share, gain in zip(shares, found, strict=False)])


def _against(
    piece: Piece, attackers: tuple[Piece, ...], defenders: tuple[Piece, ...], field: Field, by: Character
) -> float:
    """The gain of the best charge at one element; 0 if none gains anything."""
    near = [
        foe
        for foe in attackers
        if not foe.bystander and not foe.supports and apart(foe, piece) < foe.reach + _NEAR * piece.width
    ]
    if not near:
        return 0.0
    friends = [one for one in defenders if one.id != piece.id and apart(one, piece) < _ABOUT * piece.width]
    helpers = [_overlapping(piece, side, near, friends) for side in (-1.0, 1.0)]
    best = 0.0
    for foe in near:
        helped = _sides_helped(helpers[0] - {foe.id}, helpers[1] - {foe.id})
        for spot in _spots(piece, foe):
            if _could(foe, piece, spot, friends):
                best = max(best, _gain(foe, piece, spot.front, helped, field, by))
    return best


def _spots(piece: Piece, foe: Piece) -> tuple[Spot, ...]:
    """The four places in front, beside and behind an element where an attacker would be in contact."""
    half = 0.5 * foe.depth
    beside = 0.5 * piece.width + half
    behind = piece.depth + half
    level = 0.5 * piece.width
    mx, my = piece.fx - piece.dx * level, piece.fy - piece.dy * level
    return (
        Spot(piece.fx + piece.dx * half, piece.fy + piece.dy * half, True),
        Spot(mx - piece.dy * beside, my + piece.dx * beside, False),
        Spot(mx + piece.dy * beside, my - piece.dx * beside, False),
        Spot(piece.fx - piece.dx * behind, piece.fy - piece.dy * behind, False),
    )


def _gain(foe: Piece, piece: Piece, front: bool, helped: int, field: Field, by: Character) -> float:
    """The value of a charge to the attacker. A target attacked in flank or rear is lost if it must fall back."""
    price = stake_of(piece, by)
    stakes = Stakes(stake_of(foe, by), price, None, None if front else price)
    return field.matchup(foe, piece).worth(by.weights, stakes, minus=-helped)


def _could(foe: Piece, piece: Piece, spot: Spot, friends: list[Piece]) -> bool:
    """Whether an enemy could reach a place in one move: it is free, in reach, and on the right side of the front."""
    far = math.hypot(foe.x - spot.x, foe.y - spot.y)
    if far < _THERE * foe.width:
        return True
    if far > _reach(foe):
        return False
    ahead = (foe.fx - piece.fx) * piece.dx + (foe.fy - piece.fy) * piece.dy
    return (ahead >= 0.0) == spot.front and not _barred(foe, spot.x, spot.y, friends)


def _overlapping(piece: Piece, side: float, near: list[Piece], friends: list[Piece]) -> set[str]:
    """The enemies that could overlap an element on its left (-1) or right (1); none where a friend blocks the place."""
    ahead = 0.25 * piece.width
    x = piece.fx + piece.dx * ahead + side * piece.dy * piece.width
    y = piece.fy + piece.dy * ahead - side * piece.dx * piece.width
    if any([math.hypot(one.x - x, one.y - y) < _KEPT * piece.width for one in friends]):
        return set()
    return {
        foe.id for foe in near if math.hypot(foe.x - x, foe.y - y) <= _reach(foe) and not _barred(foe, x, y, friends)
    }


def _sides_helped(left: set[str], right: set[str]) -> int:
    """On how many sides an enemy can overlap, if no enemy overlaps on both."""
    if left and right:
        return min(2, len(left | right))
    return 1 if left or right else 0


def _barred(foe: Piece, x: float, y: float, friends: list[Piece]) -> bool:
    """Whether a piece stands at a place, or on the way to it."""
    vx, vy = x - foe.x, y - foe.y
    length = vx * vx + vy * vy
    for one in friends:
        wx, wy = one.x - foe.x, one.y - foe.y
        share = 1.0 if length == 0.0 else max(0.0, min(1.0, (wx * vx + wy * vy) / length))
        if math.hypot(wx - share * vx, wy - share * vy) < _TAKEN * one.width:
            return True
    return False


def _reach(foe: Piece) -> float:
    return foe.reach * (_MIRED if foe.hampered else 1.0) + _PIVOT * foe.width
