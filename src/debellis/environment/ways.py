"""Estimates which way a move goes. It sorts ideas and does not judge them."""

from __future__ import annotations

from typing import Any

from debellis.battle.survey import MARCH, MOVE, Survey
from debellis.table.bases import Base

#: The ways, by the slot that offers each; 0 leaves the mover where it is.
WAYS = (
    "",
    "straight ahead",
    "to the left",
    "to the right",
    "back",
    "turning left",
    "turning right",
    "about",
    "into or out of a place, or ashore",
)
_AHEAD, _LEFT, _RIGHT, _BACK, _TURNING_LEFT, _TURNING_RIGHT, _ABOUT, _PLACE = range(1, len(WAYS))
#: The sine below which a turn does not count, and the sideways share below which a move still counts as straight.
_TURN = 0.02
_ASIDE = 0.1


def way_of(survey: Survey, mover: tuple[Base, ...], action: Any) -> int:
    """The number of the way of an idea."""
    kind = survey.kind_of(action)
    if kind not in (MOVE, MARCH) or mover[0].inside is not None:
        return _PLACE
    outline = survey.outline(action)
    base, end = mover[0], outline.end
    if end is None:
        if not outline.hand:
            return _AHEAD
        return _TURNING_LEFT if outline.hand == "left" else _TURNING_RIGHT
    (fx, fy), (ex, ey) = base.facing, end.facing
    turned = fx * ey - fy * ex
    if fx * ex + fy * ey < 0.0:
        return _ABOUT
    if abs(turned) > _TURN:
        return _TURNING_LEFT if turned > 0.0 else _TURNING_RIGHT
    vx, vy = end.front[0] - base.front[0], end.front[1] - base.front[1]
    ahead, aside = vx * fx + vy * fy, vx * fy - vy * fx
    if abs(aside) > _ASIDE * abs(ahead) + 1.0:
        return _RIGHT if aside > 0.0 else _LEFT
    return _AHEAD if ahead > 0.0 else _BACK
