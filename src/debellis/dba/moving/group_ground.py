"""A group and the ground: what stops a line, the speed of each member, how far it may go, and rivers."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.aftermath.fords import nature_of
from debellis.dba.book import table
from debellis.dba.going import is_bad_for
from debellis.dba.moving import rivers
from debellis.dba.moving.columns import stands_on
from debellis.dba.moving.moves import Bound
from debellis.dba.moving.river_crossing import judge_crossing
from debellis.dba.moving.speeds import (
    BAD,
    GOOD,
    RIVER,
    Speed,
    bad_limit,
    by_scale,
    good_limit,
    judge_distance,
    judge_ground,
    river_limit,
    road_speed,
)
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.groups import face_alike
from debellis.manoeuvre.legs import comes_near
from debellis.manoeuvre.march import March, cut, enters_ground, march
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

Fords = tuple[tuple[rivers.Ford, ...], ...]


class Pace(Value, frozen=True):
    """The speed of a group: of each member by land and after rivers, and the rivers that each member meets."""

    land: tuple[Speed, ...]
    speeds: tuple[Speed, ...]
    fords: Fords

    @property
    def slowest(self) -> float:
        return min(speed.limit for speed in self.speeds)


def pace_of(position: Position, found: March, road: Terrain | None) -> Pace:
    """The speed of every member. At rivers a column moves at the speed of its head."""
    kinds = [b.kind for b in found.arrived]
    if road is not None:
        by_road = tuple(road_speed(position, b, road, kind) for b, kind in zip(found.members, kinds, strict=True))
        return Pace(by_road, by_road, ((),) * len(kinds))
    fords = tuple(rivers.fords(position, b, legs) for b, legs in zip(found.members, found.legs, strict=True))
    land = tuple(_land(position, found, i) for i in range(len(kinds)))
    if found.head is None:
        return Pace(land, land, fords)
    ahead = land[found.head]
    if follows_head(found, fords):
        land = tuple(Speed(ahead.going, _limit(position, kind, ahead.going), ahead.by) for kind in kinds)
    slow = rivers.river_speed(position, ahead, fords[found.head])
    return Pace(land, (slow,) * len(kinds) if slow.going == RIVER else land, fords)


def _land(position: Position, found: March, i: int) -> Speed:
    """The speed of a member, by the worst going that any part of it touches on its path."""
    base = found.members[i]
    near = [p for p in position.terrain if comes_near(found.legs[i], p)]
    bad = tuple(p.id for p in near if is_bad_for(position, p, base) and enters_ground(found, i, p))
    going = BAD if bad else GOOD
    return Speed(going, _limit(position, found.arrived[i].kind, going), bad)


def _limit(position: Position, kind: str, going: str) -> float:
    return bad_limit(position, kind) if going == BAD else good_limit(position, kind)


def follows_head(found: March, fords: Fords) -> bool:
    """Whether the head of a column is clear of a river that bases behind it are still in or reach."""
    if found.head is None or any(ford.concerned for ford in fords[found.head]):
        return False
    return any(ford.concerned and ford.wet for own in fords for ford in own)


def judge_line(position: Position, found: March, pace: Pace, verdict: Verdict) -> None:
    """Refuse a line in bad going or in a river known not to be paltry.

    A line is a group with elements side by side. It may enter bad going if every member is of a type that may.
    """
    barred: dict[str, list[str]] = {}
    light = all(base.kind in table(position, "group")["in_line_through_bad_going"] for base in found.members)
    for base, speed, own in zip(found.members, pace.land, pace.fords, strict=True):
        for name in () if light else speed.by:
            barred.setdefault(name, []).append(base.id)
        for ford in own:
            if ford.wet and (ford.river.nature not in rivers.UNKNOWN or not ford.enters):
                barred.setdefault(ford.river.id, []).append(base.id)
    for name, who in barred.items():
        _refuse_line(position, name, who, verdict)


def _refuse_line(position: Position, name: str, who: list[str], verdict: Verdict) -> None:
    says = f"{together(who)} would be partly in {name}, where a group with bases side by side cannot move"
    verdict.bar(*who)
    verdict.draw("area", position.feature(name).ground, "blocked", name)
    of_rivers = ("DBA22-B6.5",) if position.feature(name).kind == "river" else ()
    verdict.refuse(says, "BOB-MOV-6a", "DBA22-B12.2.4", *of_rivers)


def judge_lengths(position: Position, found: March, pace: Pace, verdict: Verdict) -> None:
    """Refuse a distance that is too far for any member, and cite which speed or measure decides."""
    over = [i for i in range(len(found.members)) if not _judge_member(position, found, pace, i, verdict)]
    if over:
        _cite_over(position, found, pace, over, verdict)
    elif found.wheels:
        _cite_faster(found, pace, verdict)
    if follows_head(found, pace.fords) and max(found.measured) > river_limit(position) + COINCIDE:
        assert found.head is not None
        says = f"the front of {found.names[found.head]} is out of the river: the whole column goes at its speed there"
        verdict.cite_all(("BOB-RIV-1f", "BOB-RMV-1d", "DBA22-B6.3"), says)


def _judge_member(position: Position, found: March, pace: Pace, i: int, verdict: Verdict) -> bool:
    """Whether a member moves no further than it may.

    Rivers are judged at the head of a column, or for each member in line.
    """
    base, kind, speed, measured = found.members[i], found.arrived[i].kind, pace.speeds[i], found.measured[i]
    judge_ground(position, base, speed, verdict, kind)
    if pace.fords[i] and found.head in (None, i):
        rivers.judge_river_distance(position, base, measured, pace.land[i], speed, pace.fords[i], verdict)
    if speed.going == RIVER:
        return measured <= speed.limit + COINCIDE
    return judge_distance(position, base, measured, speed, verdict, kind)


def _cite_over(position: Position, found: March, pace: Pace, over: list[int], verdict: Verdict) -> None:
    """Cite why a group may not go this far."""
    worst = max(over, key=lambda i: found.measured[i] - pace.speeds[i].limit)
    name, most, far = found.names[worst], pace.speeds[worst].limit, found.measured[worst]
    for i in over:
        base = found.members[i]
        mounted = _limit(position, base.kind, pace.land[i].going)
        if found.arrived[i].kind != base.kind and found.measured[i] <= mounted + COINCIDE:
            says = f"{base.id} dismounts and may go no further than the {pace.speeds[i].limit:g} mm of its foot"
            verdict.cite_all(("BOB-PIP-7c", "DBA22-B12.3.1"), says)
    if found.forms in ("column", "front"):
        says = f"{name} would have to go {far:.2f} mm to its place and may go {most:g} mm"
        verdict.cite_all(("BOB-MOV-7d", "DBA22-B12.2.5"), says)
        return
    if found.wheels:
        says = f"the outer front corner of {name} goes {far:.2f} mm, by its arc in the wheel, of {most:g} mm"
        verdict.cite_all(("BOB-MOV-5b", "DBA22-B12.2.2"), says)
    if not found.wheels or (found.total("advance") > 0.0 and most <= pace.slowest + COINCIDE):
        says = f"a group moves forward no further than its slowest element, {pace.slowest:g} mm"
        verdict.cite_all(("BOB-MOV-5a", "DBA22-B12.2.2"), says)


def _cite_faster(found: March, pace: Pace, verdict: Verdict) -> None:
    """Cite that in a wheel a faster element on the outside may go further than the slowest could."""
    for i, far in enumerate(found.measured):
        if far > pace.slowest + COINCIDE:
            says = f"in the wheel {found.names[i]} goes {far:.2f} mm, further than the slowest but within its own move"
            verdict.cite_all(("BOB-MOV-5b", "DBA22-B12.2.2"), says)
            return


def judge_rivers(position: Position, found: March, pace: Pace, bound: Bound, lines_up: bool, verdict: Verdict) -> None:
    """Refuse a member that changes direction or angle while it crosses a river."""
    for base, legs, own in zip(found.members, found.legs, pace.fords, strict=True):
        judge_crossing(position, base, legs, own, bound, lines_up, verdict)


def try_group_rivers(position: Position, found: March, pace: Pace, dice: Chance, verdict: Verdict) -> rivers.Tried:
    """Roll for rivers that a legal move enters: the head for its column, any member for a line, which needs a
    paltry river."""
    if found.head is not None:
        i = found.head
        return rivers.try_rivers(position, found.members[i], found.legs[i], pace.fords[i], dice, verdict)
    for i, own in enumerate(pace.fords):
        for ford in own:
            if ford.enters and ford.river.nature in rivers.UNKNOWN:
                return _try_line(position, found, i, ford, dice, verdict)
    return rivers.Tried()


def _try_line(
    position: Position, found: March, i: int, ford: rivers.Ford, dice: Chance, verdict: Verdict
) -> rivers.Tried:
    """A line reaches a river whose nature is unknown. It goes on only if the river turns out to be paltry."""
    roll = dice.roll(f"the nature of {ford.river.id}")
    nature = nature_of(position, roll)
    says = f"{ford.river.id} was not known until someone tried to cross it: a roll of {roll} makes it {nature}"
    verdict.cite_all(("BOB-RIV-1a", "BOB-RIV-3", "DBA22-B6.1"), says)
    if nature == "paltry":
        says = f"{ford.river.id} is paltry and hinders no group"
        verdict.cite_all(("BOB-RIV-2a", "BOB-RMV-1a", "DBA22-B6.2"), says)
        return rivers.Tried(nature, None, ford.river.id)
    _refuse_line(position, ford.river.id, [found.names[i]], verdict)
    return rivers.Tried(nature, None, ford.river.id, found.legs[i][:0])


def stopped_at_river(found: March, pace: Pace, tried: rivers.Tried) -> March | None:
    """The part of the march that was made before a river stopped it; None if the group did not move."""
    if not found.strides:
        return None
    if found.head is not None:
        i = found.head
        far = sum(part.length for part in tried.gone or ())
    else:
        i, far = min(
            ((k, f.reach) for k, own in enumerate(pace.fords) for f in own if f.enters), key=lambda pair: pair[1]
        )
    lengths = [stride.lengths[i] for stride in found.strides]
    return march(found.members, cut(tuple(s.step for s in found.strides), lengths, far), found.head)


def cite_ground(position: Position, found: March, pace: Pace, road: Terrain | None, verdict: Verdict) -> None:
    """Cite what allows a column, or a line of light troops, to enter ground that stops other lines, and the effect
    of a road."""
    _cite_scale(position, found, pace, verdict)
    if found.in_line:
        rough = list(dict.fromkeys(name for speed in pace.land for name in speed.by))
        if rough:
            says = f"a group wholly of such troops may move through {', '.join(rough)} side by side"
            verdict.cite_all(table(position, "group")["in_line_clauses"], says)
        return
    if road is not None:
        _cite_road(position, found, pace, road, verdict)
        return
    names = list(dict.fromkeys(name for speed in pace.land for name in speed.by))
    names += [f.river.id for own in pace.fords for f in own if f.concerned and f.wet and f.river.id not in names]
    if names:
        says = f"a column may move through {', '.join(dict.fromkeys(names))}"
        verdict.cite_all(("BOB-MOV-6b", "DBA22-B12.2.4"), says)
    head = found.head or 0
    rivers.cite_entry(position, found.members[head], pace.fords[head], verdict)


def _cite_scale(position: Position, found: March, pace: Pace, verdict: Verdict) -> None:
    """Cite the scale if only the scale allows a member to go this far."""
    for far, speed in zip(found.measured, pace.speeds, strict=True):
        clauses, says = by_scale(position, far, speed.limit)
        if clauses:
            verdict.cite_all(clauses, says)
            return


def _cite_column(found: March, road: Terrain, verdict: Verdict) -> None:
    """Cite what allows the bases behind the head to move by road, and all of them to turn with it."""
    head = found.members[found.head or 0]
    off = [b.id for b in found.members if b.id != head.id and not stands_on(b.rectangle, road)]
    if off:
        says = f"{head.id} starts on {road.id} at the head of the column; {', '.join(off)} come on to it on the way"
        verdict.cite("BOB-EXT-4a", says)
    if not face_alike([a.rectangle for a in (*found.members, *found.arrived)]):
        says = f"the column changes direction to follow {road.id}, each element as the road runs at its place"
        verdict.cite_all(("BOB-MOV-7e", "DBA22-B12.2.6"), says)


def _cite_road(position: Position, found: March, pace: Pace, road: Terrain, verdict: Verdict) -> None:
    verdict.cite_all(("BOB-MOV-6b", "DBA22-B5.3.5"), f"a column may move along {road.id}")
    _cite_column(found, road, verdict)
    off = [_land(position, found, i) for i in range(len(found.members))]
    if max(found.measured) > min(speed.limit for speed in off) + COINCIDE:
        verdict.cite("DBA22-B13.2", f"the column moves along {road.id}: road distance, {pace.slowest:g} mm")
    through = list(dict.fromkeys(name for speed in off for name in speed.by))
    if through and max(found.measured) > min(s.limit for s in off if s.going == BAD) + COINCIDE:
        says = f"the column is on {road.id} through {', '.join(through)} and moves at road speed"
        verdict.cite_all(("BOB-CAP-6", "DBA22-B5.3.3"), says)
    for base, legs in zip(found.members, found.legs, strict=True):
        for ford in rivers.fords(position, base, legs):
            if ford.concerned:
                verdict.cite("DBA22-B6.7", f"on {road.id} the crossing of {ford.river.id} is a ford and hinders nobody")


def cite_dismounting(found: March, verdict: Verdict) -> None:
    """Cite that only the front edge is measured for bases that dismount, and in a column only that of the first."""
    for base, arrived in zip(found.members, found.arrived, strict=True):
        if abs(base.depth - arrived.depth) > COINCIDE:
            says = f"{base.id} becomes {arrived.code}, closed up to the front; the leading front edge is measured"
            verdict.cite_all(("BOB-MOV-9b", "DBA22-B12.3.1"), says)
            return


def known(position: Position, tried: rivers.Tried) -> Position:
    """The position with the nature of a river that was found during the move."""
    if tried.river is None or tried.nature is None:
        return position
    river = replace(position.feature(tried.river), nature=tried.nature)
    return replace(position, terrain=tuple(river if p.id == river.id else p for p in position.terrain))
