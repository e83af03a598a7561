"""Rulings cited in an edition's own clauses, where the rules of its family cite those of another edition."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import wraps
from importlib import resources
from typing import Any

from debellis.table.value import replace
from debellis.umpire.clauses import clause
from debellis.umpire.questions import Question
from debellis.umpire.ruling import Reason, Ruling
from debellis.umpire.sheet import Sheet

#: For each clause that the rules cite, the clauses of an edition that replace it.
Cites = dict[str, tuple[str, ...]]


def load_cites(edition: str) -> Cites:
    """The clauses of an edition that replace those its family cites, from its cites.toml; none without that file."""
    file = resources.files("debellis.editions").joinpath(edition, "cites.toml")
    found: Cites = {}
    if not file.is_file():
        return found
    text = file.read_text("utf-8")
    for subject, rows in tomllib.loads(text).items():
        for name, own in rows.items():
            if name in found:
                raise ValueError(f"cites.toml of {edition} has {name} a second time, under {subject}")
            found[name] = tuple(own)
            for each in (name, *own):
                clause(each)
    return found


def own_clauses(cites: Cites, names: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses an edition cites for some of its family's, without duplicates."""
    return tuple(dict.fromkeys(own for name in names for own in cites.get(name, (name,))))


def own_ruling(cites: Cites, ruling: Ruling) -> Ruling:
    """A ruling with the edition's own clauses."""
    if not cites:
        return ruling
    reasons: dict[str, Reason] = {}
    for reason in ruling.because:
        for name in own_clauses(cites, (reason.clause,)):
            reasons.setdefault(name, Reason(name, reason.says))
    sheets = tuple(_own_sheet(cites, sheet) for sheet in ruling.sheets)
    return replace(ruling, because=tuple(reasons.values()), sheets=sheets)


def _own_sheet(cites: Cites, sheet: Sheet) -> Sheet:
    lines = tuple(replace(line, clauses=own_clauses(cites, line.clauses)) for line in sheet.lines)
    return replace(sheet, lines=lines)


def own_question(cites: Cites, question: Question) -> Question:
    """A question whose rulings cite the edition's own clauses."""
    if not cites:
        return question
    return question.answered_by(_cited(cites, question.answer))


def _cited(cites: Cites, answer: Callable[..., Ruling]) -> Callable[..., Ruling]:
    @wraps(answer)
    def ask(*args: Any, **kwargs: Any) -> Ruling:
        return own_ruling(cites, answer(*args, **kwargs))

    return ask
