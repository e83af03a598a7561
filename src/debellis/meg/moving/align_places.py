"""The question of aligning: to a named place, as a block, or whether any align is open."""

from __future__ import annotations

from typing import Any

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, Point, bearing, coincide, distance, same_direction
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.meg.arguments import UNIT, UNITS, block_members, question
from debellis.meg.fighting.contacts import Fight
from debellis.meg.moving.aligning import Align, changes, contacts, judge_align
from debellis.meg.moving.steps import UNIT_END, End
from debellis.meg.places import PLACE, carried, moved_to, with_bases
from debellis.meg.units import bases_of, facing_of, outline, unit_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough


def aligned(position: Position, unit: Unit, to: Pose) -> Position:
    """The position with a unit group at another place, in the shape it has."""
    return with_bases(position, unit, moved_to(position, unit, to), to.facing)


def offered(position: Position, unit: Unit) -> list[Position]:
    """The positions after the aligns that are offered to a unit group in contact (MEG-B14.10).

    Its edge that fights lies flat on the enemy edge it fights, with corners level or with the least sideways slide.
    """
    found: list[Position] = []
    for fight in _meetings(position, unit):
        for place in _flat(fight):
            found.append(_with_base_at(position, unit, fight.mine.rectangle, fight.edge, place))
    return found


def _meetings(position: Position, unit: Unit) -> list[Fight]:
    """The fights of a unit group; if it only touches enemy, the edges that meet there, one of them a front."""
    fights = contacts(position, unit.id)
    if fights:
        return fights
    found: list[Fight] = []
    for mine in bases_of(position, unit.id):
        for theirs in position.enemies(unit.side):
            for touch in touches(mine.rectangle, theirs.rectangle):
                for edge in _edges_at(touch.mine):
                    for other in _edges_at(touch.theirs):
                        if FRONT in (edge, other):
                            found.append(Fight(mine, theirs, edge, other, touch.length))
    return found


def _edges_at(part: int) -> tuple[int, ...]:
    """The edge that a part of a base is, or the two edges that meet in a corner."""
    return (part,) if part < CORNER else ((part - CORNER - 1) % 4, part - CORNER)


def _flat(fight: Fight) -> list[Rectangle]:
    """Places of the fighting edge of a base, seen as a front, that lie flat on the enemy edge it fights."""
    own = fight.mine.rectangle.fronting(fight.edge)
    a, b = fight.theirs.rectangle.edge(fight.their_edge)
    out = fight.theirs.rectangle.outward(fight.their_edge)
    facing = (-out[0], -out[1])
    length = fight.theirs.rectangle.length(fight.their_edge)
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    at = (own.front[0] - a[0]) * along[0] + (own.front[1] - a[1]) * along[1]
    half = own.width / 2.0
    least = min(max(at, COINCIDE * 2 - half), length + half - COINCIDE * 2)
    spots = (least, half, length - half)
    return [_rectangle(a, along, spot, facing, own) for spot in spots]


def _rectangle(start: Point, along: Point, spot: float, facing: Point, own: Rectangle) -> Rectangle:
    return Rectangle((start[0] + along[0] * spot, start[1] + along[1] * spot), facing, own.width, own.depth)


def _with_base_at(position: Position, unit: Unit, base: Rectangle, edge: int, place: Rectangle) -> Position:
    """The position with a unit group carried along so that an edge of one of its bases lies at a place."""
    seen = base.fronting(edge)
    bases = tuple(
        carried(one, seen.front, seen.facing, Pose(place.front, place.facing)) for one in bases_of(position, unit.id)
    )
    ahead = facing_of(position, unit)
    turned = (
        seen.facing[0] * ahead[0] + seen.facing[1] * ahead[1],
        seen.facing[1] * ahead[0] - seen.facing[0] * ahead[1],
    )
    way = place.facing
    facing = (way[0] * turned[0] + way[1] * turned[1], way[1] * turned[0] - way[0] * turned[1])
    return with_bases(position, unit, bases, facing)


def block_ends(position: Position, members: tuple[str, ...], to: Pose) -> tuple[End, ...]:
    """Where the unit groups of a block end when they align as one body and the first comes to a place."""
    first = outline(position, unit_of(position, members[0]))
    right = (to.facing[1], -to.facing[0])
    ends: list[End] = []
    for name in members:
        x, y = first.local(outline(position, unit_of(position, name)).front)
        front = (to.front[0] + right[0] * x + to.facing[0] * y, to.front[1] + right[1] * x + to.facing[1] * y)
        ends.append(End(name, Pose(front, to.facing)))
    return tuple(ends)


