"""Generals off the table with a card face down: red cards, flank marches revealed, bluffs turned up (MEG-B11.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.secrets import Secret
from debellis.meg.general_facts import HESITANT
from debellis.meg.playing.course import Course
from debellis.meg.playing.setting_up.actions import JoinFile, TurnUp
from debellis.meg.playing.state import State, about, decider
from debellis.meg.playing.usual_places import places_of_generals
from debellis.meg.troops import CAMP
from debellis.meg.units import files_of, generals_of, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import General
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

RED, BLUFF = "red", "bluff"
JOIN = "join"


def may_join(position: Position, general: General, file: str) -> str:
    """Why a general may not join a file, by its front base; empty if he may (MEG-B7.14)."""
    if not position.has_base(file):
        return f"There is no base {file} on the table."
    unit = unit_of(position, unit_name(position.base(file)))
    if unit.side != general.side or unit.kind == CAMP or unit.broken:
        return f"{general.id} joins a unit group of his own side."
    if unit.contingent != general.contingent:
        return f"{unit.id} is not of the command of {general.id}."
    if not any(one[0].id == file for one in files_of(position, unit.id)):
        return f"{file} is not the front base of a file."
    return ""


# Red cards


def dealt_red(course: Course, general: str) -> None:
    """A general off the table was dealt a red card: it commits an ally, turns up his card, or is laid by his marker."""
    if general in course.state.wavering:
        course.pay(general, (RED,))
        course.put(wavering=tuple(one for one in course.state.wavering if one != general))
        course.tell("committed", f"{general} hesitates no longer", "MEG-B11.16", "MEG-B7.16")
        return
    if general in course.state.under:
        card = course.state.under[general].value
        forget_card(course, general)
        if card == BLUFF:
            course.tell("bluff", f"the card under {general} is a bluff", "MEG-B11.11", "MEG-B11.13")
            take_hand(course, general)
            course.wait(course.general(general).side, JOIN, general)
            return
        course.put(flanks={**course.state.flanks, general: card})
        course.tell("flank-march", f"{general} marches round his {card} flank", "MEG-B11.5", "MEG-B11.9")
    if general in course.state.flanks:
        _lay_red(course, general)


def _lay_red(course: Course, general: str) -> None:
    """Lay a red card beside the marker of a march, where it counts against no allowance (MEG-B11.14)."""
    hand = list(course.state.shown[general])
    hand.remove(RED)
    laid = (*course.state.laid.get(general, ()), RED)
    course.put(shown={**course.state.shown, general: tuple(hand)}, laid={**course.state.laid, general: laid})
    course.tell("laid", f"{general} has {len(laid)} red beside his marker", "MEG-B11.14")


def forget_card(course: Course, general: str) -> None:
    """The card under a general no longer lies face down."""
    course.put(under={name: card for name, card in course.state.under.items() if name != general})


def take_hand(course: Course, general: str) -> None:
    """A general comes onto the table: his open cards are his hand now, and he may still hesitate."""
    shown = dict(course.state.shown)
    hand = shown.pop(general, ())
    he = course.general(general)
    course.put(shown=shown, hands={**course.state.hands, general: Secret(he.side, hand)})
    course.note_general(general, state=HESITANT if general in course.state.wavering else "")
    course.put(
        wavering=tuple(one for one in course.state.wavering if one != general),
        marches={name: units for name, units in course.state.marches.items() if name != general},
    )


def join(course: Course, general: str, file: str) -> None:
    """A general joins a file."""
    unit = unit_name(course.position.base(file))
    course.note_general(general, unit=unit, file=file)
    course.tell("general", f"{general} joins {unit}", "MEG-B7.14", "MEG-B11.13")


# Turning up a bluff


def check_turn_up(state: State, action: TurnUp) -> Ruling:
    """Whether a bluff may be turned up in SP 1.1 (MEG-B11.13)."""
    verdict = Verdict()
    he = next((one for one in generals_of(state.position) if one.id == action.general), None)
    card = state.under.get(action.general)
    if he is None or card is None or card.owner != decider(state):
        verdict.refuse(f"No card of yours lies face down under {action.general}.", "MEG-B11.13")
    elif card.value != BLUFF:
        verdict.refuse(f"{action.general} is on a flank march; only a bluff is turned up.", "MEG-B11.13")
    elif fault := may_join(state.position, he, action.file):
        verdict.refuse(fault, "MEG-B7.14")
    return verdict.decide("turn_up")


def do_turn_up(course: Course, action: TurnUp) -> None:
    forget_card(course, action.general)
    course.tell("bluff", f"{course.state.choice.side} turns up the bluff under {action.general}", "MEG-B11.13")
    take_hand(course, action.general)
    join(course, action.general, action.file)


def turn_up_ideas(state: State) -> Iterator[Any]:
    """Every bluff of the side turned up, each general where he usually goes."""
    for he in generals_of(state.position):
        card = state.under.get(he.id)
        if card is not None and card.owner == decider(state) and card.value == BLUFF:
            for file in places_of_generals(state.position, (he,), he.side).values():
                yield TurnUp(he.id, file)


# A bluff that had to be turned up


def check_join(state: State, action: JoinFile) -> Ruling:
    verdict = Verdict()
    name = about(state)[0]
    he = next(one for one in generals_of(state.position) if one.id == name)
    if (fault := may_join(state.position, he, action.file)) and (action.file or _files(state, he)):
        verdict.refuse(fault, "MEG-B7.14")
    return verdict.decide("join_file")


def do_join(course: Course, action: JoinFile) -> None:
    (name,) = course.got_answer()
    if action.file:
        join(course, name, action.file)


def _files(state: State, he: General) -> list[str]:
    return list(places_of_generals(state.position, (he,), he.side).values())


def join_ideas(state: State) -> list[Any]:
    """The file that he usually joins; none if nobody of his is left."""
    name = about(state)[0]
    he = next(one for one in generals_of(state.position) if one.id == name)
    return [JoinFile(file) for file in _files(state, he)] or [JoinFile("")]
