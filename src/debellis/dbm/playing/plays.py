"""Questions turned into the battle of DBM that decides the same, so that the casebook proves what is played too."""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Playing
from debellis.dbm.playing import plays_of_fights, plays_of_moves, plays_of_setting_up, plays_of_shots
from debellis.table.position import Position

_PLAYED = plays_of_moves.PLAYED | plays_of_fights.PLAYED | plays_of_shots.PLAYED | plays_of_setting_up.PLAYED


def plays(position: Position, question: str, arguments: dict[str, Any]) -> Playing | None:
    """The battle that decides what a question asks; None where no battle comes to it."""
    found = _PLAYED.get(question)
    return None if found is None else found(position, arguments)
