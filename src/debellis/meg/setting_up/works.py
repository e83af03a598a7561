"""Own barricades and obstacles: the line that a unit group lays along its front when it is deployed (MEG-B24.6)."""

from __future__ import annotations

from debellis.meg.units import frame_of
from debellis.table.bases import Base
from debellis.table.terrain import Terrain
from debellis.table.units import Unit

#: The characteristics that give a unit group works of its own, and the lines they are on the table.
LINES = {"barricades": "barricade", "obstacles": "obstacle"}
#: A line is drawn this thin (mm).
THIN = 2.0


def own_line(unit: Unit, bases: tuple[Base, ...]) -> tuple[Terrain, ...]:
    """The line of a unit group's own works, as long as its front; none if it has no works."""
    kind = next((LINES[trait] for trait in unit.troops.traits if trait in LINES), None)
    if kind is None or not bases:
        return ()
    left, right = frame_of(bases, bases[0].facing).corners[:2]
    return (Terrain(f"{kind} of {unit.id}", kind, line=(left, right), width=THIN, owner=unit.side),)
