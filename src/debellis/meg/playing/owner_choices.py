"""Choices that a default has already made and its owner may change at once: a base that is lost, where a general goes.

The default takes effect first. While nothing it depends on has moved, its owner may name another base of the same
class, or another place for the free move of a general.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.battle.alternation import Waiting
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import gap
from debellis.mechanics.tables import table
from debellis.meg.charging.way import slid
from debellis.meg.general_facts import DEAD, point_to
from debellis.meg.playing.actions import FreeMove, RemoveBase
from debellis.meg.playing.course import NEW_FILE, Course
from debellis.meg.playing.setting_up.actions import JoinFile
from debellis.meg.playing.state import About, Lost, State, about
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, bw, file_of, files_of, generals_of, named_bases, unit_name, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import General
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

#: The phases in which these choices are decided.
REMOVE, FREE_MOVE = "remove", "free-move"


# Which base goes


def take(course: Course, base: Base) -> None:
    """Take a base off the table; those behind it in its file close up, except in a camp (MEG-B18.3, MEG-B18.7).

    The general of a file that is gone joins the nearest one (MEG-B18.10). If several are equally near, his owner names
    one of them.
    """
    name = unit_name(base)
    file = file_of(course.position, base)
    rest = [one for one in file if one.id != base.id]
    behind = file[[one.id for one in file].index(base.id) + 1 :] if course.unit(name).kind != CAMP else ()
    with_it = [one for one in course.generals_with(name) if any(mate.id == one.file for mate in file)]
    course.stand(course.position.without(base.id))
    if behind:
        course.place(slid(behind, base.facing, base.depth))
        course.tell("closes-up", f"{behind[0].id} moves up", "MEG-B18.3", "MEG-B18.7", bases=(behind[0].id,))
    course.put(doomed=tuple(one for one in course.state.doomed if one != base.id))
    fronts = [rest[0].id] if rest else _nearest_files(course.position, name, base)
    for general in with_it if fronts else ():
        course.joins(general, fronts[0], "MEG-B18.10", "MEG-B7.11")
        if len(fronts) > 1:
            course.wait(general.side, NEW_FILE, general.id, *fronts)


def _nearest_files(position: Position, unit: str, base: Base) -> list[str]:
    """The front bases of the files of a unit group that are nearest to where a base stood."""
    apart = {
        file[0].id: round(min(gap(base.rectangle, one.rectangle) for one in file), 2)
        for file in files_of(position, unit)
    }
    return [front for front, far in apart.items() if far <= min(apart.values()) + COINCIDE]


def offer_other(course: Course, base: Base, equals: list[Base], with_it: tuple[str, ...]) -> None:
    """Let the owner of a base that is lost name another one in its place."""
    others = tuple(one for one in equals if one.id != base.id)
    unit = course.unit(unit_name(base))
    if not others or unit.broken:
        return
    lost = course.state.lost
    course.put(lost=(*(() if lost is UNSET else lost), Lost(base, others, with_it or UNSET)))
    course.wait(base.side, REMOVE, unit.id, base.id)


def lost_now(state: State) -> Lost:
    """The loss in question."""
    _, name = about(state)
    return next(one for one in _losses(state) if one.base.id == name)


def _losses(state: State) -> tuple[Lost, ...]:
    return () if state.lost is UNSET else state.lost


def settle_defaults(course: Course) -> bool:
    """Drop choices that no longer exist, because bases of that unit group have moved or the general is gone.

    Whether any was dropped.
    """
    before = course.state.waiting
    if not before:
        return False
    kept = tuple(one for one in course.state.waiting if not _is_stale(course.state, one))
    if kept != course.state.waiting:
        course.put(waiting=kept)
    named = {one.about[1] for one in kept if one.phase == REMOVE}
    losses = tuple(one for one in _losses(course.state) if one.base.id in named)
    if losses != _losses(course.state):
        course.put(lost=losses or UNSET)
    return kept != before


def _is_stale(state: State, waiting: Waiting[About]) -> bool:
    if waiting.phase == REMOVE:
        name, base = waiting.about
        loss = next((one for one in _losses(state) if one.base.id == base), None)
        return (
            loss is None or unit_of(state.position, name).broken or not all(_stands(state, one) for one in loss.others)
        )
    if waiting.phase in (FREE_MOVE, NEW_FILE):
        he = next((one for one in generals_of(state.position) if one.id == waiting.about[0]), None)
        if he is not None and waiting.phase == NEW_FILE:
            return he.state == DEAD or he.file not in waiting.about or len(_open_files(state, waiting.about)) < 2
        return he is None or he.state == DEAD
    return False


def _stands(state: State, base: Base) -> bool:
    """Whether a base stands where it stood when the loss was taken."""
    if not state.position.has_base(base.id):
        return False
    now = state.position.base(base.id)
    return math.dist(now.front, base.front) <= COINCIDE and math.dist(now.facing, base.facing) <= COINCIDE


def check_remove(state: State, action: RemoveBase) -> Ruling:
    """Whether this base may go: the one that went, or one that the rules count equal to it (MEG-B18.6)."""
    verdict = Verdict()
    loss = lost_now(state)
    names = (loss.base.id, *(one.id for one in loss.others))
    if action.base not in names:
        verdict.refuse(f"The owner chooses among equals: {', '.join(names)}.", "MEG-B18.6", "MEG-B18.2")
    else:
        permit(verdict, f"{action.base} is one of those that may go.", "MEG-B18.6")
    return verdict.decide("remove_base")


def do_remove(course: Course, action: RemoveBase) -> None:
    """Keep the loss as it is, or put the base back and take the other one."""
    loss = lost_now(course.state)
    name, _ = course.got_answer()
    rest = tuple(one for one in _losses(course.state) if one.base.id != loss.base.id)
    course.put(lost=rest or UNSET)
    if action.base == loss.base.id:
        course.tell("loss-stays", f"{name} has lost {loss.base.id}", "MEG-B18.6")
        return
    course.stand(replace(course.position, bases=(*course.position.bases, loss.base)))
    front = file_of(course.position, loss.base)[0].id
    for general in () if loss.with_it is UNSET else loss.with_it:
        course.note_general(general, file=front)
    take(course, course.position.base(action.base))
    says = f"{name} loses {action.base} and keeps {loss.base.id}"
    course.tell("other-loss", says, "MEG-B18.6", bases=(action.base, loss.base.id))


def remove_ideas(state: State) -> list[Any]:
    """The base that went, and the others."""
    loss = lost_now(state)
    return [RemoveBase(loss.base.id), *(RemoveBase(one.id) for one in loss.others)]


# The file of a general whose own is gone


def _open_files(state: State, what: About) -> tuple[str, ...]:
    """The files among which the owner of a general chooses, as far as they are still there."""
    he = next(one for one in generals_of(state.position) if one.id == what[0])
    fronts = {file[0].id for file in files_of(state.position, he.unit)} if he.unit else set()
    return tuple(front for front in what[1:] if front in fronts)


def check_new_file(state: State, action: JoinFile) -> Ruling:
    """Whether a general may be with this file now: any of his unit group, after a loss the nearest (MEG-B7.11)."""
    verdict = Verdict()
    fronts = _open_files(state, about(state))
    if action.file not in fronts:
        verdict.refuse(f"{about(state)[0]} joins one of the files {', '.join(fronts)}.", "MEG-B7.11", "MEG-B18.10")
    else:
        permit(verdict, f"{about(state)[0]} joins {action.file}.", "MEG-B7.11")
    return verdict.decide("join_file")


def do_new_file(course: Course, action: JoinFile) -> None:
    name = course.got_answer()[0]
    course.note_general(name, file=action.file)
    course.tell("joins", f"{name} is with {action.file}", "MEG-B7.11")


def new_file_ideas(state: State) -> list[Any]:
    """The file he is with now, and the others."""
    he = next(one for one in generals_of(state.position) if one.id == about(state)[0])
    others = [JoinFile(front) for front in _open_files(state, about(state)) if front != he.file]
    return [*others, JoinFile(he.file)]


# Free moves of generals


def offer_other_way(course: Course, name: str, start: Point) -> None:
    """Let the owner of a general who has made a free move name another place for him."""
    he = course.general(name)
    course.wait(he.side, FREE_MOVE, name, repr(start[0]), repr(start[1]))


def _present(he: General) -> str | Point:
    """The file a general is with, or the place where he stands by himself."""
    return he.file if he.unit or he.front is None else he.front


def check_free_move(state: State, action: FreeMove) -> Ruling:
    """Whether a general may go there by his free move (MEG-B22.9)."""
    verdict = Verdict()
    name, x, y = about(state)
    he = next(one for one in generals_of(state.position) if one.id == name)
    if action.to == _present(he):
        permit(verdict, f"{name} stays where his free move has brought him.", "MEG-B22.9")
        return verdict.decide("free_move")
    start = (float(x), float(y))
    reach = bw(state.position, float(table(state.position, "general_rules")["general_move_bw"]))
    if isinstance(action.to, str):
        bases = named_bases(state.position, action.to) if "/" in action.to else ()
        if not bases or not _receives(state.position, he, unit_name(bases[0])):
            verdict.refuse(f"{action.to} is no file of an own unit group.", "MEG-B22.9")
            return verdict.decide("free_move")
        away = min(point_to(start, base.rectangle) for base in bases_of(state.position, unit_name(bases[0])))
    else:
        away = math.dist(start, action.to)
        _judge_place(verdict, state.position, he, action.to)
    verdict.measure("free move", away, "mm", reach)
    if away > reach + COINCIDE:
        verdict.refuse(f"{name} goes {away:.1f} mm and may go {reach:g} mm.", "MEG-B22.9")
    if verdict.legal:
        permit(verdict, f"{name} goes {away:.1f} mm.", "MEG-B22.9")
    return verdict.decide("free_move")


def _judge_place(verdict: Verdict, position: Position, he: General, to: Point) -> None:
    """Refuse a place of his own off the table or too near to enemy."""
    width, depth = position.size
    if not (0.0 <= to[0] <= width and 0.0 <= to[1] <= depth):
        verdict.refuse("The place is not on the table.", "MEG-B22.9")
    least = bw(position, 1.0)
    near = min((point_to(to, base.rectangle) for base in position.enemies(he.side)), default=least)
    verdict.measure("distance to enemy", near, "mm", least)
    if near < least - COINCIDE:
        verdict.refuse("He ends with friends or at least 1 BW from enemy.", "MEG-B22.9")


def _receives(position: Position, he: General, unit: str) -> bool:
    group = unit_of(position, unit)
    return group.side == he.side and group.kind != CAMP and not group.broken and group.contingent == he.contingent


def do_free_move(course: Course, action: FreeMove) -> None:
    """Put a general where his owner wants him."""
    name, _, _ = course.got_answer()
    if isinstance(action.to, str):
        base = named_bases(course.position, action.to)[0]
        file = next(
            one for one in files_of(course.position, unit_name(base)) if any(other.id == base.id for other in one)
        )
        course.note_general(name, unit=unit_name(base), file=file[0].id, front=None)
        course.tell("free-move", f"{name} makes his way to {action.to}", "MEG-B22.9")
    else:
        course.note_general(name, unit="", file="", front=action.to)
        course.tell("free-move", f"{name} makes his way to a place of his own", "MEG-B22.9")


def free_move_ideas(state: State) -> Iterator[FreeMove]:
    """The file or place where he is now, and the middle files of the other unit groups in reach."""
    name, x, y = about(state)
    he = next(one for one in generals_of(state.position) if one.id == name)
    yield FreeMove(_present(he))
    start = (float(x), float(y))
    reach = bw(state.position, float(table(state.position, "general_rules")["general_move_bw"]))
    for unit in units_of(state.position):
        bases = bases_of(state.position, unit.id)
        if unit.id == he.unit or not bases or not _receives(state.position, he, unit.id):
            continue
        if min(point_to(start, base.rectangle) for base in bases) <= reach:
            files = files_of(state.position, unit.id)
            yield FreeMove(files[(len(files) - 1) // 2][0].id)
