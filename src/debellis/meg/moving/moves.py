"""Moves of unit groups and blocks: whether one may be made, how far it goes, and whom it pushes back."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.manoeuvre.body import block_of, body_of
from debellis.mechanics.tables import rows, table
from debellis.meg.moving.limits import move_limit
from debellis.meg.moving.move_rules import judge_cleared, judge_far, judge_full, judge_pin, judge_shift, judge_turn
from debellis.meg.moving.passing import judge_pull
from debellis.meg.moving.steps import FORM, TURN, UnitStep, judge_steps
from debellis.meg.moving.walking import Walk, walk
from debellis.meg.moving.ways import (
    judge_enemies,
    judge_friends,
    judge_ground,
    judge_table,
    lines_crossed,
    worst_going,
)
from debellis.meg.places import with_bases
from debellis.meg.troops import is_flexible, is_foot, is_mounted
from debellis.meg.units import bases_of, bw, facing_of, unit_of, units_of
from debellis.meg.words import GOING
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import Value, replace
from debellis.umpire.verdict import Verdict, permit

IN_COMBAT = ("MF1", "MF2")
#: Actions with which a TuG may take a SuG along.
PULLING = ("M2", "M3", "M5")
TURNING = ("M9", "M10", "M11")
CANTABRIAN = "cantabrian"


class Outcome(Value, frozen=True):
    """What came of one move: how far it could go and went, who is pushed back, and the position after it."""

    limit: float
    used: float
    pushes: tuple[str, ...]
    way: Walk
    after: Position


def judge_move(
    verdict: Verdict,
    position: Position,
    members: tuple[str, ...],
    action: str,
    steps: tuple[UnitStep, ...],
    pulls: str | None = None,
    part: int = 1,
) -> Outcome:
    """Refuse a move whose steps, path or end the rules forbid."""
    units = [unit_of(position, name) for name in members]
    unit = units[0]
    for one in units:
        judge_steps(verdict, position, one, action, steps)
    bases = tuple(base for name in members for base in bases_of(position, name))
    movers = members
    along: tuple[Base, ...] = ()
    if pulls is not None:
        judge_pulling(verdict, position, unit, pulls, action)
        movers, along = (*members, pulls), bases_of(position, pulls)
    for one in units:
        _judge_shape(verdict, position, one, action)
    way = walk(unit, bases, facing_of(position, unit), steps, along)
    if way.fault:
        verdict.refuse(f"{way.fault}.", "MEG-B3.10")
    taken = None if pulls is None else unit_of(position, pulls)
    limit = min(_limit(verdict, position, one, way, action, part, taken) for one in units)
    verdict.measure("way", way.used, "mm", limit)
    if way.used > limit + COINCIDE:
        verdict.refuse(f"{unit.id} goes {way.used:.1f} mm and may go {limit:g} mm.", "MEG-B13.21", "MEG-B10.1")
    judge_table(verdict, position, way)
    for one in units:
        judge_friends(verdict, position, one, movers, way)
    pushes = judge_enemies(verdict, position, unit, way, part)
    judge_shift(verdict, position, unit, movers, action, way, steps)
    if action == "M5":
        judge_full(verdict, position, way, limit)
    if action in TURNING and any(step.kind == TURN for step in steps):
        judge_turn(verdict, position, unit)
    for one in units:
        judge_pin(verdict, position, one, action, way)
    if action == "C1":
        judge_cleared(verdict, position, unit, way)
    if action == "M6":
        judge_far(verdict, position, unit, way, float(table(position, "document")["m6_min_distance_enemy_tug_bw"]))
    return Outcome(limit, way.used, pushes, way, _after(position, unit, way, steps))


def judge_pulling(verdict: Verdict, position: Position, unit: Unit, pulls: str, action: str) -> None:
    """Refuse to take a SuG along that may not come, or with another action."""
    if action not in PULLING:
        verdict.refuse(f"With {action} nobody is taken along.", "MEG-B13.20")
    judge_pull(verdict, position, unit, unit_of(position, pulls))


def _limit(
    verdict: Verdict, position: Position, unit: Unit, way: Walk, action: str, part: int, taken: Unit | None
) -> float:
    """How far it may go: by the worst going on its way, less what crossing a line costs."""
    going = worst_going(position, unit, way)
    judge_ground(verdict, unit, going)
    if going != GOING[0]:
        verdict.cite("MEG-B10.2", f"{unit.id} is in {going} going on its way, and the slowest counts.")
    limit = move_limit(position, unit, verdict, action, part, taken, going)
    crossed = lines_crossed(position, way)
    if crossed:
        cost = bw(position, float(table(position, "other_distance")["crossing_obstacle_costs_bw"]))
        verdict.cite("MEG-B13.30", f"{unit.id} crosses {crossed[0]}, which costs 1 BW.")
        verdict.cite("MEG-B24.3", "Crossing an undefended obstacle or barricade costs 1 BW.")
        limit = max(0.0, limit - cost)
    return limit


def _judge_shape(verdict: Verdict, position: Position, unit: Unit, action: str) -> None:
    """A unit group with turned bases makes no move; a Cantabrian circle only shows some turned (MEG-52a)."""
    ahead = facing_of(position, unit)
    if unit.formation == CANTABRIAN:
        permit(verdict, f"{unit.id} keeps its front and moves along it.", "MEG-52a")
    elif action != "M1" and any(not same_direction(base.facing, ahead) for base in bases_of(position, unit.id)):
        verdict.refuse(f"{unit.id} has turned bases, which must turn back first.", "MEG-B3.11")
    if unit.formation == "orb" and action != "M1":
        verdict.refuse(f"{unit.id} stands in orb and does not move.", "MEG-B25.10")


def _after(position: Position, unit: Unit, way: Walk, steps: tuple[UnitStep, ...]) -> Position:
    """The position after a move, with the form that the unit group then has."""
    moved = with_bases(position, unit, way.end, way.facing)
    form = next((step.form for step in steps if step.kind == FORM), "")
    if not form:
        return moved
    units = tuple(replace(one, form=form) if one.id == unit.id else one for one in units_of(moved))
    return replace(moved, units=units)


def judge_form(verdict: Verdict, unit: Unit, action: str, steps: tuple[UnitStep, ...]) -> None:
    """Only flexible troops change their form."""
    if any(step.kind == FORM for step in steps) and not is_flexible(unit):
        verdict.refuse(f"{unit.id} is not flexible and keeps its form.", "MEG-B13.7")


def judge_block(verdict: Verdict, position: Position, members: tuple[str, ...], action: str) -> None:
    """Blocks: joined side by side with level fronts, all foot or all mounted, by an action open to blocks."""
    rules = table(position, "block")
    if action not in rules["actions"]:
        verdict.refuse(f"A block does not make {action}.", "MEG-B13.18")
    most = max(int(row["block_ugs"]) for row in rows(position, "general_rank"))
    if len(members) > most:
        verdict.refuse(f"A block has at most {most} unit groups.", "MEG-B13.18")
    judge_line(verdict, position, members)
    if verdict.legal:
        permit(verdict, "They stand side by side with level fronts and move as one block.", "MEG-B13.18")


def judge_line(verdict: Verdict, position: Position, members: tuple[str, ...]) -> None:
    """Refuse unit groups that make no block as they stand: not side by side, not level, or foot with mounted."""
    units = [unit_of(position, name) for name in members]
    if not (all(is_foot(unit) for unit in units) or all(is_mounted(unit) for unit in units)):
        verdict.refuse("A block is all foot or all mounted.", "MEG-B13.18")
    bodies = [body_of(bases_of(position, name)) for name in members]
    regular = tuple(body for body in bodies if body is not None)
    if len(regular) != len(bodies) or block_of(regular) is None:
        verdict.refuse("The unit groups of a block stand side by side with level fronts.", "MEG-B13.18")
