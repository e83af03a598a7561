"""Moving generals by a card (CM1), in SP 2.1 and 4.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.mechanics.tables import table
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.leading.moving import judge_payer
from debellis.meg.moving.nearness import nearest_tug
from debellis.meg.playing import moving
from debellis.meg.playing.actions import Move, MoveGeneral, Pass
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on, passes
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.losing import test_now
from debellis.meg.playing.move_ideas import clearing
from debellis.meg.playing.outcomes import settle_at_once
from debellis.meg.playing.paying import cheapest, hand_of, has_cards, is_able
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import (
    bases_of,
    bw,
    file_name,
    files_of,
    generals_of,
    named_bases,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: Unit groups this near to enemy TuGs are worth a general (BW).
NEAR = 6.0


def check(state: State, action: MoveGeneral) -> Ruling:
    """Whether a general may be moved so and is paid for: the question `may_move_general`."""
    verdict = Verdict()
    side = decider(state)
    own = {one.id: one for one in generals_of(state.position) if one.side == side}
    he, payer = own.get(action.general), own.get(action.payer)
    if he is None or payer is None or not is_able(payer):
        who = action.general if he is None else action.payer
        verdict.refuse(f"{who or 'Nobody'} is no general of {side} who can move or pay.", "MEG-B6.12")
        return verdict.decide("move_general")
    if action.card not in hand_of(state, payer.id):
        verdict.refuse(f"{payer.id} holds no {action.card} card.", "MEG-B6.8")
    judge_payer(verdict, state.position, he, payer)
    if isinstance(action.to, str) and ("/" not in action.to or not named_bases(state.position, action.to)):
        verdict.refuse(f"There is no file {action.to}.", "MEG-B7.6")
    if verdict.legal:
        try:
            asked = {"general": he.id, "to": action.to, "cards": (action.card,), "looks": False}
            take_over(verdict, judged(state.position, "may_move_general", **asked))
        except BadQuestion as bad:
            verdict.refuse(f"{bad.sentence[:1].upper()}{bad.sentence[1:]}.", "MEG-B7.6")
    return verdict.decide("move_general")


def do(course: Course, action: MoveGeneral) -> None:
    """Move a general with a card; those he leaves fighting may have to test (MEG-14a)."""
    course.pay(action.payer, (action.card,))
    he = course.general(action.general)
    left, why = _left_fighting(course, action)
    moved = (*he.moved, course.state.phase)
    if isinstance(action.to, str):
        base = named_bases(course.position, action.to)[0]
        name = unit_name(base)
        file = next(one for one in files_of(course.position, name) if any(b.id == base.id for b in one))
        course.note_general(he.id, unit=name, file=file[0].id, front=None, fighting=False, moved=moved)
        course.tell("general", f"{he.id} goes to {file_name(file)} ({action.card})", "MEG-B7.6", "MEG-09f", *why)
    else:
        course.note_general(he.id, unit="", file="", front=action.to, fighting=False, moved=moved)
        course.tell("general", f"{he.id} goes to a place of his own ({action.card})", "MEG-B7.6", "MEG-09f", *why)
    if left:
        test_now(course, he.unit, "leaving_combat", left, f"{he.id} leaves it in combat")
    course.chosen()
    if course.state.phase == "4.3":
        settle_at_once(course)


def _left_fighting(course: Course, action: MoveGeneral) -> tuple[int, tuple[str, ...]]:
    """How many tests a unit group takes at once when a general leaves it in combat, and the clauses (MEG-14a).

    One who goes to another file of it has still to fight there, or it tests then (MEG-14c).
    """
    he = course.general(action.general)
    if not he.unit or not course.bases(he.unit):
        return 0, ()
    arguments = {"to": action.to, "fights_there": True} if isinstance(action.to, str) else {}
    ruling = judged(course.position, "kab", unit=he.unit, cause="leaving_combat", leaves=he.id, **arguments)
    if he.fighting and isinstance(action.to, str) and action.to.partition("/")[0] == he.unit:
        known = () if course.state.leaving is UNSET else course.state.leaving
        course.put(leaving=(*known, he.id))
    return int(ruling.answer["tests"]), ruling.clauses if he.fighting or in_combat(course.position, he.unit) else ()


def ideas_for(state: State) -> Iterator[MoveGeneral]:
    """Moves of generals far from the enemy to unit groups near the enemy that have no general."""
    side = decider(state)
    needed = (str(table(state.position, "general_rules")["move_card"]),)
    for he in generals_of(state.position):
        if he.side != side or not is_able(he) or state.phase in he.moved:
            continue
        cards = cheapest(hand_of(state, he.id), needed, 0)
        if cards is None:
            continue
        if he.unit and _is_near(state, unit_of(state.position, he.unit)):
            continue
        led = {one.unit for one in generals_of(state.position)}
        for unit in units_of(state.position):
            if unit.side != side or unit.kind == CAMP or unit.broken or unit.id in led:
                continue
            if unit.contingent == he.contingent and bases_of(state.position, unit.id) and _is_near(state, unit):
                files = files_of(state.position, unit.id)
                yield MoveGeneral(he.id, file_name(files[(len(files) - 1) // 2]), he.id, cards[0])


def _is_near(state: State, unit: Unit) -> bool:
    """Whether enemy TuGs are within two moves of a unit group."""
    if not bases_of(state.position, unit.id):
        return False
    near = nearest_tug(state.position, unit)
    return near is not None and near[0] <= bw(state.position, NEAR)


# SP 2.1


def run(course: Course) -> bool:
    return not goes_on(course, has_cards)


def check_first(state: State, action: Any) -> Ruling:
    if isinstance(action, Move):
        return moving.check(state, action)
    return check_pass(state, action) if passes(action) else check(state, action)


def do_first(course: Course, action: Any) -> None:
    if isinstance(action, Move):
        moving.do(course, action)
    elif passes(action):
        do_pass(course, action)
    else:
        do(course, action)


def first_ideas(state: State) -> Iterator[Any]:
    yield from ideas_for(state)
    yield from clearing(state)
    yield Pass()
