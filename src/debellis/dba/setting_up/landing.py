"""Landings: elements held back at deployment come ashore from a waterway in their side's first bound, or never."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import table
from debellis.dba.setting_up.deployment import judge_ground, judge_room, read_base
from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, Point, direction, same_direction
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import NUMBER, POINT, TABLE, TEXT, BadQuestion, Kind
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_TOPOGRAPHY = "littoral"


class End(Value, frozen=True):
    """Where one element stands after the landing."""

    troops: str
    front: Point
    facing: float
    id: str | None = None


def may_land(
    position: Position,
    *,
    ends: tuple[End, ...],
    topography: str = _TOPOGRAPHY,
    bound: int | None = None,
    side: str | None = None,
) -> Ruling:
    """Whether elements held back by an army of that topography may make this landing in the side's bound with this
    number."""
    verdict = Verdict()
    owner = side or position.active or "red"
    landed = [
        replace(
            read_base(position, owner, end.troops, "ends", end.id or f"landed {i}"),
            front=end.front,
            facing=direction(end.facing),
        )
        for i, end in enumerate(ends, 1)
    ]
    judge_landing(verdict, position, landed, topography, bound or position.bound or 1)
    return verdict.decide("may_land", cost=int(table(position, "deployment")["littoral_cost_pips"]))


def judge_landing(verdict: Verdict, position: Position, landed: list[Base], topography: str, bound: int) -> None:
    """Report every fault of a landing: the right to it, the group, the shore, the ground and the space."""
    _judge_right(verdict, position, topography, len(landed), bound)
    _judge_group(verdict, landed)
    _judge_shore(verdict, position, landed)
    for i, base in enumerate(landed):
        judge_ground(verdict, position, base)
        judge_room(verdict, replace(position, bases=(*position.bases, *landed[:i])), base)


def _judge_right(verdict: Verdict, position: Position, topography: str, count: int, bound: int) -> None:
    """Report faults of the right to land: who may hold back how many, and when they must land."""
    most = int(table(position, "deployment")["littoral_reserve_max"])
    if topography != _TOPOGRAPHY:
        says = f"Only an army of littoral topography may hold back a landing force, not one of {topography}."
        verdict.refuse(says, "BOB-SCH-8a", "DBA22-B9.4")
    if not position.features("waterway"):
        verdict.refuse("There is no waterway to land from.", "BOB-SCH-8a", "DBA22-B9.4")
    if count > most:
        verdict.refuse(f"At most {most} elements may be held back, not {count}.", "BOB-SCH-8a", "DBA22-B9.4")
    if bound != 1:
        says = f"A landing force lands in its side's first bound or never; this is bound {bound}."
        verdict.refuse(says, "BOB-SCH-8b", "DBA22-B9.4")


def _judge_group(verdict: Verdict, landed: list[Base]) -> None:
    """Report if the landing elements are not placed as one group."""
    for i, a in enumerate(landed):
        for b in landed[i + 1 :]:
            if overlaps(a.rectangle, b.rectangle):
                verdict.refuse(f"{a.id} and {b.id} stand in the same place.")
    reached = {0} if landed else set()
    while True:
        more = {
            i
            for i, base in enumerate(landed)
            if i not in reached and any(joined(base.rectangle, landed[j].rectangle) for j in reached)
        }
        if not more:
            break
        reached |= more
    if len(reached) < len(landed):
        verdict.refuse("All elements that land are placed together as one group.", "BOB-SCH-9a", "DBA22-B9.4")


def joined(a: Rectangle, b: Rectangle) -> bool:
    """Whether two elements are grouped with each other: same facing, edge on edge and corner on corner."""
    if not same_direction(a.facing, b.facing):
        return False
    found = touches(a, b)
    edges = any(t.mine < CORNER and t.theirs < CORNER for t in found)
    return edges and any(t.mine >= CORNER and t.theirs >= CORNER for t in found)


def _judge_shore(verdict: Verdict, position: Position, landed: list[Base]) -> None:
    """Report if fewer than two of them touch the waterway. A single element must touch it."""
    waters = position.features("waterway")
    if not waters:
        return
    touching = [b for b in landed if any(abs(polygon_gap(b.rectangle, w.ground)) <= COINCIDE for w in waters)]
    least = min(int(table(position, "deployment")["littoral_touching_shore_min"]), len(landed))
    if len(touching) < least:
        says = f"At least {least} of the elements that land must touch the waterway; {len(touching)} do."
        verdict.refuse(says, "BOB-SCH-9b", "DBA22-B9.4")


def _read_end(value: Any, position: Position) -> End:
    given = TABLE.check(value, position)
    for key in given:
        if key not in End.__struct_fields__:
            raise BadQuestion(f"an element that lands has troops, front, facing and perhaps an id, not {key!r}", key)
    name = given.get("id")
    return End(
        TEXT.check(given.get("troops"), position),
        POINT.check(given.get("front"), position),
        NUMBER.check(given.get("facing"), position),
        TEXT.check(name, position) if name is not None else None,
    )


END = Kind("{ troops, front, facing }", _read_end)
