"""What is wrong with the values of a decision before any rule is asked: the same for the actions of every family.

Numbers must be such that the table can be measured with them, a facing must be a direction of length 1, an outline must
enclose ground, and nobody is named twice in one list. Whoever sends a decision is judged by this: a player of the page,
a log that is replayed, a program that plays.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def faults_of(action: Any, position: Position) -> tuple[str, ...]:
    """What is wrong with the values of an action, one sentence each."""
    return tuple(_faults(action, "the decision", position))


def _faults(value: Any, name: str, position: Position) -> Iterator[str]:
    """The faults of a value that stands in a field of that name, or in a list or table there."""
    if value is None or isinstance(value, str | bool):
        return
    if isinstance(value, int | float):
        yield from _faults_of_number(value, name)
    elif isinstance(value, Pose):
        yield from _faults_of_pose(value, name)
    elif isinstance(value, Terrain):
        yield from _faults_of_terrain(value, position)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _faults(item, str(key), position)
    elif isinstance(value, tuple | list):
        yield from _faults_of_list(value, name, position)
    else:
        yield from _faults_of_fields(value, position)


def _faults_of_fields(value: Any, position: Position) -> Iterator[str]:
    for field in getattr(type(value), "__struct_fields__", ()):
        yield from _faults(getattr(value, field), field, position)


def _faults_of_number(value: float, name: str) -> Iterator[str]:
    if isinstance(value, float) and not isfinite(value):
        yield f"In {name} stands {value}, which is no number."
    elif abs(value) > FARTHEST:
        yield f"In {name} stands a number that is too large to be measured."
    elif 0.0 < abs(value) < _TINIEST:
        yield f"In {name} stands a number that is too small to be measured."


def _faults_of_pose(pose: Pose, name: str) -> Iterator[str]:
    numbers = (*pose.front, *pose.facing)
    wrong = [fault for number in numbers for fault in _faults_of_number(number, name)]
    if wrong:
        yield wrong[0]
    elif abs(hypot(*pose.facing) - 1.0) > _NEARLY:
        yield f"The facing of {name} is a direction [east, north] of length 1, not {hypot(*pose.facing):g}."


def _faults_of_terrain(piece: Terrain, position: Position) -> Iterator[str]:
    """Besides its values, that the piece covers ground: inside its outline, or along its line."""
    wrong = next(_faults_of_fields(piece, position), None)
    if wrong is not None:
        yield wrong
    elif not piece.outline and (len(piece.line) < _ENDS or any(map(coincide, piece.line, piece.line[1:]))):
        yield f"{piece.id} is given by an outline, or by the points of its line, each away from the one before."
    elif not piece.outline and piece.width <= 0.0:
        yield f"{piece.id} is a strip along a line and is more than {piece.width:g} mm wide."


def _faults_of_list(values: tuple[Any, ...] | list[Any], name: str, position: Position) -> Iterator[str]:
    if values and all(isinstance(value, str) for value in values):
        twice = next((one for i, one in enumerate(values) if one in values[:i] and _stands(one, position)), None)
        if twice is not None:
            yield f"{twice} is named twice in {name}."
        return
    wrong = next((fault for value in values for fault in _faults(value, name, position)), None)
    if wrong is not None:
        yield wrong
    elif name == _OUTLINE and values and not isinstance(values[0], float):
        if len(values) < _CORNERS:
            yield f"An outline has at least {_CORNERS} corners, not {len(values)}."
        elif abs(area(tuple(values))) < _SMALLEST:
            yield "The outline encloses no ground."


def _stands(name: str, position: Position) -> bool:
    """Whether something in the position has that name. Cards and words may stand in a list more than once."""
    units = position.units or ()
    return position.has_base(name) or position.has_feature(name) or any(unit.id == name for unit in units)
