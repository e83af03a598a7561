"""The single speed of a move: by the worst going anywhere on it, or by road.

`land_speed(position, base, legs)` gives the good or bad going distance of an element for its path, `road_speed` the
road distance if the whole path is along a road. Rivers (`rivers.py`) may lower either. `judge_distance` refuses a move
longer than its speed allows. All take an element at its start and its legs, so that groups call them for each member.
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
    """How far a move may go (mm), by which going, and the features that decide it (bad going, road or river)."""

    going: str
    limit: float
    by: tuple[str, ...] = ()


def land_speed(position: Position, base: Base, legs: tuple[Leg, ...], kind: str | None = None) -> Speed:
    """The speed by the worst ground that any part of a move touches, without rivers.

    `kind` is the foot type if it dismounts.
    """
    bad = bad_going_on(position, base, legs)
    limit = bad_limit(position, kind or base.kind) if bad else good_limit(position, kind or base.kind)
    return Speed(BAD if bad else GOOD, limit, bad)


def bad_going_on(position: Position, base: Base, legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The features of bad going (for this base) that some part of a path touches."""
    bad = [p for p in position.terrain if comes_near(legs, p) and is_bad_for(position, p, base)]
    return tuple(p.id for p in bad if any(crosses_piece(part, p) for part in legs))


def good_limit(position: Position, kind: str) -> float:
    """How far a troop type moves in good going."""
    return in_mm(position, move_good(position, kind))


def bad_limit(position: Position, kind: str) -> float:
    """How far a troop type moves in bad going; 0 if it cannot."""
    return in_mm(position, move_bad(position, kind))


def river_limit(position: Position) -> float:
    """How far any base moves if its move meets a river that is not paltry."""
    return in_mm(position, table(position, "river_move")["distance"])


def measures_front(position: Position) -> bool:
    """Whether only the front corners of a move are measured."""
    return bool(table(position, "measuring")["corners"] == "front")


def road_speed(position: Position, base: Base, road: Terrain, kind: str | None = None) -> Speed:
    """The speed of a move all along a road."""
    return Speed(ROAD, in_mm(position, book(position).types[kind or base.kind].move_road), (road.id,))


def is_along_road(legs: tuple[Leg, ...], road: Terrain) -> bool:
    """Whether a whole path is along a road: on it throughout, and facing along it at the end of every leg."""
    if not on_road(legs[0].start, road):
        return False
    return all(on_road(part.end, road) and keeps_to_road(part.start.front, part.end.front, road) for part in legs)


def judge_ground(position: Position, base: Base, speed: Speed, verdict: Verdict, kind: str | None = None) -> None:
    """Refuse bad going to a base for which it is impassable."""
    row = book(position).types[kind or base.kind]
    if speed.going == BAD and row.move_bad == 0:
        says = f"{base.id} cannot enter {', '.join(speed.by)}: bad going is impassable to {row.name} off a road"
        verdict.bar(base.id)
        verdict.refuse(says, *table(position, "barred_ground")["clauses"])


def judge_distance(
    position: Position, base: Base, measured: float, speed: Speed, verdict: Verdict, kind: str | None = None
) -> bool:
    """Refuse a move longer than its speed allows, and say by how much. Returns whether it was short enough."""
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
        verdict.bar(base.id)
        verdict.refuse(where, *names)
    elif speed.going == ROAD:
        verdict.refuse(f"{says} by road", "DBA22-B13", *table(position, "road_move")["clauses"])
    else:
        verdict.refuse(says, "DBA22-B13", *move_clauses(position, kind))
    return False


def by_scale(position: Position, measured: float, limit: float) -> tuple[tuple[str, ...], str]:
    """The clauses and sentence for a distance that is within its limit only at this scale; empty if at every scale."""
    clauses = tuple(table(position, "units").get("clauses", ()))
    if not clauses:
        return (), ""
    unit = book(position).unit
    count = in_units(position, limit)
    if measured <= _least_in_mm(position.edition, count) + COINCIDE:
        return (), ""
    return (
        clauses,
        f"in this scale {count:g} {unit} are {limit:g} millimetres, and this is {measured:.2f}",
    )


@cache
def _least_in_mm(edition: str, count: float) -> float:
    """A distance in the edition's unit in millimetres, at the scale where that is the fewest."""
    return min(book_of(edition).in_mm(scale, count) for scale in SCALES.values())
