"""Positions that help a combat: behind the friend who fights the target, overlapping it, or on its flank."""

from __future__ import annotations

from debellis.dbm.contacts import CORNER, position_of
from debellis.dbm.contacts import FRONT as IN_FRONT
from debellis.dbm.fighting.fighters import CombatSetting, fighter
from debellis.dbm.fighting.support import supports
from debellis.dbm.mounts.exchanging import file_behind
from debellis.dbm.mounts.making_room import fits
from debellis.dbm.moving.starts import beyond_flank
from debellis.dbm.spontaneous.impetuous import held_by, known_near
from debellis.dbm.spontaneous.ways import is_clear, plain_way
from debellis.dbm.troops import service
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.turning import furthest_corner
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.value import Value, replace

REAR_SUPPORT, OVERLAP, FLANK = "rear_support", "overlap", "flank"
HANDS = ("left", "right")


class Help(Value, frozen=True):
    """A position that helps against an enemy: its name, its kind, the place, and the move it needs.

    `plain` says that straight movement, wheels and turns about get there; else it takes a shift or the like.
    """

    name: str
    kind: str
    place: Rectangle
    distance: float
    plain: bool


def helping_positions(position: Position, base: Base, enemy: Base) -> list[Help]:
    """The free positions in which an element would help a friend who holds the front of an enemy, nearest first."""
    friend = held_by(position, enemy, base.id)
    if friend is None:
        return []
    found: list[tuple[str, str, Rectangle]] = []
    behind = _behind(position, base, friend, enemy)
    if behind is not None:
        found.append((REAR_SUPPORT, REAR_SUPPORT, behind))
    for hand in HANDS:
        over = place(f"overlapping_{hand}_of", enemy.rectangle, base.width, base.depth)
        found.append((f"{OVERLAP}_{hand}", OVERLAP, over))
        if beyond_flank(base.rectangle, enemy.rectangle, hand):
            flank = place(f"on_{hand}_flank_of", enemy.rectangle, base.width, base.depth)
            found.append((f"{FLANK}_{hand}", FLANK, flank))
    free = [one for one in found if _is_free(position, base, one[2])]
    return sorted((_judged(position, base, *one) for one in free), key=lambda one: one.distance)


def _judged(position: Position, base: Base, name: str, kind: str, where: Rectangle) -> Help:
    """A position with the move it needs, by plain movement if that gets there."""
    way = plain_way(base.rectangle, where)
    if way is not None and is_clear(position, base, way):
        return Help(name, kind, where, way.length, True)
    return Help(name, kind, where, furthest_corner(base.rectangle, where)[1], False)


def _behind(position: Position, base: Base, friend: Base, enemy: Base) -> Rectangle | None:
    """The place behind the last rank of a friend from which an element would support it against an enemy."""
    faced = position_of(friend.rectangle, enemy.rectangle) == IN_FRONT
    if not faced or service(base).command != service(friend).command:
        return None
    others = position.without(base.id)
    ranks = file_behind(others, friend)
    last = ranks[-1] if ranks else friend
    where = place("behind", last.rectangle, base.width, base.depth)
    there = position.with_base(replace(base, front=where.front, facing=where.facing))
    found = supports(there, fighter(there, friend), fighter(there, enemy), CombatSetting())
    return where if any(rank.id == base.id for rank in found.supporters) else None


def _is_free(position: Position, base: Base, where: Rectangle) -> bool:
    """Whether an element could stand at a place."""
    if fits(position, base, where) is not None:
        return False
    near = position.near_friends(base.side, where)
    return not any(overlaps(where, b.rectangle) for b in near if b.id != base.id)


def nearest(helps: list[Help]) -> list[Help]:
    """The positions that need the shortest move; several if they need the same."""
    return [one for one in helps if one.distance <= helps[0].distance + COINCIDE]


def overlapped_from(position: Position, base: Base, where: Rectangle) -> list[str]:
    """The enemies an element at a place overlaps, front corner to front corner."""
    enemies = known_near(position, base.side, where)
    return [enemy.id for enemy in enemies if position_of(where, enemy.rectangle) == CORNER]
