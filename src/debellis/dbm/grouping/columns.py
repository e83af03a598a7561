"""Changing formation: a wider group forms a column one element wide, or a column expands.

The head of the new column goes forward. Elements with enough move fall in directly behind it. The others close up
sideways beside it, no further forward than needed to stay joined. No element ends behind its first rear edge.
"""

from __future__ import annotations

from debellis.dbm.going import DIFFICULT, going_at
from debellis.dbm.grouping.groups import column_order, shape
from debellis.dbm.grouping.ways import limit, shares
from debellis.dbm.moving.speeds import spend
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.groups import face_alike, hold_together, joined
from debellis.manoeuvre.steps_between import steps_between
from debellis.manoeuvre.ways import GroupWay, Way, block_ways, direct
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict, permit
from debellis.umpire.wording import together

FORM, EXPAND = "column", "expand"
EXPENDABLES = "Exp"
LEADS, JOINS, CLOSES, LEAST = "IWF-12.5a", "IWF-12.5b", "IWF-12.5c", "IWF-12.5d"
DIAGONAL, LIMITS, STRAIGHT, GROUND = "IWF-12.5e", "IWF-12.5f", "IWF-12.5g", "IWF-12.5h"
TURNED_REAR, REARWARD = "IWF-12.6b", "DBM32-P17-formation-rear"


def head_of(members: tuple[Base, ...], ends: list[Rectangle]) -> int:
    """The head of a column being formed: the foremost element at the end.

    Of several, the one that moved least sideways.
    """
    whole = column_order(ends)
    if whole is not None:
        return whole[0]
    towards = max(ends, key=lambda end: sum(same_direction(end.facing, other.facing) for other in ends))
    seen = [towards.local(end.front)[1] for end in ends]
    first = [i for i, ahead in enumerate(seen) if ahead >= max(seen) - COINCIDE]
    return min(first, key=lambda i: abs(members[i].rectangle.local(ends[i].front)[0]))


def form_column(
    position: Position, members: tuple[Base, ...], ends: list[Rectangle], turned: bool, verdict: Verdict
) -> GroupWay:
    """Judge a group that forms a column, as far as it gets in this move."""
    head = head_of(members, ends)
    steps = steps_between((members[head].rectangle,), (ends[head],))
    ways = [direct(base.rectangle, end) for base, end in zip(members, ends, strict=True)]
    if steps is None:
        verdict.refuse(f"{members[head].id} at the head goes forward and by wheels only", LEADS)
    else:
        ways[head] = block_ways((members[head],), steps)[0]
    if any(troop(base).type == EXPENDABLES for base in members):
        _judge_expendables(members, ends, ways, verdict)
    found = GroupWay(members, tuple(ways), (), FORM, turned)
    column = _column(head, ends)
    rest = [i for i in range(len(members)) if i not in column]
    _judge_far(position, found, head, column, turned, verdict)
    _judge_joining(position, members, ends, column, rest, verdict)
    if rest:
        _judge_shape(position, members, ends, column, rest, verdict)
        _judge_ground(position, members, ends, verdict)
    elif shape(ends) is None:
        verdict.refuse(f"{together([base.id for base in members])} would not end as a column", JOINS)
    if verdict.legal:
        _cite_formed(members, ends, head, column, rest, verdict)
        _cite_kept_out(position, members, ends, column, rest, verdict)
    return found


def _judge_expendables(members: tuple[Base, ...], ends: list[Rectangle], ways: list[Way], verdict: Verdict) -> None:
    """Judge that every element moves by going forward and wheeling, as expendables must, and measure it."""
    for i, (base, end) in enumerate(zip(members, ends, strict=True)):
        steps = steps_between((base.rectangle,), (end,))
        if steps is None:
            verdict.refuse(f"{base.id} cannot do its part by wheeling, as expendables must", "IWF-13.10a")
            return
        ways[i] = block_ways((base,), steps)[0]


def _column(head: int, ends: list[Rectangle]) -> list[int]:
    """The head and the elements behind it in order, straight or round a bend."""
    whole = column_order(ends)
    if whole is not None and whole[0] == head:
        return whole
    found = [head]
    while True:
        last = ends[found[-1]]
        behind = [i for i, end in enumerate(ends) if i not in found and column_order([last, end]) == [0, 1]]
        if not behind:
            return found
        found.append(behind[0])


def _judge_far(
    position: Position, found: GroupWay, head: int, column: list[int], turned: bool, verdict: Verdict
) -> None:
    """Judge that no element exceeds its move or ends behind the line of its first rear edge."""
    for i, (base, share) in enumerate(zip(found.members, shares(position, found), strict=True)):
        far = limit(position, base)
        if share > 1.0 + COINCIDE / max(far, COINCIDE):
            gone = found.ways[i].length
            verdict.measure(f"{base.id} goes", gone, limit=far)
            if i == head:
                verdict.refuse(f"{base.id} leads the column no further than its move", LEADS, LIMITS)
            elif i in column:
                verdict.refuse(f"{base.id} has not move enough to get into the column", JOINS, LIMITS)
            else:
                verdict.refuse(f"{base.id} would go further than its move", LIMITS)
        judge_rear(base, found.ways[i].end, TURNED_REAR if turned else LIMITS, verdict)


