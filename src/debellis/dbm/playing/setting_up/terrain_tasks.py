"""The steps of terrain for people: what may be chosen, and where each chosen feature must lie."""

from __future__ import annotations

from debellis.battle.set_up_tasks import FeatureOffer, PieceToPlace, SetUpTask
from debellis.dbm.measures import base_width
from debellis.dbm.playing.setting_up.auto_terrain import USUAL_KINDS
from debellis.dbm.playing.setting_up.auto_terrain_spots import sector_box
from debellis.dbm.playing.setting_up.terrain_choosing import (
    FEATURES,
    LATE,
    OPTION,
    brought,
    code,
    home,
    needed_throw,
    throws,
    told,
    vessels,
)
from debellis.dbm.playing.setting_up.terrain_laying import Wanted, wanted
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.features import FIELDS, RIVER, ROAD, STEEP_HILL, TOWN, WATERWAY, is_area, sizes
from debellis.dbm.setting_up.room import across
from debellis.dbm.setting_up.sectors import sector_of_die
from debellis.geometry.plane import Point
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.telling import kind_name

_UNIT = "FE"


def choosing_terrain(state: State) -> SetUpTask:
    """What the side may choose in a step of choosing terrain."""
    totals = table(state.position, "terrain")["totals"]
    hills = table(state.position, "setup")["terrain"]["invader_hill_fe"]
    says = {
        OPTION: "The invader may bring one thing: a waterway, a river, or a road with or without steep hills.",
        FEATURES: "The defender chooses the features of his country. Their dice then say where each of them lies.",
        LATE: "An invader who brought nothing may add a little to the defender's terrain.",
    }[state.phase]
    total = {
        OPTION: f"With a road none, or {hills[0]:g} to {hills[1]:g} FE of steep hills.",
        FEATURES: f"{totals['defender_min']:g} to {totals['defender_max']:g} FE in all.",
        LATE: f"Up to {totals['invader_late_max']:g} FE in all.",
    }[state.phase]
    return SetUpTask("choose_terrain", says, "Choose these and throw", offers=_offers(state), unit=_UNIT, total=total)


def _offers(state: State) -> tuple[FeatureOffer, ...]:
    """Every kind of ground that the step and the defender's list allow, compulsory kinds first."""
    force = home(state)
    listed = (*force.terrain, *force.compulsory)
    there = [piece.code for piece in brought(state)]
    found: list[FeatureOffer] = []
    for kind in table(state.position, "ground"):
        what = code(state.position, kind)
        if what is None or what not in listed or not _is_open(state, what):
            continue
        must = state.phase == FEATURES and what in force.compulsory and what not in there
        must = must and kind == USUAL_KINDS.get(what)
        area = is_area(state.position, what)
        found.append(FeatureOffer(kind, sizes(state.position) if area else (), must, _note(state, what)))
    return tuple(sorted(found, key=lambda offer: not offer.must))


def _is_open(state: State, what: str) -> bool:
    """Whether a step has room for a kind of feature at all; water that was thrown for in vain is not open again."""
    position = state.position
    need = needed_throw(state, what)
    if need is not None and need[0] in throws(state) and throws(state)[need[0]] not in need[1]:
        return False
    if state.phase == OPTION:
        if what == WATERWAY:
            return bool(vessels(state) >= table(position, "setup")["terrain"]["invader_naval_min"])
        return what in (RIVER, ROAD, STEEP_HILL)
    if state.phase == LATE:
        return what not in (TOWN, FIELDS) and is_area(position, what)
    return True


def _note(state: State, what: str) -> str:
    """What is to be known before a kind is chosen."""
    need = needed_throw(state, what)
    if need is not None and need[0] not in throws(state):
        return f"thrown for: {', '.join(map(str, need[1]))} brings it"
    if what == FIELDS:
        return "with a town"
    if what == WATERWAY and TOWN in home(state).terrain and state.phase == FEATURES:
        return "with a town"
    if what == ROAD and state.phase == FEATURES and ROAD not in home(state).compulsory:
        return "with a town or another road"
    return ""


def placing_terrain(state: State) -> SetUpTask:
    """The features that were chosen, each with what its dice say."""
    says = "The dice have said where each feature lies. One that fits nowhere there is left out."
    pieces = tuple(_piece(state.position, want) for want in wanted(state))
    return SetUpTask("place_terrain", says, "Place this terrain", pieces=pieces)


def _piece(position: Position, want: Wanted) -> PieceToPlace:
    what = code(position, want.kind) or ""
    dice = want.drawn.dice
    says = told(position, want.drawn)
    if len(dice) > 1:
        says += f", {_distance(position, dice[1])}"
    elif what == FIELDS:
        says += ", against the town and in one sector with it"
    elif what == TOWN and dice:
        free = dice[0] in table(position, "terrain")["dice"]["bua_forward_defender"]
        name = kind_name(position, want.kind)
        says += f": the {name} may lie off the defender's edge" if free else f": the {name} lies at the defender's edge"
    area = is_area(position, what)
    lines = table(position, "terrain_lines").get(f"{want.kind}_bw")
    return PieceToPlace(
        want.name,
        want.kind,
        says[0].upper() + says[1:],
        _sector(position, want) if len(dice) > 1 else (),
        across(position, want.drawn.choice.size) if area else None,
        None if lines is None else (base_width(position) * lines[0], base_width(position) * lines[1]),
    )


def _distance(position: Position, die: int) -> str:
    """How far from the table edges the second die of an area feature puts it."""
    row = table(position, "setup")["position"]
    if die in row["touching"]:
        return "touching a table edge"
    if die in row["between"]:
        return f"{row['near']} to {row['far']} paces from the nearest table edge"
    return f"more than {row['far']} paces from every table edge"


def _sector(position: Position, want: Wanted) -> tuple[Point, ...]:
    around = sector_box(position, want.base_edge, sector_of_die(position, want.drawn.dice[0]))
    west, south, east, north = around["west"], around["south"], around["east"], around["north"]
    return ((west, south), (east, south), (east, north), (west, north))
