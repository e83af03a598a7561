"""The written form of the actions of a battle, with the same arguments as the questions."""

from __future__ import annotations

from typing import Any

from debellis.battle.action_forms import ActionForm
from debellis.meg.arguments import ACTION, ANYTHING, BASE, COLOUR, FILE, GENERAL, TARGETS, UNIT, UNIT_OR_CAMP, UNITS
from debellis.meg.charging.declaring import WHEEL
from debellis.meg.moving.steps import STEP, UnitStep
from debellis.meg.places import PLACE
from debellis.meg.playing.actions import (
    Aim,
    Align,
    BreakOff,
    DeclareCharge,
    Delay,
    Fight,
    Move,
    MoveCharge,
    Pass,
    Pursue,
    Recover,
    Respond,
    Shoot,
    Step,
)
from debellis.meg.units import named_bases, named_file
from debellis.meg.words import RESPONSES
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, list_of, one_of

_CARDS = list_of(COLOUR)


def _steps(steps: tuple[UnitStep, ...] | None) -> tuple[Step, ...]:
    return tuple(Step(step.kind, step.amount, step.hand, step.form) for step in steps or ())


def _move(
    position: Position,
    *,
    action: str,
    general: str,
    cards: tuple[str, ...],
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    steps: tuple[UnitStep, ...] | None = None,
    pulls: str | None = None,
) -> Move:
    return Move(block or (unit or "",), action, _steps(steps), general, cards, pulls)


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
) -> DeclareCharge:
    degrees, pivot = wheel or (0.0, "left")
    return DeclareCharge(block or (unit or "",), on, kind, degrees, pivot, general, cards)


def _shoot(position: Position, *, unit: str, files: tuple[str, ...], targets: tuple[str, ...]) -> Shoot:
    pairs = zip(files, targets, strict=True)
    return Shoot(unit, tuple(Aim(named_file(position, file)[0].id, target) for file, target in pairs))


def _fight(position: Position, *, file: str, against: str, general: bool = False) -> Fight:
    return Fight(named_file(position, file)[0].id, named_bases(position, against)[0].id, general)


def _align(position: Position, *, unit: str, to: Pose) -> Align:
    return Align(unit, to)


def _pass(position: Position) -> Any:
    return Pass()


def _pursue(position: Position) -> Any:
    return Pursue()


def _respond(position: Position, *, response: str) -> Respond:
    return Respond(response)


def _delay(position: Position, *, general: str, card: str) -> Delay:
    return Delay(general, card)


def _move_charge(position: Position, *, unit: str, toward: str | None = None) -> MoveCharge:
    return MoveCharge(unit, toward)


def _break_off(position: Position, *, unit: str, action: str, general: str, card: str) -> BreakOff:
    return BreakOff(unit, action, general, card)


def _recover(position: Position, *, unit: str, general: str, card: str) -> Recover:
    return Recover(unit, general, card)


ACTION_FORMS: dict[str, ActionForm] = {
    form.name: form
    for form in (
        ActionForm(
            "move",
            "a prompted move of a unit group or a block",
            {
                "unit": UNIT.or_none(),
                "block": UNITS.or_none(),
                "action": ACTION,
                "steps": list_of(STEP).or_none(),
                "pulls": UNIT.or_none(),
                "general": GENERAL,
                "cards": _CARDS,
            },
            _move,
        ),
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
                "cards": _CARDS.or_none(),
            },
            _charge,
        ),
        ActionForm("respond", "answer a charge", {"response": one_of(*RESPONSES)}, _respond),
        ActionForm(
            "move_charge", "move a declared charge", {"unit": UNIT, "toward": UNIT_OR_CAMP.or_none()}, _move_charge
        ),
        ActionForm("align", "align a unit group in contact", {"unit": UNIT, "to": PLACE}, _align),
        ActionForm(
            "shoot",
            "the shots of a unit group, each file at the base named in the same place of the other list",
            {"unit": UNIT, "files": list_of(FILE), "targets": list_of(BASE)},
            _shoot,
        ),
        ActionForm(
            "fight",
            "the combat of a file with an enemy",
            {"file": FILE, "against": ANYTHING, "general": FLAG.or_none()},
            _fight,
        ),
        ActionForm("pursue", "let the victors pursue", {}, _pursue),
        ActionForm(
            "break_off",
            "break off a combat",
            {"unit": UNIT, "action": one_of("F2", "F3", "F4"), "general": GENERAL, "card": COLOUR},
            _break_off,
        ),
        ActionForm(
            "recover", "clear the wound of a unit group", {"unit": UNIT, "general": GENERAL, "card": COLOUR}, _recover
        ),
        ActionForm("delay", "give up a card and wait", {"general": GENERAL, "card": COLOUR}, _delay),
        ActionForm("pass", "do nothing now", {}, _pass),
    )
}
