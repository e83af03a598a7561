"""One battle of an environment: the state, its dice, and the choices of the side to act."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.dice_supply import DiceSupply
from debellis.battle.playable import rules_of
from debellis.battle.rules import Result
from debellis.battle.sides import SIDES
from debellis.environment.offers import Choosing
from debellis.environment.sizes import sizes_of
from debellis.generals.decision import first_legal


class Session:
    """A battle in which slots are chosen. The random numbers given at the start determine everything in it."""

    def __init__(
        self,
        edition: str,
        random: Random,
        chosen: tuple[str, str] | None,
        limit: int,
        by_hand: bool,
        skip_forced: bool,
    ) -> None:
        self.rules = rules_of(edition)
        survey = self.rules.survey
        self.random = random
        self.skip_forced = skip_forced
        red, blue = chosen or survey.drawn_armies(random)
        setup = {"red": red, "blue": blue, "variety": random.getrandbits(32), "limit": limit}
        self.state: Any = self.rules.start(setup)
        sizes = sizes_of(survey)
        rows = {
            base.id: sizes.rows * i + j
            for i, side in enumerate(SIDES)
            for j, base in enumerate(survey.roster(self.state, side)[: sizes.rows])
        }
        self.choosing = Choosing(self.rules, rows, sizes)
        self._dice = DiceSupply(lambda throw: random.randint(1, throw.sides))
        while not by_hand and self.rules.pending(self.state).setting_up:
            self._decide(first_legal(self.rules, self.state))
        self.choosing.renew(self.state)
        self._pass_forced()

    @property
    def side(self) -> str | None:
        """The side to act; None when the battle is over."""
        return self.rules.pending(self.state).side

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    def choose(self, slot: int) -> None:
        """Take the choice in a slot; ValueError if the slot is empty."""
        self._take(slot)
        self._pass_forced()

    def _pass_forced(self) -> None:
        """Take forced choices automatically, if they are not to be steps."""
        while self.skip_forced and len(self.choosing.offers) == 1 and self.result is None:
            self._take(next(iter(self.choosing.offers)))

    def _take(self, slot: int) -> None:
        offer = self.choosing.offers.get(slot)
        if offer is None:
            raise ValueError(f"slot {slot} offers nothing now; the action mask says which do")
        if offer.action is not None:
            self._decide(offer.action)
            self.choosing.renew(self.state)
        else:
            self.choosing.go_on(self.state, slot)

    def _decide(self, action: Any) -> None:
        """Apply a decision, with dice rolled for it."""
        self.state = self._dice.decide(self.rules, self.state, action)
