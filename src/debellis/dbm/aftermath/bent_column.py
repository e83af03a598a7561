"""Recoil in a column that has wheeled. Followers round a bend of 90 degrees or more do not stop the recoil."""

from __future__ import annotations

from debellis.dbm.aftermath.obstructions import ground_stops, present
from debellis.geometry.plane import COINCIDE, Point, quarter_turned, turn_between
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.groups import follows
from debellis.manoeuvre.pushing import clearing
from debellis.manoeuvre.stops import backwards, base_stops, slid
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: Tolerance for rounding when a bend is compared with 90 degrees.
_SQUARE = 0.01


def following(position: Position, base: Base, wheeled: float | None) -> tuple[str, ...]:
    """The elements that follow an element in its column and do not stop its recoil, nearest first.

    The bend is the largest difference between their facings and the element's own, or `wheeled` if that is larger.
    """
    found: list[Base] = []
    last = base
    while True:
        friends = [f for f in position.friends(base.side) if f.id != base.id and all(f.id != one.id for one in found)]
        behind = [f for f in friends if follows(f.rectangle, last.rectangle) and _bends_on(f, last)]
        if len(behind) != 1:
            break
        found.append(behind[0])
        last = behind[0]
    turn = max((abs(turn_between(base.facing, one.facing)) for one in found), default=0.0)
    enough = float(table(position, "outcome_moves")["bent_column_degrees"]) - _SQUARE
    return tuple(one.id for one in found) if max(turn, wheeled or 0.0) >= enough else ()


def _bends_on(rear: Base, front: Base) -> bool:
    """Whether an element faces at most 90 degrees away from the element before it."""
    return rear.facing[0] * front.facing[0] + rear.facing[1] * front.facing[1] > -_SQUARE


def make_room(position: Position, recoiled: Base, names: tuple[str, ...], finding: Finding) -> Position:
    """The position after the followers have moved back.

    Each moves along its own facing, by the least distance that clears the others.
    """
    clear = [recoiled]
    met = [name for name in names if overlaps(recoiled.rectangle, position.base(name).rectangle)]
    if met:
        sentence = f"the column has turned 90 degrees or more, so {' and '.join(met)} does not stop {recoiled.id}"
        finding.cite("IWF-22.1", sentence)
    for name in names if met else ():
        moved = _shifted(position, position.base(name), clear, names)
        position = position.with_base(moved)
        clear.append(moved)
    return position


def _shifted(position: Position, base: Base, clear: list[Base], column: tuple[str, ...]) -> Base:
    """A follower moved clear of the elements before it: straight back if possible, otherwise in any free direction."""
    if not any(overlaps(base.rectangle, one.rectangle) for one in clear):
        return base
    back = backwards(base)
    ways: tuple[Point, ...] = (back, backwards(clear[0]), quarter_turned(back, 1), quarter_turned(back, 3))
    others = [one for one in present(position) if one.id != base.id and one.id not in column]
    others = [one for one in others if all(one.id != other.id for other in clear)]
    first: Base | None = None
    for towards in ways:
        afar = 2.0 * (base.rectangle.radius + max(one.rectangle.radius for one in clear)) + COINCIDE
        far = clearing(base.rectangle, towards, [one.rectangle for one in clear], afar)
        there = slid(base, towards, far)
        first = first or there
        if not base_stops(others, base, towards, far, COINCIDE) and not ground_stops(position, base, towards, far):
            return there
    return first or base
