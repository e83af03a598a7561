"""The flanker's shift: an element on the flank of lost enemies slides to the foremost enemy it still touches."""

from __future__ import annotations

from debellis.dbm.aftermath.obstructions import ground_stops, present
from debellis.geometry.plane import COINCIDE, Point, distance, offset_from_line
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, LEFT, RIGHT, Rectangle
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.stops import slid
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

_SIDES = ((LEFT, FRONT_LEFT), (RIGHT, FRONT_RIGHT))


def shift_flankers(
    before: Position, after: Position, lost: tuple[str, ...], finding: Finding
) -> tuple[Position, tuple[str, ...]]:
    """The position after every element on a flank of the lost enemies has shifted, and the elements that shifted."""
    gone = [before.base(name) for name in lost]
    shifted: list[str] = []
    for flanker in before.enemies(gone[0].side):
        if not any(_on_side(flanker.rectangle, enemy.rectangle) for enemy in gone):
            continue
        moved = _shift(after, flanker, finding)
        if moved is not None:
            after = after.with_base(moved)
            shifted.append(flanker.id)
    return after, tuple(shifted)


def _on_side(flanker: Rectangle, enemy: Rectangle) -> bool:
    """Whether part of a front edge lies on a side edge of an enemy."""
    meeting = meet(flanker, enemy)
    return any(meeting.edge_on(FRONT, side) > 0.0 for side, _ in _SIDES)


def _shift(position: Position, flanker: Base, finding: Finding) -> Base | None:
    """The flanker after its shift. None if no enemy is left to conform to, or the whole base does not fit."""
    near = position.near_enemies(flanker.side, flanker.rectangle)
    enemies = [e for e in near if _on_side(flanker.rectangle, e.rectangle)]
    if not enemies:
        return None
    foremost = max(enemies, key=lambda enemy: _ahead(enemy, enemies[0]))
    way = _way(flanker.rectangle, foremost.rectangle)
    far = distance((0.0, 0.0), way)
    if far <= COINCIDE:
        return None
    towards = (way[0] / far, way[1] / far)
    others = [base for base in present(position) if base.id != flanker.id]
    if any(free_slide(flanker.rectangle, towards, far, other.rectangle) < far - COINCIDE for other in others):
        return None
    if ground_stops(position, flanker, towards, far):
        return None
    sentence = f"{flanker.id} shifts {far:.2f} mm so that its front corner meets that of {foremost.id}"
    finding.cite("DBM32-P24-flanker-shift", sentence)
    return slid(flanker, towards, far)


def _ahead(enemy: Base, seen_from: Base) -> float:
    """How far ahead the front of an enemy is, measured along the facing of another."""
    return seen_from.rectangle.local(enemy.front)[1]


def _way(flanker: Rectangle, enemy: Rectangle) -> Point:
    """The vector from a front corner of the flanker to that of the enemy, along the flanker's front edge."""
    meeting = meet(flanker, enemy)
    corner = next(corner for side, corner in _SIDES if meeting.edge_on(FRONT, side) > 0.0)
    mine, theirs = flanker.corners[corner], enemy.corners[corner]
    off = offset_from_line(theirs, *flanker.edge(FRONT))
    across = flanker.outward(FRONT)
    return (theirs[0] - mine[0] - across[0] * off, theirs[1] - mine[1] - across[1] * off)
