"""Dice laid out before they are asked for: for those who play many battles and keep no log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.chance import Dice, DieNeeded
from debellis.battle.rules import Rules

#: So many dice lie ready before each decision; hardly any needs more.
_READY = 8


class LaidOut:
    """Dice from a roller, in order. What a decision did not use is there for the next, so none is lost or repeated."""

    def __init__(self, roll: Callable[[], int]) -> None:
        self._roll = roll
        self._lying: list[int] = []

    def decide(self, rules: Rules, state: Any, action: Any) -> Any:
        """The state after a decision, with the dice it asks for."""
        count = _READY
        while True:
            while len(self._lying) < count:
                self._lying.append(self._roll())
            dice = Dice(tuple(self._lying[:count]))
            try:
                after, _ = rules.apply(state, action, dice)
            except DieNeeded:
                count *= 2
                continue
            del self._lying[: len(dice.taken)]
            return after
