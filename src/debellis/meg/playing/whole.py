"""The position with everything a side has, on the table or not: for counting armies."""

from __future__ import annotations

from debellis.meg.playing.state import State
from debellis.meg.units import units_of
from debellis.table.position import Position
from debellis.table.value import replace


def whole(state: State) -> Position:
    """The position with the unit groups in ambush, which count for their army (MEG-B27.1)."""
    here = {unit.id for unit in units_of(state.position)}
    hidden = [
        unit for force in state.forces.values() for unit in force.units.value if unit.hidden_in and unit.id not in here
    ]
    return replace(state.position, units=(*units_of(state.position), *hidden)) if hidden else state.position
