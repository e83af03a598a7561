"""What the side that decides must know of its step before the first turn, for people who set up by hand."""

from __future__ import annotations

from collections.abc import Callable

from debellis.battle.set_up_tasks import (
    AmbushToNote,
    GeneralToPlace,
    MarchToNote,
    MarkerGrid,
    PieceToPlace,
    SetUpTask,
    TroopsToPlace,
)
from debellis.battle.sides import SIDES
from debellis.geometry.plane import Point
from debellis.mechanics.tables import table
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER
from debellis.meg.playing.laying_out import new_name
from debellis.meg.playing.setting_up import (
    camp_steps,
    deploy_steps,
    flank_steps,
    general_steps,
    item_steps,
    note_steps,
    pbs_steps,
)
from debellis.meg.playing.setting_up.ground_places import field_natures
from debellis.meg.playing.setting_up.progress import before
from debellis.meg.playing.starting import PREPARE
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.usual_places import AHEAD, camp_of_side
from debellis.meg.setting_up.hidden_generals import BLUFF, CARDS
from debellis.meg.setting_up.items import COMPULSORY, SECURE, density_row, octagon, offered
from debellis.meg.setting_up.lists import drawn_up
from debellis.meg.setting_up.placing import CENTRE, FIELD, LEFT, SECTORS
from debellis.meg.setting_up.sizes import game_size, secure_hand
from debellis.meg.troops import CAMP, DISMOUNTABLE, INFANTRY, SUG, base_size, is_flexible
from debellis.meg.units import bw, files_of, moment, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import replace

_ROLES = {ARMY_COMMANDER: "army commander", "sub": "sub-general", ALLY: "ally general"}


def task(state: State) -> SetUpTask | None:
    """The task of the side that decides in a step before the first turn."""
    make = _TASKS.get(state.phase)
    return None if make is None else make(state)


def _prepare(state: State) -> SetUpTask:
    says = "The army commanders roll, the ground is laid out and both armies deploy, all by the defaults of the rules."
    return SetUpTask("prepare", says, "Prepare the battle")


def _roll(state: State) -> SetUpTask:
    says = "Both army commanders roll the die of their rank. The winner chooses to invade or to defend."
    return SetUpTask("roll_for_invader", says, "Roll the dice")


def _part(state: State) -> SetUpTask:
    says = "You won the roll. The defender's country is fought over; the invader has the first turn."
    if before(state).may_intercept:
        says += " You won with a skull: as invader you may make a strategic intercept and set the marker first."
    return SetUpTask("take_part", says, "Take this part")


def _card(state: State) -> SetUpTask:
    now = before(state)
    what = "The higher card chooses the territory." if now.round == 1 else "The higher card may move the marker."
    rounds = table(state.position, "pbs")["rounds"]
    says = f"Round {now.round} of {rounds}. Lay a card face down; both are then shown. {what}"
    return SetUpTask("play_card", says, "Lay this card", grid=None if now.round == 1 else _grid(state, 0))


def _territory(state: State) -> SetUpTask:
    return SetUpTask("choose_territory", "Choose a territory from the defender's list.", "Choose this territory")


def _marker(state: State) -> SetUpTask:
    now = before(state)
    column, row = now.cell
    steps = f"{now.steps} step{'' if now.steps == 1 else 's'}"
    says = f"The marker stands on {column.lower()} ground, secure flank: {row}. You may move it {steps}, or leave it."
    return SetUpTask("set_marker", says, "Put the marker here", grid=_grid(state, now.steps))


def _grid(state: State, steps: int) -> MarkerGrid:
    """The grid that sets the kind of ground, with what its columns and rows mean (MEG-B9.4, MEG-B9.6, MEG-B9.13)."""
    position = state.position
    grid = table(position, "pbs")["grid"]
    notes = {item_steps.NONE: "no secure flank"}
    notes |= {flank_steps.TERRAIN_ROW: "terrain secures a flank", flank_steps.WATER_ROW: "water secures a flank"}
    for column in grid["columns"]:
        row = density_row(position, column)
        rough, hard = row["compulsory_rough_or_open"], row["compulsory_difficult"]
        each = row["optional_per_player"]
        notes[column] = f"{rough} rough or open and {hard} difficult items of terrain, up to {each} more by each side"
    return MarkerGrid(tuple(grid["columns"]), tuple(grid["rows"]), before(state).cell, steps, notes)


def _flank(state: State) -> SetUpTask:
    water = before(state).cell[1] == flank_steps.WATER_ROW
    kind = "Deep water, 2 to 6 BW wide," if water else "Terrain"
    return SetUpTask("secure_flank", f"{kind} secures one of your flanks. Say which.", "Secure this flank")


