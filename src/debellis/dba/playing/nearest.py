"""The legal move nearest to a refused one, in the middle of a bound. Earlier moves and spent PIPs count."""

from __future__ import annotations

from collections.abc import Callable

from debellis.battle.rules import Nearest
from debellis.dba.moving.group_nearest import longest_part
from debellis.dba.moving.group_plans import plan_group
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import MoveElements
from debellis.manoeuvre.nearest import nearest_legal
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict

Allowed = Callable[[Move], bool]


def nearest_move(position: Position, move: Move, allowed: Allowed) -> Nearest | None:
    """A part of the move, or a contact or line-up near its end; None if no similar move is allowed."""
    if not move.elements or not all(position.has_base(name) for name in move.elements):
        return None
    if len(move.elements) == 1 and not move.steps and not move.ends:
        return _of_one(position, move, allowed)
    return _of_group(position, move, allowed)


def _of_one(position: Position, move: Move, allowed: Allowed) -> Nearest | None:
    """The same path with another end of its last leg."""
    if not move.path:
        return None
    base = position.base(move.elements[0])
    if base.on_table and len(move.path) > 1:
        base = replace(base, front=move.path[-2].front, facing=move.path[-2].facing)

    def to(pose: Pose) -> Move:
        return replace(move, path=(*move.path[:-1], pose), enters=None)

    found = nearest_legal(position, base, move.path[-1], lambda pose: allowed(to(pose)))
    return None if found is None else Nearest(MoveElements(to(found)), {base.id: found})


def _of_group(position: Position, move: Move, allowed: Allowed) -> Nearest | None:
    """The same march, cut short."""
    if any(not position.has_feature(name) for name in (move.road, move.through) if name is not None):
        return None
    found = longest_part(position, replace(move, enters=None), allowed)
    march = None if found is None else plan_group(position, found, Verdict()).march
    if found is None or march is None:
        return None
    return Nearest(MoveElements(found), {base.id: Pose(base.front, base.facing) for base in march.arrived})
