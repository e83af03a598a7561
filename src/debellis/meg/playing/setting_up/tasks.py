"""What the side that decides must know of its step before the first turn, for people who set up by hand."""

from __future__ import annotations

from collections.abc import Callable

from debellis.battle.set_up_tasks import (
    AmbushToNote,
    GeneralToPlace,
    MarchToNote,
    PieceToPlace,
    SetUpTask,
    TroopsToPlace,
)
from debellis.geometry.plane import Point
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER
from debellis.meg.playing.setting_up import camp_steps, deploy_steps, general_steps, ground_steps, note_steps, pbs_steps
from debellis.meg.playing.setting_up.progress import before
from debellis.meg.playing.starting import PREPARE
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.usual_places import AHEAD, camp_of_side
from debellis.meg.setting_up.hidden_generals import BLUFF, CARDS
from debellis.meg.setting_up.items import COMPULSORY, SECURE, offered
from debellis.meg.setting_up.lists import drawn_up
from debellis.meg.setting_up.placing import FIELD, SECTORS
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.troops import CAMP
from debellis.meg.units import bw, files_of, moment, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import General, Unit

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
    hand = ", ".join(now.hands[decider(state)].value)
    says = f"Round {now.round} of 5. Lay a card face down; both are then shown. {what} Your cards: {hand}."
    return SetUpTask("play_card", says, "Lay this card")


def _territory(state: State) -> SetUpTask:
    return SetUpTask("choose_territory", "Choose a territory from the defender's list.", "Choose this territory")


def _marker(state: State) -> SetUpTask:
    now = before(state)
    column, row = now.cell
    steps = f"{now.steps} step{'' if now.steps == 1 else 's'}"
    says = f"The marker stands on {column.lower()} ground, secure flank: {row}. You may move it {steps}."
    return SetUpTask("set_marker", says, "Put the marker here")


def _flank(state: State) -> SetUpTask:
    water = before(state).cell[1] == ground_steps.WATER_ROW
    kind = "Deep water, 2 to 6 BW wide," if water else "Terrain"
    return SetUpTask("secure_flank", f"{kind} secures one of your flanks. Say which.", "Secure this flank")


def _secure(state: State) -> SetUpTask:
    kinds = offered(state.position, SECURE)
    flank = moment(state.position).secure_flank
    says = f"Place one item that secures the {flank} flank, wholly in that sector and in your half of the table."
    pieces = tuple(_piece(state.position, kind, "in the sector of the secure flank", SECURE) for kind in kinds)
    return SetUpTask("place_terrain", says, "Place this item", pieces=pieces)


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
    if now.item.kind == FIELD:
        where = "against a village or town"
    else:
        die = now.die or 0
        where = f"in your {SECTORS[die]} sector (die {die}){', touching a table edge' if die % 2 else ''}"
    piece = _piece(state.position, now.item.kind, where, now.item.sort)
    says = f"Place the item {where}, at least 2 BW from other terrain. Your opponent may adjust it."
    return SetUpTask("place_terrain", says, "Place this item", pieces=(piece,))


def _piece(position: Position, kind: str, where: str, sort: str) -> PieceToPlace:
    least, most = game_size(position)["optional_bw" if sort == "optional" else "compulsory_bw"]
    says = f"{where[:1].upper()}{where[1:]}; it holds a square of {least} BW and fits in one of {most} BW"
    across = (bw(position, float(least)) * 1.42, bw(position, float(most)))
    return PieceToPlace(kind, kind, says, across=across)


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
        zone=_zone(state.position, side, 2.0 * bases[0].depth),
        troops=(TroopsToPlace(camp.id, f"Camp: {len(names)} elements", names),),
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
    first = f"You are outscouted: {now.share} more unit groups are yours to place first." if now.share else ""
    says = first or "Place one unit group; each side places two in turn. It may face any way."
    return SetUpTask(
        "deploy",
        says,
        "Deploy this unit group",
        edge=_edge(state),
        zone=_zone(
            state.position, side, bw(state.position, float(game_size(state.position)["tug_max_from_own_edge_bw"]))
        ),
        troops=tuple(
            TroopsToPlace(unit.id, _described(unit), tuple(base.id for base in drawn[unit.id])) for unit in units
        ),
        bases=tuple(base for bases in drawn.values() for base in bases),
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


def _titled(general: General) -> str:
    return f"{general.id}: {general.rank} {_ROLES.get(general.role, general.role)}"


def _described(unit: Unit) -> str:
    return f"{unit.id}: {unit.name or unit.troops.type}, {unit.original} bases"


def _edge(state: State) -> str:
    return moment(state.position).edges[decider(state)]


def _zone(position: Position, side: str, deep: float) -> tuple[Point, ...]:
    """The strip along the own edge, without the side zones."""
    width, depth = position.size
    aside = bw(position, float(game_size(position)["side_zone_bw"]))
    south, north = (0.0, deep) if side == "red" else (depth - deep, depth)
    return ((aside, south), (width - aside, south), (width - aside, north), (aside, north))


_TASKS: dict[str, Callable[[State], SetUpTask]] = {
    PREPARE: _prepare,
    pbs_steps.INVADER: _roll,
    pbs_steps.PART: _part,
    pbs_steps.CARD: _card,
    pbs_steps.CHOOSE_TERRITORY: _territory,
    pbs_steps.INTERCEPT: _marker,
    pbs_steps.MARKER: _marker,
    ground_steps.FLANK: _flank,
    ground_steps.SECURE_ITEM: _secure,
    ground_steps.CHOOSE: _choose,
    ground_steps.NEXT: _next,
    ground_steps.PLACE: _place,
    ground_steps.ADJUST: _adjust,
    camp_steps.CAMP_STEP: _camp,
    note_steps.NOTES: _notes,
    deploy_steps.DEPLOY: _deploy,
    general_steps.GENERALS: _generals,
}
