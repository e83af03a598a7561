"""The path of a group: it must be free for every member, while the rest of the group moves along."""

from __future__ import annotations

from debellis.dba.moving.paths import judge_way
from debellis.dba.moving.speeds import is_along_road
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE
from debellis.geometry.rectangle import penetration
from debellis.geometry.turning import Motion, free_share, turn_stages
from debellis.manoeuvre.legs import Leg, crosses, crosses_piece, leg
from debellis.manoeuvre.march import March
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict


def judge_ways(position: Position, found: March, road: Terrain | None, verdict: Verdict) -> None:
    """Refuse if anything is in the way of a member, or if members end on top of each other."""
    along = frozenset(found.names)
    for i, base in enumerate(found.members):
        end = found.end(i)
        straight = tuple(part for k, part in enumerate(found.legs[i]) if not _turns(found, k))
        places = _places(position, straight, road)
        judge_way(position, base, (*straight, leg(end, end)), verdict, ignoring=along, places=places)
        for k, stride in enumerate(found.strides):
            if stride.turns:
                _judge_wheel(position, base, found.legs[i][k], stride.motions[i], along, verdict)
    if not found.strides:
        _judge_apart(found, verdict)


def _turns(found: March, k: int) -> bool:
    return k < len(found.strides) and found.strides[k].turns


def _places(position: Position, legs: tuple[Leg, ...], road: Terrain | None) -> frozenset[str]:
    """The towns and camps that a road leads through."""
    if road is None or not is_along_road(legs, road):
        return frozenset()
    return frozenset(p.id for p in position.features("bua", "camp") if any(crosses_piece(x, p) for x in legs))


def _judge_wheel(
    position: Position, base: Base, part: Leg, motion: Motion, along: frozenset[str], verdict: Verdict
) -> None:
    """Judge a wheel of one member by the exact sweep of its base."""
    for other in position.standing:
        if other.id in along or not crosses(part, other.rectangle):
            continue
        free = free_share(motion, other.rectangle)
        if free < 1.0:
            what = "the enemy" if other.side != base.side else "its friend"
            turn = abs(motion.degrees) * free
            says = f"{what} {other.id} stops {base.id} after {turn:.2f} degrees of the wheel"
            verdict.measure(f"{base.id} free", turn, "degrees", abs(motion.degrees))
            verdict.draw("area", motion.at(free).corners, "blocked", base.id)
            verdict.refuse(says, "BOB-MOV-3d", "DBA22-B12.1.3")
    for piece in position.terrain:
        if (piece.is_place or piece.kind == "waterway") and crosses_piece(part, piece):
            _judge_wheel_over(base, motion, piece, verdict)


def _judge_wheel_over(base: Base, motion: Motion, piece: Terrain, verdict: Verdict) -> None:
    stages = turn_stages(motion.start, motion.anchor, motion.degrees, piece.ground)
    if all(stage.lies == OUTSIDE for stage in stages):
        return
    if piece.kind == "waterway":
        verdict.refuse(f"{base.id} cannot enter {piece.id}: a waterway is impassable", "DBA22-B5.3.1")
        return
    says = f"{base.id} would wheel over {piece.id}: an element is inside it or outside, never partly"
    verdict.refuse(says, "BOB-CAP-4b", "DBA22-B7.4" if piece.kind == "camp" else "DBA22-B8.5")


def _judge_apart(found: March, verdict: Verdict) -> None:
    """Refuse if members that move on separate paths end on top of each other."""
    for i in range(len(found.members)):
        for j in range(i):
            deep = penetration(found.end(i), found.end(j))
            if deep > COINCIDE:
                says = f"{found.names[i]} would end {deep:.2f} mm on top of {found.names[j]}"
                verdict.refuse(says, "BOB-MOV-3d", "DBA22-B12.1.3")
