"""A case as a value: a position, and questions with the answers expected."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from debellis.casebook.page import CaseError, Page
from debellis.table.position import Position


class Ask(Struct, frozen=True):
    """One question of a case. `because` must all be cited, `spared` must not be.

    Questions are numbered from 1. `fault` is set when this one cannot be asked as written; the others of the case
    still can. `expected` is None when the case only asks and expects nothing.
    """

    number: int
    question: str
    arguments: dict[str, Any]
    expected: Any = None
    because: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    fault: CaseError | None = None


class Case(Struct, frozen=True):
    """One case file. `clauses` says what it is about; it proves nothing by that."""

    file: str
    title: str
    clauses: tuple[str, ...]
    position: Position
    asks: tuple[Ask, ...]
    page: Page

    def line(self, ask: Ask) -> int:
        """The line on which a question begins."""
        return self.page.line(("ask", ask.number - 1))
