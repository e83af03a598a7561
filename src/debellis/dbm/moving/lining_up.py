"""Lining up: when going straight ahead gives legal contact with an enemy, and the one sideways shift to get there.

`judge_shift` serves single elements and groups. It takes the movers with their places before the shift.
"""

from __future__ import annotations

import math

from debellis.dbm.contacts import FLANK, FRONT, REAR, Legal, position_of
from debellis.dbm.measures import base_width
from debellis.dbm.moving.starts import why_not
from debellis.dbm.moving.zones import owners, zone_of
from debellis.dbm.troops import noted
from debellis.geometry.plane import COINCIDE, opposite_direction, quarter_turned
from debellis.geometry.rectangle import Rectangle, gap, overlaps
from debellis.geometry.sweep import first_touch, free_slide
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

Placed = tuple[Base, Rectangle]
#: The purposes for which a move may have to be straight ahead.
PIPS, GAPS, PRESSING, CONFORMING, MARCHING = "pips", "gaps", "pressing_forward", "conforming", "marching"
#: The purposes that a player may ask about.
PURPOSES = (PIPS, GAPS, PRESSING, CONFORMING)


_SEEN = Memory[list[Base]]("the enemies a side sees on the table")
#: More than any tolerance (mm).
_MARGIN = 1.0


class Lined(Value, frozen=True):
    """A record that an element, going straight ahead, would come into legal contact with an enemy."""

    mover: str
    enemy: str
    kind: str


def within_base_width(position: Position, place: Rectangle, side: str) -> bool:
    """Whether an enemy is at most one base width away."""
    near = float(table(position, "distances")["line_up_within_bw"]) * base_width(position)
    return nearest_enemy(position, place, side) <= near + COINCIDE


def nearest_enemy(position: Position, place: Rectangle, side: str) -> float:
    """The distance to the nearest enemy; infinite if there is none."""
    return min((gap(place, enemy.rectangle) for enemy in seen_enemies(position, side)), default=math.inf)


def seen_enemies(position: Position, side: str) -> list[Base]:
    """The enemies on the table, without ambushers that are not yet placed."""
    return _SEEN.of(position.by_side, side, lambda sides: [e for e in sides.enemies(side) if not noted(e, "ambush")])


def lined_up(position: Position, mover: Base, place: Rectangle, enemy: Base) -> Lined | None:
    """The legal contact with an enemy that an element at a place is in, or would reach by going straight ahead."""
    now = position_of(place, enemy.rectangle)
    if now is not None:
        return _if_begun_well(mover, place, enemy, now, place)
    far = gap(place, enemy.rectangle) + 2.0 * (place.radius + enemy.rectangle.radius)
    touch = first_touch(place, place.facing, far, enemy.rectangle)
    if touch > far or _stopped(position, mover, place, enemy, touch):
        return None
    for at in (touch, touch + min(place.depth, enemy.depth) * 0.5):
        there = place.advanced(at)
        kind = None if overlaps(there, enemy.rectangle) else position_of(there, enemy.rectangle)
        if kind is not None:
            return _if_begun_well(mover, place, enemy, kind, there)
    return None


def _if_begun_well(mover: Base, start: Rectangle, enemy: Base, kind: str, there: Rectangle) -> Lined | None:
    legal = Legal(kind, enemy.id, meet(there, enemy.rectangle))
    return None if why_not(start, enemy.rectangle, legal) else Lined(mover.id, enemy.id, kind)


def _stopped(position: Position, mover: Base, place: Rectangle, enemy: Base, before: float) -> bool:
    """Whether another enemy stops the element on its way straight ahead."""
    others = [other for other in seen_enemies(position, mover.side) if other.id != enemy.id]
    return any(free_slide(place, place.facing, before, other.rectangle) < before - COINCIDE for other in others)


def all_lined_up(position: Position, movers: list[Placed]) -> list[Lined]:
    """Every lined-up pair of a mover at its place and an enemy."""
    found: list[Lined] = []
    for base, place in movers:
        for enemy in seen_enemies(position, base.side):
            one = lined_up(position, base, place, enemy) if _may_meet(place, enemy.rectangle) else None
            if one is not None:
                found.append(one)
    return found


def _may_meet(place: Rectangle, enemy: Rectangle) -> bool:
    """Whether an enemy may be touched by an element at a place now, or when it goes straight ahead."""
    right, ahead = place.local(enemy.centre)
    round_it = enemy.radius + _MARGIN
    return abs(right) <= place.width * 0.5 + round_it and ahead >= -place.depth - round_it


def opposite(place: Rectangle, enemy: Rectangle) -> bool:
    """Whether a place is exactly opposite an enemy: facing the other way, side edges in line, in front of it."""
    right, ahead = enemy.local(place.front)
    return opposite_direction(place.facing, enemy.facing) and abs(right) <= COINCIDE and ahead >= -COINCIDE


