"""Building armies, the same for every family: what a list offers, an army chosen from it, and what is wrong with it.

An army is chosen as commands, each a number of elements by offer. An offer is written as the key of a line
("companion"), as the key and a notation ("companion: Irr Kn (O)"), or as a notation alone ("6 x" is the number).
A family provides an `ArmyBuilder`; a family with one command and no points says so in `Sizes`.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

from msgspec import Meta, Struct

from debellis.battle.armies import ArmyInfo

Text = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=0, le=999)]
Agreed = Annotated[float, Meta(ge=0, le=1_000_000)]

ELEMENTS, POINTS = "elements", "points"
#: No army is larger, in any edition. A larger one is not checked.
MOST_ELEMENTS = 1000


class Offer(Struct, frozen=True):
    """One kind of element or unit that a line offers: how it is chosen, what it is, and its cost.

    `bases` is how many bases it has.
    """

    id: str
    troops: str
    points: float = 0.0
    bases: int = 1


class OfferedLine(Struct, frozen=True):
    """A line of a list: from `least` to `most` of its offers together. An `optional` line may be left out completely.

    `rank` is set if its elements are generals, who each lead a command. Of lines with a `block`, only those of one
    block may be taken.
    """

    key: str
    name: str
    least: int
    most: int
    offers: tuple[Offer, ...]
    optional: bool = False
    rank: str | None = None
    block: int | None = None
    note: str = ""


class OfferedWorks(Struct, frozen=True):
    """Fortifications that a list allows, counted in element widths, and the cost of each."""

    kind: str
    name: str
    least: int
    most: int
    points: float


class Sizes(Struct, frozen=True):
    """How large an army may be, in "points" or "elements", and the least and greatest number of commands."""

    unit: str
    least: float
    most: float
    usual: float
    commands: tuple[int, int] = (1, 1)


class ChosenCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """One command of a chosen army: the number of elements by offer.

    `ally` names the list of an allied contingent.
    """

    elements: Annotated[dict[Text, Count], Meta(max_length=80)]
    name: Text = ""
    ally: Text | None = None


class ChosenArmy(Struct, frozen=True, forbid_unknown_fields=True):
    """An army chosen from a list. `name` is the player's own name for it, `points` the agreed size.

    `works` are fortifications by kind. Without `baggage` the army has as much as it must have.
    """

    army: Text
    commands: Annotated[tuple[ChosenCommand, ...], Meta(max_length=12)]
    name: Text = ""
    points: Agreed | None = None
    works: Annotated[dict[Text, Count], Meta(max_length=12)] = {}
    baggage: Count | None = None


class OfferedAllies(Struct, frozen=True):
    """A list from which an allied contingent may be taken, and its lines with the numbers of a contingent."""

    army: str
    name: str
    lines: tuple[OfferedLine, ...]


class ArmyOffers(Struct, frozen=True):
    """Everything that a list lets a player choose, and the armies that are ready to be taken as they are."""

    army: str
    name: str
    years: str
    sizes: Sizes
    lines: tuple[OfferedLine, ...]
    works: tuple[OfferedWorks, ...] = ()
    allies: tuple[OfferedAllies, ...] = ()
    ready: tuple[ChosenArmy, ...] = ()
    note: str = ""


class ArmyFault(Struct, frozen=True):
    """One thing that is wrong with an army: a sentence, the clauses, and the command and line that it is about.

    `points` is the cost of what is too much, or of what is missing.
    """

    says: str
    clauses: tuple[str, ...] = ()
    command: str | None = None
    line: str | None = None
    points: float | None = None


class LineTally(Struct, frozen=True):
    """How many elements of a line an army has, and how many it may have. `command` is set for an allied contingent."""

    key: str
    taken: int
    least: int
    most: int
    command: str | None = None


class CommandTally(Struct, frozen=True):
    """What a command amounts to. `strength` and `breaks_at` are None in families whose commands do not break."""

    name: str
    general: str | None
    elements: int
    points: float = 0.0
    strength: float | None = None
    breaks_at: float | None = None


class CheckedArmy(Struct, frozen=True):
    """A chosen army and all its faults.

    `size` is what the army costs or how many elements it has, `most` what it may have. `setup` is the value for this
    army in the set-up of a battle.
    """

    legal: bool
    faults: tuple[ArmyFault, ...]
    unit: str
    size: float
    most: float
    elements: int
    commands: tuple[CommandTally, ...]
    lines: tuple[LineTally, ...]
    setup: dict[str, Any]
    baggage: int | None = None
    works: float = 0.0
    strength: float | None = None
    breaks_at: float | None = None


class ArmyBuilder(Protocol):
    """How armies of an edition are chosen and checked. Every family with army lists has one."""

    @property
    def sizes(self) -> Sizes:
        """The size of most armies of the edition. A list may give its own."""
        ...

    def armies(self) -> dict[str, ArmyInfo]:
        """The army lists of the edition by id."""
        ...

    def offers(self, army: str) -> ArmyOffers:
        """What a list offers, by its id, number or name; BadArmy with one sentence if there is no such list."""
        ...

    def check(self, chosen: ChosenArmy) -> CheckedArmy:
        """All faults of a chosen army; BadArmy with one sentence only if there is no such list."""
        ...
