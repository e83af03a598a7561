"""Questions about shooting, close combat and what follows turned into the combat that decides them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dbm.fighting.combat import combat
from debellis.dbm.playing.plays_of_moves import Plays, in_bound_of, side_of, with_works
from debellis.table.position import Position
from debellis.table.value import replace

#: The dice of a combat that a question does not tell, and those that its result may still want.
_EVEN = (1, 1)
_MORE = (6, 6, 6, 6)
_DICE = tuple((one, two) for one, two in product(range(1, 7), repeat=2))


def _opening(position: Position, arguments: dict[str, Any], phase: str = "melee") -> Opening:
    into = [name for name in arguments.get("moved_into_front_contact", ()) if position.has_base(name)]
    return Opening(phase, 0, told={"into_front": tuple(into)} if into else {})


def _combat(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat of two in the bound of the attacker."""
    here = in_bound_of(position, side_of(position, (arguments["attacker"],)))
    if here is None:
        return None
    both = {key: arguments[key] for key in ("attacker", "defender")}
    dice = tuple(arguments.get("dice", _EVEN))
    return Playing(_opening(here, arguments), (("fight", both),), (*dice, *_MORE), here)


def _outcome(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat that ends with these scores, if dice bring them."""
    if arguments.get("by", "close") != "close":
        return None
    both = {key: arguments[key] for key in ("attacker", "defender")}
    moved = tuple(arguments.get("moved_into_front_contact", ()))
    known = combat(position, **both, dice=_EVEN, moved_into_front_contact=moved).answer.get("raw")
    if known is None:
        return None
    dice = tuple(score - raw + 1 for score, raw in zip(arguments["scores"], known, strict=True))
    if any(not 1 <= die <= 6 for die in dice):
        return None
    return _combat(position, {**arguments, "dice": dice})


def _fights(position: Position, name: str, opponent: str | None) -> Iterator[tuple[str, str]]:
    """The close combats in which an element may be, those of its own bound first."""
    base = position.base(name)
    near = [one.id for one in position.near_enemies(base.side, base.rectangle)]
    for enemy in near if opponent is None else [opponent]:
        if position.has_base(enemy):
            yield name, enemy
            yield enemy, name


def _suffers(fate: str) -> Plays:
    """The close combat in which an element suffers a fate, with the dice that bring it."""

    def play(position: Position, arguments: dict[str, Any]) -> Playing | None:
        known = {"element", "opponent", "from", "cause", "by", "in_combat", "choice"}
        if set(arguments) - known or arguments.get("cause", arguments.get("by", "close_combat")) != "close_combat":
            return None
        if arguments.get("in_combat") is False:
            return None
        name = arguments["element"]
        for one, two in _fights(position, name, arguments.get("opponent", arguments.get("from"))):
            if position.active not in (None, position.base(one).side):
                continue
            for dice in _DICE:
                found = combat(position, attacker=one, defender=two, dice=dice).answer
                if found.get("outcomes", {}).get(name) == fate:
                    return _combat(position, {"attacker": one, "defender": two, "dice": dice})
        return None

    return play


def _pursues(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat in which the front opponent of an element suffers such a fate."""
    name = arguments["element"]
    for one, two in _fights(position, name, arguments.get("opponent")):
        if position.active not in (None, position.base(one).side):
            continue
        beaten = two if one == name else one
        for dice in _DICE:
            found = combat(position, attacker=one, defender=two, dice=dice).answer
            if found.get("outcomes", {}).get(beaten) == arguments["after"]:
                return _combat(position, {"attacker": one, "defender": two, "dice": dice})
    return None


def _supported(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat of an element and the opponent against whom it is supported."""
    if arguments.get("mode", "close") != "close":
        return None
    one, two = arguments["element"], arguments["against"]
    if position.active not in (None, position.base(one).side):
        one, two = two, one
    return _combat(position, {**arguments, "attacker": one, "defender": two})


def _storm(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The assault of an element on works, in its own bound."""
    name = arguments["element"]
    side = side_of(position, (name,))
    here = in_bound_of(position, side)
    if here is None or side is None or "defender" in arguments:
        return None
    here = with_works(here, arguments, other(side))
    action: dict[str, Any] = {key: arguments[key] for key in ("element", "main") if key in arguments}
    opening = _opening(here, arguments)
    if "base_edges" in arguments:
        opening = replace(opening, told={**opening.told, "edges": arguments["base_edges"]})
    return Playing(opening, (("storm", action),), (*arguments.get("dice", _EVEN), *_MORE), here)


def _press(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The press forward of a group after these combats."""
    names = tuple(arguments["group"])
    side = side_of(position, names)
    here = in_bound_of(position, side)
    if here is None or side is None or arguments.get("unfought", 0):
        return None
    told: dict[str, Any] = {"beaten": dict(arguments.get("outcomes", {}))}
    if "enemy_edge" in arguments:
        told["edges"] = {other(side): arguments["enemy_edge"]}
    action = {"elements": list(names), "far": arguments["distance"]}
    return Playing(Opening("press", 0, told=told), (("press", action),), _MORE, here)


PLAYED: dict[str, Plays] = {
    "combat": _combat,
    "outcome": _outcome,
    "support": _supported,
    "recoil": _suffers("recoil"),
    "flee": _suffers("flee"),
    "destroyed": _suffers("destroyed"),
    "pursue": _pursues,
    "storm": _storm,
    "press_forward": _press,
}
