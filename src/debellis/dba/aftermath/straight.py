"""Straight moves made because of combat: how far they go, and everything that may stop them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from debellis.battle.chance import Chance, Needed
from debellis.dba.book import book, table
from debellis.geometry.plane import SLIGHT, Point, bearing, direction
from debellis.geometry.polygon import OUTSIDE, holds_point, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.pushing import until_ground
from debellis.manoeuvre.rivers import crossing_lasts
from debellis.manoeuvre.stops import Stop, edge_stops
from debellis.manoeuvre.stops import base_stops as stops_among
from debellis.manoeuvre.zones import square
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding


def standard_depth(position: Position, base: Base) -> float:
    """The depth that its list code prescribes, whatever the depth of the actual base."""
    row = book(position).codes[base.code]
    return float(row.depth_mm_large if position.scale.large else row.depth_mm_small)


def depth_of_move(position: Position, base: Base) -> float:
    """How far a base recoils or pursues: its standard depth, but at most a base width."""
    return min(standard_depth(position, base), position.scale.base_width)


def base_stops(position: Position, base: Base, towards: Point, far: float, apart_from: frozenset[str]) -> list[Stop]:
    """The bases that stop a straight move within a distance, nearest first."""
    others = [other for other in position.standing if other.id != base.id and other.id not in apart_from]
    return sorted(stops_among(others, base, towards, far), key=lambda stop: (round(stop.at, 3), stop.id))


def ground_stops(
    position: Position, base: Base, towards: Point, far: float, stops: Callable[[Terrain], str | None]
) -> list[Stop]:
    """The features that stop a straight move.

    `stops` gives the reason for each feature, or None if it does not stop.
    """
    found = []
    for piece in position.terrain:
        what = stops(piece)
        if what is None:
            continue
        at = until_ground(base.rectangle, towards, far, piece.ground)
        by_road = what in ("river", "bad_going", "impassable") and piece.kind != "waterway"
        if at < far and not (by_road and goes_by_road(position, base, towards, far)):
            found.append(Stop(at, what, piece.id))
    return sorted(found, key=lambda stop: (round(stop.at, 3), stop.id))


def goes_by_road(position: Position, base: Base, towards: Point, far: float) -> bool:
    """Whether a straight move follows a road: the middle of the base is on it from start to end."""
    start = base.rectangle
    end = start.moved(towards[0] * far, towards[1] * far)
    line = [middle for place in (start, end) for middle in (place.front, place.advanced(-place.depth).front)]
    return any(all(holds_point(p, road.ground) for p in line) for road in position.features("road"))


def edge_stop(position: Position, base: Base, towards: Point, far: float) -> Stop | None:
    """Where a straight move takes a base that is on the board over its edge; None if it does not."""
    return min(edge_stops(position.size, base, towards, far), key=lambda stop: stop.at, default=None)


def is_barred(position: Position, piece: Terrain, base: Base) -> bool:
    """Whether a feature is impassable: a waterway for every base, bad going for bases without a move in it."""
    if piece.kind in book(position).tables.going.impassable:
        return True
    return piece.kind in book(position).tables.going.bad and book(position).types[base.kind].move_bad == 0


def moved_straight(position: Position, base: Base, towards: Point, far: float) -> Base:
    """The base after a straight move, with the direction in which it now crosses a river, if any."""
    if far <= SLIGHT:
        return base
    east, north = _scaled(towards, far)
    there = replace(base, front=(base.front[0] + east, base.front[1] + north))
    return crossing_now(position, base, there, towards)


def crossing_now(position: Position, before: Base, after: Base, towards: Point) -> Base:
    """A base as it stands after a move: crossing a river as before, crossing in a new direction, or no longer
    crossing."""
    kept = stands_in_river(position, before) and before.crossing is not None
    way = direction(before.crossing) if kept and before.crossing is not None else towards
    rivers = position.features("river") if stands_in_river(position, after) else ()
    lasts = any(crossing_lasts(after.rectangle, river.ground, way) for river in rivers)
    return replace(after, crossing=(before.crossing if kept else bearing(way)) if lasts else None)


def stands_in_river(position: Position, base: Base) -> bool:
    """Whether some part of a base stands in a river of any nature and off the road."""
    if not base.on_table or goes_by_road(position, base, (0.0, 0.0), 0.0):
        return False
    return any(lies(base.rectangle, river.ground) != OUTSIDE for river in position.features("river"))


def cite_zones_ignored(position: Position, start: Base, towards: Point, far: float, finding: Finding) -> None:
    """Cite that moves made because of combat ignore zones, if the base enters the zone of an enemy it was not in."""
    width = table(position, "zone")["width_bw"] * position.scale.base_width
    depth = table(position, "zone")["depth_bw"] * position.scale.base_width
    for enemy in position.enemies(start.side):
        zone = square(enemy.rectangle, width, depth)
        if not overlaps(start.rectangle, zone) and free_slide(start.rectangle, towards, far, zone) < far:
            sentence = f"{start.id} goes through the zone of {enemy.id}, which does not bind a move made by combat"
            finding.cite_all(("BOB-ZOC-10a", "DBA22-B14.7"), sentence)
            finding.draw("area", zone.corners, "zone", f"zone of {enemy.id}")


@contextmanager
def dice_of_question(scripted: tuple[int, ...] | None) -> Iterator[Chance]:
    """The dice given with a question; BadQuestion if one is missing or left over."""
    dice = Chance(scripted or ())
    try:
        yield dice
    except Needed as needed:
        raise BadQuestion(f"dice must have one more die: {needed.throw.why}", "dice") from None
    if dice.left_over:
        many = "a die" if dice.left_over == 1 else f"{dice.left_over} dice"
        raise BadQuestion(f"dice has {many} too many; this question uses {len(dice.thrown)}", "dice")


def front_of(place: Rectangle) -> list[float]:
    """The midpoint of a front edge, in the form used by answers."""
    return [place.front[0], place.front[1]]


def _scaled(towards: Point, far: float) -> tuple[float, float]:
    return (towards[0] * far, towards[1] * far)
