"""The places of troop types in an order of battle, from the tables of an edition."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from debellis.dba.book import book, book_of
from debellis.table.position import Position
from debellis.table.writing import convert


class Order(Struct, frozen=True):
    """The roles of troop types in a line of battle. Lists are in order of preference.

    `heavy` foot stands shoulder to shoulder, in the order in which it forms the middle. `sleeves` stand on both sides
    of the first of it, `missiles` and `light` at the ends unless they are many, then `flankers` and `outermost`. The
    `guns` stand in the middle or at the ends. `horse` and `light_horse` form the wings.

    `skirmishers` stand behind the types they support, before those of `screened`, or on the flanks. `light_foot`
    prefers bad going before it, and `covered` types stand well in it.

    A general of a type in `leads_in_line` stands in the line, one in `leads_from_behind` never does. A general who is a
    separate element stands behind a type of `attached_to`. `two_deep` says how often a type forms two ranks if there
    are `two_deep_from` of it. `spare` types leave the line first when it is too long. `garrisons` may hold a town, and
    `clumsy` types never land.
    """

    heavy: tuple[str, ...]
    missiles: tuple[str, ...]
    light: tuple[str, ...]
    flankers: tuple[str, ...]
    guns: tuple[str, ...]
    horse: tuple[str, ...]
    light_horse: tuple[str, ...]
    skirmishers: tuple[str, ...]
    light_foot: tuple[str, ...]
    covered: tuple[str, ...]
    screened: tuple[str, ...]
    spare: tuple[str, ...]
    two_deep: dict[str, float]
    clumsy: tuple[str, ...]
    two_deep_from: int = 3
    sleeves: tuple[str, ...] = ()
    outermost: tuple[str, ...] = ()
    leads_in_line: tuple[str, ...] = ()
    leads_from_behind: tuple[str, ...] = ()
    attached_to: tuple[str, ...] = ()
    garrisons: tuple[str, ...] = ()
    conf: str = ""


@cache
def _order_of(edition: str) -> Order:
    return convert(book_of(edition).tables.other["order_of_battle"], Order)


def order_of(position: Position) -> Order:
    """The order of battle of a position's edition."""
    return _order_of(position.edition)


def supported_by_light_foot(position: Position) -> tuple[str, ...]:
    """The types that gain from light foot behind them or behind a neighbour."""
    rows = book(position).tables.rear_support
    return tuple(kind for row in rows if row.reaches_same_type_neighbours for kind in row.supported)
