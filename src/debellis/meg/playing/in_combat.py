"""Moves of bases in combat: MF1 and MF2, in SP 4.3 and 5.5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.geometry.plane import quarter_turned
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT
from debellis.meg.fighting.contacts import fights_of_base, in_combat
from debellis.meg.fighting.support import engaged_bases
from debellis.meg.moving.steps import End
from debellis.meg.playing.actions import BaseEnd, Pass, Rearrange
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on, passes
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, facing_of, files_of, front_rank, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

FILE, FACE = "MF1", "MF2"


def check(state: State, action: Rearrange) -> Ruling:
    """Whether bases in combat may move so and it is paid for: the question `may_move`."""
    verdict = Verdict()
    known = {unit.id: unit for unit in units_of(state.position)}
    unit = known.get(action.unit)
    own = unit is not None and unit.side == decider(state) and unit.kind != CAMP
    if unit is None or not own or not bases_of(state.position, action.unit):
        verdict.refuse(f"{action.unit} is no own unit group on the table.", "MEG-B13.15")
        return verdict.decide("rearrange")
    if action.action not in (FILE, FACE) or not action.ends:
        verdict.refuse("Bases in combat move by MF1 or MF2.", "MEG-B13.15")
        return verdict.decide("rearrange")
    if any(not state.position.has_base(end.base) for end in action.ends):
        verdict.refuse("Only bases on the table move.", "MEG-B13.15")
        return verdict.decide("rearrange")
    needed = needed_for(state.position, (unit,), action.action)
    judge_payment(verdict, state, (unit,), action.general, (action.card,), needed)
    if any(unit.id in pair for pair in state.chased):
        verdict.refuse(f"{unit.id} was met by a pursuit and stands until the next charge phase.", "MEG-B20.11")
    if f"{unit.id} {state.phase}" in state.done:
        verdict.refuse(f"{unit.id} has moved bases in this sub-phase.", "MEG-02a")
    if verdict.legal:
        ends = tuple(End(end.base, end.pose) for end in action.ends)
        try:
            take_over(verdict, judged(state.position, "may_move", unit=unit.id, action=action.action, ends=ends))
        except BadQuestion as bad:
            verdict.refuse(f"{bad.sentence[:1].upper()}{bad.sentence[1:]}.", "MEG-B13.15")
    return verdict.decide("rearrange")


def do(course: Course, action: Rearrange) -> None:
    """Move the bases. A unit group with turned bases remembers its original front."""
    course.pay(action.general, (action.card,))
    unit = course.unit(action.unit)
    ahead = facing_of(course.position, unit)
    moved = tuple(
        replace(course.position.base(end.base), front=end.pose.front, facing=end.pose.facing) for end in action.ends
    )
    if action.action == FACE:
        course.note(unit.id, facing=ahead)
    course.place(moved)
    course.did(unit.id, action.action)
    course.put(done=(*course.state.done, f"{unit.id} {course.state.phase}"))
    course.regroup(unit.id)
    says = f"{unit.id} makes {action.action} ({action.card})"
    clause = "MEG-B13.15" if action.action == FILE else "MEG-B13.16"
    course.tell("rearrange", says, clause, bases=tuple(base.id for base in moved))
    course.chosen()


def ideas_for(state: State) -> Iterator[Rearrange]:
    """Bases that turn to face enemy on their flank or rear, and bases that make a new file."""
    side = decider(state)
    for unit in units_of(state.position):
        if unit.side != side or unit.kind == CAMP or unit.broken or f"{unit.id} {state.phase}" in state.done:
            continue
        if not bases_of(state.position, unit.id) or not in_combat(state.position, unit.id):
            continue
        for action, ends in (*_turns(state.position, unit), *_files(state.position, unit)):
            for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), action)):
                yield Rearrange(unit.id, action, ends, general, cards[0])


def _turns(position: Position, unit: Unit) -> list[tuple[str, tuple[BaseEnd, ...]]]:
    """Each base that is struck aside turns alone."""
    found: list[tuple[str, tuple[BaseEnd, ...]]] = []
    for base in bases_of(position, unit.id):
        fights = fights_of_base(position, base)
        if not fights or any(fight.edge == FRONT for fight in fights):
            continue
        edge = fights[0].edge
        if edge in (LEFT, RIGHT, REAR):
            a, b = base.rectangle.edge(edge)
            middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
            facing = quarter_turned(base.facing, {RIGHT: 1, REAR: 2, LEFT: 3}[edge])
            found.append((FACE, (BaseEnd(base.id, Pose(middle, facing)),)))
    return found


def _files(position: Position, unit: Unit) -> list[tuple[str, tuple[BaseEnd, ...]]]:
    """Each unengaged base at the rear of a file makes a new file at either end of the front."""
    engaged = {base.id for base in engaged_bases(position, unit, Finding())}
    spare = [file[-1] for file in files_of(position, unit.id) if len(file) > 1 and file[-1].id not in engaged]
    front = front_rank(position, unit)
    if not spare or not front:
        return []
    found: list[tuple[str, tuple[BaseEnd, ...]]] = []
    for base in spare[:2]:
        for end, sign in ((front[0], -1.0), (front[-1], 1.0)):
            found.append((FILE, (BaseEnd(base.id, _beside(end, sign)),)))
    return found


def _beside(end: Base, sign: float) -> Pose:
    right = (end.facing[1], -end.facing[0])
    return Pose((end.front[0] + right[0] * end.width * sign, end.front[1] + right[1] * end.width * sign), end.facing)


# SP 5.5


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    if not has_cards(state, side):
        return False
    return any(
        unit.side == side
        and bool(bases_of(state.position, unit.id))
        and in_combat(state.position, unit.id)
        and bool(_turns(state.position, unit_of(state.position, unit.id)) or _files(state.position, unit))
        for unit in units_of(state.position)
        if unit.kind != CAMP and not unit.broken
    )


def check_late(state: State, action: Any) -> Ruling:
    return check_pass(state, action) if passes(action) else check(state, action)


def do_late(course: Course, action: Any) -> None:
    if passes(action):
        do_pass(course, action)
    else:
        do(course, action)


def late_ideas(state: State) -> Iterator[Any]:
    yield from ideas_for(state)
    yield Pass()
