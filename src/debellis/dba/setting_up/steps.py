"""Setting up a battle, decision by decision: invader, terrain, edges, camps, deployment, exchanges."""

from __future__ import annotations

from collections import Counter
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES, other
from debellis.dba.book import Book, book, table
from debellis.dba.commands import camp_name, is_big
from debellis.dba.options import judge_options
from debellis.dba.playing.actions import (
    AllotDice,
    Deploy,
    Exchange,
    NumberEdges,
    PlaceCamp,
    PlaceTerrain,
    RollForInvader,
)
from debellis.dba.playing.notation import notation
from debellis.dba.playing.state import State, defender
from debellis.dba.setting_up.auto_camp import camp_places
from debellis.dba.setting_up.big_army import big_force, commands_at_start, count_allies
from debellis.dba.setting_up.big_steps import (
    allot_dice,
    camps_to_pitch,
    deployed_by,
    judge_commands,
    next_to_allot,
    with_strengths,
)
from debellis.dba.setting_up.deployment import judge_ground, judge_room, judge_zone
from debellis.dba.setting_up.exchange import exchange, may_exchange
from debellis.dba.setting_up.forces import force_of
from debellis.dba.setting_up.modify_step import begin_modifying
from debellis.dba.setting_up.setup import has_camp, invader, may_number_edges, may_place_camp
from debellis.dba.setting_up.terrain_choice import name_of
from debellis.dba.setting_up.terrain_setup import may_place_terrain
from debellis.mechanics.set_ups import whole_number
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.asking import ask
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import several

#: The table of an edition that has big battles.
_BIG = "big_battle"
#: After so many bounds of each side a battle ends, unless another number is agreed.
USUAL_LIMIT = 40


def start(rules: Book, setup: dict[str, Any]) -> State:
    """The first state of a battle between two armies; ValueError with one clear sentence if it is not possible."""
    known = {"red", "blue", "scale", "options", "variety", "limit"} | ({"big"} if _BIG in rules.tables.other else set())
    if unknown := sorted(set(setup) - known):
        raise ValueError(f"a set-up has no {unknown[0]!r}; it has {', '.join(sorted(known))}")
    name = setup.get("scale", "15mm")
    if not isinstance(name, str) or name not in SCALES:
        raise ValueError(f"there is no scale {name!r}; there are {', '.join(SCALES)}")
    scale = SCALES[name]
    variety = whole_number(setup, "variety", 0)
    units = rules.tables.other["units"]
    board = float(units["board_mm_large"] if scale.large else units["board_mm_small"])
    agreed = Verdict()
    judge_options(agreed, rules.options, _options(setup))
    if not agreed.legal:
        raise ValueError(agreed.faults[0])
    position = Position(rules.name, (board, board), scale=scale, options=_options(setup))
    big = setup.get("big", False)
    if not isinstance(big, bool):
        raise ValueError(f"`big` of a set-up is true or false, not {big!r:.60}")
    if big:
        width = board * float(rules.tables.other[_BIG]["board_width_factor"])
        allies = {side: count_allies(setup.get(side)) for side in SIDES}
        position = replace(position, size=(width, board), commands=commands_at_start(position, allies))
    field = big_force if big else force_of
    forces = {side: field(setup.get(side), side, position, variety + i) for i, side in enumerate(SIDES)}
    return State("invader", SIDES[0], position, forces, variety, limit=whole_number(setup, "limit", USUAL_LIMIT))


def _options(setup: dict[str, Any]) -> dict[str, Any]:
    """The options of a set-up; ValueError if they are no table."""
    found = setup.get("options", {})
    if not isinstance(found, dict):
        raise ValueError(f"`options` of a set-up is a table of options and their values, not {found!r:.60}")
    return dict(found)


def roll_for_invader(state: State, action: RollForInvader, dice: Chance) -> Happened[State]:
    """Roll for both sides until one total is higher. That side invades; the other defends and places the terrain."""
    factors = tuple(state.forces[side].aggression for side in SIDES)
    events: list[Event] = []
    while True:
        rolls = (dice.roll("red's die for invader"), dice.roll("blue's die for invader"))
        ruling = invader(state.position, rolls=rolls, aggression=(factors[0], factors[1]))
        totals = ruling.answer["totals"]
        says = f"aggression: red {rolls[0]} + {factors[0]} = {totals[0]}, blue {rolls[1]} + {factors[1]} = {totals[1]}"
        events.append(Event("invader", says, ruling.clauses))
        if ruling.answer["invader"] is not None:
            break
    side = SIDES[ruling.answer["invader"]]
    events.append(Event("invader", f"{side} invades, {other(side)} defends", ruling.clauses))
    return replace(state, phase="terrain", turn=other(side), invader=side), tuple(events)


def board(state: State, action: PlaceTerrain) -> Position:
    """The table with the defender's pieces."""
    return replace(state.position, terrain=tuple(_laid(state, piece) for piece in action.pieces))


def _laid(state: State, piece: Terrain) -> Terrain:
    """A piece on the board. A town belongs to the defender and has denizens; the nature of a river is unknown."""
    his = defender(state)
    if piece.kind == "bua":
        return replace(piece, owner=his, home=his, occupant="denizens")
    if piece.kind == "river" and "river_nature" in book(state.position).tables.other:
        return replace(piece, nature="unknown")
    return piece


