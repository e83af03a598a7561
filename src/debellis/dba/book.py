"""The book of an edition: its numbers, units and switches, as the shared mechanics read them.

No mechanic asks which edition it serves. It asks the book of the position before it: `book(position)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from debellis.dba.books import MOVEMENT_UNITS, PACES, Book
from debellis.table.position import Position

__all__ = ["MOVEMENT_UNITS", "PACES", "Book", "book", "book_of", "in_mm", "in_units", "table"]


_books: Final[dict[str, Book]] = {}


def book_of(edition: str) -> Book:
    """The book of the edition of that name."""
    found = _books.get(edition)
    if found is None:
        found = import_module(f"debellis.editions.{edition}.book").BOOK
        assert isinstance(found, Book)
        _books[edition] = found
    return found


def book(position: Position) -> Book:
    """The book a position is played by."""
    return book_of(position.edition)


def table(position: Position, name: str) -> dict[str, Any]:
    """One of the tables only one subject uses, of the book a position is played by."""
    found: dict[str, Any] = book(position).tables.other[name]
    return found


def in_mm(position: Position, count: float) -> float:
    """Millimetres on this table of a distance in its edition's unit."""
    return book(position).in_mm(position.scale, count)


def in_units(position: Position, mm: float) -> float:
    """A distance on this table in its edition's unit."""
    return book(position).in_units(position.scale, mm)
