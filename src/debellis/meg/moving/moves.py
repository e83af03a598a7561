"""Moves of unit groups and blocks: whether one may be made, how far it goes, and whom it pushes back."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import gap
from debellis.manoeuvre.body import block_of, body_of
from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import ACTION, UNIT, UNITS, block_members, question
from debellis.meg.cards.costs import DOUBLE, action_row
from debellis.meg.moving.actions import hindered, is_in_the_way, judge_act
from debellis.meg.moving.combat_moves import judge_ends
from debellis.meg.moving.dismounting import tell_footmen
from debellis.meg.moving.limits import move_limit
from debellis.meg.moving.nearness import directly_ahead, nearest_tug, pinned_by
from debellis.meg.moving.passing import judge_pull
from debellis.meg.moving.steps import ADVANCE, BASE_END, FORM, QUARTER, SHIFT, STEP, TURN, End, UnitStep, judge_steps
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
from debellis.meg.troops import TUG, is_flexible, is_foot, is_mounted
from debellis.meg.units import bases_of, bw, enemy_tugs, facing_of, unit_of, units_of
from debellis.meg.words import DISMOUNT, GOING
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import Value, replace
from debellis.umpire.questions import BadQuestion, Kind, WrongValue, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict, permit

IN_COMBAT = ("MF1", "MF2")
#: Actions with which a TuG may take a SuG along.
PULLING = ("M2", "M3", "M5")
TURNING = ("M9", "M10", "M11")
CANTABRIAN = "cantabrian"


class MovePart(Value, frozen=True):
    """One part of a double move."""

    action: str
    steps: tuple[UnitStep, ...] = ()


def _part(value: Any, position: Position) -> MovePart:
    if not isinstance(value, dict) or "action" not in value or set(value) - {"action", "steps", "form"}:
        raise WrongValue("a part { action, steps } or { action, form }")
    action = ACTION.check(value["action"], position)
    steps = [STEP.check(step, position) for step in value.get("steps", ())]
    if "form" in value:
        steps.append(STEP.check({FORM: value["form"]}, position))
    return MovePart(action, tuple(steps))


PART = Kind("part of a double move", _part)


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
    _judge_shift(verdict, position, unit, movers, action, way, steps)
    if action == "M5":
        _judge_full(verdict, position, way, limit)
    if action in TURNING and any(step.kind == TURN for step in steps):
        _judge_turn(verdict, position, unit)
    for one in units:
        _judge_pin(verdict, position, one, action, way)
    if action == "C1":
        _judge_cleared(verdict, position, unit, way)
    if action == "M6":
        _judge_far(verdict, position, unit, way, float(table(position, "document")["m6_min_distance_enemy_tug_bw"]))
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


def _judge_shift(
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


def _judge_full(verdict: Verdict, position: Position, way: Walk, limit: float) -> None:
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


def _judge_turn(verdict: Verdict, position: Position, unit: Unit) -> None:
    near = directly_ahead(position, unit, bw(position, 1.0), (TUG,))
    if near:
        verdict.refuse(f"{near[0][1].id} is directly ahead within 1 BW, so {unit.id} does not turn.", "MEG-B13.11")


def _judge_pin(verdict: Verdict, position: Position, unit: Unit, action: str, way: Walk) -> None:
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


def _judge_cleared(verdict: Verdict, position: Position, unit: Unit, way: Walk) -> None:
    """Clearing the way has to allow a charge that was not possible before (MEG-B13.2)."""
    friends = hindered(position, unit)
    if friends and all(is_in_the_way(position, friend, way.end) for friend in friends):
        verdict.refuse(f"{unit.id} would still stand in the way of {friends[0].id}.", "MEG-B13.2")


def _judge_far(verdict: Verdict, position: Position, unit: Unit, way: Walk, least: float) -> None:
    """An advance that contracts ends more than 2 BW from every enemy TuG too (MEG-47a)."""
    far = bw(position, least)
    for enemy in enemy_tugs(position, unit.side):
        apart = min(gap(a.rectangle, b.rectangle) for a in way.end for b in bases_of(position, enemy.id))
        if apart <= far + COINCIDE:
            verdict.refuse(f"{unit.id} would end within {least:g} BW of {enemy.id}.", "MEG-47a")


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
    units = [unit_of(position, name) for name in members]
    if not (all(is_foot(unit) for unit in units) or all(is_mounted(unit) for unit in units)):
        verdict.refuse("A block is all foot or all mounted.", "MEG-B13.18")
    bodies = [body_of(bases_of(position, name)) for name in members]
    regular = tuple(body for body in bodies if body is not None)
    if len(regular) != len(bodies) or block_of(regular) is None:
        verdict.refuse("The unit groups of a block stand side by side with level fronts.", "MEG-B13.18")
    if verdict.legal:
        permit(verdict, "They stand side by side with level fronts and move as one block.", "MEG-B13.18")


def _judge_double(
    verdict: Verdict, position: Position, unit: Unit, parts: tuple[MovePart, ...], pulls: str | None
) -> Outcome:
    """Two movement actions one after the other (MEG-B13.13)."""
    rules = table(position, "double_move")
    here, found = position, None
    first: Outcome | None = None
    if sum(1 for part in parts if part.action == "M1") > int(rules["m1_at_most"]):
        verdict.refuse("M1 may be only one of the two parts.", "MEG-B13.27")
    for n, part in enumerate(parts, start=1):
        if part.action in rules["parts_excluded"] or part.action in IN_COMBAT:
            verdict.refuse(f"{part.action} is no part of a double move.", "MEG-B13.27")
            continue
        now = unit_of(here, unit.id)
        judge_form(verdict, now, part.action, part.steps)
        if any(step.kind == FORM for step in part.steps) and is_flexible(now):
            permit(verdict, f"{unit.id} changes its form as one part of the double move.", "MEG-20m")
        found = judge_move(verdict, here, (unit.id,), part.action, part.steps, pulls, n)
        first = first or found
        here = found.after
    if found is None or first is None:
        raise BadQuestion("no part of the double move can be made", "parts")
    least = float(action_row(position, DOUBLE)["end_min_distance_enemy_tug_bw"])
    near = nearest_tug(here, unit_of(here, unit.id))
    if near is not None:
        verdict.measure("distance to an enemy TuG", near[0], "mm", bw(position, least))
        if near[0] < bw(position, least) - COINCIDE:
            verdict.refuse(f"A double move ends at least {least:g} BW from {near[1].id}.", "MEG-B13.13")
    return replace(found, pushes=first.pushes)


def _may_move(
    position: Position,
    action: str,
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    steps: tuple[UnitStep, ...] | None = None,
    ends: tuple[End, ...] | None = None,
    parts: tuple[MovePart, ...] | None = None,
    pulls: str | None = None,
) -> Ruling:
    verdict = Verdict()
    members = block_members(position, unit, block)
    for name in members:
        if not bases_of(position, name):
            raise BadQuestion(f"{name} is not on the table", "unit" if unit else "block")
        judge_act(verdict, position, unit_of(position, name), action)
    if len(members) > 1:
        judge_block(verdict, position, members, action)
    if action in IN_COMBAT:
        if ends is None:
            raise BadQuestion(f"{action} needs ends", "ends")
        drawn = judge_ends(verdict, position, unit_of(position, members[0]), action, ends)
        return verdict.decide("may_move", draws_in=list(drawn), pushes=[])
    if ends is not None:
        raise BadQuestion(f"{action} has no ends; name its steps", "ends")
    if action == DOUBLE:
        if parts is None or len(parts) != 2:
            raise BadQuestion("M14 needs two parts", "parts")
        found = _judge_double(verdict, position, unit_of(position, members[0]), parts, pulls)
    else:
        if parts is not None:
            raise BadQuestion("only M14 has parts", "parts")
        judge_form(verdict, unit_of(position, members[0]), action, steps or ())
        found = judge_move(verdict, position, members, action, steps or (), pulls)
    if verdict.legal:
        _permit_plain(verdict, action, steps or ())
        _permit_fraction(verdict, position, found.used)
    more = tell_footmen(verdict, position, unit_of(position, members[0])) if action == DISMOUNT else {}
    return verdict.decide(
        "may_move",
        **more,
        limit=found.limit,
        used=found.used,
        front=list(found.way.front),
        facing=found.way.degrees,
        pushes=list(found.pushes),
        draws_in=[],
    )


def _permit_plain(verdict: Verdict, action: str, steps: tuple[UnitStep, ...]) -> None:
    """What a legal move stands on."""
    permit(verdict, f"{action} is made of these steps.", "MEG-B13.27")
    if any(step.kind == ADVANCE for step in steps):
        permit(verdict, "The way is free.", "MEG-B13.21")
    if any(step.kind == TURN and abs(step.amount) == QUARTER for step in steps):
        permit(verdict, "The rectangle forms anew on its old flank edge.", "MEG-B13.22")
    if action in ("M7", "M8"):
        permit(verdict, f"{action} is made on the spot.", "MEG-B13.10")


def _permit_fraction(verdict: Verdict, position: Position, used: float) -> None:
    """Permit a move that is not a whole number of base widths, also after a wheel (MEG-B1.4)."""
    count = used / bw(position, 1.0)
    if abs(count - round(count)) * bw(position, 1.0) > COINCIDE:
        permit(verdict, f"A move of {count:.3g} BW need not be made in whole base widths.", "MEG-B1.4")


QUESTIONS = (
    question(
        "may_move",
        "whether a move of a unit group or a block may be made, and what comes of it",
        {
            "unit": UNIT.or_none(),
            "block": UNITS.or_none(),
            "action": ACTION,
            "steps": list_of(STEP).or_none(),
            "ends": list_of(BASE_END).or_none(),
            "parts": list_of(PART).or_none(),
            "pulls": UNIT.or_none(),
        },
        _may_move,
    ),
)
