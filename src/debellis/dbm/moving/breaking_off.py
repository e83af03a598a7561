"""Breaking off: which enemies an element touches and fights, and what keeps it from going straight back."""

from __future__ import annotations

from debellis.dbm.contacts import FIGHTING, position_of
from debellis.dbm.moving.lining_up import seen_enemies
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.troops import is_holder
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.rectangle import FRONT
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.position import Position

BREAKING_OFF = "DBM-B16.10"


def touching(position: Position, base: Base) -> list[Base]:
    """The enemies that touch an element as it stands, even by a corner. Riderless mounts do not count."""
    place = base.rectangle
    return [
        enemy
        for enemy in seen_enemies(position, base.side)
        if distance(place.centre, enemy.rectangle.centre) <= place.radius + enemy.rectangle.radius + COINCIDE
        and not is_holder(enemy)
        and meet(place, enemy.rectangle).touching
    ]


def fighting_with(position: Position, base: Base) -> list[Base]:
    """The enemies that an element fights as it stands: its front or theirs is in a fighting position."""
    place = base.rectangle
    return [
        enemy
        for enemy in touching(position, base)
        if position_of(place, enemy.rectangle) in FIGHTING or position_of(enemy.rectangle, place) in FIGHTING
    ]


def is_front_to_front(base: Base, enemy: Base) -> bool:
    """Whether the front edge of an element lies along that of an enemy."""
    touches = meet(base.rectangle, enemy.rectangle).touches
    return any(touch.length > COINCIDE and touch.mine == FRONT == touch.theirs for touch in touches)


def touched_elsewhere(base: Base, enemy: Base) -> bool:
    """Whether an edge of an enemy lies along an element, other than front on front. Corners alone do not count."""
    touches = meet(base.rectangle, enemy.rectangle).touches
    return any(touch.length > COINCIDE and not touch.mine == FRONT == touch.theirs for touch in touches)


def why_held(position: Position, base: Base) -> str | None:
    """Why an element cannot break off: an edge is touched other than front to front, or a touching enemy is as fast."""
    enemies = touching(position, base)
    for enemy in enemies:
        if touched_elsewhere(base, enemy):
            return f"{base.id} is in contact with {enemy.id} otherwise than front to front"
    own = allowance(position, base) or 0.0
    for enemy in enemies:
        if (allowance(position, enemy) or 0.0) >= own - COINCIDE:
            return f"{base.id} is not faster than {enemy.id}, which touches it, and cannot break off"
    return None
