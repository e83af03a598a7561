"""Whether moving bowmen are able to shoot at an enemy, at their start or anywhere before they touch it."""

from __future__ import annotations

import math

from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.shooting.shooters import range_of, strip
from debellis.dbm.shooting.shots import judge
from debellis.geometry.contact import meet
from debellis.geometry.plane import COINCIDE, distance, opposite_direction
from debellis.geometry.rectangle import REAR, Rectangle
from debellis.geometry.sweep import first_touch
from debellis.geometry.turning import between_places
from debellis.manoeuvre.legs import Leg, is_straight
from debellis.manoeuvre.legs import leg as leg_between
from debellis.table.bases import Base
from debellis.table.position import Position

#: The shares of a turning leg at which the bowmen are tested.
_SHARES = (0.25, 0.5, 0.75)


def could_shoot(position: Position, base: Base, legs: tuple[Leg, ...], enemy: Base) -> bool:
    """Whether bowmen are able to shoot at an enemy from their start or on the way. Target priority is ignored."""
    for place in _places(position, base, legs, enemy):
        if meet(place, enemy.rectangle):
            continue
        there = at_place(base, place)
        if judge(position.with_base(there), there, enemy).legal:
            return True
    return False


def _turned_first(legs: tuple[Leg, ...]) -> list[Leg]:
    """The legs of a way with every about turn moved to the start of its leg."""
    found: list[Leg] = []
    for leg in legs:
        about = opposite_direction(leg.start.facing, leg.end.facing)
        found.append(leg_between(leg.start.fronting(REAR), leg.end) if about else leg)
    return found


def _places(position: Position, base: Base, legs: tuple[Leg, ...], enemy: Base) -> list[Rectangle]:
    """The places on a way where shooting may begin: its start, its turns, and where the enemy enters the strip."""
    far_off = range_of(position, base)
    found = [legs[0].start]
    for leg in _turned_first(legs):
        found.append(leg.start)
        if not is_straight(leg):
            motion = between_places(leg.start, leg.end)
            found += [motion.at(share) for share in _SHARES]
        (x, y), (far_x, far_y) = leg.start.front, leg.end.front
        far = distance((x, y), (far_x, far_y))
        if is_straight(leg) and far > COINCIDE:
            towards = ((far_x - x) / far, (far_y - y) / far)
            at = first_touch(strip(position, leg.start, far_off), towards, far, enemy.rectangle)
            if at != math.inf:
                shares = (at + 2.0 * COINCIDE, (at + far) * 0.5)
                found += [leg.start.moved(towards[0] * d, towards[1] * d) for d in shares if d < far]
        found.append(leg.end)
    return found
