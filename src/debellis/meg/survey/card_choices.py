"""Choices of cards: which to discard, which to give to other generals, and which to give up at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.pieces import Prospect
from debellis.mechanics.tables import load
from debellis.meg.playing.actions import Discard, Give
from debellis.meg.playing.cards import cut_ideas, discard_ideas, give_ideas
from debellis.meg.survey.appraisal import CARDS, Appraisal
from debellis.meg.words import COLOURS


def discards(a: Appraisal) -> Iterator[Prospect]:
    """Cards below what a new card is worth on average are thrown away."""
    deck = load(a.position.edition)["cards"]["deck"]
    count = sum(int(deck[colour]) for colour in COLOURS)
    average = sum(CARDS[i] * int(deck[colour]) for i, colour in enumerate(COLOURS)) / count
    for idea in discard_ideas(a.state):
        if not isinstance(idea, Discard):
            yield Prospect(idea, -0.01, "A bluff is turned up.")
            continue
        thrown = [card for cards in idea.cards.values() for card in cards]
        worth = sum([average - CARDS[COLOURS.index(card)] for card in thrown])
        if a.shallow:
            worth = -worth
        reason = "The cards are worth keeping."
        if thrown:
            reason = f"A new card is worth more on average than {' and '.join(dict.fromkeys(thrown))}."
        yield Prospect(idea, worth, reason)


def gifts(a: Appraisal) -> Iterator[Prospect]:
    """A general who fights gets the better card of a commander who does not."""
    for idea in give_ideas(a.state):
        assert isinstance(idea, Give)
        worth, reason = 0.0, "Every general needs his cards himself."
        if idea.gifts and not a.shallow:
            gift = idea.gifts[0]
            giver, to = a.generals[gift.giver], a.generals[gift.to]
            here, there = a.figure(giver.unit), a.figure(to.unit)
            busy = there is not None and bool(there.fights)
            idle = here is None or not here.fights
            good = COLOURS.index(gift.cards[0]) >= COLOURS.index("green")
            worth = 0.01 if busy and idle and good else -0.01
            reason = f"{to.id} is with unit groups that fight, and {giver.id} is not."
        elif idea.gifts:
            worth = -0.01
        yield Prospect(idea, worth, reason)


def given_up(a: Appraisal) -> Iterator[Prospect]:
    for idea in cut_ideas(a.state):
        yield Prospect(idea, 0.0, "The lowest cards are given up.")
