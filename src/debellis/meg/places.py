"""Places for whole unit groups: where its bases stand when its front is put somewhere."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.geometry.plane import Point, direction
from debellis.meg.troops import base_size, default_files
from debellis.meg.units import bases_of, outline
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit, UnitPlace
from debellis.table.value import replace
from debellis.umpire.questions import Kind, WrongValue


def _place(value: Any, position: Position) -> Pose:
    if not isinstance(value, dict) or set(value) != {"front", "facing"}:
        raise WrongValue("a place { front = [x, y], facing = degrees }")
    front, facing = value["front"], value["facing"]
    numbers = (*front, facing) if isinstance(front, list | tuple) and len(front) == 2 else ()
    if len(numbers) != 3 or not all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers):
        raise WrongValue("a place { front = [x, y], facing = degrees }")
    return Pose((float(front[0]), float(front[1])), direction(float(facing)))


PLACE = Kind("place", _place)


def moved_to(position: Position, unit: Unit, to: Pose) -> tuple[Base, ...]:
    """The bases of a unit group when its front is moved to a place, in the shape it has."""
    here = outline(position, unit)
    return tuple(carried(base, here.front, here.facing, to) for base in bases_of(position, unit.id))


def carried(base: Base, front: Point, facing: Point, to: Pose) -> Base:
    """A base carried along when a front goes from one place to another."""
    right = (facing[1], -facing[0])
    x, y = base.front[0] - front[0], base.front[1] - front[1]
    across, ahead = x * right[0] + y * right[1], x * facing[0] + y * facing[1]
    side, along = (
        base.facing[0] * right[0] + base.facing[1] * right[1],
        base.facing[0] * facing[0] + base.facing[1] * facing[1],
    )
    to_right = (to.facing[1], -to.facing[0])
    place = (
        to.front[0] + to_right[0] * across + to.facing[0] * ahead,
        to.front[1] + to_right[1] * across + to.facing[1] * ahead,
    )
    way = (to_right[0] * side + to.facing[0] * along, to_right[1] * side + to.facing[1] * along)
    return replace(base, front=place, facing=way)


def with_bases(position: Position, unit: Unit, bases: tuple[Base, ...], facing: Point) -> Position:
    """The position with the bases of a unit group elsewhere, and its front, where it is noted, turned with them."""
    moved = position.placed({base.id: base.rectangle for base in bases})
    if unit.facing is None or position.units is UNSET:
        return moved
    units = tuple(replace(one, facing=facing) if one.id == unit.id else one for one in position.units)
    return replace(moved, units=units)


def laid_out(position: Position, unit: Unit, to: Pose) -> tuple[Base, ...]:
    """The bases of a unit group at a place: in the shape it has, or in its usual one if it is not on the table."""
    if bases_of(position, unit.id):
        return moved_to(position, unit, to)
    width, depth = base_size(position.edition, unit.troops, unit.mounted, position.scale)
    files = default_files(position.edition, unit.troops, unit.kind, unit.original)
    right = (to.facing[1], -to.facing[0])
    bases: list[Base] = []
    for i in range(unit.original):
        rank, file = divmod(i, files)
        across, ahead = (file - (files - 1) / 2.0) * width, -rank * depth
        front = (
            to.front[0] + right[0] * across + to.facing[0] * ahead,
            to.front[1] + right[1] * across + to.facing[1] * ahead,
        )
        bases.append(
            Base(
                id=f"{unit.id}/{file + 1}.{rank + 1}",
                side=unit.side,
                code="",
                kind=unit.troops.type,
                width=width,
                depth=depth,
                front=front,
                facing=to.facing,
                unit=UnitPlace(unit.id),
            )
        )
    return tuple(bases)
