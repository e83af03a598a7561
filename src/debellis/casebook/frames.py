"""The same case in another frame: turned, mirrored and moved, it must get the same rulings, seen in that frame.

A frame is a rigid motion of everything on the table. The table itself becomes so wide that its edges are out of the
way. Questions about the edges of the table are therefore not asked again, and neither is a question whose answer
changes as soon as the position is moved away from a near edge.
"""

from __future__ import annotations

import math
from pathlib import PurePath
from random import Random
from typing import Any

from msgspec import UNSET

from debellis.casebook.case import Ask, Case, Frame, Step
from debellis.casebook.case_text import CaseError
from debellis.casebook.comparing import differences, plain
from debellis.casebook.playing import RulesBroke, Stuck, begin, take
from debellis.geometry.plane import Point
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.editions import edition
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import SENTENCES

__all__ = ["Motion", "further_frames", "in_frame", "mismatches"]

#: The table of a moved case is this wide and deep, so that its edges decide nothing (mm).
WIDE = 20000.0
#: Cases are moved by at most this much, east or west and north or south (mm).
FAR = 5000.0
#: An edge of the table can matter to something that stands this near (mm).
NEAR_THE_EDGE = 400.0
EDGES = {"north", "east", "south", "west"}
#: Keys whose value is a point, a list of points, or points by name.
POINTS = ("front", "rear", "holders", "fronts", "rears", "shown", "inside", "outside", "outline", "defender_front")
#: Keys whose value names a hand, or several.
HANDS = ("edge", "edges", "hand", "pivot", "choice", "choices", "position", "acting_front", "drop", "add")
SWAPPED = {"left": "right", "right": "left"}

#: What came of one question or action: the ruling, or a sentence that says why there is none.
Outcome = Ruling | str


