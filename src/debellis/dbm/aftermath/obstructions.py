"""What stops an outcome move: enemies, friends, impassable ground, works and the table edge."""

from __future__ import annotations

from debellis.dbm.measures import base_width
from debellis.dbm.moving.speeds import bars
from debellis.dbm.troops import noted
from debellis.dbm.works import is_open_gate, is_within, is_works, section_of
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import OUTSIDE, Polygon, lies
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.pushing import until_ground
from debellis.manoeuvre.stops import Stop
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

GROUND, WORKS = "ground", "works"
#: Depth of the area drawn beyond a table edge (mm).
_OUTSIDE = 1000.0


def present(position: Position) -> tuple[Base, ...]:
    """The bases on the table, without ambushers that are not yet placed."""
    return tuple(base for base in position.standing if not noted(base, "ambush"))


def step_back(position: Position, base: Base) -> float:
    """How far an element recoils or pursues: its base depth, at most a base width."""
    return min(base.depth, base_width(position))


def facing_towards(base: Base, towards: Point) -> Base:
    """The base turned about its centre to face a direction."""
    half, (x, y) = base.depth * 0.5, base.rectangle.centre
    return replace(base, front=(x + towards[0] * half, y + towards[1] * half), facing=towards)


def at_place(base: Base, place: Rectangle) -> Base:
    """The base moved to a place."""
    return replace(base, front=place.front, facing=place.facing)


def is_open(position: Position, piece: Terrain, base: Base, left: frozenset[str]) -> bool:
    """Whether works let an element out: enemy earthworks it is inside of, or a gateway that nobody opposes."""
    if piece.kind in table(position, "outcome_moves")["works_left"]:
        theirs = piece.owner is not None and piece.owner != base.side
        return piece.id in left or (theirs and is_within(base, section_of(piece)))
    return is_open_gate(position, piece, base.side)


def barring(position: Position, base: Base, left: frozenset[str] = frozenset()) -> list[tuple[str, Terrain]]:
    """The features an element cannot enter, each marked as ground or works. Features it is already in are left out.

    `left` names enemy works that it is inside of and may be pushed out of.
    """
    found = []
    for piece in position.terrain:
        if is_works(position, piece) and is_open(position, piece, base, left):
            continue
        what = WORKS if is_works(position, piece) else GROUND if bars(position, base, piece) else None
        if what is not None and lies(base.rectangle, piece.ground) == OUTSIDE:
            found.append((what, piece))
    return found


def ground_stops(
    position: Position, base: Base, towards: Point, far: float, left: frozenset[str] = frozenset()
) -> list[Stop]:
    """The features that stop a straight move within a distance."""
    found = []
    for what, piece in barring(position, base, left):
        at = until_ground(base.rectangle, towards, far, piece.ground)
        if at < far - COINCIDE:
            found.append(Stop(at, what, piece.id))
    return found


def beyond_edge(position: Position, edge: str) -> Polygon:
    """The area beyond one table edge, as an outline."""
    (w, h), far = position.size, _OUTSIDE
    return {
        "north": ((-far, h), (w + far, h), (w + far, h + far), (-far, h + far)),
        "south": ((-far, -far), (w + far, -far), (w + far, 0.0), (-far, 0.0)),
        "east": ((w, -far), (w + far, -far), (w + far, h + far), (w, h + far)),
        "west": ((-far, -far), (0.0, -far), (0.0, h + far), (-far, h + far)),
    }[edge]
