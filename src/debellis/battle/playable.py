"""The editions that can be played, by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from debellis.battle.rules import Rules
from debellis.umpire.clauses import EDITIONS
from debellis.umpire.editions import UnknownEdition, available


class NotPlayable(UnknownEdition):
    """The edition answers questions and cannot be played yet."""

    def __str__(self) -> str:
        return f"{self.args[0]} is not playable yet, but it answers questions; playable: {', '.join(playable())}"


def rules_of(edition: str) -> Rules:
    """The rules of an edition; UnknownEdition if it cannot be played."""
    if edition not in EDITIONS:
        raise UnknownEdition(edition)
    rules = getattr(import_module(f"debellis.editions.{edition}"), "RULES", None)
    if rules is None:
        raise NotPlayable(edition) if edition in available() else UnknownEdition(edition)
    return cast(Rules, rules)


@cache
def playable() -> tuple[str, ...]:
    """The names of the editions that can be played."""
    return tuple(name for name in EDITIONS if hasattr(import_module(f"debellis.editions.{name}"), "RULES"))