def judge_rear(base: Base, end: Rectangle, clause: str | None, verdict: Verdict) -> bool:
    """Judge that an element does not end further to its rear than it started. Returns whether that is so."""
    back = behind_rear(base.rectangle, end)
    if back <= COINCIDE:
        return True
    verdict.measure(f"{base.id} behind its first rear edge", back)
    rearward = base.rectangle.local(end.front)[1] < -COINCIDE
    clauses = tuple(name for name in (clause, REARWARD if rearward else None) if name is not None)
    verdict.refuse(f"{base.id} would end {back:.2f} mm behind the line of its first rear edge", *clauses)
    return False


def behind_rear(start: Rectangle, end: Rectangle) -> float:
    """How far part of an end place lies behind the line of the first rear edge; negative if none does."""
    return max(-start.local(corner)[1] for corner in end.corners) - start.depth


def _judge_joining(
    position: Position,
    members: tuple[Base, ...],
    ends: list[Rectangle],
    column: list[int],
    rest: list[int],
    verdict: Verdict,
) -> None:
    """Judge that every element that could have joined the column has done so."""
    last = ends[column[-1]]
    for i in rest:
        base = members[i]
        there = place("behind", last, base.width, base.depth)
        way = direct(base.rectangle, there)
        if _has_move_for(position, base, way) and behind_rear(base.rectangle, there) <= COINCIDE:
            verdict.measure(f"{base.id} to its place in the column", way.length, limit=limit(position, base))
            says = f"{base.id} has move enough to fall in behind {members[column[-1]].id} and must"
            verdict.refuse(says, JOINS)
            return


def _has_move_for(position: Position, base: Base, way: Way) -> bool:
    """Whether an element has enough move for its own way."""
    used = spend(position, base, way.legs, way.length).share
    return used <= 1.0 + COINCIDE / max(limit(position, base), COINCIDE)


def _cite_kept_out(
    position: Position,
    members: tuple[Base, ...],
    ends: list[Rectangle],
    column: list[int],
    rest: list[int],
    verdict: Verdict,
) -> None:
    """Cite the elements that only the line of the first rear edge keeps out of the column."""
    last = ends[column[-1]]
    for i in rest:
        base = members[i]
        there = place("behind", last, base.width, base.depth)
        if _has_move_for(position, base, direct(base.rectangle, there)):
            says = f"{base.id} has move enough, but its place in the column is behind the line of its first rear edge"
            permit(verdict, says, LIMITS)


def _judge_shape(
    position: Position,
    members: tuple[Base, ...],
    ends: list[Rectangle],
    column: list[int],
    rest: list[int],
    verdict: Verdict,
) -> None:
    """Judge that a part-formed column ends unbent and joined, and that the others go no further forward than needed."""
    head = ends[column[0]]
    wheeled = not same_direction(head.facing, members[column[0]].facing)
    askew = [members[i].id for i in range(len(ends)) if not same_direction(ends[i].facing, head.facing)]
    if askew:
        waiting = any(members[i].id in askew for i in rest)
        clause = DIAGONAL if wheeled and waiting else STRAIGHT
        verdict.refuse(f"{', '.join(askew)} would not face as the head of the column does", clause)
        return
    if not hold_together(ends, joined):
        loose = [i for i in rest if not _connected(ends, column[0], i)] or rest
        names = ", ".join(members[i].id for i in loose)
        if wheeled:
            clause = DIAGONAL
        elif any(_could_join(members, ends, column[0], i) for i in loose):
            clause = LEAST
        else:
            clause = CLOSES
        verdict.refuse(f"{names} would not end joined to the others, edge on edge and corner on corner", clause)
        return
    if not wheeled:
        _judge_least(members, ends, rest, verdict)


def _connected(ends: list[Rectangle], a: int, b: int) -> bool:
    """Whether an element is joined to another through the rest."""
    reached = [a]
    for i in reached:
        reached += [j for j in range(len(ends)) if j not in reached and joined(ends[i], ends[j])]
    return b in reached


def _could_join(members: tuple[Base, ...], ends: list[Rectangle], head: int, i: int) -> bool:
    """Whether an element that ended loose would join the column if it had gone more or less far forward."""
    firm = [j for j in range(len(ends)) if j != i and _connected(ends, head, j)]
    for level in _levels(ends, i, firm):
        moved = ends[i].advanced(level)
        forward = members[i].rectangle.local(moved.front)[1] >= -COINCIDE
        if forward and any(joined(moved, ends[j]) for j in firm):
            return True
    return False


def _levels(ends: list[Rectangle], i: int, others: list[int]) -> list[float]:
    """How far forward (negative: back) an element would go to be level with each of the others."""
    mine = ends[i]
    found: list[float] = []
    for j in others:
        if j != i:
            ahead = mine.local(ends[j].front)[1]
            found += [ahead, ahead - ends[j].depth + mine.depth, ahead - ends[j].depth, ahead + mine.depth]
    return found


