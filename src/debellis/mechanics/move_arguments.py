"""The arguments of questions about moves: poses, the steps of a group and where each of its members ends."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import direction
from debellis.manoeuvre.steps import Step
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, NUMBER, POINT, TABLE, TEXT, BadQuestion, Kind

_STEP_KEYS = ("advance", "wheel", "pivot", "shift")


def _pose(value: Any, position: Position) -> Pose:
    if isinstance(value, Pose):
        return value
    given = TABLE.check(value, position)
    unknown = [key for key in given if key not in ("front", "facing")]
    if unknown:
        raise BadQuestion(f"a pose is {{ front = [x, y], facing = degrees }} and has no {unknown[0]!r}", "to")
    front = POINT.check(given.get("front"), position)
    return Pose(front, direction(NUMBER.check(given.get("facing"), position)))


def _end(value: Any, position: Position) -> tuple[str, Pose]:
    if isinstance(value, tuple):
        known, pose = value
        return (str(known), pose)
    given = TABLE.check(value, position)
    name: str = BASE.check(given.get("id"), position)
    return name, _pose({key: item for key, item in given.items() if key != "id"}, position)


def _arrival(value: Any, position: Position) -> tuple[str, Pose]:
    """The end of an element that is not on the table yet, so that only its owner knows its id."""
    given = TABLE.check(value, position)
    name: str = TEXT.check(given.get("id"), position)
    return name, _pose({key: item for key, item in given.items() if key != "id"}, position)


def _step(value: Any, position: Position) -> Step:
    if isinstance(value, Step):
        return value
    given = TABLE.check(value, position)
    unknown = [key for key in given if key not in _STEP_KEYS]
    if unknown:
        raise BadQuestion(f"a step has advance, wheel with pivot, or shift, and no {unknown[0]!r}", "steps")
    numbers = {key: NUMBER.check(given[key], position) for key in ("advance", "wheel", "shift") if key in given}
    pivot = TEXT.check(given["pivot"], position) if "pivot" in given else None
    if ("wheel" in given) != (pivot is not None) or pivot not in (None, "left", "right"):
        raise BadQuestion('a wheel needs its pivot, "left" or "right"', "steps")
    return Step(pivot=pivot, **numbers)


def _forward_step(value: Any, position: Position) -> Step:
    """A step of a family whose groups only go forward, one motion a step."""
    if isinstance(value, Step):
        return value
    found = _step(value, position)
    if sum(key in value for key in ("advance", "wheel", "shift")) != 1:
        said = "{ advance = mm }, { wheel = degrees, pivot = left or right } or { shift = mm }"
        raise BadQuestion(f"a step is one of {said}", "steps")
    if found.advance < 0.0 or found.wheel < 0.0:
        raise BadQuestion("a group goes forward: advance and wheel are not negative", "steps")
    return found


POSE = Kind("pose { front, facing }", _pose)
END = Kind("{ id, front, facing }", _end)
#: Where an element that is not on the table yet would come to stand.
ARRIVAL = Kind("{ id, front, facing }", _arrival)
#: A step as it is written; whether it may go backward is judged later.
STEP = Kind("step", _step)
#: A step that is refused while it is read unless it goes forward.
FORWARD_STEP = Kind("step { advance } or { wheel, pivot } or { shift }", _forward_step)
