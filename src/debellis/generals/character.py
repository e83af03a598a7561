"""The character of a general: how much risk to accept, and how to weigh one thing against another."""

from __future__ import annotations

from functools import cached_property

from debellis.battle.pieces import Weights
from debellis.table.value import Value, replace


class Character(Value, frozen=True, dict=True):
    """Weights, all in elements: one element lost or won is worth 1.

    `own_loss` is the weight of an element of the general's own side in a fight, and `general` the extra factor for the
    general's element. `flee` and `recoil` are the costs of those results. `advance` is the value of a base width nearer
    to the enemy, `attack` of a fight as such, and `face` of the result expected against the enemy faced. `line` is the
    value of a flank covered by a friend, `flank` the cost of one open to an enemy, and `threat` the value of an open
    enemy flank. `support` is the value of a rank behind, `ground` the cost of standing where the type fights badly, and
    `shot` the value of shooting. `guard` is the value of keeping the general safe, and `command` the cost of troops out
    of command reach. `camp` is the value of a base width nearer to an open camp, `mass` of each friend more than
    enemies nearby, and `lead` the extra cost of each element lost near defeat. `volley` is the value of shooting after
    the next moves, and `exposed` the cost of the charges the enemy could then make; it is at least `beset` where
    commands pay for their moves by themselves, so that many of those charges can be made. `haste` is how much the urge
    to advance grows with each bound, `daring` how much worse the accepted odds become, and `dares` by how much at most.
    `loosening` is how much less a closed line counts with each bound. `urges` are the factors of `advance` for pieces
    whose command has a task; it is 1 for all others.

    The steady weights were first learnt from battles, by how well each term predicts later losses
    (tools/learn_weights.py). They were then changed step by step in the direction that won more battles
    (tools/tune_weights.py).
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
    beset: float = 0.25
    lead: float = 0.6
    haste: float = 0.25
    daring: float = 0.015
    dares: float = 0.2
    loosening: float = 0.1
    urges: dict[str, float] | None = None

    @cached_property
    def weights(self) -> Weights:
        """The weights of what can happen to pieces, by which fights and shots are evaluated."""
        return Weights(self.own_loss, self.general, self.flee, self.recoil, self.lead, self.shot)

    def after(self, bounds: int, better: float = 0.0) -> Character:
        """The same general after a number of bounds: the longer the battle lasts, the more eager to decide it.

        `better` is how much better than the enemy its army stands, in elements. Whoever stands better has more to gain
        from a decision and grows impatient sooner; whoever stands worse may wait.
        """
        late = max(0, bounds - _PATIENT) * (1.0 + max(-_WAITS, min(_PRESSES, better)))
        return replace(
            self,
            advance=self.advance * (1.0 + self.haste * late),
            attack=self.attack + min(self.dares, self.daring * late),
            line=self.line / (1.0 + self.loosening * late),
        )


#: For this many bounds every general waits for a good moment.
_PATIENT = 4
#: A bound counts for this much more at most to the side that stands better, and for this much less to the other.
_PRESSES = 1.0
_WAITS = 0.4


#: The character of hints: steady, but an attack must be worth it by itself, however long the battle has lasted.
ADVICE = Character(name="adviser", attack=0.0, haste=0.0, daring=0.0, loosening=0.0)

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
