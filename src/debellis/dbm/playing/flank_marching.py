"""Flank marches of a battle: the die that brings one on, its announcement, and two that meet off the table."""

from __future__ import annotations

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.commands import UNRELIABLE
from debellis.dbm.playing.changes import commands_of
from debellis.dbm.playing.hidden import announced, marchers, muster, orders_of, with_orders
from debellis.dbm.playing.state import Coming, State
from debellis.dbm.setting_up.flank_marches import flank_march, flank_meeting
from debellis.table.value import replace


def announce(state: State) -> Happened[State]:
    """Bring on the flank marches of the bound's side whose dice say so; one that meets an enemy may be driven back."""
    events: tuple[Event, ...] = ()
    side = state.turn
    for name in sorted(orders_of(state, side).flank_marches):
        edge = orders_of(state, side).flank_marches.get(name)
        if edge is None or UNRELIABLE in commands_of(state.position)[name].notes:
            continue
        ruling = flank_march(state.position, die=state.bound.pips.get(name, 1), bound=state.bound.number)
        if not ruling.answer["arrives"]:
            continue
        enters = ruling.answer["enters_in_bound"]
        says = f"the flank march of {name} arrives at the {edge} edge and comes on from bound {enters} of {side}"
        events += (Event("flank_march", says, ruling.clauses, (), ruling),)
        state, met = _meet(_coming(state, side, name, edge), name, edge)
        events += met
    return state, events


def _coming(state: State, side: str, name: str, edge: str) -> State:
    """The state with a command announced at an edge, from the next bound of its side on."""
    orders = orders_of(state, side)
    left = {one: where for one, where in orders.flank_marches.items() if one != name}
    elements = tuple(base.id for base in marchers(state, name))
    coming = Coming(edge, state.bounds.get(side, 0) + 1, elements)
    state = with_orders(state, side, replace(orders, flank_marches=left))
    return replace(state, coming={**announced(state), name: coming})


def _meet(state: State, name: str, edge: str) -> Happened[State]:
    """A flank march that arrives where an enemy one is on its way: who has fewer elements is driven back."""
    side, enemy = state.turn, other(state.turn)
    theirs = sorted(one for one, where in orders_of(state, enemy).flank_marches.items() if where == edge)
    if not theirs:
        return state, ()
    musters = {side: muster(marchers(state, name))}
    musters[enemy] = muster(tuple(base for one in theirs for base in marchers(state, one)))
    ruling = flank_meeting(state.position, red=musters["red"], blue=musters["blue"], red_edge=edge, blue_edge=edge)
    back: list[str] = []
    for loser in ruling.answer["driven_back"]:
        for one in (name,) if loser == side else tuple(theirs):
            state = _coming(state, loser, one, state.edges[loser])
            back.append(one)
    numbers = ruling.answer["numbers"]
    says = f"{name} meets {' and '.join(theirs)}, {numbers[side]} elements against {numbers[enemy]}: "
    says += f"{' and '.join(back)} {'is' if len(back) == 1 else 'are'} driven back and will come on by the own edge"
    return state, (Event("driven_back", says, ruling.clauses, (), ruling),)
