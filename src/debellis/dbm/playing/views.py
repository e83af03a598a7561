"""What a side may see of a battle of DBM: built from what is open to it, never by taking things away."""

from __future__ import annotations

from msgspec import Struct

from debellis.battle.purse import Pips, Purse
from debellis.dbm.playing.hidden import orders_of
from debellis.dbm.playing.state import Coming, Drawn, Orders, Sky, State
from debellis.table.bases import Base
from debellis.table.position import Position


class Fork(Struct, frozen=True):
    """What an owner must choose before a result is carried out further: for which element, between which options."""

    side: str
    kind: str
    element: str
    options: tuple[str, ...]


class View(Struct, frozen=True):
    """The battle as one side (or a bystander) sees it: no seed, no dice to come, of those not deployed only its own.

    `purse` is that of the side whose bound it is, by command. `orders` are the side's own; of others
    it is only known that they have `written` theirs. `coming` are the commands that are announced at an edge, `fork` is
    what an owner has to choose, `picked` who shoots next.
    """

    phase: str
    turn: str
    position: Position
    armies: dict[str, str]
    own: tuple[Base, ...]
    invader: str | None
    edges: dict[str, str]
    bounds: dict[str, int]
    purse: Purse
    thrown: tuple[int, ...]
    acts: dict[str, tuple[str, ...]]
    shot: tuple[str, ...]
    melees: tuple[tuple[str, str], ...]
    drawn: tuple[Drawn, ...]
    score: dict[str, float]
    winner: str | None
    why: str | None
    orders: Orders | None = None
    written: tuple[str, ...] = ()
    coming: dict[str, Coming] = {}
    sky: Sky | None = None
    fork: Fork | None = None
    picked: str | None = None


def view(state: State, side: str | None) -> View:
    """The state as a side sees it; the other side's elements appear once they stand on the table."""
    return View(
        phase=state.phase,
        turn=state.turn,
        position=state.position,
        armies={name: force.name for name, force in state.forces.items()},
        own=() if side is None or side not in state.forces else state.forces[side].elements,
        invader=state.invader,
        edges=state.edges,
        bounds=state.bounds,
        purse=purse(state, state.turn),
        thrown=state.bound.thrown,
        acts=state.bound.acts,
        shot=state.bound.shot,
        melees=state.bound.melees,
        drawn=state.drawn,
        score=state.score,
        winner=state.winner,
        why=state.why,
        orders=orders_of(state, side) if side in (state.orders or {}) else None,
        written=tuple(state.orders or ()),
        coming=state.coming or {},
        sky=state.sky or None,
        fork=_fork(state),
        picked=state.bound.picked or None,
    )


def _fork(state: State) -> Fork | None:
    fate = state.fate or None
    return None if fate is None else Fork(fate.side, fate.kind, fate.element, fate.options)


def purse(state: State, side: str) -> Pips:
    """The PIPs each command of a side has left: none outside its own bound."""
    return Pips(state.bound.pips if side == state.turn else {})