def _secure(state: State) -> SetUpTask:
    kinds = offered(state.position, SECURE)
    flank = moment(state.position).secure_flank
    says = f"Place one item that secures the {flank} flank, wholly in that sector and in your half of the table."
    side = decider(state)
    area = _sector(state.position, side, secure_hand(state.position, side), 0.5)
    where = "in the sector of the secure flank"
    pieces = tuple(_piece(state.position, kind, where, SECURE, area) for kind in kinds)
    return SetUpTask("place_terrain", says, "Place this item", pieces=pieces, one_piece=True)


def _choose(state: State) -> SetUpTask:
    now = before(state)
    if now.sort == COMPULSORY:
        left = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in now.left.items())
        says = f"Choose a compulsory item. Still to be chosen: {left}."
    else:
        says = "Choose an optional item, or none if you want no more."
    return SetUpTask("choose_item", says, "Choose this")


def _next(state: State) -> SetUpTask:
    return SetUpTask("take_item", "Say which of your items you place next. Its die is then rolled.", "Place this next")


def _place(state: State) -> SetUpTask:
    now = before(state)
    assert now.item is not None
    area: tuple[Point, ...] = ()
    if now.item.kind == FIELD:
        where = "against a village or town"
    else:
        die = now.die or 0
        area = _sector(state.position, decider(state), SECTORS[die], 1.0)
        where = f"in your {SECTORS[die]} sector (die {die}){', touching a table edge' if die % 2 else ''}"
    piece = _piece(state.position, now.item.kind, where, now.item.sort, area)
    says = f"Place the item {where}, at least 2 BW from other terrain. Your opponent may adjust it."
    natures = tuple(field_natures(state.position, decider(state))) if now.item.kind == FIELD else ()
    if len(natures) > 1:
        piece = replace(piece, natures=natures)
        says += f" Its boundary is {' or '.join([item_steps.BOUNDED[one] for one in natures])}, as you choose."
    return SetUpTask("place_terrain", says, "Place this item", pieces=(piece,))


def _sector(position: Position, side: str, hand: str, share: float) -> tuple[Point, ...]:
    """The left, centre or right sector of a side, or the share of it that is next to its own edge."""
    width, depth = position.size
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    left = (hand == LEFT) == (side == SIDES[0])
    west, east = (reach, width - reach) if hand == CENTRE else (0.0, reach) if left else (width - reach, width)
    south, north = (0.0, depth * share) if side == SIDES[0] else (depth - depth * share, depth)
    return ((west, south), (east, south), (east, north), (west, north))


def _piece(position: Position, kind: str, where: str, sort: str, area: tuple[Point, ...]) -> PieceToPlace:
    least, most = game_size(position)["optional_bw" if sort == "optional" else "compulsory_bw"]
    says = f"{where[:1].upper()}{where[1:]}; it holds a square of {least} BW and fits in one of {most} BW"
    across = (bw(position, float(least)) * 1.42, bw(position, float(most)))
    ready = octagon(position, (0.0, 0.0), sort)
    return PieceToPlace(new_name(position, kind), kind, says, area, across, ready=ready)


def _adjust(state: State) -> SetUpTask:
    now = before(state)
    far = game_size(state.position)["adjustment_move_bw"]
    may = {4: f"move it up to {far} BW", 5: f"move it up to {far} BW or pivot it", 6: "move, pivot or remove it"}
    says = f"You rolled {now.adjusting}: you may {may.get(now.adjusting, 'leave it')}."
    return SetUpTask("adjust_terrain", says, "Do this")


def _camp(state: State) -> SetUpTask:
    side = decider(state)
    camp = camp_of_side(state, side)
    bases = camp_steps.elements_of(state, side)
    names = tuple(base.id for base in bases)
    says = "Place your camp on your own edge, in one or two rows, outside the side zones, on good or rough going."
    return SetUpTask(
        "place_camp",
        says,
        "Pitch the camp here",
        edge=_edge(state),
        zone=(zone := _zone(state.position, side, 2.0 * bases[0].depth)),
        troops=(TroopsToPlace(camp.id, f"Camp: {len(names)} elements", names, files=len(names), zone=zone),),
        bases=bases,
    )


def _notes(state: State) -> SetUpTask:
    side = decider(state)
    marches = tuple(
        MarchToNote(
            one.id,
            _titled(one),
            CARDS,
            tuple(note_steps.who_may_march(state, side, one)),
            one.role == ALLY,
        )
        for one in note_steps.laying(state, side)
    )
    own = {unit.id: unit for unit in state.forces[side].units.value}
    ambushes = tuple(
        AmbushToNote(name, _described(own[name]), tuple(pieces))
        for name, pieces in note_steps.hiding_places(state, side).items()
    )
    says = (
        "Only you see these notes. Lay a card under each sub-general and ally: a flank he marches round, or a bluff. "
        "Unit groups may lie in ambush in terrain that hides them."
    )
    return SetUpTask("write_notes", says, "Seal these notes", marches=marches, ambushes=ambushes)


