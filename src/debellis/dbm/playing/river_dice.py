"""The state of a river: thrown for when the first land troops enter it off a road."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.moving.speeds import is_naval
from debellis.dbm.playing.state import State
from debellis.dbm.troops import is_holder, troop
from debellis.geometry.polygon import partly_in, polygon_gap
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

STATES = ("paltry", "ordinary", "strong")


def rivers_found(state: State, dice: Chance) -> Happened[State]:
    """Throw for every river whose state nobody knows and that somebody is in now."""
    events: tuple[Event, ...] = ()
    for river in state.position.features("river"):
        first = next((base for base in state.position.standing if _enters(state.position, base, river)), None)
        if river.nature is not None or first is None:
            continue
        die = dice.roll(f"the state of {river.id}")
        found = state_of_river(state.position, die)
        pieces = [replace(piece, nature=found) if piece.id == river.id else piece for piece in state.position.terrain]
        state = replace(state, position=replace(state.position, terrain=tuple(pieces)))
        says = f"{first.id} is the first in {river.id}: a die of {die}, and it is {found}"
        events += (Event("river", says, ("DBM-B22.1",), (first.id,)),)
    return state, events


def state_of_river(position: Position, die: int) -> str:
    """The state of a river by its die."""
    rows = table(position, "terrain")["river_state"]
    return next(name for name in STATES if die in rows[name])


def _enters(position: Position, base: Base, river: Terrain) -> bool:
    """Whether land troops stand in a river and not on a road over it."""
    if is_holder(base) or is_naval(position, troop(base)) or not partly_in(base.rectangle, river.ground):
        return False
    return all(polygon_gap(base.rectangle, road.ground) > 0.0 for road in position.features("road"))
