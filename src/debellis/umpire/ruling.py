"""A ruling is a value: the answer, the clauses that decided it, what was measured, what to draw."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.geometry.plane import COINCIDE, Point
from debellis.umpire.clauses import UnknownClause, is_clause
from debellis.umpire.sheet import Sheet


class Reason(Struct, frozen=True):
    """One clause that decided a ruling, with what it says here in one plain sentence."""

    clause: str
    says: str


class Measure(Struct, frozen=True):
    """A measurement for a ruling, in "mm", "paces", "degrees", "pips" or as a plain number.

    `limit` is the value it was compared with, if any. A ruling that was within tolerance of its limit says so.
    """

    name: str
    value: float
    unit: str = "mm"
    limit: float | None = None

    @property
    def at_limit(self) -> bool:
        """Whether the tolerance, and not the measurement, put it on this side of the limit."""
        return self.limit is not None and abs(self.value - self.limit) <= COINCIDE


class Mark(Struct, frozen=True):
    """Something to draw over the position as evidence.

    `shape` is "line" (open), "area" (closed) or "point". `role` says what it shows: "open", "blocked", "zone", "range",
    "contact", "distance", "ghost" (a place where a base could go).
    """

    shape: str
    points: tuple[Point, ...]
    role: str
    label: str = ""


class Barred(Struct, frozen=True):
    """A base whose fault refused the action of several, so that the others may be able to act without it.

    `wherever` says that the fault is the same wherever they go: the base has moved already, for example.
    """

    base: str
    wherever: bool = False


class Ruling(Struct, frozen=True):
    """An umpire's verdict on one question. `barred` names the bases at fault when that is not all of them."""

    question: str
    answer: Any
    because: tuple[Reason, ...] = ()
    measures: tuple[Measure, ...] = ()
    drawing: tuple[Mark, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    barred: tuple[Barred, ...] | UnsetType = UNSET

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that decided it."""
        return tuple(reason.clause for reason in self.because)

    def cites(self, name: str) -> bool:
        return any(reason.clause == name for reason in self.because)


class Finding:
    """Collects the parts of a ruling. Each clause is kept once, with the first sentence given for it."""

    def __init__(self) -> None:
        self.reasons: dict[str, Reason] = {}
        self.measures: list[Measure] = []
        self.marks: list[Mark] = []
        self.sheets: list[Sheet] = []

    def cite(self, name: str, says: str) -> None:
        """Record that a clause decided something here."""
        if not is_clause(name):
            raise UnknownClause(name)
        self.reasons.setdefault(name, Reason(name, says))

    def cite_all(self, names: Collection[str], says: str) -> None:
        """Record several clauses that say the same thing here."""
        for name in names:
            self.cite(name, says)

    def measure(self, name: str, value: float, unit: str = "mm", limit: float | None = None) -> None:
        """Record a measurement, and the limit it was compared with."""
        self.measures.append(Measure(name, value, unit, limit))

    def draw(self, shape: str, points: tuple[Point, ...], role: str, label: str = "") -> None:
        self.marks.append(Mark(shape, points, role, label))

    def add_sheet(self, sheet: Sheet) -> None:
        """Keep a factor sheet and cite the clause of each of its lines."""
        self.sheets.append(sheet)
        for line in sheet.lines:
            for name in line.clauses:
                self.cite(name, line.reason)

    def absorb(self, other: Finding) -> None:
        """Take over everything that another finding collected."""
        for reason in other.reasons.values():
            self.reasons.setdefault(reason.clause, reason)
        self.measures.extend(other.measures)
        self.marks.extend(other.marks)
        self.sheets.extend(other.sheets)

    def rule(self, question: str, answer: Any) -> Ruling:
        """Close the finding with an answer."""
        return Ruling(
            question,
            answer,
            tuple(self.reasons.values()),
            tuple(self.measures),
            tuple(self.marks),
            tuple(self.sheets),
        )
