"""The steps of a move as they are written, and which of them make up each action."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.meg.cards.costs import action_row
from debellis.meg.places import PLACE
from debellis.meg.troops import BATTLEWAGONS
from debellis.meg.units import bw
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import Value
from debellis.umpire.questions import Kind, WrongValue
from debellis.umpire.verdict import Verdict

ADVANCE, BACK, WHEEL, SHIFT, TURN = "advance", "back", "wheel", "shift", "turn"
EXPAND, CONTRACT, FORM = "expand", "contract", "form"
#: The other key that a step has, if any.
_BESIDE = {WHEEL: "pivot", EXPAND: "add", CONTRACT: "drop"}
_LETTERS = {ADVANCE: "a", BACK: "b", WHEEL: "w", SHIFT: "s", EXPAND: "e", CONTRACT: "c", FORM: "f"}
#: The steps of each action, one letter a step: "t" a turn by 90 degrees, "u" one by 180.
PATTERNS = {
    "C1": "a|a?wa?|ac|ca|aca|cc?|t|ua?|b",
    "M1": "f?",
    "M2": "a",
    "M3": "a?wa?",
    "M4": "a?wawa?",
    "M5": "as|sa|asa",
    "M6": "ac|ca|aca",
    "M7": "ee?",
    "M8": "cc?",
    "M9": "t|u",
    "M10": "ua?",
    "M11": "ta?",
    "M12": "b",
    "M13": "b",
    "M15": "a|w|t|u",
    "dismount": "",
}
QUARTER, HALF = 90.0, 180.0
HANDS = ("left", "right")
FORMS = ("loose", "skirmisher")


class UnitStep(Value, frozen=True):
    """One step of a unit group: how far, by how many degrees or files, and on which hand; or the form it takes."""

    kind: str
    amount: float = 0.0
    hand: str = ""
    form: str = ""


def _step(value: Any, position: Position) -> UnitStep:
    kinds = [key for key in (*_LETTERS, TURN) if isinstance(value, dict) and key in value]
    if len(kinds) != 1:
        raise WrongValue(f"a step with one of {', '.join((*_LETTERS, TURN))}")
    kind = kinds[0]
    beside = _BESIDE.get(kind)
    if set(value) - {kind, beside}:
        raise WrongValue(f"a step {kind} with nothing more than {beside or 'its number'}")
    if kind == FORM:
        found = UnitStep(FORM, form=str(value[FORM]))
    else:
        amount = value[kind]
        if isinstance(amount, bool) or not isinstance(amount, int | float):
            raise WrongValue(f"a step {kind} with a number")
        found = UnitStep(kind, float(amount), str(value.get(beside, "")) if beside else "")
    wanted = right_step(found)
    if wanted:
        raise WrongValue(wanted)
    return found


def right_step(step: UnitStep) -> str:
    """What a step of this kind must be, if it is not; empty if it is right."""
    kind, amount = step.kind, step.amount
    beside = _BESIDE.get(kind)
    if kind == FORM:
        return "" if step.form in FORMS else f"a form, {' or '.join(FORMS)}"
    if beside and step.hand not in HANDS:
        return f"a step {kind} with {beside} = {' or '.join(HANDS)}"
    if not isfinite(amount):
        return f"a step {kind} with a number"
    if kind != SHIFT and kind != TURN and amount < 0:
        return f"a step {kind} that is not negative"
    if kind == TURN and abs(amount) not in (QUARTER, HALF):
        return "a turn of 90, -90 or 180 degrees"
    if kind in (EXPAND, CONTRACT) and (amount != int(amount) or amount < 1):
        return f"a step {kind} with a number of files"
    return ""


def unused_in(step: UnitStep) -> str:
    """The field of a step that is set though its kind does not use it; empty if there is none."""
    if step.hand and step.kind not in _BESIDE:
        return "hand"
    if step.form and step.kind != FORM:
        return "form"
    return "amount" if step.amount and step.kind == FORM else ""


def written_step(step: UnitStep) -> dict[str, Any]:
    """A step as questions write it."""
    if step.kind == FORM:
        return {FORM: step.form}
    beside = _BESIDE.get(step.kind)
    return {step.kind: step.amount} | ({beside: step.hand} if beside else {})


STEP = Kind("step", _step)


class End(Value, frozen=True):
    """Where a base or a unit group ends."""

    who: str
    pose: Pose


def _end(value: Any, position: Position, key: str) -> End:
    if not isinstance(value, dict) or not isinstance(value.get(key), str):
        raise WrongValue(f"an end {{ {key} = name, front = [x, y], facing = degrees }}")
    rest = {name: item for name, item in value.items() if name != key}
    return End(value[key], PLACE.check(rest, position))


def _base_end(value: Any, position: Position) -> End:
    found = _end(value, position, "base")
    name = found.who if position.has_base(found.who) else f"{found.who}.1"
    if not position.has_base(name):
        raise WrongValue(f"the end of a base on the table, and there is no {found.who!r}")
    return End(name, found.pose)


def _unit_end(value: Any, position: Position) -> End:
    return _end(value, position, "unit")


BASE_END = Kind("end of a base", _base_end)
UNIT_END = Kind("end of a unit group", _unit_end)


def letter(step: UnitStep) -> str:
    """The letter of a step in the pattern of an action."""
    if step.kind == TURN:
        return "u" if abs(step.amount) == HALF else "t"
    return _LETTERS[step.kind]


def judge_steps(verdict: Verdict, position: Position, unit: Unit, action: str, steps: tuple[UnitStep, ...]) -> None:
    """Refuse steps that are not those of an action (MEG-B13.27)."""
    if action not in PATTERNS:
        verdict.refuse(f"{action} is not made of steps.", "MEG-B13.27")
        return
    _judge_shifts(verdict, position, action, steps)
    counted = steps if action == "M5" else tuple(step for step in steps if step.kind != SHIFT)
    written = re.sub("a+", "a", "".join(letter(step) for step in counted))
    if not re.fullmatch(PATTERNS[action], written):
        told = ", ".join(step.kind for step in steps) or "no step"
        verdict.refuse(f"{action} is not made of these steps: {told}.", "MEG-B13.27")
    most = float(table(position, "document")["charge_wheel_max_deg"])
    for step in steps:
        if step.kind == WHEEL and step.amount > most + COINCIDE:
            verdict.refuse(f"A wheel goes up to {most:g} degrees.", "MEG-B13.9")
    if action == "M4" and re.fullmatch(PATTERNS["M4"], written):
        _judge_between(verdict, position, steps)
    _judge_files(verdict, position, unit, steps)


def _judge_between(verdict: Verdict, position: Position, steps: tuple[UnitStep, ...]) -> None:
    """At least 1 BW straight ahead between the two wheels."""
    first, second = [i for i, step in enumerate(steps) if step.kind == WHEEL]
    straight = sum(step.amount for step in steps[first:second] if step.kind == ADVANCE)
    least = bw(position, float(action_row(position, "M4")["min_straight_between_bw"]))
    verdict.measure("straight between the wheels", straight, "mm", least)
    if straight < least - COINCIDE:
        verdict.refuse("Between two wheels goes at least 1 BW straight ahead.", "MEG-B13.8")


def _judge_shifts(verdict: Verdict, position: Position, action: str, steps: tuple[UnitStep, ...]) -> None:
    """M5 shifts up to 1 BW, any other move up to half a BW."""
    shifts = [abs(step.amount) for step in steps if step.kind == SHIFT]
    if not shifts:
        return
    if action == "M5":
        most, clause = float(action_row(position, "M5")["shift_max_bw"]), "MEG-B13.8"
    else:
        most, clause = float(table(position, "document")["universal_shift_bw"]), "MEG-B13.19"
    verdict.measure("shift", sum(shifts), "mm", bw(position, most))
    if len(shifts) > 1 or sum(shifts) > bw(position, most) + COINCIDE:
        verdict.refuse(f"{action} has one shift of up to {most:g} BW.", clause)


def files_at_once(position: Position, unit: Unit) -> int:
    """How many files an action may add or drop."""
    rules = table(position, "formation_change")
    wagons = unit.troops.type == BATTLEWAGONS
    return int(rules["max_files_per_action_battlewagons" if wagons else "max_files_per_action"])


def _judge_files(verdict: Verdict, position: Position, unit: Unit, steps: tuple[UnitStep, ...]) -> None:
    count = sum(step.amount for step in steps if step.kind in (EXPAND, CONTRACT))
    most = files_at_once(position, unit)
    if count > most:
        clauses = ("MEG-B13.23", "MEG-19f") if unit.troops.type == BATTLEWAGONS else ("MEG-B13.23",)
        verdict.refuse(f"{unit.id} may add or drop {most} files in one action.", *clauses)
