"""The character of a general: what he makes of risks, and how he weighs one thing against another."""

from __future__ import annotations

from functools import cached_property

from debellis.battle.pieces import Weights
from debellis.table.value import Value, replace


class Character(Value, frozen=True, dict=True):
    """Weights, all in elements: one element lost or won is worth 1.

    `own_loss` is what an element of his own counts when he weighs a fight, `general` how much more his general does,
    `flee` and `recoil` what those fates cost. `advance` is worth a base width nearer to the enemy, `attack` a fight for
    its own sake, `face` what he expects of the enemy an element faces, `line` a flank covered by a friend, `flank` one
    open to an enemy, `threat` an enemy's flank open to him, `support` a rank behind, `ground` standing where one
    fights badly, `shot` what shooting may bring, `guard` the general kept out of harm, `command` troops out of his
    reach, `camp` a base width nearer to a camp that is open, `mass` one more friend than enemies at hand, `lead` each
    element lost near the end, `volley` what shooting may bring after the next moves, `exposed` what the enemy's charges
    may bring him then. `haste` is how fast he is drawn forward as the bounds go by, `daring` how much worse odds he
    takes with each of them.

    The steady weights were first learnt from battles, from what each thing foretold of losses to come
    (tools/learn_weights.py), then changed step by step the way that won more (tools/tune_weights.py).
    """

    name: str = "steady"
    own_loss: float = 1.15
    general: float = 2.8
    flee: float = 0.45
    recoil: float = 0.12
    advance: float = 0.008
    attack: float = 0.14
    face: float = 0.28
    line: float = 0.09
    flank: float = 0.13
    threat: float = 0.03
    support: float = 0.03
    ground: float = 0.035
    shot: float = 0.7
    guard: float = 0.55
    command: float = 0.018
    camp: float = 0.015
    mass: float = 0.001
    volley: float = 0.75
    exposed: float = 0.04
    lead: float = 0.6
    haste: float = 0.2
    daring: float = 0.015

    @cached_property
    def weights(self) -> Weights:
        """What he makes of the fates of pieces: all that fights and shots are weighed by."""
        return Weights(self.own_loss, self.general, self.flee, self.recoil, self.lead, self.shot)

    def after(self, bounds: int) -> Character:
        """The same general after so many bounds: the longer it lasts the more he wants it decided."""
        late = max(0, bounds - _PATIENT)
        return replace(self, advance=self.advance * (1.0 + self.haste * late), attack=self.attack + self.daring * late)


#: So many bounds everybody waits for a good moment.
_PATIENT = 4


CHARACTERS = {
    "steady": Character(),
    "bold": Character(
        name="bold", own_loss=0.8, general=2.0, advance=0.03, attack=0.3, flank=0.09, guard=0.3, haste=0.5, daring=0.05
    ),
    "cautious": Character(
        name="cautious",
        own_loss=1.5,
        general=4.5,
        advance=0.004,
        attack=0.0,
        flank=0.2,
        guard=1.2,
        haste=0.15,
        daring=0.01,
    ),
}


def character_of(name: str) -> Character:
    """The character of that name; ValueError if there is none."""
    if name not in CHARACTERS:
        raise ValueError(f"there is no character {name!r}; there are {', '.join(CHARACTERS)}")
    return CHARACTERS[name]
