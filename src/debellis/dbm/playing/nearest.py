"""The legal move nearest to a refused one, in the middle of a bound: what was moved and spent before it counts."""

from __future__ import annotations

from collections.abc import Callable

from debellis.battle.rules import Nearest
from debellis.dbm.moving.moves import Move
from debellis.dbm.moving.nearest_moves import places_near
from debellis.dbm.moving.single_moves import judge_single
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import MoveElements
from debellis.geometry.plane import COINCIDE, distance
from debellis.manoeuvre.march import cut, march
from debellis.manoeuvre.nearest import nearest_legal
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict

Allowed = Callable[[MoveElements], bool]
#: How many shares of a refused group move are tried before the longest legal one is made exact (mm).
_TRIES = 12
_EXACT = 0.1


def nearest_move(position: Position, action: MoveElements, allowed: Allowed) -> Nearest | None:
    """A part of the move, or a contact or line-up near its end; None when nothing like it is allowed."""
    if not action.elements or not all(position.has_base(name) for name in action.elements):
        return None
    if len(action.elements) == 1 and action.path:
        return _of_one(position, action, allowed)
    return _of_group(position, action, allowed) if action.steps else None


def _of_one(position: Position, action: MoveElements, allowed: Allowed) -> Nearest | None:
    """The last leg of a path led somewhere else: where the rules propose, or else where the move is cut short."""
    base = position.base(action.elements[0])
    if not base.on_table:
        return None
    asked = action.path[-1]

    def to(pose: Pose) -> MoveElements:
        return replace(action, path=(*action.path[:-1], pose))

    move = Move(base, (asked.rectangle(base.width, base.depth),))
    judged = judge_single(position, move, Verdict())
    for place in sorted(places_near(position, move, judged), key=lambda one: distance(one.front, asked.front)):
        there = Pose(place.front, place.facing)
        if distance(place.front, asked.front) > COINCIDE and allowed(to(there)):
            return Nearest(to(there), {base.id: there})
    here = base if len(action.path) == 1 else replace(base, front=action.path[-2].front, facing=action.path[-2].facing)
    found = nearest_legal(position, here, asked, lambda pose: allowed(to(pose)))
    return None if found is None else Nearest(to(found), {base.id: found})


def _of_group(position: Position, action: MoveElements, allowed: Allowed) -> Nearest | None:
    """The same march cut short as little as makes it legal."""
    members = tuple(position.base(name) for name in action.elements)
    strides = march(members, action.steps).strides
    steps = tuple(stride.step for stride in strides)
    lengths = [max(stride.lengths) for stride in strides]
    most = min(sum(lengths), max(allowance(position, base) or 0.0 for base in members))

    def shorter(far: float) -> MoveElements:
        return replace(action, steps=cut(steps, lengths, far))

    def legal(far: float) -> bool:
        return bool(shorter(far).steps) and allowed(shorter(far))

    best = next((i for i in range(_TRIES, 0, -1) if legal(most * i / _TRIES)), None)
    if best is None:
        return None
    low, high = most * best / _TRIES, most * (best + 1) / _TRIES
    while high - low > _EXACT:
        half = (low + high) * 0.5
        low, high = (half, high) if legal(half) else (low, half)
    arrived = march(members, shorter(low).steps).arrived
    return Nearest(shorter(low), {base.id: Pose(base.front, base.facing) for base in arrived})
