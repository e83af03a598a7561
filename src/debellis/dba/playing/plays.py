"""Questions turned into the battle that decides the same, so that the casebook proves what is played too."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.dba.moving.moves import Bound
from debellis.dba.moving.tactical_moves import MOVE
from debellis.dba.playing import plays_of_combats, plays_of_setting_up
from debellis.dba.playing.action_forms import ACTION_FORMS
from debellis.dba.playing.midgame import state_of
from debellis.dba.playing.move_phase import check_move
from debellis.dba.playing.state import State
from debellis.geometry.plane import Point, bearing, direction
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion

#: So many PIPs pay for any move, where a question does not say how many there are.
_ENOUGH = 6
#: So far to the side is the step that a zone forbids (mm).
_ASIDE: Final = 0.5
#: Moves so short that they are allowed almost anywhere.
_SHORT: Final[tuple[dict[str, float], ...]] = ({"advance": 1.0}, {"advance": 0.1}, {"back": 1.0}, {"back": 0.1})


def plays(position: Position, question: str, arguments: dict[str, Any]) -> Playing | None:
    """The battle that decides what a question asks; None where no battle comes to it."""
    found = _PLAYED.get(question)
    return None if found is None else found(position, arguments)


def _move(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The move in a bound that has seen what the asker says. Where the dice of a river stop a move, the battle still
    allows it to be tried."""
    words = {key: value for key, value in arguments.items() if key in MOVE}
    names = (words["element"],) if "element" in words else tuple(words.get("group", ()))
    state = _moving(position, names, arguments)
    if state is None:
        return None
    opening, made = Opening("moves", state.pips), (("move", words),)
    if state.bound == replace(Bound(), number=state.bound.number, pips=state.bound.pips):
        return Playing(opening, made, position=state.position)
    return Playing(opening, made, states=(state,))


def _moving(position: Position, names: tuple[str, ...], arguments: dict[str, Any]) -> State | None:
    """The moves of a bound that has seen what the asker says; None where no battle has seen it."""
    pips = arguments.get("pips", _ENOUGH)
    number = arguments.get("move_number", 1)
    sides = {position.base(name).side for name in names if position.has_base(name)}
    if {"dice", "remount"} & arguments.keys() or not isinstance(pips, int) or len(sides) != 1:
        return None
    if position.active not in (None, *sides):
        return None
    here = replace(position, active=sides.pop(), bound=arguments.get("bound", position.bound))
    state = state_of(here, Opening("moves", pips))
    moves = {**dict.fromkeys(names, number - 1), **arguments.get("moves", {})}
    bound = replace(
        state.bound,
        moves={name: made for name, made in moves.items() if made},
        contacted=frozenset(arguments.get("contacted", ())),
        dismounted=frozenset(arguments.get("dismounted", ())),
        closed=frozenset(arguments.get("closed", ())),
    )
    return replace(state, bound=bound)


def _price(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A short move of those whose move is paid for: ahead, or where that is not allowed, back."""
    names = (arguments["element"],) if "element" in arguments else tuple(arguments.get("group", ()))
    if {"leaves", "enters", "through"} & arguments.keys():
        return None
    for value in arguments.get("after", ()):
        moved = position.base(value["id"])
        there = replace(moved, front=tuple(value["front"]), facing=direction(value["facing"]), inside=None)
        position = position.with_base(there)
    state = _moving(position, names, arguments)
    if state is None:
        return None
    who: dict[str, Any] = {"element": names[0]} if "element" in arguments else {"group": names}
    words = {key: value for key, value in arguments.items() if key == "dismount"}
    for step in _SHORT:
        action = {**who, **words, "steps": [step]}
        with suppress(BadQuestion):
            if check_move(state, ACTION_FORMS["move"].read(state.position, action)).answer["legal"]:
                return Playing(Opening("moves"), (("move", action),), states=(state,))
    return None


def _sideways(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A short step to the side, which a zone forbids to an element that stands in it."""
    base = position.base(arguments["element"])
    if not base.on_table:
        return None
    here = replace(position, active=base.side)
    right = (base.facing[1] * _ASIDE, -base.facing[0] * _ASIDE)
    front = (base.front[0] + right[0], base.front[1] + right[1])
    return _move(here, {"element": base.id, "path": [_written(front, base.facing)]})


def _grouped(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A short move of the elements together."""
    names = tuple(dict.fromkeys(arguments["elements"]))
    if "road" in arguments or len(names) < 2:
        return None
    here = replace(position, active=position.base(names[0]).side)
    return _move(here, {"group": names, "steps": [_SHORT[0]]})


def _into_contact(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The move of a single element that ends in the contact."""
    words = {key: value for key, value in arguments.items() if key not in ("mover", "target")}
    return _move(position, {"element": arguments["mover"], **words})


def _break_off(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The move straight back of an element in combat."""
    base = position.base(arguments["element"])
    if not base.on_table:
        return None
    back = base.rectangle.advanced(-float(arguments["distance"]))
    words = {key: value for key, value in arguments.items() if key != "distance"}
    return _move(position, {**words, "path": [_written(back.front, back.facing)]})


def _written(front: Point, facing: Point) -> dict[str, Any]:
    return {"front": list(front), "facing": bearing(facing)}


_PLAYED: dict[str, Callable[[Position, dict[str, Any]], Playing | None]] = {
    "may_move": _move,
    "pips": _price,
    "in_zone": _sideways,
    "group": _grouped,
    "may_contact": _into_contact,
    "may_break_off": _break_off,
    **plays_of_combats.PLAYED,
    **plays_of_setting_up.PLAYED,
}
