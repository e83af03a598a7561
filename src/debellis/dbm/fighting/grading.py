"""Grading: what an (X) element counts as, and how grades change the totals."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.fighters import CombatSetting, Fighter
from debellis.dbm.troops import Troop, among, noted
from debellis.mechanics.tables import rows
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

_EXCEPTION = "X"


def grade_of(position: Position, who: Fighter, against: Fighter, setting: CombatSetting, finding: Finding) -> str:
    """The grade an element counts as against an opponent. An (X) counts as another grade, by circumstances."""
    if who.what.grade != _EXCEPTION:
        return who.what.grade
    for row in rows(position, "grade_as"):
        if _reads(position, row, who, against, setting):
            found: str = row["as"]
            says = f"{who.id}, {who.what.name} against {against.what.name}, counts as ({found})"
            finding.cite_all(row["clauses"], says)
            return found
    return who.what.grade


def counts_as(position: Position, who: Fighter, against: Fighter, setting: CombatSetting) -> Troop:
    """The troops an element counts as against an opponent, with its effective grade."""
    return replace(who.what, grade=grade_of(position, who, against, setting, Finding()))


def _reads(position: Position, row: dict[str, Any], who: Fighter, against: Fighter, setting: CombatSetting) -> bool:
    if (row["type"], row["grade"]) != (who.what.type, who.what.grade) or row.get("mode", setting.mode) != setting.mode:
        return False
    if row.get("front") and not setting.in_front_of(who):
        return False
    if row.get("rear_half") and who.what.rear is None:
        return False
    if row.get("list_double_base") and not (who.what.rear is not None and noted(who.base, "list_double_base")):
        return False
    return "v" not in row or among(position.edition, against.what, row["v"])


def graded(
    position: Position,
    sides: tuple[Fighter, Fighter],
    grades: tuple[str, str],
    totals: tuple[int, int],
    finding: Finding,
) -> tuple[int, int]:
    """The totals with the effects of grades. Both sides adjust at once, from the totals before."""
    given = [0, 0]
    for row in rows(position, "grading"):
        for me in (0, 1):
            if _gives(position, row, sides[me], grades[me], grades[1 - me], totals[me] - totals[1 - me]):
                given[me] += int(row["give"])
                says = f"{totals[me]} against {totals[1 - me]}: {sides[me].id} gets {row['give']:+d} for the grades"
                finding.cite_all(row["clauses"], says)
    return (totals[0] + given[0], totals[1] + given[1])


def _gives(position: Position, row: dict[str, Any], who: Fighter, own: str, theirs: str, lead: int) -> bool:
    if row.get("own", own) != own or row.get("theirs", theirs) != theirs:
        return False
    if among(position.edition, who.what, row.get("not_own", ())):
        return False
    least = int(row["lead"])
    return lead <= least if least < 0 else lead >= least
