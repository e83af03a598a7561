"""Wheels of a group: one angle for all, each within its own move. Opposite wheels are measured in proportion."""

from __future__ import annotations

from debellis.dbm.grouping.ways import limit, reach, shares
from debellis.geometry.plane import COINCIDE, distance
from debellis.manoeuvre.groups import face_alike
from debellis.manoeuvre.march import outer_radius
from debellis.manoeuvre.ways import GroupWay
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict, permit

ANGLE, OWN, PROPORTION = "IWF-12.7a", "IWF-12.7b", "IWF-12.7c"


def judge_lengths(position: Position, found: GroupWay, verdict: Verdict) -> float:
    """Judge how far each member goes, with or without wheels. Returns the largest share of a move that one uses."""
    both_ways = len({step.pivot for step in found.wheels}) > 1 and _keeps_step(found)
    own = shares(position, found)
    used = _proportions(position, found) if both_ways else own
    worst = max(range(len(used)), key=lambda i: (round(used[i], 9), -i))
    base, way = found.members[worst], found.ways[worst]
    far = reach(position, found, base)
    verdict.measure(f"{base.id} goes", way.length, limit=far)
    over = used[worst] > 1.0 + COINCIDE / max(far, COINCIDE)
    if found.wheels:
        _cite_wheels(found, both_ways, over, used[worst], base.id, verdict)
    elif over:
        says = f"{base.id} would use {used[worst] * 100.0:.1f} percent of its move, going {way.length:.2f} mm"
        verdict.refuse(says, "DBM-B20.1" if own[worst] * far <= way.length + COINCIDE else "DBM-B16.9")
    return used[worst]


def _keeps_step(found: GroupWay) -> bool:
    """Whether all members make every step together, unlike a column whose elements follow the one ahead."""
    moving = [step for step in found.steps if step.advance or step.wheel or step.shift]
    return all(len(way.motions) == len(moving) for way in found.ways)


def _cite_wheels(found: GroupWay, both_ways: bool, over: bool, used: float, name: str, verdict: Verdict) -> None:
    """Cite the clauses for a wheeling group, or why it goes too far."""
    clause = PROPORTION if both_ways else OWN
    percent = f"{used * 100.0:.1f} percent of its move"
    if over:
        verdict.refuse(f"{name} would use {percent}", clause)
    else:
        permit(verdict, f"nobody goes further than its own move: {name}, who uses most, {percent}", clause)
    if face_alike(found.ends):
        permit(verdict, "all its elements wheel through the same angle", ANGLE)
    elif not over:
        permit(verdict, "a column one element wide stays one group while its wheeling bends it", "IWF-12.4a")


def _proportions(position: Position, found: GroupWay) -> list[float]:
    """The shares used when a group wheels one way and then the other.

    In each wheel every member uses at least the share of the outside one.
    """
    limits = [limit(position, base) for base in found.members]
    scale = [
        share / (way.length / far) if way.length > COINCIDE and far > 0.0 else 1.0
        for share, way, far in zip(shares(position, found), found.ways, limits, strict=True)
    ]
    used = [0.0] * len(found.members)
    moving = [step for step in found.steps if step.advance or step.wheel or step.shift]
    for k, step in enumerate(moving):
        parts = [
            way.lengths[k] / far * by if far > 0.0 else float(way.lengths[k] > COINCIDE) * 2.0
            for way, far, by in zip(found.ways, limits, scale, strict=True)
        ]
        if step.wheel:
            outside = max(range(len(parts)), key=lambda i: _radius(found, i, k))
            parts = [max(part, parts[outside]) for part in parts]
        used = [a + b for a, b in zip(used, parts, strict=True)]
    return used


def _radius(found: GroupWay, i: int, k: int) -> float:
    """How far out a member is in a wheel. A tiny part for the distance of its centre from the pivot breaks ties."""
    motion = found.ways[i].motions[k]
    return outer_radius(motion.start, motion.anchor) + distance(motion.start.centre, motion.anchor) * COINCIDE
