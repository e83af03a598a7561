"""What single movement actions demand beside their steps: shifts, turns, pins, full distances, a cleared way."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import gap
from debellis.mechanics.tables import table
from debellis.meg.moving.actions import hindered, is_in_the_way
from debellis.meg.moving.nearness import directly_ahead, pinned_by
from debellis.meg.moving.steps import SHIFT, UnitStep
from debellis.meg.moving.walking import Walk, walk
from debellis.meg.moving.ways import (
    judge_friends,
    judge_table,
    worst_going,
)
from debellis.meg.troops import TUG
from debellis.meg.units import bases_of, bw, enemy_tugs, facing_of, units_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.verdict import QuietVerdict, Verdict, permit


def judge_shift(
    verdict: Verdict,
    position: Position,
    unit: Unit,
    movers: tuple[str, ...],
    action: str,
    way: Walk,
    steps: tuple[UnitStep, ...],
) -> None:
    """A universal shift needs a reason: to join friends, or to avoid friends, terrain or the table edge."""
    if action == "M5" or not any(step.kind == SHIFT for step in steps):
        return
    straight = tuple(step for step in steps if step.kind != SHIFT)
    plain = walk(unit, way.start[: way.lead], facing_of(position, unit), straight, way.start[way.lead :])
    quiet = QuietVerdict()
    judge_friends(quiet, position, unit, movers, plain)
    judge_table(quiet, position, plain)
    slower = worst_going(position, unit, plain) != worst_going(position, unit, way)
    friends = [one for one in units_of(position) if one.side == unit.side and one.id not in movers]
    joins = any(
        gap(base.rectangle, other.rectangle) <= COINCIDE and same_direction(base.facing, other.facing)
        for friend in friends
        for other in bases_of(position, friend.id)
        for base in way.end
    )
    if quiet.legal and not slower and not joins:
        verdict.refuse(f"The shift of {unit.id} neither joins friends nor avoids anything.", "MEG-B13.19")
    else:
        permit(verdict, "With any move a unit group may shift half a BW to join friends or to avoid.", "MEG-B13.19")


def judge_full(verdict: Verdict, position: Position, way: Walk, limit: float) -> None:
    """M5 goes the full distance, unless enemy or friends are so near that it must stop."""
    if way.used >= limit - COINCIDE:
        return
    near = float(table(position, "formation_change")["min_gap_to_enemy_mm"])
    own = {base.id for base in way.end}
    further = [base.rectangle.advanced(near + 1.0) for base in way.end]
    stopped = any(
        gap(one, other.rectangle) <= (COINCIDE if other.side == way.end[0].side else near)
        for one in further
        for other in position.standing
        if other.id not in own
    )
    if not stopped:
        verdict.refuse(f"M5 goes the full distance, {limit:g} mm.", "MEG-B13.8", "MEG-B13.27")


def judge_turn(verdict: Verdict, position: Position, unit: Unit) -> None:
    near = directly_ahead(position, unit, bw(position, 1.0), (TUG,))
    if near:
        verdict.refuse(f"{near[0][1].id} is directly ahead within 1 BW, so {unit.id} does not turn.", "MEG-B13.11")


def judge_pin(verdict: Verdict, position: Position, unit: Unit, action: str, way: Walk) -> None:
    """A pinned unit group does not get away from its enemy by an advance, and turns to face it only."""
    enemy = pinned_by(position, unit)
    if enemy is None or action not in ("M2", "M3", "M9"):
        return
    theirs = bases_of(position, enemy.id)
    own = {base.id for base in bases_of(position, unit.id)}
    before = min(gap(a.rectangle, b.rectangle) for a in way.start if a.id in own for b in theirs)
    after = min(gap(a.rectangle, b.rectangle) for a in way.end if a.id in own for b in theirs)
    if action == "M9":
        middle = min(theirs, key=lambda base: gap(base.rectangle, way.end[0].rectangle)).rectangle.centre
        x, y = middle[0] - way.front[0], middle[1] - way.front[1]
        if x * way.facing[0] + y * way.facing[1] <= 0.0:
            verdict.refuse(f"{unit.id} is pinned by {enemy.id} and may only turn to face it.", "MEG-B13.28")
    elif after > before + COINCIDE:
        verdict.refuse(f"{unit.id} is pinned and may not end farther from {enemy.id}.", "MEG-B13.28", "MEG-B14.4")


def judge_cleared(verdict: Verdict, position: Position, unit: Unit, way: Walk) -> None:
    """Clearing the way has to allow a charge that was not possible before (MEG-B13.2)."""
    friends = hindered(position, unit)
    if friends and all(is_in_the_way(position, friend, way.end) for friend in friends):
        verdict.refuse(f"{unit.id} would still stand in the way of {friends[0].id}.", "MEG-B13.2")


def judge_far(verdict: Verdict, position: Position, unit: Unit, way: Walk, least: float) -> None:
    """An advance that contracts ends more than 2 BW from every enemy TuG too (MEG-47a)."""
    far = bw(position, least)
    for enemy in enemy_tugs(position, unit.side):
        apart = min(gap(a.rectangle, b.rectangle) for a in way.end for b in bases_of(position, enemy.id))
        if apart <= far + COINCIDE:
            verdict.refuse(f"{unit.id} would end within {least:g} BW of {enemy.id}.", "MEG-47a")
