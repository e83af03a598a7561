"""Flank support: neighbours level in line help each other, and cover each other against mounted."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import book, table
from debellis.dba.fighting.fighters import Fighter, among
from debellis.dba.fighting.fights import fights
from debellis.dba.tables import FlankSupport
from debellis.manoeuvre.contact import beside
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line


class _Help(Value, frozen=True):
    """One neighbour that counts, and the row by which it counts."""

    neighbour: Base
    row: FlankSupport


def flank_lines(
    position: Position, who: Fighter, against: Fighter, finding: Finding, first: str | None = None
) -> list[Line]:
    """The lines for neighbours on the fighter's flank (plus) and on the opponent's flank (minus)."""
    rows = book(position).tables.flank_support
    gains = [row for row in rows if among_some(who, row.supported) and among_some(against, row.versus)]
    costs = [row for row in rows if among_some(who, row.penalised) and among_some(against, row.opponent)]
    lines: list[Line] = []
    if gains and who.base is not None and who.place is None:
        lines += _line(position, who.base, [(row, row.neighbour) for row in gains], "max_bonus", finding, first)
    if costs and against.base is not None and against.place is None:
        covers = [(row, row.opponent_neighbour) for row in costs]
        lines += _line(position, against.base, covers, "max_penalty", finding, first)
    return lines


def among_some(who: Fighter, names: tuple[str, ...]) -> bool:
    """Whether a fighter is of one of the types that a row names. True if the row names none."""
    return bool(names) and among(who, names)


def _line(
    position: Position,
    flanked: Base,
    rows: list[tuple[FlankSupport, tuple[str, ...]]],
    limit: str,
    finding: Finding,
    first: str | None,
) -> list[Line]:
    """The single line for all neighbours on the flanks of a base."""
    limits = table(position, "flank_support_limits")
    helps: list[_Help] = []
    for friend in position.friends(flanked.side):
        row = next((row for row, kinds in rows if friend.kind in kinds), None)
        if row is None or friend.id == flanked.id:
            continue
        if beside(friend.rectangle, flanked.rectangle) is not None:
            helps.append(_Help(friend, row))
    if not helps:
        return []
    _cite_engaged(position, helps, limits, finding, first)
    names = " and ".join(item.neighbour.id for item in helps)
    finding.cite_all(tuple(limits["geometry_clauses"]), f"{names} level with {flanked.id}, side on side: on its flank")
    value = int(limits[limit])
    if abs(sum(item.row.factor for item in helps)) > abs(value):
        sentence = f"{names} both count on the flank of {flanked.id}, together {value:+d} and no more"
        finding.cite_all(tuple(limits["cap_clauses"]), sentence)
    for item in helps:
        finding.draw("area", item.neighbour.rectangle.corners, "contact", f"flank support of {item.neighbour.id}")
    clauses = tuple(dict.fromkeys(name for item in helps for name in item.row.clauses))
    kinds = " and ".join(f"{book(position).types[h.neighbour.kind].name} {h.neighbour.id}" for h in helps)
    return [Line(value, f"{kinds} on the flank of {flanked.id}", clauses)]


def _cite_engaged(
    position: Position, helps: list[_Help], limits: dict[str, Any], finding: Finding, first: str | None
) -> None:
    """Cite that neighbours count although they fight, if all the neighbours that count are fighting."""
    found = fights(position, first)
    if all(found.fights(item.neighbour.id) for item in helps):
        names = " and ".join(item.neighbour.id for item in helps)
        finding.cite_all(tuple(limits["engaged_clauses"]), f"being in combat to the front does not stop {names}")
