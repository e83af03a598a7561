"""The legal group move nearest to a refused one: the same steps, cut short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.chance import Chance, Needed
from debellis.dba.moving.group_ground import pace_of
from debellis.dba.moving.group_moves import judge_group
from debellis.dba.moving.group_plans import Plan, plan_group
from debellis.dba.moving.moves import Bound, Judged, Move
from debellis.geometry.plane import bearing
from debellis.geometry.turning import free_share
from debellis.manoeuvre.march import March, cut
from debellis.manoeuvre.nearest import longest
from debellis.manoeuvre.steps import Step
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict

#: How many shares of a refused move are tried before the longest legal one is refined.
TRIES = 16


def nearest_march(position: Position, move: Move, bound: Bound) -> March | None:
    """The longest legal part of a refused group move; None if no part is legal or it has no steps to cut."""

    def legal(shorter: Move) -> bool:
        try:
            return judge_group(position, shorter, bound, Chance(), Verdict()).legal
        except Needed:
            return False

    found = longest_part(position, move, legal)
    return None if found is None else plan_group(position, found, Verdict()).march


def longest_part(position: Position, move: Move, legal: Callable[[Move], bool]) -> Move | None:
    """The same group move, shortened only until it is legal; None if no part is legal or nothing can be cut."""
    trial = Verdict()
    plan = plan_group(position, move, trial)
    if plan.march is None or not trial.legal:
        return None
    if plan.road is not None:
        steps: tuple[Step, ...] = (Step(advance=plan.march.measured[0]),)
        lengths = [plan.march.measured[0]]
    else:
        steps = tuple(stride.step for stride in plan.march.strides)
        lengths = [max(stride.lengths) for stride in plan.march.strides]

    def shorter(far: float) -> Move:
        return replace(move, steps=cut(steps, lengths, far), ends={})

    most = _most(position, plan, plan.march, lengths)
    far = longest(most, lambda far: bool(shorter(far).steps) and legal(shorter(far)), TRIES)
    return None if far is None else shorter(far)


def _most(position: Position, plan: Plan, found: March, lengths: list[float]) -> float:
    """The greatest distance a move can go: until a member has used its whole move, or something stops it."""
    pace = pace_of(position, found, plan.road)
    if not found.strides:
        return min(sum(lengths), pace.slowest)
    gone = 0.0
    left = [speed.limit for speed in pace.speeds]
    for stride, length in zip(found.strides, lengths, strict=True):
        share = min(1.0, *(have / own for have, own in zip(left, stride.lengths, strict=True) if own > 0.0))
        for other in position.standing:
            if other.id not in found.names:
                share = min([share, *(free_share(motion, other.rectangle) for motion in stride.motions)])
        gone += max(0.0, share) * length
        if share < 1.0:
            break
        left = [have - own for have, own in zip(left, stride.lengths, strict=True)]
    return gone


def add_places(
    position: Position, move: Move, bound: Bound, judged: Judged, answer: dict[str, Any], verdict: Verdict
) -> None:
    """Add where a legal group move ends. For a refused one, add where the same steps would legally stop."""
    if judged.after is not None:
        moved = [judged.after.base(name) for name in move.elements]
        answer["fronts"] = {b.id: list(b.front) for b in moved}
        answer["facings"] = {b.id: bearing(b.facing) for b in moved}
        answer["codes"] = {b.id: b.code for b in moved}
    if verdict.legal:
        return
    found = nearest_march(position, move, bound)
    if found is None:
        return
    ends = [{"id": b.id, "front": list(b.front), "facing": bearing(b.facing)} for b in found.arrived]
    answer["nearest"] = {"front": ends[0]["front"], "facing": ends[0]["facing"], "ends": ends}
    for base in found.arrived:
        verdict.draw("area", base.rectangle.corners, "ghost", f"nearest for {base.id}")
