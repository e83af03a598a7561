"""The secret notes of both sides: the card under each general, who marches with him, and who lies in ambush."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.setting_up.actions import WriteNotes
from debellis.meg.playing.setting_up.deploy_steps import begin_deployment
from debellis.meg.playing.setting_up.progress import ask, defender_of
from debellis.meg.playing.state import State, decider
from debellis.meg.setting_up.hidden_generals import BLUFF, LEFT, RIGHT, judge_card
from debellis.meg.units import generals_of, units_of
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

NOTES = "notes"


def begin_notes(course: Course) -> None:
    """Both sides write their notes, the defender first; nobody sees the other's (MEG-B11.1)."""
    ask(course, NOTES, defender_of(course.state))


def mustered(state: State, side: str) -> Position:
    """The position with all unit groups and generals of a side, on the table or not, for judging its notes."""
    force = state.forces[side]
    here = {unit.id for unit in units_of(state.position)}
    there = {one.id for one in generals_of(state.position)}
    units = tuple(unit for unit in force.units.value if unit.id not in here)
    leaders = tuple(one for one in force.leaders.value if one.id not in there)
    return replace(
        state.position,
        units=(*units_of(state.position), *units),
        generals=(*generals_of(state.position), *leaders),
    )


def laying(state: State, side: str) -> list[General]:
    """The sub-generals and allies of a side, each of whom lays a card (MEG-B11.13)."""
    return [one for one in state.forces[side].leaders.value if one.role != ARMY_COMMANDER]


def check_notes(state: State, action: WriteNotes) -> Ruling:
    """Whether these notes can be written: the questions `may_flank_march` and `may_ambush` for each of them."""
    verdict = Verdict()
    side = decider(state)
    who = {one.id: one for one in laying(state, side)}
    own = {unit.id: unit for unit in state.forces[side].units.value}
    position = mustered(state, side)
    for name, card in action.cards.items():
        if name not in who:
            verdict.refuse(f"{name} lays no card: that is for sub-generals and allies.", "MEG-B11.13")
        else:
            judge_card(verdict, who[name], card)
    for name, units in action.marches.items():
        if action.cards.get(name, BLUFF) == BLUFF and units:
            verdict.refuse(f"{name} lays a bluff, so nobody marches with him.", "MEG-B11.4")
    _judge_marches(verdict, position, action, who, own)
    taken = [unit for units in action.marches.values() for unit in units]
    for unit, piece in action.ambushes.items():
        if unit not in own:
            verdict.refuse(f"{side} has no unit group {unit}.", "MEG-B11.8")
        elif unit in taken:
            verdict.refuse(f"{unit} is on a flank march and cannot lie in ambush.", "MEG-B11.8")
        elif not any(one.id == piece for one in position.terrain):
            verdict.refuse(f"There is no terrain {piece}.", "MEG-B11.8")
        else:
            hidden = _with_ambushes(position, {k: v for k, v in action.ambushes.items() if k != unit and k in own})
            take_over(verdict, judged(hidden, "may_ambush", **{"unit": unit, "in": piece}))
    return verdict.decide("write_notes")


def _judge_marches(
    verdict: Verdict, position: Position, action: WriteNotes, who: dict[str, General], own: dict[str, Unit]
) -> None:
    """Refuse marches that may not be made, one unit group in two of them, and all TuGs away at once."""
    seen: set[str] = set()
    for name, card in action.cards.items():
        if name not in who or card not in (LEFT, RIGHT):
            continue
        units = action.marches.get(name, ())
        strange = [unit for unit in units if unit not in own]
        twice = [unit for unit in units if unit in seen]
        if strange:
            verdict.refuse(f"There is no unit group {strange[0]} of yours.", "MEG-B11.3")
        elif twice:
            verdict.refuse(f"{twice[0]} is on another march.", "MEG-B11.3")
        else:
            take_over(verdict, judged(position, "may_flank_march", general=name, units=units, flank=card))
        seen.update(units)
    tugs = [unit.id for unit in own.values() if unit.kind == "TuG"]
    if tugs and len(action.marches) > 1 and all(name in seen for name in tugs):
        verdict.refuse("Not all TuGs of an army may march.", "MEG-B11.3")


def _with_ambushes(position: Position, ambushes: dict[str, str]) -> Position:
    units = tuple(
        replace(unit, hidden_in=ambushes[unit.id]) if unit.id in ambushes else unit for unit in units_of(position)
    )
    return replace(position, units=units)


def do_notes(course: Course, action: WriteNotes) -> None:
    """Keep the notes, which only their side may see."""
    side = course.state.choice.side
    force = course.state.forces[side]
    units = tuple(
        replace(unit, hidden_in=action.ambushes[unit.id]) if unit.id in action.ambushes else unit
        for unit in force.units.value
    )
    under, marches = dict(course.state.under), dict(course.state.marches)
    for one in laying(course.state, side):
        card = action.cards.get(one.id, BLUFF)
        under[one.id] = Secret(side, card)
        marches[one.id] = Secret(side, action.marches.get(one.id, ()) if card != BLUFF else ())
    forces = {**course.state.forces, side: replace(force, units=Secret(side, units))}
    course.put(forces=forces, under=under, marches=marches)
    course.tell("notes", f"{side} has written its notes", "MEG-B11.4", "MEG-B11.8")
    if side == defender_of(course.state):
        ask(course, NOTES, other(side))
    else:
        begin_deployment(course)


def who_may_march(state: State, side: str, general: General) -> list[str]:
    """The unit groups that could go on a flank march with a general."""
    position = mustered(state, side)
    own = [unit for unit in state.forces[side].units.value if unit.contingent == general.contingent]
    if general.role == ALLY:
        return [unit.id for unit in own]
    return [unit.id for unit in own if allowed(position, "may_flank_march", general=general.id, units=(unit.id,))]


def hiding_places(state: State, side: str) -> dict[str, list[str]]:
    """The pieces of terrain in which each unit group could lie in ambush."""
    position = mustered(state, side)
    found: dict[str, list[str]] = {}
    for unit in state.forces[side].units.value:
        pieces = [
            piece.id
            for piece in position.terrain
            if piece.kind not in ("obstacle", "barricade")
            and allowed(position, "may_ambush", **{"unit": unit.id, "in": piece.id})
        ]
        if pieces:
            found[unit.id] = pieces
    return found


def note_ideas(state: State) -> Iterator[Any]:
    """Some ambushes, a march round each flank, both, and none of it."""
    side = decider(state)
    plain = {one.id: BLUFF for one in laying(state, side)}
    ambushes = [(unit, pieces[0]) for unit, pieces in hiding_places(state, side).items()]
    if ambushes:
        yield WriteNotes(plain, {}, dict(ambushes[:1]))
        yield WriteNotes(plain, {}, dict(ambushes[-2:]))
    for general in laying(state, side):
        may = who_may_march(state, side, general)
        units = tuple(may if general.role == ALLY else may[:2])
        for flank in (LEFT, RIGHT):
            if not units:
                continue
            yield WriteNotes({**plain, general.id: flank}, {general.id: units})
            free = {unit: piece for unit, piece in ambushes[:1] if unit not in units}
            if free:
                yield WriteNotes({**plain, general.id: flank}, {general.id: units}, free)
    yield WriteNotes(plain)
