"""The answer of a general: one legal action, and the main reason for it in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Protocol

from debellis.battle.pieces import clearly_losing
from debellis.battle.rules import Rules
from debellis.table.value import Value


class Decision(Value, frozen=True):
    """An action of the side that must decide, and the reason."""

    action: Any
    reason: str


class General(Protocol):
    """A computer player: gets a state and returns one legal action."""

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        ...

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same, with the main reason."""
        ...


def first_legal(rules: Rules, state: Any) -> Any:
    """The first idea the rules allow that does not give the battle away. There is always one while the battle lasts."""
    for idea in rules.ideas(state):
        if rules.allows(state, idea) and not gives_away(rules, state, idea):
            return idea
    raise RuntimeError(f"no legal action was found for {rules.pending(state)}")


def variations(rules: Rules, state: Any, count: int) -> Iterator[Any]:
    """The first legal idea for this state and for some variations of it."""
    for number in range(count):
        varied = rules.varied(state, number)
        yield from islice((idea for idea in rules.ideas(varied) if rules.allows(state, idea)), 1)


def gives_away(rules: Rules, state: Any, action: Any) -> bool:
    """Whether an action accepts a draw for a side that is not clearly losing."""
    if not rules.survey.accepts_draw(action):
        return False
    return not clearly_losing(rules.survey.strengths(state), rules.pending(state).side or "")
