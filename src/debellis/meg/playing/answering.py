"""The answers to charges (SP 2.5): stand, skirmish or run away; the fire at the chargers; the evades."""

from __future__ import annotations

from typing import Any

from debellis.meg.charging.evading import judge_shift
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.responding import ANSWERS
from debellis.meg.playing.actions import Respond
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import ask_for_fire, at_chargers
from debellis.meg.playing.going_back import REAR, RUN_AWAY, SKIRMISH, STAND, evade, judge_toward, may_evade
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.meeting import COUNTERCHARGE
from debellis.meg.playing.state import State
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, bw, distance_between, unit_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def run(course: Course) -> bool:
    """For each charge in order: its targets answer, all shoot at it, and the evaders get away."""
    if course.state.stage == "":
        leads = tuple(charge.by[0] for charge in course.charges() if charge.kind not in ANSWERS and not charge.moved)
        course.put(stage="asking", queue=leads)
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
        course.put(queue=course.state.queue[1:])
    return True


def asked_now(state: State) -> str | None:
    """The target of the present charge that has still to answer; None if all who have a choice have answered."""
    lead = state.queue[0]
    charge = charge_of(state.position, lead)
    if charge is None or unit_of(state.position, lead).broken or not bases_of(state.position, lead):
        return None
    for name in charge.on:
        if f"{lead} {name}" in state.answers or not bases_of(state.position, name):
            continue
        if unit_of(state.position, name).kind != CAMP and may_evade(state.position, name, lead):
            return name
    return None


def check(state: State, action: Respond) -> Ruling:
    """Whether the target that is asked may answer so."""
    verdict = Verdict()
    name = asked_now(state)
    assert name is not None
    if action.response not in (STAND, SKIRMISH, RUN_AWAY, COUNTERCHARGE):
        verdict.refuse(f"{action.response} is no answer: stand, skirmish or run away.", "MEG-B15.6")
        return verdict.decide("respond")
    ruling = judged(state.position, "may_respond", unit=name, charger=state.queue[0], response=action.response)
    take_over(verdict, ruling)
    if action.response == COUNTERCHARGE:
        verdict.refuse("Countercharges are made in SP 2.4.", "MEG-B15.17")
    if action.shift:
        judge_shift(verdict, state.position, action.shift, "MEG-33a")
    if verdict.legal:
        unit = unit_of(state.position, name)
        judge_toward(verdict, state.position, unit, state.queue[0], action.response, action.toward)
    return verdict.decide("respond")


def do(course: Course, action: Respond) -> None:
    """Note an answer. It is carried out when all targets of the charge have answered."""
    name = asked_now(course.state)
    assert name is not None
    lead = course.state.queue[0]
    said = f"{action.response} {action.shift:g} {action.hand} {action.toward}".rstrip()
    course.put(answers={**course.state.answers, f"{lead} {name}": said})
    verb = {STAND: "stands", SKIRMISH: "will skirmish", RUN_AWAY: "will run away"}[action.response]
    course.tell("answer", f"{name} {verb} before {lead}", "MEG-B15.6", "MEG-B12.6")


def _carry_out(course: Course, lead: str) -> None:
    """Fire at a charge, then move its evaders, those farthest from it first (MEG-B15.17)."""
    charge = charge_of(course.position, lead)
    if charge is None:
        return
    at_chargers(course, charge.by)
    found: list[tuple[float, str, str]] = []
    for key, said in course.state.answers.items():
        charger, name = key.split()
        if charger != lead or said.startswith(STAND) or not course.bases(name) or not course.bases(lead):
            continue
        apart = distance_between(course.bases(name), course.bases(lead))
        found.append((-round(apart, 3), name, said))
    for _, name, said in sorted(found):
        if course.unit(name).broken or course.unit(lead).broken:
            continue
        response, shift, hand, *toward = said.split()
        evade(course, name, lead, response, float(shift), hand, toward[0] if toward else "")


def ideas(state: State) -> list[Any]:
    """Answers worth judging; the last one is always legal."""
    name = asked_now(state)
    assert name is not None
    lead = state.queue[0]
    found: list[Any] = [Respond(response) for response in may_evade(state.position, name, lead)]
    half = bw(state.position, 0.5)
    shifted = [Respond(one.response, half, hand) for one in found[:1] for hand in ("left", "right")]
    stands = allowed(state.position, "may_respond", unit=name, charger=lead, response=STAND)
    back = [Respond(RUN_AWAY, toward=REAR) for one in found if one.response == RUN_AWAY]
    if stands:
        return [*found, *shifted, *back, Respond(STAND)]
    return [*shifted, *back, *found]
