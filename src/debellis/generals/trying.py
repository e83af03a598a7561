"""The state after a move that is only thought about."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Middling
from debellis.battle.rules import Refused, Rules


def made(rules: Rules, state: Any, action: Any) -> Any:
    """The state after an action with average dice; None if the action is refused."""
    try:
        return rules.apply(state, action, Middling())[0]
    except Refused:
        return None
