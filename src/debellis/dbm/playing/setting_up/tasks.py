"""What the side that decides must know of its step before the battle, for people who set up by hand."""

from __future__ import annotations

from collections.abc import Callable

from debellis.battle.set_up_tasks import CommandToOrder, SetUpTask, TroopsToPlace
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.measures import base_width
from debellis.dbm.playing.hidden import lurking
from debellis.dbm.playing.set_up_forms import SHORT_EDGES
from debellis.dbm.playing.setting_up.baggage_step import baggage_of
from debellis.dbm.playing.setting_up.deploy_step import waiting
from debellis.dbm.playing.setting_up.drawing_up import fighters, is_afloat, pose_from
from debellis.dbm.playing.setting_up.order_step import WORDS
from debellis.dbm.playing.setting_up.terrain_tasks import choosing_terrain, placing_terrain
from debellis.dbm.playing.state import Force, State
from debellis.dbm.setting_up.zones import depth_of_zone
from debellis.dbm.troops import ALLY, CINC, service, troop
from debellis.geometry.plane import Point
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import length_of


def task(state: State) -> SetUpTask | None:
    """The task of the side that decides in a step before the battle."""
    make = _TASKS.get(state.phase)
    return None if make is None else make(state)


def _invader(state: State) -> SetUpTask:
    armies = ", ".join(f"{side}'s is {force.aggression}" for side, force in state.forces.items())
    says = f"Each side throws a die and adds the aggression of its list: {armies}. The higher total invades."
    return SetUpTask("roll_for_invader", says, "Throw for invader")


def _season(state: State) -> SetUpTask:
    says = "The invader chooses the season. A die then says when the battle begins, and so when it is dark."
    return SetUpTask("choose_season", says, "Choose this season")


def _weather(state: State) -> SetUpTask:
    says = "Two dice say what the weather is like in the defender's country at this season."
    return SetUpTask("roll_weather", says, "Throw for the weather")


def _works(state: State) -> SetUpTask:
    side, position = state.turn, state.position
    bought = state.forces[side].works or {}
    thin = float(table(position, "works")["thin_bw"]) * base_width(position)
    kinds = [kind for kind, count in bought.items() for _ in range(count)]
    says = "Lay the works you bought in your zone, each section against the next. What you leave out is lost."
    return SetUpTask(
        "lay_works",
        says,
        "Lay these works",
        edge=state.edges[side],
        zone=_zone(state),
        works=tuple(
            Base(f"{side}_works{i}", side, kind, kind, base_width(position), thin) for i, kind in enumerate(kinds, 1)
        ),
        towns=tuple(piece.id for piece in position.features("bua")),
    )


def _orders(state: State) -> SetUpTask:
    says = (
        "Only you see these orders. Say how your commands stand to one another from left to right; you may hide troops "
        "in ambush and send a command round a flank."
    )
    edge = state.edges[state.turn]
    return SetUpTask(
        "write_orders",
        says,
        "Seal these orders",
        edge=edge,
        zone=_whole_table(state),
        commands=commands_to_order(state),
        relations=WORDS,
        edges=SHORT_EDGES,
    )


def commands_to_order(state: State) -> tuple[CommandToOrder, ...]:
    """The commands of the side, each with those of it that could hide."""
    force = state.forces[state.turn]
    found: dict[str, list[Base]] = {}
    for base in force.elements:
        if troop(base).type != BAGGAGE:
            found.setdefault(service(base).command, []).append(base)
    return tuple(
        CommandToOrder(
            name,
            titled(force, name),
            len(found) > 1 and not any(service(base).rank == CINC for base in bases),
            tuple(base.id for base in bases if not is_afloat(state.position, base)),
        )
        for name, bases in found.items()
    )


def titled(force: Force, name: str) -> str:
    """A command in words: who leads it and how many elements it has."""
    bases = [base for base in force.elements if service(base).command == name and troop(base).type != BAGGAGE]
    leader = next((base for base in bases if service(base).rank is not None), None)
    led = "" if leader is None else f", {_RANKS.get(service(leader).rank or '', 'general')} {leader.id}"
    return f"{name}: {len(bases)} elements{led}"


_RANKS = {CINC: "commander-in-chief", ALLY: "ally-general"}


def _deploy(state: State) -> SetUpTask:
    side = state.turn
    found = fighters(state, side)
    force = state.forces[side]
    says = "The sides deploy whole commands in turn, the defender's largest first. Each command stands by itself."
    return SetUpTask(
        "deploy",
        says,
        "Deploy this command",
        edge=state.edges[side],
        zone=_zone(state),
        troops=tuple(
            TroopsToPlace(
                name,
                titled(force, name),
                tuple(base.id for base in found[name]),
                tuple(base.id for base in found[name] if is_afloat(state.position, base)),
            )
            for name in waiting(state, side)
        ),
        unseen=lurking(state, side),
    )


def _baggage(state: State) -> SetUpTask:
    side = state.turn
    names = tuple(base.id for base in baggage_of(state, side))
    leaders = [base for base in state.position.friends(side) if service(base).rank not in (None, ALLY)]
    leaders.sort(key=lambda base: (service(base).rank != CINC, base.id))
    says = "All your baggage goes to one command that is not an ally's, anywhere in your zone."
    return SetUpTask(
        "place_baggage",
        says,
        "Place the baggage",
        edge=state.edges[side],
        zone=_zone(state),
        troops=(TroopsToPlace("baggage", f"Baggage: {len(names)} elements", names),),
        owners=tuple(service(base).command for base in leaders),
        unseen=lurking(state, side),
    )


def _zone(state: State) -> tuple[Point, ...]:
    """Where most troops of the side may stand; light troops may also stand nearer to the short edges."""
    position, edge = state.position, state.edges[state.turn]
    aside = position.scale.mm_per_100_paces * table(position, "deploy")["side_margin"] / 100.0
    long, deep = length_of(edge, position.size), depth_of_zone(position, edge)
    corners = ((aside, 0.0), (long - aside, 0.0), (long - aside, deep), (aside, deep))
    return tuple(pose_from(position, edge, along, out).front for along, out in corners)


def _whole_table(state: State) -> tuple[Point, ...]:
    width, depth = state.position.size
    return ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))


_TASKS: dict[str, Callable[[State], SetUpTask]] = {
    "invader": _invader,
    "season": _season,
    "option": choosing_terrain,
    "place_option": placing_terrain,
    "features": choosing_terrain,
    "place_features": placing_terrain,
    "late": choosing_terrain,
    "place_late": placing_terrain,
    "weather": _weather,
    "works": _works,
    "orders": _orders,
    "deploy": _deploy,
    "baggage": _baggage,
}
