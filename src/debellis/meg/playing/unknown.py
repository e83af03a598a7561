"""Hides what a side does not know of the other behind values that reveal nothing, for generals who think ahead."""

from __future__ import annotations

from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.meg.playing.state import Force, State
from debellis.meg.setting_up.hidden_generals import BLUFF
from debellis.meg.units import units_of
from debellis.table.value import replace


def as_known_to(state: State, side: str) -> State:
    """The state without the enemy's ambushes, marches and unit groups off the table, every card face down a bluff.

    Hands of cards are left alone: they are dealt anew by the caller.
    """
    enemy = other(side)
    return replace(
        state,
        forces={**state.forces, enemy: _seen(state, state.forces[enemy])},
        under={name: Secret(enemy, BLUFF) if card.owner == enemy else card for name, card in state.under.items()},
        marches={name: Secret(enemy, ()) if one.owner == enemy else one for name, one in state.marches.items()},
        late={name: Secret(enemy, ()) if name == enemy else one for name, one in state.late.items()},
    )


def _seen(state: State, force: Force) -> Force:
    """The army of a side as far as it stands on the table."""
    here = {unit.id for unit in units_of(state.position)}
    kept = [i for i, unit in enumerate(force.units.value) if unit.id in here]
    return replace(
        force,
        units=Secret(force.units.owner, tuple(force.units.value[i] for i in kept)),
        files=Secret(force.files.owner, tuple(force.files.value[i] for i in kept)),
    )
