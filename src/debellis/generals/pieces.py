"""The elements on the table as a general sees them at a glance: where, how fast, how far they shoot, what they are."""

from __future__ import annotations

import math
from collections.abc import Iterable

from debellis.dba.attached import is_own_element
from debellis.dba.book import in_mm, table
from debellis.dba.going import in_bad_going
from debellis.dba.troops import move_good, shoots, type_of
from debellis.generals.character import Character
from debellis.generals.duels import Duel, Kind, Shot, duel_of_kinds, shot_of_kinds
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value, replace


class Piece:
    """One element: centre, front and direction, and what does not change as it moves. Treat it as a value.

    A plain class, since a general looks at its numbers all the time and compiled code reads them best so.
    """

    base: Base
    kind: Kind
    id: str
    general: bool
    x: float
    y: float
    fx: float
    fy: float
    dx: float
    dy: float
    width: float
    depth: float
    reach: float
    shot: float
    price: float
    bystander: bool
    suffers: bool

    def __init__(
        self, base: Base, kind: Kind, reach: float, shot: float, price: float, bystander: bool, suffers: bool
    ) -> None:
        self.base = base
        self.kind = kind
        self.id = base.id
        self.general = base.general
        self.x, self.y = base.rectangle.centre
        self.fx, self.fy = base.front
        self.dx, self.dy = base.facing
        self.width = base.width
        self.depth = base.depth
        self.reach = reach
        self.shot = shot
        self.price = price
        self.bystander = bystander
        self.suffers = suffers

    def gone_to(self, there: Base, bad_going: bool) -> Piece:
        """The same element somewhere else."""
        kind = self.kind if self.kind.bad_going == bad_going else replace(self.kind, bad_going=bad_going)
        return Piece(there, kind, self.reach, self.shot, self.price, self.bystander, self.suffers)


_PIECES = Memory[Piece]("a base as a piece")


def piece_of(position: Position, base: Base) -> Piece:
    """An element as a piece, worked out once and kept with it."""
    found = _PIECES.known(base)
    return _PIECES.keep(base, _piece(position, base)) if found is None else found


def _piece(position: Position, base: Base) -> Piece:
    row = type_of(position, base)
    return Piece(
        base,
        Kind(base.code, base.general, in_bad_going(position, base)),
        reach=in_mm(position, move_good(position, base.kind)),
        shot=in_mm(position, row.range) if shoots(position, base) else 0.0,
        price=price_of(position, base),
        bystander=is_own_element(base),
        suffers=row.minus_two_in_bad_going,
    )


def price_of(position: Position, base: Base) -> float:
    """What losing an element counts towards defeat: nothing for some, and never quite nothing."""
    return 0.3 if base.kind in table(position, "victory")["not_counted"] else 1.0


class Field(Value, frozen=True):
    """Both armies as pieces, from the side of one of them."""

    position: Position
    side: str
    mine: tuple[Piece, ...]
    theirs: tuple[Piece, ...]
    options: tuple[tuple[str, object], ...]

    def duel(self, one: Piece, two: Piece) -> Duel:
        """The fight of two pieces by their types alone."""
        return duel_of_kinds(self.position.edition, self.options, one.kind, two.kind)

    def shot(self, one: Piece, two: Piece) -> Shot:
        """A shot of one piece at another by their types alone."""
        return shot_of_kinds(self.position.edition, self.options, one.kind, two.kind)


_FIELDS = Memory[Field]("the field of a side")


def field_of(position: Position, side: str) -> Field:
    """The field as a side sees it."""
    return _FIELDS.of(position, side, lambda p: _field(p, side))


def _field(position: Position, side: str) -> Field:
    options = tuple(sorted(position.options.items()))
    mine = _pieces(position, position.friends(side))
    return Field(position, side, mine, _pieces(position, position.enemies(side)), options)


def _pieces(position: Position, bases: Iterable[Base]) -> tuple[Piece, ...]:
    return tuple(piece_of(position, base) for base in bases)


def stake_of(piece: Piece, by: Character) -> float:
    """What losing an element would cost by a general's measure: more for whoever leads."""
    return piece.price + (by.general if piece.general else 0.0)


def apart(one: Piece, two: Piece) -> float:
    """The distance of their centres."""
    return math.hypot(one.x - two.x, one.y - two.y)
