"""Which zones bind a move: those of the enemies, camps and towns that it starts near or that its path comes near."""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.moving.zone import carpet_meets, faces_of, is_carpet, is_hostile, zone_size
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Box, polygon_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.manoeuvre.legs import Leg, boxes_apart, rectangle_box
from debellis.manoeuvre.zone_entry import enters_round, enters_square, place_of_entry, place_of_nearing
from debellis.manoeuvre.zones import (
    FAR_SIDE,
    INSIDE,
    carpet,
    lies_to,
    screening,
    screening_from_outline,
    square,
    touches_front,
)
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value

_STANDING_IN = Memory[tuple[tuple[str, ...], tuple[str, ...]]]("zones a base stands in")
#: The zones of a base, with the number of its faces and the zone size for which they were computed.
_ZONES = Memory[tuple[int, tuple[float, float], tuple[Rectangle, ...]]]("zones of a base")

NONE: frozenset[str] = frozenset()


class Restricted(Value, frozen=True):
    """The enemies and places that bind a move: it starts in their zones (`start`) or its path enters them (`entered`).

    `shaded` and `shadowed` are the same for zones from which a base screens the mover.
    """

    start: tuple[str, ...]
    entered: tuple[str, ...]
    shaded: tuple[str, ...] = ()
    shadowed: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return self.start + self.entered


def restricted_by(position: Position, base: Base, legs: tuple[Leg, ...], exempt: frozenset[str] = NONE) -> Restricted:
    """Every enemy base, camp and town whose zone binds a move."""
    start, shaded = (tuple(n for n in names if n not in exempt) for names in _standing_in(position, base))
    near = [n for n in _candidates(position, base, legs) if n not in start and n not in exempt]
    entered = tuple(name for name in near if _enters(position, base, legs, name))
    shadowed = tuple(name for name in near if name not in entered and name not in shaded)
    return Restricted(start, entered, shaded, shadowed)


def starts_in_zones(position: Position, base: Base) -> tuple[str, ...]:
    """The enemies, camps and towns in whose zones an element stands unscreened.

    A base inside a place stands in none.
    """
    return _standing_in(position, base)[0]


def _standing_in(position: Position, base: Base) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The zones an element stands in: those open to it, and those from which it is screened."""
    if not base.on_table:
        return ((), ())
    return _STANDING_IN.of(position, base.id, lambda p: _starts_in(p, base))


def _starts_in(position: Position, base: Base) -> tuple[tuple[str, ...], tuple[str, ...]]:
    here = rectangle_box(base.rectangle)
    found: list[str] = []
    screened: list[str] = []
    for enemy in enemies_near(position, base.side, (here,)):
        zones = [z for z in zones_of(position, enemy) if not boxes_apart(here, rectangle_box(z), COINCIDE)]
        if any(lies_to(base.rectangle, zone) in (INSIDE, FAR_SIDE) for zone in zones):
            (found if is_open(position, base, base.rectangle, enemy) else screened).append(enemy.id)
    for place in places_near(position, base.side, (here,)):
        if near_place(position, base.rectangle, place):
            (found if is_open_to_place(position, base, base.rectangle, place) else screened).append(place.id)
    return (tuple(found), tuple(screened))


def enemies_near(position: Position, side: str, boxes: tuple[Box, ...]) -> list[Base]:
    """The enemies of a side whose zones could reach into one of these boxes."""
    reach = sum(zone_size(position)) + COINCIDE
    found: list[Base] = []
    for enemy in position.enemies(side):
        there = rectangle_box(enemy.rectangle)
        if any(not boxes_apart(there, around, reach) for around in boxes):
            found.append(enemy)
    return found


def zones_of(position: Position, enemy: Base) -> tuple[Rectangle, ...]:
    """The square before an enemy's front, or before each edge if it has a zone all round."""
    faces = faces_of(position, enemy)
    size = zone_size(position)
    known = _ZONES.known(enemy)
    if known is None or known[0] != len(faces) or known[1] != size:
        known = _ZONES.keep(enemy, (len(faces), size, tuple(square(face, *size) for face in faces)))
    return known[2]


