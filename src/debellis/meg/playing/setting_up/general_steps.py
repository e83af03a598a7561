"""Generals placed by hand with their unit groups, and bluffs turned up; then the first turn begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.game import OVER
from debellis.battle.sides import SIDES, other
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER, FLANK_MARCHING
from debellis.meg.playing.cards import reshuffle
from debellis.meg.playing.course import Course
from debellis.meg.playing.face_down import forget_card
from debellis.meg.playing.setting_up.actions import PlaceGenerals
from debellis.meg.playing.setting_up.progress import ask, before, defender_of
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.turn_end import begin_turn
from debellis.meg.playing.usual_places import places_of_generals, roll_for_loyalty
from debellis.meg.setting_up.hidden_generals import BLUFF, judge_joining
from debellis.meg.troops import CAMP
from debellis.meg.units import generals_of, unit_name, units_of
from debellis.table.position import Position
from debellis.table.units import General
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

GENERALS = "generals"
FIRST = "1.1"


def begin_generals(course: Course) -> None:
    """Both sides place their generals, the outscouted player first (MEG-B11.1)."""
    ask(course, GENERALS, before(course.state).outscouted[0] or defender_of(course.state))


def check_generals(state: State, action: PlaceGenerals) -> Ruling:
    """Whether these generals may be placed so; all who lie under no card must be."""
    verdict = Verdict()
    side = decider(state)
    leaders = {one.id: one for one in state.forces[side].leaders.value}
    for name, file in action.files.items():
        if name not in leaders:
            verdict.refuse(f"{side} has no general {name}.", "MEG-B7.14")
        elif name in state.under and state.under[name].value != BLUFF:
            verdict.refuse(f"{name} is on a flank march and is not placed.", "MEG-B11.13")
        else:
            judge_joining(verdict, state.position, leaders[name], file)
    for one in leaders.values():
        if one.role == ARMY_COMMANDER and one.id not in action.files and _can_join(state.position, one):
            verdict.refuse(f"{one.id} is the army commander and must be placed.", "MEG-B11.13", "MEG-B7.14")
    return verdict.decide("place_generals")


def _can_join(position: Position, general: General) -> bool:
    return any(
        unit.side == general.side and unit.kind != CAMP and unit.contingent == general.contingent
        for unit in units_of(position)
    )


def do_generals(course: Course, action: PlaceGenerals) -> None:
    """Place the generals of a side; those with a card face down stay off the table (MEG-B11.13)."""
    side = course.state.choice.side
    for one in course.state.forces[side].leaders.value:
        file = action.files.get(one.id, "")
        if file:
            unit = unit_name(course.position.base(file))
            he = replace(one, unit=unit, file=file)
            course.stand(replace(course.position, generals=(*generals_of(course.position), he)))
            if one.id in course.state.under:
                forget_card(course, one.id)
                course.put(marches={name: units for name, units in course.state.marches.items() if name != one.id})
            course.tell("general", f"{one.id}, {one.rank}, joins {unit}", "MEG-B7.14")
        else:
            he = replace(one, state=FLANK_MARCHING)
            course.stand(replace(course.position, generals=(*generals_of(course.position), he)))
            course.put(shown={**course.state.shown, one.id: ()})
            course.tell("general", f"{one.id} stays off the table with his card face down", "MEG-B11.13")
    if len({one.side for one in generals_of(course.position)}) < len(SIDES):
        ask(course, GENERALS, other(side))
    else:
        _begin(course)


def _begin(course: Course) -> None:
    """Allies show whether they hesitate, all cards go back, and the invader begins (MEG-B7.16, MEG-B9.5)."""
    for one in generals_of(course.position):
        if one.role == ALLY:
            roll_for_loyalty(course, one)
    if course.state.pile:
        reshuffle(course, "MEG-B9.5")
    invader = course.state.invader
    assert invader is not None
    course.put(number=0, before=None, phase=FIRST)
    begin_turn(course, invader)
    if course.state.phase != OVER:
        course.in_phase(FIRST)


def general_ideas(state: State) -> Iterator[Any]:
    """Everybody where he usually goes; with bluffs also some who stay away."""
    side = decider(state)
    here = [one for one in state.forces[side].leaders.value if _is_free(state, one.id)]
    files = places_of_generals(state.position, tuple(here), side)
    bluffs = [name for name in files if name in state.under]
    for name in bluffs:
        yield PlaceGenerals({one: file for one, file in files.items() if one != name})
    yield PlaceGenerals(files)


def _is_free(state: State, general: str) -> bool:
    return general not in state.under or state.under[general].value == BLUFF
