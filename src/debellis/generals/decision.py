"""What a general answers: one legal action, and the main reason for it in a sentence."""

from __future__ import annotations

from typing import Any, Protocol

from debellis.battle.rules import Rules
from debellis.table.value import Value


class Decision(Value, frozen=True):
    """An action of the side that must decide, and why."""

    action: Any
    reason: str


class General(Protocol):
    """Somebody who decides: sees a state, says one legal action."""

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        ...

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same, with the main reason."""
        ...


def first_legal(rules: Rules, state: Any) -> Any:
    """The first idea the rules allow; there always is one while the battle lasts."""
    for idea in rules.ideas(state):
        if rules.allows(state, idea):
            return idea
    raise RuntimeError(f"no legal action was found for {rules.pending(state)}")
