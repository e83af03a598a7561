"""Questions about moves turned into the bound in which the move is ordered, or made without an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.setting_up.sections import SECTIONS, Section
from debellis.dbm.works import PF, TF, piece_of
from debellis.table.position import Position
from debellis.table.value import replace

Plays = Callable[[Position, dict[str, Any]], Playing | None]
#: So many PIPs pay for any move, where a question does not say how many there are.
ENOUGH = 30
#: So far a group that is asked about in contact came straight ahead, if the question does not say (mm).
_CAME = 20.0
#: The arguments that say where a move goes: they are written alike in questions and in actions.
_WAY = (
    "element",
    "group",
    "to",
    "path",
    "steps",
    "ends",
    "manoeuvre",
    "about",
    "expands_on",
    "contracts_behind",
)

#: How elements dismount.
_HOW = ("close_up", "holders", "double_base")


def side_of(position: Position, names: tuple[str, ...]) -> str | None:
    """The side of those named, if all are on the table and of one side."""
    sides = {position.base(name).side if position.has_base(name) else "" for name in names}
    found = sides.pop() if len(sides) == 1 else ""
    return found or None


def in_bound_of(position: Position, side: str | None) -> Position | None:
    """The position in a bound of a side; None if it is said to be the other's."""
    if side is None or position.active not in (None, side):
        return None
    return replace(position, active=side)


def with_works(position: Position, arguments: dict[str, Any], side: str) -> Position:
    """The position with the sections that a question writes, laid as works of a side."""
    if "sections" not in arguments:
        return position
    kind = PF if arguments.get("works") == PF else TF
    sections: tuple[Section, ...] = SECTIONS.check(arguments["sections"], position)
    pieces = tuple(piece_of(section, kind, kind, side) for section in sections if not section.is_corner)
    return replace(position, terrain=(*position.terrain, *pieces))


def _movers(arguments: dict[str, Any]) -> tuple[str, ...]:
    one = arguments.get("element")
    return (one,) if isinstance(one, str) else tuple(arguments.get("group", ()))


def _ordered(position: Position, words: dict[str, Any], march: bool, number: int = 1) -> Playing | None:
    """A move by order, the first of the bound or a later march."""
    names = _movers(words)
    here = in_bound_of(position, side_of(position, names))
    if here is None:
        return None
    told = {"marches": dict.fromkeys(names, number - 1)} if march and number > 1 else {}
    order = {**words, "march": True} if march else words
    return Playing(Opening("moves", ENOUGH, told=told), (("move", order),), position=here)


