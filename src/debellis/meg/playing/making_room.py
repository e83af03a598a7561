"""Friendly SuGs on whose place a move ends: they are moved aside or behind, if there is room (MEG-B14.12)."""

from __future__ import annotations

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import overlaps
from debellis.meg.charging.way import counts_as_sug
from debellis.meg.moving.passing import moved_aside
from debellis.meg.playing.course import Course
from debellis.meg.units import bases_of, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace


def stood_on(position: Position, bases: tuple[Base, ...]) -> tuple[str, ...]:
    """The unit groups on which some bases would stand, where they now are."""
    own = {base.id for base in bases}
    names = [
        unit_name(other)
        for base in bases
        for other in position.near(base.rectangle)
        if other.id not in own and overlaps(base.rectangle, other.rectangle)
    ]
    return tuple(dict.fromkeys(names))


def in_the_way(position: Position, bases: tuple[Base, ...], ahead: Point) -> str | None:
    """The first unit group that cannot be moved out of a place; None if there is room for it."""
    return _cleared(position, bases, ahead)[1]


def make_room(course: Course, bases: tuple[Base, ...], ahead: Point) -> str | None:
    """Move friendly SuGs out of a place. Returns the name of the first that cannot be moved, or None."""
    after, blocked = _cleared(course.position, bases, ahead)
    if blocked is not None:
        return blocked
    for name in stood_on(course.position, bases):
        course.tell("displaced", f"{name} is moved aside by {unit_name(bases[0])}", "MEG-B14.12", "MEG-48a")
    course.stand(after)
    return None


def _cleared(position: Position, bases: tuple[Base, ...], ahead: Point) -> tuple[Position, str | None]:
    """The position with friendly SuGs moved aside, and the name of the first that cannot be moved."""
    here = position
    for name in stood_on(position, bases):
        unit = unit_of(here, name)
        if unit.side != bases[0].side or not counts_as_sug(unit):
            return position, name
        arrived = _with(here, bases)
        places = moved_aside(arrived, unit, bases, ahead)
        if places is None:
            return position, name
        moved = tuple(
            replace(base, front=place.front, facing=place.facing)
            for base, place in zip(bases_of(here, name), places, strict=True)
        )
        here = _with(here, moved)
        if any(other not in (name, unit_name(bases[0])) for other in stood_on(_with(here, bases), moved)):
            return position, name
    return here, None


def _with(position: Position, bases: tuple[Base, ...]) -> Position:
    by_name = {base.id: base for base in bases}
    return replace(position, bases=tuple([by_name.get(one.id, one) for one in position.bases]))
