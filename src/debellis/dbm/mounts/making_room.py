"""Making way for bases that have grown: friends go straight back by the least distance, one pushing the next."""

from __future__ import annotations

import math

from debellis.dbm.moving.speeds import bars, is_immobile
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide, stages, until_in
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.value import Value

IMMOVABLE = "IWF-16.5"


class Room(Value, frozen=True):
    """The new places of elements that gave way, by id. Otherwise why there is no space, with the clause if any."""

    places: dict[str, Rectangle]
    why_not: str | None = None
    clause: str | None = None


def fits(position: Position, base: Base, place: Rectangle) -> str | None:
    """Why a base cannot stand at a place because of the table, the ground or an enemy. None if it can."""
    if is_off(place, position.size):
        return f"{base.id} would stand over the table edge"
    for piece in position.terrain:
        if partly_in(place, piece.ground) and bars(position, base, piece):
            return f"{base.id} would stand in {piece.id}, which it cannot enter"
    for enemy in position.near_enemies(base.side, place):
        if overlaps(place, enemy.rectangle):
            return f"{base.id} would stand where {enemy.id} is"
    return None


def make_room(position: Position, placed: dict[str, Rectangle], backward: Point) -> Room:
    """Move friends of the placed bases back until no bases overlap, each by the least distance. The placed bases stay.

    All give way in one direction, straight back from the base that needs the space.
    """
    side = position.base(next(iter(placed))).side
    others = {base.id: base.rectangle for base in position.friends(side) if base.id not in placed}
    moved: dict[str, float] = {}
    while True:
        step = _next_push(placed, others, moved, backward)
        if step is None:
            break
        name, by = step
        if is_immobile(position.base(name)):
            return Room({}, f"{name} is immobile baggage and cannot be displaced", IMMOVABLE)
        moved[name] = moved.get(name, 0.0) + by
    for name, by in moved.items():
        why = _stopped(position, position.base(name), backward, by)
        if why is not None:
            return Room({}, why)
    return Room({name: _back(others[name], backward, by) for name, by in moved.items()})


def _next_push(
    placed: dict[str, Rectangle], others: dict[str, Rectangle], moved: dict[str, float], backward: Point
) -> tuple[str, float] | None:
    """The next friend in the way and how much further back it must go. None if there is none."""
    for name, start in others.items():
        here = _back(start, backward, moved.get(name, 0.0))
        pushers = list(placed.values())
        pushers += [_back(others[n], backward, by) for n, by in moved.items() if n != name]
        need = max((_clearing(here, backward, p) for p in pushers if overlaps(here, p)), default=0.0)
        if need > 0.0 and not _goes_first(name, here, placed, others, moved, backward):
            return name, need
    return None


def _goes_first(
    name: str,
    here: Rectangle,
    placed: dict[str, Rectangle],
    others: dict[str, Rectangle],
    moved: dict[str, float],
    backward: Point,
) -> bool:
    """Whether an element that has given way overlaps only friends further back, which must give way to it."""
    if name not in moved or any(overlaps(here, p) for p in placed.values()):
        return False
    at = _depth_along(here, backward)
    rivals = [_back(others[n], backward, by) for n, by in moved.items() if n != name]
    return all(_depth_along(p, backward) > at for p in rivals if overlaps(here, p))


def _depth_along(a: Rectangle, backward: Point) -> float:
    return a.centre[0] * backward[0] + a.centre[1] * backward[1]


def _back(a: Rectangle, backward: Point, by: float) -> Rectangle:
    return a.moved(backward[0] * by, backward[1] * by) if by else a


def _clearing(a: Rectangle, backward: Point, b: Rectangle) -> float:
    """How far back a rectangle must go until it only touches one that it overlaps, approached from behind."""
    far = 2.0 * (a.radius + b.radius) + math.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])
    behind = _back(a, backward, far)
    return far - free_slide(behind, (-backward[0], -backward[1]), far, b)


def _stopped(position: Position, base: Base, backward: Point, by: float) -> str | None:
    """What prevents a friend from going back a distance: the table edge, ground it cannot enter, an enemy."""
    why = fits(position, base, _back(base.rectangle, backward, by))
    if why is not None:
        return why
    for enemy in position.enemies(base.side):
        if free_slide(base.rectangle, backward, by, enemy.rectangle) < by - COINCIDE:
            return f"{enemy.id} stands in the way of {base.id}"
    for piece in position.terrain:
        if bars(position, base, piece) and until_in(stages(base.rectangle, backward, by, piece.ground)) < by:
            return f"{piece.id} lies in the way of {base.id}"
    return None
