"""The table as terrain is placed on it: the defender's edge, short and long edges, the six sectors."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import Polygon
from debellis.mechanics.tables import table
from debellis.table.board import BESIDE, OPPOSITE, inward, length_of, sideways
from debellis.table.position import Position

NEAR, FAR = "near", "far"
LEFT, CENTRE, RIGHT = "left", "centre", "right"
#: Of which edges the left end, seen from behind them, is where the table's own measure along them begins.
_FROM_LEFT = ("south", "east")
Sector = tuple[str, str]


def long_edges(base_edge: str) -> tuple[str, str]:
    """The defender's edge and the one opposite."""
    return (base_edge, OPPOSITE[base_edge])


def short_edges(base_edge: str) -> tuple[str, str]:
    first, second = BESIDE[base_edge]
    return (first, second)


def from_left(p: Point, base_edge: str, position: Position) -> float:
    """How far a point lies from the left end of the defender's edge, as he sees it."""
    at = sideways(p, base_edge)
    return at if base_edge in _FROM_LEFT else length_of(base_edge, position.size) - at


def sectors_of(points: Polygon, base_edge: str, position: Position) -> list[Sector]:
    """The sectors that hold all of some points; more than one only where they lie on a border."""
    return [
        (half, third)
        for half in (NEAR, FAR)
        for third in (LEFT, CENTRE, RIGHT)
        if all(_in_half(p, half, base_edge, position) and in_third(p, third, base_edge, position) for p in points)
    ]


def _in_half(p: Point, half: str, base_edge: str, position: Position) -> bool:
    deep = inward(p, base_edge, position.size)
    middle = length_of(BESIDE[base_edge][0], position.size) * 0.5
    return deep <= middle + COINCIDE if half == NEAR else deep >= middle - COINCIDE


def in_third(p: Point, third: str, base_edge: str, position: Position) -> bool:
    """Whether a point lies in the left, central or right third of the table's width."""
    at = from_left(p, base_edge, position)
    width = length_of(base_edge, position.size)
    flank = width * float(table(position, "terrain")["sectors"]["flank_share_of_width"])
    if third == LEFT:
        return at <= flank + COINCIDE
    if third == RIGHT:
        return at >= width - flank - COINCIDE
    return flank - COINCIDE <= at <= width - flank + COINCIDE


def sector_of_die(position: Position, die: int) -> Sector:
    """The sector a die means."""
    half, third = table(position, "setup")["sectors"]["numbers"][str(die)]
    return (half, third)


def to_nearest_edge(points: Polygon, position: Position) -> float:
    """How near some points come to the nearest table edge; 0 when they touch or cross one."""
    return max(0.0, min(inward(p, edge, position.size) for edge in OPPOSITE for p in points))