def _judge_least(members: tuple[Base, ...], ends: list[Rectangle], rest: list[int], verdict: Verdict) -> None:
    """Judge that closing elements go no further forward than needed to keep all joined, singly and side by side."""
    for some in [*([i] for i in rest), *_blocks(ends, rest)]:
        others = [j for j in range(len(ends)) if j not in some]
        for level in {back for i in some for back in _levels(ends, i, others) if back < -COINCIDE}:
            shifted = [end.advanced(level) if i in some else end for i, end in enumerate(ends)]
            back = any(members[i].rectangle.local(shifted[i].front)[1] < -COINCIDE for i in some)
            if not back and not _collide(shifted, some) and hold_together(shifted, joined):
                names = ", ".join(members[i].id for i in some)
                verdict.refuse(f"{names} would stay joined going {-level:.2f} mm less far forward", LEAST)
                return


def _blocks(ends: list[Rectangle], rest: list[int]) -> list[list[int]]:
    """The waiting elements, divided into joined blocks."""
    found: list[list[int]] = []
    left = list(rest)
    while left:
        reached = [left[0]]
        for i in reached:
            reached += [j for j in left if j not in reached and joined(ends[i], ends[j])]
        found.append(reached)
        left = [i for i in left if i not in reached]
    return found


def _collide(places: list[Rectangle], some: list[int]) -> bool:
    """Whether any of the places overlap others."""
    return any(overlaps(places[i], places[j]) for i in some for j in range(len(places)) if j not in some)


def _judge_ground(position: Position, members: tuple[Base, ...], ends: list[Rectangle], verdict: Verdict) -> None:
    """Judge that a part-formed column ends clear of difficult going, unless all elements are psiloi."""
    if all(troop(base).type == "Ps" for base in members):
        return
    stuck = _in_difficult(position, members, ends)
    if stuck:
        verdict.refuse(f"{', '.join(stuck)} would end in difficult going with the column part-formed", GROUND)


def _in_difficult(position: Position, members: tuple[Base, ...], ends: list[Rectangle]) -> list[str]:
    """The elements that would end at least partly in difficult going."""
    return [b.id for b, end in zip(members, ends, strict=True) if going_at(position, end, troop(b))[0] == DIFFICULT]


def _cite_formed(
    members: tuple[Base, ...],
    ends: list[Rectangle],
    head: int,
    column: list[int],
    rest: list[int],
    verdict: Verdict,
) -> None:
    """Cite the clauses that allow the column, complete or part-formed."""
    permit(verdict, f"{members[head].id} leads the column forward within its move", LEADS)
    if len(column) > 1:
        permit(verdict, f"{', '.join(members[i].id for i in column[1:])} have move enough and fall in behind", JOINS)
    waiting = ", ".join(members[i].id for i in rest)
    if not rest:
        return
    permit(verdict, f"{waiting} do not get into the column and close up beside it", CLOSES)
    if not same_direction(ends[head].facing, members[head].facing):
        permit(verdict, f"{waiting} go slantwise, facing as the head of the column does", DIAGONAL)
    elif any(members[i].rectangle.local(ends[i].front)[1] > COINCIDE for i in rest):
        permit(verdict, f"{waiting} go forward just so far as keeps them joined", LEAST)


def expand(
    position: Position, members: tuple[Base, ...], ends: list[Rectangle], turned: bool, verdict: Verdict
) -> GroupWay:
    """Judge a column that expands: each element moves like a single one, and none ends further to its rear."""
    order = column_order([base.rectangle for base in members])
    ways: tuple[Way, ...] = tuple(direct(base.rectangle, end) for base, end in zip(members, ends, strict=True))
    found = GroupWay(members, ways, (), EXPAND, turned)
    who = together([base.id for base in members])
    if order is None:
        verdict.refuse(f"{who} cannot expand: only a column one element wide does", "DBM-B16.4")
    expendable = [base.id for base in members if troop(base).type == EXPENDABLES]
    if expendable:
        says = f"{together(expendable)} cannot expand: expendables never expand from column"
        verdict.refuse(says, "IWF-13.10c")
    if not (face_alike(ends) and hold_together(ends, joined)):
        verdict.refuse(f"{who} would not end as one group", "DBM-B16.4")
    for i, (base, share) in enumerate(zip(members, shares(position, found), strict=True)):
        far = limit(position, base)
        if share > 1.0 + COINCIDE / max(far, COINCIDE):
            verdict.measure(f"{base.id} goes", ways[i].length, limit=far)
            verdict.refuse(f"{base.id} would go further than its move as a single element", "IWF-12.1d")
        judge_rear(base, ends[i], TURNED_REAR if turned else None, verdict)
    if not all(troop(base).type == "Ps" for base in members):
        stuck = _in_difficult(position, members, ends)
        if stuck:
            verdict.refuse(f"{', '.join(stuck)} would be in difficult going, more than one element wide", "DBM-B16.8")
    if verdict.legal:
        permit(verdict, "a column may expand, each element going no further than its own move", "DBM-B16.4")
    return found
