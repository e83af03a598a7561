"""The answers to charges (SP 2.5): stand, skirmish or run away; the fire at the chargers; the evades."""

from __future__ import annotations

from typing import Any

from debellis.meg.charging.projecting import charge_of
from debellis.meg.playing.actions import Respond
from debellis.meg.playing.charges import comes, drop_lost_chargers, leads
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import ask_for_fire, at_chargers
from debellis.meg.playing.going_back import RUN_AWAY, SKIRMISH, STAND, answers_to, evade, judge_answer, may_evade
from debellis.meg.playing.state import Answer, State
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, distance_between, unit_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def run(course: Course) -> bool:
    """For each charge in order: its targets answer, all shoot at it, and the evaders get away."""
    drop_lost_chargers(course)
    if course.state.stage == "":
        course.put(stage="asking", queue=leads(course.state))
    while course.state.queue:
        lead = course.state.queue[0]
        target = asked_now(course.state)
        if target is not None:
            course.give_choice(course.unit(target).side)
            return False
        charge = charge_of(course.position, lead)
        if charge is not None and ask_for_fire(course, charge.by):
            return False
        _carry_out(course, lead)
        drop_lost_chargers(course)
        course.put(queue=course.state.queue[1:])
    return True


def asked_now(state: State) -> str | None:
    """The target of the present charge that has still to answer; None if all who have a choice have answered."""
    lead = state.queue[0]
    charge = charge_of(state.position, lead)
    if charge is None or not comes(state.position, lead):
        return None
    said = {one.unit for one in state.answers if one.charger == lead}
    for name in charge.on:
        if name in said or not bases_of(state.position, name):
            continue
        if unit_of(state.position, name).kind != CAMP and may_evade(state.position, name, lead):
            return name
    return None


def check(state: State, action: Respond) -> Ruling:
    """Whether the target that is asked may answer so."""
    verdict = Verdict()
    name = asked_now(state)
    assert name is not None
    judge_answer(verdict, state.position, name, state.queue[0], action)
    return verdict.decide("respond")


def do(course: Course, action: Respond) -> None:
    """Note an answer. It is carried out when all targets of the charge have answered."""
    name = asked_now(course.state)
    assert name is not None
    lead = course.state.queue[0]
    said = Answer(lead, name, action.response, action.shift, action.hand, action.toward, action.stays)
    course.put(answers=(*course.state.answers, said))
    verb = {STAND: "stands", SKIRMISH: "will skirmish", RUN_AWAY: "will run away"}[action.response]
    course.tell("answer", f"{name} {verb} before {lead}", "MEG-B15.6", "MEG-B12.6")


def _carry_out(course: Course, lead: str) -> None:
    """Fire at a charge, then move its evaders, those farthest from it first (MEG-B15.17)."""
    charge = charge_of(course.position, lead)
    if charge is None:
        return
    at_chargers(course, charge.by)
    found: list[tuple[float, int, Answer]] = []
    for number, said in enumerate(course.state.answers):
        if said.charger != lead or said.response == STAND or not course.bases(said.unit):
            continue
        theirs = tuple(base for name in charge.by for base in course.bases(name))
        if theirs:
            found.append((-round(distance_between(course.bases(said.unit), theirs), 3), number, said))
    for _, _, said in sorted(found, key=lambda one: one[:2]):
        left = next((name for name in charge.by if comes(course.position, name)), None)
        if left is None or course.unit(said.unit).broken:
            continue
        evade(course, said.unit, left, said.response, said.shift, said.hand, said.toward, said.stays)


def ideas(state: State) -> list[Any]:
    """Answers worth judging; the last one is always legal."""
    name = asked_now(state)
    assert name is not None
    return list(answers_to(state.position, name, state.queue[0]))
