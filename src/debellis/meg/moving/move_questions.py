"""The question of moves: of a unit group or a block, of two moves in one, or of bases in combat."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.meg.arguments import ACTION, UNIT, UNITS, block_members, question
from debellis.meg.cards.costs import DOUBLE, action_row
from debellis.meg.moving.actions import judge_act
from debellis.meg.moving.combat_moves import judge_ends
from debellis.meg.moving.dismounting import tell_footmen
from debellis.meg.moving.moves import IN_COMBAT, Outcome, judge_block, judge_form, judge_move
from debellis.meg.moving.nearest_moves import Steps, nearest_steps
from debellis.meg.moving.nearness import nearest_tug
from debellis.meg.moving.steps import (
    ADVANCE,
    BASE_END,
    FORM,
    QUARTER,
    STEP,
    TURN,
    End,
    UnitStep,
    written_step,
)
from debellis.meg.troops import is_flexible
from debellis.meg.units import bases_of, bw, unit_of
from debellis.meg.words import DISMOUNT
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import Value, replace
from debellis.umpire.questions import BadQuestion, Kind, WrongValue, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough, permit


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


def _judge_whole(
    verdict: Verdict,
    position: Position,
    members: tuple[str, ...],
    action: str,
    parts: tuple[MovePart, ...],
    pulls: str | None,
) -> Outcome:
    """Refuse a move that is not open to its unit groups, or whose steps, path or end the rules forbid."""
    for name in members:
        judge_act(verdict, position, unit_of(position, name), action)
    if len(members) > 1:
        judge_block(verdict, position, members, action)
    unit = unit_of(position, members[0])
    if action == DOUBLE:
        return _judge_double(verdict, position, unit, parts, pulls)
    judge_form(verdict, unit, action, parts[0].steps)
    return judge_move(verdict, position, members, action, parts[0].steps, pulls)


class _Trial:
    """What would come of a move with other steps; None if it would be refused."""

    def __init__(
        self, position: Position, members: tuple[str, ...], action: str, parts: tuple[MovePart, ...], pulls: str | None
    ) -> None:
        self.position, self.members, self.action, self.parts, self.pulls = position, members, action, parts, pulls

    def __call__(self, steps: tuple[Steps, ...]) -> Outcome | None:
        parts = tuple([MovePart(part.action, one) for part, one in zip(self.parts, steps, strict=True)])
        try:
            with first_fault_is_enough():
                return _judge_whole(Verdict(), self.position, self.members, self.action, parts, self.pulls)
        except FirstFault:
            return None


def _add_nearest(verdict: Verdict, trial: _Trial, refused: Outcome) -> dict[str, Any]:
    """The legal steps nearest to those of a refused move, with where they end, which is drawn; empty if none are."""
    in_reach = min(1.0, refused.limit / refused.used) if refused.used > 0.0 and trial.action != DOUBLE else 1.0
    steps = nearest_steps(tuple([part.steps for part in trial.parts]), in_reach, lambda one: trial(one) is not None)
    found = None if steps is None else trial(steps)
    if steps is None or found is None:
        return {}
    for base in found.way.end:
        verdict.draw("area", base.rectangle.corners, "ghost", f"nearest for {base.id}")
    told: list[list[dict[str, Any]]] = [[written_step(step) for step in one] for one in steps]
    more: dict[str, Any] = {"steps": told[0]}
    if trial.action == DOUBLE:
        pairs = zip(trial.parts, told, strict=True)
        more = {"parts": [{"action": part.action, "steps": one} for part, one in pairs]}
    return {"nearest": {"front": list(found.way.front), "facing": found.way.degrees, **more}}


def _may_move(
    position: Position,
    action: str,
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    steps: tuple[UnitStep, ...] | None = None,
    ends: tuple[End, ...] | None = None,
    parts: tuple[MovePart, ...] | None = None,
    pulls: str | None = None,
    looks: bool = True,
) -> Ruling:
    """Whether a move may be made. Beside a refusal stand the nearest legal steps, unless nobody `looks` for them."""
    verdict = Verdict()
    members = block_members(position, unit, block)
    absent = next((name for name in members if not bases_of(position, name)), None)
    if absent is not None:
        raise BadQuestion(f"{absent} is not on the table", "unit" if unit else "block")
    if action in IN_COMBAT:
        return _may_rearrange(verdict, position, members, action, ends)
    if ends is not None:
        raise BadQuestion(f"{action} has no ends; name its steps", "ends")
    if action == DOUBLE and (parts is None or len(parts) != 2):
        raise BadQuestion("M14 needs two parts", "parts")
    if action != DOUBLE and parts is not None:
        raise BadQuestion("only M14 has parts", "parts")
    made = parts or (MovePart(action, steps or ()),)
    found = _judge_whole(verdict, position, members, action, made, pulls)
    more: dict[str, Any] = {}
    if verdict.legal:
        _permit_plain(verdict, action, steps or ())
        _permit_fraction(verdict, position, found.used)
    elif looks:
        more = _add_nearest(verdict, _Trial(position, members, action, made, pulls), found)
    if action == DISMOUNT:
        more |= tell_footmen(verdict, position, unit_of(position, members[0]))
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


def _may_rearrange(
    verdict: Verdict, position: Position, members: tuple[str, ...], action: str, ends: tuple[End, ...] | None
) -> Ruling:
    """Whether bases in combat may move to these ends (MF1, MF2)."""
    if ends is None:
        raise BadQuestion(f"{action} needs ends", "ends")
    for name in members:
        judge_act(verdict, position, unit_of(position, name), action)
    if len(members) > 1:
        judge_block(verdict, position, members, action)
    drawn = judge_ends(verdict, position, unit_of(position, members[0]), action, ends)
    return verdict.decide("may_move", draws_in=list(drawn), pushes=[])


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