def block_aligned(position: Position, ends: tuple[End, ...]) -> Position:
    """The position with the unit groups of a block at other places."""
    for end in ends:
        position = aligned(position, unit_of(position, end.who), end.pose)
    return position


def _judge_block(verdict: Verdict, position: Position, ends: tuple[End, ...]) -> Position:
    """The position after the align of a block, which moves as one body."""
    members = tuple(end.who for end in ends)
    for expected, end in zip(block_ends(position, members, ends[0].pose), ends, strict=True):
        there = expected.pose
        if not coincide(there.front, end.pose.front) or not same_direction(there.facing, end.pose.facing):
            verdict.refuse("A block aligns as one body.", "MEG-B14.9")
    return block_aligned(position, ends)


def _may_align(
    position: Position,
    unit: str | None = None,
    to: Pose | None = None,
    block: tuple[str, ...] | None = None,
    ends: tuple[End, ...] | None = None,
    looks: bool = True,
) -> Ruling:
    """Whether an align may be made. Beside a refused place stands the nearest one, unless nobody `looks` for it."""
    verdict = Verdict()
    members = block_members(position, unit, block)
    if any(not bases_of(position, name) for name in members):
        raise BadQuestion(f"{members[0]} is not on the table", "unit" if unit else "block")
    if ends is not None:
        if {end.who for end in ends} != set(members):
            raise BadQuestion("ends must name every unit group of the block", "ends")
        judge_align(verdict, Align(members, position, _judge_block(verdict, position, ends)))
        return verdict.decide("may_align")
    if to is not None:
        if unit is None:
            raise BadQuestion("name a unit with to, or ends with a block", "to")
        judge_align(verdict, Align(members, position, aligned(position, unit_of(position, unit), to)))
        more = {} if verdict.legal or not looks else _add_nearest(verdict, position, unit_of(position, unit), to)
        return verdict.decide("may_align", **more)
    return _any_align(position, members)


def _add_nearest(verdict: Verdict, position: Position, unit: Unit, to: Pose) -> dict[str, Any]:
    """The legal align on offer that ends nearest to a refused place, which is drawn; empty if there is none."""
    found: list[tuple[float, Position]] = []
    for after in offered(position, unit):
        asked = Align((unit.id,), position, after)
        if not changes(asked):
            continue
        try:
            with first_fault_is_enough():
                judge_align(Verdict(), asked)
        except FirstFault:
            continue
        found.append((distance(outline(after, unit_of(after, unit.id)).front, to.front), after))
    if not found:
        return {}
    best = min(found, key=lambda one: round(one[0], 3))[1]
    for base in bases_of(best, unit.id):
        verdict.draw("area", base.rectangle.corners, "ghost", f"nearest for {base.id}")
    there = outline(best, unit_of(best, unit.id))
    return {"nearest": {"front": list(there.front), "facing": bearing(there.facing)}}


def _any_align(position: Position, members: tuple[str, ...]) -> Ruling:
    """Whether one of the aligns on offer is legal and moves anything; otherwise the faults of the most telling one."""
    refused: Verdict | None = None
    for name in members:
        for after in offered(position, unit_of(position, name)):
            tried, asked = Verdict(), Align((name,), position, after)
            if not changes(asked):
                continue
            judge_align(tried, asked)
            if tried.legal:
                return tried.decide("may_align")
            if refused is None or (not _is_of_aligns(refused) and _is_of_aligns(tried)):
                refused = tried
    if refused is None:
        refused = Verdict()
        refused.refuse("No align is on offer.", "MEG-B14.10")
    return refused.decide("may_align")


#: The number of the item on aligns, in the ids of its clauses.
_ALIGNS = "05"


def _is_of_aligns(verdict: Verdict) -> bool:
    """Whether a limit of aligns refused it, and not only the room for it."""
    return any(name[4:6] == _ALIGNS for name in verdict.reasons)


QUESTIONS = (
    question(
        "may_align",
        "whether a unit group or a block may align, to a place or at all",
        {"unit": UNIT.or_none(), "to": PLACE.or_none(), "block": UNITS.or_none(), "ends": list_of(UNIT_END).or_none()},
        _may_align,
    ),
)
