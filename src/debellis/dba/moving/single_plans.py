"""Computing the tactical move of a single element: its legs, its measured length, and the base it ends as."""

from __future__ import annotations

from debellis.dba.book import book
from debellis.dba.moving.moves import Move
from debellis.dba.moving.place_moves import leg_across, leg_in, leg_out
from debellis.dba.moving.speeds import is_along_road, measures_front
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import Leg, crosses_piece, front_travel, leg, legs_between, total_length
from debellis.manoeuvre.road_ways import bends_between
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace


class Plan(Value, frozen=True):
    """A computed single move: `base` at its start, `arrived` at its end, its legs and measured length."""

    base: Base
    arrived: Base
    legs: tuple[Leg, ...]
    measured: float
    road: Terrain | None
    places: frozenset[str]
    leaves: Terrain | None
    enters: Terrain | None
    through: Terrain | None
    dismounts: bool

    @property
    def end(self) -> Rectangle:
        return self.legs[-1].end

    @property
    def kind(self) -> str:
        """The troop type whose distances count: the foot's for a base that dismounts."""
        return self.arrived.kind


def plan_move(position: Position, move: Move) -> Plan:
    """Compute the legs of a single move and the base it ends as."""
    base = position.base(move.elements[0])
    dismounts = base.id in move.dismount
    arrived = as_foot(position, base) if dismounts and base.dismounts is not None else base
    leaves = None if base.inside is None else position.feature(base.inside)
    enters = None if move.enters is None else position.feature(move.enters)
    through = None if move.through is None else position.feature(move.through)
    road = None if move.road is None else position.feature(move.road)
    legs = _legs(base, arrived, move, leaves, enters, through, road, measures_front(position))
    places = {place.id for place in (leaves, enters, through) if place is not None}
    if road is not None and is_along_road(legs, road):
        places |= {p.id for p in position.features("bua", "camp") if any(crosses_piece(x, p) for x in legs)}
    measured = total_length(legs)
    if dismounts and leaves is None and through is None:
        measured = sum(front_travel(part) for part in legs)
    return Plan(base, arrived, legs, measured, road, frozenset(places), leaves, enters, through, dismounts)


def _legs(
    base: Base,
    arrived: Base,
    move: Move,
    leaves: Terrain | None,
    enters: Terrain | None,
    through: Terrain | None,
    road: Terrain | None,
    front_only: bool,
) -> tuple[Leg, ...]:
    """The legs of a single move: out of a place, along its poses, through a place, into one."""
    by_front = front_only or arrived is not base
    ends = [pose.rectangle(base.width, base.depth) for pose in move.path]
    if ends:
        ends[-1] = move.path[-1].rectangle(arrived.width, arrived.depth)
    if leaves is not None and ends:
        first = leg_out(leaves, ends[0], by_front)
        legs = (first, *legs_between(first.end, tuple(ends[1:]), front_only))
    elif through is not None and ends:
        before = legs_between(base.rectangle, tuple(ends[:-1]), front_only)
        here = before[-1].end if before else base.rectangle
        legs = (*before, leg_in(here, through), leg_out(through, ends[-1], by_front))
    else:
        start = base.rectangle
        if road is not None and len(ends) == 1:
            ends = [*bends_between(start, ends[0], road), *ends]
        legs = legs_between(start, tuple(ends), front_only) if leaves is None else ()
    if enters is not None and leaves is not None and not legs:
        legs = (leg_across(leaves, enters, base.width, base.depth),)
    elif enters is not None:
        here = legs[-1].end if legs else base.rectangle
        legs = (*legs, leg_in(here, enters))
    return legs or (leg(base.rectangle, base.rectangle),)


def as_foot(position: Position, base: Base) -> Base:
    """The foot that a mounted element becomes when it dismounts."""
    assert base.dismounts is not None
    row = book(position).codes[base.dismounts]
    depth = float(row.depth_mm_large if position.scale.large else row.depth_mm_small)
    return replace(base, code=row.code, kind=row.type, depth=depth, dismounts=None, dismounted_this_bound=True)
