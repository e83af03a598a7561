"""What a side may see. A view is built from what is open to that side, never by removing things."""

from __future__ import annotations

from msgspec import Struct

from debellis.battle.purse import Cards
from debellis.meg.playing.state import State, decider, phase_of
from debellis.meg.units import generals_of, units_of
from debellis.table.position import Position
from debellis.table.units import General, Unit


class View(Struct, frozen=True):
    """The battle as one side, or a spectator, sees it.

    `own` and `leaders` are the unit groups and generals of the viewing side that are not on the table. `hands` are the
    cards of its generals; `counts` is how many each general of both sides holds. `deck` is how many are left to draw.
    """

    phase: str
    turn: str
    decides: str
    number: int
    limit: int
    position: Position
    armies: dict[str, str]
    invader: str | None
    own: tuple[Unit, ...]
    leaders: tuple[General, ...]
    hands: dict[str, tuple[str, ...]]
    counts: dict[str, int]
    deck: int
    pile: tuple[str, ...]
    queue: tuple[str, ...]
    waiting: tuple[str, ...]
    charging: tuple[str, ...]
    rolled: tuple[str, ...]
    winner: str | None
    why: str | None


def view(state: State, side: str | None) -> View:
    """The state as a side sees it."""
    force = None if side is None else state.forces.get(side)
    here = {unit.id for unit in units_of(state.position)}
    there = {general.id for general in generals_of(state.position)}
    own = () if force is None else tuple(unit for unit in force.units.value if unit.id not in here)
    leaders = () if force is None else tuple(one for one in force.leaders.value if one.id not in there)
    return View(
        phase=phase_of(state),
        turn=state.turn,
        decides=decider(state),
        number=state.number,
        limit=state.limit,
        position=state.position,
        armies={name: one.name for name, one in state.forces.items()},
        invader=state.invader,
        own=own,
        leaders=leaders,
        hands={name: hand.value for name, hand in state.hands.items() if side is not None and hand.owner == side},
        counts={name: len(hand.value) for name, hand in state.hands.items()},
        deck=len(state.deck.value.cards),
        pile=state.pile,
        queue=state.queue,
        waiting=() if not state.waiting else state.waiting[-1].about,
        charging=state.charging,
        rolled=state.rolled,
        winner=state.winner,
        why=state.why,
    )


def purse(state: State, side: str) -> Cards:
    """The hands as a side knows them: its own cards, and the number of those of the enemy."""
    hands: dict[str, tuple[str, ...] | int] = {
        name: hand.value if hand.owner == side else len(hand.value) for name, hand in state.hands.items()
    }
    return Cards(hands, state.pile)
