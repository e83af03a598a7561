"""A third family of rules, only for tests: duels of cards.

Two lines of elements face each other. In a turn both sides draw cards into hidden hands; then they act by turns until
both have passed. An element advances, or strikes the enemy straight before it; whoever is struck answers with a card
of his own, or without, before the dice are thrown.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from debellis.battle.alternation import Choice, Waiting, acted, answered, due, passed, waiting_for
from debellis.battle.armies import ArmyInfo, Slot
from debellis.battle.chance import Chance, Deck
from debellis.battle.game import Family
from debellis.battle.phase import Happened, Phase, all_but_last, in_order, may_always
from debellis.battle.pieces import EVEN, Engagement, Field, Memo, Piece, Shot, Stakes, Strength, WeighedFight, Weights
from debellis.battle.purse import Cards
from debellis.battle.rules import Event, Opening, Resign
from debellis.battle.secrets import Hidden, Secret, shown
from debellis.battle.sides import SIDES, other
from debellis.battle.survey import BEGINNING, ENDS, FIGHT, FIGHTS, MOVE, MOVES, OTHER, OVER, Survey
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.table.writing import written
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

COLOURS = {"black": 0, "white": 1, "green": 2}
CARDS = ("black", "white", "green") * 8
HAND, FILES, STEP, REACH, ENOUGH = 3, 3, 40.0, 90.0, 2
Blow = tuple[str, str, str]


class State(Struct, frozen=True, dict=True):
    phase: str
    turn: str
    position: Position
    deck: Secret[Deck]
    hands: dict[str, Secret[tuple[str, ...]]]
    roster: dict[str, tuple[Base, ...]]
    choice: Choice = Choice("red")
    waiting: tuple[Waiting[Blow], ...] = ()
    bounds: dict[str, int] = {}
    limit: int = 5
    variety: int = 0
    winner: str | None = None
    why: str | None = None


class View(Struct, frozen=True):
    phase: str
    position: Position
    hands: dict[str, tuple[str, ...] | Hidden]


class Deal(Struct, frozen=True, tag_field="do", tag="deal"):
    pass


class Step(Struct, frozen=True, tag_field="do", tag="step"):
    piece: str
    card: str


class Strike(Struct, frozen=True, tag_field="do", tag="strike"):
    piece: str
    target: str
    card: str


class Parry(Struct, frozen=True, tag_field="do", tag="parry"):
    card: str | None = None


class Pass(Struct, frozen=True, tag_field="do", tag="pass"):
    pass


def decides(state: State) -> str:
    waiting = due(state.waiting)
    return state.choice.side if waiting is None else waiting.side


def phase_of(state: State) -> str:
    waiting = due(state.waiting)
    return state.phase if waiting is None else waiting.phase


def start(edition: str, setup: dict[str, Any]) -> State:
    roster = {}
    for i, side in enumerate(SIDES):
        facing, y = ((0.0, 1.0), 200.0) if i == 0 else ((0.0, -1.0), 400.0)
        names = [f"{side[0].upper()}{file}" for file in range(FILES)]
        roster[side] = tuple(
            Base(name, side, "Foot", "foot", 40.0, 20.0, (200.0 + 100.0 * file, y), facing, general=file == 1)
            for file, name in enumerate(names)
        )
    position = Position(edition, (600.0, 600.0), (*roster["red"], *roster["blue"]), active="red")
    hands = {side: Secret(side, ()) for side in SIDES}
    limit = int(setup.get("limit", 5))
    return State("deal", "red", position, Secret(None, Deck(CARDS)), hands, roster, limit=limit)


def deal(state: State, action: Deal, chance: Chance) -> Happened[State]:
    deck, hands = state.deck.value, dict(state.hands)
    for side in SIDES:
        hand = hands[side].value
        while len(hand) < HAND and deck.cards:
            card, deck = chance.draw(deck, f"a card for {side}", to=side)
            hand = (*hand, card)
        hands[side] = Secret(side, tuple(sorted(hand)))
    bounds = {**state.bounds, state.turn: state.bounds.get(state.turn, 0) + 1}
    after = replace(state, phase="act", deck=Secret(None, deck), hands=hands, choice=Choice(state.turn), bounds=bounds)
    return after, (Event("deal", "both sides draw cards"),)


def without(state: State, side: str, card: str) -> dict[str, Secret[tuple[str, ...]]]:
    hand = list(state.hands[side].value)
    hand.remove(card)
    return {**state.hands, side: Secret(side, tuple(hand))}


def before(state: State, name: str) -> str | None:
    """The enemy straight before an element and near enough to strike."""
    base = state.position.base(name)
    for enemy in state.position.enemies(base.side):
        gap = abs(enemy.front[1] - base.front[1])
        if enemy.front[0] == base.front[0] and gap <= REACH:
            return enemy.id
    return None


def check_act(state: State, action: Any) -> Ruling:
    verdict, side = Verdict(), decides(state)
    if isinstance(action, Pass):
        return verdict.decide("pass")
    if not state.position.has_base(action.piece) or state.position.base(action.piece).side != side:
        verdict.refuse(f"{action.piece} is not there to act.")
    elif action.card not in state.hands[side].value:
        verdict.refuse(f"{side} has no {action.card} card.")
    elif isinstance(action, Strike) != (before(state, action.piece) is not None):
        verdict.refuse("An element strikes whoever is near before it, and steps ahead if nobody is.")
    elif isinstance(action, Strike) and action.target != before(state, action.piece):
        verdict.refuse(f"{action.target} does not stand before {action.piece}.")
    return verdict.decide("act")


def stepped(base: Base) -> Base:
    (x, y), (dx, dy) = base.front, base.facing
    return replace(base, front=(x + dx * STEP, y + dy * STEP))


def act(state: State, action: Any, chance: Chance) -> Happened[State]:
    side = state.choice.side
    if isinstance(action, Pass):
        choice = passed(state.choice)
        if choice is not None:
            return replace(state, choice=choice), (Event("pass", f"{side} passes"),)
        return end_turn(state)
    hands = without(state, side, action.card)
    if isinstance(action, Step):
        position = state.position.with_base(stepped(state.position.base(action.piece)))
        after = replace(state, position=position, hands=hands, choice=acted(state.choice))
        return after, (Event("step", f"{action.piece} steps ahead"),)
    response = Waiting(other(side), "parry", (action.piece, action.target, action.card))
    after = replace(state, hands=hands, waiting=waiting_for(state.waiting, response))
    return after, (Event("strike", f"{action.piece} strikes {action.target}"),)


def check_parry(state: State, action: Parry) -> Ruling:
    verdict = Verdict()
    if action.card is not None and action.card not in state.hands[decides(state)].value:
        verdict.refuse(f"There is no {action.card} card in the hand.")
    return verdict.decide("parry")


def value(card: str | None) -> int:
    return -1 if card is None else COLOURS[card]


def parry(state: State, action: Parry, chance: Chance) -> Happened[State]:
    waiting = due(state.waiting)
    assert waiting is not None
    piece, target, card = waiting.about
    dice = [chance.roll(f"{piece} strikes"), chance.roll(f"{target} parries")]
    totals = [dice[0] + value(card), dice[1] + value(action.card)]
    told: dict[str, Any] = {"totals": totals, "dice": dice, "outcome": "no_effect"}
    position = state.position
    if totals[0] > totals[1]:
        told |= {"loser": target, "outcome": "destroyed"}
        lost = {**position.lost, waiting.side: (*position.lost.get(waiting.side, ()), target)}
        position = replace(position.without(target), lost=lost)
    hands = state.hands if action.card is None else without(state, waiting.side, action.card)
    state = replace(state, position=position, hands=hands, waiting=answered(state.waiting), choice=acted(state.choice))
    ruling = Finding().rule("parry", told)
    events = (Event("parry", f"{totals[0]} against {totals[1]}", (), (piece, target), ruling),)
    if len(position.lost.get(waiting.side, ())) >= ENOUGH:
        state = replace(state, phase="over", winner=other(waiting.side), why=f"{waiting.side} has lost enough")
    return state, events


def end_turn(state: State) -> Happened[State]:
    if state.bounds.get("blue", 0) >= state.limit:
        return replace(state, phase="over", why="the limit is reached"), (Event("limit", "the limit is reached"),)
    return replace(state, phase="deal", turn=other(state.turn)), (Event("turn", "the next turn"),)


def ideas(state: State) -> Iterator[Any]:
    side = decides(state)
    for base in state.position.friends(side):
        yield from ideas_of(state, base)
    yield Pass()


def ideas_of(state: State, base: Base) -> Iterator[Any]:
    target = before(state, base.id)
    for card in dict.fromkeys(state.hands[base.side].value):
        yield Step(base.id, card) if target is None else Strike(base.id, target, card)


def parries(state: State) -> Iterator[Parry]:
    yield from (Parry(card) for card in dict.fromkeys(state.hands[decides(state)].value))
    yield Parry()


def view(state: State, side: str | None) -> View:
    return View(phase_of(state), state.position, {name: shown(hand, side) for name, hand in state.hands.items()})


def purse(state: State, side: str) -> Cards:
    return Cards({name: hand.value if name == side else len(hand.value) for name, hand in state.hands.items()})


class Blows(Engagement):
    """A blow before its dice: whoever brings more and throws more destroys the other."""

    def chances(self, plus: int = 0) -> tuple[float, float]:
        mine = sum(one + self.mine + plus > two + self.theirs for one in range(1, 7) for two in range(1, 7))
        return (mine / 36.0, 0.0)

    def worth(self, by: Weights, stakes: Stakes = EVEN, plus: int = 0, minus: int = 0) -> float:
        return self.chances(plus - minus)[0] * stakes.theirs


class Parried(Blows):
    """The same from the side of whoever is struck."""

    def chances(self, plus: int = 0) -> tuple[float, float]:
        return (0.0, Blows(self.theirs, self.mine).chances(-plus)[0])

    def worth(self, by: Weights, stakes: Stakes = EVEN, plus: int = 0, minus: int = 0) -> float:
        return -by.own_loss * stakes.mine * self.chances(plus - minus)[1]


class NoShot(Shot):
    def harm(self, by: Weights) -> float:
        return 0.0


class ToyField(Field):
    def __init__(self, state: State, side: str) -> None:
        mine = tuple(Piece(base, STEP, 0.0, 1.0) for base in state.position.friends(side))
        theirs = tuple(Piece(base, STEP, 0.0, 1.0) for base in state.position.enemies(side))
        super().__init__(side, mine, theirs)
        self.position = state.position

    def matchup(self, one: Piece, two: Piece) -> Engagement:
        return Blows(1, 1)

    def shot(self, one: Piece, two: Piece) -> Shot:
        return NoShot()

    def arrivals(self, action: Any) -> tuple[Piece, ...] | None:
        return (Piece(stepped(self.position.base(action.piece)), STEP, 0.0, 1.0),)


class ToySurvey(Survey):
    def __init__(self, edition: str) -> None:
        super().__init__(edition, most_pieces=FILES)

    def moment(self, state: State) -> str:
        return {"deal": BEGINNING, "act": MOVES, "parry": FIGHT, "over": OVER}[phase_of(state)]

    def phase(self, state: State) -> str:
        return phase_of(state)

    def turn(self, state: State) -> str:
        return state.turn

    def bounds(self, state: State) -> dict[str, int]:
        return state.bounds

    def limit(self, state: State) -> int:
        return state.limit

    def moves_left(self, state: State) -> int:
        return len(state.hands[decides(state)].value) if state.phase == "act" else 0

    def armies(self) -> dict[str, ArmyInfo]:
        foot = (Slot(FILES, ("Foot",)),)
        return {name: ArmyInfo(name, name.title(), "", "", 0, ("Foot",), foot, "") for name in ("left", "right")}

    def roster(self, state: State, side: str) -> tuple[Base, ...]:
        return state.roster[side]

    def ground_kinds(self) -> tuple[str, ...]:
        return ("woods",)

    def troop_types(self) -> tuple[str, ...]:
        return ("foot",)

    def field(self, state: State, side: str) -> Field:
        return ToyField(state, side)

    def fights(self, state: State, side: str, by: Weights, memo: Memo | None = None) -> tuple[WeighedFight, ...]:
        found = self.fight(state, Parry(), side, by)
        return () if found is None else (found,)

    def fight(self, state: State, action: Any, side: str, by: Weights) -> WeighedFight | None:
        waiting = due(state.waiting)
        if waiting is None or not isinstance(action, Parry):
            return None
        piece, target, card = waiting.about
        if side == waiting.side:
            odds: Engagement = Parried(value(action.card), value(card))
            return WeighedFight(target, piece, odds, EVEN, odds.worth(by))
        odds = Blows(value(card), value(action.card))
        return WeighedFight(piece, target, odds, EVEN, odds.worth(by))

    def strengths(self, state: State) -> tuple[Strength, ...]:
        return tuple(Strength(side, len(state.position.lost.get(side, ())), ENOUGH) for side in SIDES)

    def winner_by_losses(self, state: State) -> str | None:
        return state.winner

    def kind_of(self, action: Any) -> str:
        return {Pass: ENDS, Step: MOVE, Strike: FIGHTS, Parry: FIGHTS}.get(type(action), OTHER)

    def moved_by(self, action: Any) -> tuple[str, ...]:
        return (action.piece,) if isinstance(action, Step) else ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        return (getattr(action, "piece", None), getattr(action, "target", None))

    def ending(self, state: State) -> Any:
        return Pass()

    def may_move(self, state: State) -> tuple[Base, ...]:
        return tuple(state.position.friends(decides(state)))

    def ideas_for(self, state: State, body: tuple[Base, ...]) -> list[Any]:
        return list(ideas_of(state, body[0]))

    def imagined(self, state: State, side: str, random: Random) -> State:
        enemy = other(side)
        pool = [*state.deck.value.cards, *state.hands[enemy].value]
        random.shuffle(pool)
        many = len(state.hands[enemy].value)
        hands = {**state.hands, enemy: Secret(enemy, tuple(pool[:many]))}
        return replace(state, hands=hands, deck=Secret(None, Deck(tuple(pool[many:]))))

    def essence(self, state: State) -> bytes:
        return msgspec.msgpack.Encoder(order="deterministic", enc_hook=written).encode(state)


def take_up(position: Position, opening: Opening) -> State:
    return replace(start(position.edition, {}), position=position, phase=opening.phase)


def ask(state: State, question: str, arguments: dict[str, Any]) -> Ruling:
    return Finding().rule(question, arguments)


FAMILY = Family(
    state_type=State,
    action_type=Deal | Step | Strike | Parry | Pass | Resign,
    view_type=View,
    action_forms={},
    phases={
        "deal": Phase("draw cards", (Deal,), may_always, deal, in_order(lambda state: [Deal()])),
        "act": Phase("act or pass", (Step, Strike, Pass), check_act, act, all_but_last(ideas), decides=decides),
        "parry": Phase("answer a blow", (Parry,), check_parry, parry, all_but_last(parries), decides=decides),
    },
    over=(),
    start=start,
    take_up=take_up,
    view=view,
    purse=purse,
    ask=ask,
    phase_of=phase_of,
    survey=ToySurvey,
)
