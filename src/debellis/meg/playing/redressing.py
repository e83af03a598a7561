"""Redressing (M1): the bases of a unit group fall in again, full ranks, the last perhaps short (MEG-B13.24)."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.meg.charging.way import is_free
from debellis.meg.units import bases_of, facing_of, outline
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace


def redressed(position: Position, unit: Unit) -> tuple[Base, ...] | None:
    """The bases of a unit group in full ranks, as wide as its front; None if nothing changes or there is no room."""
    bases = bases_of(position, unit.id)
    ahead = facing_of(position, unit)
    place = outline(position, unit)
    fronts = [base for base in bases if abs(place.local(base.front)[1]) <= COINCIDE]
    facing = [base for base in fronts if same_direction(base.facing, ahead)]
    files = max(1, len(facing))
    right = (ahead[1], -ahead[0])
    seen = {base.id: place.local(base.front) for base in bases}
    order = sorted(bases, key=lambda base: (-round(seen[base.id][1], 2), round(seen[base.id][0], 2)))
    width = max(base.width for base in bases)
    depth = max(base.depth for base in bases)
    found: list[Base] = []
    for i, base in enumerate(order):
        rank, file = divmod(i, files)
        across, back = (file - (files - 1) / 2.0) * width, -rank * depth
        front = (
            place.front[0] + right[0] * across + ahead[0] * back,
            place.front[1] + right[1] * across + ahead[1] * back,
        )
        found.append(replace(base, front=front, facing=ahead))
    moved = tuple(found)
    return moved if is_free(position, moved, (unit.id,)) else None
