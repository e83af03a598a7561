"""The arguments of questions about moves: poses, steps, and where each member of a group ends."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import direction, opposite_direction, turned
from debellis.geometry.rectangle import REAR, Rectangle
from debellis.manoeuvre.march import march
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, NUMBER, POINT, TABLE, TEXT, BadQuestion, Kind

_STEP_KEYS = ("advance", "back", "wheel", "pivot", "shift", "turn")
_MOTIONS = ("advance", "back", "wheel", "shift", "turn")
_STEPS = (
    "{ advance = mm }, { back = mm }, { wheel = degrees, pivot = left or right }, { shift = mm } or { turn = degrees }"
)
#: A turn about.
ABOUT = 180.0


class Turn(Value, frozen=True):
    """A step by which a base turns on the spot, in degrees clockwise about its centre."""

    degrees: float


#: A step as it is written; `back` is a negative advance.
WrittenStep = Step | Turn


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


def _step(value: Any, position: Position) -> WrittenStep:
    if isinstance(value, Step | Turn):
        return value
    given = TABLE.check(value, position)
    unknown = [key for key in given if key not in _STEP_KEYS]
    if unknown:
        raise BadQuestion(f"a step is {_STEPS}, and has no {unknown[0]!r}", "steps")
    alone = next((key for key in ("back", "turn") if key in given), None)
    if alone is not None:
        if len(given) != 1:
            raise BadQuestion(f"{alone} is a step of its own", "steps")
        amount: float = NUMBER.check(given[alone], position)
        if alone == "turn":
            return Turn(amount)
        if amount < 0.0:
            raise BadQuestion("back cannot be negative", "steps")
        return Step(advance=-amount)
    numbers = {key: NUMBER.check(given[key], position) for key in ("advance", "wheel", "shift") if key in given}
    pivot = TEXT.check(given["pivot"], position) if "pivot" in given else None
    if ("wheel" in given) != (pivot is not None) or pivot not in (None, "left", "right"):
        raise BadQuestion('a wheel needs its pivot, "left" or "right"', "steps")
    return Step(pivot=pivot, **numbers)


def _forward_step(value: Any, position: Position) -> WrittenStep:
    """A step of a family whose groups only go forward, one motion in each step."""
    if isinstance(value, Step | Turn):
        return value
    found = _step(value, position)
    if sum(key in value for key in _MOTIONS) != 1:
        raise BadQuestion(f"a step is one of {_STEPS}", "steps")
    if isinstance(found, Step) and (value.get("advance", 0.0) < 0.0 or found.wheel < 0.0):
        raise BadQuestion("advance and wheel are not negative; going straight back is { back = mm }", "steps")
    return found


def is_forward(steps: tuple[WrittenStep, ...]) -> bool:
    """Whether some steps go forward, by wheels or sideways only: none of them back and no turn."""
    return all(isinstance(step, Step) and step.advance >= 0.0 for step in steps)


def poses_along(base: Base, steps: tuple[WrittenStep, ...]) -> tuple[Pose, ...]:
    """Where a single base stands after each of some steps."""
    found: list[Pose] = []
    for step in steps:
        if isinstance(step, Turn):
            place = _turned(base.rectangle, step.degrees)
            base = replace(base, front=place.front, facing=place.facing)
        else:
            base = march((base,), (step,)).arrived[0]
        found.append(Pose(base.front, base.facing))
    return tuple(found)


def _turned(place: Rectangle, degrees: float) -> Rectangle:
    """A place turned clockwise about its centre. A half turn covers exactly the same ground."""
    facing = turned(place.facing, direction(degrees))
    if opposite_direction(place.facing, facing):
        return place.fronting(REAR)
    x, y = place.centre
    front = (x + facing[0] * place.depth * 0.5, y + facing[1] * place.depth * 0.5)
    return Rectangle(front, facing, place.width, place.depth)


def group_steps(steps: tuple[WrittenStep, ...]) -> tuple[tuple[Step, ...], bool]:
    """The steps of a group, and whether it turns about before them; BadQuestion for any other turn."""
    first = steps[0] if steps else None
    about = isinstance(first, Turn) and abs(first.degrees) == ABOUT
    rest: list[Step] = []
    for step in steps[1:] if about else steps:
        if isinstance(step, Turn):
            raise BadQuestion("a group turns only about (180), and only as its first step", "steps")
        rest.append(step)
    return tuple(rest), about


POSE = Kind("pose { front, facing }", _pose)
END = Kind("{ id, front, facing }", _end)
#: Where an element that is not on the table yet would come to stand.
ARRIVAL = Kind("{ id, front, facing }", _arrival)
#: A step as it is written; whether it may go backward is judged later.
STEP = Kind("step { advance }, { back }, { wheel, pivot }, { shift } or { turn }", _step)
#: A step that is refused while it is read unless it goes forward.
FORWARD_STEP = Kind("step { advance }, { back }, { wheel, pivot }, { shift } or { turn }", _forward_step)
