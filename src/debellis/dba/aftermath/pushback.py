"""Going straight back and pushing friends: how far the recoiler and the bases behind it go, and what stops them."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.aftermath.fords import try_river
from debellis.dba.aftermath.straight import base_stops, edge_stop, ground_stops, is_barred, moved_straight
from debellis.dba.book import table
from debellis.geometry.plane import COINCIDE, Point, same_direction
from debellis.manoeuvre.pushing import reach, shares
from debellis.manoeuvre.stops import Stop, nearest
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Pushback(Value, frozen=True):
    """The result of going back: the position with every base moved as far as possible.

    `moved` is how far each base went, `got` how far the recoiler went (mm). `blocked` names what stopped whom if that
    was not far enough. `closed` are the rivers shut, `off_board` the bases pushed over the edge.
    """

    position: Position
    moved: dict[str, float]
    got: float
    blocked: tuple[tuple[str, Stop], ...]
    closed: frozenset[str]
    off_board: tuple[str, ...] = ()


class _File:
    """A recoiler and the friends it may push, with what stops each of them.

    A river stops a base only after it is refused.
    """

    def __init__(self, position: Position, base: Base, towards: Point, far: float, apart_from: frozenset[str]) -> None:
        self.position = position
        self.towards = towards
        self.far = far
        self.apart_from = apart_from
        pushed = [b for b in position.friends(base.side) if b.id not in apart_from and may_be_pushed(position, b, base)]
        self.bases = [base, *(b for b in pushed if b.id != base.id)]
        self.rectangles = [b.rectangle for b in self.bases]
        self.entered: set[tuple[int, str]] = set()
        self.refused: dict[int, list[Stop]] = {}
        self._stops: dict[int, list[Stop]] = {}
        self._rivers: dict[int, list[Stop]] = {}

    def stops(self, i: int) -> list[Stop]:
        """What always stops a member. The edge of the board stops only the recoiler itself."""
        if i not in self._stops:
            base = self.bases[i]
            others = self.apart_from | {b.id for b in self.bases}
            found = base_stops(self.position, base, self.towards, self.far, others)
            found += ground_stops(
                self.position, base, self.towards, self.far, lambda piece: _bars(self.position, piece, base)
            )
            edge = edge_stop(self.position, base, self.towards, self.far) if i == 0 else None
            self._stops[i] = found if edge is None else [*found, edge]
        return self._stops[i] + self.refused.get(i, [])

    def limit(self, i: int) -> float:
        return nearest(self.stops(i))

    def rivers(self, i: int) -> list[Stop]:
        """The rivers that a member reaches."""
        if i not in self._rivers:
            base = self.bases[i]
            self._rivers[i] = ground_stops(self.position, base, self.towards, self.far, _river)
        return self._rivers[i]

    def next_river(self, got: float, moved: list[float]) -> tuple[int, Stop] | None:
        """The member that is first to reach a river not yet tried, and that river."""
        best: tuple[float, int, Stop] | None = None
        for i, share in enumerate(moved):
            for river in self.rivers(i) if share > 0.0 else ():
                when = got - share + river.at
                settled = (i, river.id) in self.entered or river in self.refused.get(i, ())
                if river.at < share and not settled and (best is None or when < best[0]):
                    best = (when, i, river)
        return None if best is None else best[1:]


def push_back(
    position: Position,
    base: Base,
    towards: Point,
    far: float,
    dice: Chance,
    closed: frozenset[str],
    finding: Finding,
    apart_from: frozenset[str] = frozenset(),
) -> Pushback:
    """Move a recoiler straight back. It pushes every friend it may push, each as far as possible."""
    rank = _File(position, base, towards, far, apart_from)
    while True:
        got = reach(rank.rectangles, towards, 0, far, rank.limit)
        moved = shares(rank.rectangles, towards, 0, got)
        tried = rank.next_river(got, moved)
        if tried is None:
            break
        i, river = tried
        event = "recoil" if i == 0 else "push"
        ford = try_river(rank.position, river.id, rank.bases[i], event, dice, closed, finding)
        rank.position, closed = ford.position, ford.closed
        if ford.entered:
            rank.entered.add((i, river.id))
        else:
            rank.refused.setdefault(i, []).append(river)
    return _settled(rank, got, moved, closed)


def _settled(rank: _File, got: float, moved: list[float], closed: frozenset[str]) -> Pushback:
    """Put every base in its final place, and find what stopped them if they did not go far enough."""
    blocked: list[tuple[str, Stop]] = []
    if got < rank.far - COINCIDE:
        wanted = shares(rank.rectangles, rank.towards, 0, rank.far)
        for i, share in enumerate(wanted):
            stops = rank.stops(i) if share > 0.0 else []
            blocked += [(rank.bases[i].id, s) for s in stops if rank.far - share + s.at <= got + COINCIDE]
    position = rank.position
    off: list[str] = []
    for i, base in enumerate(rank.bases):
        if moved[i] > 0.0:
            position = position.with_base(moved_straight(position, base, rank.towards, moved[i]))
            if i > 0 and edge_stop(position, base, rank.towards, moved[i]) is not None:
                off.append(base.id)
    shifts = {base.id: moved[i] for i, base in enumerate(rank.bases) if moved[i] > 0.0}
    return Pushback(position, shifts, got, tuple(blocked), closed, tuple(off))


def may_be_pushed(position: Position, friend: Base, by: Base) -> bool:
    """Whether a friend behind gives way: it faces exactly the same way and is of a type that can be pushed."""
    return not is_unpushable(position, friend) and same_direction(friend.facing, by.facing)


def _bars(position: Position, piece: Terrain, base: Base) -> str | None:
    """Why a feature stops a base that goes back: it is a camp or town, or impassable ground. None if it does not."""
    if piece.is_place:
        return "place"
    return "impassable" if is_barred(position, piece, base) else None


def _river(piece: Terrain) -> str | None:
    return "river" if piece.kind == "river" else None


def stops_behind(position: Position, base: Base, towards: Point, far: float, apart_from: frozenset[str]) -> list[Stop]:
    """Everything that stops one base going straight back within a distance, except rivers; nearest first."""
    found = base_stops(position, base, towards, far, apart_from)
    found += ground_stops(position, base, towards, far, lambda piece: _bars(position, piece, base))
    edge = edge_stop(position, base, towards, far)
    return sorted(found if edge is None else [*found, edge], key=lambda stop: (round(stop.at, 3), stop.id))


def rivers_behind(position: Position, base: Base, towards: Point, far: float) -> list[Stop]:
    """The rivers that a base reaches by going straight."""
    return ground_stops(position, base, towards, far, _river)


def removed(position: Position, names: tuple[str, ...]) -> Position:
    """The position without some bases, or the same one when there are none."""
    return position.without(*names) if names else position


def is_unpushable(position: Position, base: Base) -> bool:
    """Whether no row of the recoil table allows this base to be pushed."""
    row = table(position, "recoil_into")["rows"].get(base.kind)
    return row is not None and "push" not in row
