"""The arguments of questions about moves: poses, the steps of a group and where each of its members ends."""

from __future__ import annotations

from typing import Any

from debellis.db.moving.moves import Step
from debellis.geometry.plane import direction
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, NUMBER, POINT, TABLE, BadQuestion, Kind, checked, one_of

_POSE = {"front": POINT, "facing": NUMBER}
_END = {"id": BASE, **_POSE}
_STEP = {
    "advance": NUMBER.or_none(),
    "wheel": NUMBER.or_none(),
    "pivot": one_of("left", "right").or_none(),
    "shift": NUMBER.or_none(),
}


def _pose(value: Any, position: Position) -> Pose:
    if isinstance(value, Pose):
        return value
    given = checked("a pose", _POSE, TABLE.check(value, position), position)
    return Pose(given["front"], direction(given["facing"]))


def _end(value: Any, position: Position) -> tuple[str, Pose]:
    if isinstance(value, tuple):
        name, pose = value
        return (str(name), pose)
    given = checked("an end", _END, TABLE.check(value, position), position)
    return (given["id"], Pose(given["front"], direction(given["facing"])))


def _step(value: Any, position: Position) -> Step:
    if isinstance(value, Step):
        return value
    given = checked("a step", _STEP, TABLE.check(value, position), position)
    wheels = "wheel" in given
    if sum(key in given for key in ("advance", "wheel", "shift")) != 1 or wheels != ("pivot" in given):
        said = "{ advance = mm }, { wheel = degrees, pivot = left or right } or { shift = mm }"
        raise BadQuestion(f"a step is one of {said}", "steps")
    if given.get("advance", 0.0) < 0.0 or given.get("wheel", 0.0) < 0.0:
        raise BadQuestion("a group goes forward: advance and wheel are not negative", "steps")
    return Step(given.get("advance", 0.0), given.get("wheel", 0.0), given.get("pivot"), given.get("shift", 0.0))


POSE = Kind("pose { front, facing }", _pose)
END = Kind("{ id, front, facing }", _end)
STEP = Kind("step { advance } or { wheel, pivot } or { shift }", _step)
