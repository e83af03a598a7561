"""The first state of a battle: two armies in commands, and an empty table."""

from __future__ import annotations

from typing import Any

from debellis.battle.sides import SIDES
from debellis.dbm.armies.baggage import baggage_for
from debellis.dbm.armies.elements import BAGGAGE, Element
from debellis.dbm.armies.equivalents import equivalents_of
from debellis.dbm.armies.lists import ArmyList, armies, ready_commands
from debellis.dbm.measures import measures
from debellis.dbm.playing.state import Force, State
from debellis.dbm.troops import CINC, read_troops, service, troop
from debellis.mechanics.tables import load, ruleset_of
from debellis.table.bases import Base, Service
from debellis.table.position import Command, Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

_KNOWN = ("red", "blue", "scale", "variety", "limit", "options")
_LIMIT = 30
NEVER_MOVED = "never_moved"


def begin(edition: str, setup: dict[str, Any]) -> State:
    """The first state of a battle between two armies; ValueError with one clear sentence if it cannot be."""
    if unknown := sorted(set(setup) - set(_KNOWN)):
        raise ValueError(f"a set-up has no {unknown[0]!r}; it has {', '.join(sorted(_KNOWN))}")
    if setup.get("options"):
        raise ValueError(f"{edition} has no options to agree on")
    scales = {scale.name: scale for scale in measures(edition)}
    name = setup.get("scale", next(iter(scales)))
    if name not in scales:
        raise ValueError(f"there is no scale {name!r}; there are {', '.join(scales)}")
    width, depth = load(edition)["scale"][name]["table_mm"]
    position = Position(edition, (float(width), float(depth)), scale=scales[name], commands=())
    forces = {side: _force(setup.get(side), side, position) for side in SIDES}
    commands = tuple(one for side in SIDES for one in _commands(position, forces[side], side))
    return State(
        "invader",
        SIDES[0],
        replace(position, commands=commands),
        forces,
        int(setup.get("variety", 0)),
        limit=int(setup.get("limit", _LIMIT)),
    )


def _force(chosen: Any, side: str, position: Position) -> Force:
    name = chosen.get("army") if isinstance(chosen, dict) else chosen
    lists = armies(position.edition)
    if not isinstance(name, str):
        raise ValueError(f"{side} needs an army, like {next(iter(lists))!r}")
    found = lists.get(name) or next((one for one in lists.values() if name in (one.list, one.name)), None)
    if found is None:
        raise ValueError(f"there is no army {name!r}; there are {', '.join(lists)}")
    return Force(
        found.id,
        found.name,
        found.aggression or 0,
        _elements(position, found, side),
        found.terrain,
        found.compulsory_terrain,
    )


def _elements(position: Position, army: ArmyList, side: str) -> tuple[Base, ...]:
    """The ready roster of a list, command by command, and the baggage in the commander-in-chief's."""
    bases: list[Base] = []
    letter = side[0].upper()
    for roster, elements in zip(army.command, ready_commands(position.edition, army), strict=True):
        for element in elements:
            command = f"{letter}{roster.name}"
            bases.append(_base(position, f"{letter}{len(bases) + 1}", side, element.notation, command))
    chief = next(service(base).command for base in bases if service(base).rank == CINC)
    points = army.roster_ap.get(ruleset_of(position.edition), 0.0)
    for _ in range(baggage_for(position, points)):
        bases.append(_base(position, f"{letter}{len(bases) + 1}", side, f"Irr {BAGGAGE} (immobile)", chief))
    return tuple(bases)


def _base(position: Position, name: str, side: str, notation: str, command: str) -> Base:
    read = read_troops(position.edition, notation, position.scale)
    return Base(
        name,
        side,
        read.code,
        read.kind,
        read.width,
        read.depth,
        general=read.general,
        dismounts=read.dismounts,
        service=Service(command, read.rank, (NEVER_MOVED,) if read.rank is not None else ()),
    )


def _commands(position: Position, force: Force, side: str) -> list[Command]:
    """The commands of an army with their strength; baggage counts for none."""
    found: dict[str, float] = {}
    for base in force.elements:
        if troop(base).type != BAGGAGE:
            name = service(base).command
            found[name] = found.get(name, 0.0) + equivalents_of(position, (Element(troop(base)),), Finding())
    return [Command(name, side, (), strength) for name, strength in found.items()]
