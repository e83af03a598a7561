"""Questions about works, orders, deployment and arrivals turned into the step that decides them."""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import SIDES, other
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.measures import base_width
from debellis.dbm.playing import plays_of_terrain
from debellis.dbm.playing.plays_of_moves import ENOUGH, Plays
from debellis.dbm.setting_up.deployment import FLANK_MARCH, commands_of
from debellis.dbm.setting_up.sections import SECTIONS, Section
from debellis.dbm.setting_up.zones import depth_of_zone
from debellis.dbm.troops import noted, read_troops, service, troop
from debellis.geometry.plane import COINCIDE, bearing, distance
from debellis.mechanics.tables import table
from debellis.table.bases import Base, Service
from debellis.table.board import OPPOSITE, farthest_inward
from debellis.table.position import Command, Position
from debellis.table.value import replace

AMBUSH = "ambush"
_BASE_EDGES = {"red": "south", "blue": "north"}
_CHIEF = "Irr Cv (O) C-in-C"


def _edges(side: str, edge: str) -> dict[str, str]:
    return {side: edge, other(side): OPPOSITE[edge]}


def raised(position: Position, name: str, side: str, troops: str, command: str) -> Base:
    """An element that is not on the table yet. ValueError if the troops are not well written."""
    read = read_troops(position.edition, troops, position.scale)
    serving = Service(command, read.rank)
    return Base(name, side, read.code, read.kind, read.width, read.depth, dismounts=read.dismounts, service=serving)


def with_commands(position: Position, side: str, *names: str) -> Position:
    """The position with further commands of a side."""
    known = position.commands or ()
    new = tuple(Command(name, side) for name in names if all(one.id != name for one in known))
    return replace(position, commands=(*known, *new))


