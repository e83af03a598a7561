"""The first state of a battle: two armies in commands, and an empty table."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, ValidationError

from debellis.battle.army_building import ChosenArmy
from debellis.battle.sides import SIDES
from debellis.dbm.armies.chosen import JudgedArmy, agreed_points, judge_chosen, list_named, ready_army
from debellis.dbm.armies.elements import BAGGAGE, Element
from debellis.dbm.armies.equivalents import equivalents_of
from debellis.dbm.armies.lists import Line, armies, lines_of
from debellis.dbm.armies.points import Terms, bought_as
from debellis.dbm.measures import measures
from debellis.dbm.playing.changes import NEVER_MOVED
from debellis.dbm.playing.state import Force, State
from debellis.dbm.troops import CINC, Troop, read_troops, service, troop
from debellis.mechanics.set_ups import whole_number
from debellis.mechanics.tables import load
from debellis.table.bases import Base, Service
from debellis.table.position import Command, Position
from debellis.table.value import replace
from debellis.table.writing import convert
from debellis.umpire.editions import description
from debellis.umpire.ruling import Finding

_KNOWN = ("red", "blue", "points", "scale", "variety", "limit", "options")
USUAL_LIMIT = 30


def begin(edition: str, setup: dict[str, Any]) -> State:
    """The first state of a battle between two armies; ValueError with one clear sentence if it cannot be."""
    if unknown := sorted(set(setup) - set(_KNOWN)):
        raise ValueError(f"a set-up has no {unknown[0]!r}; it has {', '.join(sorted(_KNOWN))}")
    options = _options(edition, setup.get("options") or {})
    scales = {scale.name: scale for scale in measures(edition)}
    name = setup.get("scale", next(iter(scales)))
    if not isinstance(name, str) or name not in scales:
        raise ValueError(f"there is no scale {name!r}; there are {', '.join(scales)}")
    width, depth = load(edition)["scale"][name]["table_mm"]
    position = Position(edition, (float(width), float(depth)), scale=scales[name], options=options, commands=())
    points = agreed_points(position, _points(setup))
    forces = {side: _force(setup.get(side), side, position, points) for side in SIDES}
    commands = tuple(one for side in SIDES for one in _commands(position, forces[side], side))
    return State(
        "invader",
        SIDES[0],
        replace(position, commands=commands),
        forces,
        whole_number(setup, "variety", 0),
        limit=whole_number(setup, "limit", USUAL_LIMIT),
    )


def _options(edition: str, agreed: Any) -> dict[str, Any]:
    """The switches that the players agreed on."""
    known = description(edition).options
    if not isinstance(agreed, dict):
        raise ValueError(f"`options` must be a table, not {agreed!r}")
    for name, value in agreed.items():
        if name not in known:
            raise ValueError(f"there is no option {name!r}; there are {', '.join(known)}")
        if not any(value == choice and type(value) is type(choice) for choice in known[name]):
            raise ValueError(f"the option {name!r} is one of {', '.join(map(str, known[name]))}, not {value}")
    return agreed


def _points(setup: dict[str, Any]) -> float | None:
    """The points that the players agreed on; None if the set-up does not say."""
    found = setup.get("points")
    if found is not None and (isinstance(found, bool) or not isinstance(found, int | float)):
        raise ValueError(f"`points` must be a number, not {found!r}")
    return found


def _force(written: Any, side: str, position: Position, points: float) -> Force:
    """The army of a side: the one it chose by commands, or the ready roster of the list that it names."""
    judged = judge_chosen(position, _chosen(written, side, position, points))
    if judged.faults:
        raise ValueError(f"{side} cannot field this army: {' '.join(fault.says for fault in judged.faults)}")
    listed = judged.listed
    foreign = tuple(f"{side[0].upper()}{one.name}" for one in judged.commands if one.foreign)
    return Force(
        listed.id,
        listed.name,
        listed.aggression or 0,
        _elements(position, judged, side),
        listed.terrain,
        listed.compulsory_terrain,
        foreign=foreign or UNSET,
        works=judged.works or UNSET,
    )


def _chosen(written: Any, side: str, position: Position, points: float) -> ChosenArmy:
    """The army as the set-up gives it. ValueError says what is wrong with the way it is written."""
    if isinstance(written, str):
        written = {"army": written}
    if not isinstance(written, dict) or not isinstance(written.get("army"), str):
        raise ValueError(f"{side} needs an army, like {next(iter(armies(position.edition)))!r}")
    if "elements" in written:
        raise ValueError(
            f"{side}'s army has `elements`, but an army of {position.edition} is given by its commands: "
            "write commands, each with a name and its elements"
        )
    if "commands" not in written:
        if extra := sorted(set(written) - {"army"}):
            raise ValueError(f"{side}'s army has {extra[0]!r} but no commands; its commands are needed too")
        ready = ready_army(list_named(position.edition, written["army"]))
        return replace(ready, points=points)
    try:
        return convert({**written, "points": points}, ChosenArmy)
    except ValidationError as error:
        raise ValueError(f"{side}'s army is not written as it should be: {error}") from None


def _elements(position: Position, judged: JudgedArmy, side: str) -> tuple[Base, ...]:
    """An army, command by command, and the baggage in the commander-in-chief's."""
    bases: list[Base] = []
    letter = side[0].upper()
    for one in judged.commands:
        lines = lines_of(position.edition, one.listed)
        for element in one.elements:
            notation = _plays_as(position, element, lines)
            bases.append(_base(position, f"{letter}{len(bases) + 1}", side, notation, f"{letter}{one.name}"))
    chief = next(service(base).command for base in bases if service(base).rank == CINC)
    for _ in range(judged.baggage):
        bases.append(_base(position, f"{letter}{len(bases) + 1}", side, f"Irr {BAGGAGE} (immobile)", chief))
    return tuple(bases)


def _plays_as(position: Position, element: Element, lines: dict[str, Line]) -> str:
    """The notation of an element as it plays: the list may change the grades of a double base."""
    halves, _ = bought_as(position, element, Terms(lines), Finding())
    if len(halves) == 1:
        return element.notation
    front, rear = halves
    what = Troop(front.drill, front.type, front.grade, front.chariot, front.on_mounts, front.weapon, rear)
    return Element(what, element.rank, element.foot).notation


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
