"""Ideas for moves: useful places to go to, not yet checked for legality.

A general who is a separate element first looks for an element to attach to, and fights last of all. For the others
contacts and line-ups come first, then places to shoot from, supports, advances, wheels and retirements. All are built
exactly, by the relations that players use to line up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from debellis.dba.attached import attached_to, is_own_element
from debellis.dba.book import book_of, in_mm
from debellis.dba.commands import command_of
from debellis.dba.fighting.fighters import holding_side
from debellis.dba.fighting.fights import Fights, fights
from debellis.dba.moving.moves import Move
from debellis.dba.moving.speeds import measures_front
from debellis.dba.troops import move_good, shoots, type_of
from debellis.geometry.plane import COINCIDE, Point, distance, same_direction
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import Rectangle, penetration
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.groups import joined
from debellis.manoeuvre.legs import boxes_apart, furthest_travel, rectangle_box
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.placing import place
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain

_CONTACTS = ("against", "on_left_flank_of", "on_right_flank_of", "on_rear_of")
_OVERLAPS = ("overlapping_left_of", "overlapping_right_of")
_LINES = ("left_of", "right_of", "behind")
_BACKWARDS = ("behind", "right_of", "left_of")
#: How many enemies a shooter considers, and the share of its range that it tries to keep from them.
_TARGETS = 3
_KEPT = 0.9
_WHEELS = (10.0, 20.0, 35.0)
_SHARES = (1.0, 0.5)


def ideas_for_group(position: Position, members: tuple[Base, ...]) -> Iterator[Move]:
    """Moves of a group: straight ahead to contact or to its limit, wheels both ways, and wheels followed by an
    advance."""
    names = tuple(base.id for base in members)
    reach = min(reach_of(position, base) for base in members)
    ahead = _room_ahead(position, members, reach)
    if 0.5 < ahead < reach:
        yield Move(names, steps=(Step(advance=ahead),))
    for share in _SHARES:
        yield Move(names, steps=(Step(advance=reach * share),))
    for degrees in _WHEELS:
        for pivot in ("left", "right"):
            yield Move(names, steps=(Step(wheel=degrees, pivot=pivot),))
    for pivot in ("left", "right"):
        yield Move(names, steps=(Step(wheel=_WHEELS[0], pivot=pivot), Step(advance=reach * 0.4)))


def ideas_for_element(position: Position, base: Base) -> Iterator[Move]:
    """Contacts, overlaps, line-ups, supports, advances and retirements of one element, all within its reach on the
    table."""
    room = _Room(position, base)
    for there in _ends(position, base):
        if isinstance(there, str):
            yield Move((base.id,), path=(), enters=there)
        elif room.holds(there):
            yield Move((base.id,), path=(Pose(there.front, there.facing),))


class _Room:
    """Where a base could end: in reach, on the board, on no other base, and not where it already stands."""

    def __init__(self, position: Position, base: Base) -> None:
        self.reach = reach_of(position, base) + COINCIDE
        self.front_only = measures_front(position)
        self.size = position.size
        self.front = base.front
        self.facing = base.facing
        self.here: Rectangle | None = base.rectangle if base.on_table else None
        self.bounded = self.here is not None and not fights(position).touching(base.id)
        self.others = self._others(position, base.id)

    def _others(self, position: Position, name: str) -> list[Rectangle]:
        """All other bases that a base could run into. For a base that leaves a place, this is every base."""
        others = [other.rectangle for other in position.standing if other.id != name]
        here = self.here
        if here is None:
            return others
        far = self.reach + 2.0 * here.radius
        return [one for one in others if distance(one.centre, here.centre) <= far + one.radius]

    def holds(self, end: Rectangle) -> bool:
        here = self.here
        if self.bounded and here is not None and furthest_travel(here, end, self.front_only) > self.reach:
            return False
        if distance(end.front, self.front) < 1.0 and same_direction(end.facing, self.facing):
            return False
        if is_off(end, self.size):
            return False
        return all(penetration(end, one) <= COINCIDE for one in self.others)


def _ends(position: Position, base: Base) -> Iterator[Rectangle | str]:
    """Where a base could go, best first: places to stand, and the names of camps and towns to enter."""
    if base.on_table:
        reach = reach_of(position, base) + 2.0 * base.rectangle.radius
        alone = is_own_element(base)
        if alone and attached_to(position, base) is None:
            yield from _attaching(position, base, reach)
        if not alone:
            yield from _contacts(position, base, reach)
        yield from _firing(position, base)
        yield from _places(position, base, reach)
        yield from _supports(position, base, reach)
        yield from _straight(position, base)
        yield from _towards(position, base)
        if alone:
            yield from _contacts(position, base, reach)
    else:
        yield from _leaving(position, base)


def groups_of(position: Position, side: str, found: Fights) -> list[tuple[Base, ...]]:
    """The groups of a side that could move together: joined, with no member fighting to the front."""
    free = [base for base in position.friends(side) if not found.fights(base.id)]
    places = [base.rectangle for base in free]
    groups: list[tuple[Base, ...]] = []
    while free:
        together, reached = [free.pop()], [places.pop()]
        for here in reached:
            near = [i for i, there in enumerate(places) if joined(here, there)]
            near = [i for i in near if command_of(free[i]) == command_of(together[0])]
            together += [free[i] for i in near]
            reached += [places[i] for i in near]
            for i in reversed(near):
                del free[i], places[i]
        if len(together) > 1:
            groups.append(tuple(sorted(together, key=lambda base: base.id)))
    return groups


def generals_file(position: Position, side: str, found: Fights) -> tuple[Base, ...]:
    """A general who is a separate element, with the column before him, if he is attached and nobody there fights."""
    for general in position.friends(side):
        column = [general]
        ahead = attached_to(position, general) and _before(position, general)
        while ahead:
            column.append(ahead)
            ahead = _before(position, ahead)
        if len(column) > 1 and not any(found.fights(base.id) for base in column):
            return tuple(sorted(column, key=lambda base: base.id))
    return ()


def _before(position: Position, base: Base) -> Base | None:
    """The friend that a base stands directly behind."""
    friends = position.friends(base.side)
    return next((f for f in friends if f.id != base.id and directly_behind(base.rectangle, f.rectangle)), None)


def reach_of(position: Position, base: Base) -> float:
    """How far a base moves in good going, in mm."""
    return in_mm(position, move_good(position, base.kind))


def _attaching(position: Position, base: Base, reach: float) -> Iterator[Rectangle]:
    """Places for a general behind a friend, first of all a friend that fights."""
    here = base.rectangle.centre
    found = fights(position)
    near = [f for f in position.friends(base.side) if f.id != base.id and f.on_table]
    near = [f for f in near if distance(f.rectangle.centre, here) < reach]
    near.sort(key=lambda f: (not found.fights(f.id), distance(f.rectangle.centre, here), f.id))
    for friend in near:
        yield place("behind", friend.rectangle, base.width, base.depth)


def _contacts(position: Position, base: Base, reach: float) -> Iterator[Rectangle]:
    """Places in contact with near enemies, nearest first; overlapping enemies that fight; and close before them."""
    here = base.rectangle.centre
    near = [e for e in position.enemies(base.side) if distance(e.rectangle.centre, here) < reach + 40.0]
    if not near:
        return
    near.sort(key=lambda e: (distance(e.rectangle.centre, here), e.id))
    found = fights(position)
    for enemy in near:
        for relation in _CONTACTS:
            yield place(relation, enemy.rectangle, base.width, base.depth)
        if found.fights(enemy.id):
            for relation in _OVERLAPS:
                yield place(relation, enemy.rectangle, base.width, base.depth)
        ahead = place("against", enemy.rectangle, base.width, base.depth)
        for gap in (10.0, 30.0):
            yield ahead.advanced(-gap)


def _places(position: Position, base: Base, reach: float) -> Iterator[Rectangle | str]:
    """Places that touch an enemy camp or town with the front edge, and camps or towns to enter that nobody holds."""
    here = rectangle_box(base.rectangle)
    near = [p for p in position.terrain if not boxes_apart(here, p.box, reach) and p.is_place]
    for piece in near:
        if polygon_gap(base.rectangle, piece.ground) <= reach:
            for i, corner in enumerate(piece.ground):
                yield from _against_side(base, piece, corner, piece.ground[i - 1])
            yield piece.id


def _against_side(base: Base, piece: Terrain, a: Point, b: Point) -> Iterator[Rectangle]:
    long = distance(a, b)
    if long < 1.0:
        return
    middle = ((a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5)
    inward = ((b[1] - a[1]) / long, -(b[0] - a[0]) / long)
    centre = _middle(piece)
    if (centre[0] - middle[0]) * inward[0] + (centre[1] - middle[1]) * inward[1] < 0.0:
        inward = (-inward[0], -inward[1])
    yield Rectangle(middle, inward, base.width, base.depth)


def _firing(position: Position, base: Base) -> Iterator[Rectangle]:
    """Places that face one of the nearest enemies within range, from as far away as possible."""
    if not shoots(position, base):
        return
    here = base.rectangle.centre
    shot = in_mm(position, type_of(position, base).range) * _KEPT
    reach = reach_of(position, base)
    enemies = sorted(position.enemies(base.side), key=lambda e: (distance(e.rectangle.centre, here), e.id))
    for enemy in [e for e in enemies if e.on_table][:_TARGETS]:
        there = enemy.rectangle.centre
        far = distance(base.front, there)
        step = min(max(far - shot, 0.0), reach * _KEPT)
        if far > 1.0:
            facing = ((there[0] - base.front[0]) / far, (there[1] - base.front[1]) / far)
            front = (base.front[0] + facing[0] * step, base.front[1] + facing[1] * step)
            yield Rectangle(front, facing, base.width, base.depth)


def _supports(position: Position, base: Base, reach: float) -> Iterator[Rectangle]:
    """Places beside and behind friends; behind first, if that adds a factor."""
    here = base.rectangle.centre
    for friend in position.friends(base.side):
        if friend.id != base.id and distance(friend.rectangle.centre, here) < reach:
            for relation in _BACKWARDS if _may_support(position, base, friend) else _LINES:
                yield place(relation, friend.rectangle, base.width, base.depth)


def _may_support(position: Position, base: Base, friend: Base) -> bool:
    """Whether some row of rear support applies to this pair."""
    return _has_support(position.edition, base.kind, friend.kind)


@cache
def _has_support(edition: str, rear: str, front: str) -> bool:
    rules = book_of(edition)
    rows = rules.tables.rear_support
    return any(rules.fits(rear, row.supporter) and rules.fits(front, row.supported) for row in rows)


def _straight(position: Position, base: Base) -> Iterator[Rectangle]:
    reach = reach_of(position, base)
    room = _room_ahead(position, (base,), reach)
    for far in (reach, room, reach * 0.5, -reach * 0.5, -reach):
        if abs(far) > 0.5:
            yield base.rectangle.advanced(far)


def _towards(position: Position, base: Base) -> Iterator[Rectangle]:
    """Turn to the nearest enemy and move towards it. Mounted go for the enemy camp first if no enemy is nearer."""
    here = base.rectangle.centre
    enemies = [e.rectangle.centre for e in position.enemies(base.side)]
    nearest = min(enemies, key=lambda there: distance(there, here), default=None)
    for camp in position.features("camp") if type_of(position, base).mounted else ():
        there = _middle(camp)
        nearer = nearest is not None and distance(nearest, here) < distance(there, here)
        if holding_side(position, camp) != base.side and not nearer:
            yield from _going_for(position, base, there)
    if nearest is not None:
        yield from _going_for(position, base, nearest)


def _middle(piece: Terrain) -> Point:
    """The mean of the corners of a piece."""
    count = len(piece.ground)
    return (sum(p[0] for p in piece.ground) / count, sum(p[1] for p in piece.ground) / count)


def _going_for(position: Position, base: Base, there: Point) -> Iterator[Rectangle]:
    """Turn to a point and move towards it, but not onto it."""
    here = base.rectangle.centre
    far = distance(here, there)
    if far < 1.0:
        return
    facing = ((there[0] - here[0]) / far, (there[1] - here[1]) / far)
    reach = reach_of(position, base)
    for share in (0.8, 0.4):
        step = min(reach * share, far - 60.0)
        if step > 5.0:
            front = (base.front[0] + facing[0] * step, base.front[1] + facing[1] * step)
            yield Rectangle(front, facing, base.width, base.depth)


def _leaving(position: Position, base: Base) -> Iterator[Rectangle]:
    """Moves out of a camp or town through the middle of each side."""
    assert base.inside is not None
    outline = position.feature(base.inside).ground
    for i, corner in enumerate(outline):
        a, b = outline[i - 1], corner
        long = distance(a, b)
        if long >= base.width:
            for sign in (1.0, -1.0):
                out = (sign * (b[1] - a[1]) / long, -sign * (b[0] - a[0]) / long)
                front = ((a[0] + b[0]) * 0.5 + out[0] * base.depth, (a[1] + b[1]) * 0.5 + out[1] * base.depth)
                yield Rectangle(front, out, base.width, base.depth)


def _room_ahead(position: Position, members: tuple[Base, ...], reach: float) -> float:
    """How far these bases can move straight ahead before one of them touches another base."""
    names = {base.id for base in members}
    ahead = members[0].facing
    best = reach
    others = [other.rectangle for other in position.standing if other.id not in names]
    for base in members:
        here = base.rectangle
        for other in others:
            if distance(here.centre, other.centre) <= reach + here.radius + other.radius:
                best = min(best, free_slide(here, ahead, best, other))
    return 0.0 if math.isinf(best) else best
