"""What a side hides in a battle: elements in ambush and commands off the table, and how they come to light."""

from __future__ import annotations

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.secrets import Secret
from debellis.dbm.ambush.placing import AMBUSH, CLAUSE
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.playing.state import Coming, Orders, State
from debellis.dbm.setting_up.deployment import FLANK_MARCH
from debellis.dbm.troops import service, troop
from debellis.geometry.plane import coincide, same_direction
from debellis.table.bases import Base, Service
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace

_NO_ORDERS = Orders()


def orders_of(state: State, side: str) -> Orders:
    """What a side still keeps secret."""
    kept = (state.orders or {}).get(side)
    return _NO_ORDERS if kept is None else kept.value


def with_orders(state: State, side: str, orders: Orders) -> State:
    """The state with other secret orders of a side."""
    return replace(state, orders={**(state.orders or {}), side: Secret(side, orders)})


def in_ambush(base: Base, place: Pose) -> Base:
    """An element hidden at a place."""
    serving = service(base)
    noted = Service(serving.command, serving.rank, tuple(dict.fromkeys((*serving.notes, AMBUSH))))
    return replace(base, front=place.front, facing=place.facing, service=noted)


def lurking(state: State, side: str) -> tuple[Base, ...]:
    """The elements of a side in ambush, where they hide."""
    places = orders_of(state, side).ambushes
    if not places:
        return ()
    return tuple(in_ambush(base, places[base.id]) for base in state.forces[side].elements if base.id in places)


def with_bases(position: Position, bases: tuple[Base, ...]) -> Position:
    """The position with more bases."""
    return replace(position, bases=(*position.bases, *bases)) if bases else position


def with_lurking(state: State, side: str) -> Position:
    """The position with the hidden elements of a side among the others, and its hidden commands noted as such."""
    position = with_bases(state.position, lurking(state, side))
    marching = orders_of(state, side).flank_marches
    if not marching:
        return position
    commands = tuple(
        replace(one, notes=(*one.notes, FLANK_MARCH)) if one.id in marching else one for one in position.commands or ()
    )
    return replace(position, commands=commands)


def revealed(state: State, names: tuple[str, ...]) -> State:
    """The state with some hidden elements on the table for all to see."""
    for side in state.forces:
        orders = orders_of(state, side)
        found = [base for base in state.forces[side].elements if base.id in names and base.id in orders.ambushes]
        if not found:
            continue
        bases = tuple(
            replace(base, front=orders.ambushes[base.id].front, facing=orders.ambushes[base.id].facing)
            for base in found
        )
        left = {name: place for name, place in orders.ambushes.items() if name not in names}
        state = with_orders(state, side, replace(orders, ambushes=left))
        state = replace(state, position=with_bases(state.position, bases))
    return state


def show(state: State, names: tuple[str, ...], why: str, clauses: tuple[str, ...]) -> Happened[State]:
    """Put hidden elements on the table, and tell why."""
    if not names:
        return state, ()
    event = Event("ambush", f"{', '.join(names)} in ambush {'is' if len(names) == 1 else 'are'} placed: {why}", clauses)
    return revealed(state, names), (replace(event, bases=names),)


def hidden_again(state: State, hidden: tuple[Base, ...]) -> Happened[State]:
    """Take those off the table who were put there only for judging; whom that moved stays, and whom it lost is lost."""
    left: list[Base] = []
    stirred: list[str] = []
    gone: list[str] = []
    for base in state.position.bases:
        was = next((one for one in hidden if one.id == base.id), None)
        if was is None:
            left.append(base)
        elif not (coincide(was.front, base.front) and same_direction(was.facing, base.facing)):
            notes = tuple(note for note in service(base).notes if note != AMBUSH)
            left.append(replace(base, service=Service(service(base).command, service(base).rank, notes)))
            stirred.append(base.id)
    for one in hidden:
        if not state.position.has_base(one.id) or one.id in stirred:
            gone.append(one.id)
    state = replace(state, position=replace(state.position, bases=tuple(left)))
    if not gone:
        return state, ()
    side = hidden[0].side
    orders = orders_of(state, side)
    places = {name: place for name, place in orders.ambushes.items() if name not in gone}
    state = with_orders(state, side, replace(orders, ambushes=places))
    says = f"{', '.join(gone)} in ambush {'is' if len(gone) == 1 else 'are'} placed, moved by friends"
    return state, (Event("ambush", says, (CLAUSE,), tuple(gone)),)


def marchers(state: State, name: str) -> tuple[Base, ...]:
    """The elements of a command that go with it on a flank march: all but its baggage."""
    return tuple(
        base
        for force in state.forces.values()
        for base in force.elements
        if service(base).command == name and troop(base).type != BAGGAGE
    )


def muster(bases: tuple[Base, ...]) -> dict[str, int]:
    """Elements as the questions about flank marches write them: so many of which troops."""
    found: dict[str, int] = {}
    for base in bases:
        rank = service(base).rank
        front, plus, rear = base.code.partition(" + ")
        notation = front if rank is None else f"{front} {rank}"
        found[notation + plus + rear] = found.get(notation + plus + rear, 0) + 1
    return found


def announced(state: State) -> dict[str, Coming]:
    """The commands whose arrival is announced."""
    return state.coming or {}


def missing(state: State, side: str) -> int:
    """How many elements of a side are neither on the table nor lost nor announced, as everybody can count."""
    here = len([base for base in state.position.bases if base.side == side])
    lost = len(state.position.lost.get(side, ()))
    own = {service(base).command for base in state.forces[side].elements}
    due = sum(len(one.elements) for name, one in announced(state).items() if name in own)
    return len(state.forces[side].elements) - here - lost - due
