"""Questions turned into the battle that decides the same, so that the casebook proves what is played too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.dba.moving.tactical_moves import MOVE
from debellis.table.position import Position
from debellis.table.value import replace

#: So many PIPs pay for any move, where a question does not say how many there are.
_ENOUGH = 6


def plays(position: Position, question: str, arguments: dict[str, Any]) -> Playing | None:
    """The battle that decides what a question asks; None where no battle comes to it."""
    found = _PLAYED.get(question)
    return None if found is None else found(position, arguments)


def _move(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The first move of a bound. What else the asker says of the bound before it cannot be played, and where the dice
    of a river stop a move, the battle still allows it to be tried."""
    words = {key: value for key, value in arguments.items() if key in MOVE}
    course = {key: value for key, value in arguments.items() if key not in MOVE}
    pips, bound = course.pop("pips", _ENOUGH), course.pop("bound", position.bound)
    first = course.pop("move_number", 1) == 1
    names = (words["element"],) if "element" in words else tuple(words.get("group", ()))
    if course or not first or not names or not isinstance(pips, int):
        return None
    sides = {position.base(name).side for name in names if position.has_base(name)}
    if len(sides) != 1 or position.active not in (None, *sides):
        return None
    here = replace(position, active=sides.pop(), bound=bound)
    return Playing(Opening("moves", pips), (("move", words),), position=here)


def _shot(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The shooter is picked and shoots alone, in the shooting of the bound of the active side."""
    if "shot_at_by" in arguments:
        return None
    here = replace(position, active=position.active or position.base(arguments["shooter"]).side)
    shot: dict[str, Any] = {key: arguments[key] for key in ("target", "edge") if key in arguments}
    actions: tuple[tuple[str, dict[str, Any]], ...] = (
        ("pick_shooter", {"shooter": arguments["shooter"]}),
        ("shoot", shot),
    )
    return Playing(Opening("shooting"), actions, (6, 1), here)


_PLAYED: dict[str, Callable[[Position, dict[str, Any]], Playing | None]] = {"may_move": _move, "may_shoot": _shot}
