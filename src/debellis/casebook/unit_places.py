"""Where the units and camps of a case stand: by a place of their own, or by another unit."""

from __future__ import annotations

from msgspec import Struct

from debellis.casebook.case_text import CaseError
from debellis.casebook.section import Section, shown
from debellis.geometry.plane import Point, direction
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.units import Unit
from debellis.table.value import replace

RELATIONS = ("against", "behind", "on_rear_of", "left_of", "right_of", "on_left_flank_of", "on_right_flank_of")


class UnitEntry(Struct, frozen=True):
    """A unit or camp as written, and its bases as they stand to one another: each at a place seen from the front."""

    section: Section
    unit: Unit
    bases: tuple[Base, ...]
    placed_by: str
    width: float = 0.0
    depth: float = 0.0


def placed_by_key(section: Section) -> str:
    """The one key that places a unit; "undeployed" if none does."""
    ways = [key for key in ("front", "at", "in", *RELATIONS) if section.has(key)]
    if section.flag("undeployed"):
        ways.append("undeployed")
    if len(ways) > 1:
        raise section.fault(ways[1], f"{section.name} is placed twice, by {ways[0]} and by {ways[1]}; keep one")
    if not ways:
        return "undeployed"
    if ways[0] == "front":
        section.need("facing", "degrees clockwise from north")
    elif ways[0] in RELATIONS and section.has("facing"):
        raise section.fault("facing", f"{section.name} is placed twice, by {ways[0]} and by facing; keep one")
    if section.has("shift") and ways[0] not in RELATIONS:
        raise section.fault("shift", "shift is for a unit that is placed by another, as in against")
    return ways[0]


def chain_to(entry: UnitEntry, by_name: dict[str, UnitEntry], poses: dict[str, Pose]) -> list[UnitEntry]:
    """The entry, the one it is placed by, and so on up to one that needs no other."""
    chain: list[UnitEntry] = []
    names: list[str] = []
    while entry.unit.id not in poses:
        if entry.unit.id in names:
            ring = ", ".join([*names[names.index(entry.unit.id) :], entry.unit.id])
            raise entry.section.fault(entry.placed_by, f"units are placed by each other in a ring ({ring})")
        names.append(entry.unit.id)
        chain.append(entry)
        if entry.placed_by not in RELATIONS:
            break
        target = entry.section.text(entry.placed_by)
        if target not in by_name:
            raise _no_unit(entry.section, entry.placed_by, by_name)
        entry = by_name[target]
    return chain


def _no_unit(section: Section, key: str, by_name: dict[str, UnitEntry]) -> CaseError:
    known = ", ".join(by_name)
    return section.fault(key, f"{key} names {shown(section.values[key])}, but there is no such unit; there are {known}")


def set_down(
    entry: UnitEntry, poses: dict[str, Pose], by_name: dict[str, UnitEntry], placed: dict[str, tuple[Base, ...]]
) -> None:
    """Put the bases of a unit where they stand, and remember where its front is."""
    section, way = entry.section, entry.placed_by
    if way in ("undeployed", "in"):
        poses[entry.unit.id] = Pose((0.0, 0.0), (0.0, 0.0))
        placed[entry.unit.id] = ()
        return
    if way == "at":
        poses[entry.unit.id] = Pose(entry.bases[0].front, entry.bases[0].facing)
        placed[entry.unit.id] = entry.bases
        return
    if way == "front":
        pose = Pose(section.point("front"), direction(section.number("facing") or 0.0))
    else:
        named = by_name[section.text(way)]
        if named.placed_by in ("undeployed", "in", "at"):
            why = "is placed base by base" if named.placed_by == "at" else "has no place on the table"
            raise section.fault(way, f"{named.unit.id} {why}, so nothing can be placed by it")
        pose = _related(way, named, poses[named.unit.id], entry.width, section.number("shift") or 0.0)
    poses[entry.unit.id] = pose
    placed[entry.unit.id] = tuple(_moved(base, pose) for base in entry.bases)


def _related(way: str, named: UnitEntry, at: Pose, width: float, shift: float) -> Pose:
    """Where a unit stands that is placed by another: one corner of it on a corner of the other, then shifted."""
    ahead, right = at.facing, (at.facing[1], -at.facing[0])

    def point(across: float, forward: float) -> Point:
        return (
            at.front[0] + right[0] * across + ahead[0] * forward,
            at.front[1] + right[1] * across + ahead[1] * forward,
        )

    half, own = named.width / 2.0, width / 2.0
    back, left = (-ahead[0], -ahead[1]), (-right[0], -right[1])
    if way == "against":
        return Pose(point(-half + own + shift, 0.0), back)
    if way in ("behind", "on_rear_of"):
        return Pose(point(-half + own + shift, -named.depth), ahead)
    if way == "left_of":
        return Pose(point(-half - own + shift, 0.0), ahead)
    if way == "right_of":
        return Pose(point(half + own + shift, 0.0), ahead)
    if way == "on_left_flank_of":
        return Pose(point(-half, -own - shift), right)
    return Pose(point(half, -own - shift), left)


def _moved(base: Base, pose: Pose) -> Base:
    """A base of a unit that was laid out facing north from (0, 0), where the unit stands."""
    ahead, right = pose.facing, (pose.facing[1], -pose.facing[0])
    x, y = base.front
    front = (pose.front[0] + right[0] * x + ahead[0] * y, pose.front[1] + right[1] * x + ahead[1] * y)
    return replace(base, front=front, facing=pose.facing)
