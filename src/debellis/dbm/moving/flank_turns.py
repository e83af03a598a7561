"""Turning 90 degrees in a gap one element wide onto an enemy flank, and the extra move from corner or side."""

from __future__ import annotations

from debellis.dbm.contacts import FLANK
from debellis.dbm.measures import base_width, paces
from debellis.dbm.moving.contacting import Ending
from debellis.dbm.moving.routes import Wall
from debellis.geometry.plane import COINCIDE, PARALLEL
from debellis.geometry.polygon import between_polygons
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, LEFT, RIGHT, Rectangle, gap, overlaps
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict, permit


def turns_square(start: Rectangle, end: Rectangle) -> bool:
    """Whether the facing turns by exactly 90 degrees."""
    return abs(start.facing[0] * end.facing[0] + start.facing[1] * end.facing[1]) <= PARALLEL


def one_wide_gap(position: Position, end: Rectangle, enemy: Base, obstacles: list[Wall]) -> str | None:
    """What forms a gap of one element, together with an enemy, round a place. None if nothing does."""
    wide = base_width(position)
    for wall in obstacles:
        if wall.name == enemy.id or between_polygons(end.corners, wall.outline)[2] > wide:
            continue
        apart = between_polygons(enemy.rectangle.corners, wall.outline)[2]
        if wide - COINCIDE <= apart < 2.0 * wide - COINCIDE and not _same_side(end, enemy, wall):
            return wall.name
    return None


def _same_side(end: Rectangle, enemy: Base, wall: Wall) -> bool:
    """Whether a wall is not on the far side of a place, as seen from an enemy."""
    x, y = end.centre
    ex, ey = enemy.rectangle.centre
    wx = sum(p[0] for p in wall.outline) / len(wall.outline)
    wy = sum(p[1] for p in wall.outline) / len(wall.outline)
    return (x - ex) * (wx - x) + (y - ey) * (wy - y) <= 0.0


def turn_in_gap(
    position: Position, base: Base, end: Rectangle, found: Ending, obstacles: list[Wall], verdict: Verdict
) -> bool:
    """Whether a move is a turn in a gap one element wide, where there is no space to wheel. It must end on a flank."""
    start = base.rectangle
    if not turns_square(start, end) or any(wall.place and overlaps(end, wall.place) for wall in obstacles):
        return False
    for one in found.legal:
        enemy = position.base(one.enemy)
        wall = one_wide_gap(position, end, enemy, obstacles) if one.kind == FLANK else None
        if wall is None:
            continue
        says = f"in the gap one element wide between {enemy.id} and {wall} {base.id} may turn on to a flank"
        permit(verdict, says, "IWF-16.6a", "IWF-16.6d")
        nearer = [e for e in position.enemies(base.side) if gap(start, e.rectangle) < gap(start, enemy.rectangle)]
        if any(one_wide_gap(position, end, e, obstacles) == wall for e in nearer):
            permit(verdict, f"{enemy.id} need not be the nearest enemy in the gap", "IWF-16.6b")
        return True
    for enemy in found.touched:
        wall = one_wide_gap(position, end, enemy, obstacles)
        if wall is not None:
            says = f"the turn of {base.id} in the gap beside {enemy.id} does not end in legal flank contact"
            verdict.refuse(says, "IWF-16.6d")
            return True
    return False


def further(position: Position, base: Base, end: Rectangle, found: Ending, over: float, verdict: Verdict) -> float:
    """The extra distance an element may go onto the flank of an enemy that it starts touching by corner or side."""
    more = paces(position, float(table(position, "move_special")["flank_slip_bonus"]))
    if over <= COINCIDE or not turns_square(base.rectangle, end):
        return 0.0
    for enemy in found.touched:
        if not _corner_or_side(base.rectangle, enemy.rectangle):
            continue
        if any(one.kind == FLANK and one.enemy == enemy.id for one in found.legal):
            says = f"{base.id} starts at a corner or side of {enemy.id} and may go {more:g} mm further on to its flank"
            if over <= more + COINCIDE:
                permit(verdict, says, "IWF-16.6c")
            else:
                verdict.cite("IWF-16.6c", f"{says}, and would need {over:.2f} mm")
            return more
        says = f"{base.id} goes further than its move and does not end in legal flank contact with {enemy.id}"
        verdict.cite("IWF-16.6d", says)
    return 0.0


def _corner_or_side(start: Rectangle, enemy: Rectangle) -> bool:
    """Whether a front corner is on a front corner, or side edges touch."""
    meeting = meet(start, enemy)
    fronts, sides = (FRONT_LEFT, FRONT_RIGHT), (LEFT, RIGHT)
    corner = any(meeting.corner_on(mine, theirs) for mine in fronts for theirs in fronts)
    return corner or any(meeting.edge_on(mine, theirs) for mine in sides for theirs in sides)
