"""Unit groups on the table: their bases and files, by name, and how far they are from one another."""

from __future__ import annotations

import math
from functools import partial

from msgspec import UNSET

from debellis.geometry.plane import COINCIDE, Point, same_direction
from debellis.geometry.rectangle import Rectangle, gap, separation
from debellis.meg.troops import TUG
from debellis.table.bases import Base
from debellis.table.grid import Sides
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import General, Moment, Unit

#: The bases of a file, from front to rear.
File = tuple[Base, ...]

_BASES = Memory[dict[str, tuple[Base, ...]]]("bases by unit")
_FILES = Memory[tuple[File, ...]]("files of a unit")
_UNITS = Memory[dict[str, Unit]]("units by name")


def units_of(position: Position) -> tuple[Unit, ...]:
    """All unit groups and camps, on the table or not."""
    return () if position.units is UNSET else position.units


def generals_of(position: Position) -> tuple[General, ...]:
    return () if position.generals is UNSET else position.generals


def moment(position: Position) -> Moment:
    """Where the turn stands."""
    return Moment() if position.moment is UNSET else position.moment


def has_unit(position: Position, name: str) -> bool:
    return name in _UNITS.of(position, None, _by_name)


def unit_of(position: Position, name: str) -> Unit:
    """The unit group or camp of that id; KeyError if there is none."""
    return _UNITS.of(position, None, _by_name)[name]


def _by_name(position: Position) -> dict[str, Unit]:
    return {unit.id: unit for unit in units_of(position)}


def unit_name(base: Base) -> str:
    """The id of the unit group a base belongs to."""
    return "" if base.unit is UNSET else base.unit.unit


def bases_of(position: Position, name: str) -> tuple[Base, ...]:
    """The bases of a unit group on the table; none if it is not there."""
    return _BASES.of(position.by_side, None, _bases).get(name, ())


def _bases(sides: Sides) -> dict[str, tuple[Base, ...]]:
    found: dict[str, list[Base]] = {}
    for base in sides.bases:
        found.setdefault(unit_name(base), []).append(base)
    return {name: tuple(bases) for name, bases in found.items()}


def on_table(position: Position, unit: Unit) -> bool:
    """Whether it stands on the table, and neither lies in ambush nor waits outside."""
    return bool(bases_of(position, unit.id))


def files_of(position: Position, name: str) -> tuple[File, ...]:
    """The files of a unit group: those facing its front from left to right, then those of turned bases.

    A file is a front base with every base directly behind it that faces the same way and is joined to it, base by base
    (MEG-03a). Bases that face another way are files of their own (MEG-03b).
    """
    return _FILES.of(position, name, partial(_files_of_unit, name))


def _files_of_unit(name: str, position: Position) -> tuple[File, ...]:
    bases = bases_of(position, name)
    return _files(bases, facing_of(position, unit_of(position, name))) if bases else ()


def _files(bases: tuple[Base, ...], ahead: Point) -> tuple[File, ...]:
    behind: dict[str, Base] = {}
    led: set[str] = set()
    for base in bases:
        for other in bases:
            if other is not base and directly_behind(base, other):
                behind[base.id] = other
                led.add(other.id)
    files: list[File] = []
    for base in bases:
        if base.id in led:
            continue
        file = [base]
        while file[-1].id in behind:
            file.append(behind[file[-1].id])
        files.append(tuple(file))
    right = (ahead[1], -ahead[0])

    def order(file: File) -> tuple[int, float, float]:
        front = file[0]
        turned = 0 if same_direction(front.facing, ahead) else 1
        across = front.front[0] * right[0] + front.front[1] * right[1]
        forward = front.front[0] * ahead[0] + front.front[1] * ahead[1]
        return (turned, round(across, 3), -round(forward, 3))

    return tuple(sorted(files, key=order))


