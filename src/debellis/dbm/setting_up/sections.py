"""Sections of fortification: an outside edge that is assaulted, an inside edge that is defended."""

from __future__ import annotations

import math
from typing import Any

from debellis.geometry.plane import COINCIDE, PARALLEL, Point, Segment, coincide, distance, offset_from_line
from debellis.geometry.polygon import Polygon
from debellis.geometry.sight import corridor
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import POINT, TEXT, BadQuestion, Kind, checked, list_of

DEFAULT_RUN = "works"


class Section(Value, frozen=True):
    """One straight section, or a corner piece, which has an outline and no edges of its own."""

    name: str
    run: str
    inside: Segment
    outside: Segment
    outline: Polygon = ()

    @property
    def is_corner(self) -> bool:
        return bool(self.outline)

    @property
    def ground(self) -> Polygon:
        """What it covers."""
        return self.outline if self.outline else corridor(self.inside, self.outside)

    @property
    def width(self) -> float:
        return distance(*self.inside)

    @property
    def depth(self) -> float:
        """How far the outside edge lies from the line of the inside edge."""
        return max(abs(offset_from_line(p, *self.inside)) for p in self.outside)

    @property
    def parallel(self) -> bool:
        """Whether both edges run parallel."""
        (a, b), (c, d) = self.inside, self.outside
        cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        return abs(cross) <= PARALLEL * distance(a, b) * distance(c, d)

    @property
    def outside_on_left(self) -> bool:
        """Whether the outside edge is on the left of the inside edge as written."""
        return sum(offset_from_line(p, *self.inside) for p in self.outside) > 0.0

    def turned(self) -> Section:
        """The same with its edges written the other way round."""
        a, b = self.inside
        c, d = self.outside
        return Section(self.name, self.run, (b, a), (d, c), self.outline)


def reaches_out(p: Point, section: Section) -> float:
    """How far a point lies beyond the outside edge of a section, on the side of the assaulters."""
    off = offset_from_line(p, *section.inside)
    return (off if section.outside_on_left else -off) - section.depth


def inside_angle(one: Section, next_one: Section) -> float:
    """The angle on the defended side where one section's inside edge runs into the next one's, in degrees."""
    (a, b), (c, d) = one.inside, next_one.inside
    first = math.atan2(b[1] - a[1], b[0] - a[0])
    second = math.atan2(d[1] - c[1], d[0] - c[0])
    to_left = math.degrees(math.remainder(second - first, 2.0 * math.pi))
    return 180.0 + to_left if one.outside_on_left else 180.0 - to_left


def meeting(one: Section, other: Section) -> tuple[Section, Section]:
    """Two sections that share an end, written so that the first ends where the second begins."""
    if any(coincide(one.inside[0], p) for p in other.inside):
        one = one.turned()
    return (one, other if coincide(one.inside[1], other.inside[0]) else other.turned())


def facing_each_other(one: Section, other: Section) -> tuple[Section, Section]:
    """Two sections written so that the end of the first and the beginning of the second are their nearest ends."""
    ways = [(first, second) for first in (one, one.turned()) for second in (other, other.turned())]
    return min(ways, key=lambda way: distance(way[0].inside[1], way[1].inside[0]))


def are_joined(one: Section, other: Section) -> bool:
    """Whether the inside edges of two sections meet end on end."""
    return any(coincide(p, q) for p in one.inside for q in other.inside)


def works_of(sections: list[Section]) -> list[list[Section]]:
    """The sections that are joined, directly or through others, together: each is one continuous work."""
    left = list(sections)
    found: list[list[Section]] = []
    while left:
        work = [left.pop(0)]
        for member in work:
            near = [section for section in left if are_joined(member, section)]
            work += near
            left = [section for section in left if section not in near]
        found.append(work)
    return found


def loose_ends(sections: list[Section]) -> list[tuple[Section, Segment]]:
    """The ends that no other section joins, from inside to outside edge, each with the section it ends."""
    found: list[tuple[Section, Segment]] = []
    for section in sections:
        for p, q in zip(section.inside, section.outside, strict=True):
            if not any(coincide(p, end) for other in sections if other is not section for end in other.inside):
                found.append((section, (p, q)))
    return found


def _read(value: Any, position: Position) -> Section:
    if not isinstance(value, dict):
        raise BadQuestion("a section is a table with inside and outside edges, or the outline of a corner", "sections")
    found = checked("a section", _SECTION, value, position)
    name, run = found.get("id", "a section"), found.get("run", DEFAULT_RUN)
    outline: Polygon = found.get("outline", ())
    if outline:
        here = outline[0]
        return Section(name, run, (here, here), (here, here), outline)
    if "inside" not in found or "outside" not in found:
        raise BadQuestion(f"{name} needs its inside and its outside edge", "sections")
    inside, outside = found["inside"], found["outside"]
    (a, b), (c, d) = inside, outside
    if (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0.0:
        outside = (d, c)
    if distance(*inside) <= COINCIDE or distance(*outside) <= COINCIDE:
        raise BadQuestion(f"an edge of {name} has no length", "sections")
    return Section(name, run, inside, outside)


_SECTION = {
    "id": TEXT.or_none(),
    "run": TEXT.or_none(),
    "inside": list_of(POINT, 2).or_none(),
    "outside": list_of(POINT, 2).or_none(),
    "outline": list_of(POINT).or_none(),
}
SECTION = Kind("section { id, inside, outside }", _read)


def _read_all(value: Any, position: Position) -> tuple[Section, ...]:
    """Some sections; one may be written alone."""
    found: tuple[Section, ...] = list_of(SECTION).check([value] if isinstance(value, dict) else value, position)
    if not found:
        raise BadQuestion("sections must name at least one section", "sections")
    return found


#: How works are written in every question about them.
SECTIONS = Kind("list of section { id, inside, outside }", _read_all)
