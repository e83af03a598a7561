"""Close combat for the rules of shooting: who is fighting, who stands behind a fight, and who overlaps one."""

from __future__ import annotations

from debellis.dbm.contacts import OVERLAPPING, position_of
from debellis.dbm.going import halves
from debellis.dbm.troops import is_holder, noted
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.manoeuvre.contact import directly_behind, meet
from debellis.table.bases import Base
from debellis.table.position import Position

#: What is noted of an element still in ambush: it is not on the table for its enemies.
AMBUSH = "ambush"


def lays_front_on(a: Rectangle, b: Rectangle) -> bool:
    """Whether part of the front edge of one element lies on an edge of another."""
    return any(touch.mine == FRONT and touch.length > 0.0 for touch in meet(a, b).touches)


def opponents(position: Position, base: Base) -> list[Base]:
    """The enemies that could touch an element: those placed, without riderless mounts."""
    near = position.near_enemies(base.side, base.rectangle)
    return [e for e in near if not noted(e, AMBUSH) and not is_holder(e)]


def in_combat(position: Position, base: Base) -> Base | None:
    """The enemy an element is in close combat with: its front edge lies on that enemy, or the enemy's on it."""
    if is_holder(base) or noted(base, AMBUSH):
        return None
    for enemy in opponents(position, base):
        if lays_front_on(base.rectangle, enemy.rectangle) or lays_front_on(enemy.rectangle, base.rectangle):
            return enemy
    return None


def fights_to_front(position: Position, base: Base) -> bool:
    """Whether an element is in close combat to its front: its front edge lies on an enemy."""
    return any(lays_front_on(base.rectangle, enemy.rectangle) for enemy in opponents(position, base))


def stands_behind(position: Position, base: Base) -> Base | None:
    """The element in close combat on whose whole rear edge the front edge of another lies."""
    for other in position.near(base.rectangle):
        behind = other.id != base.id and directly_behind(base.rectangle, other.rectangle)
        if behind and in_combat(position, other) is not None:
            return other
    return None


def overlapped(position: Position, base: Base) -> Base | None:
    """The enemy in close combat to its front whom an element overlaps."""
    for enemy in opponents(position, base):
        if _overlaps(position, base, enemy) and fights_to_front(position, enemy):
            return enemy
    return None


def _overlaps(position: Position, base: Base, enemy: Base) -> bool:
    """Whether an element overlaps an enemy; of a double base only its front half can be overlapped."""
    front = halves(position, enemy)[0][0]
    return position_of(base.rectangle, front) in OVERLAPPING
