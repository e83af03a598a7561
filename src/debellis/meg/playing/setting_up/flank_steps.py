"""Laying out the ground by hand begins: the secure flank, as deep water or by items of terrain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.sides import SIDES, other
from debellis.mechanics.tables import table
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.laying_out import add, lay_water
from debellis.meg.playing.setting_up.actions import PlaceTerrain, SecureFlank
from debellis.meg.playing.setting_up.ground_places import places_for
from debellis.meg.playing.setting_up.item_steps import NONE, begin_choosing, judge_piece, one_piece
from debellis.meg.playing.setting_up.progress import ask, before, defender_of, note
from debellis.meg.playing.state import State, decider
from debellis.meg.setting_up.items import (
    NUMBERS,
    SECURE,
    density_row,
    offered,
    with_crest,
)
from debellis.meg.units import moment
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

FLANK, SECURE_ITEM = "flank", "secure"
WATER_ROW, TERRAIN_ROW = "deep water", "terrain"
WATERS = ("river", "coast")


def begin_ground(course: Course) -> None:
    """The secure flank comes first, if the cell gives one (MEG-B9.13)."""
    column, row = before(course.state).cell
    density = density_row(course.position, column)
    note(course, left={name: int(density[f"compulsory_{name}"]) for name in NUMBERS}, picked=dict.fromkeys(SIDES, ()))
    if row == NONE:
        begin_choosing(course)
    else:
        ask(course, FLANK, defender_of(course.state))


def check_flank(state: State, action: SecureFlank) -> Ruling:
    """Whether the defender may secure this flank so: the question `may_lay_water` for its width."""
    verdict = Verdict()
    if action.flank not in ("left", "right"):
        verdict.refuse("The defender's left or right flank is secure.", "MEG-B9.13")
    if before(state).cell[1] == WATER_ROW:
        if action.water not in WATERS:
            verdict.refuse("Deep water along a flank is a river or a coast.", "MEG-B9.13")
        take_over(verdict, judged(state.position, "may_lay_water", width=action.width))
    elif action.water:
        verdict.refuse("This flank is secured by terrain, not by deep water.", "MEG-B9.13")
    return verdict.decide("secure_flank")


def do_flank(course: Course, action: SecureFlank) -> None:
    defender = defender_of(course.state)
    west = (action.flank == "left") == (defender == "red")
    flank = "west" if west else "east"
    course.stand(replace(course.position, moment=replace(moment(course.position), secure_flank=flank)))
    if before(course.state).cell[1] == WATER_ROW:
        lay_water(course, flank, action.water, action.width)
        begin_choosing(course)
        return
    course.tell("ground", f"the {flank} flank is secure", "MEG-B9.13", "MEG-B9.7")
    _ask_secure(course, defender)


def flank_ideas(state: State) -> Iterator[Any]:
    """Both flanks, the defender's own left last, as deep water 4 BW wide or less."""
    if before(state).cell[1] != WATER_ROW:
        yield SecureFlank("right")
        yield SecureFlank("left")
        return
    usual = float(table(state.position, "ready_shape")["river_width_bw"])
    first = "coast" if moment(state.position).territory == "coastal" else "river"
    for width in (2.0, usual):
        for flank in ("right", "left"):
            yield SecureFlank(flank, first, width)


def _ask_secure(course: Course, side: str) -> None:
    """Each side places one secure flank item, where the territory offers any and there is a place (MEG-B9.20)."""
    for one in (side, other(side)) if side == defender_of(course.state) else (side,):
        if offered(course.position, SECURE):
            ask(course, SECURE_ITEM, one)
            return
        course.tell("ground", f"{one} finds no item to secure the flank", "MEG-B9.20", "MEG-B9.15")
    begin_choosing(course)


def check_secure(state: State, action: PlaceTerrain) -> Ruling:
    """Whether an item secures the flank: the question `may_place_terrain`."""
    verdict = Verdict()
    if not action.pieces and next(_secure_ideas(state.position, decider(state)), None) is None:
        permit(verdict, "No place was found for an item that secures the flank.", "MEG-B9.15")
        return verdict.decide("place_terrain")
    piece = one_piece(verdict, state, action)
    if piece is not None:
        judge_piece(verdict, state.position, decider(state), piece, None, SECURE)
    return verdict.decide("place_terrain")


def do_secure(course: Course, action: PlaceTerrain) -> None:
    side = course.state.choice.side
    flank = moment(course.position).secure_flank
    if action.pieces:
        piece = with_crest(course.position, action.pieces[0])
        add(course, piece.kind, piece.outline, piece.crest)
        says = f"{side} secures the {flank} flank with {piece.kind.replace('_', ' ')}"
        course.tell("ground", says, "MEG-B9.13", "MEG-B9.20")
    else:
        course.tell("ground", f"{side} finds no place to secure the {flank} flank", "MEG-B9.20", "MEG-B9.15")
    if side == defender_of(course.state):
        _ask_secure(course, other(side))
    else:
        begin_choosing(course)


def secure_ideas(state: State) -> list[Any]:
    return list(_secure_ideas(state.position, decider(state))) or [PlaceTerrain()]


def _secure_ideas(position: Position, side: str) -> Iterator[Any]:
    """One place for each kind that may secure a flank."""
    for kind in offered(position, SECURE):
        for piece in places_for(position, side, kind, None, SECURE, most=1):
            yield PlaceTerrain((piece,))
