"""The ranks behind an element: which are lined up behind it, and which can give it rear support."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.fighters import CombatSetting, fighter
from debellis.dbm.fighting.support import KINDS, supports
from debellis.dbm.troops import Troop, among, noted, service, troop
from debellis.manoeuvre.contact import directly_behind
from debellis.mechanics.tables import rows
from debellis.table.bases import Base
from debellis.table.position import Position


def file_behind(position: Position, base: Base) -> tuple[Base, ...]:
    """All friends lined up behind an element, each touching the one before, nearest first."""
    found: list[Base] = []
    last = base
    while True:
        near = position.near_friends(base.side, last.rectangle)
        behind = next((f for f in near if directly_behind(f.rectangle, last.rectangle) and f not in found), None)
        if behind is None:
            return tuple(found)
        found.append(behind)
        last = behind


def supporters(position: Position, base: Base, opponent: Base) -> tuple[Base, ...]:
    """The elements behind an element that give it rear support against an opponent on its front."""
    found = supports(position, fighter(position, base), fighter(position, opponent), CombatSetting())
    return tuple(rank.base for rank in found.supporters if rank.base.id != base.id)


def able_to_support(position: Position, base: Base, rear: Base, number: int, deepest: int) -> bool:
    """Whether a rank with a given number could give an element rear support against at least one type."""
    front = troop(base)
    if service(rear).command != service(base).command or front.chariot or troop(rear).chariot:
        return False
    return any(
        _meets(position, row, front, rear, number, deepest)
        for name in KINDS
        for row in rows(position, name)
        if "barred_clauses" not in row
    )


def _meets(
    position: Position,
    row: dict[str, Any],
    front: Troop,
    rear: Base,
    number: int,
    deepest: int,
) -> bool:
    edition, back = position.edition, troop(rear)
    needs = row.get("needs", ())
    if row.get("same_base") or number not in row.get("ranks", needs) or (needs and deepest < max(needs)):
        return False
    if not among(edition, front, row["front"]) or not among(edition, back, row["back"]):
        return False
    if row.get("same_grade") and back.grade not in (front.grade, row.get("or_grade")):
        return False
    if row.get("list") and not noted(rear, "list_support"):
        return False
    weapons = row.get("weapons")
    return weapons is None or back.weapon in weapons.get(str(number), ())
