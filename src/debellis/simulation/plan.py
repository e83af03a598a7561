"""What a simulation plays: who meets whom, and how often. Battle number n depends only on the plan and n.

Battles come in pairs that share their dice, board and deployments. In the second of a pair the sides are swapped. From
pair to pair the generals exchange armies, so four battles are one fair round.
"""

from __future__ import annotations

import hashlib
from random import Random

from msgspec import Struct

from debellis.battle.playable import rules_of
from debellis.simulation.commanders import commander

#: The battles of one fair round: both generals with both armies on both sides.
ROUND = 4


class Meeting(Struct, frozen=True):
    """Two generals and two armies. Without `armies` two are drawn from the lists for each round."""

    generals: tuple[str, str]
    armies: tuple[str, str] | None = None


class Plan(Struct, frozen=True):
    """A simulation: `battles` of each meeting, of at most `limit` bounds a side."""

    edition: str
    meetings: tuple[Meeting, ...]
    battles: int
    seed: int = 0
    limit: int = 40
    scale: str = "15mm"

    @property
    def total(self) -> int:
        """How many battles there are."""
        return self.battles * len(self.meetings)

    @property
    def numbers(self) -> range:
        """The numbers of all battles."""
        return range(1, self.total + 1)


class Contestant(Struct, frozen=True):
    """An army and its general; `seed` is for the general's own random choices."""

    army: str
    general: str
    seed: int


class Fixture(Struct, frozen=True):
    """One battle: `places` are the contestants, red first; `swapped` says that the second of the pair is red."""

    number: int
    meeting: int
    dice: int
    variety: int
    places: tuple[Contestant, Contestant]
    swapped: bool


class BadPlan(ValueError):
    """A plan that cannot be played, in one sentence."""


def check_plan(plan: Plan) -> None:
    """Raise BadPlan if the plan names an unknown army or general."""
    for meeting in plan.meetings:
        for army in meeting.armies or ():
            if rules_of(plan.edition).survey.find_army(army) is None:
                raise BadPlan(f"there is no army {army!r}; `debellis armies --edition {plan.edition}` lists them")
        for general in meeting.generals:
            try:
                commander(general, 0)
            except ValueError as wrong:
                raise BadPlan(str(wrong)) from None


def fixture(plan: Plan, number: int) -> Fixture:
    """The battle with that number, counted from 1."""
    index, at = divmod(number - 1, len(plan.meetings))
    meeting = plan.meetings[at]
    both = _armies(plan, at, index // ROUND)
    alike = both[0] == both[1] and meeting.generals[0] == meeting.generals[1]
    # Two equal contestants cannot be swapped, so each battle has separate dice.
    pair = index if alike else index // 2
    crossed = not alike and pair % 2 == 1
    generals = meeting.generals[::-1] if crossed else meeting.generals
    seeds = [drawn(plan.seed, at, pair, "general", i) for i in range(2)]
    one, two = (Contestant(both[i], generals[i], seeds[i]) for i in range(2))
    swapped = index % 2 == 1
    places = (two, one) if swapped else (one, two)
    dice, variety = drawn(plan.seed, at, pair, "dice"), drawn(plan.seed, at, pair, "variety")
    return Fixture(number, at, dice, variety, places, swapped)


def _armies(plan: Plan, at: int, round_: int) -> tuple[str, str]:
    meeting = plan.meetings[at]
    if meeting.armies is not None:
        return meeting.armies
    # The armies are the same in every meeting, so that no general has better ones.
    return rules_of(plan.edition).survey.drawn_armies(Random(drawn(plan.seed, "armies", round_)))


def drawn(*words: object) -> int:
    """A number that depends only on the given words."""
    said = " ".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(f"debellis simulation {said}".encode()).digest()[:6], "big")


def round_robin(edition: str, among: tuple[str, ...], generals: tuple[str, str]) -> tuple[Meeting, ...]:
    """A plan in which every two armies (all on file if none is named) meet with the same two generals."""
    names = among or tuple(rules_of(edition).survey.armies())
    return tuple(Meeting(generals, (one, two)) for i, one in enumerate(names) for two in names[i + 1 :])
