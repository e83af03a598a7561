"""Parts of the written forms of actions that several of them share."""

from __future__ import annotations

from debellis.meg.arguments import COLOUR, GENERAL, HAND
from debellis.meg.moving.steps import UnitStep
from debellis.meg.playing.actions import Step
from debellis.umpire.questions import NUMBER, list_of

CARDS = list_of(COLOUR)
PAID = {"general": GENERAL, "card": COLOUR}
#: The generals who stay behind when the unit groups they are with move.
STAYS = {"stays": list_of(GENERAL).or_none()}
SHIFT = {"shift": NUMBER.or_none(), "hand": HAND.or_none()}


def steps_of(steps: tuple[UnitStep, ...] | None) -> tuple[Step, ...]:
    return tuple(Step(step.kind, step.amount, step.hand, step.form) for step in steps or ())
