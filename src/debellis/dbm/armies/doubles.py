"""Double bases that a list requires: which lines they join, what they count as, and whether singles are allowed."""

from __future__ import annotations

from typing import Any

from debellis.dbm.armies.elements import Element
from debellis.dbm.armies.lists import Line
from debellis.dbm.troops import Troop
from debellis.mechanics.tables import rows, table
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

_CAVALRY, _ORDINARY = "Cv", "O"


def alike(what: Troop, other: Troop) -> bool:
    """Whether two elements are the same troops. Their weapons are ignored."""
    one = (what.drill, what.type, what.grade, what.chariot, what.on_mounts)
    return one == (other.drill, other.type, other.grade, other.chariot, other.on_mounts)


def pair_of(lines: dict[str, Line], element: Element) -> tuple[Line, Line] | None:
    """The front and rear lines that a list joins in a double base. None if the list does not join them.

    The element may be written with the grades of the list or with those it counts as.
    """
    if element.what.rear is None:
        return None
    front, rear = element.halves
    for line in lines.values():
        if line.in_front_of is None or line.rank != element.rank:
            continue
        other = lines[line.in_front_of]
        for one, two in ((line.what, other.what), _ordinary(line.what, other.what)):
            if alike(one, front) and alike(two, rear):
                return line, other
    return None


def _ordinary(front: Troop, rear: Troop) -> tuple[Troop, Troop]:
    """Both halves as ordinary, if both are cavalry."""
    if not both_cavalry(front, rear):
        return front, rear
    return graded(front, _ORDINARY), graded(rear, _ORDINARY)


def both_cavalry(front: Troop, rear: Troop) -> bool:
    """Whether both halves of a double base are cavalry."""
    return front.type == rear.type == _CAVALRY


def graded(what: Troop, grade: str) -> Troop:
    """The same troops with another grade."""
    return Troop(what.drill, what.type, grade, what.chariot, what.on_mounts, what.weapon)


def must_be_double(line: Line) -> bool:
    """Whether a list requires all of a line to be double-based with another line."""
    return line.in_front_of is not None or line.behind is not None


def singles_allowed(position: Position, lines: dict[str, Line], line: Line) -> bool:
    """Whether a required double base may be single bases instead: cavalry with cavalry, where the rules allow it."""
    partner = lines[line.in_front_of or line.behind or line.key]
    return bool(table(position, "listed_double_cavalry")["singles"]) and both_cavalry(line.what, partner.what)


def count_as(position: Position, front: Troop, rear: Troop, finding: Finding) -> tuple[Troop, Troop]:
    """What the halves of a double base required by its list play as and cost as."""
    if not both_cavalry(front, rear):
        return front, rear
    printed = f"{front.name} in front of {rear.name}"
    graded_down = [row for row in rows(position, "double_cavalry") if _is_about(row, front, rear)]
    for row in graded_down:
        if (front.grade, rear.grade) != (_ORDINARY, _ORDINARY):
            finding.cite_all(row["clauses"], row["says"].format(printed=printed))
    return _ordinary(front, rear) if graded_down else (front, rear)


def _is_about(row: dict[str, Any], front: Troop, rear: Troop) -> bool:
    """Whether a row applies to cavalry of these grades. A row without grades applies to all."""
    return bool(row.get("front", front.grade) == front.grade and row.get("rear", rear.grade) == rear.grade)
