"""Files that support a file beside them in melee: each rolls its die, for one neighbour only (MEG-B17.16)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.meg.dice import moved
from debellis.meg.fighting.claims import MELEE
from debellis.meg.fighting.combat import dice_of
from debellis.meg.fighting.contacts import opponents
from debellis.meg.fighting.support import stands_beside
from debellis.meg.playing.actions import LendDie
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged
from debellis.meg.playing.losing import COMBAT, hurt
from debellis.meg.playing.opponents import due_now, may_pick
from debellis.meg.playing.state import Helping, State, about
from debellis.meg.troops import CAMP
from debellis.meg.units import File, file_name, file_of, files_of, unit_name, unit_of, units_of
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

#: The phase in which the owner of a file between two fighting ones says which of them it supports.
SUPPORT = "support"


def begin(course: Course, rolled: list[tuple[str, str]]) -> None:
    """The neighbours of files that have just rolled lend their dice against the same enemy."""
    course.put(helping=tuple([Helping(file, against) for file, against in rolled]))
    go_on(course)


def go_on(course: Course) -> None:
    """Roll the dice of all who support, and ask where a file stands between two; then the choice passes."""
    while helping := _helping(course.state):
        now = helping[0]
        file = _next(course.state, now)
        if file is None:
            course.put(helping=helping[1:] or UNSET)
        elif _supports_another(course.state, file, now.file):
            course.wait(file[0].side, SUPPORT, file[0].id, now.file)
            return
        else:
            _lend(course, file, now)
    course.chosen()


def _helping(state: State) -> tuple[Helping, ...]:
    return () if state.helping is UNSET else state.helping


def _next(state: State, now: Helping) -> File | None:
    """The next unopposed file beside one that has rolled, which lends its die against the same enemy."""
    position = state.position
    if not position.has_base(now.file) or not position.has_base(now.against):
        return None
    own, enemy = position.base(now.file), position.base(now.against)
    if unit_of(position, unit_name(own)).broken or unit_of(position, unit_name(enemy)).broken:
        return None
    beside = file_of(position, own)
    for unit in units_of(position):
        if unit.side != own.side or unit.broken or unit.kind == CAMP:
            continue
        for file in files_of(position, unit.id):
            if file[0].id in state.rolled or file[0].id in now.saved or opponents(position, file):
                continue
            names = {"file": file_name(file), "of": file_name(beside)}
            if stands_beside(beside, file) and allowed(position, "may_support", **names, enemy=now.against):
                return file
    return None


def _supports_another(state: State, file: File, but: str) -> bool:
    """Whether a file could support another neighbour that has still to fight."""
    position = state.position
    for front, contacts in due_now(state).items():
        base = position.base(front)
        if front == but or base.side != file[0].side or not may_pick(state, front):
            continue
        beside = file_of(position, base)
        if not stands_beside(beside, file):
            continue
        names = {"file": file_name(file), "of": file_name(beside)}
        if any(allowed(position, "may_support", **names, enemy=fight.theirs.id) for fight in contacts):
            return True
    return False


def _lend(course: Course, file: File, now: Helping) -> None:
    """Roll the die of a supporting file, one colour lower than its own (MEG-B17.11)."""
    position = course.position
    name, of = file_name(file), file_name(file_of(position, position.base(now.file)))
    lends = judged(position, "may_support", file=name, of=of, enemy=now.against)
    told = judged(position, "claims", file=name, against=now.against, combat=MELEE, charging=())
    die = moved(dice_of(position, int(told.answer["net"]))[0], -1)
    course.put(rolled=(*course.state.rolled, file[0].id))
    if die is None:
        return
    face = course.die(die, f"{name} supports {of}")
    says = f"{name} supports {of} against {now.against}: {die} {face}"
    clauses = ("MEG-B17.11", "MEG-B17.16", *lends.clauses)
    course.tell("support", says, *clauses, bases=(file[0].id, now.against), ruling=told)
    hurt(course, unit_name(position.base(now.against)), face, now.against, COMBAT)


def check_lend(state: State, action: LendDie) -> Ruling:
    """A file between two fighting ones supports the one that has rolled, or keeps its die for the other."""
    verdict = Verdict()
    permit(verdict, f"{about(state)[0]} supports one neighbour only.", "MEG-B17.16")
    return verdict.decide("lend_die")


def do_lend(course: Course, action: LendDie) -> None:
    name, of = course.got_answer()
    now, *rest = _helping(course.state)
    if action.lends:
        _lend(course, file_of(course.position, course.position.base(name)), now)
    else:
        course.put(helping=(replace(now, saved=(*now.saved, name)), *rest))
        course.tell("keeps-die", f"{name} does not support {of}, but the file on its other side", "MEG-B17.16")
    go_on(course)


def lend_ideas(state: State) -> list[Any]:
    return [LendDie(True), LendDie(False)]
