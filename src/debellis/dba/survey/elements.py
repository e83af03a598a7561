"""The elements on the table as pieces: where, how fast, how far they shoot, what they are; and moves at a glance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from debellis.battle.pieces import HIDES, TAKES, Engagement, Field, Piece, Shot
from debellis.dba.attached import is_own_element
from debellis.dba.book import in_mm, table
from debellis.dba.fighting.fighters import holding_side
from debellis.dba.fighting.fights import Fights, fights
from debellis.dba.going import in_bad_going, is_bad_for
from debellis.dba.moving.moves import Move
from debellis.dba.moving.speeds import bad_limit, river_limit
from debellis.dba.playing.actions import MoveElements
from debellis.dba.survey.duels import Kind, duel_of_files, duel_of_kinds, shot_of_kinds
from debellis.dba.troops import move_good, shoots, type_of
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.march import march
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

#: Rivers that were tried and are not paltry.
_KNOWN_WET: Final = ("normal", "difficult")


class Element(Piece):
    """One element as a piece; `suffers` says that bad going makes its type fight badly."""

    base: Base
    kind: Kind
    suffers: bool

    def __init__(
        self, base: Base, kind: Kind, reach: float, shot: float, price: float, bystander: bool, suffers: bool
    ) -> None:
        super().__init__(base, reach, shot, price, bystander, kind.bad_going and suffers)
        self.base = base
        self.kind = kind
        self.suffers = suffers

    def gone_to(self, there: Base, bad_going: bool) -> Element:
        """The same element at another place."""
        kind = self.kind if self.kind.bad_going == bad_going else replace(self.kind, bad_going=bad_going)
        return Element(there, kind, self.reach, self.shot, self.price, self.bystander, self.suffers)


_ELEMENTS = Memory[Element]("a base as a piece")


def element_of(position: Position, base: Base) -> Element:
    """An element as a piece. It is computed once and cached."""
    found = _ELEMENTS.known(base)
    return _ELEMENTS.keep(base, _element(position, base)) if found is None else found


def _element(position: Position, base: Base) -> Element:
    row = type_of(position, base)
    return Element(
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


class ElementField(Field):
    """Both armies as elements."""

    position: Position
    options: tuple[tuple[str, object], ...]
    found: Fights
    wet: list[Terrain]
    fording: float
    known: dict[str, Element]
    overlapping: set[str]

    def __init__(self, position: Position, side: str) -> None:
        super().__init__(side, _elements(position, position.friends(side)), _elements(position, position.enemies(side)))
        self.position = position
        self.options = tuple(sorted(position.options.items()))
        self.known = {}

    def _look(self) -> None:
        """Work out what only moves are weighed by."""
        for piece in (*self.mine, *self.theirs):
            assert isinstance(piece, Element)
            self.known[piece.id] = piece
        self.found = fights(self.position)
        self.overlapping = {name for name, _ in self.found.meetings}
        self.wet = [river for river in self.position.features("river") if river.nature in _KNOWN_WET]
        self.fording = river_limit(self.position)

    def matchup(self, one: Piece, two: Piece) -> Engagement:
        assert isinstance(one, Element) and isinstance(two, Element)
        return duel_of_kinds(self.position.edition, self.options, one.kind, two.kind)

    def matchup_of_files(self, one: tuple[Piece, ...], two: tuple[Piece, ...]) -> Engagement:
        return duel_of_files(self.position.edition, self.options, _kinds(one), _kinds(two))

    def shot(self, one: Piece, two: Piece) -> Shot:
        assert isinstance(one, Element) and isinstance(two, Element)
        return shot_of_kinds(self.position.edition, self.options, one.kind, two.kind)

    def opponent(self, name: str) -> str | None:
        if not self.known:
            self._look()
        return self.found.opponent.get(name)

    def arrivals(self, action: Any) -> tuple[Piece, ...] | None:
        if not isinstance(action, MoveElements):
            return ()
        if not self.known:
            self._look()
        arrived = arrivals(self.position, action.move)
        if self._is_too_far(arrived):
            return None
        return tuple([self._there(base) for base in arrived])

    def _is_too_far(self, arrived: tuple[Base, ...]) -> bool:
        """Whether a front corner goes further than its move; who may pivot into contact is measured otherwise."""
        for base in arrived:
            here = self.known.get(base.id)
            if here is None:
                continue
            far = _furthest(here.base, base)
            if far > here.reach + COINCIDE + (2.0 * here.width if here.id in self.overlapping else 0.0):
                return True
        return False

    def _there(self, base: Base) -> Element:
        bad = in_bad_going(self.position, base)
        known = self.known.get(base.id)
        if known is None:
            return element_of(self.position, base)
        return known.gone_to(base, bad)

    def entry(self, action: Any) -> str:
        if not isinstance(action, MoveElements) or action.move.enters is None:
            return ""
        if not self.known:
            self._look()
        element = self.known.get(action.move.elements[0])
        spot = self.position.feature(action.move.enters)
        # A place that is too far away is not taken.
        if element is None or element.reach + element.width < min(
            distance((element.fx, element.fy), at) for at in spot.ground
        ):
            return HIDES
        return HIDES if holding_side(self.position, spot) == self.side else TAKES

    def is_slowed(self, there: tuple[Piece, ...]) -> bool:
        # Bad going and rivers stop a line, and slow down who is alone.
        if not self.known:
            self._look()
        alone = len(there) == 1
        for piece in there:
            assert isinstance(piece, Element)
            here = self.known.get(piece.id)
            if here is None:
                continue
            limit = self._slow(here, piece)
            if limit < here.reach and (not alone or _furthest(here.base, piece.base) > limit + COINCIDE):
                return True
        return False

    def _slow(self, here: Element, there: Element) -> float:
        """How far an element goes by the ground where it stands and where it would."""
        limit = here.reach
        if here.kind.bad_going or there.kind.bad_going:
            limit = bad_limit(self.position, here.base.kind)
        if self.wet and self._fords(here.base, there.base):
            limit = min(limit, self.fording)
        return limit

    def _fords(self, here: Base, there: Base) -> bool:
        """Whether a base is in a river where it starts, where it ends or half way."""
        half = ((here.front[0] + there.front[0]) * 0.5, (here.front[1] + there.front[1]) * 0.5)
        places = (here.rectangle, there.rectangle, Rectangle(half, there.facing, there.width, there.depth))
        return any(lies(place, river.ground) != OUTSIDE for river in self.wet for place in places)

    def is_on_bad_ground(self, piece: Piece) -> bool:
        assert isinstance(piece, Element)
        if not piece.suffers:
            return False
        return any(
            is_bad_for(self.position, ground, piece.base) and lies(piece.rectangle, ground.ground) != OUTSIDE
            for ground in self.position.terrain
        )


def _kinds(file: tuple[Piece, ...]) -> tuple[Kind, ...]:
    found: list[Kind] = []
    for piece in file:
        assert isinstance(piece, Element)
        found.append(piece.kind)
    return tuple(found)


_FIELDS = Memory[ElementField]("the field of a side")


def field_of(position: Position, side: str) -> ElementField:
    """The field as a side sees it."""
    return _FIELDS.of(position, side, lambda p: ElementField(p, side))


def _elements(position: Position, bases: Iterable[Base]) -> tuple[Element, ...]:
    return tuple([element_of(position, base) for base in bases])


def arrivals(position: Position, move: Move) -> tuple[Base, ...]:
    """Where a move would bring its elements if nothing were in the way; nothing for one that ends inside a place."""
    members = tuple([position.base(name) for name in move.elements])
    if move.enters is not None:
        return ()
    if move.steps:
        return march(members, move.steps).arrived
    if move.path:
        end = move.path[-1]
        return (replace(members[0], front=end.front, facing=end.facing, inside=None),)
    return tuple([replace(b, front=move.ends[b.id].front, facing=move.ends[b.id].facing) for b in members])


def _furthest(here: Base, there: Base) -> float:
    """How far the front corner goes that goes furthest."""
    was, now = here.rectangle.corners, there.rectangle.corners
    return max([distance(was[i], now[i]) for i in (FRONT_LEFT, FRONT_RIGHT)])
