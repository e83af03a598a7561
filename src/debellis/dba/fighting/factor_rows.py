"""Lines of a factor sheet from the rows of tactical factors, in close combat and for targets of shooting."""

from __future__ import annotations

from debellis.dba.book import book
from debellis.dba.tables import TacticalFactor
from debellis.table.position import Position
from debellis.umpire.sheet import Line

#: For a tactical factor, the shooting factor on the same subject.
_WHEN_SHOT_AT = {"general": "general", "camp": "own_camp"}


def factor_row(position: Position, name: str) -> TacticalFactor:
    """The row of one tactical factor."""
    return next(row for row in book(position).tables.tactical_factor if row.id == name)


def factor_line(
    position: Position,
    name: str,
    reason: str,
    clauses: tuple[str, ...] = (),
    phase: str = "close",
    value: int | None = None,
) -> Line:
    """The line of one tactical factor: its value, the given clauses, then the clauses of its row.

    If an edition has separate rows for shooting, the factor of a target cites those.
    """
    row = factor_row(position, name)
    own = row.clauses if phase == "close" else _shot_at_clauses(position, row)
    return Line(row.factor if value is None else value, reason, (*clauses, *own))


def _shot_at_clauses(position: Position, row: TacticalFactor) -> tuple[str, ...]:
    name = _WHEN_SHOT_AT.get(row.id, row.id)
    for other in book(position).tables.other.get("shooting_factor", ()):
        if other["id"] == name:
            return tuple(other["clauses"])
    return row.clauses
