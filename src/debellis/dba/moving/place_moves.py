"""Moves into, out of and through camps and towns. They are measured to and from the outline, never inside it."""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.fighting.fighters import residents
from debellis.dba.moving.zone import is_hostile
from debellis.dba.troops import type_of
from debellis.geometry.outline import least_rectangle
from debellis.geometry.plane import COINCIDE, Point, distance, nearest_on_segment
from debellis.geometry.polygon import Polygon, between_polygon, between_polygons
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.legs import Leg, leg
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict


def leg_out(place: Terrain, end: Rectangle, front_only: bool = False) -> Leg:
    """The leg from the outline of a place to an end outside it. Its length is the distance of the furthest corner.

    `front_only` measures only the front corners, as for bases that dismount.
    """
    from_here = [_nearest(corner, place.ground) for corner in end.corners]
    which = (FRONT_LEFT, FRONT_RIGHT) if front_only else range(4)
    furthest = max(which, key=lambda i: distance(end.corners[i], from_here[i]))
    corner, exit_point = end.corners[furthest], from_here[furthest]
    start = end.moved(exit_point[0] - corner[0], exit_point[1] - corner[1])
    return Leg(start, end, end.corners + tuple(from_here), distance(corner, exit_point))


def _nearest(p: Point, outline: Polygon) -> Point:
    found = [nearest_on_segment(p, outline[i - 1], outline[i]) for i in range(len(outline))]
    return min(found, key=lambda q: distance(p, q))


def leg_in(start: Rectangle, place: Terrain) -> Leg:
    """The shortest straight leg from where an element stands to the outline of a place."""
    here, there, gap = between_polygon(start, place.ground)
    return leg(start, start.moved(there[0] - here[0], there[1] - here[1]), gap)


def leg_across(from_place: Terrain, to_place: Terrain, width: float, depth: float) -> Leg:
    """The shortest straight leg from the outline of one place to that of another."""
    here, there, gap = between_polygons(from_place.ground, to_place.ground)
    facing = (0.0, 1.0) if gap <= COINCIDE else ((there[0] - here[0]) / gap, (there[1] - here[1]) / gap)
    start = Rectangle(here, facing, width, depth)
    return leg(start, start.advanced(gap), gap)


def judge_leaving(base: Base, place: Terrain, verdict: Verdict) -> None:
    """Refuse to let troops leave a town that they took and do not yet control."""
    if base.sacking:
        says = f"{base.id} took {place.id} and may not leave it before its side has thrown 5 or 6"
        verdict.refuse(says, "DBA22-B8.2")


def judge_entering(position: Position, base: Base, place: Terrain, ends_there: bool, verdict: Verdict) -> None:
    """Refuse entry into a place that the enemy holds, and an end in a place that is already occupied."""
    holder = position.within(place.id)
    hostile = is_hostile(position, place, base.side)
    if hostile and (holder is not None or residents(place) is not None):
        who = holder.id if holder is not None else str(residents(place)).replace("_", " ")
        says = f"{place.id} is held by {who}: it must be taken by combat before {base.id} can move in"
        verdict.refuse(says, "DBA22-B7.6" if place.kind == "camp" else "DBA22-B8.6")
    elif ends_there and holder is not None:
        names = ("BOB-TRN-3b", "DBA22-B7.3") if place.kind == "camp" else ("BOB-CAP-4a", "DBA22-B8.5")
        verdict.refuse(f"{base.id} cannot enter {place.id}: {holder.id} is in it, and it holds one element", *names)
    elif ends_there and place.kind == "camp" and residents(place) is not None:
        says = f"{place.id} holds its followers, who may not leave; there is no room for {base.id}"
        verdict.refuse(says, "BOB-TRN-3b", "DBA22-B7.3")


def cite_entering(position: Position, base: Base, place: Terrain, verdict: Verdict) -> None:
    """Cite what makes a move into a place legal."""
    if type_of(position, base).move_bad == 0:
        says = f"{place.id} is not bad going: {base.code} {base.id} may enter it"
        verdict.cite_all(tuple(table(position, "barred_ground")["open_clauses"]), says)
    if place.kind != "camp" or not is_hostile(position, place, base.side):
        return
    verdict.cite_all(("BOB-CAP-5a", "DBA22-B7.6"), f"{place.id} is empty: {base.id} takes it by moving in")
    length, width = least_rectangle(place.ground)
    if max(base.width, base.depth) > length + COINCIDE or min(base.width, base.depth) > width + COINCIDE:
        says = f"{base.id} is {base.width:g} by {base.depth:g} millimetres and may occupy {place.id}, small as it is"
        verdict.cite("BOB-CAP-5d", says)


def taken(position: Position, place: Terrain, side: str) -> Position:
    """The position with a place under the control of the side whose troops moved in."""
    occupant = "none" if place.owner != side else place.occupant
    changed = replace(place, owner=side, occupant=occupant)
    return replace(position, terrain=tuple(changed if piece.id == place.id else piece for piece in position.terrain))
