"""Sight: whether some straight line from a base to another runs clear of other troops and of ground that hides."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Segment
from debellis.geometry.polygon import length_inside, wholly_in
from debellis.geometry.rectangle import Rectangle, gap
from debellis.manoeuvre.sight_lines import Veil, clear_line
from debellis.meg.going import terrain_row
from debellis.meg.troops import BATTLEWAGONS, CAMP, INFANTRY, is_foot, is_skirmishing
from debellis.meg.units import bw, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit


def hides(position: Position, piece: Terrain, unit: Unit) -> bool:
    """Whether a piece of terrain hides troops of this kind (MEG-B10.5)."""
    row = terrain_row(position, piece.kind)
    whom = "" if row is None else str(row.get("hides", ""))
    if whom == "all":
        return True
    if whom == "infantry":
        return unit.troops.type == INFANTRY
    return whom == "foot SuGs" and is_foot(unit) and is_skirmishing(unit)


def ground_veils(position: Position, viewer: Base, target: Base) -> list[Veil]:
    """What the ground does to a line to a base: items that hide it, and ridges, over which all are seen within 2 BW."""
    unit = unit_of(position, unit_name(target))
    veils: list[Veil] = []
    for piece in position.terrain:
        row = terrain_row(position, piece.kind)
        if row is None:
            continue
        if row.get("hill") and len(piece.crest) > 1:
            if gap(viewer.rectangle, target.rectangle) > bw(position, float(row.get("sight_bw", 2))) + COINCIDE:
                veils.append(Veil(piece.id, crest=piece.crest))
        elif hides(position, piece, unit):
            far = bw(position, float(row["sight_bw"]))
            veils.append(Veil(piece.id, ground=piece.ground, depth=far, through=far))
    return veils


def troop_veils(position: Position, viewer: Base, target: Base, over: frozenset[str] = frozenset()) -> list[Veil]:
    """The bases that stand in the way: those of third unit groups, but those in `over`; camps hide nothing.

    Each is taken a hair larger than it is, so that nobody sees through the joint of two bases that touch.
    """
    names = {unit_name(viewer), unit_name(target)} | over
    return [
        Veil(base.id, ground=_grown(base.rectangle).corners)
        for base in position.standing
        if unit_name(base) not in names and unit_of(position, unit_name(base)).kind != CAMP
    ]


def _grown(place: Rectangle) -> Rectangle:
    hair = 2.0 * COINCIDE
    ahead = place.advanced(hair)
    return Rectangle(ahead.front, ahead.facing, place.width + 2.0 * hair, place.depth + 2.0 * hair)


def hidden_at(position: Position, viewer: Base, target: Base) -> bool:
    """Whether ground in which a base lies wholly hides it at this distance (MEG-B10.5)."""
    unit = unit_of(position, unit_name(target))
    for piece in position.terrain:
        row = terrain_row(position, piece.kind)
        if row is None or row.get("hill") or not hides(position, piece, unit):
            continue
        far = bw(position, float(row["sight_bw"]))
        if wholly_in(target.rectangle, piece.ground) and gap(viewer.rectangle, target.rectangle) > far + COINCIDE:
            return True
    return False


def behind_ridge(position: Position, viewer: Base, target: Base) -> bool:
    """Whether only the ridge of a hill hides a base from another."""
    everybody = frozenset(unit_name(base) for base in position.standing)
    hills = [veil for veil in ground_veils(position, viewer, target) if veil.crest]
    if not hills or hidden_at(position, viewer, target):
        return False
    return line_of_sight(position, viewer, target, (0,), everybody) is None


def line_of_sight(
    position: Position, viewer: Base, target: Base, edges: tuple[int, ...], over: frozenset[str] = frozenset()
) -> Segment | None:
    """A free line from one of some edges of a base to another base; None if there is none (MEG-B10.12)."""
    if hidden_at(position, viewer, target):
        return None
    veils = [*troop_veils(position, viewer, target, over), *ground_veils(position, viewer, target)]
    for edge in edges:
        side = viewer.rectangle.fronting(edge)
        brim = Rectangle(side.front, side.facing, side.width, COINCIDE)
        found = clear_line(brim.corners, target.rectangle.corners, veils)
        if found is not None:
            return found
    return None


def in_cover(position: Position, unit: Unit, target: Base, line: Segment | None) -> tuple[str, ...]:
    """The clauses by which a target is in cover; none if it is not."""
    if unit.troops.type == BATTLEWAGONS:
        return ("MEG-19e",)
    if unit.defends in ("barricades", "pavises") or ("pavise" in unit.troops.traits and not unit.mounted):
        return ("MEG-B24.1",) if unit.defends == "barricades" else ("MEG-B24.2",)
    for piece in position.terrain:
        row = terrain_row(position, piece.kind)
        if row is None or not row.get("cover") or piece.kind == "boundaried_field":
            continue
        if wholly_in(target.rectangle, piece.ground):
            return ("MEG-B10.5",)
        if line is not None and piece.kind in ("village", "town") and _passes(piece, line):
            return ("MEG-B10.5",)
    return ()


def _passes(piece: Terrain, line: Segment) -> bool:
    return length_inside(line[0], line[1], piece.ground) > COINCIDE
