"""Fronts against works: which sections an assaulter lies against, where corners are, which place lies opposite."""

from __future__ import annotations

from debellis.dbm.setting_up.sections import Section, inside_angle, meeting, reaches_out
from debellis.dbm.troops import among, troop
from debellis.dbm.works import PF, TF, defends, kind_of, works_on
from debellis.geometry.plane import COINCIDE, Point, along, coincide, distance, part_way
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

_STRAIGHT = 180.0
#: Angles that differ by less than this are the same (degrees).
_SAME_ANGLE = 0.01


def may_storm(position: Position, base: Base, works: str) -> bool:
    """Whether the troops of an element may storm works of a kind."""
    return works != PF or not among(position.edition, troop(base), ("mounted",))


def refuse_mounted(base: Base, finding: Finding) -> None:
    """Cite that an element storms nothing because it is mounted and the works are permanent."""
    finding.cite("DBM-B6.5", f"{base.id} is mounted and may not storm permanent fortifications")


def fellows(position: Position, attacker: Base, works: str) -> list[Base]:
    """The friends of an assaulter that may storm the works too."""
    friends = position.friends(attacker.side)
    return [friend for friend in friends if friend.id != attacker.id and may_storm(position, friend, works)]


def assaulted(
    position: Position, base: Base, sections: tuple[Section, ...], works: str | None
) -> tuple[str, tuple[Section, ...]]:
    """The kind of works an element assaults, with their sections: those told, or else those that lie before it.

    Works on the table are assaulted if they are the enemy's, or if an enemy defends them.
    """
    if sections:
        return works or TF, sections
    enemies = position.enemies(base.side)
    theirs = [
        (kind_of(piece), section)
        for piece, section in works_on(position)
        if piece.owner != base.side or any(defends(enemy, section) for enemy in enemies)
    ]
    for kind in (TF, PF):
        found = tuple(section for what, section in theirs if what == kind)
        if sections_met(base, found):
            return kind, found
    return works or TF, ()


def sections_met(base: Base, sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The sections whose outside edges hold all of an element's front edge, longest share first. Otherwise empty."""
    shares = [(share, section) for section in sections if (share := _share(base.rectangle, section)) > COINCIDE]
    if sum(share for share, _ in shares) < base.width - COINCIDE:
        return ()
    return tuple(section for _, section in sorted(shares, key=lambda one: -one[0]))


def _share(where: Rectangle, section: Section) -> float:
    """How much of a front edge lies on the outside edge of a section, the element being outside."""
    if section.is_corner:
        return 0.0
    fronts = (where.corners[FRONT_LEFT], where.corners[FRONT_RIGHT])
    rears = (where.corners[REAR_LEFT], where.corners[REAR_RIGHT])
    if any(abs(reaches_out(p, section)) > COINCIDE for p in fronts):
        return 0.0
    if any(reaches_out(p, section) <= COINCIDE for p in rears):
        return 0.0
    ends = sorted(along(p, *section.outside) for p in fronts)
    return min(ends[1], distance(*section.outside)) - max(ends[0], 0.0)


def corners_of(section: Section, sections: tuple[Section, ...]) -> tuple[tuple[Section, Point, float], ...]:
    """The sections that meet one at a corner, with the point where the inside edges meet and the angle inside."""
    found = []
    for other in sections:
        if other.is_corner or other is section or not _share_an_end(section, other):
            continue
        one, two = meeting(section, other)
        angle = inside_angle(one, two)
        if abs(angle - _STRAIGHT) > _SAME_ANGLE:
            found.append((other, one.inside[1], angle))
    return tuple(found)


def _share_an_end(one: Section, other: Section) -> bool:
    return any(coincide(p, q) for p in one.inside for q in other.inside)


def is_at_corner(base: Base, section: Section, corner: Point) -> bool:
    """Whether no other element has room between an assaulter and the corner of a section."""
    here = along(corner, *section.inside)
    fronts = (base.rectangle.corners[FRONT_LEFT], base.rectangle.corners[FRONT_RIGHT])
    offsets = [along(p, *section.inside) - here for p in fronts]
    if min(offsets) <= 0.0 <= max(offsets):
        return True
    return min(abs(off) for off in offsets) < base.width - COINCIDE


def opposite(attacker: Base, section: Section, sections: tuple[Section, ...], width: float, depth: float) -> Rectangle:
    """Where a defender stands at the inside edge right opposite an assaulter, as nearly as a corner leaves room."""
    at, half = along(attacker.front, *section.inside), width * 0.5
    for _, corner, angle in corners_of(section, sections):
        if angle < _STRAIGHT and coincide(corner, section.inside[0]):
            at = max(at, half)
        elif angle < _STRAIGHT:
            at = min(at, section.width - half)
    front = part_way(*section.inside, at / section.width)
    return Rectangle(front, (-attacker.facing[0], -attacker.facing[1]), width, depth)


def is_beyond(where: Rectangle, section: Section) -> bool:
    """Whether a footprint lies wholly on the assaulters' side of the line of a section's outside edge."""
    return all(reaches_out(p, section) >= -COINCIDE for p in where.corners)
