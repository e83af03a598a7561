"""The book of the Renaissance sheet."""

from __future__ import annotations

from debellis.dba.book import MOVEMENT_UNITS, Book
from debellis.dba.tables import load_tables
from debellis.editions.rrr.options import OPTIONS
from debellis.table.terrain import KINDS
from debellis.umpire.citing import load_cites

BOOK = Book(
    "rrr",
    MOVEMENT_UNITS,
    load_tables("rrr"),
    OPTIONS,
    terrain_kinds=tuple(kind for kind in KINDS if kind != "bua"),
    cites=load_cites("rrr"),
)
