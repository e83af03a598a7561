"""Aligning: at the end of a charge, and in SP 4.2 and 5.1."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.mechanics.tables import rows
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.align_places import aligned, block_aligned, block_ends, offered
from debellis.meg.moving.aligning import Align as Asked
from debellis.meg.moving.aligning import changes, judge_align, touched
from debellis.meg.moving.moves import judge_line
from debellis.meg.playing.actions import Align, Pass
from debellis.meg.playing.alternating import do_pass, goes_on
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over, verdict_of
from debellis.meg.playing.state import State, about, decider
from debellis.meg.troops import CAMP, is_foot
from debellis.meg.units import bases_of, outline, unit_name, unit_of, units_of
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

#: An align that turns nobody and slides by less is not worth asking about (mm).
SLIGHT = 0.1
_OFFERS = Memory[tuple[Pose, ...]]("aligns on offer")
_BLOCKS = Memory[tuple[Align, ...]]("aligns on offer to blocks")


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


def block_offers(state: State, name: str) -> tuple[Align, ...]:
    """The legal aligns of a unit group with others of its block as one body (MEG-B14.9)."""
    return _BLOCKS.of(state.position, name, partial(_legal_blocks, name))


def _legal_blocks(name: str, position: Position) -> tuple[Align, ...]:
    if unit_of(position, name).kind == CAMP or unit_of(position, name).broken or not touched(position, name):
        return ()
    found: list[Align] = []
    blocks = lines_with(position, name)
    for after in offered(position, unit_of(position, name)) if blocks else ():
        place = outline(after, unit_of(after, name))
        for others in blocks:
            align = Align(name, Pose(place.front, place.facing), others)
            if align not in found and _is_open(position, align):
                found.append(align)
    return tuple(found)


def _is_open(position: Position, align: Align) -> bool:
    members = (align.unit, *align.block)
    asked = Asked(members, position, block_aligned(position, block_ends(position, members, align.to)))
    if not changes(asked) or _is_slight(asked) or _overlaps(asked.after, *members):
        return False
    quiet = QuietVerdict()
    judge_align(quiet, asked)
    return not quiet.faults


def lines_with(position: Position, name: str) -> tuple[tuple[str, ...], ...]:
    """The others of each block that a unit group may make with those beside it, the smallest first."""
    line = _line(position, name)
    at = line.index(name)
    most = max(int(row["block_ugs"]) for row in rows(position, "general_rank"))
    found = [
        tuple(one for one in line[first:last] if one != name)
        for first in range(at + 1)
        for last in range(at + 1, len(line) + 1)
        if 1 < last - first <= most
    ]
    return tuple(sorted(found, key=len))


def _line(position: Position, name: str) -> list[str]:
    """The unit groups that stand side by side with one, from the left."""
    unit = unit_of(position, name)
    able = [one for one in units_of(position) if one.side == unit.side and one.kind != CAMP and not one.broken]
    able = [one for one in able if bases_of(position, one.id) and is_foot(one) == is_foot(unit)]
    places = {one.id: outline(position, one) for one in able}
    line = [name]
    for hand in (1.0, -1.0):
        here: str | None = name
        while here is not None:
            here = _beside(places, here, hand)
            if here is not None:
                line.insert(len(line) if hand > 0.0 else 0, here)
    return line


def _beside(places: dict[str, Rectangle], name: str, hand: float) -> str | None:
    """Who stands at the right (1) or left (-1) side of a unit group with a level front."""
    here = places[name]
    for other, there in places.items():
        across, level = here.local(there.front)
        apart = across * hand - (here.width + there.width) / 2.0
        level_and_close = max(abs(apart), abs(level)) <= COINCIDE
        if other != name and level_and_close and same_direction(here.facing, there.facing):
            return other
    return None


def _is_slight(asked: Asked) -> bool:
    """Whether an align only slides bases by next to nothing."""
    for name in asked.members:
        for base in bases_of(asked.before, name):
            after = asked.after.base(base.id)
            if not same_direction(base.facing, after.facing) or math.dist(base.front, after.front) >= SLIGHT:
                return False
    return True


def _overlaps(after: Position, *names: str) -> bool:
    """Whether unit groups would stand on any other. A friend who could align out of the way later does not count."""
    own = [base for name in names for base in bases_of(after, name)]
    near = ((a, b) for a in own for b in after.near(a.rectangle) if unit_name(b) not in names)
    return any(overlaps(a.rectangle, b.rectangle) for a, b in near)


def _all_offers(state: State, name: str) -> tuple[Align, ...]:
    """The aligns of a unit group alone, and those with its block."""
    alone = tuple(Align(name, pose) for pose in offers(state, name))
    return (*alone, *block_offers(state, name))


def offer_aligns(course: Course, names: tuple[str, ...]) -> None:
    """After a charge move either side may align, the charger first (MEG-B15.19)."""
    asked = [name for name in dict.fromkeys(names) if course.bases(name) and _all_offers(course.state, name)]
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
    if action.block:
        return _judge_block(state, action)
    ruling = judged(state.position, "may_align", unit=action.unit, to=action.to, looks=False)
    if ruling.answer["legal"] and _overlaps(aligned(state.position, unit, action.to), action.unit):
        verdict.refuse(f"{action.unit} would stand on somebody.", "MEG-B14.9")
        return verdict.decide("align")
    return verdict_of("align", ruling)


def _judge_block(state: State, action: Align) -> Ruling:
    """Whether a block may align so as one body: all of it of one side, side by side, with room for everybody."""
    verdict = Verdict()
    position, members = state.position, (action.unit, *action.block)
    own = {unit.id for unit in units_of(position) if unit.side == decider(state) and bases_of(position, unit.id)}
    if len(set(members)) < len(members) or not set(members) <= own:
        verdict.refuse("A block is made of own unit groups on the table, each named once.", "MEG-B13.18")
        return verdict.decide("align")
    judge_line(verdict, position, members)
    if verdict.legal:
        ends = block_ends(position, members, action.to)
        take_over(verdict, judged(position, "may_align", block=members, ends=ends, looks=False))
        if _overlaps(block_aligned(position, ends), *members):
            verdict.refuse(f"{' and '.join(members)} would stand on somebody.", "MEG-B14.9")
    return verdict.decide("align")


def do_tidy(course: Course, action: Any) -> None:
    course.got_answer()
    if isinstance(action, Align):
        align(course, action)


def align(course: Course, action: Align) -> None:
    members = (action.unit, *action.block)
    course.stand(block_aligned(course.position, block_ends(course.position, members, action.to)))
    who = " and ".join(members)
    clauses = ("MEG-05a", "MEG-B14.8", *(("MEG-B14.9",) if action.block else ()))
    course.tell("align", f"{who} {'align as one body' if action.block else 'aligns'}", *clauses)
    course.put(done=(*course.state.done, *members))


def tidy_ideas(state: State) -> list[Any]:
    name = about(state)[0]
    return [*_all_offers(state, name), Pass()]


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    return any(True for _ in _open(state, side))


def _open(state: State, side: str) -> Iterator[Align]:
    for unit in units_of(state.position):
        if unit.side != side or unit.id in state.done or not bases_of(state.position, unit.id):
            continue
        if in_combat(state.position, unit.id) or touched(state.position, unit.id):
            for align in _all_offers(state, unit.id):
                if not set(align.block) & set(state.done):
                    yield align


def check(state: State, action: Any) -> Ruling:
    if isinstance(action, Pass):
        return Verdict().decide("align")
    again = [name for name in (action.unit, *action.block) if name in state.done]
    if again:
        verdict = Verdict()
        verdict.refuse(f"{again[0]} has aligned in this sub-phase.", "MEG-B14.8")
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
