"""Moves of bases in combat: MF1 and MF2, in SP 4.3 and 5.5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.geometry.plane import quarter_turned
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT
from debellis.meg.fighting.contacts import fights_of_base, in_combat
from debellis.meg.fighting.support import engaged_bases
from debellis.meg.moving.actions import judge_act
from debellis.meg.moving.steps import End
from debellis.meg.playing.actions import BaseEnd, Pass, Rearrange
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on, passes
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, facing_of, files_of, front_rank, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

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
    course.regroup(unit.id)
    says = f"{unit.id} makes {action.action} ({action.card})"
    clause = "MEG-B13.15" if action.action == FILE else "MEG-B13.16"
    course.tell("rearrange", says, clause, bases=tuple(base.id for base in moved))
    course.chosen()


def ideas_for(state: State) -> Iterator[Rearrange]:
    """Bases that turn to face enemy on their flank or rear, and bases that make or deepen a file."""
    side = decider(state)
    for unit in units_of(state.position):
        for action in open_to(state, unit) if unit.side == side else ():
            paid = list(payments(state, (unit,), needed_for(state.position, (unit,), action)))
            if not paid:
                continue
            found = _files(state.position, unit) if action == FILE else _turns(state.position, unit)
            for ends in found:
                for general, cards in paid:
                    yield Rearrange(unit.id, action, ends, general, cards[0])


def open_to(state: State, unit: Unit) -> tuple[str, ...]:
    """Which of both actions a unit group could make: it has bases to move, and nothing but a lack of cards forbids it.

    Wherever some base is unengaged, MF1 counts as possible: there are too many places to try them all.
    """
    position = state.position
    if unit.kind == CAMP or unit.broken or not in_combat(position, unit.id):
        return ()
    if any(unit.id in pair for pair in state.chased):
        return ()
    found: list[str] = []
    for action in (FILE, FACE):
        quiet = QuietVerdict()
        judge_act(quiet, position, unit, action)
        if not quiet.faults and needed_for(position, (unit,), action) and _movable(position, unit, action):
            found.append(action)
    return tuple(found)


def _movable(position: Position, unit: Unit, action: str) -> bool:
    if action == FACE:
        return bool(_turns(position, unit))
    return len(engaged_bases(position, unit, Finding())) < len(bases_of(position, unit.id))


def _turns(position: Position, unit: Unit) -> list[tuple[BaseEnd, ...]]:
    """Each base that is struck aside turns alone, to any of the enemies that strike it."""
    found: list[tuple[BaseEnd, ...]] = []
    for base in bases_of(position, unit.id):
        fights = fights_of_base(position, base)
        if any(fight.edge == FRONT for fight in fights):
            continue
        for edge in dict.fromkeys(fight.edge for fight in fights):
            a, b = base.rectangle.edge(edge)
            middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
            facing = quarter_turned(base.facing, {RIGHT: 1, REAR: 2, LEFT: 3}[edge])
            found.append((BaseEnd(base.id, Pose(middle, facing)),))
    return found


def _files(position: Position, unit: Unit) -> list[tuple[BaseEnd, ...]]:
    """Each unengaged base at the rear of a file makes a new file at either end of the front, or deepens another one."""
    engaged = {base.id for base in engaged_bases(position, unit, Finding())}
    files = files_of(position, unit.id)
    spare = [file[-1] for file in files if len(file) > 1 and file[-1].id not in engaged]
    front = front_rank(position, unit)
    if not spare or not front:
        return []
    found: list[tuple[BaseEnd, ...]] = []
    for base in spare:
        for end, sign in ((front[0], -1.0), (front[-1], 1.0)):
            found.append((BaseEnd(base.id, _beside(end, sign)),))
        for file in files:
            if all(one.id != base.id for one in file):
                found.append((BaseEnd(base.id, _behind(file[-1])),))
    return found


def _behind(last: Base) -> Pose:
    ahead = last.facing
    return Pose((last.front[0] - ahead[0] * last.depth, last.front[1] - ahead[1] * last.depth), ahead)


def _beside(end: Base, sign: float) -> Pose:
    right = (end.facing[1], -end.facing[0])
    return Pose((end.front[0] + right[0] * end.width * sign, end.front[1] + right[1] * end.width * sign), end.facing)


# SP 5.5


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    """Whether a side has cards, and bases that could move. Whether the cards suffice is known to their owner only."""
    if not has_cards(state, side):
        return False
    return any(unit.side == side and bool(open_to(state, unit)) for unit in units_of(state.position))


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
