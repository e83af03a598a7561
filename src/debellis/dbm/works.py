"""Fortifications that lie on the table: their sections, who defends them, and whom they keep out.

A feature of a battle's works has an owner, and its outline begins with the inside edge, which is defended.
"""

from __future__ import annotations

from functools import cache

from debellis.dbm.setting_up.sections import Section, loose_ends, reaches_out, works_of
from debellis.geometry.plane import COINCIDE, along, coincide
from debellis.geometry.polygon import WHOLLY, Polygon, lies, polygon_gap
from debellis.geometry.sight import corridor
from debellis.mechanics.tables import load, table
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

TF, PF = "tf", "pf"
_CORNERS = 4
#: Works of fewer sections do not close.
_LEAST_RING = 3
_SECTIONS = Memory[tuple[tuple[Terrain, Section], ...]]("the sections of works on the table")


def is_works(position: Position, piece: Terrain) -> bool:
    """Whether a feature is a fortification."""
    return piece.kind in _kinds(position.edition)


@cache
def _kinds(edition: str) -> frozenset[str]:
    return frozenset(load(edition)["outcome_moves"]["works"])


def is_open_gate(position: Position, piece: Terrain, side: str) -> bool:
    """Whether a feature is a gateway that no enemy of a side opposes."""
    if piece.kind not in table(position, "outcome_moves")["works_unopposed"]:
        return False
    return not any(polygon_gap(enemy.rectangle, piece.ground) <= COINCIDE for enemy in position.enemies(side))


def keeps_out(position: Position, base: Base, piece: Terrain) -> bool:
    """Whether a feature is works that an element cannot go through in a move."""
    return is_works(position, piece) and not is_open_gate(position, piece, base.side)


def works_on(position: Position) -> tuple[tuple[Terrain, Section], ...]:
    """The works that sides have laid on the table, each with its section."""
    return _SECTIONS.of(position, None, _find)


def _find(position: Position) -> tuple[tuple[Terrain, Section], ...]:
    return tuple(
        (piece, section_of(piece))
        for piece in position.terrain
        if piece.owner is not None and is_works(position, piece) and len(piece.outline) == _CORNERS
    )


def section_of(piece: Terrain) -> Section:
    """The section that a feature is: the first side of its outline is the inside edge, the opposite one the outside."""
    a, b, c, d = piece.outline
    return Section(piece.id, f"{piece.owner} works", (a, b), (d, c))


def piece_of(section: Section, kind: str, bought: str, side: str) -> Terrain:
    """The feature that a section of a side's works is."""
    return Terrain(section.name, kind, corridor(section.inside, section.outside), owner=side, nature=bought)


def sections_on(position: Position, kind: str | None = None) -> tuple[Section, ...]:
    """The sections of all works on the table, or of one kind: a gateway counts as permanent."""
    return tuple(section for piece, section in works_on(position) if kind is None or kind_of(piece) == kind)


def kind_of(piece: Terrain) -> str:
    """Whether works are temporary or permanent."""
    return TF if piece.kind == TF else PF


def defends(base: Base, section: Section) -> bool:
    """Whether an element defends a section: its front is on the works or at their inside edge, and faces outwards."""
    if section.is_corner:
        return False
    outward = reaches_out(base.rectangle.advanced(base.depth).front, section)
    at = reaches_out(base.front, section)
    if not -section.depth - COINCIDE <= at <= COINCIDE or abs(outward - at - base.depth) > COINCIDE:
        return False
    place = along(base.front, *section.inside)
    half = base.width * 0.5
    return min(place + half, section.width) - max(place - half, 0.0) > COINCIDE


def is_within(base: Base, section: Section) -> bool:
    """Whether an element lies wholly on the defended side of the line of a section's inside edge."""
    return all(reaches_out(p, section) <= -section.depth + COINCIDE for p in base.rectangle.corners)


def work_with(position: Position, name: str) -> tuple[str, ...]:
    """The names of the sections that make one continuous work with that of a name."""
    for work in works_of(list(sections_on(position))):
        if any(section.name == name for section in work):
            return tuple(section.name for section in work)
    return ()


def captured(position: Position, name: str, side: str) -> Position:
    """The position in which the whole work that a section is part of belongs to a side."""
    names = work_with(position, name)
    return replace(
        position,
        terrain=tuple(replace(piece, owner=side) if piece.id in names else piece for piece in position.terrain),
    )


def circuit_round(position: Position, base: Base) -> tuple[Terrain, ...] | None:
    """The closed circuit of its own side's works that an element is wholly inside of; None if there is none."""
    own = [(piece, section) for piece, section in works_on(position) if piece.owner == base.side]
    pieces = {section.name: piece for piece, section in own}
    for work in works_of([section for _, section in own]):
        ring = _ring(work)
        if ring and lies(base.rectangle, ring) == WHOLLY:
            return tuple(pieces[section.name] for section in work)
    return None


def ring_of(pieces: tuple[Terrain, ...]) -> Polygon:
    """The ground inside a closed circuit."""
    return _ring([section_of(piece) for piece in pieces])


def _ring(work: list[Section]) -> Polygon:
    """The ground inside a continuous work; empty if it does not close."""
    if len(work) < _LEAST_RING or loose_ends(work):
        return ()
    left = list(work)
    start, at = left.pop(0).inside
    found = [start, at]
    while left:
        following = next((one for one in left if any(coincide(at, p) for p in one.inside)), None)
        if following is None:
            return ()
        left.remove(following)
        at = following.inside[1] if coincide(at, following.inside[0]) else following.inside[0]
        found.append(at)
    return tuple(found[:-1])
