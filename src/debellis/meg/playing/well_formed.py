"""What is wrong with a written action before any rule is asked, beyond what is wrong in every family.

That is unknown steps and cards, negative distances, bases given twice, and values in fields that the action does not
use. Questions refuse such values when they read their arguments; an action comes in as plain values.
"""

from __future__ import annotations

from typing import Any

from debellis.meg.cards.costs import DOUBLE
from debellis.meg.moving.steps import (
    ADVANCE,
    BACK,
    CONTRACT,
    EXPAND,
    FORM,
    HANDS,
    SHIFT,
    TURN,
    WHEEL,
    UnitStep,
    right_step,
    unused_in,
)
from debellis.meg.playing.actions import DeclareCharge, Move, MoveCharge, Rearrange, Respond, Shoot, Step
from debellis.meg.playing.declaring import FORCED, FREE, PROMPTED
from debellis.meg.words import COLOURS
from debellis.umpire.verdict import Verdict

_STEPS = (ADVANCE, BACK, WHEEL, SHIFT, TURN, EXPAND, CONTRACT, FORM)
#: Fields with a distance or an angle that goes one way only.
_MEASURED = ("wheel", "advance", "shift")


def judge_form(verdict: Verdict, action: Any) -> None:
    """Refuse an action with steps, cards or measures that do not exist, or with something that it does not use."""
    for name in ("steps", "then"):
        for number, step in enumerate(getattr(action, name, ()), 1):
            _judge_step(verdict, number, step)
    for card in _cards(action):
        if card not in COLOURS:
            verdict.refuse(f"There is no {card!r} card; cards are {', '.join(COLOURS)}.", "MEG-B6.2")
    for name in _MEASURED:
        amount = getattr(action, name, 0.0)
        if amount < 0.0:
            verdict.refuse(f"The {name} cannot be less than nothing, and it is {amount:g}.", "MEG-B13.27")
    if getattr(action, "hand", "") not in ("", *HANDS):
        verdict.refuse(f"The hand is left or right, not {action.hand!r}.", "MEG-B13.27")
    _judge_names(verdict, action)
    _judge_unused(verdict, action)


def _judge_step(verdict: Verdict, number: int, step: Step) -> None:
    if step.kind not in _STEPS:
        verdict.refuse(f"There is no step {step.kind!r}; steps are {', '.join(_STEPS)}.", "MEG-B13.27")
        return
    if step.amount < 0.0 and step.kind not in (SHIFT, TURN):
        verdict.refuse(f"A step {step.kind} cannot be less than nothing, and it is {step.amount:g}.", "MEG-B13.27")
        return
    if step.hand not in ("", *HANDS):
        verdict.refuse(f"The hand of a step is left or right, not {step.hand!r}.", "MEG-B13.27")
        return
    found = UnitStep(step.kind, step.amount, step.hand, step.form)
    wanted, unused = right_step(found), unused_in(found)
    if wanted:
        verdict.refuse(f"Step {number} must be {wanted}.", "MEG-B13.27")
    elif unused:
        says = f"Step {number}: a step {step.kind} has no {unused}, and {getattr(step, unused)!r} is given."
        verdict.refuse(says, "MEG-B13.27")


def _judge_names(verdict: Verdict, action: Any) -> None:
    """Refuse a list in which a base shoots or ends twice."""
    lists: dict[str, tuple[str, ...]] = {}
    if isinstance(action, Shoot):
        lists["aims"] = tuple([f"{aim.file} at {aim.target}" for aim in action.aims])
    if isinstance(action, Rearrange):
        lists["ends"] = tuple([end.base for end in action.ends])
    for field, names in lists.items():
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            verdict.refuse(f"{twice} is named twice in {field}.", "MEG-B12.3")


def _judge_unused(verdict: Verdict, action: Any) -> None:
    """Refuse a value in a field that an action of this kind does not use."""
    if isinstance(action, Move) and action.action != DOUBLE:
        for field in ("first", "second", "then"):
            if getattr(action, field):
                verdict.refuse(f"Only {DOUBLE} has two parts; leave {field} of {action.action} empty.", "MEG-B13.13")
    elif isinstance(action, DeclareCharge) and action.kind in (FREE, FORCED):
        clause = "MEG-B15.4" if action.kind == FREE else "MEG-B15.3"
        for field in ("general", "cards"):
            if getattr(action, field):
                says = f"Only a {PROMPTED} charge is paid for; leave {field} of a {action.kind} one empty."
                verdict.refuse(says, clause)
    elif isinstance(action, Respond) and action.response == "stand" and action.shift:
        verdict.refuse("Who stands does not shift; leave shift at 0.", "MEG-33a")
    elif isinstance(action, MoveCharge) and bool(action.general) != bool(action.cards):
        missing, named = ("cards", "general") if action.general else ("general", "cards")
        says = f"A general prompts through fire with cards: {named} is given, and {missing} is missing."
        verdict.refuse(says, "MEG-B13.6")


def _cards(action: Any) -> list[str]:
    """Every card that an action names."""
    found: list[str] = []
    card, cards = getattr(action, "card", None), getattr(action, "cards", ())
    if card is not None:
        found.append(card)
    for some in cards.values() if isinstance(cards, dict) else (cards,):
        found += some
    for gift in getattr(action, "gifts", ()):
        found += gift.cards
    return found
