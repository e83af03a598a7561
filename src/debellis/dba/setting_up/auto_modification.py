"""Possible changes to the board by the invader: bad going for the centre, shifts and turns."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from debellis.dba.book import book, in_mm, table
from debellis.dba.setting_up.modification import Change, bad_going, judge_change, smallest
from debellis.dba.setting_up.terrain_choice import topography_row
from debellis.geometry.polygon import box
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.table.terrain_shapes import placed, rounded
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

_TABLE = "terrain_modification"
#: How many ideas of each sort are tried, and how many legal ones are enough.
_TRIES = 12
_ENOUGH = 2


def for_the_centre(position: Position, topography: str, seed: str) -> list[Change]:
    """Legal ways to bring bad going to the centre: a new piece, or the smallest on the board. There may be none."""
    rng = Random(seed)
    found = [
        *_legal(position, lambda: _new_piece(rng, position, topography), True, topography),
        *_legal(position, lambda: _to_centre(rng, position), True, topography),
    ]
    rng.shuffle(found)
    return found


def for_a_piece(position: Position, piece: str, seed: str) -> list[Change]:
    """Legal shifts and turns of a piece. There may be none."""
    rng = Random(seed)
    found = [
        *_legal(position, lambda: _shift(rng, position, piece), False, None),
        *_legal(position, lambda: _turn(rng, position, piece), False, None),
    ]
    rng.shuffle(found)
    return found


def _legal(position: Position, idea: Callable[[], Change | None], centre: bool, topography: str | None) -> list[Change]:
    """The legal ones among ideas of one sort. Each idea is made only after the one before is judged."""
    found: list[Change] = []
    for _ in range(_TRIES):
        change = idea()
        if change is not None and _is_legal(position, change, centre, topography):
            found.append(change)
        if len(found) >= _ENOUGH:
            break
    return found


def _is_legal(position: Position, change: Change, centre: bool, topography: str | None) -> bool:
    try:
        with first_fault_is_enough():
            judge_change(Verdict(), position, change, 1, centre, topography)
    except FirstFault:
        return False
    return True


def _centre(rng: Random, position: Position) -> tuple[float, float]:
    """A point near the centre of the board."""
    reach = 0.8 * in_mm(position, table(position, _TABLE)["centre_radius"]) * math.sqrt(rng.random())
    angle = rng.uniform(0.0, math.tau)
    return (position.size[0] * 0.5 + reach * math.cos(angle), position.size[1] * 0.5 + reach * math.sin(angle))


def _new_piece(rng: Random, position: Position, topography: str) -> Change | None:
    """A small new piece of bad going that the topography allows."""
    row = topography_row(position, topography)
    offered = [kind for either in (row["compulsory_any_of"], *row["optional"]) for kind in either]
    kinds = [kind for kind in offered if kind in book(position).tables.going.bad]
    if not kinds:
        return None
    kind = rng.choice(kinds)
    length = rng.uniform(0.8, 0.99) * in_mm(position, min(table(position, _TABLE)["new_piece_max"]))
    shape = rounded(rng, length, rng.uniform(0.8, 0.99) * length, rng.randint(10, 14), 0.06)
    outline, crest = placed(shape, _centre(rng, position), position.size)
    names = {piece.id for piece in position.terrain}
    name = next(name for name in (kind, *(f"{kind}{n}" for n in range(2, 9))) if name not in names)
    return Change(new=Terrain(name, kind, outline, crest=crest if kind in HILLS else ()))


def _to_centre(rng: Random, position: Position) -> Change | None:
    """The smallest piece of bad going, moved."""
    pieces = bad_going(position)
    if not pieces:
        return None
    piece = smallest(pieces)[0]
    west, south, east, north = box(piece.ground)
    x, y = _centre(rng, position)
    return Change(piece.id, (round(x - 0.5 * (west + east), 1), round(y - 0.5 * (south + north), 1)))


def _shift(rng: Random, position: Position, piece: str) -> Change:
    far = in_mm(position, table(position, _TABLE)["shift"]) * rng.choice((0.5, 0.75, 0.99))
    angle = rng.uniform(0.0, math.tau)
    return Change(piece, (round(far * math.cos(angle), 1), round(far * math.sin(angle), 1)))


def _turn(rng: Random, position: Position, piece: str) -> Change:
    return Change(piece, turn=float(rng.choice((-1, 1)) * rng.randint(15, table(position, _TABLE)["rotate_degrees"])))
