"""Combat factors: what a type adds against mounted, foot and naval troops, in close combat and in shooting."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.fighters import SHOT, Fighter
from debellis.dbm.troops import arm
from debellis.mechanics.tables import rows
from debellis.table.position import Position
from debellis.umpire.sheet import Line

#: The columns of the factors. Train counts as foot.
_COLUMN = {"mounted": 0, "foot": 1, "train": 1, "naval": 2}
_OWN_CLAUSES = {"Bw": "DBM32-P22-cf-bw", "Cm": "DBM32-P22-cf-cm"}


def combat_factor(position: Position, who: Fighter, against: Fighter, mode: str) -> Line:
    """The combat factor of an element against an opponent, in "close" combat or when shooting or "shot" at."""
    row = _row(position, who.what.type)
    column = _COLUMN[arm(position.edition, against.what.type)]
    value = int(row["v"][column])
    if mode == SHOT and who.what.type == against.what.type == "Bw":
        value = int(row["foot_when_shooting_at_or_shot_at_by_Bw"])
    elif mode != SHOT and "in_close_combat" in row:
        value = int(row["in_close_combat"][column])
    clause = _OWN_CLAUSES.get(who.what.type, "DBM-B25.2")
    how = "shooting" if mode == SHOT else "close combat"
    return Line(value, f"{who.id}, {who.what.type} against {against.what.type} in {how}", (clause,))


def _row(position: Position, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in rows(position, "factor") if row["type"] == kind)
    return found


def factors_of(position: Position, kind: str) -> tuple[int, int]:
    """The factors of a type in close combat against mounted and against foot."""
    row = _row(position, kind)
    found = row.get("in_close_combat", row["v"])
    return int(found[0]), int(found[1])
