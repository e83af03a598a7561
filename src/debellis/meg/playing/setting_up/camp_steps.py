"""Outscouting, and the camps placed by hand, the defender's first."""

from __future__ import annotations

from typing import Any

from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.setting_up.actions import PlaceCamp
from debellis.meg.playing.setting_up.note_steps import begin_notes
from debellis.meg.playing.setting_up.progress import ask, before, defender_of, note
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.usual_places import camp_at, camp_of_side, camp_places, pitch
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

CAMP_STEP = "camp"
#: So many places of a camp are offered.
OFFERED = 5


def begin_camps(course: Course) -> None:
    """The cards left are shown, and the camps are placed (MEG-B9.11, MEG-B23.5)."""
    show_cards(course)
    _ask_camp(course, defender_of(course.state))


def show_cards(course: Course) -> None:
    """The unused PBS cards are shown: who is outscouted, and by how many percent (MEG-B9.11)."""
    now = before(course.state)
    cards = {side: now.hands[side].value for side in SIDES}
    ruling = judged(course.position, "outscouted", cards=cards)
    told = ", ".join(f"{side} has kept {' and '.join(cards[side]) or 'no card'}" for side in SIDES)
    side, percent = str(ruling.answer["side"]), int(ruling.answer["percent"])
    says = told if side == "none" else f"{told}: {side} is outscouted by {percent} %"
    course.tell("scouting", says, ruling=ruling)
    course.put(pile=(*course.state.pile, *cards["red"], *cards["blue"]))
    hands: dict[str, Secret[tuple[str, ...]]] = {one: Secret(one, ()) for one in SIDES}
    note(course, hands=hands, outscouted=("", 0) if side == "none" else (side, percent))


def _ask_camp(course: Course, side: str) -> None:
    """Ask a side for its camp. Whether there is no place for it, its owner says (MEG-B23.5)."""
    ask(course, CAMP_STEP, side)


def elements_of(state: State, side: str) -> tuple[Base, ...]:
    """The elements that a side has to place, in one row."""
    return camp_at(state, side, state.position.size[0] / 2.0)


def check_camp(state: State, action: PlaceCamp) -> Ruling:
    """Whether a camp may stand there: the question `may_place_camp`."""
    verdict = Verdict()
    side = decider(state)
    camp = camp_of_side(state, side)
    if action.command == camp.id and not action.places and next(camp_places(state, side), None) is None:
        permit(verdict, "No place was found for the camp.", "MEG-B23.5")
        return verdict.decide("place_camp")
    if action.command != camp.id or set(action.places) - {base.id for base in elements_of(state, side)}:
        verdict.refuse(f"Only the elements of {camp.id} are placed now.", "MEG-B23.5")
    else:
        ends = tuple(action.places[name] for name in sorted(action.places))
        take_over(verdict, judged(state.position, "may_place_camp", side=side, ends=ends))
    return verdict.decide("place_camp")


def do_camp(course: Course, action: PlaceCamp) -> None:
    side = course.state.choice.side
    bases = tuple(
        replace(base, front=action.places[base.id].front, facing=action.places[base.id].facing)
        for base in elements_of(course.state, side)
        if action.places
    )
    if action.places:
        pitch(course, side, bases)
    else:
        course.tell("camp", f"{side} finds no place for its camp", "MEG-B23.5")
    if side == defender_of(course.state):
        _ask_camp(course, other(side))
    else:
        begin_notes(course)


def camp_ideas(state: State) -> list[Any]:
    """Some places of the camp, that nearest to the middle of the own edge last."""
    side = decider(state)
    camp = camp_of_side(state, side)
    found: list[Any] = []
    for bases in camp_places(state, side):
        found.append(PlaceCamp(camp.id, {base.id: Pose(base.front, base.facing) for base in bases}))
        if len(found) == OFFERED:
            break
    return list(reversed(found)) or [PlaceCamp(camp.id)]
