"""Breaking off: which action it needs, the way straight back, and the tests it costs."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from debellis.geometry.plane import COINCIDE, Point, same_direction
from debellis.geometry.rectangle import FRONT
from debellis.mechanics.tables import table
from debellis.meg.arguments import HAND, UNIT, question
from debellis.meg.cards.costs import action_row
from debellis.meg.charging.evading import judge_shift
from debellis.meg.charging.turning import Flight, aside, fly
from debellis.meg.charging.way import counts_as_sug
from debellis.meg.fighting.contacts import fights_of, opponents
from debellis.meg.fighting.support import supported_files
from debellis.meg.going import going_under
from debellis.meg.moving.limits import speed
from debellis.meg.troops import CAMP, HORSE, is_foot
from debellis.meg.units import bases_of, bw, enemies_of, facing_of, files_of, front_rank, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import NUMBER, Kind, WrongValue, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

ACTIONS = ("F2", "F3", "F4")
#: Break offs from enemies that are as fast carry the dearest action.
FROM_FOOT, FROM_SLOWER, FROM_EQUAL = ACTIONS


def _wheel(value: Any, position: Position) -> float:
    degrees = value.get("degrees") if isinstance(value, dict) else value
    if isinstance(degrees, bool) or not isinstance(degrees, int | float):
        raise WrongValue('a wheel of some degrees, or { degrees = number, pivot = "left" }')
    return float(degrees)


WHEEL = Kind("wheel", _wheel)


def on_front(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """The enemies in contact with the front edge of a unit group, which alone count (MEG-55c)."""
    names = {
        unit_name(fight.theirs)
        for fight in fights_of(position)
        if unit_name(fight.mine) == unit.id and fight.edge == FRONT
    }
    return tuple(unit_of(position, name) for name in sorted(names))


def left_aside(position: Position, unit: Unit, counted: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Enemies that only support those who count, or fight on another edge."""
    names = {enemy.id for enemy in counted}
    found: list[Unit] = []
    for enemy in enemies_of(position, unit.side):
        if enemy.id in names:
            continue
        files = files_of(position, enemy.id)
        helps = any(unit_name(other[0]) in names for file in files for other in supported_files(position, file))
        fights = any(unit_name(fight.theirs) == unit.id for file in files for fight in opponents(position, file))
        if helps or fights:
            found.append(enemy)
    return tuple(found)


def pace(position: Position, unit: Unit) -> float:
    """The move in good going, in BW; a camp does not move."""
    return 0.0 if unit.kind == CAMP else speed(position, unit, "good", Finding())


def needed_action(position: Position, unit: Unit, enemy: Unit) -> str | None:
    """The break-off action before one enemy; None if the enemy is faster (MEG-B21.1)."""
    own, theirs = pace(position, unit), pace(position, enemy)
    if theirs > own:
        return None
    if theirs == own:
        return FROM_EQUAL
    return FROM_FOOT if unit.troops.type in HORSE and is_foot(enemy) else FROM_SLOWER


def way_back(position: Position, unit: Unit, shift: float, hand: str) -> Flight:
    """The move straight back, with a shift to a hand looking along it, until something stops it."""
    bases, ahead = bases_of(position, unit.id), facing_of(position, unit)
    towards = (-ahead[0], -ahead[1])
    going, _ = going_under(position, bases, unit)
    far = bw(position, max(0.0, speed(position, unit, going, Finding()) - unit.slowed))
    return fly(position, unit, aside(bases, towards, shift, hand), towards, far)


def shifts_back(position: Position, unit: Unit) -> list[tuple[float, str]]:
    """Every shift that can matter for a break-off, none first, then the smallest.

    What is in the way stands clear of a base only from a shift on at which one of its corners lies on a side edge of
    that base, so these shifts, those halfway between two of them and the greatest one are enough.
    """
    bases, ahead = bases_of(position, unit.id), facing_of(position, unit)
    right = (-ahead[1], ahead[0])
    most = bw(position, float(table(position, "document")["universal_shift_bw"]))
    far = way_back(position, unit, 0.0, "right").gone + 4.0 * most + bw(position, 20.0)
    sides = {round(_along(corner, right), 3) for base in bases for corner in base.rectangle.corners}
    points = [
        corner for other in position.standing if unit_name(other) != unit.id for corner in other.rectangle.corners
    ]
    points += [point for piece in position.terrain for point in piece.ground]
    points = [point for point in points if math.dist(point, bases[0].front) <= far]
    found = {0.0, most, -most}
    for point in points:
        found |= {round(by, 3) for side in sides if abs(by := _along(point, right) - side) <= most}
    ordered = sorted(found)
    found |= {(one + two) / 2.0 for one, two in pairwise(ordered)}
    return [(abs(by), "right" if by >= 0.0 else "left") for by in sorted(found, key=abs)]


