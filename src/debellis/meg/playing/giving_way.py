"""How enemy SuGs give way before those who move or arrive: they fall back or run away (MEG-B14.2, MEG-51a)."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import overlaps
from debellis.meg.charging.evading import judge_shift
from debellis.meg.charging.turning import aside, quarters_to, to_edge, turned_towards
from debellis.meg.charging.way import is_free, slid
from debellis.meg.moving.passing import reach_of
from debellis.meg.moving.pushing import FALL_BACK, RESPONSES, RUN_AWAY, falls_back_by, touched_by
from debellis.meg.moving.steps import HANDS
from debellis.meg.moving.walking import Walk
from debellis.meg.playing.actions import GiveWay
from debellis.meg.playing.course import Course
from debellis.meg.playing.going_back import REAR, STEPS, leave
from debellis.meg.playing.judging import judged
from debellis.meg.playing.losing import sweep_away, test_now
from debellis.meg.playing.staying import judge_stays, stay_behind
from debellis.meg.setting_up.sizes import inward_from
from debellis.meg.units import bases_of, bw, facing_of, least_gap, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit


def check_give_way(position: Position, names: tuple[str, ...], way: Walk, action: GiveWay) -> Ruling:
    """Whether one of some SuGs before a move may give way so; its owner names which of them goes first (MEG-51a)."""
    verdict = Verdict()
    name = action.unit or names[0]
    if name not in names:
        verdict.refuse(f"{name} is not pushed back; name one of {', '.join(names)}.", "MEG-51a")
    elif not action.unit and len(names) > 1:
        verdict.refuse(f"Say which of {', '.join(names)} gives way first.", "MEG-51a")
    if action.response not in RESPONSES:
        verdict.refuse("A SuG that is pushed back falls back or runs away.", "MEG-51a")
    if action.shift:
        judge_shift(verdict, position, action.shift, "MEG-B14.11")
    if action.toward and (action.toward != REAR or action.response != RUN_AWAY):
        verdict.refuse("Only those who run away may go to their own rear.", "MEG-B15.10")
    judge_stays(verdict, position, (name,), action.stays)
    if verdict.legal and action.toward:
        _judge_rear(verdict, position, unit_of(position, name), way, action)
    if verdict.legal:
        permit(verdict, f"{name} chooses how it gives way.", "MEG-51a")
    return verdict.decide("give_way")


def _judge_rear(verdict: Verdict, position: Position, unit: Unit, way: Walk, action: GiveWay) -> None:
    """Refuse a way to the own rear that leads nearer to those who push, or leaves it on their way (MEG-B15.10)."""
    towards = direction_of(position, unit, way, action.toward)
    far = reach_of(position, unit, "pushed_back")
    end = _slid_aside(turned_towards(position, unit, towards), towards, far, action.shift, action.hand)
    places = [base.rectangle for base in way.end]
    before = least_gap([base.rectangle for base in bases_of(position, unit.id)], places)
    after = least_gap([base.rectangle for base in end], places)
    verdict.measure("distance to those who push", after, "mm", before)
    if after < before - COINCIDE:
        verdict.refuse(f"{unit.id} would end nearer to those who push it.", "MEG-B15.10")
    elif touched_by(way, [base.rectangle for base in end]):
        verdict.refuse(f"{unit.id} would not leave the way of those who push it.", "MEG-B15.10")
    else:
        permit(verdict, f"{unit.id} runs straight to its own rear.", "MEG-B15.10")


def direction_of(position: Position, unit: Unit, way: Walk, toward: str) -> Point:
    """The way in which it goes: that of those who push, or to its own rear."""
    if toward != REAR:
        return way.facing
    ahead, _ = inward_from(position, unit.side)
    return (-ahead[0], -ahead[1])


def give_way(course: Course, name: str, by: str, way: Walk, action: GiveWay) -> None:
    """The push back of one SuG (MEG-B14.2, MEG-B14.11)."""
    stay_behind(course, action.stays)
    position, unit = course.position, course.unit(name)
    towards = direction_of(position, unit, way, action.toward)
    most = reach_of(position, unit, "pushed_back")
    why = ("MEG-51a", *judged(position, "push_back", unit=name, by=by, response=action.response).clauses)
    if action.response == RUN_AWAY:
        thrown = course.chance.roll(f"{name} runs away: the variable distance")
        far = judged(position, "vmd", unit=name, die=thrown).answer["distance"] + most
        bases, far = turned_towards(position, unit, towards), max(0.0, float(far))
        if action.toward != REAR:
            far = max(far, falls_back_by(position, unit, way) - bw(position, 1.0) + 1.0)
        course.tell("run_away", f"{name} runs away before {by} (die {thrown})", "MEG-B15.10", *why)
    else:
        far = falls_back_by(position, unit, way)
        bases = turned_towards(position, unit, (-towards[0], -towards[1]))
        course.tell("pushed-back", f"{name} falls back before {by}", "MEG-B14.11", *why)
    course.did(name, "pushed_back")
    if unit.formation == "cantabrian":
        course.note(name, formation="")
    too_far = action.response == FALL_BACK and far > most + COINCIDE
    if to_edge(position, bases, towards) < far - COINCIDE:
        leave(course, name, slid(bases, towards, to_edge(position, bases, towards)))
        return
    placed = _beyond(position, name, bases, towards, (far, max(far, most)), way, action)
    if placed is None:
        sweep_away(course, name, by, "MEG-B14.2")
        return
    course.place(placed)
    if unit.facing is not None:
        course.note(name, facing=None)
    course.regroup(name, bool(quarters_to(facing_of(position, unit), placed[0].facing) % 2))
    if too_far:
        test_now(course, name, "pushed_too_far", 1, "it is pushed farther than it moves")


def _slid_aside(bases: tuple[Base, ...], towards: Point, far: float, shift: float, hand: str) -> tuple[Base, ...]:
    moved = slid(bases, towards, far)
    return aside(moved, towards, shift, hand) if shift else moved


def _beyond(
    position: Position,
    name: str,
    bases: tuple[Base, ...],
    towards: Point,
    reach: tuple[float, float],
    way: Walk,
    action: GiveWay,
) -> tuple[Base, ...] | None:
    """The first place beyond a distance, within a SuG's reach, where it may stand; None if there is none.

    Where it finds none with its shift, it goes straight.
    """
    far, most = reach[0], reach[1] + bw(position, 2.0)
    for shift in dict.fromkeys((action.shift, 0.0)):
        for i in range(STEPS + 1):
            moved = _slid_aside(bases, towards, far + (most - far) * i / STEPS, shift, action.hand)
            clear = not any(overlaps(one.rectangle, other.rectangle) for one in moved for other in way.end)
            if clear and is_free(position, moved, (name,)):
                return moved
    return None


def give_way_ideas(position: Position, names: tuple[str, ...], way: Walk) -> list[Any]:
    """Ways in which SuGs give way; those that need no thought come last."""
    half = bw(position, 0.5)
    shifted: list[Any] = [GiveWay(one, half, hand, unit=name) for name in names for one in RESPONSES for hand in HANDS]
    back = [GiveWay(RUN_AWAY, toward=REAR, unit=name) for name in names]
    open_ones = [one for one in back if check_give_way(position, names, way, one).answer["legal"]]
    plain = [GiveWay(one, unit=name) for one in (RUN_AWAY, FALL_BACK) for name in reversed(names)]
    return [*shifted, *open_ones, *plain]
