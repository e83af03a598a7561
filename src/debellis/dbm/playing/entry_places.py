"""Where elements of a command may come on over its edge: groups worth bringing on, and whether anybody can at all.

Whoever can come on further in can come on just inside the edge, so that a search along the edge is complete. What
allows or bars a place changes only where a side of the element passes a corner of something, or where it comes just as
near to an enemy as he flees from it or no march may go. All such places and those between them are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from debellis.dbm.commanding.march_limits import limit_of
from debellis.dbm.measures import paces
from debellis.dbm.moving.speeds import allowance, is_immobile
from debellis.dbm.playing.actions import Action, Arrive
from debellis.dbm.playing.arrivals import check, flights, may_come
from debellis.dbm.playing.state import Coming, State
from debellis.dbm.setting_up.flank_marches import may_delay_arrival
from debellis.dbm.setting_up.zones import inward_of
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import Polygon, segment_gap
from debellis.geometry.rectangle import gap
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import inward, length_of, sideways
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

_DUTY = Memory["Arrive | None"]("who can come on over an edge and must")

#: At so many places along the edge groups are suggested.
_PLACES = 6
#: Where an element begins to be near enough to something is found so finely (mm).
_FINE = 0.01


def allowed(state: State, idea: Arrive) -> bool:
    """Whether a group may come on so, found out as soon as possible."""
    try:
        with first_fault_is_enough():
            return bool(check(state, idea).answer["legal"])
    except FirstFault:
        return False


def judge_delay(verdict: Verdict, state: State) -> None:
    """Report commands that could come on and have not."""
    for name, one in may_come(state).items():
        if one.late:
            continue
        pips = max(0, state.bound.pips.get(name, 0))
        can = entry_of(state, name, one) is not None
        ruling = may_delay_arrival(state.position, due=True, arrived=0, pips=pips, can_enter=can)
        for reason in ruling.because:
            verdict.cite(reason.clause, reason.says)
        verdict.faults.extend(ruling.answer["faults"])


def duty(state: State) -> Arrive | None:
    """A way for a command to come on that must; None if no command must or none can."""
    found = (entry_of(state, name, one) for name, one in may_come(state).items() if not one.late)
    return next((entry for entry in found if entry is not None), None)


def entry_of(state: State, name: str, coming: Coming) -> Arrive | None:
    """A way for somebody of a command to come on now; None if nobody can anywhere."""
    if state.bound.pips.get(name, 0) < int(table(state.position, "pip")["base_march"]):
        return None
    return _DUTY.of(state, name, lambda one: _find_entry(one, name, coming))


def _find_entry(state: State, name: str, coming: Coming) -> Arrive | None:
    for idea in ideas_of(state, name, coming):
        if allowed(state, idea):
            return idea
    for base in _kinds(state, coming):
        for place in places_along(state, coming, base):
            idea = Arrive({base.id: place})
            if allowed(state, idea):
                return idea
    return None


def ideas(state: State) -> Iterator[Action]:
    """Groups that may be worth bringing on now."""
    for name, one in may_come(state).items():
        if state.bound.pips.get(name, 0) > 0:
            yield from ideas_of(state, name, one)


def ideas_of(state: State, name: str, coming: Coming) -> Iterator[Arrive]:
    """Groups at places along the edge, the largest first, those in the own half first; then single elements."""
    position, edge = state.position, coming.edge
    here = [base for base in state.forces[state.turn].elements if base.id in coming.elements and not is_immobile(base)]
    kinds: dict[str, list[Base]] = {}
    for base in here:
        kinds.setdefault(base.code, []).append(base)
    lines = sorted(kinds.values(), key=lambda line: (-len(line), line[0].id))
    for line in [here, *lines] if len(lines) > 1 else lines:
        many = len(line)
        while many > 0:
            far = min(_far(position, base) for base in line[:many])
            for ranks in (1, 2, many):
                if ranks == 1 or (1 < ranks <= many and _in_ranks(line[:many], ranks) is not None):
                    yield from _blocks(state, edge, line[:many], ranks, far)
            many //= 2


def _far(position: Position, base: Base) -> float:
    return allowance(position, base) or 0.0


def _in_ranks(members: list[Base], ranks: int) -> list[list[Base]] | None:
    """Some elements in ranks of one depth each, the first rank first; None if they do not fill them."""
    wide = len(members) // ranks
    rows = [members[i * wide : (i + 1) * wide] for i in range(ranks)]
    if wide * ranks != len(members) or any(len({base.depth for base in row}) > 1 for row in rows):
        return None
    return rows


def _blocks(state: State, edge: str, members: list[Base], ranks: int, far: float) -> Iterator[Arrive]:
    """A line or block of some elements that has just come on, or gone its whole move, at places along the edge."""
    rows = [members] if ranks == 1 else _in_ranks(members, ranks) or []
    depth = sum(max(base.depth for base in row) for row in rows)
    width = members[0].width
    for along in _alongs(state, edge, len(rows[0]) * width):
        for reach in dict.fromkeys((far, depth)):
            places: dict[str, Pose] = {}
            deep = reach
            for row in rows:
                for i, base in enumerate(row):
                    place = (i + 0.5) * width + along
                    places[base.id] = Pose(at_edge(state.position, edge, place, deep), inward_of(edge))
                deep -= row[0].depth
            yield Arrive(places)


def _alongs(state: State, edge: str, wide: float) -> list[float]:
    """Places along an edge where something so wide may begin, those in the own half first."""
    room = length_of(edge, state.position.size) - wide
    if room < 0.0:
        return []
    own, size = state.edges[state.turn], state.position.size
    found = [room * i / (_PLACES - 1) for i in range(_PLACES)]
    return sorted(found, key=lambda along: inward(at_edge(state.position, edge, along, 0.0), own, size))


def at_edge(position: Position, edge: str, along: float, deep: float) -> Point:
    """The point so far along an edge, from the west or the south, and so far inward of it."""
    width, height = position.size
    if edge == "west":
        return (deep, along)
    if edge == "east":
        return (width - deep, along)
    return (along, deep) if edge == "south" else (along, height - deep)


def _kinds(state: State, coming: Coming) -> list[Base]:
    """One element of each kind of those who are still to come."""
    found: dict[str, Base] = {}
    for base in state.forces[state.turn].elements:
        if base.id in coming.elements and not is_immobile(base):
            found.setdefault(base.code, base)
    return list(found.values())


def places_along(state: State, coming: Coming, base: Base) -> Iterator[Pose]:
    """All places just inside an edge that may differ in whether an element can come on there, forward and sideways."""
    position, edge = state.position, coming.edge
    for facing, wide, deep, ahead in _stances(base, edge):

        def pose(
            along: float, facing: Point = facing, wide: float = wide, deep: float = deep, ahead: bool = ahead
        ) -> Pose:
            if ahead:
                return Pose(at_edge(position, edge, along, deep), facing)
            return Pose(at_edge(position, edge, along + wide * 0.5, deep * 0.5), facing)

        for along in _changes(state, coming, base, pose, wide, deep):
            yield pose(along)


def _stances(base: Base, edge: str) -> Iterator[tuple[Point, float, float, bool]]:
    """The facings with which an element comes on, with how wide and deep it then is as seen from the edge."""
    yield inward_of(edge), base.width, base.depth, True
    yield ((0.0, 1.0) if edge in ("west", "east") else (1.0, 0.0)), base.depth, base.width, False


def _changes(
    state: State, coming: Coming, base: Base, pose: Callable[[float], Pose], wide: float, deep: float
) -> list[float]:
    """The places along the edge where something may change, and those between them."""
    position, edge = state.position, coming.edge
    low, high = wide * 0.5, length_of(edge, position.size) - wide * 0.5
    if high < low:
        return []
    found: set[float] = set()
    scares = paces(position, table(position, "flank_march")["scare_depth"]) + COINCIDE
    cells = {low, high}
    for enemy in position.enemies(base.side):

        def from_edge(along: float, enemy: Base = enemy) -> float:
            ends = at_edge(position, edge, along - wide * 0.5, 0.0), at_edge(position, edge, along + wide * 0.5, 0.0)
            return segment_gap(*ends, enemy.rectangle.corners)

        cells |= _within(from_edge, low, high, scares)
    for first, last in _between(cells):
        there = pose((first + last) * 0.5)
        arriving = replace(base, front=there.front, facing=there.facing)
        after = flights(state, position, coming, (arriving,)).position
        found |= {first, last} | _passed(after, base, edge, wide, deep)
        for enemy in after.enemies(base.side):

            def away(along: float, enemy: Base = enemy) -> float:
                return gap(pose(along).rectangle(base.width, base.depth), enemy.rectangle)

            found |= _within(away, first, last, limit_of(position))
    exact = sorted(one for one in found if low <= one <= high)
    middles = [(a + b) * 0.5 for a, b in _between(set(exact))]
    return [*middles, *exact]


def _between(points: set[float]) -> list[tuple[float, float]]:
    ordered = sorted(points)
    return list(pairwise(ordered))


def _passed(position: Position, base: Base, edge: str, wide: float, deep: float) -> set[float]:
    """Where a side of an element passes a corner of something that reaches into the strip in which it comes on."""
    found: set[float] = set()
    bodies = [one.rectangle.corners for one in position.standing if one.id != base.id]
    for outline in (*bodies, *(piece.ground for piece in position.terrain)):
        for along in _in_strip(outline, edge, position, deep):
            found |= {along - wide * 0.5, along + wide * 0.5}
    return found


def _in_strip(outline: Polygon, edge: str, position: Position, deep: float) -> list[float]:
    """How far along an edge the corners of an outline are that lie within a strip, and where its sides enter it."""
    points = [(sideways(p, edge), inward(p, edge, position.size)) for p in outline]
    found = [u for u, v in points if 0.0 <= v <= deep]
    for (u, v), (s, t) in zip(points, (*points[1:], points[0]), strict=True):
        for level in (0.0, deep):
            if (v - level) * (t - level) < 0.0:
                found.append(u + (s - u) * (level - v) / (t - v))
    return found


def _within(away: Callable[[float], float], low: float, high: float, limit: float) -> set[float]:
    """The ends of the stretch in which a distance that falls and then rises is below a limit."""
    a, b = low, high
    while b - a > _FINE:
        one, two = a + (b - a) / 3.0, b - (b - a) / 3.0
        if away(one) <= away(two):
            b = two
        else:
            a = one
    least = (a + b) * 0.5
    if away(least) >= limit:
        return set()
    return {_crossing(away, least, low, limit), _crossing(away, least, high, limit)}


def _crossing(away: Callable[[float], float], inside: float, outside: float, limit: float) -> float:
    """Where a distance reaches a limit between a place within it and one beyond; the latter if it never does."""
    if away(outside) < limit:
        return outside
    while abs(outside - inside) > _FINE * 0.1:
        middle = (inside + outside) * 0.5
        if away(middle) < limit:
            inside = middle
        else:
            outside = middle
    return outside
