"""One decision and its dice: every result with its exact chance, computed by the engine itself.

Where the rules say which rolls of a combat have the same effect (`Survey.falls`), one roll is played for all of them.
Any further dice, such as for a river crossed on the way back, are played one by one. So are all dice of other
decisions, equal faces of a coloured die as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct

from debellis.battle.chance import Chance, Needed, Throw
from debellis.battle.dice_supply import Supplied
from debellis.battle.pieces import Fall
from debellis.battle.rules import Event, Rules
from debellis.odds.work import Work
from debellis.umpire.ruling import Ruling

#: The first roll that is played, to see what the decision settles.
_FIRST = (1, 1)


class Branch(Struct, frozen=True):
    """One result of a decision: its chance, the state after it and its events. `how` says how the totals compare."""

    chance: Fraction
    state: Any
    events: tuple[Event, ...]
    how: str | None = None


class Roll:
    """A decision that is about to roll dice. Results are computed on demand and cached."""

    def __init__(self, rules: Rules, state: Any, action: Any, work: Work) -> None:
        self.rules = rules
        self.state = state
        self.action = action
        self.work = work
        self._falls: tuple[Fall, ...] | None = None
        self._throws = False
        self._played: dict[tuple[int, ...], tuple[Branch, ...]] = {}
        self._fallen: dict[str, tuple[Branch, ...]] = {}
        #: Results of throws that were made at random, by their numbers.
        self._thrown: dict[tuple[int, ...], Branch] = {}
        self._free = rules.survey.in_combat_phase(state)

    def falls(self) -> tuple[Fall, ...]:
        """The rolls of a combat, grouped by their effect; empty where every roll must be played."""
        if self._free:
            return ()
        if self._falls is None:
            ruling = settlement(self._play(_FIRST)[0].events)
            self._falls = () if ruling is None else self.rules.survey.falls(ruling) or ()
        return self._falls

    def branches(self) -> tuple[Branch, ...]:
        """Every result, with exact chances that add up to 1."""
        combat = self.falls()
        if self._free:
            return self._play(())
        if not combat:
            return self._play(() if self._throws else _FIRST)
        return tuple(branch for fall in combat for branch in self._after(fall))

    def sample(self, dice: Random) -> Branch:
        """One result, with dice rolled."""
        if self._free:
            return self._at_random(dice)
        combat = self.falls()
        if not combat:
            return _drawn(self._play(() if self._throws else _FIRST), dice)
        number = dice.randrange(self._rolls)
        for fall in combat:
            number -= fall.rolls
            if number < 0:
                return _drawn(self._after(fall), dice)
        raise AssertionError("the falls of a combat hold all its rolls")

    @property
    def _rolls(self) -> int:
        """The number of possible rolls of the combat's dice."""
        return sum(fall.rolls for fall in self.falls())

    def _after(self, fall: Fall) -> tuple[Branch, ...]:
        if fall.how not in self._fallen:
            share = Fraction(fall.rolls, self._rolls)
            ways = self._play(fall.example)
            self._fallen[fall.how] = tuple(Branch(share * w.chance, w.state, w.events, fall.how) for w in ways)
        return self._fallen[fall.how]

    def _play(self, roll: tuple[int, ...]) -> tuple[Branch, ...]:
        if roll not in self._played:
            self._played[roll] = tuple(self._further(roll, Fraction(1)))
        return self._played[roll]

    def _at_random(self, dice: Random) -> Branch:
        """One result, without playing the others."""
        self.work.spend()
        handed = Supplied(lambda throw: dice.randint(1, throw.sides))
        after, events = self._applied(handed)
        return self._thrown.setdefault(handed.numbers, Branch(Fraction(1), after, events))

    def _applied(self, chance: Chance) -> tuple[Any, tuple[Event, ...]]:
        if self._free:
            return self.rules.survey.applied_in_phase(self.state, self.action, chance)
        after, events = self.rules.apply(self.state, self.action, chance)
        while self.rules.survey.midway(after):
            chosen = next(idea for idea in self.rules.ideas(after) if self.rules.allows(after, idea))
            after, more = self.rules.apply(after, chosen, chance)
            events = (*events, *more)
        return after, events

    def _further(self, dice: tuple[int, ...], chance: Fraction) -> list[Branch]:
        """The results with these dice, and with each face of every further die that is needed."""
        self.work.spend()
        handed = Chance(dice)
        try:
            after, events = self._applied(handed)
        except Needed as need:
            found: list[Branch] = []
            for number, share in _numbers(need.throw):
                found += self._further((*dice, number), chance * share)
            return found
        self._throws = self._throws or bool(handed.thrown)
        if handed.thrown and not self._free and settled(events) is None:
            raise ValueError("only a combat or a shot has odds here; this decision rolls for something else")
        return [Branch(chance, after, events)]


def _numbers(throw: Throw) -> list[tuple[int, Fraction]]:
    """The numbers of a throw to play, with their chances: one for each face of a coloured die, else all."""
    if not throw.faces:
        return [(number, Fraction(1, throw.sides)) for number in range(1, throw.sides + 1)]
    faces = throw.faces
    return [(faces.index(face) + 1, Fraction(faces.count(face), len(faces))) for face in dict.fromkeys(faces)]


def settlement(events: Sequence[Event]) -> Ruling | None:
    """The ruling that settled a combat, if there is one; its answer has the totals."""
    for event in events:
        if event.ruling is not None and "totals" in event.ruling.answer:
            return event.ruling
    return None


def settled(events: Sequence[Event]) -> dict[str, Any] | None:
    """The answer that settled a combat, if there is one."""
    ruling = settlement(events)
    return None if ruling is None else ruling.answer


def before_dice(answer: dict[str, Any]) -> tuple[int, int]:
    """The sums of factors of both sides, without the dice."""
    one, two = (total - die for total, die in zip(answer["totals"], answer["dice"], strict=True))
    return (one, two)


def _drawn(branches: tuple[Branch, ...], dice: Random) -> Branch:
    """One of some branches, drawn by their chances."""
    if len(branches) == 1:
        return branches[0]
    total = sum((branch.chance for branch in branches), Fraction(0))
    left = Fraction(dice.randrange(10**9), 10**9) * total
    for branch in branches:
        left -= branch.chance
        if left < 0:
            return branch
    return branches[-1]
