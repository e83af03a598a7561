"""Deployment zones: how far out from its edge an army may be placed."""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.geometry.plane import Point, Segment, part_way
from debellis.mechanics.tables import table
from debellis.table.board import BESIDE, EDGES, OPPOSITE, edge_line, length_of
from debellis.table.position import Position
from debellis.umpire.questions import one_of

EDGE = one_of(*EDGES)
_INWARD: dict[str, Point] = {"north": (0.0, -1.0), "east": (-1.0, 0.0), "south": (0.0, 1.0), "west": (1.0, 0.0)}


def inward_of(edge: str) -> Point:
    """The direction that points onto the table from an edge."""
    return _INWARD[edge]


def depth_of_zone(position: Position, base_edge: str) -> float:
    """How far out from a base edge the zone reaches: to some paces short of the centre line."""
    whole = length_of(BESIDE[base_edge][0], position.size)
    return whole * 0.5 - paces(position, table(position, "deploy")["front_limit_from_centre_line"])


def enemy_front(position: Position, base_edge: str) -> Segment:
    """The front of the zone of the side opposite, from end to end of the table."""
    theirs = OPPOSITE[base_edge]
    share = depth_of_zone(position, theirs) / length_of(BESIDE[theirs][0], position.size)
    a, b = edge_line(theirs, position.size)
    c, d = edge_line(base_edge, position.size)
    return (part_way(a, c, share), part_way(b, d, share))
