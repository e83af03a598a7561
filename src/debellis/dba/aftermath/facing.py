"""One element turning to face its attacker: who turns with it, who is pushed, how far the attacker moves back."""

from __future__ import annotations

import math

from debellis.dba.aftermath.facing_causes import cite_turn, cite_void
from debellis.dba.aftermath.straight import edge_stop, ground_stops, is_barred
from debellis.dba.fighting.fights import fights, never_turns
from debellis.geometry.plane import COINCIDE, SLIGHT, Point
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT, Rectangle
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.contact import directly_behind, meet
from debellis.manoeuvre.making_way import (
    backing_from_bases,
    backing_from_edges,
    backing_from_ground,
    in_the_way,
    stands_behind,
)
from debellis.manoeuvre.pushing import clearing, shares
from debellis.manoeuvre.stops import Stop
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding


class Turn(Value, frozen=True):
    """One turn to face `attacker`.

    `turned` names the bases that turned, the one in contact first. `pushed` and `backed` give how far (mm) other bases
    were pushed and attackers moved back. `void` says that there is no room, so the attack cannot be made.
    """

    position: Position
    attacker: str
    turned: tuple[str, ...]
    pushed: dict[str, float]
    backed: dict[str, float]
    void: bool
    finding: Finding

    @property
    def movers(self) -> frozenset[str]:
        """Every base that the turn moved."""
        return frozenset((*self.turned, *self.pushed, *self.backed))

    @property
    def involved(self) -> frozenset[str]:
        return self.movers | {self.attacker}


class _Room(Value, frozen=True):
    """The space made for a turn: where the turning bases end, how far the attacker moves back, how far others are
    pushed."""

    places: list[Rectangle]
    back: float
    pushed: dict[str, float]


def make_turn(
    position: Position, element: str, attacker: str, done: frozenset[str], pushed_here: frozenset[str] = frozenset()
) -> Turn:
    """Turn an element in legal flank or rear contact to face an attacker.

    The bases in `done` have turned already. The bases in `pushed_here` came into their contact by being pushed.
    """
    base, enemy = position.base(element), position.base(attacker)
    turners = _turners(position, base, enemy, done)
    places = [place("against", enemy.rectangle, base.width, base.depth)]
    for second in turners[1:]:
        places.append(place("behind", places[-1], second.width, second.depth))
    finding = Finding()
    room = _make_room(position, turners, enemy, places)
    names = tuple(b.id for b in turners)
    if room is None:
        cite_void(turners, enemy, finding)
        return Turn(position, attacker, names, {}, {}, True, finding)
    after = _settled(position, turners, enemy, room)
    cite_turn(position, after, turners, enemy, room.back, room.pushed, element in pushed_here, finding)
    backed = {attacker: room.back} if room.back > 0.0 else {}
    return Turn(after, attacker, names, room.pushed, backed, False, finding)


def _turners(position: Position, base: Base, enemy: Base, done: frozenset[str]) -> list[Base]:
    """The element, and also the one directly behind it if the front of the same attacker is on the flank of both."""
    meeting = meet(enemy.rectangle, base.rectangle)
    if meeting.kind != "flank":
        return [base]
    side = LEFT if meeting.hand == "left" else RIGHT
    found = fights(position)
    for friend in position.friends(base.side):
        if friend.id == base.id or friend.id in done or never_turns(position, friend) or found.fights(friend.id):
            continue
        if directly_behind(friend.rectangle, base.rectangle):
            return [base, friend] if meet(enemy.rectangle, friend.rectangle).edge_on(FRONT, side) else [base]
    return [base]


def _make_room(position: Position, turners: list[Base], enemy: Base, places: list[Rectangle]) -> _Room | None:
    """The space for a turn: bases behind are pushed, and the attacker moves back as far as needed.

    None if there is none.
    """
    towards = enemy.rectangle.outward(REAR)
    fixed: frozenset[str] = frozenset()
    back = 0.0
    while True:
        shifted = [p.moved(towards[0] * back, towards[1] * back) for p in places]
        more = _backing(position, turners, enemy, shifted, fixed)
        if more > COINCIDE:
            back += more
            if math.isinf(more) or not _can_back(position, turners, enemy, back):
                return None
            continue
        pushed = _pushes(position, turners, enemy, shifted, fixed)
        if isinstance(pushed, dict):
            return _Room(shifted, back, pushed)
        fixed |= {pushed}


