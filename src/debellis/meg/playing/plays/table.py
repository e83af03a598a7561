"""Which battle decides what a question asks.

The inverse of `meg.playing.asked`: there a decision names the questions that must agree with it, here a question names
the decision. What both judge alike is proven in play.
"""

from __future__ import annotations

from debellis.battle.asked import Playing
from debellis.meg.playing.plays import charges, fights, leading, moves, setting_up
from debellis.meg.playing.plays.taking_up import Given, Plays
from debellis.table.position import Position

_PLAYS: dict[str, Plays] = {**charges.PLAYS, **moves.PLAYS, **leading.PLAYS, **fights.PLAYS, **setting_up.PLAYS}


def plays(position: Position, question: str, arguments: Given) -> Playing | None:
    """The battle that decides what a question asks; None where no battle comes to it."""
    found = _PLAYS.get(question)
    return None if found is None else found(position, arguments)
