"""The book of DBA 2.2."""

from __future__ import annotations

from debellis.dba.book import PACES, Book
from debellis.dba.tables import load_tables
from debellis.editions.dba22.options import OPTIONS

BOOK = Book("dba22", PACES, load_tables("dba22"), OPTIONS)
