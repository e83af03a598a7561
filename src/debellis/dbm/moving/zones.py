"""Zones of control: the area ahead of an element's front edge, which elements have one, and who stands in it."""

from __future__ import annotations

from debellis.dbm.measures import base_width
from debellis.dbm.moving.speeds import is_immobile
from debellis.dbm.troops import is_holder, noted
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import length_inside
from debellis.geometry.rectangle import FRONT, REAR, Rectangle, gap, overlaps
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.legs import Leg, crosses
from debellis.manoeuvre.zones import square
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.umpire.ruling import Finding, Ruling

_OWNERS = Memory[tuple[Base, ...]]("enemies that have zones")

#: Facings with a cosine above this point into the same half-plane.
_TOWARDS = 1e-4


def zone_of(position: Position, enemy: Base) -> Rectangle:
    """The zone of an element: as wide as its front edge, one base width deep."""
    deep = float(table(position, "distances")["zoc_depth_bw"]) * base_width(position)
    return square(enemy.rectangle, enemy.width, deep)


def front_engaged(position: Position, element: Base) -> bool:
    """Whether an enemy lies along part of its front edge."""
    return any(
        touch.mine == FRONT and touch.theirs < CORNER
        for enemy in position.near_enemies(element.side, element.rectangle)
        for touch in meet(element.rectangle, enemy.rectangle).touches
    )


def why_none(position: Position, enemy: Base) -> str | None:
    """Why an element has no zone. None if it has one."""
    if noted(enemy, "ambush"):
        return f"{enemy.id} is in an ambush that is not yet on the table"
    if is_holder(enemy):
        return f"{enemy.id} are mounts without riders"
    if is_immobile(enemy):
        return f"{enemy.id} is baggage that cannot move"
    return f"the front edge of {enemy.id} is engaged" if front_engaged(position, enemy) else None


def exerts(position: Position, enemy: Base) -> bool:
    """Whether an element has a zone."""
    return why_none(position, enemy) is None


def owners(position: Position, side: str) -> tuple[Base, ...]:
    """The enemies of a side that have zones."""
    return _OWNERS.of(position, side, lambda p: tuple(enemy for enemy in p.enemies(side) if exerts(p, enemy)))


def hidden(position: Position, side: str) -> tuple[Base, ...]:
    """The enemies of a side that are in an ambush not yet placed."""
    return tuple(enemy for enemy in position.enemies(side) if noted(enemy, "ambush"))


def pinning(position: Position, side: str, place: Rectangle) -> tuple[Base, ...]:
    """The enemies whose zone contains part of a place."""
    return tuple(enemy for enemy in owners(position, side) if overlaps(place, zone_of(position, enemy)))


def met(position: Position, side: str, legs: tuple[Leg, ...]) -> tuple[Base, ...]:
    """The enemies whose zone some leg of a way passes through."""
    return tuple(
        enemy for enemy in owners(position, side) if any(crosses(leg, zone_of(position, enemy)) for leg in legs)
    )


def rear_towards(place: Rectangle, enemy: Rectangle) -> bool:
    """Whether an element at a place turns its rear towards an enemy whose zone it is in."""
    return place.facing[0] * enemy.facing[0] + place.facing[1] * enemy.facing[1] > _TOWARDS


def rear_in_zone(position: Position, place: Rectangle, enemy: Base) -> bool:
    """Whether the rear edge at a place is turned to an enemy and lies at least partly in its zone."""
    zone = zone_of(position, enemy)
    return rear_towards(place, enemy.rectangle) and length_inside(*place.edge(REAR), zone.corners) > COINCIDE


def straight_before(place: Rectangle, enemy: Rectangle, by: float = COINCIDE) -> bool:
    """Whether part of an enemy lies straight ahead of a front edge, at any distance."""
    far = gap(place, enemy) + 2.0 * (place.radius + enemy.radius)
    strip = Rectangle(place.advanced(far).front, place.facing, place.width - 2.0 * (by - COINCIDE), far)
    return overlaps(strip, enemy)


def in_zone(position: Position, *, element: str, enemy: str) -> Ruling:
    """Answers whether part of an element is in the zone of an enemy."""
    finding = Finding()
    base, other = position.base(element), position.base(enemy)
    zone = zone_of(position, other)
    inside = base.side != other.side and overlaps(base.rectangle, zone)
    reason = why_none(position, other)
    if inside and noted(other, "ambush"):
        finding.cite_all(("IWF-9.1b", "DBM-B17.1"), f"{reason}, so it has no zone")
    elif inside and reason is not None:
        finding.cite("DBM-B17.1", f"{reason}, so it has no zone")
    elif inside:
        finding.cite("DBM-B17.1", f"some part of {element} is in the zone before the front edge of {enemy}")
        finding.draw("area", zone.corners, "zone", enemy)
    return finding.rule("in_zone", inside and reason is None)
