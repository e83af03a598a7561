"""Columns: their order, a line that contracts to a narrower front as it moves, and columns that follow a road."""

from __future__ import annotations

import math
from itertools import pairwise

from debellis.dba.moving.gaps import judge_gap
from debellis.dba.moving.moves import Move
from debellis.dba.moving.speeds import bad_going_on, land_speed, measures_front
from debellis.geometry.plane import COINCIDE, coincide, distance, same_direction
from debellis.geometry.polygon import holds_point
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.groups import follows, frontage, is_bent_column, is_column
from debellis.manoeuvre.legs import Leg, leg, legs_between, total_length
from debellis.manoeuvre.march import March, march
from debellis.manoeuvre.road_tracks import Track, behind_on_track, track_of
from debellis.manoeuvre.road_ways import bends_between, on_road
from debellis.manoeuvre.steps_between import steps_between
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


def column_order(places: list[Rectangle], on_a_road: bool = False) -> list[int] | None:
    """The members of a column from head to rear; None if they are not a column. On a road it may be bent."""
    if frontage(places) == 1 and is_column(places):
        return sorted(range(len(places)), key=lambda i: -places[0].local(places[i].front)[1])
    if not on_a_road or not is_bent_column(places):
        return None
    heads = [i for i, a in enumerate(places) if not any(follows(a, b) for b in places if b is not a)]
    if len(heads) != 1:
        return None
    order = heads
    while len(order) < len(places):
        order.append(next(i for i, a in enumerate(places) if i not in order and follows(a, places[order[-1]])))
    return order


def contract(position: Position, members: tuple[Base, ...], ends: dict[str, Rectangle], verdict: Verdict) -> March:
    """A group that contracts to a column, or to a narrower front, as it moves.

    The new front moves on as a column or group does. The others fall in behind it, each on its own path.
    """
    there = [ends[base.id] for base in members]
    fore = [i for i, a in enumerate(there) if not any(directly_behind(a, b) for b in there if b is not a)]
    leaders = tuple(members[i] for i in fore)
    steps = steps_between(tuple(b.rectangle for b in leaders), tuple(there[i] for i in fore))
    if steps is None:
        names = ", ".join(b.id for b in leaders)
        says = f"{names} at the front of the new formation would go otherwise than forward and by wheels"
        verdict.refuse(says, "BOB-MOV-7d", "BOB-MOV-7a", "DBA22-B12.2.5")
        steps = ()
    ahead = march(leaders, steps)
    front_only = measures_front(position)
    legs: list[tuple[Leg, ...]] = []
    measured: list[float] = []
    for i, base in enumerate(members):
        if i in fore:
            at = fore.index(i)
            legs.append(ahead.legs[at] if steps else legs_between(base.rectangle, (there[i],), front_only))
            measured.append(ahead.measured[at] if steps else total_length(legs[-1]))
        else:
            legs.append(_falling_in(position, base, there[i]))
            measured.append(total_length(legs[-1]))
            _judge_back(base, there[i], verdict)
    arrived = tuple(replace(b, front=a.front, facing=a.facing) for b, a in zip(members, there, strict=True))
    wide = len(fore) > 1
    found = March(members, arrived, tuple(legs), tuple(measured), (), None if wide else fore[0], "column")
    if wide:
        found = replace(found, forms="front")
        judge_gap(position, found, [there[i] for i in fore], frontage([b.rectangle for b in members]), verdict)
    return found


def _falling_in(position: Position, base: Base, end: Rectangle) -> tuple[Leg, ...]:
    """The path of a member that falls in: straight, or first level and then ahead if bad going makes the first too
    long."""
    front_only = measures_front(position)
    straight = legs_between(base.rectangle, (end,), front_only)
    speed = land_speed(position, base, straight)
    if not speed.by or total_length(straight) <= speed.limit + COINCIDE:
        return straight
    back = base.rectangle.local(end.front)[1]
    slope = end.facing[0] * base.facing[0] + end.facing[1] * base.facing[1]
    if slope <= 0.5 or back <= COINCIDE:
        return straight
    round_about = legs_between(base.rectangle, (end.advanced(-back / slope), end), front_only)
    return straight if bad_going_on(position, base, round_about) else round_about


def _judge_back(base: Base, end: Rectangle, verdict: Verdict) -> None:
    ahead = base.rectangle.local(end.front)[1]
    if ahead < -COINCIDE:
        says = f"{base.id} would fall in {-ahead:.2f} mm further back than it began"
        verdict.measure(f"{base.id} goes back", -ahead)
        verdict.refuse(says, "BOB-MOV-7d", "DBA22-B12.2.5")


def stands_on(a: Rectangle, road: Terrain) -> bool:
    """Whether the middle of a front edge is on a road, not beyond its end, and the base faces along it."""
    return on_road(a, road) and holds_point(a.front, road.ground)


