"""What is wrong with the values of a decision before any rule is asked: the same for the actions of every family.

Numbers must be such that the table can be measured with them, a facing must be a direction of length 1, an outline must
enclose ground, and nobody is named twice in one list. Whoever sends a decision is judged by this: a player of the page,
a log that is replayed, a program that plays.
"""

from __future__ import annotations

from math import hypot, isfinite
from typing import Any, Final

from debellis.geometry.plane import coincide
from debellis.geometry.polygon import area
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: No number of a decision is larger; any other but 0 that is nearer to 0 cannot be measured with.
FARTHEST: Final = 1_000_000.0
_TINIEST: Final = 1e-60
#: The length of a facing may differ so much from 1, for it comes out of calculations.
_NEARLY: Final = 1e-6
#: The fewest corners of an outline, and the smallest ground it encloses (mm2).
_CORNERS: Final = 3
_SMALLEST: Final = 1e-3
#: The fewest points of a line.
_ENDS: Final = 2
_OUTLINE: Final = "outline"


def fault_of(action: Any, position: Position) -> str | None:
    """The first thing that is wrong with the values of an action, in one sentence; None if nothing is."""
    return _fault(action, "the decision", position)


def _fault(value: Any, name: str, position: Position) -> str | None:
    """The fault of a value that stands in a field of that name, or in a list or table there."""
    kind = type(value)
    if value is None or kind is str or kind is bool:
        return None
    if kind is float or kind is int:
        return None if value == 0 or _TINIEST <= abs(value) <= FARTHEST else _of_number(value, name)
    if kind is tuple or kind is list:
        return _of_list(value, name, position)
    if kind is dict:
        wrong = (_fault(item, str(key), position) for key, item in value.items())
        return next((fault for fault in wrong if fault is not None), None)
    if kind is Pose:
        return _of_pose(value, name)
    return _of_terrain(value, position) if kind is Terrain else _of_fields(value, position)


def _of_number(value: float, name: str) -> str:
    if isinstance(value, float) and not isfinite(value):
        return f"In {name} stands {value}, which is no number."
    how = "large" if abs(value) > FARTHEST else "small"
    return f"In {name} stands a number that is too {how} to be measured."


def _of_pose(pose: Pose, name: str) -> str | None:
    for number in (*pose.front, *pose.facing):
        if number != 0.0 and not _TINIEST <= abs(number) <= FARTHEST:
            return _of_number(number, name)
    length = hypot(*pose.facing)
    if abs(length - 1.0) > _NEARLY:
        return f"The facing of {name} is a direction [east, north] of length 1, not {length:g}."
    return None


def _of_fields(value: Any, position: Position) -> str | None:
    for field in getattr(type(value), "__struct_fields__", ()):
        wrong = _fault(getattr(value, field), field, position)
        if wrong is not None:
            return wrong
    return None


def _of_terrain(piece: Terrain, position: Position) -> str | None:
    """Besides its values, that the piece covers ground: inside its outline, or along its line."""
    wrong = _of_fields(piece, position)
    if wrong is not None or piece.outline:
        return wrong
    if len(piece.line) < _ENDS or any(map(coincide, piece.line, piece.line[1:])):
        return f"{piece.id} is given by an outline, or by the points of its line, each away from the one before."
    return (
        None if piece.width > 0.0 else f"{piece.id} is a strip along a line and is more than {piece.width:g} mm wide."
    )


def _of_list(values: tuple[Any, ...] | list[Any], name: str, position: Position) -> str | None:
    if not values:
        return None
    if type(values[0]) is str:
        twice = next((one for i, one in enumerate(values) if one in values[:i] and _stands(one, position)), None)
        return None if twice is None else f"{twice} is named twice in {name}."
    for value in values:
        wrong = _fault(value, name, position)
        if wrong is not None:
            return wrong
    if name != _OUTLINE or type(values[0]) is float:
        return None
    if len(values) < _CORNERS:
        return f"An outline has at least {_CORNERS} corners, not {len(values)}."
    return None if abs(area(tuple(values))) >= _SMALLEST else "The outline encloses no ground."


def _stands(name: Any, position: Position) -> bool:
    """Whether something in the position has that name. Cards and words may stand in a list more than once."""
    if not isinstance(name, str):
        return False
    units = position.units or ()
    return position.has_base(name) or position.has_feature(name) or any(unit.id == name for unit in units)