def _along(point: Point, towards: Point) -> float:
    return point[0] * towards[0] + point[1] * towards[1]


def judge_room(verdict: Verdict, position: Position, unit: Unit, shift: float, hand: str) -> None:
    """Refuse a break-off that cannot get 2 BW clear (MEG-B21.2); enemy SuGs are not pushed (MEG-55b)."""
    least = bw(position, float(table(position, "other_distance")["break_off_clear_of_enemy_bw"]))
    straight = way_back(position, unit, 0.0, hand)
    back = way_back(position, unit, shift, hand) if shift else straight
    verdict.measure("way back", back.gone, "mm", least)
    if back.gone < least - COINCIDE:
        if back.enemy and counts_as_sug(unit_of(position, back.stopped_by)):
            verdict.refuse(f"{back.stopped_by} is in the way, and a break-off does not push SuGs back.", "MEG-55b")
        else:
            why = f": {back.stopped_by} is in the way" if back.stopped_by else ""
            verdict.refuse(f"{unit.id} cannot get 2 BW clear of the enemy{why}.", "MEG-B21.2")


def judge_break_off(
    verdict: Verdict,
    position: Position,
    unit: Unit,
    action: str | None,
    shift: float,
    hand: str,
    wheel: float,
    room: bool = True,
) -> tuple[str | None, int]:
    """Refuse a break-off that is not allowed. The action it needs, and the tests it carries.

    Whether it has room may be left out.
    """
    counted = on_front(position, unit)
    needed: str | None = None
    if unit.broken:
        verdict.refuse(f"{unit.id} is broken.", "MEG-57a")
    if not counted:
        verdict.refuse(f"{unit.id} has no enemy on its front edge to break off from.", "MEG-B21.1")
    else:
        found = [needed_action(position, unit, enemy) for enemy in counted]
        if None in found:
            fast = counted[found.index(None)]
            verdict.refuse(f"{fast.id} is faster than {unit.id}.", "MEG-B21.1")
        needed = max((one for one in found if one is not None), default=None)
        for enemy in left_aside(position, unit, counted):
            verdict.cite("MEG-55c", f"{enemy.id} is not on the front edge of {unit.id} and does not count.")
    ahead = facing_of(position, unit)
    if not all(same_direction(base.facing, ahead) for base in bases_of(position, unit.id)):
        verdict.refuse(f"Bases of {unit.id} have turned to a flank or to the rear.", "MEG-55d")
    if action is not None and needed is not None and action != needed:
        verdict.refuse(f"{unit.id} breaks off by {needed}, not by {action}.", "MEG-B21.1")
    if wheel:
        verdict.refuse("A break-off goes straight back, without a wheel.", "MEG-55a")
    if shift:
        judge_shift(verdict, position, shift, "MEG-55a")
        if verdict.legal:
            permit(verdict, "A break-off goes straight back but for a shift of half a base.", "MEG-55a")
    if room:
        judge_room(verdict, position, unit, shift, hand)
    return needed, 0 if needed is None else _tests(position, unit, needed)


def _tests(position: Position, unit: Unit, action: str) -> int:
    """The KaB tests of a break-off: one, two if it is more than 3 files wide, none from slower foot (MEG-B21.3)."""
    row = action_row(position, action)
    wide = len(front_rank(position, unit)) > 3
    return int(row.get("kab_if_more_than_3_files", row["kab"]) if wide else row["kab"])


def _may_break_off(
    position: Position,
    unit: str,
    action: str | None = None,
    shift: float = 0.0,
    hand: str = "right",
    wheel: float = 0.0,
) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    needed, tests = judge_break_off(verdict, position, group, action, shift, hand, wheel)
    if tests:
        permit(verdict, f"{needed} carries {tests} KaB test{'s' if tests > 1 else ''}.", "MEG-B21.3")
    if group.formation == "orb":
        verdict.refuse(f"{unit} is in orb and does not break off.", "MEG-B25.17")
    if verdict.legal:
        permit(verdict, f"{unit} breaks off by {needed}.", "MEG-B21.1", "MEG-B21.2")
    return verdict.decide("may_break_off", action=needed, kab_tests=tests)


QUESTIONS = (
    question(
        "may_break_off",
        "whether a unit group may break off, by which action, and with how many tests",
        {
            "unit": UNIT,
            "action": one_of(*ACTIONS).or_none(),
            "shift": NUMBER.or_none(),
            "hand": HAND.or_none(),
            "wheel": WHEEL.or_none(),
        },
        _may_break_off,
        needs={"shift": ("hand",), "hand": ("shift",)},
    ),
)
