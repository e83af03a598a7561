"""The path of a flight: how far it goes, whom it passes through, what it must avoid, and the rivers on it."""

from __future__ import annotations

from typing import Any

from debellis.dba.aftermath.recoil import Recoiled
from debellis.dba.aftermath.straight import base_stops, ground_stops
from debellis.dba.book import book, in_mm, table
from debellis.dba.fighting.fighters import fighter
from debellis.dba.going import WET, going, is_bad_for
from debellis.dba.passing import on_one_line
from debellis.dba.troops import fits, move_bad, move_good, passing_rows
from debellis.geometry.polygon import OUTSIDE, Polygon, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.least_turn import swept
from debellis.manoeuvre.stops import Stop
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value


class Flight(Value, frozen=True):
    """A flight after its recoil (`begun`) and turn about; `far` is how far it must go (mm)."""

    position: Position
    base: Base
    far: float
    begun: Recoiled


def full_move(position: Position, base: Base) -> float:
    """The distance of a full tactical move in the going where the element stands."""
    here = going(position, base)
    if here == "river":
        return in_mm(position, table(position, "river_move")["distance"])
    return in_mm(position, move_bad(position, base.kind) if here == "bad" else move_good(position, base.kind))


def passable(flight: Flight) -> frozenset[str]:
    """The friends ahead that a fleer passes through: allowed by type, facing exactly along its line, and left
    wholly behind."""
    position, base = flight.position, flight.base
    end = base.rectangle.advanced(flight.far)
    found = set()
    for friend in position.friends(base.side):
        if friend.id != base.id and may_pass(position, base, friend) and not overlaps(end, friend.rectangle):
            found.add(friend.id)
    return frozenset(found)


def may_pass(position: Position, base: Base, friend: Base) -> bool:
    """Whether a fleer may go through a friend, by type and facing."""
    return passes_by_type(position, base, friend) and on_one_line(base.rectangle, friend.rectangle, True)


def passes_by_type(position: Position, base: Base, friend: Base) -> bool:
    return bool(passing_rows(position, base, friend, "tactical_or_flee"))


def straight_stops(flight: Flight, ways: frozenset[str]) -> list[Stop]:
    """What is in the way straight ahead."""
    position, base = flight.position, flight.base
    found = base_stops(position, base, base.facing, flight.far, ways)
    found += ground_stops(position, base, base.facing, flight.far, lambda piece: avoided(position, base, piece))
    return sorted(found, key=lambda stop: stop.at)


def avoided(position: Position, base: Base, piece: Terrain) -> str | None:
    """Why a fleer must avoid a feature: "place", "impassable" or "bad_going". None if it may run into it."""
    if piece.is_place:
        return "place" if fighter(position, piece.id) is not None else None
    if piece.kind in book(position).tables.going.impassable:
        return "impassable"
    if not is_bad_for(position, piece, base):
        return None
    return "bad_going" if piece.kind in ground_row(position, base)["avoids"] else None


def ground_row(position: Position, base: Base) -> dict[str, Any]:
    """The row that says which bad going a fleer avoids."""
    rows: list[dict[str, Any]] = table(position, "flee")["ground"]
    return next(row for row in rows if fits(position, base.kind, tuple(row["types"])))


def outlines(flight: Flight) -> list[Polygon]:
    """The outlines of everything that a fleer could run into after a turn."""
    reach = flight.far + flight.base.depth + flight.base.width
    centre = flight.base.rectangle.centre
    found: list[Polygon] = []
    for other in flight.position.standing:
        away = (other.rectangle.centre[0] - centre[0], other.rectangle.centre[1] - centre[1])
        near = reach + other.rectangle.radius
        if other.id != flight.base.id and away[0] * away[0] + away[1] * away[1] <= near * near:
            found.append(other.rectangle.corners)
    return found + [piece.ground for piece in _grounds(flight)]


def _grounds(flight: Flight) -> list[Terrain]:
    """The features that the fleer must avoid and does not already stand in."""
    position, base = flight.position, flight.base
    return [
        piece
        for piece in position.terrain
        if avoided(position, base, piece) is not None and lies(base.rectangle, piece.ground) == OUTSIDE
    ]


def is_free(flight: Flight, way: Rectangle) -> bool:
    """Whether all the ground of a move is free of bases and of features that a fleer avoids."""
    for other in flight.position.standing:
        if other.id != flight.base.id and overlaps(way, other.rectangle):
            return False
    return all(lies(way, piece.ground) == OUTSIDE for piece in _grounds(flight))


def rivers_ahead(position: Position, base: Base, far: float) -> list[Stop]:
    def wet(piece: Terrain) -> str | None:
        return "river" if piece.kind == "river" and piece.nature in WET else None

    return ground_stops(position, base, base.facing, far, wet)


def is_wet(position: Position, base: Base) -> bool:
    rivers = position.features("river")
    return any(piece.nature in WET and lies(base.rectangle, piece.ground) != OUTSIDE for piece in rivers)


def passed_on_the_way(flight: Flight, ways: frozenset[str], far: float) -> list[str]:
    """The friends that a fleer passed through while it went straight ahead."""
    way = swept(flight.base.rectangle, far)
    return [name for name in ways if overlaps(way, flight.position.base(name).rectangle)]
