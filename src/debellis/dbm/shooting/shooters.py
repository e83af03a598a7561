"""Who shoots: by what it is, what it has done this bound and whose bound it is; and over what ground."""

from __future__ import annotations

from functools import cache
from typing import Any

from debellis.dbm.commands import is_unreliable
from debellis.dbm.measures import base_width, paces
from debellis.dbm.troops import DECLINED, SHOT, among, is_holder, noted_now, troop, troop_of
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import area, clip, segment_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.mechanics.remarks import Remark
from debellis.mechanics.tables import rows_of, table
from debellis.table.bases import Base
from debellis.table.position import Position

WHO = "DBM32-P21-shoot-who"
ARC = ("DBM32-P21-shoot-arc", "DBM32-FIG10b")


def arms(position: Position, base: Base) -> dict[str, Any] | None:
    """The row of the shooting table for an element. None if it does not shoot."""
    return None if is_holder(base) else _arms(position.edition, base.code)


@cache
def _arms(edition: str, code: str) -> dict[str, Any] | None:
    what = troop_of(code)
    return next((row for row in rows_of(edition, "shoot") if among(edition, what, row["who"])), None)


def range_of(position: Position, base: Base) -> float:
    """How far an element shoots, in millimetres. 0 if it does not shoot."""
    row = arms(position, base)
    return 0.0 if row is None else paces(position, float(row["range"]))


def all_round(position: Position, base: Base) -> bool:
    """Whether an element may treat any of its edges as its front."""
    return among(position.edition, troop(base), table(position, "shooting")["all_round"])


def edges_of(position: Position, base: Base) -> tuple[int, ...]:
    """The edges an element may shoot from."""
    return tuple(range(4)) if all_round(position, base) else (FRONT,)


def shooter_faults(position: Position, base: Base) -> list[Remark]:
    """What keeps an element from shooting at any target."""
    what = troop(base)
    if arms(position, base) is None:
        return [Remark(f"{what.name} {base.id} does not shoot", (WHO,))]
    if what.on_mounts:
        return [Remark(f"{base.id} is still on its mounts and does not shoot", ("DBM-B7.6",))]
    for note, says in (("marched", "marched"), ("fled", "fled")):
        if noted_now(position, base, note):
            return [Remark(f"{base.id} {says} this bound", (WHO,))]
    if noted_now(position, base, SHOT):
        return [Remark(f"{base.id} has shot this bound", ("DBM-B13.4",))]
    if noted_now(position, base, DECLINED):
        return [Remark(f"the shot of {base.id} was left this bound", ("IWF-17.3",))]
    return []


def only_answers(position: Position, base: Base) -> bool:
    """Whether it matters for an element which enemies shoot at it."""
    if is_unreliable(position, base):
        return True
    own = position.active is None or position.active == base.side
    return not own and among(position.edition, troop(base), table(position, "shooting")["only_answers"])


def turn_faults(position: Position, base: Base, target: Base, shot_at_by: tuple[str, ...]) -> list[Remark]:
    """What the bound does: unreliable allies only answer, and in the enemy's artillery only answers artillery."""
    if is_unreliable(position, base) and target.id not in shot_at_by:
        says = f"{base.id} serves an unreliable ally-general and does not shoot first"
        return [Remark(says, ("DBM-B15.1",))]
    names = table(position, "shooting")["only_answers"]
    own = position.active is None or position.active == base.side
    if own or not among(position.edition, troop(base), names):
        return []
    if target.id in shot_at_by and troop(target).type == troop(base).type:
        return []
    says = f"in the enemy's bound artillery {base.id} only shoots back at artillery that shoots at it"
    return [Remark(says, ("DBM-B23.1",))]


def strip(position: Position, place: Rectangle, far: float) -> Rectangle:
    """The ground straight ahead of a front edge, an element's width wider on either hand, so far ahead."""
    wing = position.scale.base_widths(float(table(position, "shoot_rules")["arc_bw_each_side"]))
    return Rectangle(place.advanced(far).front, place.facing, place.width + 2.0 * wing, far)


def reach_strip(position: Position, place: Rectangle, target: Rectangle) -> Rectangle:
    """The strip of a shooter's edge, as far ahead as a target could be."""
    return strip(position, place, distance(place.front, target.centre) + target.radius + base_width(position))


def in_strip(position: Position, place: Rectangle, target: Rectangle) -> bool:
    """Whether some part of a target, more than its border, lies in the strip ahead."""
    inner = target.inset(COINCIDE)
    part = clip(inner.corners, reach_strip(position, place, target))
    return len(part) > 2 and abs(area(part)) > COINCIDE * COINCIDE


def shooting_distance(place: Rectangle, target: Rectangle) -> float:
    """The shortest distance from the shooting edge to a target."""
    return segment_gap(*place.edge(FRONT), target.corners)


def area_faults(position: Position, base: Base, place: Rectangle, target: Base) -> list[Remark]:
    """The faults of a shot because of range and strip."""
    far = shooting_distance(place, target.rectangle)
    limit = range_of(position, base)
    if far > limit + COINCIDE:
        says = f"{target.id} is {position.scale.in_paces(far):.1f} paces off, beyond the {_whole(position, limit)}"
        return [Remark(f"{says} that {base.id} shoots", (WHO, ARC[0], "DBM32-GLOSS-within-paces", "DBM-B23.2"))]
    if not in_strip(position, place, target.rectangle):
        says = f"no part of {target.id} lies in the strip ahead of {base.id}, one base width wider on either hand"
        return [Remark(says, ARC)]
    return []


def in_area(position: Position, base: Base, place: Rectangle, target: Base) -> bool:
    """Whether `area_faults` finds no fault."""
    if shooting_distance(place, target.rectangle) > range_of(position, base) + COINCIDE:
        return False
    return in_strip(position, place, target.rectangle)


def _whole(position: Position, mm: float) -> str:
    return f"{position.scale.in_paces(mm):g}"
