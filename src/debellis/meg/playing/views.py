"""What a side may see. A view is built from what is open to that side, never by removing things."""

from __future__ import annotations

from msgspec import Struct, UnsetType

from debellis.battle.purse import Cards, Purse
from debellis.battle.sides import SIDES
from debellis.meg.outcomes.routs import OUTCOMES
from debellis.meg.playing.answering import asked_now
from debellis.meg.playing.before_battle import BeforeBattle, Item
from debellis.meg.playing.judging import judged
from debellis.meg.playing.pursuing import open_to
from debellis.meg.playing.state import Answer, Hit, State, decider, phase_of
from debellis.meg.playing.whole import whole
from debellis.meg.units import generals_of, units_of
from debellis.table.bases import Base
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

    `reserve` and `leaders` are the unit groups and generals of the viewing side that are not on the table; `own` is
    empty, because single bases are nothing without their unit group. `hands` are the cards of its generals; `counts` is
    how many each general of both sides holds, and `purse` says both in the form of all families. `deck` is how many are
    left to draw. `sub_phase` is where the turn stands, also while a response interrupts it, and `subject` whom the
    decision is about: the unit group that answers first, then the enemy it answers. `fired` and `lying` are what the
    combats to come depend on beside the position, `hits` the shots whose losses are still to be taken, and `answers`
    what the targets of charges have said. `tally` is each side's TuGs lost and counted.

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
    own: tuple[Base, ...]
    edges: dict[str, str]
    bounds: dict[str, int]
    purse: Purse
    sub_phase: str
    reserve: tuple[Unit, ...]
    leaders: tuple[General, ...]
    hands: dict[str, tuple[str, ...]]
    counts: dict[str, int]
    deck: int
    pile: tuple[str, ...]
    queue: tuple[str, ...]
    waiting: tuple[str, ...]
    charging: tuple[str, ...]
    rolled: tuple[str, ...]
    subject: tuple[str, ...]
    fired: tuple[str, ...]
    lying: dict[str, str]
    tally: dict[str, tuple[int, int]]
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
    hits: tuple[Hit, ...] = ()
    answers: tuple[Answer, ...] = ()


def view(state: State, side: str | None) -> View:
    """The state as a side sees it."""
    force = None if side is None else state.forces.get(side)
    here = {unit.id for unit in units_of(state.position)}
    there = {general.id for general in generals_of(state.position)}
    reserve = () if force is None else tuple(unit for unit in force.units.value if unit.id not in here)
    moment = state.position.moment
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
        own=(),
        edges={} if isinstance(moment, UnsetType) else moment.edges,
        bounds={name: state.number for name in state.forces},
        purse=purse(state, side),
        sub_phase=state.phase,
        reserve=reserve,
        leaders=leaders,
        hands={name: hand.value for name, hand in state.hands.items() if side is not None and hand.owner == side},
        counts={name: len(hand.value) + len(state.shown.get(name, ())) for name, hand in state.hands.items()},
        deck=len(state.deck.value.cards),
        pile=state.pile,
        queue=state.queue,
        waiting=() if not state.waiting else state.waiting[-1].about,
        charging=state.charging,
        rolled=state.rolled,
        subject=_subject(state),
        fired=state.fired,
        lying=state.lying,
        tally=_tally(state, side),
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
        hits=state.hits,
        answers=state.answers,
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


def _subject(state: State) -> tuple[str, ...]:
    """Whom the decision is about, where the rules and not the player say so."""
    phase = phase_of(state)
    if state.waiting:
        about = state.waiting[-1].about
        return (about[1], about[0]) if phase in ("chased", "surprised") else about
    if phase == "2.5":
        asked = asked_now(state)
        return (state.queue[0],) if asked is None else (asked, state.queue[0])
    if phase in OUTCOMES.values():
        named = open_to(state)
        return named if len(named) == 1 else ()
    return state.queue[:1] if phase in ("2.3", "2.4") else ()


def _tally(state: State, viewer: str | None) -> dict[str, tuple[int, int]]:
    """The TuGs that each side has lost and counts, ambushers of the viewer included; nothing before the deployment."""
    if not units_of(state.position):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for side in SIDES:
        answer = judged(whole(state) if side == viewer else state.position, "army_count", side=side).answer
        found[side] = (int(answer["lost"]), int(answer["tugs"]))
    return found


def purse(state: State, side: str | None) -> Cards:
    """The hands as a side knows them: its own cards, and the number of those of the enemy."""
    hands: dict[str, tuple[str, ...] | int] = {
        name: hand.value if hand.owner == side else len(hand.value) for name, hand in state.hands.items()
    }
    return Cards(hands, state.pile)