def _binding_zones(position: Position, enemy: Base, mover: Base) -> tuple[Rectangle, ...]:
    """The zones of an enemy, as far as they can bind a mover.

    Zones that grow ahead end where they meet another base.
    """
    if not is_carpet(position):
        return zones_of(position, enemy)
    width, depth = zone_size(position)
    others = [b.rectangle for b in position.standing if b.id not in (enemy.id, mover.id)]
    grown = [(face, carpet(face, width, depth, others)) for face in faces_of(position, enemy)]
    return tuple(square(face, width, far) for face, far in grown if far > COINCIDE)


def place_radius(position: Position) -> float:
    """How far the zone of a camp or town reaches."""
    return position.scale.base_widths(table(position, "zone")["camp_and_bua_radius_bw"])


def places_near(position: Position, side: str, boxes: tuple[Box, ...]) -> list[Terrain]:
    """The camps and towns held against a side whose zones could reach into one of these boxes."""
    reach = place_radius(position) + COINCIDE
    near = [p for p in position.terrain if not all(boxes_apart(p.box, around, reach) for around in boxes)]
    return [p for p in near if p.is_place and is_hostile(position, p, side)]


def near_place(position: Position, a: Rectangle, place: Terrain) -> bool:
    radius = place_radius(position)
    if boxes_apart(rectangle_box(a), place.box, radius + COINCIDE):
        return False
    return polygon_gap(a, place.ground) <= radius + COINCIDE


def is_open(position: Position, base: Base, at: Rectangle, enemy: Base) -> bool:
    """Whether nobody screens an element at a place in an enemy's zone from that enemy."""
    if is_carpet(position):
        return any(carpet_meets(position, base, at, enemy, face) for face in faces_of(position, enemy))
    if touches_front(at, enemy.rectangle):
        return True
    others = [b.rectangle for b in position.standing if b.id not in (base.id, enemy.id)]
    return not screening(enemy.rectangle.edge(FRONT), at, others).screened


def is_open_to_place(position: Position, base: Base, at: Rectangle, place: Terrain) -> bool:
    """Whether nobody screens an element at a place from a camp or town."""
    if polygon_gap(at, place.ground) <= COINCIDE:
        return True
    others = [b.rectangle for b in position.standing if b.id != base.id]
    return not screening_from_outline(place.ground, position.scale.base_width, at, others).screened


def _candidates(position: Position, base: Base, legs: tuple[Leg, ...]) -> list[str]:
    """Enemies, camps and towns whose zone a leg enters, screened or not."""
    found = [
        enemy.id
        for enemy in enemies_near(position, base.side, tuple(part.bounds for part in legs))
        if any(enters_square(part, zone) for zone in zones_of(position, enemy) for part in legs)
    ]
    radius = place_radius(position)
    for place in places_near(position, base.side, tuple(part.bounds for part in legs)):
        if any(enters_round(part, place.ground, radius) for part in legs):
            found.append(place.id)
    return found


def _enters(position: Position, base: Base, legs: tuple[Leg, ...], name: str) -> bool:
    """Whether the path is in a zone when nobody screens the element: on entering it, or at the end of a leg."""
    if position.has_base(name) and is_carpet(position):
        zones = _binding_zones(position, position.base(name), base)
        return any(enters_square(part, zone) for zone in zones for part in legs)
    for part in legs:
        at = first_within(position, base, part, name)
        if at is not None and (_is_open_to(position, base, at, name) or _ends_open(position, base, part, name)):
            return True
    return False


def _ends_open(position: Position, base: Base, part: Leg, name: str) -> bool:
    return is_within(position, part.end, name) and _is_open_to(position, base, part.end, name)


def _is_open_to(position: Position, base: Base, at: Rectangle, name: str) -> bool:
    if position.has_base(name):
        return is_open(position, base, at, position.base(name))
    return is_open_to_place(position, base, at, position.feature(name))


def is_within(position: Position, at: Rectangle, name: str) -> bool:
    """Whether a base at a place would be in a zone, screened or not."""
    if position.has_base(name):
        return any(lies_to(at, zone) in (INSIDE, FAR_SIDE) for zone in zones_of(position, position.base(name)))
    return near_place(position, at, position.feature(name))


def first_within(position: Position, base: Base, part: Leg, name: str) -> Rectangle | None:
    """Where an element stands on a leg when it first enters a zone; None if it does not."""
    if position.has_base(name):
        for zone in _binding_zones(position, position.base(name), base):
            if enters_square(part, zone):
                return place_of_entry(part, zone)
        return None
    ground, radius = position.feature(name).ground, place_radius(position)
    return place_of_nearing(part, ground, radius) if enters_round(part, ground, radius) else None
