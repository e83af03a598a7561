"""Supplies numbers while the rules ask for them, for callers that play many battles without a log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.chance import Chance, Throw
from debellis.battle.rules import Rules


class DiceSupply:
    """Numbers from a roller, in order. A decision is applied once, because its throws never have to wait."""

    def __init__(self, roll: Callable[[Throw], int]) -> None:
        self._roll = roll

    def decide(self, rules: Rules, state: Any, action: Any) -> Any:
        """The state after a decision, with the numbers it asks for."""
        after, _ = rules.apply(state, action, Supplied(self._roll))
        return after


class Supplied(Chance):
    """Chance that calls a roller for each throw."""

    def __init__(self, roll: Callable[[Throw], int]) -> None:
        super().__init__()
        self._roll = roll

    def number_of(self, throw: Throw) -> int:
        return self._roll(throw)