def follow_road(
    position: Position, members: tuple[Base, ...], order: list[int], move: Move, road: Terrain, verdict: Verdict
) -> March | None:
    """A column that moves along a road by straight steps, or to given ends; None if the move cannot be computed."""
    head = members[order[0]]
    if not stands_on(head.rectangle, road):
        says = f"{head.id} at the head of the column does not start on {road.id}: no road move"
        verdict.refuse(says, "BOB-EXT-4a", "DBA22-B13.2")
        return None
    track = track_of(road, head.facing, head.front)
    if move.ends:
        places = asked_places(members, move)
        _judge_road_ends(members, order, places, road, verdict)
        far = _along(track, head, places[order[0]])
    else:
        far = math.fsum(step.advance for step in move.steps)
        if any(step.wheel or step.shift for step in move.steps) or far < 0.0:
            says = f"{head.id} follows {road.id} by going straight on: a wheel, a shift or a step back is no road move"
            verdict.refuse(says, "DBA22-B13.2", "DBA22-B12.2.6")
            return None
        found = _on_the_road(members, order, far, track)
        if found is None:
            verdict.refuse(f"{road.id} ends before {head.id} has gone {far:g} mm along it", "DBA22-B13.2")
            return None
        places = found
    if far < -COINCIDE:
        verdict.refuse(f"{head.id} would go {-far:.2f} mm back along {road.id}", "BOB-MOV-7a", "DBA22-B12.2.2")
    arrived = tuple(replace(b, front=a.front, facing=a.facing) for b, a in zip(members, places, strict=True))
    legs = tuple(_road_legs(b, a, road) for b, a in zip(members, places, strict=True))
    return March(members, arrived, legs, (abs(far),) * len(members), (), order[0], "road")


def asked_places(members: tuple[Base, ...], move: Move) -> list[Rectangle]:
    """Where the members would end. A member without a given end stays where it is."""
    return [move.ends[b.id].rectangle(b.width, b.depth) if b.id in move.ends else b.rectangle for b in members]


def _along(track: Track | None, head: Base, end: Rectangle) -> float:
    """How far the head moves along the road, measured at the middle of its front edge."""
    ahead = head.rectangle.local(end.front)
    if track is None or (same_direction(head.facing, end.facing) and abs(ahead[0]) <= COINCIDE):
        return ahead[1]
    return track.measure(end.front) - track.measure(head.front)


def _on_the_road(
    members: tuple[Base, ...], order: list[int], far: float, track: Track | None
) -> list[Rectangle] | None:
    """Where a column stands after its head has moved `far` along a road; None if the road ends before that."""
    here = [b.rectangle for b in members]
    head = here[order[0]]
    straight_on = head.advanced(far)
    bent = not is_column(here)
    if track is None:
        return None if bent else [a.moved(head.facing[0] * far, head.facing[1] * far) for a in here]
    first = track.at(track.measure(head.front) + far, head.width, head.depth)
    if first is None:
        return None
    if same_direction(first.facing, head.facing) and abs(head.local(first.front)[1] - far) <= COINCIDE:
        first = straight_on
        if not bent:
            return [a.moved(head.facing[0] * far, head.facing[1] * far) for a in here]
    places = {order[0]: first}
    for before, i in pairwise(order):
        places[i] = behind_on_track(places[before], here[i].width, here[i].depth, track)
    return [places[i] for i in range(len(members))]


def _road_legs(base: Base, end: Rectangle, road: Terrain) -> tuple[Leg, ...]:
    """The legs of a member along a road, measured at the middle of its front edge."""
    found: list[Leg] = []
    start = base.rectangle
    for there in (*bends_between(start, end, road), end):
        if not found or not coincide(start.front, there.front):
            found.append(leg(start, there, distance(start.front, there.front)))
            start = there
    return (*found[:-1], leg(found[-1].start, end, found[-1].length))


def _judge_road_ends(
    members: tuple[Base, ...], order: list[int], places: list[Rectangle], road: Terrain, verdict: Verdict
) -> None:
    """Refuse unless a road column ends on the road, in the same order, each base touching the next at least partly."""
    head = members[order[0]]
    if not stands_on(places[order[0]], road):
        says = f"{head.id} would not end on {road.id} facing along it: the move is not all along the road"
        verdict.refuse(says, "DBA22-B13.2")
    if column_order(places, True) != order:
        names = together([base.id for base in members])
        says = f"{names} would not end one behind the other in the same order, each touching the next"
        verdict.refuse(says, "BOB-MOV-7f", "DBA22-B12.2.6")
    elif not is_column(places):
        for i in order[1:]:
            if not stands_on(places[i], road):
                says = f"{members[i].id} would end off {road.id}, where a bent column is no group"
                verdict.refuse(says, "BOB-MOV-7f", "DBA22-B12.2.6")
