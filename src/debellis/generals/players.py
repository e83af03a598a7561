"""The computer's generals by the name of their level."""

from __future__ import annotations

from typing import Any, Protocol

from debellis.battle.rules import Rules
from debellis.generals.eager import EagerGeneral
from debellis.generals.random_general import RandomGeneral

#: Levels of the computer, weakest first; the first named is what one gets without a choice.
LEVELS = ("eager", "random")


class General(Protocol):
    """Somebody who decides: sees a state, says one legal action."""

    def choose(self, rules: Rules, state: Any) -> Any: ...


def computer(level: str, seed: int) -> General:
    """The general of a level; ValueError if there is no such level."""
    if level in ("", "eager"):
        return EagerGeneral(seed)
    if level == "random":
        return RandomGeneral(seed)
    raise ValueError(f"there is no general {level!r}; there are {', '.join(LEVELS)}")
