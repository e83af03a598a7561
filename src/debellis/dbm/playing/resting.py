"""The rest of a move in which ambushers were discovered: used at once, for nothing more, by the same movers."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.dbm.commands import without_turn_notes
from debellis.dbm.moving.speeds import STATED, with_allowance
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.state import State
from debellis.dbm.troops import MOVED, service
from debellis.table.value import replace

#: More than any order costs: the rest of a move is paid for already.
_PLENTY = 99
_NOTES = (MOVED, "marched", "straight")


def goes_on(state: State, action: Any) -> bool:
    """Whether an order uses the rest of a move: the same elements go on, in the way they may."""
    rest = state.bound.rest
    if rest is UNSET or not isinstance(action, MoveElements):
        return False
    return action.elements == rest.elements and action.march == rest.march


def with_rest(state: State, action: Any) -> State:
    """The state as movers find it who use the rest of their move; the state itself if they do not."""
    rest = state.bound.rest
    if rest is UNSET or not goes_on(state, action):
        return state
    names = rest.elements
    position = with_allowance(without_turn_notes(state.position, _NOTES, names), names, rest.far)
    command = service(position.base(names[0])).command
    acts = {name: done for name, done in state.bound.acts.items() if name not in names}
    bound = replace(state.bound, pips={**state.bound.pips, command: _PLENTY}, acts=acts)
    return replace(state, position=position, bound=bound)


def without_rest(before: State | None, after: State) -> State:
    """The state after an order: nothing is left of the move, and with `before`, it cost nothing."""
    if after.bound.rest is UNSET:
        return after
    bound = replace(after.bound, rest=UNSET)
    if before is None:
        return replace(after, bound=bound)
    options = {name: value for name, value in after.position.options.items() if name != STATED}
    bound = replace(bound, pips=before.bound.pips)
    return replace(after, bound=bound, position=replace(after.position, options=options))
