"""Who stands where in an order of battle: the habits of an edition's troop types, from its tables."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from debellis.dba.book import book, book_of
from debellis.table.position import Position


class Order(Struct, frozen=True):
    """The parts troop types play in a line of battle; lists are in order of preference.

    `heavy` foot stands shoulder to shoulder, in the order in which it forms the middle; `sleeves` stand on both sides
    of the first of it, `missiles` and `light` at the ends unless they are many, then `flankers` and `outermost`, the
    `guns` in the middle or at the ends. `horse` and `light_horse` are the wings. `skirmishers` go behind whom they
    help, before those of `screened`, or to the flanks. `light_foot` likes bad going in its front and `covered` stand
    well in it. A general of a kind in `leads_in_line` stands in it, one in `leads_from_behind` never; one who is an
    element of his own stands behind somebody of `attached_to`. `two_deep` says how often a kind forms two ranks when
    there are `two_deep_from` of it, `spare` who leaves the line first when it is too long, `garrisons` who may hold a
    town; the `clumsy` never land.
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
    return msgspec.convert(book_of(edition).tables.other["order_of_battle"], Order)


def order_of(position: Position) -> Order:
    """The order of battle of the edition a position is played by."""
    return _order_of(position.edition)


def supported_by_light_foot(position: Position) -> tuple[str, ...]:
    """The kinds that gain by light foot behind them or behind a neighbour."""
    rows = book(position).tables.rear_support
    return tuple(kind for row in rows if row.reaches_same_type_neighbours for kind in row.supported)
