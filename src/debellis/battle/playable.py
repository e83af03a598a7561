"""The editions that can be played, by name."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from debellis.battle.rules import Rules
from debellis.umpire.clauses import EDITIONS
from debellis.umpire.editions import UnknownEdition


def rules_of(edition: str) -> Rules:
    """The rules of an edition; UnknownEdition if it cannot be played."""
    if edition not in EDITIONS:
        raise UnknownEdition(edition)
    try:
        game = import_module(f"debellis.editions.{edition}.playing.game")
    except ModuleNotFoundError:
        raise UnknownEdition(edition) from None
    return cast(Rules, game.RULES)