def _deploy(state: State) -> SetUpTask:
    side, now = decider(state), before(state)
    units = deploy_steps.to_deploy(state, side)
    drawn = {unit.id: _drawn(state, unit) for unit in units}
    if now.share:
        says = f"You are outscouted: you place {_counted(now.share, 'unit group')} before the other side goes on."
    else:
        says = f"You place {_counted(min(now.more, len(units)), 'unit group')}, then the other side goes on."
    return SetUpTask(
        "deploy",
        says,
        "Deploy this unit group",
        edge=_edge(state),
        zone=_unit_zone(state.position, side, False),
        troops=tuple(_body(state, unit, drawn[unit.id]) for unit in units),
        bases=tuple(base for bases in drawn.values() for base in bases),
    )


def _body(state: State, unit: Unit, bases: tuple[Base, ...]) -> TroopsToPlace:
    """A unit group as it is placed: its shape at first, its zone, and the forms it may take."""
    position = state.position
    flexible = is_flexible(unit)
    dismounts = unit.troops.type == INFANTRY and DISMOUNTABLE in unit.troops.traits
    return TroopsToPlace(
        unit.id,
        _described(unit),
        tuple(base.id for base in bases),
        files=deploy_steps.files_of(state, unit),
        zone=_unit_zone(position, unit.side, unit.kind == SUG),
        forms=("loose", deploy_steps.SKIRMISHER) if flexible else (),
        afoot=base_size(position.edition, unit.troops, False, position.scale) if dismounts else None,
    )


def _drawn(state: State, unit: Unit) -> tuple[Base, ...]:
    position = state.position
    files = deploy_steps.files_of(state, unit)
    return drawn_up(position.edition, position.scale, unit, files, Pose((0.0, 0.0), AHEAD[unit.side]))


def _generals(state: State) -> SetUpTask:
    side = decider(state)
    joins = tuple(
        GeneralToPlace(one.id, _titled(one), _files(state, one), one.role == ARMY_COMMANDER)
        for one in state.forces[side].leaders.value
        if one.id not in state.under or state.under[one.id].value == BLUFF
    )
    says = "Place each general with a file. One whose card is a bluff may stay away until you turn it up in SP 1.1."
    return SetUpTask("place_generals", says, "Place the generals", joins=joins)


def _files(state: State, general: General) -> tuple[str, ...]:
    return tuple(
        file[0].id
        for unit in units_of(state.position)
        if unit.side == general.side and unit.kind != CAMP and unit.contingent == general.contingent
        for file in files_of(state.position, unit.id)
    )


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _titled(general: General) -> str:
    return f"{general.id}: {general.rank} {_ROLES.get(general.role, general.role)}"


def _described(unit: Unit) -> str:
    return f"{unit.id}: {unit.name or unit.troops.type}, {unit.original} bases"


def _edge(state: State) -> str:
    return moment(state.position).edges[decider(state)]


def _unit_zone(position: Position, side: str, light: bool) -> tuple[Point, ...]:
    """Where a unit group may be deployed: skirmishers further out, and everybody on a secure flank (MEG-B11.2)."""
    sizes = game_size(position)
    deep = bw(position, float(sizes["sug_max_from_own_edge_bw" if light else "tug_max_from_own_edge_bw"]))
    return _zone(position, side, deep, ("west", "east") if light else (moment(position).secure_flank,))


def _zone(position: Position, side: str, deep: float, whole: tuple[str, ...] = ()) -> tuple[Point, ...]:
    """The strip along the own edge, without the side zones but on `whole` flanks."""
    width, depth = position.size
    aside = bw(position, float(game_size(position)["side_zone_bw"]))
    west, east = 0.0 if "west" in whole else aside, width if "east" in whole else width - aside
    south, north = (0.0, deep) if side == SIDES[0] else (depth - deep, depth)
    return ((west, south), (east, south), (east, north), (west, north))


_TASKS: dict[str, Callable[[State], SetUpTask]] = {
    PREPARE: _prepare,
    pbs_steps.INVADER: _roll,
    pbs_steps.PART: _part,
    pbs_steps.CARD: _card,
    pbs_steps.CHOOSE_TERRITORY: _territory,
    pbs_steps.INTERCEPT: _marker,
    pbs_steps.MARKER: _marker,
    flank_steps.FLANK: _flank,
    flank_steps.SECURE_ITEM: _secure,
    item_steps.CHOOSE: _choose,
    item_steps.NEXT: _next,
    item_steps.PLACE: _place,
    item_steps.ADJUST: _adjust,
    camp_steps.CAMP_STEP: _camp,
    note_steps.NOTES: _notes,
    deploy_steps.DEPLOY: _deploy,
    general_steps.GENERALS: _generals,
}
