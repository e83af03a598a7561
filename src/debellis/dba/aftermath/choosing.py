"""Choices that arise while a result is carried out: which way a fleer turns, and who goes first of several."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from debellis.battle.chance import Needed
from debellis.table.position import Position

T = TypeVar("T")

#: What may be chosen, in words: the hand of a turn, or an element with or without the enemy it goes to.
Option = tuple[str, ...]
#: What a choice is about.
HAND: Final = "hand"
RECOIL: Final = "recoil"
FLIGHT: Final = "flight"
CONFORM: Final = "conform"
TURN: Final = "turn"
#: Both hands to which a fleer may turn.
HANDS: Final = ("left", "right")
#: A search for different ends gives up after so many steps, and the player is asked.
_STEPS: Final = 120
#: Places on the table that differ by less are the same: the digits of millimetres and of directions.
_DIGITS: Final = 3


class Undecided(Exception):
    """A result cannot be carried out before a side has chosen one of the options. `told` says what it is about."""

    def __init__(self, side: str, what: str, options: tuple[Option, ...]) -> None:
        super().__init__(f"{side} chooses")
        self.side = side
        self.what = what
        self.options = options
        self.told = ""


class Choices:
    """Nobody is asked: a fleer turns left, and the first of several goes first."""

    def choose(self, side: str, what: str, options: tuple[Option, ...], differ: Callable[[], bool]) -> Option:
        """The option taken. `differ` says whether it matters which."""
        return options[0]


#: Nobody is asked.
NOBODY: Final = Choices()


class Turning(Choices):
    """Every fleer turns to one hand where both are as good."""

    def __init__(self, hand: str) -> None:
        self.hand = hand

    def choose(self, side: str, what: str, options: tuple[Option, ...], differ: Callable[[], bool]) -> Option:
        return next((option for option in options if what == HAND and option[-1] == self.hand), options[0])


class Picked(Choices):
    """Choices that the players have made, in order; Undecided at the first that is missing and matters."""

    def __init__(self, picks: tuple[Option, ...]) -> None:
        self.picks = picks
        self._made: dict[tuple[str, tuple[Option, ...]], Option] = {}
        self._used = 0

    def choose(self, side: str, what: str, options: tuple[Option, ...], differ: Callable[[], bool]) -> Option:
        known = self._made.get((what, options))
        if known is not None:
            return known
        if len(options) < 2 or not differ():
            return options[0]
        if self._used >= len(self.picks):
            raise Undecided(side, what, options)
        pick = self.picks[self._used]
        self._used += 1
        self._made[what, options] = pick
        return pick


class Course(Generic[T]):
    """Things that happen one after another, in an order that somebody may choose.

    `options` are those that may be next, none at the end; `after` is what has happened after one of them, and `mark`
    what tells two ends apart.
    """

    def __init__(
        self,
        options: Callable[[T], tuple[Option, ...]],
        after: Callable[[T, Option], T],
        mark: Callable[[T], Hashable],
    ) -> None:
        self._options = options
        self._after = after
        self._mark = mark
        self._steps = 0
        self._known: dict[Hashable, frozenset[Hashable]] = {}

    def differ(self, now: T, options: tuple[Option, ...]) -> bool:
        """Whether it matters for the end which option is next. Where that takes too long to find, or dice, it may."""
        self._steps = 0
        self._known = {}
        try:
            ends = {self._ends(self._after(now, option)) for option in options}
        except (Needed, _TooLong):
            return True
        return len(ends) > 1

    def _ends(self, now: T) -> frozenset[Hashable]:
        options = self._options(now)
        here = (self._mark(now), options)
        if not options:
            return frozenset((here,))
        if here not in self._known:
            found: set[Hashable] = set()
            for option in options:
                self._steps += 1
                if self._steps > _STEPS:
                    raise _TooLong
                found |= self._ends(self._after(now, option))
            self._known[here] = frozenset(found)
        return self._known[here]


class _TooLong(Exception):
    """A search has taken too many steps."""


def standing(position: Position) -> Hashable:
    """Who stands where, told apart no more finely than on a table."""
    return tuple(
        sorted(
            (base.id, base.inside or "", *[round(part, _DIGITS) for part in (*base.front, *base.facing)])
            for base in position.bases
        )
    )
