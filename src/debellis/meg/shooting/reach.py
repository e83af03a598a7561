"""What a file reaches with its shots: range, arc and line, and over whom it shoots."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Segment
from debellis.geometry.rectangle import Rectangle, gap, overlaps
from debellis.mechanics.tables import table
from debellis.meg.shooting.shooters import (
    edges_of,
    front_of_fire,
    shooting_rank,
    weapon_row,
)
from debellis.meg.shooting.sight import line_of_sight
from debellis.meg.troops import ARTILLERY
from debellis.meg.units import (
    File,
    bases_of,
    bw,
    distance_between,
    on_table,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Finding


def range_to(file: File, unit: Unit, target: Base, edge: int) -> float:
    """The range from a file to a base: from the front edge of the shooting rank to its nearest point (MEG-B16.2)."""
    side = front_of_fire(unit, file, edge).rectangle.fronting(edge)
    return gap(Rectangle(side.front, side.facing, side.width, COINCIDE), target.rectangle)


def in_arc(position: Position, file: File, unit: Unit, target: Base, edge: int, far: float) -> bool:
    """Whether some part of a base lies in the strip ahead of a file, widened by 1 BW on each side (MEG-B16.2)."""
    return overlaps(_strip(position, file, unit, edge, far), target.rectangle)


def _strip(position: Position, file: File, unit: Unit, edge: int, far: float) -> Rectangle:
    """The strip ahead of an edge in which a file may shoot."""
    side = front_of_fire(unit, file, edge).rectangle.fronting(edge)
    wing = bw(position, float(table(position, "shooting")["arc_side_bw"]))
    x, y = side.front[0] + side.facing[0] * far, side.front[1] + side.facing[1] * far
    return Rectangle((x, y), side.facing, side.width + 2.0 * wing, far)


def draw_arcs(found: Finding, position: Position, file: File) -> None:
    """Draw the arc of fire of a file: to its short and to its long range."""
    unit = unit_of(position, unit_name(file[0]))
    rank = shooting_rank(unit, file)
    if rank is None:
        return
    row = weapon_row(position, rank[1])
    for edge in edges_of(unit):
        for key, says in (("long_bw", "long range"), ("short_bw", "short range")):
            strip = _strip(position, file, unit, edge, bw(position, float(row[key])))
            found.draw("area", strip.corners, "range", says)


def reaches(
    position: Position,
    file: File,
    unit: Unit,
    target: Base,
    edges: tuple[int, ...] | None = None,
    over: frozenset[str] | None = None,
) -> tuple[float, int, Segment] | None:
    """Range, edge and line by which a file reaches a base; None if it is out of range, arc or sight.

    It shoots from some of its edges, or from all from which such troops shoot; and over some unit groups, or over those
    that such troops shoot over.
    """
    found = shooting_rank(unit, file)
    if found is None:
        return None
    far = bw(position, float(weapon_row(position, found[1])["long_bw"]))
    for edge in edges_of(unit) if edges is None else edges:
        apart = range_to(file, unit, target, edge)
        if apart > far + COINCIDE or not in_arc(position, file, unit, target, edge, far):
            continue
        passed = _over(position, unit) if over is None else over
        line = line_of_sight(position, front_of_fire(unit, file, edge), target, (edge,), passed)
        if line is not None:
            return apart, edge, line
    return None


def _over(position: Position, unit: Unit) -> frozenset[str]:
    """The friends that artillery shoots over: those more than 2 BW from it (MEG-B16.4)."""
    if unit.troops.type != ARTILLERY:
        return frozenset()
    clear = bw(position, float(table(position, "document")["artillery_target_clear_of_friends_bw"]))
    own = bases_of(position, unit.id)
    found = set()
    for friend in units_of(position):
        if friend.side != unit.side or friend.id == unit.id or not on_table(position, friend):
            continue
        if distance_between(own, bases_of(position, friend.id)) > clear + COINCIDE:
            found.add(friend.id)
    return frozenset(found)


def over_troops(position: Position, file: File, unit: Unit, targets: tuple[Base, ...]) -> bool:
    """Whether a file would reach one of some bases if it could shoot over everybody."""
    everybody = frozenset(other.id for other in units_of(position))
    return any(reaches(position, file, unit, base, None, everybody) is not None for base in targets)


def nearest_of(file: File, target: File) -> Base:
    """The base of a target file that is nearest to the shooters (MEG-B16.3)."""
    return min(target, key=lambda base: gap(file[0].rectangle, base.rectangle))
