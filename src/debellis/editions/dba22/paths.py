"""The way of a move: whether it is free of enemies, friends, water and places, and whom it passes through.

Used for single elements and, member by member, for groups: `judge_way(position, base, legs, verdict, ...)`, where
`base` is the element as it starts and `legs` its way (`db.sweeping`).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from debellis.db.passing import narrowest_gap
from debellis.db.sweeping import Leg, crosses, crosses_ground, holds, lines_through, motion_of
from debellis.editions.dba22.movement import may_pass_through
from debellis.editions.dba22.verdict import Verdict
from debellis.geometry.outline import share_ground
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import Polygon, between_polygons
from debellis.geometry.rectangle import Rectangle, penetration
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.ruling import Finding

NONE: frozenset[str] = frozenset()


class Blocked(Struct, frozen=True):
    """Something in the way: its name, its outline, and how deep the way runs into it (0 for ground)."""

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
) -> tuple[str, ...]:
    """Judge whether a way is free, refusing with every obstacle; answer the friends passed through.

    `ignoring` names bases that move along with it, `places` the camps and towns it may go through or into.
    """
    passed: dict[str, None] = {}
    blocked: list[Blocked] = []
    skip = ignoring | {base.id}
    for part in legs:
        for other in position.standing:
            if other.id not in skip and crosses(part, other.rectangle):
                _meet(position, base, part, other, passed, blocked, verdict)
        blocked += _ground_in_the_way(position, part, places, verdict)
    _judge_end(position, base, legs[-1].end, skip, places, tuple(passed), verdict)
    _cite_gap(base, legs, blocked, verdict)
    if len(passed) > 1 and verdict.legal:
        verdict.cite("BOB-INT-1c", f"{base.id} passes through {', '.join(passed)} in one tactical move")
    return tuple(passed)


def _meet(
    position: Position,
    base: Base,
    part: Leg,
    other: Base,
    passed: dict[str, None],
    blocked: list[Blocked],
    verdict: Verdict,
) -> None:
    """One base in the area of a leg: an enemy blocks, a friend's corner may be cut, a friend may be passed through."""
    if penetration(part.end, other.rectangle) > COINCIDE:
        return  # Ending on top of something is judged by itself.
    if other.side != base.side:
        _block(base, part, other, blocked, verdict)
        return
    lines = lines_through(part, other.rectangle)
    if lines <= 1 and not holds(part.area, other.rectangle):
        if lines == 1:
            verdict.cite("DBA22-B12.1.3", f"only one corner of {base.id} crosses {other.id}: it cuts the corner")
        return
    if _passes(position, base, part, other, verdict):
        passed[other.id] = None
    else:
        _block(base, part, other, blocked, verdict)


def _passes(position: Position, base: Base, part: Leg, friend: Base, verdict: Verdict) -> bool:
    """Whether it may pass through a friend, by type and by facing at both ends of the leg."""
    mover = replace(base, front=part.start.front, facing=part.start.facing, inside=None)
    there = position.with_base(mover)
    ruling = may_pass_through(there, mover=base.id, friend=friend.id, move="tactical")
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    if not ruling.answer:
        return False
    turned = position.with_base(replace(mover, facing=part.end.facing))
    if not may_pass_through(turned, mover=base.id, friend=friend.id, move="tactical").answer:
        verdict.cite("BOB-INT-1a", f"{base.id} turns off the line of {friend.id} while it passes through")
        return False
    return True


def _block(base: Base, part: Leg, other: Base, blocked: list[Blocked], verdict: Verdict) -> None:
    depth = _depth_in_way(part, other.rectangle)
    what = "the enemy" if other.side != base.side else "its friend"
    says = f"{what} {other.id} is {depth:.1f} mm in the way of {base.id}; there is no free space to go through"
    verdict.refuse(says, "BOB-MOV-3d", "DBA22-B12.1.3")
    verdict.measure(f"{other.id} in the way", depth)
    verdict.draw("area", part.area, "blocked", f"way of {base.id}")
    blocked.append(Blocked(other.id, other.rectangle.corners, depth))


def _depth_in_way(part: Leg, other: Rectangle) -> float:
    from debellis.db.sweeping import shared_depth

    return shared_depth(part.area, other.corners)


