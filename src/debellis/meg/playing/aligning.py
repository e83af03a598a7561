"""Aligning: at the end of a charge, and in SP 4.2 and 5.1."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from debellis.geometry.plane import same_direction
from debellis.geometry.rectangle import overlaps
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.align_places import aligned, offered
from debellis.meg.moving.aligning import Align as Asked
from debellis.meg.moving.aligning import changes, judge_align, touched
from debellis.meg.playing.actions import Align, Pass
from debellis.meg.playing.alternating import do_pass, goes_on
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, verdict_of
from debellis.meg.playing.state import State, about, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, outline, unit_name, unit_of, units_of
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

#: An align that turns nobody and slides by less is not worth asking about (mm).
SLIGHT = 0.1
_OFFERS = Memory[tuple[Pose, ...]]("aligns on offer")


def offers(state: State, name: str) -> tuple[Pose, ...]:
    """The legal aligns of a unit group that move it (MEG-B14.10)."""
    return _OFFERS.of(state.position, name, partial(_legal, name))


def _legal(name: str, position: Position) -> tuple[Pose, ...]:
    unit = unit_of(position, name)
    if unit.kind == CAMP or unit.broken or not bases_of(position, name) or not touched(position, name):
        return ()
    found: list[Pose] = []
    for after in offered(position, unit):
        asked = Asked((name,), position, after)
        if not changes(asked) or _is_slight(asked):
            continue
        quiet = QuietVerdict()
        judge_align(quiet, asked)
        if not quiet.faults and not _overlaps(after, name):
            place = outline(after, unit_of(after, name))
            pose = Pose(place.front, place.facing)
            if pose not in found:
                found.append(pose)
    return tuple(found)


def _is_slight(asked: Asked) -> bool:
    """Whether an align only slides bases by next to nothing."""
    for name in asked.members:
        for base in bases_of(asked.before, name):
            after = asked.after.base(base.id)
            if not same_direction(base.facing, after.facing) or math.dist(base.front, after.front) >= SLIGHT:
                return False
    return True


def _overlaps(after: Position, name: str) -> bool:
    """Whether a unit group would stand on any other. A friend who could align out of the way later does not count."""
    own = bases_of(after, name)
    near = ((a, b) for a in own for b in after.near(a.rectangle) if unit_name(b) != name)
    return any(overlaps(a.rectangle, b.rectangle) for a, b in near)


def offer_aligns(course: Course, names: tuple[str, ...]) -> None:
    """After a charge move either side may align, the charger first (MEG-B15.19)."""
    asked = [name for name in dict.fromkeys(names) if course.bases(name) and offers(course.state, name)]
    for name in reversed(asked):
        course.wait(course.unit(name).side, "tidy", name)


def check_tidy(state: State, action: Any) -> Ruling:
    if isinstance(action, Pass):
        return Verdict().decide("align")
    if action.unit != about(state)[0]:
        verdict = Verdict()
        verdict.refuse(f"It is {about(state)[0]} that may align now.", "MEG-B15.19")
        return verdict.decide("align")
    return judge(state, action)


def judge(state: State, action: Align) -> Ruling:
    """Whether a unit group of the deciding side may align so: the question `may_align`."""
    verdict = Verdict()
    known = {unit.id: unit for unit in units_of(state.position)}
    unit = known.get(action.unit)
    if unit is None or unit.side != decider(state) or not bases_of(state.position, action.unit):
        verdict.refuse(f"{action.unit} is no own unit group on the table.", "MEG-B14.8")
        return verdict.decide("align")
    ruling = judged(state.position, "may_align", unit=action.unit, to=action.to, looks=False)
    if ruling.answer["legal"] and _overlaps(aligned(state.position, unit, action.to), action.unit):
        verdict.refuse(f"{action.unit} would stand on somebody.", "MEG-B14.9")
        return verdict.decide("align")
    return verdict_of("align", ruling)


def do_tidy(course: Course, action: Any) -> None:
    course.got_answer()
    if isinstance(action, Align):
        align(course, action)


def align(course: Course, action: Align) -> None:
    unit = course.unit(action.unit)
    course.stand(aligned(course.position, unit, action.to))
    course.tell("align", f"{action.unit} aligns", "MEG-05a", "MEG-B14.8")
    course.put(done=(*course.state.done, action.unit))


def tidy_ideas(state: State) -> list[Any]:
    name = about(state)[0]
    return [*(Align(name, pose) for pose in offers(state, name)), Pass()]


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    return any(True for _ in _open(state, side))


def _open(state: State, side: str) -> Iterator[Align]:
    for unit in units_of(state.position):
        if unit.side != side or unit.id in state.done or not bases_of(state.position, unit.id):
            continue
        if in_combat(state.position, unit.id) or touched(state.position, unit.id):
            for pose in offers(state, unit.id):
                yield Align(unit.id, pose)


def check(state: State, action: Any) -> Ruling:
    if isinstance(action, Pass):
        return Verdict().decide("align")
    if action.unit in state.done:
        verdict = Verdict()
        verdict.refuse(f"{action.unit} has aligned in this sub-phase.", "MEG-B14.8")
        return verdict.decide("align")
    return judge(state, action)


def do(course: Course, action: Any) -> None:
    if isinstance(action, Pass):
        do_pass(course, action)
        return
    align(course, action)
    course.chosen()


def ideas(state: State) -> Iterator[Any]:
    yield from _open(state, decider(state))
    yield Pass()
