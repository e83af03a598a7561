"""Generals off the table with a card face down: red cards, flank marches revealed, bluffs turned up (MEG-B11.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.secrets import Secret
from debellis.meg.general_facts import HESITANT
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged
from debellis.meg.playing.setting_up.actions import JoinFile, TurnUp
from debellis.meg.playing.state import State, about, decider
from debellis.meg.playing.usual_places import places_of_generals
from debellis.meg.setting_up.hidden_generals import (
    BLUFF,
    COMMITS,
    OPEN,
    REVEALS,
    TURNS_UP,
    judge_joining,
    judge_turning_up,
)
from debellis.meg.troops import CAMP
from debellis.meg.units import files_of, generals_of, unit_name, units_of
from debellis.table.position import Position
from debellis.table.units import General
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

RED = "red"
JOIN = "join"


# Red cards


def dealt_red(course: Course, general: str) -> None:
    """A general off the table was dealt a red card: the question `red_card` says what it does."""
    state = course.state
    card = state.under[general].value if general in state.under else OPEN
    if card == OPEN and general not in state.flanks:
        return
    ruling = judged(course.position, "red_card", general=general, card=card, hesitant=general in state.wavering)
    if ruling.answer == COMMITS:
        course.pay(general, (RED,))
        course.put(wavering=tuple(one for one in course.state.wavering if one != general))
        course.tell("committed", f"{general} hesitates no longer", "MEG-B7.16", ruling=ruling)
    elif ruling.answer == TURNS_UP:
        forget_card(course, general)
        course.tell("bluff", f"the card under {general} is a bluff", ruling=ruling)
        take_hand(course, general)
        course.wait(course.general(general).side, JOIN, general)
    else:
        if ruling.answer == REVEALS:
            forget_card(course, general)
            course.put(flanks={**course.state.flanks, general: card})
            course.tell("flank-march", f"{general} marches round his {card} flank", ruling=ruling)
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
    else:
        judge_turning_up(verdict, action.general, card.value)
        judge_joining(verdict, state.position, he, action.file)
    return verdict.decide("turn_up")


def do_turn_up(course: Course, action: TurnUp) -> None:
    forget_card(course, action.general)
    course.tell("bluff", f"{course.state.choice.side} turns up the bluff under {action.general}", "MEG-B11.13")
    take_hand(course, action.general)
    join(course, action.general, action.file)


def turn_up_ideas(state: State) -> Iterator[Any]:
    """Every bluff of the side turned up, each general with one of the unit groups that he may join."""
    for he in generals_of(state.position):
        card = state.under.get(he.id)
        if card is not None and card.owner == decider(state) and card.value == BLUFF:
            for file in files_for(state.position, he):
                yield TurnUp(he.id, file)


# A bluff that had to be turned up


def check_join(state: State, action: JoinFile) -> Ruling:
    verdict = Verdict()
    name = about(state)[0]
    he = next(one for one in generals_of(state.position) if one.id == name)
    if action.file or files_for(state.position, he):
        judge_joining(verdict, state.position, he, action.file)
    return verdict.decide("join_file")


def do_join(course: Course, action: JoinFile) -> None:
    (name,) = course.got_answer()
    if action.file:
        join(course, name, action.file)


def files_for(position: Position, he: General) -> list[str]:
    """The middle files of the unit groups that a general may join: those without a general first, his usual one ahead.

    None if nobody of his is left.
    """
    usual = list(places_of_generals(position, (he,), he.side).values())
    led = {one.unit for one in generals_of(position) if one.unit}
    found: list[str] = []
    for unit in units_of(position):
        files = files_of(position, unit.id)
        if unit.side != he.side or unit.kind == CAMP or unit.broken or not files or unit.contingent != he.contingent:
            continue
        found.append(files[(len(files) - 1) // 2][0].id)
    found.sort(key=lambda file: (unit_name(position.base(file)) in led, file not in usual))
    return found


def join_ideas(state: State) -> list[Any]:
    """The files that he may join; none if nobody of his is left."""
    name = about(state)[0]
    he = next(one for one in generals_of(state.position) if one.id == name)
    return [JoinFile(file) for file in files_for(state.position, he)] or [JoinFile("")]