def shifted(place: Rectangle, right: float) -> Rectangle:
    """A place moved to its own right."""
    x, y = quarter_turned(place.facing, 1)
    return place.moved(x * right, y * right)


def judge_shift(position: Position, movers: list[Placed], right: float, verdict: Verdict) -> list[Lined]:
    """Judge the sideways shift of some movers to line up. Returns the lined-up pairs.

    It checks the length of the shift, the distance to enemies, whether the shift is needed, and whether it lines up a
    mover.
    """
    names = " and ".join(base.id for base, _ in movers)
    limit = float(table(position, "distances")["line_up_slide_bw"]) * base_width(position)
    verdict.measure("shift", abs(right), limit=limit)
    after = [(base, shifted(place, right)) for base, place in movers]
    lined = all_lined_up(position, after)
    if abs(right) > limit + COINCIDE:
        says = f"{names} shifts {abs(right):.2f} mm to line up, more than half an element width of {limit:g} mm"
        verdict.refuse(says, "IWF-13.6a", "DBM32-P18-para2a")
        return lined
    if not any(within_base_width(position, place, base.side) for base, place in movers):
        near = min(nearest_enemy(position, place, base.side) for base, place in movers)
        verdict.measure("nearest enemy", near)
        says = f"{names} is {near:.2f} mm from the nearest enemy, not within one base width, and has no shift"
        verdict.refuse(says, "DBM32-GLOSS-within-bw", "DBM32-P18-para2a")
        return lined
    before = all_lined_up(position, movers)
    if before:
        one = before[0]
        says = f"{one.mover} is lined up with {one.enemy} already, so no shift is needed"
        verdict.refuse(says, "DBM32-P18-para2a-need")
        return lined
    if not lined:
        says = f"after the shift nobody of {names} would come into legal contact by going straight ahead"
        verdict.refuse(says, "IWF-13.6b", "DBM32-P18-para2a")
        return lined
    _cite_lined(names, abs(right), limit, lined, verdict)
    return lined


def _cite_lined(names: str, right: float, limit: float, lined: list[Lined], verdict: Verdict) -> None:
    one = lined[0]
    says = f"within one base width of enemy {names} may shift {right:.2f} mm, up to {limit:g} mm, to line up"
    permit(verdict, says, "IWF-13.6a", "DBM32-P18-para2", "DBM32-P18-para2a", "DBM32-GLOSS-within-bw")
    permit(verdict, f"{one.mover} going straight ahead comes into legal contact with {one.enemy}", "IWF-13.6b")
    if all(found.kind in (FLANK, REAR) for found in lined):
        side = f"{names} lines up with the {one.kind} of {one.enemy} with the same benefits as at its front"
        permit(verdict, side, "IWF-13.7.0")


def judge_crossing(
    position: Position, movers: list[Placed], right: float, lined: list[Lined], touching: list[Legal], verdict: Verdict
) -> None:
    """Judge the zones that a shift passes.

    They are waived towards an enemy front, not if the move ends on a flank or rear.
    """
    partners = {one.enemy for one in lined}
    for base, place in movers:
        after = shifted(place, right)
        for enemy in owners(position, base.side):
            zone = zone_of(position, enemy)
            if enemy.id in partners or not (overlaps(place, zone) or overlaps(after, zone)):
                continue
            if any(one.kind in (FLANK, REAR) for one in touching):
                says = f"{base.id} ends on a flank or rear, so its shift may not cross the front of {enemy.id}"
                verdict.refuse(says, "DBM32-P18-para2d", "IWF-13.6c")
            elif any(one.kind == FRONT for one in lined):
                says = f"lining up with an enemy front, {base.id} may shift through the zone of {enemy.id}"
                permit(verdict, says, "IWF-13.6c", "DBM32-P18-para2d", "IWF-13.8c")
            else:
                says = f"{base.id} lines up with no enemy front, so the zone of {enemy.id} is not waived"
                verdict.refuse(says, "IWF-13.6c")


def shift_is_straight(position: Position, purpose: str) -> bool:
    """Whether a move straight ahead still counts as such for a purpose if it includes a shift to line up."""
    return purpose in table(position, "lining_up_shift")["straight_for"]


def counts_straight(position: Position, *, shift: float, purpose: str) -> Ruling:
    """Answers whether a move straight ahead with a shift to line up counts as entirely straight ahead."""
    finding = Finding()
    shifts = abs(shift) > COINCIDE
    straight = not shifts or shift_is_straight(position, purpose)
    finding.measure("shift", abs(shift))
    if shifts:
        row = table(position, "lining_up_shift")["straight" if straight else "not_straight"]
        finding.cite_all(row["clauses"], row["says"].format(purpose=purpose.replace("_", " ")))
    return finding.rule("counts_straight", straight)
