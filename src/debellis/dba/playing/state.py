"""The state of a battle: the position, the side that decides, and the earlier events of the bound."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.dba.aftermath.choosing import HAND
from debellis.dba.commands import command_of, commands_of
from debellis.dba.moving.moves import Bound, Pips
from debellis.dba.playing.actions import AddToScore, EndMoves, Fight, Hold, MoveElements, Shoot
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace


class Force(Struct, frozen=True, dict=True):
    """One side's army: its list, and its elements before they are deployed."""

    army: str
    name: str
    topography: str
    aggression: int
    elements: tuple[Base, ...]

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this army (`Memory`). It is not written and not compared."""
        return self.__dict__


class Rolled(Struct, frozen=True):
    """A combat whose dice lie on the table while a commander-in-chief may still add to his score.

    `decides` are the sides that have yet to say so, `adds` those that do add.
    """

    one: str
    two: str
    dice: tuple[int, int]
    decides: tuple[str, ...]
    adds: tuple[str, ...] = ()
    helpers: tuple[str, ...] | UnsetType = UNSET
    edge: str | UnsetType = UNSET


class OpenChoice(Struct, frozen=True):
    """A choice that came up while a decision was carried out, which is carried out once it is made.

    `side` chooses one of the `options`; `what` says what it is about. `dice` were thrown and `picks` made before it.
    """

    side: str
    what: str
    options: tuple[tuple[str, ...], ...]
    action: Hold | MoveElements | EndMoves | Shoot | AddToScore | Fight
    dice: tuple[int, ...] = ()
    picks: tuple[tuple[str, ...], ...] = ()


class State(Struct, frozen=True, dict=True):
    """The complete state of a battle at one moment.

    `phase` is one of invader, terrain, modify, edges, camps, deploy, exchange, pips, moves, shooting, melee, over; in a
    big battle also allot, hold and bonus.
    `turn` is the side that decides in the set-up phases, and the side whose bound it is afterwards. `chances` are the
    changes to the board that the invader's dice allow, unset in editions without them. `edges` are the base edges by
    side, `held_back` the elements kept for a landing, `bounds` how many bounds each side has begun.

    `contacts` lists who touched whom in this bound, in order. `picked` is the shooter whose owner decides. `shot` and
    `targeted` are the bases that have shot and have been shot at. `melees` are the pairs still to fight, `assaults` the
    attacks already made on places. `into_front` and `into_flank` moved into such contact in this bound.

    `landed` came ashore in this bound, and `helped` shot only as helpers. `fought` are the finished melees of this
    bound. `displaced` are the bases that its results moved or removed, as they stood before. `beaten` recoiled or fled
    in this bound, `beaten_before` in the one before.

    Only big battles set the next four. `written` are the commands of a side from the one that gets the highest PIP
    score to the one that gets the lowest, until its first roll shows them as `dice_order`. `rolled` is the combat for
    which a commander-in-chief may add to his score, `added` the sides whose commander-in-chief has done so.

    `together` lists the contacts of this bound that were made at one instant, where there were several. `revolt` are
    the towns that may revolt now. `choice` came up while a decision was carried out and must be made first.
    `attaching` is a general who has come where he may be attached to either of two elements.
    """

    phase: str
    turn: str
    position: Position
    forces: dict[str, Force]
    variety: int = 0
    invader: str | None = None
    edges: dict[str, str] = {}
    camps_done: tuple[str, ...] = ()
    deployed: tuple[str, ...] = ()
    held_back: dict[str, tuple[Base, ...]] = {}
    bounds: dict[str, int] = {}
    pips: int = 0
    bound: Bound = Bound()
    contacts: tuple[tuple[str, str], ...] = ()
    picked: str | None = None
    shot: tuple[str, ...] = ()
    targeted: tuple[str, ...] = ()
    melees: tuple[tuple[str, str], ...] = ()
    assaults: dict[str, int] = {}
    into_front: tuple[str, ...] = ()
    into_flank: tuple[str, ...] = ()
    landed: tuple[str, ...] = ()
    helped: tuple[str, ...] = ()
    fought: tuple[tuple[str, str], ...] = ()
    displaced: dict[str, Base] = {}
    beaten: dict[str, str] = {}
    beaten_before: dict[str, str] = {}
    winner: str | None = None
    why: str | None = None
    limit: int = 40
    chances: tuple[str, ...] | UnsetType = UNSET
    written: dict[str, Secret[tuple[str, ...]]] | UnsetType = UNSET
    dice_order: dict[str, tuple[str, ...]] | UnsetType = UNSET
    rolled: Rolled | UnsetType = UNSET
    added: tuple[str, ...] | UnsetType = UNSET
    together: tuple[tuple[tuple[str, str], ...], ...] | UnsetType = UNSET
    revolt: tuple[str, ...] | UnsetType = UNSET
    choice: OpenChoice | UnsetType = UNSET
    attaching: str | UnsetType = UNSET

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this state (`Memory`). It is not written and not compared."""
        return self.__dict__


def phase_of(state: State) -> str:
    """The phase. The choice of a target, and of anything that comes up on the way, has a name of its own."""
    if state.choice is not UNSET:
        return "flight" if state.choice.what == HAND else "order"
    if state.attaching is not UNSET:
        return "attach"
    return "target" if state.phase == "shooting" and state.picked is not None else state.phase


def defender(state: State) -> str:
    """The side that is not the invader."""
    assert state.invader is not None
    return other(state.invader)


def pips_for(state: State, base: Base) -> int:
    """The PIPs left for an element: those of its side, or in a big battle those of its command."""
    left = state.bound.pips
    return left.get(command_of(base) or "", 0) if isinstance(left, dict) else state.pips


def with_pips_spent(state: State, base: Base, cost: int) -> State:
    """The state after an element, or the group it is of, has been paid for."""
    left: Pips = state.bound.pips
    total = state.pips - cost
    own = command_of(base)
    after: Pips = {**left, own: left[own] - cost} if isinstance(left, dict) and own is not None else total
    return replace(state, pips=total, bound=replace(state.bound, pips=after))


def shared_out(position: Position, side: str, pips: int) -> Pips:
    """So many PIPs for a side, or for each of its commands."""
    commands = commands_of(position, side)
    return {one.id: pips for one in commands} if commands else pips
