"""Turning whole unit groups towards a direction, as evaders and routers do, and their straight flight from there."""

from __future__ import annotations

import math

from debellis.geometry.plane import COINCIDE, Point, quarter_turned, turn_between
from debellis.geometry.rectangle import overlaps
from debellis.geometry.sweep import stages, until_in
from debellis.manoeuvre.body import body_of
from debellis.meg.charging.way import Way, is_free, met_on, slid, turned_about
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.going import IMPASSABLE, going_in, terrain_row
from debellis.meg.moving.steps import HALF, QUARTER, TURN, UnitStep
from debellis.meg.moving.walking import reformed
from debellis.meg.troops import ARTILLERY, SUG, is_flexible
from debellis.meg.units import bases_of, facing_of, frame_of, outline
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import Value

EDGE = "edge"
GROUND = "ground"


#: A flight that would end on somebody is shortened in so many steps until there is room.
STEPS = 40


class Flight(Value, frozen=True):
    """Where a straight move ends: the bases there, how far it went, and what stopped it: an id, or the edge or ground.

    `enemy` and `friend` tell which kind of unit group stopped it.
    """

    bases: tuple[Base, ...]
    gone: float
    stopped_by: str
    enemy: bool = False
    friend: bool = False


def quarters_to(facing: Point, towards: Point) -> int:
    """The quarter turn nearest to a direction, clockwise from 0 to 3; half-way the smaller turn."""
    degrees = turn_between(facing, towards)
    count = math.ceil(abs(degrees) / 90.0 - 0.5 - 1e-9)
    return (count if degrees > 0.0 else -count) % 4


def turned_towards(position: Position, unit: Unit, towards: Point) -> tuple[Base, ...]:
    """A unit group turned to face a direction (MEG-B15.24).

    It takes the nearest quarter turn and is then rotated about the centre of its rectangle by the rest. Where the place
    is not free, the rest is left out, or the whole turn.
    """
    facing = facing_of(position, unit)
    quarters = quarters_to(facing, towards)
    turned = quarter(position, unit, quarters)
    if not is_free(position, turned, (unit.id,)):
        return bases_of(position, unit.id)
    now = quarter_turned(facing, quarters)
    rest = turn_between(now, towards)
    if abs(rest) <= 1e-6:
        return turned
    about = frame_of(turned, now).centre
    rotated = turned_about(turned, about, abs(rest), "right" if rest > 0.0 else "left")
    return rotated if is_free(position, rotated, (unit.id,)) else turned


def quarter(position: Position, unit: Unit, quarters: int) -> tuple[Base, ...]:
    """A unit group after a turn by quarters on the spot (MEG-B13.22), without a regular shape as it stands."""
    bases = bases_of(position, unit.id)
    if quarters == 0:
        return bases
    body = body_of(bases)
    turned = None
    if body is not None and not body.bends:
        turned = reformed(unit, body, UnitStep(TURN, HALF if quarters == 2 else QUARTER if quarters == 1 else -QUARTER))
    return turned or turned_about(bases, outline(position, unit).centre, QUARTER * quarters, "right")


def aside(bases: tuple[Base, ...], towards: Point, shift: float, hand: str) -> tuple[Base, ...]:
    """Bases shifted to a hand, looking along the move."""
    right = (towards[1], -towards[0])
    return slid(bases, right, shift if hand == "right" else -shift)


def to_edge(position: Position, bases: tuple[Base, ...], towards: Point) -> float:
    """How far bases go until the first corner is at an edge of the table."""
    width, depth = position.size
    far = math.inf
    for base in bases:
        for x, y in base.rectangle.corners:
            if abs(towards[0]) > 1e-9:
                far = min(far, ((width if towards[0] > 0.0 else 0.0) - x) / towards[0])
            if abs(towards[1]) > 1e-9:
                far = min(far, ((depth if towards[1] > 0.0 else 0.0) - y) / towards[1])
    return max(0.0, far)


def fly(position: Position, unit: Unit, bases: tuple[Base, ...], towards: Point, far: float) -> Flight:
    """The straight move of an evader or a router: past friends it may pass, until something stops it (MEG-B15.23)."""
    way = Way((unit.id,), bases, towards, far)
    gone, by, enemy, friend = far, "", False, False
    for reached, other in met_on(position, way):
        foe = other.side != unit.side
        if not foe and _passes(position, unit, other, way, far):
            continue
        gone, by, enemy, friend = min(far, reached), other.id, foe, not foe
        break
    for piece in position.terrain:
        if terrain_row(position, piece.kind) is None:
            continue
        if going_in(position, piece, unit.troops.type)[0] != IMPASSABLE:
            continue
        for base in bases:
            entered = until_in(stages(base.rectangle, towards, far, piece.ground))
            if entered < gone - COINCIDE:
                gone, by, enemy, friend = entered, GROUND, False, False
    edge = to_edge(position, bases, towards)
    if edge < gone - COINCIDE:
        gone, by, enemy, friend = edge, EDGE, False, False
    return Flight(slid(bases, towards, gone), gone, by, enemy, friend)


def _passes(position: Position, unit: Unit, other: Unit, way: Way, far: float) -> bool:
    """Whether a friend is passed: SuGs pass all and are passed by all, if there is room beyond (MEG-B14.1)."""
    if unit.kind == SUG and not is_flexible(unit):
        end = slid(way.bases, way.towards, far)
        theirs = bases_of(position, other.id)
        return not any(overlaps(one.rectangle, two.rectangle) for one in end for two in theirs)
    return other.kind == SUG and other.troops.type != ARTILLERY and not in_combat(position, other.id)


def place_of(position: Position, unit: Unit, flight: Flight) -> tuple[Base, ...] | None:
    """Where a flight ends, or the last place on its way where there is room to stand; None if there is none at all."""
    if is_free(position, flight.bases, (unit.id,)):
        return flight.bases
    ahead = flight.bases[0].facing
    here = position.base(flight.bases[0].id)
    x, y = flight.bases[0].front[0] - here.front[0], flight.bases[0].front[1] - here.front[1]
    long = max((x * x + y * y) ** 0.5, 1e-9)
    towards = (-x / long, -y / long) if long > 1e-6 else (-ahead[0], -ahead[1])
    for i in range(STEPS + 1):
        moved = slid(flight.bases, towards, flight.gone * i / STEPS)
        if is_free(position, moved, (unit.id,)):
            return moved
    return None
