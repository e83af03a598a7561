"""A general that attacks: takes the first good idea that is legal, with some random variation."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.rules import Rules
from debellis.generals.decision import Decision, gives_away


class EagerGeneral:
    """Takes ideas in the order they are offered, best first, and skips some at random.

    It accepts a draw only when it is clearly losing.
    """

    def __init__(self, seed: int, caprice: float = 0.25) -> None:
        self.random = Random(seed)
        self.caprice = caprice

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        last = None
        for idea in rules.ideas(state):
            if gives_away(rules, state, idea):
                continue
            last = idea
            if self.random.random() >= self.caprice and rules.allows(state, idea):
                return idea
        if last is None or not rules.allows(state, last):
            for idea in rules.ideas(state):
                if rules.allows(state, idea):
                    return idea
            raise RuntimeError(f"no legal action was found for {rules.pending(state)}")
        return last

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same, with a fixed reason."""
        return Decision(self.choose(rules, state), "The first good idea that came to mind.")
