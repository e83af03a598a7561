"""Citing in an edition's own clauses what the shared mechanics decide."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import wraps
from importlib import resources
from typing import Any

from debellis.battle.rules import Event
from debellis.dba.book import Book
from debellis.table.value import replace
from debellis.umpire.clauses import clause
from debellis.umpire.questions import Question
from debellis.umpire.ruling import Reason, Ruling
from debellis.umpire.sheet import Sheet


def load_cites(edition: str) -> dict[str, tuple[str, ...]]:
    """Which clauses of an edition stand in the place of which clauses of DBA 2.2, from its cites.toml."""
    text = resources.files("debellis.editions").joinpath(edition, "cites.toml").read_text("utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for subject, rows in tomllib.loads(text).items():
        for name, own in rows.items():
            if name in found:
                raise ValueError(f"cites.toml of {edition} has {name} a second time, under {subject}")
            found[name] = tuple(own)
            for each in (name, *own):
                clause(each)
    return found


def own_clauses(book: Book, names: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses an edition cites for those of DBA 2.2, each once."""
    return tuple(dict.fromkeys(own for name in names for own in book.cites.get(name, (name,))))


def own_ruling(book: Book, ruling: Ruling) -> Ruling:
    """A ruling with the edition's own clauses."""
    if not book.cites:
        return ruling
    reasons: dict[str, Reason] = {}
    for reason in ruling.because:
        for name in own_clauses(book, (reason.clause,)):
            reasons.setdefault(name, Reason(name, reason.says))
    sheets = tuple(_own_sheet(book, sheet) for sheet in ruling.sheets)
    return replace(ruling, because=tuple(reasons.values()), sheets=sheets)


def _own_sheet(book: Book, sheet: Sheet) -> Sheet:
    lines = tuple(replace(line, clauses=own_clauses(book, line.clauses)) for line in sheet.lines)
    return replace(sheet, lines=lines)


def own_event(book: Book, event: Event) -> Event:
    """An event with the edition's own clauses."""
    if not book.cites:
        return event
    ruling = None if event.ruling is None else own_ruling(book, event.ruling)
    return replace(event, clauses=own_clauses(book, event.clauses), ruling=ruling)


def own_question(book: Book, question: Question) -> Question:
    """A question whose rulings cite the edition's own clauses."""
    if not book.cites:
        return question
    return question.answered_by(_cited(book, question.answer))


def _cited(book: Book, answer: Callable[..., Ruling]) -> Callable[..., Ruling]:
    @wraps(answer)
    def ask(*args: Any, **kwargs: Any) -> Ruling:
        return own_ruling(book, answer(*args, **kwargs))

    return ask
