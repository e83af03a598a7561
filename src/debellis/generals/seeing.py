"""What a general works with: the state as its side sees it, with nothing in it that the other side has not shown."""

from __future__ import annotations

from debellis.battle.sides import other
from debellis.dba.playing.state import State
from debellis.table.value import replace


def as_seen(state: State, side: str) -> State:
    """The state without the enemy's elements that are not on the table: not yet deployed, or held back for a landing.

    A state holds no seed and no dice to come, so there is nothing else to hide.
    """
    enemy = other(side)
    force = state.forces.get(enemy)
    if force is None or not (force.elements or state.held_back.get(enemy)):
        return state
    forces = {**state.forces, enemy: replace(force, elements=())}
    return replace(state, forces=forces, held_back={**state.held_back, enemy: ()})