def check_terrain(state: State, action: PlaceTerrain) -> Ruling:
    """Whether the defender's board is legal."""
    verdict = Verdict()
    names = [piece.id for piece in action.pieces]
    if len(set(names)) < len(names) or any(piece.kind == "camp" for piece in action.pieces):
        verdict.refuse("Every piece needs a name of its own, and camps are placed later.", "DBA22-B4.2")
        return verdict.decide("place_terrain")
    if any(len(piece.outline) < 3 and len(piece.line) < 2 for piece in action.pieces):
        verdict.refuse("Every piece needs an outline, or the line it runs along.", "DBA22-B4.2")
        return verdict.decide("place_terrain")
    return may_place_terrain(board(state, action), topography=state.forces[defender(state)].topography)


def place_terrain(state: State, action: PlaceTerrain, dice: Chance) -> Happened[State]:
    placed = Event("terrain", f"{defender(state)} places {_in_words(action)}", ("BOB-SCH-3c",))
    after, events = begin_modifying(replace(state, position=board(state, action)), dice)
    return after, (placed, *events)


def _in_words(action: PlaceTerrain) -> str:
    """The pieces of a board by name, with the number of those of one kind: "river, marsh, road (2)"."""
    counts = Counter(name_of(piece.kind) for piece in action.pieces)
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items()) or "no terrain"


def check_edges(state: State, action: NumberEdges) -> Ruling:
    """Whether the invader may number the edges like this."""
    return may_number_edges(state.position, north=action.north, east=action.east, south=action.south, west=action.west)


def number_edges(state: State, action: NumberEdges, dice: Chance) -> Happened[State]:
    roll = dice.roll("the invader's edge")
    ruling = may_number_edges(
        state.position, north=action.north, east=action.east, south=action.south, west=action.west, roll=roll
    )
    assert state.invader is not None
    edges = {state.invader: ruling.answer["invader_edge"], defender(state): ruling.answer["defender_edge"]}
    says = f"the die is {roll}: {state.invader} comes from the {edges[state.invader]}"
    after = replace(state, edges=edges, turn=defender(state))
    return _to_allotments(after), (Event("edges", says, ruling.clauses),)


def _to_allotments(state: State) -> State:
    """Go on to the next side that allots its PIP dice, as both do in a big battle, then to the camps."""
    side = next_to_allot(state)
    return _to_camps(state) if side is None else replace(state, phase="allot", turn=side)


def allot(state: State, action: AllotDice, dice: Chance) -> Happened[State]:
    """Write down which commands get the highest and the lowest PIP score."""
    after, events = allot_dice(state, action)
    return _to_allotments(after), events


def _to_camps(state: State) -> State:
    """Go on to the next side that has a camp to place, then to deployment."""
    for side in (defender(state), other(defender(state))):
        if _next_camp(state, side) is not None:
            return replace(state, phase="camps", turn=side)
    return replace(state, phase="deploy", turn=defender(state))


def _next_camp(state: State, side: str) -> str | None:
    """Whose camp a side places next: its own, or that of an allied command; None if all are placed."""
    for whose, bases in camps_to_pitch(state, side).items():
        elements = tuple(notation(base) for base in bases)
        if whose in state.camps_done:
            continue
        if has_camp(state.position, elements=elements, defender=side == defender(state)).answer:
            return whose
    return None


def check_camp(state: State, action: PlaceCamp) -> Ruling:
    """Whether the camp may stand there. A side may have none only if there is no space for one."""
    if not action.outline and not camp_places(state.position, state.turn, state.edges[state.turn], state.variety):
        return Verdict().decide("place_camp")
    if len(action.outline) < 3:
        verdict = Verdict()
        verdict.refuse("A camp has at least three corners, and only where there is no room for one has a side none.")
        return verdict.decide("place_camp")
    return may_place_camp(state.position, side=state.turn, base_edge=state.edges[state.turn], outline=action.outline)


def place_camp(state: State, action: PlaceCamp, dice: Chance) -> Happened[State]:
    whose = _next_camp(state, state.turn)
    assert whose is not None
    done_with = (*state.camps_done, whose)
    if not action.outline:
        return _to_camps(replace(state, camps_done=done_with)), (Event("camp", f"{whose} has no room for a camp"),)
    camp = Terrain(camp_name(whose), "camp", action.outline, owner=state.turn, occupant=action.occupant)
    camp = replace(camp, home=state.turn)
    position = replace(state.position, terrain=(*state.position.terrain, camp))
    done = replace(state, position=position, camps_done=done_with)
    return _to_camps(done), (Event("camp", f"{whose} pitches camp", ("BOB-SCH-5b",)),)