def _works(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The works of the side in whose zone they lie, bought as they are laid."""
    sections: tuple[Section, ...] = SECTIONS.check(arguments["sections"], position)
    if any(section.is_corner for section in sections):
        return None
    side = next((one for one in SIDES if all(_is_at_home(position, section, one) for section in sections)), None)
    if side is None or len({section.name for section in sections}) < len(sections):
        return None
    kind = next(iter(table(position, "works")["kinds"]))
    count = sum(round(distance(*section.inside) / base_width(position)) for section in sections)
    laid = [
        {"id": section.name, "kind": kind, "inside": list(section.inside), "outside": list(section.outside)}
        for section in sections
    ]
    action: dict[str, Any] = {"sections": laid}
    if "bua" in arguments:
        action["bua"] = arguments["bua"]
    opening = Opening("works", told={"works": {side: {kind: count}}})
    return Playing(opening, (("lay_works", action),), position=replace(position, active=side))


def _is_at_home(position: Position, section: Section, side: str) -> bool:
    edge = _BASE_EDGES[side]
    return farthest_inward(section.ground, edge, position.size) <= depth_of_zone(position, edge) + COINCIDE


def _order(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Orders for commands of one element each."""
    if set(arguments) - {"commands", "relations"}:
        return None
    names = tuple(arguments["commands"])
    waiting = tuple(raised(position, f"one of {name}", "red", "Irr Bd (O)", name) for name in names)
    here = with_commands(replace(position, active="red", bases=()), "red", *names)
    action = {"relations": [list(one) for one in arguments.get("relations", ())]}
    return Playing(Opening("orders", waiting=waiting), (("write_orders", action),), position=here)


def _ambush(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Orders that hide an element where it stands; the record of a battle is never incomplete."""
    base = position.base(arguments["element"])
    place = {"front": list(base.front), "facing": bearing(base.facing)}
    record = arguments.get("record")
    if record is not None and any(record.get(key) != value for key, value in place.items()):
        return None
    if record is not None and record.get("command") != service(base).command:
        return None
    hidden = tuple(one for one in position.bases if one.side == base.side and (one is base or noted(one, AMBUSH)))
    ambushes = {one.id: {"front": list(one.front), "facing": bearing(one.facing)} for one in hidden if one is base}
    waiting = (replace(base, service=Service(service(base).command, service(base).rank)),)
    here = replace(position.without(*(one.id for one in position.bases if one.side == base.side)), active=base.side)
    told = {"edges": _edges(base.side, arguments["base_edge"])}
    action = {"ambushes": ambushes}
    return Playing(Opening("orders", waiting=waiting, told=told), (("write_orders", action),), position=here)


def _flank_march(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Orders for a command to march round a flank."""
    bases: list[Base] = []
    for troops, count in arguments["command"].items():
        for _ in range(count):
            bases.append(raised(position, f"F{len(bases)}", "red", troops, "F"))
    if not any(troop(base).type != BAGGAGE for base in bases):
        return None
    here = with_commands(replace(position, active="red", bases=()), "red", "F")
    action = {"flank_marches": {"F": "west"}}
    return Playing(Opening("orders", waiting=tuple(bases)), (("write_orders", action),), position=here)


def _deploy(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The last command of a side put down as it stands, or the first one if its order is asked."""
    side = arguments["side"]
    if "declared" in arguments:
        return None
    own = {
        name: [base for base in members if troop(base).type != BAGGAGE]
        for name, members in commands_of(position, side).items()
    }
    own = {name: members for name, members in own.items() if members}
    order = tuple(arguments.get("order", ()))
    if not own or (order and order[0] not in own):
        return None
    name = order[0] if order else list(own)[-1]
    waiting = tuple(base for members in own.values() for base in members) if order else tuple(own[name])
    here = replace(position.without(*(base.id for base in waiting)), active=side)
    ends = [{"id": base.id, "front": list(base.front), "facing": bearing(base.facing)} for base in own[name]]
    hidden = {base.id for base in waiting if noted(base, AMBUSH)}
    if hidden or any(FLANK_MARCH in one.notes for one in position.commands or ()):
        return None
    opening = Opening("deploy", waiting=waiting, told={"edges": _edges(side, arguments["base_edge"])})
    return Playing(opening, (("deploy", {"command": name, "ends": ends}),), position=here)


def _arrive(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A group that comes on over an edge, of a command that may."""
    side = position.active or "red"
    waiting, ends = [], []
    for i, end in enumerate(arguments["ends"]):
        waiting.append(raised(position, f"N{i}", side, end["troops"], "N"))
        ends.append({"id": f"N{i}", "front": end["front"], "facing": end["facing"]})
    told: dict[str, Any] = {"coming": {"N": arguments["edge"]}}
    if "entered" in arguments:
        told["entered"] = {"N": arguments["entered"]}
    places = {end["id"]: {"front": end["front"], "facing": end["facing"]} for end in ends}
    here = with_commands(replace(position, active=side), side, "N")
    opening = Opening("moves", arguments.get("pips", ENOUGH), tuple(waiting), told)
    return Playing(opening, (("arrive", {"places": places}),), (6,) * 6, here)


def _end(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The end of a bound in which the commands stand as told."""
    waiting: list[Base] = []
    commands: list[Command] = []
    for i, one in enumerate(arguments.get("commands", ())):
        if set(one) - {"id", "side", "general", "strength", "gone", "demoralised"} or not {"id", "side"} <= set(one):
            return None
        notes = ("demoralised",) if one.get("demoralised") else ()
        commands.append(Command(one["id"], one["side"], notes, one.get("strength", 0.0), one.get("gone", 0.0)))
        rank = one.get("general")
        waiting.append(raised(position, f"general {i}", one["side"], f"Irr Cv (O) {rank or ''}".strip(), one["id"]))
    if not commands:
        return None
    told = {"baggage": arguments["baggage"]} if "baggage" in arguments else {}
    here = replace(position, bases=(), commands=tuple(commands), active="red")
    return Playing(Opening("moves", 0, tuple(waiting), told), (("end_moves", {}),), position=here)


PLAYED: dict[str, Plays] = plays_of_terrain.PLAYED | {
    "may_fortify": _works,
    "may_order": _order,
    "may_ambush": _ambush,
    "may_flank_march": _flank_march,
    "may_deploy": _deploy,
    "may_arrive": _arrive,
    "victory": _end,
}
