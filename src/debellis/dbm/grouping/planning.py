"""Parsing a group move: from the given steps or ends to the way of every member."""

from __future__ import annotations

from debellis.dbm.grouping.columns import EXPAND, FORM, expand, form_column
from debellis.dbm.grouping.following import follow_to
from debellis.dbm.grouping.group_contacts import judge_breaking_off
from debellis.dbm.grouping.groups import BLOCK, COLUMN, KINKED, column_order, shape
from debellis.dbm.grouping.ways import turned_about
from debellis.dbm.troops import is_skirmisher, troop
from debellis.geometry.plane import opposite_direction, same_direction, turn_between
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.groups import frontage
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.steps_between import keeps_formation, steps_between, straight_way
from debellis.manoeuvre.ways import GroupWay, block_ways, direct, follow, standing
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict, permit
from debellis.umpire.wording import together

#: Angles closer than this are equal (degrees).
_SAME_ANGLE = 0.02


def plan(
    position: Position,
    members: tuple[Base, ...],
    steps: tuple[Step, ...],
    ends: dict[str, Pose],
    manoeuvre: str | None,
    about: bool,
    verdict: Verdict,
) -> GroupWay | None:
    """The way of a group. None, with a refusal, if a group cannot make it."""
    there = [ends[b.id].rectangle(b.width, b.depth) if b.id in ends else b.rectangle for b in members]
    about = about or (bool(ends) and all(opposite_direction(a.facing, b.facing) for a, b in _pairs(members, there)))
    if about:
        members = turned_about(members)
    asked = (manoeuvre or _manoeuvre(members, there)) if ends else None
    if about:
        _judge_about(position, members, asked, verdict)
    if not ends:
        return _by_steps(position, members, steps, about, verdict)
    if asked == FORM:
        return form_column(position, members, there, about, verdict)
    if asked == EXPAND:
        return expand(position, members, there, about, verdict)
    return _by_ends(position, members, there, about, verdict)


def _pairs(members: tuple[Base, ...], there: list[Rectangle]) -> list[tuple[Rectangle, Rectangle]]:
    return [(base.rectangle, end) for base, end in zip(members, there, strict=True)]


def _judge_about(position: Position, members: tuple[Base, ...], manoeuvre: str | None, verdict: Verdict) -> None:
    """Judge a group that begins by turning about: only skirmishers may."""
    if not all(is_skirmisher(position.edition, troop(base)) for base in members):
        others = [base.id for base in members if not is_skirmisher(position.edition, troop(base))]
        verdict.refuse(f"{together(others)} cannot turn about first: only groups of skirmishers do", "DBM-B16.5")
    elif manoeuvre == FORM:
        says = "a group of skirmishers may turn about and then form column on its new front"
        permit(verdict, says, "IWF-12.6a")
    else:
        permit(verdict, "a group of skirmishers may first turn about for nothing", "DBM-B16.5")


def _manoeuvre(members: tuple[Base, ...], there: list[Rectangle]) -> str | None:
    """The change of formation that the ends describe. None if they describe none."""
    here = [base.rectangle for base in members]
    if keeps_formation(tuple(here), tuple(there)):
        return None
    before, after = shape(here), shape(there)
    if before in (COLUMN, KINKED):
        return EXPAND if after == BLOCK else None
    return FORM if after in (COLUMN, KINKED) or (after == BLOCK and frontage(there) < frontage(here)) else None


def _by_steps(
    position: Position, members: tuple[Base, ...], steps: tuple[Step, ...], about: bool, verdict: Verdict
) -> GroupWay | None:
    if any(step.advance < 0.0 for step in steps):
        return _straight_back(position, members, steps, about, verdict)
    order = column_order([base.rectangle for base in members])
    wheels = any(step.wheel for step in steps)
    kinked = shape([base.rectangle for base in members]) == KINKED
    if kinked and steps:
        who = together([base.id for base in members])
        says = f"{who} are a kinked column, which straightens as it goes: say where each of them ends"
        verdict.refuse(says)
        return None
    if order is not None and wheels:
        return GroupWay(members, follow(members, order, steps), steps, "", about)
    return GroupWay(members, block_ways(members, steps), steps, "", about)


def _straight_back(
    position: Position, members: tuple[Base, ...], steps: tuple[Step, ...], about: bool, verdict: Verdict
) -> GroupWay | None:
    """Judge a group that goes back: only straight, with no other step, to break off."""
    if len(steps) > 1:
        says = f"{together([base.id for base in members])} go straight back and can do nothing else in that move"
        verdict.refuse(says, "DBM-B16.3", "DBM-B16.10")
        return None
    there = [base.rectangle.advanced(steps[0].advance) for base in members]
    return _by_ends(position, members, there, about, verdict)


def _by_ends(
    position: Position, members: tuple[Base, ...], there: list[Rectangle], about: bool, verdict: Verdict
) -> GroupWay | None:
    here = tuple(base.rectangle for base in members)
    who = together([base.id for base in members])
    if keeps_formation(here, tuple(there)) and shape(list(here)) != KINKED:
        steps = _rigid_steps(here, tuple(there))
        order = column_order(list(here))
        if steps is not None and (order is None or not any(step.wheel for step in steps)):
            ways = block_ways(members, steps) if steps else tuple(standing(base) for base in members)
            return GroupWay(members, ways, steps, "", about)
        straight = straight_way(here, tuple(there))
        if straight is not None and straight[0] == 0.0 and straight[1] < 0.0:
            judge_breaking_off(position, members, -straight[1], verdict)
            ways = tuple(direct(base.rectangle, end) for base, end in zip(members, there, strict=True))
            return GroupWay(members, ways, (), "", about, True)
        if order is None:
            verdict.refuse(f"{who} can go only forward and by wheels about a front corner", "DBM-B16.3")
            return None
    order = column_order(list(here))
    if order is not None:
        found = follow_to(members, order, there, verdict)
        return None if found is None else replace(found, turned=about)
    turns = [turn_between(a.facing, b.facing) for a, b in zip(here, there, strict=True)]
    if max(turns) - min(turns) > _SAME_ANGLE:
        verdict.refuse(f"{who} would turn through different angles", "IWF-12.7a")
    else:
        verdict.refuse(f"{who} would not keep their places to each other", "DBM-B16.2")
    return None


def _rigid_steps(here: tuple[Rectangle, ...], there: tuple[Rectangle, ...]) -> tuple[Step, ...] | None:
    """The steps of a group that keeps its formation. A slant without a turn is an advance with a shift."""
    steps = steps_between(here, there)
    if steps is not None or not same_direction(here[0].facing, there[0].facing):
        return steps
    straight = straight_way(here, there)
    if straight is None or straight[1] < 0.0:
        return None
    right, ahead = straight
    return (*((Step(advance=ahead),) if ahead else ()), Step(shift=right))
