"""A move that ends among friends: the formation parts and makes way for the element, if it can."""

from __future__ import annotations

from debellis.dbm.moving.speeds import bars, is_immobile
from debellis.geometry.contact import meet
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.legs import Leg, crosses, crosses_piece, leg
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict, permit

#: Precision of the least displacement (mm).
_FINE = 1e-6


class Room(Value, frozen=True):
    """The new places of friends that make way, by id. Otherwise what prevents it, and if it is immobile baggage."""

    places: dict[str, Rectangle]
    obstacle: str | None = None
    baggage: bool = False


def judge_room(position: Position, base: Base, end: Rectangle, inside: list[Base], verdict: Verdict) -> Room:
    """Judge that the friends among whom a move ends can be displaced."""
    names = " and ".join(friend.id for friend in inside)
    room = make_room(position, base, end, inside)
    if room.obstacle is None:
        says = f"{base.id} stops inside {names}, which parts to make room for it"
        permit(verdict, says, "IWF-16.4c")
        return room
    says = f"{base.id} would stop inside {names}, and {room.obstacle} leaves no room to part it"
    verdict.refuse(says, "IWF-16.4d")
    if room.baggage:
        verdict.cite("IWF-16.5", f"{room.obstacle} is immobile baggage, which nobody displaces")
    return room


def make_room(position: Position, base: Base, end: Rectangle, inside: list[Base]) -> Room:
    """Part friends before and behind the middle of a place, straight along their own facing, or ease all back."""
    split = [friend.rectangle.local(end.centre)[1] <= COINCIDE - 0.5 * friend.depth for friend in inside]
    first = _displace(position, base, end, inside, split)
    if first.obstacle is None or not any(split):
        return first
    second = _displace(position, base, end, inside, [False] * len(inside))
    return second if second.obstacle is None else first


def _displace(position: Position, base: Base, end: Rectangle, inside: list[Base], ahead: list[bool]) -> Room:
    places: dict[str, Rectangle] = {}
    for way in (1.0, -1.0):
        towards = (inside[0].facing[0] * way, inside[0].facing[1] * way)
        first = [friend for friend, forward in zip(inside, ahead, strict=True) if forward == (way > 0.0)]
        others = [f for f in position.friends(base.side) if f.id != base.id and f not in inside and f.id not in places]
        fault = _push(position, base, end, sorted([*first, *others], key=lambda f: _along(f, towards)), towards, places)
        if fault is not None:
            return Room({}, *fault)
    if any(overlaps(place, end) for place in places.values()):
        return Room({}, "the rest of the formation")
    return Room(places)


def _along(friend: Base, towards: Point) -> float:
    x, y = friend.rectangle.centre
    return x * towards[0] + y * towards[1]


def _push(
    position: Position, base: Base, end: Rectangle, order: list[Base], towards: Point, places: dict[str, Rectangle]
) -> tuple[str, bool] | None:
    """Push friends in one direction, nearest first, each clear of the place and of those before it.

    Returns what stops one.
    """
    solid = [end]
    swept: list[Leg] = []
    for friend in order:
        there = now = friend.rectangle
        pushed = any(crosses(way, now) for way in swept)
        if not pushed and not any(overlaps(now, other) for other in solid):
            continue
        for other in solid:
            there = _clear_of(there, other, towards)
        fault = _obstacle(position, base, friend, now, there)
        if fault is not None:
            return fault
        places[friend.id] = there
        solid.append(there)
        swept.append(leg(now, there))
    return None


def _clear_of(now: Rectangle, other: Rectangle, towards: Point) -> Rectangle:
    """The nearest place in a direction that is clear of a footprint."""
    if not overlaps(now, other):
        return now
    low, high = 0.0, 2.0 * (now.radius + other.radius)
    while high - low > _FINE:
        half = (low + high) * 0.5
        if overlaps(now.moved(towards[0] * half, towards[1] * half), other):
            low = half
        else:
            high = half
    high += COINCIDE
    return now.moved(towards[0] * high, towards[1] * high)


def _obstacle(
    position: Position, base: Base, friend: Base, now: Rectangle, there: Rectangle
) -> tuple[str, bool] | None:
    """What prevents a friend from being displaced, and whether that is immobile baggage."""
    if is_immobile(friend):
        return friend.id, True
    enemies = position.enemies(base.side)
    held = next((enemy.id for enemy in enemies if meet(friend.rectangle, enemy.rectangle)), None)
    if held is not None:
        return held, False
    swept = leg(now, there)
    for enemy in enemies:
        if crosses(swept, enemy.rectangle):
            return enemy.id, False
    for piece in position.terrain:
        if bars(position, friend, piece) and crosses_piece(swept, piece):
            return piece.id, False
    return ("the edge of the table", False) if is_off(there, position.size) else None
