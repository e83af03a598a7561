"""What holds in every state of a battle of DBM."""

from __future__ import annotations

from debellis.battle.sides import SIDES
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.playing.hidden import orders_of
from debellis.dbm.playing.state import State
from debellis.dbm.troops import is_holder, service, troop
from debellis.geometry.rectangle import overlaps
from debellis.table.board import is_off


def assert_lawful(state: State) -> None:
    """Nothing overlaps or stands off the table, PIPs are not negative, and every element is somewhere once."""
    position = state.position
    for base in position.standing:
        assert not is_off(base.rectangle, position.size), f"{base.id} is off the table"
        near = [one for one in position.near(base.rectangle) if one.id != base.id]
        on = [one.id for one in near if overlaps(base.rectangle, one.rectangle)]
        assert not on, f"{base.id} stands on {on[0]} in {state.phase}"
    for name, left in state.bound.pips.items():
        assert left >= 0, f"{name} has {left} PIPs"
    for command in position.commands or ():
        assert 0.0 <= command.gone <= command.strength + 1e-9, f"{command.id} lost {command.gone} of {command.strength}"
    if state.phase in ("pips", "moves", "over") and state.bounds:
        _assert_accounted_for(state)


def _assert_accounted_for(state: State) -> None:
    """Nobody is in two places: on the table, in ambush, aboard a vessel, or still to come."""
    on_table = {base.id for base in state.position.bases if not is_holder(base)}
    aboard = {base.id for base in (state.aboard or {}).values()}
    coming = {name for one in (state.coming or {}).values() for name in one.elements}
    for side in SIDES:
        hidden = set(orders_of(state, side).ambushes)
        marching = {
            base.id
            for base in state.forces[side].elements
            if service(base).command in orders_of(state, side).flank_marches and troop(base).type != BAGGAGE
        }
        for one, two in ((on_table, hidden), (on_table, aboard), (on_table, marching), (hidden, marching)):
            assert not one & two, f"{sorted(one & two)[0]} is in two places"
    assert not on_table & coming
