"""Who weighs a decision, and by what: the side, its weights, and both armies as it sees them."""

from __future__ import annotations

from debellis.battle.pieces import Weights
from debellis.meg.playing.paying import hand_of
from debellis.meg.playing.state import State
from debellis.meg.survey.figures import Figure, Picture, picture_of
from debellis.meg.units import generals_of
from debellis.meg.words import COLOURS
from debellis.table.units import General

#: What a card is worth to keep, from black to red, in TuGs.
CARDS = (0.002, 0.006, 0.013, 0.022, 0.036)
#: What a card is worth that will clear a wound at the end of the turn.
RECOVERY = 0.08
#: How many wounds a general expects for each unit group that fights.
EXPECTED = 0.4
#: How much of the wish to fight as such counts.
EAGER = 0.6
GREEN, YELLOW = COLOURS.index("green"), COLOURS.index("yellow")


class Appraisal:
    """One decision to weigh. `eager` is what a fight is worth as such; who is `shallow` looks at little."""

    def __init__(self, state: State, side: str, by: Weights, eager: float, shallow: bool) -> None:
        self.state = state
        self.position = state.position
        self.side = side
        self.by = by
        self.eager = EAGER * eager
        self.shallow = shallow
        self.picture: Picture = picture_of(state.position)
        self._wanted = -1.0
        self.generals: dict[str, General] = {one.id: one for one in generals_of(state.position)}

    def figure(self, name: str) -> Figure | None:
        return self.picture.figures.get(name)

    def price(self, general: str, cards: tuple[str, ...]) -> float:
        """What cards of a general are worth to keep, before the end of the turn."""
        found = sum([CARDS[COLOURS.index(card)] for card in cards])
        he = self.generals.get(general)
        if he is None or self.shallow:
            return found
        share = self._scarce()
        own = self.figure(he.unit)
        least = GREEN if own is not None and (own.fights or own.unit.wounds) else YELLOW
        return found + share * RECOVERY * len([card for card in cards if COLOURS.index(card) >= least])

    def _scarce(self) -> float:
        """The chance that a good card will be wanted to clear a wound at the end of this turn."""
        if self._wanted < 0.0:
            wounds = sum([1.0 if one.unit.wounds else EXPECTED if one.fights else 0.0 for one in self._heavy()])
            cards = 0
            for name, he in self.generals.items():
                if he.side == self.side:
                    cards += len([card for card in hand_of(self.state, name) if COLOURS.index(card) >= YELLOW])
            self._wanted = min(1.0, wounds / max(1, cards))
        return self._wanted

    def _heavy(self) -> list[Figure]:
        return [one for one in self.picture.of(self.side) if one.price >= 1.0]