class Motion:
    """Moves positions, arguments and answers into a frame."""

    def __init__(self, frame: Frame) -> None:
        angle = math.radians(frame.turn)
        self.cos = math.cos(angle)
        self.sin = math.sin(angle)
        self.turn = frame.turn
        self.mirror = frame.mirror
        self.shift = (frame.east + WIDE / 2, frame.north + WIDE / 2)

    def direction(self, v: Point) -> Point:
        """A vector, turned and mirrored but not moved."""
        x = -v[0] if self.mirror else v[0]
        return (x * self.cos + v[1] * self.sin, -x * self.sin + v[1] * self.cos)

    def point(self, p: Point) -> Point:
        x, y = self.direction(p)
        return (x + self.shift[0], y + self.shift[1])

    def bearing(self, degrees: float) -> float:
        """A direction in degrees clockwise from north."""
        return (-degrees if self.mirror else degrees) + self.turn

    def base(self, base: Base) -> Base:
        crossing = None if base.crossing is None else self.bearing(base.crossing)
        return replace(base, front=self.point(base.front), facing=self.direction(base.facing), crossing=crossing)

    def terrain(self, piece: Terrain) -> Terrain:
        moved = {name: tuple(self.point(p) for p in getattr(piece, name)) for name in ("outline", "line", "crest")}
        return replace(piece, **moved)

    def position(self, position: Position) -> Position:
        """The position in this frame, on a wide table."""
        bases = tuple(self.base(base) for base in position.bases)
        terrain = tuple(self.terrain(piece) for piece in position.terrain)
        moved = replace(position, bases=bases, terrain=terrain, size=(WIDE, WIDE))
        return moved if position.units is UNSET else self._with_units(moved)

    def _with_units(self, position: Position) -> Position:
        """What is noted of units, generals and charges, in this frame too."""
        units = () if position.units is UNSET else position.units
        generals = () if position.generals is UNSET else position.generals
        charges = () if position.charges is UNSET else position.charges
        return replace(
            position,
            units=tuple(self.unit(unit) for unit in units),
            generals=tuple(
                general if general.front is None else replace(general, front=self.point(general.front))
                for general in generals
            ),
            charges=tuple(
                replace(charge, pivot=self.name(charge.pivot), origin=self.pose(charge.origin)) for charge in charges
            ),
        )

    def unit(self, unit: Unit) -> Unit:
        facing = None if unit.facing is None else self.direction(unit.facing)
        return replace(unit, facing=facing, was=self.pose(unit.was))

    def pose(self, pose: Pose | None) -> Pose | None:
        return None if pose is None else Pose(self.point(pose.front), self.direction(pose.facing))

    def told(self, value: Any) -> Any:
        """What an opening tells: the places in it."""
        if isinstance(value, Pose):
            return self.pose(value)
        return {name: self.told(item) for name, item in value.items()} if isinstance(value, dict) else value

    def name(self, word: str) -> str:
        """A word that is a hand or ends with one, as in "front_left"."""
        before, line, hand = word.rpartition("_")
        return f"{before}{line}{SWAPPED.get(hand, hand)}" if self.mirror else word

    def points(self, value: Any) -> Any:
        """A point, or points in a list or by name; any other value as it is."""
        if isinstance(value, dict):
            return {name: self.points(item) for name, item in value.items()}
        if not isinstance(value, list | tuple) or not value:
            return value
        if isinstance(value[0], int | float):
            return list(self.point((value[0], value[1])))
        return [self.points(item) for item in value]

    def value(self, key: str, value: Any) -> Any:
        """The value of an argument, or of a key of an answer."""
        if key in POINTS:
            return self.points(value)
        if key in ("facing", "crossing"):
            return None if value is None else self.bearing(value)
        if key == "facings" and isinstance(value, dict):
            return {name: self.bearing(degrees) for name, degrees in value.items()}
        if self.mirror and not isinstance(value, dict):
            swapped = self._mirrored(key, value)
            if swapped is not None:
                return swapped
        if isinstance(value, dict) and set(value) == {"turn"} and self.mirror and abs(value["turn"]) != 180:
            return {"turn": -value["turn"]}
        if isinstance(value, dict) and "hand" in value and "shift" in value:
            # A shift to a named hand has no sign.
            return {name: item if name == "shift" else self.value(name, item) for name, item in value.items()}
        if isinstance(value, dict):
            both = "left" in value and "right" in value
            return {self.name(name) if both else name: self.value(name, item) for name, item in value.items()}
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            return [self.value(key, item) for item in value]
        return value

    def _mirrored(self, key: str, value: Any) -> Any:
        """A value that only a mirror changes; None for any other."""
        if key in HANDS:
            if isinstance(value, list | tuple):
                return [self.name(word) for word in value]
            return self.name(value) if isinstance(value, str) else value
        if key in ("shift", "turned") and isinstance(value, int | float):
            return -value
        if key == "incline":
            return [-value[0], value[1]]
        return None


def in_frame(case: Case, frame: Frame) -> Case:
    """The case with its position and the arguments of its questions and actions in another frame."""
    motion = Motion(frame)
    steps = tuple(replace(step, arguments=_arguments(case, step, motion)) for step in case.steps)
    opening = case.opening
    if opening is not None and opening.told:
        opening = replace(opening, told=motion.told(opening.told))
    return replace(case, position=motion.position(case.position), steps=steps, opening=opening)


def _arguments(case: Case, step: Step, motion: Motion) -> dict[str, Any]:
    found: dict[str, Any] = motion.value("", step.arguments)
    if isinstance(step, Ask):
        choice = edition(case.position.edition).questions[step.question].arguments.get("choice")
        if choice is not None and "left" in choice.name:
            # Where both hands are equal, an owner who names none turns to the left.
            found.setdefault("choice", motion.name("left"))
    return found


def further_frames(case: Case) -> tuple[Frame, ...]:
    """The frames in which a case must hold too: three drawn by its file name, and those it names itself."""
    if case.frames is False:
        return ()
    random = Random(PurePath(case.file).name)

    def anywhere(mirror: bool) -> Frame:
        east, north = random.uniform(-FAR, FAR), random.uniform(-FAR, FAR)
        return Frame(random.uniform(0.0, 360.0), mirror, east, north)

    quarter = Frame(90.0 * random.randint(1, 3), random.random() < 0.5)
    own = () if case.frames is True else case.frames
    return (anywhere(False), anywhere(True), quarter, *own)


