"""The editions that can be played, by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from debellis.battle.army_building import ArmyBuilder
from debellis.battle.game import Game
from debellis.battle.rules import Rules
from debellis.umpire.clauses import EDITIONS
from debellis.umpire.editions import UnknownEdition, available, description


class NotPlayable(UnknownEdition):
    """The edition answers questions and cannot be played yet."""

    def __str__(self) -> str:
        return f"{self.args[0]} is not playable yet, but it answers questions; playable: {', '.join(playable())}"


class NoArmies(UnknownEdition):
    """The edition has no army lists."""

    def __str__(self) -> str:
        return f"there are no army lists for {self.args[0]}"


@cache
def rules_of(edition: str) -> Rules:
    """The rules of an edition; UnknownEdition if it cannot be played."""
    told = description(edition)
    if not told.playable:
        raise NotPlayable(edition) if edition in available() else UnknownEdition(edition)
    return Game(edition, import_module(f"debellis.{told.family}.playing.game").FAMILY)


@cache
def army_builder_of(edition: str) -> ArmyBuilder:
    """How armies of an edition are built, also of one that is not playable yet; UnknownEdition if it has no lists."""
    family = description(edition).family
    if family is None or find_spec(f"debellis.{family}.army_builder") is None:
        raise NoArmies(edition)
    return cast(ArmyBuilder, import_module(f"debellis.{family}.army_builder").army_builder(edition))


@cache
def playable() -> tuple[str, ...]:
    """The names of the editions that can be played."""
    return tuple(name for name in EDITIONS if description(name).playable)


@cache
def on_page() -> tuple[str, ...]:
    """The names of the playable editions whose battles the page can show."""
    return tuple(name for name in playable() if description(name).on_page)
