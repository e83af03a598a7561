"""The shape of a unit group that is placed: full ranks, a short one only at the rear, not too deep (MEG-B3.3)."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, same_direction
from debellis.mechanics.tables import load
from debellis.meg.troops import base_size, code
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.scale import Scale
from debellis.table.units import Unit, UnitPlace
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict


class Shape(Value, frozen=True):
    """A rectangle of bases: the middle of its front, its files, and the first file of a short last rank."""

    to: Pose
    files: int
    first: int = 0


def shape_of(poses: tuple[Pose, ...], width: float, depth: float) -> Shape | str:
    """The shape that some places make; a sentence if they make none."""
    if not poses:
        return "No base is placed."
    ahead = poses[0].facing
    if not all(same_direction(pose.facing, ahead) for pose in poses):
        return "All bases of a unit group face the same way."
    right = (ahead[1], -ahead[0])
    across = [pose.front[0] * right[0] + pose.front[1] * right[1] for pose in poses]
    along = [pose.front[0] * ahead[0] + pose.front[1] * ahead[1] for pose in poses]
    top, left = max(along), min(across)
    spots: set[tuple[int, int]] = set()
    for x, y in zip(across, along, strict=True):
        file, rank = round((x - left) / width), round((top - y) / depth)
        if abs(x - left - file * width) > COINCIDE or abs(top - y - rank * depth) > COINCIDE:
            return "The bases of a unit group stand side by side and one behind the other."
        spots.add((rank, file))
    if len(spots) < len(poses):
        return "Two bases stand on the same place."
    files, ranks = max(file for _, file in spots) + 1, max(rank for rank, _ in spots) + 1
    for rank in range(ranks):
        row = sorted(file for at, file in spots if at == rank)
        whole = row == list(range(files))
        if not whole and (rank < ranks - 1 or not _from_an_end(row, files)):
            return "Every rank is full, but for the last, whose bases start from one end."
    last = min(file for rank, file in spots if rank == ranks - 1)
    middle = left + (files - 1) * width / 2.0
    front = (right[0] * middle + ahead[0] * top, right[1] * middle + ahead[1] * top)
    return Shape(Pose(front, ahead), files, last)


def _from_an_end(row: list[int], files: int) -> bool:
    """Whether the bases of a rank stand side by side from its left or right end."""
    together = row == list(range(row[0], row[0] + len(row)))
    return together and (row[0] == 0 or row[-1] == files - 1)


def judge_depth(verdict: Verdict, edition: str, unit: Unit, shape: Shape) -> None:
    """Refuse more than 6 ranks, except in a column one file wide (MEG-B3.4)."""
    most = int(load(edition)["formation_change"]["max_ranks"])
    ranks = -(-unit.original // shape.files)
    if shape.files > 1:
        verdict.measure("ranks", ranks, "ranks", most)
    if shape.files > 1 and ranks > most:
        verdict.refuse(f"{unit.id} would be {ranks} ranks deep, and at most {most} are allowed.", "MEG-B3.4")


def judge_shape(
    verdict: Verdict, edition: str, scale: Scale, unit: Unit, poses: tuple[Pose, ...]
) -> tuple[Base, ...] | None:
    """The bases of a unit group at some places; None, with a refusal, if it cannot stand so."""
    if len(poses) != unit.original:
        verdict.refuse(f"{unit.id} has {unit.original} bases, and {len(poses)} are placed.", "MEG-B11.17")
        return None
    width, depth = base_size(edition, unit.troops, unit.mounted, scale)
    found = shape_of(poses, width, depth)
    if isinstance(found, str):
        verdict.refuse(found, "MEG-B3.3")
        return None
    judge_depth(verdict, edition, unit, found)
    return in_shape(edition, scale, unit, found)


def in_shape(edition: str, scale: Scale, unit: Unit, shape: Shape) -> tuple[Base, ...]:
    """The bases of a unit group in a shape, named by file and rank; a mixed one by the ranks of its parts."""
    width, depth = base_size(edition, unit.troops, unit.mounted, scale)
    order = sorted(range(len(unit.parts)), key=lambda i: min(unit.parts[i].ranks, default=0))
    kinds = [i for i in order for _ in range(unit.parts[i].bases)]
    sign = "" if unit.kind == "camp" else code(unit.troops)
    right = (shape.to.facing[1], -shape.to.facing[0])
    full = unit.original - unit.original % shape.files
    bases: list[Base] = []
    for i in range(unit.original):
        rank, file = divmod(i, shape.files)
        if i >= full:
            file += shape.first
        front = _spot(shape.to, right, (file - (shape.files - 1) / 2.0) * width, rank * depth)
        place = UnitPlace(unit.id, kinds[i] if kinds else 0)
        name, kind = f"{unit.id}/{file + 1}.{rank + 1}", unit.troops.type
        bases.append(Base(name, unit.side, sign or "Camp", kind, width, depth, front, shape.to.facing, unit=place))
    return tuple(bases)


def _spot(to: Pose, right: Point, across: float, back: float) -> Point:
    return (
        to.front[0] + right[0] * across - to.facing[0] * back,
        to.front[1] + right[1] * across - to.facing[1] * back,
    )