def mismatches(case: Case) -> dict[int, tuple[str, ...]]:
    """What differs in further frames: phrases by the index of the question or action; empty where nothing does."""
    frames = further_frames(case)
    if not frames:
        return {}
    here = _outcomes(case)
    free = _free_of_the_table(case, here)
    found: dict[int, tuple[str, ...]] = {}
    for frame in frames if free else ():
        motion = Motion(frame)
        there = _outcomes(in_frame(case, frame), free)
        for i in free:
            wrong = _differ(here[i], there[i], motion)
            if wrong:
                found[i] = (*found.get(i, ()), *(f"{_called(frame)}: {phrase}" for phrase in wrong))
    return found


def _outcomes(case: Case, wanted: list[int] | None = None) -> list[Outcome]:
    """What comes of each action and each question, or each wanted question."""
    found: list[Outcome] = []
    state = begin(case)
    stuck = False
    for i, step in enumerate(case.steps):
        if stuck or (step.kind == "ask" and wanted is not None and i not in wanted):
            found.append("it is not reached" if stuck else "")
            continue
        try:
            ruling, state = take(case, state, step)
            found.append(ruling)
        except (CaseError, Stuck, RulesBroke) as wrong:
            found.append(wrong.sentence)
            stuck = step.kind == "do"
    return found


def _free_of_the_table(case: Case, here: list[Outcome]) -> list[int]:
    """The questions and actions that the edges of the table do not decide; none if they decide an action."""
    questions = edition(case.position.edition).questions
    if case.opening is not None and _tells_of_edges(case.opening.told):
        return []
    tied = {i for i, outcome in enumerate(here) if isinstance(outcome, str)}
    for i, step in enumerate(case.steps):
        if EDGES & {str(value) for value in step.arguments.values()}:
            tied.add(i)
        if isinstance(step, Ask) and step.fault is None and questions[step.question].tied_to_table:
            tied.add(i)
    free = [i for i in range(len(here)) if i not in tied]
    if _near_an_edge(case.position):
        inland = Frame()
        there = _outcomes(in_frame(case, inland), free)
        motion = Motion(inland)
        free = [i for i in free if not _differ(here[i], there[i], motion)]
    return free if all(i in free or step.kind == "ask" for i, step in enumerate(case.steps)) else []


def _tells_of_edges(told: Any) -> bool:
    """Whether an opening names an edge of the table."""
    return (
        any(map(_tells_of_edges, told.values())) if isinstance(told, dict) else isinstance(told, str) and told in EDGES
    )


def _near_an_edge(position: Position) -> bool:
    width, depth = position.size
    corners = [corner for base in position.standing for corner in base.rectangle.corners]
    corners += [corner for piece in position.terrain for corner in piece.ground]
    return not all(
        NEAR_THE_EDGE < x < width - NEAR_THE_EDGE and NEAR_THE_EDGE < y < depth - NEAR_THE_EDGE for x, y in corners
    )


def _differ(here: Outcome, there: Outcome, motion: Motion) -> list[str]:
    """How an outcome in another frame differs from the one as written."""
    if isinstance(here, str) or isinstance(there, str):
        return [there] if isinstance(there, str) else []
    was, now = _without_sentences(plain(here.answer)), _without_sentences(plain(there.answer))
    wrong = differences(motion.value("", was) if isinstance(was, dict) else was, now)
    wrong += [f"{name} is not cited" for name in here.clauses if not there.cites(name)]
    return wrong + [f"{name} is cited too" for name in there.clauses if not here.cites(name)]


def _without_sentences(answer: Any) -> Any:
    return {key: item for key, item in answer.items() if key not in SENTENCES} if isinstance(answer, dict) else answer


def _called(frame: Frame) -> str:
    how = " and mirrored" if frame.mirror else ""
    where = f", moved by [{frame.east:.1f}, {frame.north:.1f}]" if frame.east or frame.north else ""
    return f"turned by {frame.turn:g} degrees{how}{where}"
