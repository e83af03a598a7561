"""Positions as a question means them: bases moved up until they touch, from where a player drew them before."""

from __future__ import annotations

import math

from debellis.geometry.plane import distance
from debellis.geometry.sweep import first_touch
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.march import march
from debellis.manoeuvre.steps import Step
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BadQuestion


class BroughtUp(Value, frozen=True):
    """A position after a group has come up to an element, and the member of it that touches the element most.

    The contact is by the front edge. `advanced` is how far the group went straight ahead, and `straight` whether it did
    nothing else. Both are None for a group that touches the element as drawn.
    """

    position: Position
    touched_by: str
    advanced: float | None = None
    straight: bool | None = None


def at_pose(position: Position, name: str, pose: Pose | None) -> Position:
    """The position with a base at a pose; unchanged if no pose is given."""
    if pose is None:
        return position
    return position.with_base(replace(position.base(name), front=pose.front, facing=pose.facing))


def brought_up(
    position: Position, moved: tuple[str, ...], element: str, steps: tuple[Step, ...], touched_by: str | None
) -> BroughtUp:
    """The position with a group that touches an element.

    A group that does not touch it as drawn makes the given steps, or goes straight ahead until it does.
    """
    if not moved:
        raise BadQuestion("moved must name those who moved", "moved")
    if steps:
        members = tuple(position.base(name) for name in moved)
        found = march(members, steps)
        position = position.placed({base.id: base.rectangle for base in found.arrived})
        straight = all(step.wheel == 0.0 and step.shift == 0.0 and step.advance >= 0.0 for step in steps)
        return BroughtUp(position, _toucher(position, moved, element, touched_by), found.total("advance"), straight)
    if any(_touches(position, name, element) for name in moved):
        return BroughtUp(position, _toucher(position, moved, element, touched_by))
    far = _until_touching(position, moved, element)
    there = {name: position.base(name).rectangle.advanced(far) for name in moved}
    position = position.placed(there)
    return BroughtUp(position, _toucher(position, moved, element, touched_by), far, True)


def _touches(position: Position, one: str, two: str) -> bool:
    return meet(position.base(one).rectangle, position.base(two).rectangle).touching


def _until_touching(position: Position, moved: tuple[str, ...], element: str) -> float:
    """How far a group goes straight ahead until its first member touches an element."""
    target = position.base(element).rectangle
    places = [position.base(name).rectangle for name in moved]
    far = max(distance(place.centre, target.centre) for place in places) + 2.0 * target.radius
    found = min(first_touch(place, place.facing, far, target) for place in places)
    if math.isinf(found):
        raise BadQuestion(f"those who moved do not touch {element}, and going straight ahead they would not", "moved")
    return max(found, 0.0)


def _toucher(position: Position, moved: tuple[str, ...], element: str, chosen: str | None) -> str:
    """The member of a group that touches an element: the named one, or the one that shares most of an edge with it."""
    if chosen is not None:
        return chosen
    target = position.base(element).rectangle
    found = {name: meet(position.base(name).rectangle, target) for name in moved}
    touching = [name for name in moved if found[name].touching]
    if not touching:
        raise BadQuestion(f"nobody of those who moved touches {element}", "moved")
    return max(touching, key=lambda name: found[name].length)
