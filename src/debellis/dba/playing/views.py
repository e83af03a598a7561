"""What a side may see. A view is built from what is open to that side, never by removing things."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from debellis.battle.purse import Pips, Purse
from debellis.battle.sides import other
from debellis.dba.commands import commands_of
from debellis.dba.playing.state import Rolled, State
from debellis.table.bases import Base
from debellis.table.position import Position


class Choosing(Struct, frozen=True):
    """A choice that came up while a decision was carried out: who makes it, what it is about, and its options."""

    side: str
    what: str
    options: tuple[tuple[str, ...], ...]


class View(Struct, frozen=True):
    """The battle as one side (or a spectator) sees it: no seed, no future dice, nothing that the other side has not
    shown.

    `armies` are the names of the lists, `topographies` where they come from. `own` are the elements of the viewing
    side, deployed or not. `purse` belongs to the side whose bound it is. `chances` are the changes to the board that
    the invader's dice allow. In a big battle `dice_order` has the commands of a side from the highest PIP score to the
    lowest, and `rolled` is the combat for which a commander-in-chief may add to his score. `choice` must be made before
    a decision is carried out further.
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
    picked: str | None
    shot: tuple[str, ...]
    targeted: tuple[str, ...]
    melees: tuple[tuple[str, str], ...]
    held_back: dict[str, int]
    winner: str | None
    why: str | None
    topographies: dict[str, str] = {}
    chances: tuple[str, ...] = ()
    dice_order: dict[str, tuple[str, ...]] | UnsetType = UNSET
    rolled: Rolled | UnsetType = UNSET
    choice: Choosing | UnsetType = UNSET


def view(state: State, side: str | None) -> View:
    """The state as a side sees it. The other side's elements appear when they stand on the table."""
    own = () if side is None or side not in state.forces else state.forces[side].elements
    return View(
        phase=state.phase,
        turn=state.turn,
        position=state.position,
        armies={name: force.name for name, force in state.forces.items()},
        own=own,
        invader=state.invader,
        edges=state.edges,
        bounds=state.bounds,
        purse=purse(state, state.turn),
        picked=state.picked,
        shot=state.shot,
        targeted=state.targeted,
        melees=state.melees,
        held_back={name: len(bases) for name, bases in state.held_back.items()},
        winner=state.winner,
        why=state.why,
        topographies={name: force.topography for name, force in state.forces.items()},
        chances=state.chances if isinstance(state.chances, tuple) else (),
        dice_order=_orders_known(state, side),
        rolled=state.rolled,
        choice=_choosing(state),
    )


def _choosing(state: State) -> Choosing | UnsetType:
    choice = state.choice
    return UNSET if choice is UNSET else Choosing(choice.side, choice.what, choice.options)


def _orders_known(state: State, side: str | None) -> dict[str, tuple[str, ...]] | UnsetType:
    """The orders in which commands get PIP dice: a side's own as soon as it is written, the other's when shown."""
    if state.written is UNSET:
        return UNSET
    found = {} if state.dice_order is UNSET else dict(state.dice_order)
    if side is not None and side in state.written:
        found[side] = state.written[side].value
    return found


def purse(state: State, side: str) -> Pips:
    """The PIPs that a side has left, in a big battle those of each command: 0 outside its own bound."""
    commands = commands_of(state.position, side)
    if commands:
        left = state.bound.pips if side == state.turn and isinstance(state.bound.pips, dict) else {}
        return Pips({one.id: left.get(one.id, 0) for one in commands})
    return Pips({side: state.pips if side == state.turn else 0})


def hidden_from(state: State, side: str) -> tuple[str, ...]:
    """The elements of the other side that are not deployed yet, or are held back for a landing."""
    enemy = other(side)
    waiting = state.held_back.get(enemy, ()) if enemy in state.deployed else state.forces[enemy].elements
    return tuple(base.id for base in waiting if not state.position.has_base(base.id))
