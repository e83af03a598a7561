"""Elements held in flank or rear by an enemy front edge. They are destroyed when they would have to give ground."""

from __future__ import annotations

from debellis.dbm.aftermath.ranks_behind import supporters
from debellis.geometry.contact import CORNER
from debellis.geometry.rectangle import FRONT
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def front_opponents(position: Position, base: Base) -> tuple[Base, ...]:
    """The enemies whose front edge lies on an element's front edge, sorted by length of contact, longest first."""
    found = []
    for enemy in position.near_enemies(base.side, base.rectangle):
        length = meet(base.rectangle, enemy.rectangle).edge_on(FRONT, FRONT)
        if length > 0.0:
            found.append((-length, enemy.id, enemy))
    return tuple(enemy for _, _, enemy in sorted(found, key=lambda one: one[:2]))


def in_close_combat(position: Position, base: Base) -> bool:
    """Whether an element's front edge lies on an enemy, or an enemy's front edge lies on the element."""
    for enemy in position.near_enemies(base.side, base.rectangle):
        for touch in meet(base.rectangle, enemy.rectangle).touches:
            if max(touch.mine, touch.theirs) < CORNER and FRONT in (touch.mine, touch.theirs):
                return True
    return False


def holders(position: Position, base: Base) -> tuple[Base, ...]:
    """The enemies whose front edge lies on a flank or the rear of the element itself."""
    return tuple(
        enemy
        for enemy in position.near_enemies(base.side, base.rectangle)
        if meet(enemy.rectangle, base.rectangle).front_touches_flank_or_rear
    )


def is_held(position: Position, base: Base, opponent: Base | None, finding: Finding) -> bool:
    """Whether an element that must give ground is held, directly or through an element that supports it."""
    direct = holders(position, base)
    if direct:
        names = " and ".join(enemy.id for enemy in direct)
        finding.cite("DBM-B27.22", f"the front edge of {names} holds {base.id} in flank or rear: it cannot give ground")
        return True
    fronts = front_opponents(position, base)
    facing = opponent if opponent in fronts else next(iter(fronts), None)
    for rear in () if facing is None else supporters(position, base, facing):
        for enemy in holders(position, rear):
            sentence = f"{enemy.id} holds {rear.id}, which supports {base.id}: that counts as holding {base.id}"
            finding.cite("DBM32-P21-cc-rearhit", sentence)
            finding.cite("DBM-B27.22", f"{base.id} is held in flank or rear: it cannot give ground")
            return True
    return False
