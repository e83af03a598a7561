"""Chance is an explicit player: the rules ask for throws, callers supply the numbers, and a log records them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

#: No throw has more sides than this, because each number is made from one byte of a seed's stream.
MOST_SIDES: Final = 256


class Throw(Struct, frozen=True):
    """A number from 1 to `sides` that the rules ask for; `why` says what it is for.

    `secret` names the only side that may see the number. `faces` are the words of a coloured die, in order.
    """

    sides: int
    why: str
    secret: str | None = None
    faces: tuple[str, ...] = ()


class Deck(Struct, frozen=True):
    """The cards that can still be drawn. Their order has no meaning, since every card is drawn by a throw."""

    cards: tuple[str, ...]


class Needed(Exception):
    """The rules need one more throw than they were given. Throw it, add the number, and ask again."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.why)
        self.throw = throw


class OutOfRange(ValueError):
    """A number that its throw cannot have, in one sentence."""

    def __init__(self, throw: Throw, number: int) -> None:
        super().__init__(f"a number from 1 to {throw.sides} is needed, not {number}: {throw.why}")
        self.throw = throw


class Chance:
    """The numbers given for one decision, used in order. `thrown` holds each throw made, with its number."""

    def __init__(self, given: tuple[int, ...] = ()) -> None:
        self.given = given
        self.thrown: list[tuple[Throw, int]] = []

    def roll(self, why: str, sides: int = 6) -> int:
        """A die, from 1 to `sides`."""
        return self.throw(Throw(sides, why))

    def colour(self, die: tuple[str, ...], why: str) -> str:
        """The face a coloured die shows; `die` has its faces in the order of its numbers."""
        return die[self.throw(Throw(len(die), why, None, die)) - 1]

    def draw(self, deck: Deck, why: str, to: str | None = None) -> tuple[str, Deck]:
        """A card of the deck and the deck without it; only the side `to`, if given, may see which card it is."""
        cards = deck.cards
        at = self.throw(Throw(len(cards), why, to)) - 1
        return cards[at], Deck(cards[:at] + cards[at + 1 :])

    def throw(self, throw: Throw) -> int:
        """The next number; Needed if none is left, OutOfRange if the throw cannot have it."""
        if not 1 <= throw.sides <= MOST_SIDES:
            raise ValueError(f"A throw has 1 to {MOST_SIDES} sides, not {throw.sides}: {throw.why}")
        number = self.number_of(throw)
        if not 1 <= number <= throw.sides:
            raise OutOfRange(throw, number)
        self.thrown.append((throw, number))
        return number

    def number_of(self, throw: Throw) -> int:
        """The number for the next throw. Other kinds of chance override this."""
        used = len(self.thrown)
        if used >= len(self.given):
            raise Needed(throw)
        return self.given[used]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers used, in order."""
        return tuple([number for _, number in self.thrown])

    @property
    def left_over(self) -> int:
        """The number of given numbers that no throw used."""
        return len(self.given) - len(self.thrown)


class Resumed(Chance):
    """Numbers that were given for an earlier decision, once more, and then those of another chance."""

    def __init__(self, given: tuple[int, ...], chance: Chance) -> None:
        super().__init__(given)
        self.chance = chance

    def number_of(self, throw: Throw) -> int:
        used = len(self.thrown)
        return self.given[used] if used < len(self.given) else self.chance.throw(throw)


class Rethrown(Resumed):
    """The numbers that another chance has given since some throw, once more, and then new ones of the same chance."""

    def __init__(self, chance: Chance, since: int) -> None:
        super().__init__(chance.numbers[since:], chance)


class Middling(Chance):
    """Numbers that are neither good nor bad, to find out what a decision leads to without throwing for it."""

    def number_of(self, throw: Throw) -> int:
        return throw.sides // 2 + 1
