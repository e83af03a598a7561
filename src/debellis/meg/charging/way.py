"""The straight way of unit groups that charge, evade, rout or pursue: how far it goes, and what stands on it."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide, stages, stopped_at, until_in
from debellis.geometry.turning import arc
from debellis.meg.charging.projecting import wheeled
from debellis.meg.going import GRADES, IMPASSABLE, going_in, going_of, going_under, terrain_row
from debellis.meg.moving.limits import speed
from debellis.meg.nearby import Circle, can_come_within, circle_of, circle_round
from debellis.meg.troops import SUG, is_flexible, is_skirmishing
from debellis.meg.units import bases_of, bw, facing_of, frame_of, on_table, unit_name, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding


class Way(Value, frozen=True):
    """A body of bases that goes straight: who they are, where they stand, which way they go and how far."""

    units: tuple[str, ...]
    bases: tuple[Base, ...]
    towards: Point
    far: float


def draw_reach(found: Finding, way: Way) -> None:
    """Draw the strip over which a body may charge, and where it would stand at its end."""
    if way.far <= 0.0:
        return
    place = frame_of(way.bases, way.towards)
    ahead = place.advanced(way.far)
    found.draw("area", Rectangle(ahead.front, ahead.facing, place.width, way.far).corners, "open", "charge reach")


def counts_as_sug(unit: Unit) -> bool:
    """A SuG, or flexible troops in skirmisher form, which count as one in charges (MEG-20k)."""
    return unit.kind == SUG or (is_flexible(unit) and is_skirmishing(unit))


def slid(bases: tuple[Base, ...], towards: Point, by: float) -> tuple[Base, ...]:
    """Bases moved along a direction, facing as before."""
    return tuple(
        replace(base, front=(base.front[0] + towards[0] * by, base.front[1] + towards[1] * by)) for base in bases
    )


def turned_about(bases: tuple[Base, ...], about: Point, degrees: float, hand: str) -> tuple[Base, ...]:
    """Bases turned about a point: clockwise for the right hand, anticlockwise for the left."""
    found: list[Base] = []
    for base in bases:
        place = wheeled(base.rectangle, about, degrees, hand)
        found.append(replace(base, front=place.front, facing=place.facing))
    return tuple(found)


def body_of(position: Position, names: tuple[str, ...]) -> tuple[Base, ...]:
    """All bases of some unit groups."""
    return tuple(base for name in names for base in bases_of(position, name))


def met_at(base: Rectangle, towards: Point, far: float, other: Rectangle) -> float | None:
    """How far a base goes until it stands on another; None if it does not come so far, or passes it."""
    longer = far + 1.0
    if stopped_at(base, towards, longer, other) > longer:
        return None
    reached = free_slide(base, towards, longer, other)
    return reached if reached <= far + COINCIDE else None


def reached_at(way: Way, others: tuple[Base, ...]) -> float | None:
    """How far a body goes until it stands on one of some bases; None if it does not."""
    best: float | None = None
    for base in way.bases:
        for other in others:
            found = met_at(base.rectangle, way.towards, way.far, other.rectangle)
            if found is not None and (best is None or found < best):
                best = found
    return best


def met_on(
    position: Position, way: Way, side: str | None = None, but: tuple[str, ...] = ()
) -> list[tuple[float, Unit]]:
    """The unit groups and camps that a body meets on its way, nearest first: of one side, or of both."""
    found: list[tuple[float, Unit]] = []
    here = circle_round(way.bases)
    for unit in units_of(position):
        if unit.id in way.units or unit.id in but or not on_table(position, unit):
            continue
        if side is not None and unit.side != side:
            continue
        there = circle_of(position, unit.id)
        if not can_come_within(here, there, way.far + 1.0) or not _in_strip(here, there, way.towards):
            continue
        reached = reached_at(way, bases_of(position, unit.id))
        if reached is not None:
            found.append((reached, unit))
    return sorted(found, key=lambda pair: pair[0])


def _in_strip(here: Circle, there: Circle, towards: Point) -> bool:
    """Whether a circle can be met by another one that goes straight in a direction."""
    x, y = there.centre[0] - here.centre[0], there.centre[1] - here.centre[1]
    return abs(x * towards[1] - y * towards[0]) <= here.radius + there.radius + COINCIDE


def other_side(side: str) -> str:
    return "blue" if side == "red" else "red"


def limit_on(
    position: Position, names: tuple[str, ...], bases: tuple[Base, ...], towards: Point, used: float, slowed: float
) -> float:
    """How far a body still goes when it has used some of its move: the worst going on the way counts (MEG-B10.2).

    If the going ahead leaves it no move to enter it, it stops before that ground.
    """
    units = [unit_of(position, name) for name in names]
    worst = {unit.id: going_of(position, unit) for unit in units}
    limit = _rate(position, units, worst, slowed) - used
    entries: list[tuple[float, str, str]] = []
    around = circle_round(bases)
    for piece in position.terrain:
        if terrain_row(position, piece.kind) is None or not _comes_to(around, limit, piece):
            continue
        for base in bases:
            unit = unit_of(position, unit_name(base))
            entered = until_in(stages(base.rectangle, towards, max(0.0, limit), piece.ground))
            entries.append((entered, unit.id, going_in(position, piece, unit.troops.type)[0]))
    for entered, name, going in sorted(entries):
        if entered >= limit - COINCIDE or GRADES.index(going) <= GRADES.index(worst[name]):
            continue
        after = {**worst, name: going}
        inside = _rate(position, units, after, slowed) - used
        if going == IMPASSABLE or inside <= entered:
            return max(0.0, entered)
        worst, limit = after, min(limit, inside)
    return max(0.0, limit)


def _comes_to(around: Circle, far: float, piece: Terrain) -> bool:
    """Whether something in a circle can come into a terrain piece when it goes so far."""
    x, y = around.centre
    reach = around.radius + max(0.0, far) + COINCIDE
    across = [p[0] for p in piece.ground]
    along = [p[1] for p in piece.ground]
    return min(across) <= x + reach and max(across) >= x - reach and min(along) <= y + reach and max(along) >= y - reach


def _rate(position: Position, units: list[Unit], going: dict[str, str], slowed: float) -> float:
    """The move of a body in mm: that of its slowest unit group, less what shooting took of the most slowed."""
    return bw(position, min(speed(position, unit, going[unit.id], Finding()) for unit in units) - slowed)


def charge_way(position: Position, names: tuple[str, ...], degrees: float = 0.0, hand: str = "left") -> Way:
    """The way of a charge after its wheel: the rest of the move straight ahead (MEG-B15.18)."""
    bases = body_of(position, names)
    ahead = facing_of(position, unit_of(position, names[0]))
    place = frame_of(bases, ahead)
    used = 0.0
    if degrees:
        bases = turned_about(bases, place.corners[0 if hand == "left" else 1], degrees, hand)
        used = arc(place.width, degrees)
    towards = bases[0].facing if degrees else ahead
    slowed = max(unit_of(position, name).slowed for name in names)
    return Way(names, bases, towards, limit_on(position, names, bases, towards, used, slowed))


def is_free(position: Position, bases: tuple[Base, ...], but: tuple[str, ...]) -> bool:
    """Whether bases may stand somewhere: on the table, on no other base and on no impassable ground."""
    width, depth = position.size
    for base in bases:
        if any(x < -COINCIDE or x > width + COINCIDE for x, _ in base.rectangle.corners):
            return False
        if any(y < -COINCIDE or y > depth + COINCIDE for _, y in base.rectangle.corners):
            return False
        for other in position.near(base.rectangle):
            if unit_name(other) not in but and overlaps(base.rectangle, other.rectangle):
                return False
    unit = unit_of(position, but[0])
    return going_under(position, bases, unit)[0] != IMPASSABLE
