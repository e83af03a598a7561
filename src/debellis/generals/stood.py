"""How all pieces stand, worked out anew only near those that moved since another position of the same decision."""

from __future__ import annotations

from typing import Final

from debellis.battle.pieces import Field, Memo, Piece
from debellis.generals.character import Character
from debellis.generals.standing import Standing, standing
from debellis.table.value import Value

_KEY: Final = "how the pieces stand"
#: What is further from a piece than its reach and shot and this many base widths does not matter to its standing.
_WIDTHS: Final = 8.0


class Stood(Value, frozen=True):
    """The standings of a field, by which those of another are found."""

    by: Character
    pieces: dict[str, Piece]
    standings: dict[str, Standing]
    far: float


def stood(field: Field, by: Character, memo: Memo) -> tuple[list[Standing], list[Standing]]:
    """The standing of every piece of ours and of theirs, in order. The first field of a memo is kept in it."""
    known: Stood | None = memo.get(_KEY)
    if known is None or known.by is not by:
        mine = [standing(piece, field.mine, field.theirs, field, by) for piece in field.mine]
        theirs = [standing(piece, field.theirs, field.mine, field, by) for piece in field.theirs]
        memo[_KEY] = _kept(field, by, mine, theirs)
        return mine, theirs
    ours = _changed(known, field.mine)
    enemies = _changed(known, field.theirs)
    same = len(known.pieces) == len(field.mine) + len(field.theirs)
    # An enemy who moved, came on or is gone may change who is the nearest to anybody.
    everywhere = bool(enemies) or not same or any([piece.id not in known.pieces for piece in ours])
    changed = ours + enemies
    found = [
        standing(piece, field.mine, field.theirs, field, by)
        if everywhere or _is_near(known, piece, changed)
        else known.standings[piece.id]
        for piece in field.mine
    ]
    return found, [
        standing(piece, field.theirs, field.mine, field, by)
        if everywhere or _is_near(known, piece, changed)
        else known.standings[piece.id]
        for piece in field.theirs
    ]


def _kept(field: Field, by: Character, mine: list[Standing], theirs: list[Standing]) -> Stood:
    pieces = {piece.id: piece for piece in (*field.mine, *field.theirs)}
    standings = {piece.id: found for piece, found in zip(field.mine, mine, strict=True)}
    for piece, found in zip(field.theirs, theirs, strict=True):
        standings[piece.id] = found
    reach = max([piece.reach for piece in pieces.values()], default=0.0)
    shot = max([piece.shot for piece in pieces.values()], default=0.0)
    width = max([piece.width for piece in pieces.values()], default=0.0)
    return Stood(by, pieces, standings, reach + shot + _WIDTHS * width)


def _changed(known: Stood, pieces: tuple[Piece, ...]) -> list[Piece]:
    """The pieces that are not as they were, as they were and as they are."""
    found: list[Piece] = []
    for piece in pieces:
        was = known.pieces.get(piece.id)
        if was is not piece:
            found.append(piece)
            if was is not None:
                found.append(was)
    return found


def _is_near(known: Stood, piece: Piece, changed: list[Piece]) -> bool:
    for other in changed:
        dx, dy = other.x - piece.x, other.y - piece.y
        if dx * dx + dy * dy <= known.far * known.far:
            return True
    return False