def _move(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A tactical or march move. What else the asker supposes of it no battle knows."""
    words = {key: value for key, value in arguments.items() if key in _WAY}
    rest = {key: value for key, value in arguments.items() if key not in _WAY}
    march, number = rest.pop("action", "tactical") == "march", rest.pop("march_number", 1)
    if rest.pop("dismount", False) is True and len(words) == 1 and "element" in words:
        return _dismount(position, {"element": words["element"]})
    return None if rest else _ordered(position, words, march, number)


def _march(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A march move. Works in its way are laid first."""
    words = {key: value for key, value in arguments.items() if key in _WAY}
    rest = {key: value for key, value in arguments.items() if key not in _WAY}
    side = side_of(position, _movers(words))
    if side is not None:
        position = with_works(position, arguments, other(side))
    rest.pop("sections", None)
    number = rest.pop("march_number", 1)
    return None if rest else _ordered(position, words, True, number)


def _contact(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The move to the place where an element would touch an enemy."""
    return _ordered(position, {"element": arguments["mover"], "to": arguments["to"]}, False)


def _pips(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The order whose price is asked, where the question says which it is and not only of what kind."""
    if arguments.get("action") == "halt":
        rest = set(arguments) - {"element", "group", "action"}
        return None if rest else _halt(position, arguments)
    if not any(key in arguments for key in ("to", "path", "steps", "ends")):
        if arguments.get("dismount") is True and set(arguments) == {"element", "dismount"}:
            return _dismount(position, {"element": arguments["element"]})
        return _straight(position, arguments)
    return _move(position, arguments)


def _straight(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A move straight ahead as far as the slowest goes, where the question says no more than that."""
    names = _movers(arguments)
    told = {key: value for key, value in arguments.items() if key not in ("straight", "full")}
    if set(told) - {"element", "group", "action", "march_number"} or False in arguments.values():
        return None
    if any(not position.has_base(name) for name in names):
        return None
    far = min(allowance(position, position.base(name)) or 0.0 for name in names)
    return _move(position, {**told, "steps": [{"advance": far}]}) if far > 0.0 else None


def _halt(position: Position, arguments: dict[str, Any]) -> Playing | None:
    names = _movers(arguments)
    here = in_bound_of(position, side_of(position, names))
    if here is None:
        return None
    return Playing(Opening("moves", ENOUGH), (("halt", {"elements": list(names)}),), position=here)


def _dismount(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Dismounting by tactical moves, of whole elements."""
    words: dict[str, Any] = {key: arguments[key] for key in _HOW if key in arguments}
    rest = set(arguments) - {"element", "elements", "move", *words}
    names = tuple(arguments.get("elements", ())) or (arguments.get("element"),)
    here = in_bound_of(position, side_of(position, names))
    if rest or here is None or arguments.get("move", "tactical") != "tactical":
        return None
    return Playing(Opening("moves", ENOUGH), (("dismount", {"elements": list(names), **words}),), position=here)


def _mount(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Mounting again by tactical moves, of whole elements who left such mounts."""
    words: dict[str, Any] = {"close_up": arguments["close_up"]} if "close_up" in arguments else {}
    rest = set(arguments) - {"element", "elements", "move", "into", *words}
    names = tuple(arguments.get("elements", ())) or (arguments.get("element"),)
    here = in_bound_of(position, side_of(position, names))
    if rest or here is None or arguments.get("move", "tactical") != "tactical":
        return None
    opening = Opening("moves", ENOUGH, told={"mounts": dict.fromkeys(names, arguments["into"])})
    return Playing(opening, (("mount", {"elements": list(names), **words}),), position=here)


def _together(position: Position, arguments: dict[str, Any]) -> Playing | None:
    names = tuple(stage["element"] for stage in arguments["sequence"])
    here = in_bound_of(position, side_of(position, names))
    return None if here is None else Playing(Opening("moves", ENOUGH), (("move_together", arguments),), position=here)


def _board(position: Position, arguments: dict[str, Any]) -> Playing | None:
    here = in_bound_of(position, side_of(position, (arguments["element"], arguments["vessel"])))
    return None if here is None else Playing(Opening("moves", ENOUGH), (("board", arguments),), position=here)


def _land(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Landing from a vessel that carries such troops."""
    here = in_bound_of(position, side_of(position, (arguments["vessel"],)))
    if here is None:
        return None
    told = {"aboard": {arguments["vessel"]: arguments["troops"]}}
    action = {"vessel": arguments["vessel"], "to": arguments["to"]}
    return Playing(Opening("moves", ENOUGH, told=told), (("land", action),), position=here)


def _conform(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The move of a group straight ahead into an enemy: as it stood before, or from as far back as it came."""
    names = tuple(arguments["moved"])
    here = in_bound_of(position, side_of(position, names))
    if here is None or (not {"straight", "touched_by"}.isdisjoint(arguments) and arguments.get("straight") is False):
        return None
    steps = arguments.get("steps")
    if steps is None:
        far = float(arguments.get("advanced", _CAME))
        here = here.placed({name: here.base(name).rectangle.advanced(-far) for name in names})
        steps = [{"advance": far}]
    order = {"conform": list(arguments["order"])} if "order" in arguments else {}
    whom = {"element": names[0]} if len(names) == 1 else {"group": list(names)}
    return Playing(Opening("moves", ENOUGH), (("move", {**whom, "steps": steps, **order}),), position=here)


def _on_its_own(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The advance, retreat or drift of an element that nobody ordered."""
    name = arguments["element"]
    here = in_bound_of(position, side_of(position, (name,)))
    if here is None or set(arguments) - {"element", "steps", "choice"}:
        return None
    return Playing(Opening("advance", 0), (("advance", arguments),), (1, 1, 1, 1), here)


def _turn(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The end of movement in a bound of the enemy, if the question does not say whose it is."""
    if set(arguments) - {"element", "first"}:
        return None
    name = arguments["element"]
    here = replace(position, active=position.active or other(position.base(name).side))
    chosen = (("choose", {"option": arguments["first"]}),) if "first" in arguments else ()
    return Playing(Opening("moves", 0), (("end_moves", {}),), (6, 6, 6, 6), here, choices=chosen)


def _burst(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """An advance straight ahead through friends."""
    if "distance" not in arguments:
        return None
    words = {"element": arguments["element"], "steps": [{"advance": arguments["distance"]}]}
    return _on_its_own(position, words)


def _general(position: Position, arguments: dict[str, Any]) -> Playing | None:
    return _dismount(position, {"element": arguments["general"]})


PLAYED: dict[str, Plays] = {
    "turn_to_face": _turn,
    "burst_through": _burst,
    "may_dismount_general": _general,
    "may_move": _move,
    "may_move_group": _move,
    "may_march": _march,
    "may_contact": _contact,
    "pips": _pips,
    "may_halt": _halt,
    "may_dismount": _dismount,
    "may_mount": _mount,
    "may_move_together": _together,
    "may_board": _board,
    "may_land": _land,
    "conform": _conform,
    "may_advance_so": _on_its_own,
    "spontaneous_advance": _on_its_own,
    "spontaneous_target": _on_its_own,
    "impetuous": _on_its_own,
    "drift": _on_its_own,
    "must_flee": _on_its_own,
}
