"""Close combat and shooting: nobody in a fight, behind one, supporting or overlapping one shoots or is shot at."""

from __future__ import annotations

from debellis.dbm.fighting.fighters import CombatSetting, fighter
from debellis.dbm.fighting.ranks import files_ahead
from debellis.dbm.fighting.support import supports
from debellis.dbm.shooting.engaged import in_combat, opponents, overlapped, stands_behind
from debellis.manoeuvre.contact import meet
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position

_FAULTS = Memory[list[Remark]]("what keeps an element from shooting")


def combat_faults(position: Position, *bases: Base) -> list[Remark]:
    """The faults of a shot by or at some elements because of close combat."""
    return [remark for base in bases for remark in _remembered(position, base)]


def _remembered(position: Position, base: Base) -> list[Remark]:
    """The faults of an element, worked out once for one that stands in the position as it is."""
    if not position.has_base(base.id) or position.base(base.id) is not base:
        return _faults_of(position, base)
    return _FAULTS.of(position, base.id, lambda p: _faults_of(p, base))


def _faults_of(position: Position, base: Base) -> list[Remark]:
    found: list[Remark] = []
    enemy = in_combat(position, base)
    if enemy is not None:
        found.append(Remark(f"{base.id} is in close combat with {enemy.id}", ("DBM32-P21-noshoot-combat",)))
    supported = supported_by(position, base)
    if supported is not None:
        says = f"{base.id} gives rear support to {supported.id}, which is in close combat"
        found.append(Remark(says, ("DBM32-P21-noshoot-support",)))
    front = stands_behind(position, base)
    if front is not None:
        says = f"the front edge of {base.id} lies on all the rear edge of {front.id}, which is in close combat"
        found.append(Remark(says, ("DBM32-P21-noshoot-behind",)))
    over = overlapped(position, base) if enemy is None else None
    if over is not None:
        says = f"{base.id} overlaps {over.id}, which is in close combat to its front"
        found.append(Remark(says, ("DBM32-P21-noshoot-overlap",)))
    return found


def supported_by(position: Position, base: Base) -> Base | None:
    """The element in close combat to its front that another gives rear support against its opponent there."""
    for front in files_ahead(position, base):
        for enemy in opponents(position, front):
            if meet(enemy.rectangle, front.rectangle).kind != "front":
                continue
            given = supports(position, fighter(position, front), fighter(position, enemy), CombatSetting())
            if any(rank.id == base.id for rank in given.supporters):
                return front
    return None
