"""Declining a shot: at a target whose recoil could run into friends of the shooter and destroy them."""

from __future__ import annotations

from debellis.db.contact import meet
from debellis.dbm.rulebook import base_width
from debellis.dbm.shooting.engaged import HOLDERS
from debellis.dbm.sight import PSILOI
from debellis.dbm.troops import noted, troop
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.geometry.sweep import free_slide
from debellis.table.bases import Base
from debellis.table.position import Position

#: What runs down whatever it meets, from whichever side.
_TRAMPLES = "El"
_FRONT_PARTS = (FRONT, CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)


def recoil_distance(position: Position, base: Base) -> float:
    """How far an element recoils: its own base depth, or a base width if that is less."""
    return min(base.depth, base_width(position))


def endangered(position: Position, shooter: Base, target: Base) -> Base | None:
    """The friend of a shooter that a recoil of the target could run into and destroy."""
    if troop(target).type == PSILOI:
        return None
    where, far = target.rectangle, recoil_distance(position, target)
    free = min((_free(where, far, friend) for friend in _companions(position, target)), default=far + 1.0)
    for friend in position.friends(shooter.side):
        if noted(friend, HOLDERS):
            continue
        at = _free(where, far, friend)
        if at <= min(far, free) + COINCIDE and _harms(target, where.advanced(-at), friend):
            return friend
    return None


def _companions(position: Position, target: Base) -> list[Base]:
    return [base for base in position.friends(target.side) if base.id != target.id]


def _free(where: Rectangle, far: float, other: Base) -> float:
    """How far a recoil goes before it meets another; more than its distance if it does not."""
    back = (-where.facing[0], -where.facing[1])
    return free_slide(where, back, far + 1.0, other.rectangle)


def _harms(target: Base, there: Rectangle, friend: Base) -> bool:
    """Whether one that recoils into an enemy destroys it: it meets a side, the rear or a rear corner of it."""
    if troop(target).type == _TRAMPLES:
        return True
    return any(touch.theirs not in _FRONT_PARTS for touch in meet(there, friend.rectangle).touches)