def directly_behind(base: Base, other: Base) -> bool:
    """Whether another base stands right behind one, facing the same way, rear edge on front edge."""
    x, y = other.front[0] - base.front[0], other.front[1] - base.front[1]
    if abs(x * x + y * y - base.depth * base.depth) > base.depth or not same_direction(base.facing, other.facing):
        return False
    across, back = base.rectangle.local(other.front)
    return abs(across) <= COINCIDE and abs(back + base.depth) <= COINCIDE


def facing_of(position: Position, unit: Unit) -> Point:
    """The way a unit group faces: its original front, where bases have turned."""
    return unit.facing or bases_of(position, unit.id)[0].facing


def file_of(position: Position, base: Base) -> File:
    """The file a base stands in."""
    name = unit_name(base)
    return next(file for file in files_of(position, name) if any(other.id == base.id for other in file))


def front_rank(position: Position, unit: Unit) -> tuple[Base, ...]:
    """The first base of each file that faces the unit group's front, from the left."""
    ahead = facing_of(position, unit)
    return tuple(file[0] for file in files_of(position, unit.id) if same_direction(file[0].facing, ahead))


def outline(position: Position, unit: Unit) -> Rectangle:
    """The smallest rectangle round its bases that faces as it does."""
    return frame_of(bases_of(position, unit.id), facing_of(position, unit))


def frame_of(bases: tuple[Base, ...], ahead: Point) -> Rectangle:
    """The smallest rectangle round some bases that faces a given way."""
    right = (ahead[1], -ahead[0])
    corners = [corner for base in bases for corner in base.rectangle.corners]
    across = [x * right[0] + y * right[1] for x, y in corners]
    along = [x * ahead[0] + y * ahead[1] for x, y in corners]
    middle, top = (min(across) + max(across)) / 2.0, max(along)
    front = (right[0] * middle + ahead[0] * top, right[1] * middle + ahead[1] * top)
    return Rectangle(front, ahead, max(across) - min(across), top - min(along))


def named_bases(position: Position, name: str) -> tuple[Base, ...]:
    """The bases that a name means: those of a unit group or camp, of a file, or one base; none if it means nothing."""
    if has_unit(position, name):
        return bases_of(position, name)
    if position.has_base(name):
        return (position.base(name),)
    if position.has_base(f"{name}.1"):
        return file_of(position, position.base(f"{name}.1"))
    return ()


def named_file(position: Position, name: str) -> File:
    """The file that a name means: by its number from the left, or by one of its bases."""
    base = position.base(name if position.has_base(name) else f"{name}.1")
    return file_of(position, base)


def file_name(file: File) -> str:
    """A file as people name it: "A/2", or its front base where bases have names of their own."""
    return file[0].id.removesuffix(".1")


def distance_between(some: tuple[Base, ...], others: tuple[Base, ...]) -> float:
    """The distance between the nearest points of two sets of bases, in mm (MEG-B1.3)."""
    return least_gap([base.rectangle for base in some], [base.rectangle for base in others])


def least_gap(some: list[Rectangle], others: list[Rectangle]) -> float:
    """The shortest distance between footprints of two sets. Pairs that cannot be the nearest are not measured."""
    pairs = [(separation(a, b), i, j) for i, a in enumerate(some) for j, b in enumerate(others)]
    best = math.inf
    for apart, i, j in sorted(pairs):
        if apart > best + COINCIDE:
            break
        best = min(best, gap(some[i], others[j]))
    return best


def enemies_of(position: Position, side: str) -> tuple[Unit, ...]:
    """The other side's unit groups and camps on the table that are not broken."""
    found = (unit for unit in units_of(position) if unit.side != side and not unit.broken)
    return tuple(unit for unit in found if on_table(position, unit))


def enemy_tugs(position: Position, side: str) -> tuple[Unit, ...]:
    """The other side's tactical unit groups on the table."""
    return tuple(unit for unit in enemies_of(position, side) if unit.kind == TUG)


def base_width(position: Position) -> float:
    """One base width (BW) in mm."""
    return position.scale.base_width


def bw(position: Position, count: float) -> float:
    """A distance in base widths as mm."""
    return position.scale.base_widths(count)
