"""Unreliable allies when a command breaks: some go over to the enemy, the others are reliable from then on."""

from __future__ import annotations

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES, other
from debellis.dbm.armies.lists import armies
from debellis.dbm.armies.unreliable import changes_sides, civil_war
from debellis.dbm.commands import DEMORALISED, UNRELIABLE
from debellis.dbm.playing.changes import with_command
from debellis.dbm.playing.hidden import lurking, orders_of, show, with_orders
from debellis.dbm.playing.state import State
from debellis.dbm.troops import ALLY, service
from debellis.table.bases import Base
from debellis.table.position import Command, Position
from debellis.table.value import replace


def allies_decide(state: State) -> Happened[State]:
    """Let unreliable allies change sides, or become reliable, when some command is demoralised."""
    commands = state.position.commands or ()
    spoilt = {one.side for one in commands if DEMORALISED in one.notes}
    events: tuple[Event, ...] = ()
    if not spoilt:
        return state, ()
    for one in commands:
        if UNRELIABLE not in one.notes:
            continue
        if one.side in spoilt and _general_of(state, one) is not None:
            state, more = _own_side_breaks(state, one)
            events += more
            if more:
                continue
        if other(one.side) in spoilt:
            state = _reliable(state, one)
            says = f"{one.id} sees the enemy break and is reliable from now on"
            events += (Event("reliable", says, ("DBM-B15.4",)),)
    return state, events


def _general_of(state: State, command: Command) -> Base | None:
    """The ally-general of a command, if he is on the table."""
    own = [base for base in state.position.bases if service(base).command == command.id]
    return next((base for base in own if service(base).rank == ALLY), None)


def _own_side_breaks(state: State, command: Command) -> Happened[State]:
    ruling = changes_sides(
        state.position,
        command=command.id,
        same_nation=_same_nation(state, command),
        civil_war=_is_civil_war(state),
    )
    if not ruling.answer["changes"]:
        return state, ()
    says = f"{command.id} goes over to {ruling.answer['to']}"
    return _goes_over(state, command, ruling.answer["to"], Event("deserts", says, ruling.clauses, (), ruling))


def _reliable(state: State, command: Command) -> State:
    notes = tuple(note for note in command.notes if note != UNRELIABLE)
    return replace(state, position=with_command(state.position, replace(command, notes=notes)))


def _same_nation(state: State, command: Command) -> bool:
    """Whether an ally is of the nation of the army that he serves in."""
    force = state.forces[command.side]
    return bool(force.army) and command.id not in (force.foreign or ())


def _is_civil_war(state: State) -> bool:
    """Whether both armies are of one list, and so of one nation under two leaders."""
    known = armies(state.position.edition)
    if any(state.forces[side].army not in known for side in SIDES):
        return False
    parties = tuple({"army": force.army, "nation": force.name, "leader": side} for side, force in state.forces.items())
    return bool(civil_war(state.position, parties=parties).answer)


def _goes_over(state: State, command: Command, to: str, event: Event) -> Happened[State]:
    """The state with a command on the other side: everybody of it, on the table, in ambush and off the table."""
    name, side = command.id, command.side
    hidden = tuple(base.id for base in lurking(state, side) if service(base).command == name)
    state, events = show(state, hidden, f"{name} changes sides", event.clauses)
    changed = tuple(replace(base, side=to) if service(base).command == name else base for base in state.position.bases)
    notes = tuple(note for note in command.notes if note != UNRELIABLE)
    position = with_command(replace(state.position, bases=changed), replace(command, side=to, notes=notes))
    leaving = tuple(replace(base, side=to) for base in state.forces[side].elements if service(base).command == name)
    staying = tuple(base for base in state.forces[side].elements if service(base).command != name)
    forces = {
        **state.forces,
        side: replace(state.forces[side], elements=staying),
        to: replace(state.forces[to], elements=(*state.forces[to].elements, *leaving)),
    }
    melees = tuple(pair for pair in state.bound.melees if _are_enemies(position, pair))
    if state.aboard:
        carried = {v: replace(b, side=to) if service(b).command == name else b for v, b in state.aboard.items()}
        state = replace(state, aboard=carried)
    state = replace(
        _marches_with(state, name, side, to),
        position=position,
        forces=forces,
        deserted={**(state.deserted or {}), name: (state.deserted or {}).get(name, side)},
        bound=replace(state.bound, melees=melees),
    )
    return state, (*events, replace(event, bases=tuple(base.id for base in leaving)))


def _are_enemies(position: Position, pair: tuple[str, str]) -> bool:
    if not all(position.has_base(name) for name in pair):
        return True
    return position.base(pair[0]).side != position.base(pair[1]).side


def _marches_with(state: State, name: str, side: str, to: str) -> State:
    """The state with the flank march of a command, if it is on one, among the orders of its new side."""
    orders = orders_of(state, side)
    if name not in orders.flank_marches:
        return state
    left = {one: edge for one, edge in orders.flank_marches.items() if one != name}
    theirs = orders_of(state, to)
    marching = {**theirs.flank_marches, name: orders.flank_marches[name]}
    state = with_orders(state, side, replace(orders, flank_marches=left))
    return with_orders(state, to, replace(theirs, flank_marches=marching))