def check_deployment(state: State, action: Deploy) -> Ruling:
    """Whether every element may stand where it is placed.

    Each must be named once. `elements` has the faults of each.
    """
    verdict = Verdict()
    _judge_names(verdict, state, action)
    _judge_held_back(verdict, state, action)
    position = state.position
    found: dict[str, list[str]] = {}
    for base in state.forces[state.turn].elements:
        before = len(verdict.faults)
        if base.id in action.places:
            pose = action.places[base.id]
            standing = replace(base, front=pose.front, facing=pose.facing)
            judge_zone(verdict, position, state.edges[state.turn], standing)
            judge_ground(verdict, position, standing)
            judge_room(verdict, position, standing)
            position = replace(position, bases=(*position.bases, standing))
        elif base.id in action.inside:
            position = _judge_inside(verdict, state, position, base, action.inside[base.id])
        if faults := verdict.faults[before:]:
            found[base.id] = faults
    return verdict.decide("deploy", elements=found)


def _judge_names(verdict: Verdict, state: State, action: Deploy) -> None:
    if is_big(state.position):
        judge_commands(verdict, state, action)
        return
    named = [*action.places, *action.inside, *action.held_back]
    wanted = [base.id for base in state.forces[state.turn].elements]
    if sorted(named) != sorted(wanted):
        verdict.refuse(f"Every one of {', '.join(wanted)} is deployed or held back, once each.", "DBA22-B4.5")


def _judge_held_back(verdict: Verdict, state: State, action: Deploy) -> None:
    count = len(action.held_back)
    if not count:
        return
    most = int(table(state.position, "deployment")["littoral_reserve_max"])
    littoral = state.forces[state.turn].topography == "littoral"
    if not littoral or not state.position.features("waterway") or count > most:
        says = f"Only a littoral army by a waterway may hold elements back, up to {most}; {count} are."
        verdict.refuse(says, "BOB-SCH-8a", "DBA22-B9.4")


def _judge_inside(verdict: Verdict, state: State, position: Position, base: Base, place: str) -> Position:
    if not position.has_feature(place) or not position.feature(place).is_place:
        verdict.refuse(f"There is no camp or town {place!r}.", "DBA22-B9.1")
        return position
    arguments = {"side": state.turn, "base_edge": state.edges[state.turn], "troops": notation(base), "in": place}
    ruling = ask(position, "may_deploy", **arguments)
    if not ruling.answer["legal"]:
        for reason in ruling.because:
            verdict.refuse(reason.says, reason.clause)
    return replace(position, bases=(*position.bases, replace(base, inside=place)))


def deploy(state: State, action: Deploy, dice: Chance) -> Happened[State]:
    side = state.turn
    placed = []
    for base in state.forces[side].elements:
        if base.id in action.places:
            pose = action.places[base.id]
            placed.append(replace(base, front=pose.front, facing=pose.facing))
        elif base.id in action.inside:
            placed.append(replace(base, inside=action.inside[base.id]))
    held = tuple(base for base in state.forces[side].elements if base.id in action.held_back)
    position = replace(state.position, bases=(*state.position.bases, *placed))
    position = with_strengths(position, (*placed, *held))
    kept = (*state.held_back.get(side, ()), *held)
    after = replace(state, position=position, held_back={**state.held_back, side: kept})
    says = f"{side} deploys {several(len(placed), 'element')}" + (f" and holds back {len(held)}" if held else "")
    told = Event("deploy", says, ("BOB-SCH-8a",) if held else ())
    if is_big(position):
        return deployed_by(after, state), (replace(told, clauses=(*told.clauses, "DBA22-B33.7")),)
    after = replace(after, deployed=(*state.deployed, side))
    next_up = replace(after, turn=other(side)) if len(after.deployed) < len(SIDES) else replace(after, phase="exchange")
    if next_up.phase == "exchange":
        next_up = replace(next_up, turn=defender(state))
    return next_up, (told,)


def check_exchange(state: State, action: Exchange) -> Ruling:
    """Whether the defender may make these exchanges."""
    verdict = Verdict()
    held = tuple(base.id for base in state.held_back.get(state.turn, ()))
    for name in (name for pair in action.pairs for name in pair):
        if name in held:
            verdict.refuse(f"{name} is held back for a landing and cannot be exchanged.", "BOB-SCH-7d", "DBA22-B9.3")
        elif not state.position.has_base(name) or state.position.base(name).side != state.turn:
            verdict.refuse(f"{name} is not an element of {state.turn} on the table.", "BOB-SCH-7a")
    if not verdict.legal:
        return verdict.decide("exchange")
    return may_exchange(state.position, pairs=action.pairs, base_edge=state.edges.get(state.turn))


def make_exchange(state: State, action: Exchange, dice: Chance) -> Happened[State]:
    position = state.position
    for one, two in action.pairs:
        position, _ = exchange(Verdict(), position, one, two)
    assert state.invader is not None
    told = ", ".join(f"{one} with {two}" for one, two in action.pairs)
    says = f"{state.turn} exchanges {told}" if told else f"{state.turn} exchanges no elements"
    after = replace(state, position=position, phase="pips", turn=state.invader)
    exchanged = Event("exchange", says, ("BOB-SCH-7a",) if told else ())
    first = f"{state.invader}, the invader, has the first turn"
    return after, (exchanged, Event("turn", first, ("BOB-SEQ-1a", "BOB-GLO-9", "DBA22-B4.6")))
