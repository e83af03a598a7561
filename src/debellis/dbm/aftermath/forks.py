"""Forks: where a recoil or flight may go on in several ways that end differently, and its owner chooses one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Final

from debellis.table.position import Position
from debellis.table.value import Value

#: What is chosen at a fork: pass through friends or push them, the hand of a turn, who is next; for one that is shot
#: at, whom it shoots at and who aids it; to whom one struck by several turns; who of several
#: holders or assaulters leads.
WAY, HAND, ORDER, TARGET, AID, FACE, MAIN = "way", "hand", "order", "target", "aid", "face", "main"
#: The option to take none of the others.
NOBODY = "nobody"
LEFT, RIGHT = "left", "right"
#: Up to so many elements every order is tried to find out whether the order matters.
_ALL_ORDERS: Final = 4


class Made(Value, frozen=True):
    """A choice that was made: at which fork, about which element, between which options, and which of them."""

    kind: str
    element: str
    options: tuple[str, ...]
    option: str


class Fork(Exception):
    """What is carried out cannot go on before the owner of an element has chosen one of several options."""

    def __init__(self, kind: str, element: str, options: tuple[str, ...]) -> None:
        super().__init__(f"{element}: {' or '.join(options)}")
        self.kind = kind
        self.element = element
        self.options = options


class Choices:
    """The choices made so far for what is carried out.

    Where nothing is chosen yet a `Fork` is raised if it `asks`; else the first option that is `preferred` is taken, or
    the first of all.
    """

    def __init__(
        self, made: tuple[Made, ...] = (), asks: bool = False, preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ) -> None:
        self.made = made
        self.asks = asks
        self.preferred = dict(preferred)

    @property
    def is_plain(self) -> bool:
        """Whether nobody has any choice: the first option is taken everywhere."""
        return not self.asks and not self.preferred

    def pick(self, kind: str, element: str, options: tuple[str, ...]) -> str:
        """The option chosen at a fork."""
        for one in self.made:
            if (one.kind, one.element) == (kind, element) and one.options == options:
                return one.option
        if self.asks:
            raise Fork(kind, element, options)
        wanted = self.preferred.get(kind, ())
        return next((name for name in wanted if name in options), options[0])

    def in_order(
        self, element: str, options: tuple[str, ...], outcome: Callable[[tuple[str, ...]], object]
    ) -> tuple[str, ...]:
        """The order in which several go, by the `outcome` of every order; asked only while orders end differently.

        The side of `element` chooses, one place after another.
        """
        if self.is_plain:
            return options
        order: tuple[str, ...] = ()
        left = options
        while len(left) > 1 and _differ(order, left, outcome):
            name = self.pick(ORDER, element, left)
            order = (*order, name)
            left = tuple([one for one in left if one != name])
        return (*order, *left)


#: Nobody chooses anything.
FIRST: Final = Choices()


def _differ(order: tuple[str, ...], options: tuple[str, ...], outcome: Callable[[tuple[str, ...]], object]) -> bool:
    """Whether the order of those who are left matters; of many it is taken to do so."""
    if len(options) > _ALL_ORDERS:
        return True
    known = outcome((*order, *options))
    return any(outcome((*order, *rest)) != known for rest in permutations(options))


def standing(position: Position) -> tuple[object, ...]:
    """Where everybody stands, to compare two ends."""
    return tuple(
        sorted(
            (
                base.id,
                round(base.front[0], 2),
                round(base.front[1], 2),
                round(base.facing[0], 4),
                round(base.facing[1], 4),
            )
            for base in position.bases
            if base.on_table
        )
    )
