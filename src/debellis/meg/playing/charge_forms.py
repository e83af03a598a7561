"""The written form of the actions by which charges are declared, stopped, met, answered and moved."""

from __future__ import annotations

from debellis.battle.action_forms import ActionForm
from debellis.meg.arguments import FILE, GENERAL, TARGETS, UNIT, UNIT_OR_CAMP, UNITS
from debellis.meg.charging.declaring import WHEEL
from debellis.meg.moving.steps import STEP, UnitStep
from debellis.meg.playing.actions import DeclareCharge, LetCharge, Meet, MoveCharge, Respond, StopCharge
from debellis.meg.playing.form_parts import CARDS, PAID, SHIFT, STAYS, steps_of
from debellis.meg.units import named_file
from debellis.meg.words import RESPONSES
from debellis.table.position import Position
from debellis.umpire.questions import WHOLE, list_of, one_of


def _charge(
    position: Position,
    *,
    on: tuple[str, ...],
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    kind: str = "prompted",
    wheel: tuple[float, str] | None = None,
    general: str = "",
    cards: tuple[str, ...] = (),
    file: str | None = None,
) -> DeclareCharge:
    degrees, pivot = wheel or (0.0, "left")
    front = "" if file is None else named_file(position, file)[0].id
    return DeclareCharge(block or (unit or "",), on, kind, degrees, pivot, general, cards, front)


def _respond(
    position: Position,
    *,
    response: str,
    shift: float = 0.0,
    hand: str = "right",
    toward: str = "",
    stays: tuple[str, ...] = (),
) -> Respond:
    return Respond(response, shift, hand, toward, stays)


def _move_charge(
    position: Position,
    *,
    unit: str,
    toward: str | None = None,
    general: str = "",
    cards: tuple[str, ...] = (),
    drops_left: int | None = None,
    stays: tuple[str, ...] = (),
) -> MoveCharge:
    return MoveCharge(unit, toward, general, cards, drops_left, stays)


def _stop_charge(position: Position, *, general: str, card: str, unit: str = "") -> StopCharge:
    return StopCharge(general, card, unit)


def _let_charge(position: Position, *, unit: str = "") -> LetCharge:
    return LetCharge(unit)


def _meet(
    position: Position,
    *,
    unit: str,
    how: str,
    steps: tuple[UnitStep, ...],
    general: str,
    card: str,
    stays: tuple[str, ...] = (),
) -> Meet:
    return Meet(unit, how, steps_of(steps), general, card, stays)


CHARGE_FORMS = (
    ActionForm(
        "charge",
        "declare a charge",
        {
            "unit": UNIT.or_none(),
            "block": UNITS.or_none(),
            "on": TARGETS,
            "kind": one_of("prompted", "free", "forced").or_none(),
            "wheel": WHEEL.or_none(),
            "general": GENERAL.or_none(),
            "cards": CARDS.or_none(),
            "file": FILE.or_none(),
        },
        _charge,
    ),
    ActionForm(
        "stop_charge",
        "stop a forced charge that is due, the first unless another is named",
        {**PAID, "unit": UNIT.or_none()},
        _stop_charge,
    ),
    ActionForm(
        "let_charge",
        "let a forced charge that is due take place, the first unless another is named",
        {"unit": UNIT.or_none()},
        _let_charge,
    ),
    ActionForm(
        "meet",
        "go to meet the charge that is asked about",
        {"unit": UNIT, "how": one_of("countercharge", "intercept"), "steps": list_of(STEP), **PAID, **STAYS},
        _meet,
    ),
    ActionForm(
        "respond",
        "answer a charge",
        {"response": one_of(*RESPONSES), "toward": one_of("rear").or_none(), **SHIFT, **STAYS},
        _respond,
    ),
    ActionForm(
        "move_charge",
        "move a declared charge, perhaps with cards through fire",
        {
            "unit": UNIT,
            "toward": UNIT_OR_CAMP.or_none(),
            "general": GENERAL.or_none(),
            "cards": CARDS.or_none(),
            "drops_left": WHOLE.or_none(),
            **STAYS,
        },
        _move_charge,
    ),
)
