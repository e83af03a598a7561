"""The PIP dice of a big battle: one for each command that is left, given out in the order written down."""

from __future__ import annotations

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.rules import Event
from debellis.dba.command_losses import with_morale
from debellis.dba.commands import ALLIED, command_of, commands_of
from debellis.dba.playing.state import State
from debellis.table.value import replace
from debellis.umpire.wording import several


def begin_bound(state: State) -> tuple[State, tuple[Event, ...]]:
    """Judge which commands of the active side are demoralised, as its bound begins."""
    position, told = with_morale(state.position, state.turn)
    events = tuple([Event("demoralised", f"{name} is demoralised: {why}", by) for name, why, by in told])
    return replace(state, position=position), events


def roll_dice(state: State, dice: Chance) -> tuple[State, dict[str, int], tuple[Event, ...]]:
    """The PIPs of each command of the active side, and the state in which its written order is known to all."""
    side = state.turn
    here = {command_of(base) for base in (*state.position.bases, *state.held_back.get(side, ())) if base.side == side}
    left = [one for one in commands_of(state.position, side) if one.id in here]
    own = [one.id for one in left if ALLIED not in one.notes]
    scores = sorted([dice.roll(f"PIPs of {side}, {n} of {len(own)}") for n in range(1, len(own) + 1)], reverse=True)
    state, events = _shown(state)
    order = [] if state.dice_order is UNSET else [name for name in state.dice_order.get(side, ()) if name in own]
    order += [name for name in own if name not in order]
    found = dict(zip(order, scores, strict=True))
    for one in left:
        if ALLIED in one.notes:
            found[one.id] = dice.roll(f"PIPs of {one.id}, an ally")
    number = state.bounds.get(side, 0) + 1
    told = ", ".join(f"{name} {several(score, 'PIP')}" for name, score in found.items())
    rolled = Event("pips", f"{side} bound {number}: {told}", ("BOB-PIP-1", "DBA22-B11.1", "DBA22-B33.3"))
    return state, found, (*events, rolled)


def _shown(state: State) -> tuple[State, tuple[Event, ...]]:
    """At its first roll a side shows which command gets the highest score and which the lowest."""
    if state.written is UNSET or state.turn not in state.written:
        return state, ()
    order = state.written[state.turn].value
    known = {} if state.dice_order is UNSET else state.dice_order
    kept = {side: secret for side, secret in state.written.items() if side != state.turn}
    after = replace(state, written=kept, dice_order={**known, state.turn: order})
    says = f"{state.turn} shows what it wrote: {order[0]} always gets the highest PIP score, {order[-1]} the lowest"
    return after, (Event("allotted", says, ("DBA22-B33.3",)),)
