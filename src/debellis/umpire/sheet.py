"""Factor sheets: how a combat total is made up, one line for each modifier, with its reason and clauses."""

from __future__ import annotations

from msgspec import Struct


class Line(Struct, frozen=True):
    """One modifier: its value, the reason in words, the clauses it comes from."""

    value: int
    reason: str
    clauses: tuple[str, ...] = ()

    def by(self, *clauses: str) -> Line:
        """The same line with further clauses."""
        return Line(self.value, self.reason, (*self.clauses, *clauses))


class Sheet(Struct, frozen=True):
    """All the modifiers of one side of a combat."""

    of: str
    lines: tuple[Line, ...]

    @property
    def sum(self) -> int:
        """The total before the die."""
        return sum(line.value for line in self.lines)
