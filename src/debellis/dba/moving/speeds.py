"""The one speed of a move: by the worst going anywhere on it, or by road.

`land_speed(position, base, legs)` gives good or bad going distance for an element and its way; `road_speed` the road
distance when the whole way is along a road; rivers (`rivers.py`) may lower either. `judge_distance` refuses what is
further than the speed allows. All take an element as it starts and its legs, so that groups ask member by member.
"""

from __future__ import annotations

from functools import cache

from debellis.dba.book import book, book_of, in_mm, in_units, table
from debellis.dba.going import is_bad_for
from debellis.dba.troops import move_bad, move_clauses, move_good
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.legs import Leg, comes_near, crosses_piece
from debellis.manoeuvre.road_ways import keeps_to_road, on_road
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict

GOOD, BAD, ROAD, RIVER = "good", "bad", "road", "river"


class Speed(Value, frozen=True):
    """How far a move may go in mm, by which going, and the names of what makes it so (bad going, road or river)."""

    going: str
    limit: float
    by: tuple[str, ...] = ()


def land_speed(position: Position, base: Base, legs: tuple[Leg, ...], kind: str | None = None) -> Speed:
    """The speed by the worst ground any part of a move touches, rivers apart. `kind` is the foot it becomes, if so."""
    bad = bad_going_on(position, base, legs)
    limit = bad_limit(position, kind or base.kind) if bad else good_limit(position, kind or base.kind)
    return Speed(BAD if bad else GOOD, limit, bad)


def bad_going_on(position: Position, base: Base, legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The features of bad going (for this base) that some part of a way touches."""
    bad = [p for p in position.terrain if comes_near(legs, p) and is_bad_for(position, p, base)]
    return tuple(p.id for p in bad if any(crosses_piece(part, p) for part in legs))


def good_limit(position: Position, kind: str) -> float:
    """How far a troop type goes in good going."""
    return in_mm(position, move_good(position, kind))


def bad_limit(position: Position, kind: str) -> float:
    """How far a troop type goes in bad going; 0 for those that cannot."""
    return in_mm(position, move_bad(position, kind))


def river_limit(position: Position) -> float:
    """How far anyone goes in a move that has to do with a river that is not paltry."""
    return in_mm(position, table(position, "river_move")["distance"])


def measures_front(position: Position) -> bool:
    """Whether a move is measured by its front corners alone."""
    return bool(table(position, "measuring")["corners"] == "front")


def road_speed(position: Position, base: Base, road: Terrain, kind: str | None = None) -> Speed:
    """The speed of a move all along a road."""
    return Speed(ROAD, in_mm(position, book(position).types[kind or base.kind].move_road), (road.id,))


def is_along_road(legs: tuple[Leg, ...], road: Terrain) -> bool:
    """Whether a whole way is along a road: on it and facing along it at the end of every leg, and on it between."""
    if not on_road(legs[0].start, road):
        return False
    return all(on_road(part.end, road) and keeps_to_road(part.start.front, part.end.front, road) for part in legs)


def judge_ground(position: Position, base: Base, speed: Speed, verdict: Verdict, kind: str | None = None) -> None:
    """Refuse bad going to those for whom it is impassable."""
    row = book(position).types[kind or base.kind]
    if speed.going == BAD and row.move_bad == 0:
        says = f"{', '.join(speed.by)} is bad going, which is impassable to {row.name} off a road"
        verdict.refuse(says, *table(position, "barred_ground")["clauses"])


def judge_distance(
    position: Position, base: Base, measured: float, speed: Speed, verdict: Verdict, kind: str | None = None
) -> bool:
    """Refuse a move longer than its speed allows, by how much; whether it was within it."""
    over = measured - speed.limit
    if over <= COINCIDE or (speed.going == BAD and speed.limit == 0.0):
        return True
    kind = kind or base.kind
    type_name = book(position).types[kind].name
    says = f"{base.id} goes {measured:.2f} mm, {over:.2f} mm more than the {speed.limit:g} mm of {type_name}"
    verdict.measure("too far by", over)
    if speed.going == BAD:
        good = good_limit(position, kind)
        where = f"{says} in bad going: some part of the move is in {', '.join(speed.by)}"
        names = ["DBA22-B13", *move_clauses(position, kind)]
        if good > speed.limit + COINCIDE:
            names += ["BOB-CAP-1a", "DBA22-B13.1", "DBA22-B5.3.2"]
            if measured <= good + COINCIDE:
                names.append("BOB-MOV-3e")
        verdict.refuse(where, *names)
    elif speed.going == ROAD:
        verdict.refuse(f"{says} by road", "DBA22-B13", *table(position, "road_move")["clauses"])
    else:
        verdict.refuse(says, "DBA22-B13", *move_clauses(position, kind))
    return False


def by_scale(position: Position, measured: float, limit: float) -> tuple[tuple[str, ...], str]:
    """What says that a distance is within its limit only in this scale, with the sentence; nothing when in any."""
    clauses = tuple(table(position, "units").get("clauses", ()))
    if not clauses:
        return (), ""
    unit = book(position).unit
    count = in_units(position, limit)
    if measured <= _least_in_mm(position.edition, count) + COINCIDE:
        return (), ""
    return clauses, f"in this scale the limit of {count:g} {unit} is {limit:g} mm, so {measured:.2f} mm are within it"


@cache
def _least_in_mm(edition: str, count: float) -> float:
    """Millimetres of a distance in the edition's unit in the scale where they are fewest."""
    return min(book_of(edition).in_mm(scale, count) for scale in SCALES.values())