def _others(position: Position, turners: list[Base], enemy: Base) -> list[Base]:
    return [b for b in position.standing if b.id != enemy.id and b not in turners]


def _backing(
    position: Position, turners: list[Base], enemy: Base, places: list[Rectangle], fixed: frozenset[str]
) -> float:
    """How much further the attacker must move back to clear obstacles that do not give way; infinite if that never
    helps."""
    towards = enemy.rectangle.outward(REAR)
    last = turners[-1].rectangle
    solid = [
        b.rectangle
        for b in _others(position, turners, enemy)
        if in_the_way(b.rectangle, places) and (b.id in fixed or not stands_behind(b.rectangle, last))
    ]
    most = 2.0 * sum(p.radius for p in places) + enemy.rectangle.radius
    standing = [b.rectangle for b in (*turners, enemy)]
    least = backing_from_edges(places, towards, position.size, most, standing)
    least = max(least, backing_from_bases(places, towards, solid))
    for piece in position.terrain:
        if _bars(position, piece, turners[0]) is not None:
            least = max(least, backing_from_ground(places, towards, piece.ground, most))
    return least


def _pushes(
    position: Position, turners: list[Base], enemy: Base, places: list[Rectangle], fixed: frozenset[str]
) -> dict[str, float] | str:
    """How far each base behind is pushed to make space, or the id of a base that cannot be pushed far enough."""
    towards = turners[0].rectangle.outward(REAR)
    bases = [b for b in _others(position, turners, enemy) if b.id not in fixed]
    rectangles = [b.rectangle for b in bases]
    pushed: dict[str, float] = {}
    for i, base in enumerate(bases):
        if not in_the_way(base.rectangle, places):
            continue
        far = 2.0 * (base.rectangle.radius + sum(p.radius for p in places))
        needed = clearing(base.rectangle, towards, places, far)
        for j, share in enumerate(shares(rectangles, towards, i, needed)):
            if share > SLIGHT:
                if not _can_give(position, bases[j], towards, share, fixed):
                    return base.id
                pushed[bases[j].id] = max(share, pushed.get(bases[j].id, 0.0))
    return pushed


def _can_give(position: Position, base: Base, towards: Point, far: float, fixed: frozenset[str]) -> bool:
    """Whether a base can be pushed this far: not into a place, barred ground, off the board or into a fixed base."""
    if any(free_slide(base.rectangle, towards, far, position.base(name).rectangle) < far for name in fixed):
        return False
    return not _ground(position, base, towards, far)


def _can_back(position: Position, turners: list[Base], enemy: Base, far: float) -> bool:
    """Whether the attacker has room to go straight back."""
    towards = enemy.rectangle.outward(REAR)
    for other in _others(position, turners, enemy):
        if free_slide(enemy.rectangle, towards, far, other.rectangle) < far:
            return False
    return not _ground(position, enemy, towards, far)


def _ground(position: Position, base: Base, towards: Point, far: float) -> list[Stop]:
    found = ground_stops(position, base, towards, far, lambda piece: _bars(position, piece, base))
    edge = edge_stop(position, base, towards, far)
    return found if edge is None else [*found, edge]


def _bars(position: Position, piece: Terrain, base: Base) -> str | None:
    if piece.is_place:
        return "place"
    return "impassable" if is_barred(position, piece, base) else None


def _settled(position: Position, turners: list[Base], enemy: Base, room: _Room) -> Position:
    """The position with every base in its final place."""
    for base, there in zip(turners, room.places, strict=True):
        position = position.with_base(replace(base, front=there.front, facing=there.facing))
    towards = turners[0].rectangle.outward(REAR)
    for name, far in room.pushed.items():
        base = position.base(name)
        there = base.rectangle.moved(towards[0] * far, towards[1] * far)
        position = position.with_base(replace(base, front=there.front))
    if room.back > 0.0:
        position = position.with_base(replace(enemy, front=enemy.rectangle.advanced(-room.back).front))
    return position
