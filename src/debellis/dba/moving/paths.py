"""The path of a move: whether it is free of enemies, friends, water and places, and which friends it passes through.

It is used for single elements and for each member of a group: `judge_way(position, base, legs, verdict, ...)`. `base`
is the element at its start and `legs` are its path.
"""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.going import is_bad_for
from debellis.dba.moving.movement import passing
from debellis.dba.moving.speeds import bad_limit
from debellis.dba.passing import narrowest_gap
from debellis.geometry.outline import share_ground
from debellis.geometry.plane import COINCIDE, Point, distance
from debellis.geometry.polygon import Polygon, between_polygons, clip
from debellis.geometry.rectangle import Rectangle, penetration
from debellis.manoeuvre.legs import (
    Leg,
    boxes_apart,
    crosses,
    crosses_piece,
    gap_to_area,
    holds,
    lines_through,
    rectangle_box,
    shared_depth,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.verdict import Verdict, permit, permit_by, refuse_by

NONE: frozenset[str] = frozenset()


class Blocked(Value, frozen=True):
    """An obstacle on the path: its name, its outline, and how deep the path runs into it (0 for ground)."""

    name: str
    outline: Polygon
    depth: float


def judge_way(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    verdict: Verdict,
    *,
    ignoring: frozenset[str] = NONE,
    places: frozenset[str] = NONE,
    impassable: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Judge whether a path is free, and refuse it with every obstacle. Returns the friends passed through.

    `ignoring` names bases that move along with it, `places` the camps and towns it may go through or into. `impassable`
    is ground on the path that is already refused; it may leave too small a gap.
    """
    passed: dict[str, None] = {}
    blocked: list[Blocked] = []
    skip = ignoring | {base.id}
    others = [b for b in position.standing if _is_near(legs, b.rectangle) and b.id not in skip]
    for part in legs:
        for other in others:
            if crosses(part, other.rectangle):
                _meet(position, base, part, other, passed, blocked, verdict)
        blocked += _ground_in_the_way(position, base.id, part, places, verdict)
    blocked += [Blocked(name, position.feature(name).ground, 0.0) for name in impassable]
    _judge_end(position, base, legs[-1].end, others, tuple(passed), verdict)
    if blocked:
        _cite_gap(base, legs, blocked, _beside(position, base, legs, others, places, tuple(passed)), verdict)
    if len(passed) > 1:
        permit(verdict, f"{base.id} passes through {', '.join(passed)} in one tactical move", "BOB-INT-1c")
    return tuple(passed)


def _is_near(legs: tuple[Leg, ...], other: Rectangle) -> bool:
    """Whether a base could be in the way at all, by axis-aligned boxes."""
    around = rectangle_box(other)
    return any(not boxes_apart(around, part.bounds) for part in legs)


def _meet(
    position: Position,
    base: Base,
    part: Leg,
    other: Base,
    passed: dict[str, None],
    blocked: list[Blocked],
    verdict: Verdict,
) -> None:
    """Judge one base in the area of a leg.

    An enemy blocks; a friend's corner may be cut, or the friend passed through.
    """
    if penetration(part.end, other.rectangle) > COINCIDE:
        return  # Ending on top of something is judged by itself.
    lines = lines_through(part, other.rectangle)
    if other.side != base.side:
        if lines or holds(part.area, other.rectangle):
            _block(base, part, other, blocked, verdict)
        return
    if lines <= 1 and not holds(part.area, other.rectangle):
        if lines == 1:
            says = f"only one corner of {base.id} crosses {other.id}: it cuts the corner"
            permit(verdict, says, *table(position, "passing")["corner_clauses"])
        return
    if _passes(position, base, part, other, verdict):
        passed[other.id] = None
    else:
        _block(base, part, other, blocked, verdict)


def _passes(position: Position, base: Base, part: Leg, friend: Base, verdict: Verdict) -> bool:
    """Whether it may pass through a friend, by type and by facing at both ends of the leg."""
    mover = replace(base, front=part.start.front, facing=part.start.facing, inside=None)
    ruling = passing(position, mover, friend)
    if not ruling.answer:
        refuse_by(verdict, ruling)
        return False
    if not passing(position, replace(mover, facing=part.end.facing), friend).answer:
        says = f"{base.id} turns off the line of {friend.id} while it passes through"
        verdict.cite_all(tuple(table(position, "passing")["facing_clauses"]), says)
        return False
    permit_by(verdict, ruling)
    return True


def _block(base: Base, part: Leg, other: Base, blocked: list[Blocked], verdict: Verdict) -> None:
    depth = shared_depth(part.area, other.rectangle.corners)
    what = "the enemy" if other.side != base.side else "its friend"
    says = f"{what} {other.id} is {depth:.2f} mm in the way of {base.id}; there is no free space to go through"
    verdict.refuse(says, "BOB-MOV-3d", "DBA22-B12.1.3")
    verdict.measure(f"{other.id} in the way", depth)
    verdict.draw("area", part.area, "blocked", f"way of {base.id}")
    blocked.append(Blocked(other.id, other.rectangle.corners, depth))


def _ground_in_the_way(
    position: Position, who: str, part: Leg, places: frozenset[str], verdict: Verdict
) -> list[Blocked]:
    """The water and places on the path. A waterway is impassable; a place may be crossed only if the move names it."""
    found: list[Blocked] = []
    for piece in position.terrain:
        if boxes_apart(part.bounds, piece.box):
            continue
        if piece.kind == "waterway" and crosses_piece(part, piece):
            verdict.refuse(f"{who} cannot enter {piece.id}: a waterway is impassable", "DBA22-B5.3.1")
            found.append(Blocked(piece.id, piece.ground, 0.0))
        elif piece.is_place and piece.id not in places and crosses_piece(part, piece):
            if not share_ground(part.end.corners, piece.ground):
                says = f"the way of {who} leads through {piece.id}: an element is inside it or outside, never partly"
                verdict.refuse(says, "BOB-CAP-4b", _in_or_out(piece))
            found.append(Blocked(piece.id, piece.ground, 0.0))
    return found


def _in_or_out(place: Terrain) -> str:
    return "DBA22-B7.4" if place.kind == "camp" else "DBA22-B8.5"


def _judge_end(
    position: Position,
    base: Base,
    end: Rectangle,
    others: list[Base],
    passed: tuple[str, ...],
    verdict: Verdict,
) -> None:
    """Refuse a move that ends on top of a base or partly in a place."""
    for other in others:
        depth = penetration(end, other.rectangle)
        if depth <= COINCIDE:
            continue
        says = f"{base.id} would end {depth:.2f} mm on top of {other.id}"
        verdict.measure(f"on top of {other.id}", depth)
        verdict.draw("area", end.corners, "blocked", base.id)
        if passed or _could_pass(position, base, end, other):
            verdict.refuse(f"{says}: it must get wholly past and have room there", "BOB-INT-1b", "DBA22-B18.1")
        else:
            verdict.refuse(f"{says}: there is no free space for it", "BOB-MOV-3d", "DBA22-B12.1.3")
    around = rectangle_box(end)
    for piece in position.terrain:
        if boxes_apart(around, piece.box):
            continue
        if piece.is_place and share_ground(end.corners, piece.ground):
            says = f"{base.id} would end partly in {piece.id}: an element is inside it or outside"
            verdict.refuse(says, "BOB-CAP-4b", _in_or_out(piece))


def _could_pass(position: Position, base: Base, end: Rectangle, other: Base) -> bool:
    """Whether it is a friend that the base could pass through, so that only the space beyond it is missing."""
    if other.side != base.side or other.id == base.id:
        return False
    mover = replace(base, front=end.front, facing=end.facing, inside=None)
    return bool(passing(position, mover, other).answer)


def _beside(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    others: list[Base],
    places: frozenset[str],
    passed: tuple[str, ...],
) -> list[Blocked]:
    """Obstacles that a path touches: bases, except friends it could pass, and impassable ground."""
    walls = [(b.id, b.rectangle.corners) for b in others if b.id not in passed]
    walls += [(p.id, p.ground) for p in position.terrain if p.id not in places and _bars(position, base, p)]
    found = [wall for wall in walls if any(gap_to_area(part, wall[1]) <= COINCIDE for part in legs)]
    solid = [(n, o) for n, o in found if not (position.has_base(n) and _could_pass_here(position, base, legs, n))]
    return [Blocked(name, outline, 0.0) for name, outline in solid]


def _bars(position: Position, base: Base, piece: Terrain) -> bool:
    if piece.is_place or piece.kind == "waterway":
        return True
    return is_bad_for(position, piece, base) and bad_limit(position, base.kind) == 0.0


def _could_pass_here(position: Position, base: Base, legs: tuple[Leg, ...], name: str) -> bool:
    return any(_could_pass(position, base, part.start, position.base(name)) for part in legs)


def _cite_gap(
    base: Base, legs: tuple[Leg, ...], blocked: list[Blocked], beside: list[Blocked], verdict: Verdict
) -> None:
    """Cite the smallest gap if the path leads between two obstacles that stand too close together.

    Both obstacles block the path, or one blocks it and the path runs along the other.
    """
    needed = min(narrowest_gap(legs[0].start), narrowest_gap(legs[-1].end))
    gaps = [
        (a.name, b.name, between_polygons(a.outline, b.outline))
        for i, a in enumerate(blocked)
        for b in blocked[i + 1 :]
        if a.name != b.name
    ]
    names = {a.name for a in blocked}
    for part in legs:
        for a in blocked:
            for b in beside:
                across = None if b.name in names else _between(part, a.outline, b.outline, needed)
                if across is not None:
                    gaps.append((a.name, b.name, across))
    for name, other, (here, there, wide) in gaps:
        if COINCIDE < wide < needed - COINCIDE:
            says = f"the gap between {name} and {other} is {wide:.2f} mm and {base.id} needs {needed:g} mm"
            verdict.cite("BOB-MOV-3c", says)
            verdict.draw("line", (here, there), "distance", f"{wide:.2f} mm")


def _between(part: Leg, a: Polygon, b: Polygon, near: float) -> tuple[Point, Point, float] | None:
    """The shortest line between two outlines if a leg touches both and leads between them. Otherwise None."""
    (x, y), (far_x, far_y) = part.start.centre, part.end.centre
    far = distance((x, y), (far_x, far_y))
    if far <= COINCIDE or any(gap_to_area(part, outline) > COINCIDE for outline in (a, b)):
        return None
    round_it = part.start.radius + part.end.radius + near
    way = ((far_x - x) / far, (far_y - y) / far)
    front = (far_x + way[0] * round_it, far_y + way[1] * round_it)
    ground = Rectangle(front, way, 2.0 * round_it, far + 2.0 * round_it)
    here, there = clip(a, ground), clip(b, ground)
    mine, theirs = ([ground.local(p)[0] for p in outline] for outline in (here, there))
    if max(mine) >= min(theirs) and max(theirs) >= min(mine):
        return None
    return between_polygons(here, there)
