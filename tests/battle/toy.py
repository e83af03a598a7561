"""A toy family with everything real ones may need of chance: secret cards, coloured dice, alternation, responses.

Each side is dealt two cards. Then the sides act alternately: strike with a card, delay by giving one up, or pass. A
strike waits for the answer of the other side, which may parry with a card. Two passes in a row end the battle.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from debellis.battle.alternation import Choice, Waiting, acted, answered, delayed, due, passed, waiting_for
from debellis.battle.chance import Chance, Deck
from debellis.battle.rules import Event, Pending, Refused, Result, Rules
from debellis.battle.secrets import Hidden, Secret, shown
from debellis.battle.sides import SIDES, other
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

DECK = Deck(("white", "white", "green", "green", "red", "red"))
#: The faces of the die of a strike, by the colour of its card.
STRIKES = {
    "white": ("miss",) * 5 + ("hit",),
    "green": ("miss",) * 3 + ("hit",) * 3,
    "red": ("miss",) + ("hit",) * 5,
}


class Deal(Struct, frozen=True, tag_field="do", tag="deal"):
    """Deal two cards to each side."""


class Strike(Struct, frozen=True, tag_field="do", tag="strike"):
    """Strike with a card."""

    card: str


class Parry(Struct, frozen=True, tag_field="do", tag="parry"):
    """Answer a strike, with a card or without."""

    card: str | None = None


class Delay(Struct, frozen=True, tag_field="do", tag="delay"):
    """Give up a card to let the other side act first."""

    card: str


class Pass(Struct, frozen=True, tag_field="do", tag="pass"):
    """Do nothing."""


Action = Deal | Strike | Parry | Delay | Pass


class State(Struct, frozen=True):
    """A battle of the toy family. Nobody may know what is left in the deck."""

    deck: Secret[Deck]
    hands: dict[str, Secret[tuple[str, ...]]]
    hits: dict[str, int]
    choice: Choice | None
    waiting: tuple[Waiting[str], ...] = ()
    dealt: bool = False


class View(Struct, frozen=True):
    """What a side may see."""

    hands: dict[str, tuple[str, ...] | Hidden]
    hits: dict[str, int]
    left: int


class Toy:
    """The toy family as a game."""

    edition = "toy"
    state_type = State
    action_type = Action
    view_type = View
    sealed: frozenset[str] = frozenset()

    def start(self, setup: dict[str, Any]) -> State:
        hands = {side: Secret(side, tuple[str, ...]()) for side in SIDES}
        return State(Secret(None, DECK), hands, dict.fromkeys(SIDES, 0), Choice("red"))

    def pending(self, state: State) -> Pending:
        if state.choice is None:
            return Pending(None, "look at the result")
        response = due(state.waiting)
        if response is not None:
            return Pending(response.side, f"answer: {response.about}", ("parry",))
        if not state.dealt:
            return Pending(state.choice.side, "deal", ("deal",))
        return Pending(state.choice.side, "act", ("strike", "delay", "pass"))

    def completed(self, state: State, action: Action) -> Action:
        return action

    def apply(self, state: State, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        pending = self.pending(state)
        side, card = cast(str, pending.side), getattr(action, "card", None)
        if action.__struct_config__.tag not in pending.kinds or card not in (None, *state.hands[side].value):
            raise Refused(Finding().rule("toy", {"legal": False}))
        if card is not None:
            left = list(state.hands[side].value)
            left.remove(card)
            state = replace(state, hands={**state.hands, side: Secret(side, tuple(left))})
        choice = cast(Choice, state.choice)
        match action:
            case Deal():
                return self._deal(state, chance)
            case Strike(card):
                response = Waiting(other(side), "parry", f"{side} strikes with {card}")
                return replace(state, waiting=waiting_for(state.waiting, response)), _told(f"{side} strikes")
            case Parry(card):
                return self._strike(state, side, card, chance)
            case Delay():
                return replace(state, choice=delayed(choice)), _told(f"{side} delays")
            case Pass():
                return replace(state, choice=passed(choice)), _told(f"{side} passes")

    def _deal(self, state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        deck, hands = state.deck.value, dict(state.hands)
        for side in SIDES * 2:
            card, deck = chance.draw(deck, f"a card for {side}", to=side)
            hands[side] = Secret(side, (*hands[side].value, card))
        return replace(state, deck=Secret(None, deck), hands=hands, dealt=True), _told("two cards each")

    def _strike(self, state: State, parries: str, card: str | None, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        response = cast(Waiting[str], due(state.waiting))
        face = chance.colour(STRIKES[response.about.split()[-1]], response.about)
        saved = card is not None and chance.roll("the parry", 10) > 5
        hits = dict(state.hits)
        hits[parries] += face == "hit" and not saved
        after = replace(state, hits=hits, waiting=answered(state.waiting), choice=acted(cast(Choice, state.choice)))
        return after, _told(face)

    def view(self, state: State, side: str | None) -> View:
        hands = {whose: shown(hand, side) for whose, hand in state.hands.items()}
        return View(hands, state.hits, len(state.deck.value.cards))

    def position(self, state: State) -> Position:
        return Position("toy", (600.0, 600.0))

    def result(self, state: State) -> Result | None:
        if state.choice is not None:
            return None
        red, blue = (state.hits[side] for side in SIDES)
        return Result(None if red == blue else "red" if red < blue else "blue", "both sides passed")


class LeakyToy(Toy):
    """The toy family with a mistake: the view tells the cards left in the deck, and so the hand of the other side."""

    def view(self, state: State, side: str | None) -> Any:
        view = super().view(state, side)
        return {"hands": view.hands, "hits": view.hits, "left": state.deck.value.cards}


TOY = cast(Rules, Toy())
LEAKY = cast(Rules, LeakyToy())


def _told(says: str) -> tuple[Event, ...]:
    return (Event("toy", says),)
