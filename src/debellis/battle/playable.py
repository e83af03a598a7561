"""The editions that can be played, by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from debellis.battle.game import Game
from debellis.battle.rules import Rules
from debellis.umpire.clauses import EDITIONS
from debellis.umpire.editions import UnknownEdition, available, description


class NotPlayable(UnknownEdition):
    """The edition answers questions and cannot be played yet."""

    def __str__(self) -> str:
        return f"{self.args[0]} is not playable yet, but it answers questions; playable: {', '.join(playable())}"


@cache
def rules_of(edition: str) -> Rules:
    """The rules of an edition; UnknownEdition if it cannot be played."""
    told = description(edition)
    if not told.playable:
        raise NotPlayable(edition) if edition in available() else UnknownEdition(edition)
    return Game(edition, import_module(f"debellis.{told.family}.playing.game").FAMILY)


@cache
def playable() -> tuple[str, ...]:
    """The names of the editions that can be played."""
    return tuple(name for name in EDITIONS if description(name).playable)
