"""What a battle did, asked again of the umpire: the answers must be the same."""

from __future__ import annotations

from debellis.battle.asked import Asked, Decided, differences
from debellis.battle.game import Game


def asked_of(game: Game, decided: Decided) -> list[tuple[Asked, tuple[str, ...]]]:
    """The questions of a decision, each with how its answer differs."""
    return [
        (asked, differences(asked, game.ask(decided.state, asked.question, asked.arguments)))
        for asked in game.asked(decided)
    ]
