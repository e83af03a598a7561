"""A general that plays anything legal."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.rules import Rules
from debellis.generals.decision import Decision, gives_away


class RandomGeneral:
    """Takes the first legal idea in random order. Its random numbers are separate from the dice of the battle.

    A draw is not accepted at random, but only when the side is clearly losing, so that battles are fought out.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        for idea in rules.ideas(state, self.random.shuffle):
            if rules.allows(state, idea) and not gives_away(rules, state, idea):
                return idea
        raise RuntimeError(f"no legal action was found for {rules.pending(state)}")

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same, with a fixed reason."""
        return Decision(self.choose(rules, state), "Anything legal is as good as anything else.")
