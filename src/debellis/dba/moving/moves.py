"""Tactical moves as values: the move asked for, the earlier events of the bound, and the judgement."""

from __future__ import annotations

from msgspec import Struct

from debellis.manoeuvre.steps import Step
from debellis.table.pose import Pose
from debellis.table.position import Position


class Move(Struct, frozen=True):
    """A tactical move of one element (`path`: the pose at the end of each leg) or of a group (`steps`, or `ends`).

    `road` names the road it moves along, `enters` the place it ends in, `through` the place it passes through,
    `dismount` the elements exchanged for their foot at the end. A mover inside a place leaves it.
    """

    elements: tuple[str, ...]
    path: tuple[Pose, ...] = ()
    steps: tuple[Step, ...] = ()
    ends: dict[str, Pose] = {}
    road: str | None = None
    enters: str | None = None
    through: str | None = None
    dismount: tuple[str, ...] = ()


#: The PIPs left, or those left to each command in a big battle; None if they do not matter.
Pips = int | dict[str, int] | None


class Bound(Struct, frozen=True):
    """The parts of a bound that affect a move.

    `number` counts the mover's own bounds. `moves` counts the moves each element has already made in it. `contacted`
    are the elements that moved into contact in it, `closed` the rivers shut by a failed crossing. `pips` are those
    left, in a big battle by command.
    """

    number: int = 2
    moves: dict[str, int] = {}
    contacted: frozenset[str] = frozenset()
    dismounted: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    pips: Pips = None


class Judged(Struct, frozen=True):
    """The judgement of a move.

    `after` is the position it leads to if legal. `touched` lists the new contacts with enemies, (mover, enemy), in
    order. `nature` is the nature of a river found during the move, `closed` a river shut by it.
    """

    legal: bool
    distance: float
    limit: float
    cost: int
    after: Position | None = None
    touched: tuple[tuple[str, str], ...] = ()
    nature: str | None = None
    closed: str | None = None
