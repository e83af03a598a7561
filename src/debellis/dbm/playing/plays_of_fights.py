"""Questions about shooting, close combat and what follows turned into the combat that decides them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dbm.aftermath.destruction import SHOOTING
from debellis.dbm.aftermath.forks import LEFT
from debellis.dbm.aftermath.pushing import PUSH
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.fighting.combat import combat
from debellis.dbm.fighting.outcome import DESTROYED, FLEE, RECOIL
from debellis.dbm.playing.plays_of_moves import Plays, in_bound_of, side_of, with_works
from debellis.dbm.playing.plays_of_shots import DICE, SUPPOSED, shot_down, supposed, with_supposed
from debellis.dbm.setting_up.zones import inward_of
from debellis.dbm.troops import read_troops, service
from debellis.geometry.plane import same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.board import EDGES, OPPOSITE
from debellis.table.position import Position
from debellis.table.value import replace

#: Enemies that make an element suffer this fate or that, those first who do not pursue.
_STRIKERS = (
    "Reg Sp (O)",
    "Reg Bd (O)",
    "Irr El (O)",
    "Reg Pk (O)",
    "Reg Ax (O)",
    "Irr LH (O)",
    "Reg Bw (O)",
    "Irr Kn (O)",
    "Irr Wb (F)",
    "Reg Cv (O)",
)
#: The dice of a combat that a question does not tell, and those that its result may still want.
_EVEN = (1, 1)
_MORE = (6, 6, 6, 6)


def _opening(position: Position, arguments: dict[str, Any], phase: str = "melee") -> Opening:
    into = [name for name in arguments.get("moved_into_front_contact", ()) if position.has_base(name)]
    return Opening(phase, 0, told={"into_front": tuple(into)} if into else {})


def _combat(position: Position, arguments: dict[str, Any], told: dict[str, Any] | None = None) -> Playing | None:
    """The close combat of two in the bound of the attacker."""
    here = in_bound_of(position, side_of(position, (arguments["attacker"],)))
    if here is None:
        return None
    both = {key: arguments[key] for key in ("attacker", "defender")}
    dice = tuple(arguments.get("dice", _EVEN))
    opening = _opening(here, arguments)
    opening = replace(opening, told={**opening.told, **(told or {})})
    return Playing(opening, (("fight", both),), (*dice, *_MORE), here)


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
    """The combat or shooting in which an element suffers a fate, with the dice that bring it.

    Where the question names no enemy, one is supposed before its front, or at some distance to shoot at it.
    """

    def play(position: Position, arguments: dict[str, Any]) -> Playing | None:
        if set(arguments) - {"element", "opponent", "from", "cause", "by", "in_combat", "base_edge", "choice", "order"}:
            return None
        found = search(position, arguments)
        return None if found is None else replace(found, choices=_choices(fate, arguments))

    def search(position: Position, arguments: dict[str, Any]) -> Playing | None:
        name = arguments["element"]
        enemy = arguments.get("opponent", arguments.get("from"))
        cause = arguments.get("cause", arguments.get("by"))
        told = {}
        if "base_edge" in arguments:
            told["edges"] = {position.base(name).side: arguments["base_edge"]}
        if cause != SHOOTING and arguments.get("in_combat") is not False:
            found = _fought(position, name, enemy, fate, told)
            if found is not None or cause is not None or arguments.get("in_combat"):
                return found
        shot = shot_down(position, name, enemy, fate, told)
        return _retreats(position, name, told) if shot is None and fate == FLEE and enemy is None else shot

    return play


def _choices(fate: str, arguments: dict[str, Any]) -> tuple[tuple[str, dict[str, Any]], ...]:
    """What the owner of an element chooses on its way: as the question says, or else as it supposes."""
    usual = {RECOIL: PUSH, FLEE: LEFT}.get(fate)
    words = [*arguments.get("order", ()), arguments.get("choice", usual)]
    return tuple(("choose", {"option": word}) for word in words if word is not None)


def _retreats(position: Position, name: str, told: dict[str, Any]) -> Playing | None:
    """The retreat of an element of a demoralised command with its rear to its own edge."""
    base = position.base(name)
    edge = next((one for one in EDGES if same_direction(base.facing, inward_of(one))), None)
    if edge is None or position.active not in (None, base.side):
        return None
    if told.get("edges", {base.side: edge})[base.side] != edge:
        return None
    mine = service(base).command
    commands = tuple(
        replace(one, notes=(*one.notes, DEMORALISED)) if one.id == mine else one for one in position.commands or ()
    )
    here = replace(position, active=base.side, commands=commands)
    told = {"edges": {base.side: edge, other(base.side): OPPOSITE[edge]}}
    return Playing(Opening("advance", 0, told=told), (("advance", {"element": name}),), _MORE, here)


def _fought(position: Position, name: str, enemy: str | None, fate: str, told: dict[str, Any]) -> Playing | None:
    """The close combat in which an element suffers a fate: one that stands, or one with an enemy supposed."""
    for one, two in _fights(position, name, enemy):
        if position.active not in (None, position.base(one).side):
            continue
        for dice in DICE:
            found = combat(position, attacker=one, defender=two, dice=dice).answer
            if found.get("outcomes", {}).get(name) == fate:
                return _combat(position, {"attacker": one, "defender": two, "dice": dice}, told)
    if enemy is not None:
        return None
    for troops in _STRIKERS:
        foe = _before(position, position.base(name), troops)
        if foe is None:
            return None
        here = with_supposed(position, foe)
        here = replace(here, active=position.active or foe.side)
        one, two = (SUPPOSED, name) if here.active == foe.side else (name, SUPPOSED)
        for dice in DICE:
            if combat(here, attacker=one, defender=two, dice=dice).answer.get("outcomes", {}).get(name) == fate:
                return _combat(here, {"attacker": one, "defender": two, "dice": dice}, told)
    return None


def _before(position: Position, base: Base, troops: str) -> Base | None:
    """An enemy with its front on that of an element; None if somebody stands there."""
    away = (-base.facing[0], -base.facing[1])
    read = read_troops(position.edition, troops, position.scale)
    return supposed(position, base, troops, Rectangle(base.front, away, read.width, read.depth))


def _pursues(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat in which the front opponent of an element suffers such a fate."""
    name = arguments["element"]
    for one, two in _fights(position, name, arguments.get("opponent")):
        if position.active not in (None, position.base(one).side):
            continue
        beaten = two if one == name else one
        for dice in DICE:
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
    "recoil": _suffers(RECOIL),
    "flee": _suffers(FLEE),
    "destroyed": _suffers(DESTROYED),
    "pursue": _pursues,
    "storm": _storm,
    "press_forward": _press,
}
