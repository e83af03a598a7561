"""What is wrong with a written action before any rule is asked: unknown steps and cards, negative distances.

Questions refuse such values when they read their arguments; an action comes in as plain values.
"""

from __future__ import annotations

from typing import Any

from debellis.meg.moving.steps import ADVANCE, BACK, CONTRACT, EXPAND, FORM, SHIFT, TURN, WHEEL
from debellis.meg.playing.actions import Step
from debellis.meg.words import COLOURS
from debellis.umpire.verdict import Verdict

_STEPS = (ADVANCE, BACK, WHEEL, SHIFT, TURN, EXPAND, CONTRACT, FORM)
_HANDS = ("", "left", "right")
#: Fields with a distance or an angle that goes one way only.
_MEASURED = ("wheel", "advance")


def judge_form(verdict: Verdict, action: Any) -> None:
    """Refuse an action with steps, cards or measures that do not exist."""
    for name in ("steps", "then"):
        for step in getattr(action, name, ()):
            _judge_step(verdict, step)
    for card in _cards(action):
        if card not in COLOURS:
            verdict.refuse(f"There is no {card!r} card; cards are {', '.join(COLOURS)}.", "MEG-B6.2")
    for name in _MEASURED:
        if getattr(action, name, 0.0) < 0.0:
            verdict.refuse(
                f"The {name} cannot be less than nothing, and it is {getattr(action, name):g}.", "MEG-B13.27"
            )
    if getattr(action, "hand", "") not in _HANDS:
        verdict.refuse(f"The hand is left or right, not {action.hand!r}.", "MEG-B13.27")


def _judge_step(verdict: Verdict, step: Step) -> None:
    if step.kind not in _STEPS:
        verdict.refuse(f"There is no step {step.kind!r}; steps are {', '.join(_STEPS)}.", "MEG-B13.27")
    elif step.amount < 0.0 and step.kind not in (SHIFT, TURN):
        verdict.refuse(f"A step {step.kind} cannot be less than nothing, and it is {step.amount:g}.", "MEG-B13.27")
    if step.hand not in _HANDS:
        verdict.refuse(f"The hand of a step is left or right, not {step.hand!r}.", "MEG-B13.27")


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