def _ground_in_the_way(position: Position, part: Leg, places: frozenset[str], verdict: Verdict) -> list[Blocked]:
    """Water and places on the way: a waterway is impassable, a place is gone through only when the move says so."""
    found: list[Blocked] = []
    for piece in position.terrain:
        if piece.kind == "waterway" and crosses_ground(part, piece.ground):
            verdict.refuse(f"{piece.id} is a waterway, which is impassable", "DBA22-B5.3.1")
            found.append(Blocked(piece.id, piece.ground, 0.0))
        elif piece.is_place and piece.id not in places and crosses_ground(part, piece.ground):
            if not share_ground(part.end.corners, piece.ground):
                says = f"the way leads through {piece.id}: an element is inside it or outside, never partly"
                verdict.refuse(says, "BOB-CAP-4b", _in_or_out(piece))
            found.append(Blocked(piece.id, piece.ground, 0.0))
    return found


def _in_or_out(place: Terrain) -> str:
    return "DBA22-B7.4" if place.kind == "camp" else "DBA22-B8.5"


def _judge_end(
    position: Position,
    base: Base,
    end: Rectangle,
    skip: frozenset[str],
    places: frozenset[str],
    passed: tuple[str, ...],
    verdict: Verdict,
) -> None:
    """A move may not end on top of anything."""
    for other in position.standing:
        if other.id in skip:
            continue
        depth = penetration(end, other.rectangle)
        if depth <= COINCIDE:
            continue
        says = f"{base.id} would end {depth:.1f} mm on top of {other.id}"
        verdict.measure(f"on top of {other.id}", depth)
        verdict.draw("area", end.corners, "blocked", base.id)
        if passed or _could_pass(position, base, end, other):
            verdict.refuse(f"{says}: it must get wholly past and have room there", "BOB-INT-1b", "DBA22-B18.1")
        else:
            verdict.refuse(f"{says}: there is no free space for it", "BOB-MOV-3d", "DBA22-B12.1.3")
    for piece in position.terrain:
        if piece.is_place and piece.id not in places and share_ground(end.corners, piece.ground):
            says = f"{base.id} would end partly in {piece.id}: an element is inside it or outside"
            verdict.refuse(says, "BOB-CAP-4b", _in_or_out(piece))


def _could_pass(position: Position, base: Base, end: Rectangle, other: Base) -> bool:
    """Whether it is a friend it could pass through, so that what fails is only getting clear of it."""
    if other.side != base.side or other.id == base.id:
        return False
    mover = replace(base, front=end.front, facing=end.facing, inside=None)
    there = position.with_base(mover)
    return bool(may_pass_through(there, mover=base.id, friend=other.id, move="tactical").answer)


def _cite_gap(base: Base, legs: tuple[Leg, ...], blocked: list[Blocked], verdict: Verdict) -> None:
    """Cite the smallest gap where the way leads between two things that stand too close together."""
    needed = min(narrowest_gap(legs[0].start), narrowest_gap(legs[-1].end))
    for i, a in enumerate(blocked):
        for b in blocked[i + 1 :]:
            if a.name == b.name:
                continue
            here, there, wide = between_polygons(a.outline, b.outline)
            if COINCIDE < wide < needed - COINCIDE:
                says = f"the gap between {a.name} and {b.name} is {wide:.1f} mm and {base.id} needs {needed:g}"
                verdict.cite("BOB-MOV-3c", says)
                verdict.draw("line", (here, there), "distance", f"{wide:.1f} mm")


def free_back(position: Position, base: Base, far: float) -> tuple[float, str | None]:
    """How far a base can go straight back before it meets something it cannot pass, and the name of that."""
    from debellis.db.sweeping import leg

    back = base.rectangle.advanced(-far)
    part = leg(base.rectangle, back)
    best: tuple[float, str | None] = (far, None)
    motion = motion_of(part)
    from debellis.geometry.turning import free_share

    for other in position.standing:
        if other.id == base.id or not crosses(part, other.rectangle):
            continue
        if other.side == base.side and _passes(position, base, part, other, Verdict()):
            continue
        free = free_share(motion, other.rectangle) * far
        if free < best[0]:
            best = (free, other.id)
    return best


def passing_cites(finding: Finding) -> bool:
    """Whether a finding rests on passing through friends."""
    return any(name in finding.reasons for name in ("BOB-INT-1a", "BOB-INT-1b", "BOB-INT-1c"))


def length_of(legs: tuple[Leg, ...]) -> float:
    """The straight distances of the furthest corner, leg by leg, added."""
    return sum(part.length for part in legs)


def direct_distance(legs: tuple[Leg, ...]) -> float:
    """How far the front midpoint gets, straight from start to end."""
    return distance(legs[0].start.front, legs[-1].end.front)
