"""The book of an edition: its numbers, units and switches, as the shared mechanics read them.

No mechanic asks which edition it serves. It reads the book of the position: `book(position)`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from debellis.dba.tables import Code, Tables, TroopType, load_tables
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.umpire.citing import load_cites
from debellis.umpire.editions import description

#: The units that an edition may measure in.
PACES, MOVEMENT_UNITS = "paces", "MU"


class Book(Struct, frozen=True, dict=True):
    """The data of an edition for the shared mechanics. `options` are its switches; the first value is the default.

    The shared mechanics are those of DBA 2.2 and cite its clauses. `cites` maps such a clause to the clauses that
    replace it in this edition. Other clauses are cited unchanged: where an edition is silent, DBA 2.2 applies.
    """

    name: str
    unit: str
    tables: Tables
    options: dict[str, tuple[object, ...]]
    terrain_kinds: tuple[str, ...]
    cites: dict[str, tuple[str, ...]] = {}

    @cached_property
    def types(self) -> dict[str, TroopType]:
        """The troop types by id."""
        return {row.id: row for row in self.tables.troop_type}

    @cached_property
    def codes(self) -> dict[str, Code]:
        """The list codes."""
        return {row.code: row for row in self.tables.code}

    @cached_property
    def factors(self) -> dict[str, int]:
        """Tactical factors by id."""
        return {row.id: row.factor for row in self.tables.tactical_factor}

    def in_mm(self, scale: Scale, count: float) -> float:
        """A distance in the edition's unit, converted to millimetres."""
        return scale.paces(count) if self.unit == PACES else scale.movement_units(count)

    def in_units(self, scale: Scale, mm: float) -> float:
        """A distance in millimetres, converted to the edition's unit."""
        return scale.in_unit(mm, self.unit)

    def fits(self, kind: str, names: Collection[str]) -> bool:
        """Whether a troop type is among these names, which may include "any", "mounted" and "foot"."""
        return "any" in names or kind in names or self.types[kind].arm in names


_books: Final[dict[str, Book]] = {}


def book_of(edition: str) -> Book:
    """The book of the edition with this name."""
    found = _books.get(edition)
    if found is None:
        told = description(edition)
        found = Book(
            name=edition,
            unit=told.unit,
            tables=load_tables(edition),
            options=told.options,
            terrain_kinds=tuple(told.ground),
            cites=load_cites(edition),
        )
        _books[edition] = found
    return found


def book(position: Position) -> Book:
    """The book of the edition that a position is played with."""
    return book_of(position.edition)


def table(position: Position, name: str) -> dict[str, Any]:
    """One of the tables that only one subject uses, from the book of a position."""
    found: dict[str, Any] = book(position).tables.other[name]
    return found


def in_mm(position: Position, count: float) -> float:
    """A distance in the unit of this position's edition, converted to millimetres."""
    return book(position).in_mm(position.scale, count)


def in_units(position: Position, mm: float) -> float:
    """A distance in millimetres, converted to the unit of this position's edition."""
    return book(position).in_units(position.scale, mm)
