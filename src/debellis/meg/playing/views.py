"""What a side may see. A view is built from what is open to that side, never by removing things."""

from __future__ import annotations

from msgspec import Struct

from debellis.battle.purse import Cards
from debellis.meg.playing.before_battle import BeforeBattle, Item
from debellis.meg.playing.state import State, decider, phase_of
from debellis.meg.units import generals_of, units_of
from debellis.table.position import Position
from debellis.table.units import General, Unit


class BeforeView(Struct, frozen=True):
    """What a side, or a spectator, knows of the steps before the first turn.

    `hand` are its own PBS cards and `counts` how many each side has; `named` are the sides whose card lies face down.
    `share` is known to the outscouted side only, because it tells how many unit groups are hidden. The rest is open.
    """

    hand: tuple[str, ...]
    counts: dict[str, int]
    named: tuple[str, ...]
    round: int
    mover: str
    steps: int
    cell: tuple[str, str]
    sort: str
    left: dict[str, int]
    picked: dict[str, tuple[str, ...]]
    items: tuple[Item, ...]
    item: Item | None
    die: int | None
    piece: str
    adjusting: int
    outscouted: tuple[str, int]
    share: int
    more: int


class View(Struct, frozen=True):
    """The battle as one side, or a spectator, sees it.

    `own` and `leaders` are the unit groups and generals of the viewing side that are not on the table. `hands` are the
    cards of its generals; `counts` is how many each general of both sides holds. `deck` is how many are left to draw.

    `before` is what is known before the first turn. Of generals off the table with a card face down (`face_down`) the
    own cards are `under` and the own notes `marches`; `late` are own unit groups that wait at the edge. Open to all are
    the `flanks` of marches, the cards `shown` and `laid` beside markers, allies who are `wavering`, and the ambush just
    `revealed`.
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
    before: BeforeView | None = None
    under: dict[str, str] = {}
    marches: dict[str, tuple[str, ...]] = {}
    late: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    flanks: dict[str, str] = {}
    shown: dict[str, tuple[str, ...]] = {}
    laid: dict[str, tuple[str, ...]] = {}
    wavering: tuple[str, ...] = ()
    revealed: str = ""


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
        counts={name: len(hand.value) + len(state.shown.get(name, ())) for name, hand in state.hands.items()},
        deck=len(state.deck.value.cards),
        pile=state.pile,
        queue=state.queue,
        waiting=() if not state.waiting else state.waiting[-1].about,
        charging=state.charging,
        rolled=state.rolled,
        winner=state.winner,
        why=state.why,
        before=None if state.before is None else _before(state.before, side),
        under={name: card.value for name, card in state.under.items() if side is not None and card.owner == side},
        marches={name: one.value for name, one in state.marches.items() if side is not None and one.owner == side},
        late=() if side is None or side not in state.late else state.late[side].value,
        face_down=tuple(state.under),
        flanks=state.flanks,
        shown=state.shown,
        laid=state.laid,
        wavering=state.wavering,
        revealed=state.revealed,
    )


def _before(now: BeforeBattle, side: str | None) -> BeforeView:
    """The steps before the first turn as a side knows them."""
    mine = None if side is None else now.hands.get(side)
    return BeforeView(
        hand=() if mine is None or mine.owner != side else mine.value,
        counts={name: len(hand.value) for name, hand in now.hands.items()},
        named=tuple(now.named),
        round=now.round,
        mover=now.mover,
        steps=now.steps,
        cell=now.cell,
        sort=now.sort,
        left=now.left,
        picked=now.picked,
        items=now.items,
        item=now.item,
        die=now.die,
        piece=now.piece,
        adjusting=now.adjusting,
        outscouted=now.outscouted,
        share=now.share if side == now.outscouted[0] else 0,
        more=now.more,
    )


def purse(state: State, side: str) -> Cards:
    """The hands as a side knows them: its own cards, and the number of those of the enemy."""
    hands: dict[str, tuple[str, ...] | int] = {
        name: hand.value if hand.owner == side else len(hand.value) for name, hand in state.hands.items()
    }
    return Cards(hands, state.pile)
