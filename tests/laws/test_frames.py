"""A position moved, turned by any angle or mirrored gets the same ruling, moved, turned or mirrored."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import pytest

from debellis.casebook.case import Case
from debellis.casebook.comparing import differences, plain
from debellis.casebook.playing import rulings
from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition

FILES = sorted(cases_directory().rglob("*.toml"))
#: Questions about the table's own edges: turning the pieces alone changes their meaning.
TIED_TO_THE_TABLE = {
    "may_number_edges",
    "may_choose_terrain",
    "may_place_terrain",
    "may_modify_terrain",
    "may_place_camp",
    "may_deploy",
    "may_exchange",
    "may_land",
    "victory",
    "losses",
}
EDGES = ("north", "east", "south", "west")
#: Clauses cited when the edge of the table itself decided.
OVER_THE_EDGE = ("BOB-PUR-3a", "BOB-PUR-3b", "BOB-FLEE-5b", "BOB-VIC-3a")
#: A table so wide that its edges are out of the way wherever a position is moved to (mm).
WIDE = 20000.0
#: Phases whose rules name the edges of the table.
BEFORE_THE_BATTLE = ("terrain", "modify", "edges", "camps", "deploy", "exchange")
SWAPPED = {"left": "right", "right": "left"}


class Frame:
    """A rigid motion of the whole table, mirrored or not."""

    def __init__(self, degrees: float, east: float, north: float, mirrored: bool) -> None:
        angle = math.radians(degrees)
        self.cos = math.cos(angle)
        self.sin = math.sin(angle)
        self.shift = (east + WIDE / 2, north + WIDE / 2)
        self.mirrored = mirrored
        self.degrees = degrees

    def direction(self, v: tuple[float, float]) -> tuple[float, float]:
        x = -v[0] if self.mirrored else v[0]
        return (x * self.cos + v[1] * self.sin, -x * self.sin + v[1] * self.cos)

    def point(self, p: tuple[float, float]) -> tuple[float, float]:
        x, y = self.direction(p)
        return (x + self.shift[0], y + self.shift[1])

    def base(self, base: Base) -> Base:
        crossing = None if base.crossing is None else self.bearing(base.crossing)
        return replace(base, front=self.point(base.front), facing=self.direction(base.facing), crossing=crossing)

    def bearing(self, degrees: float) -> float:
        return (-degrees if self.mirrored else degrees) + self.degrees

    def terrain(self, piece: Terrain) -> Terrain:
        moved = {name: tuple(self.point(p) for p in getattr(piece, name)) for name in ("outline", "line", "crest")}
        return replace(piece, **moved)

    def position(self, position: Position) -> Position:
        bases = tuple(self.base(b) for b in position.bases)
        terrain = tuple(self.terrain(t) for t in position.terrain)
        return replace(position, bases=bases, terrain=terrain, size=(WIDE, WIDE))

    def value(self, key: str, value: Any) -> Any:
        """An argument or answer seen in this frame."""
        if key in ("edge", "edges", "hand", "pivot", "choice", "acting_front") and self.mirrored:
            return [SWAPPED.get(v, v) for v in value] if isinstance(value, list) else SWAPPED.get(value, value)
        if key == "shift" and self.mirrored:
            return -value
        if key == "front":
            return list(self.point(tuple(value)))
        if key in ("facing", "crossing"):
            return None if value is None else self.bearing(value)
        if key == "turned" and isinstance(value, float):
            return -value if self.mirrored else value
        if isinstance(value, dict):
            if key == "fronts":
                return {name: list(self.point(tuple(p))) for name, p in value.items()}
            if key == "facings":
                return {name: self.bearing(degrees) for name, degrees in value.items()}
            return {name: self.value(name, item) for name, item in value.items()}
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            return [self.value(key, item) for item in value]
        return value


def frames_for(file: Path) -> tuple[Frame, ...]:
    """Three frames of a case's own: anywhere as it is, anywhere mirrored, and turned by one quarter or more."""
    random = Random(file.name)

    def anywhere(mirrored: bool) -> Frame:
        east, north = random.uniform(-5000.0, 5000.0), random.uniform(-5000.0, 5000.0)
        return Frame(random.uniform(0.0, 360.0), east, north, mirrored)

    quarter = Frame(90.0 * random.randint(1, 3), 0.0, 0.0, random.random() < 0.5)
    return anywhere(False), anywhere(True), quarter


def holds_in(frame: Frame, case: Case) -> None:
    """Every answer of a case is the same in another frame, and so are the clauses that decided it."""
    if case.opening is not None:
        plays_in(frame, case)
        return
    there = frame.position(case.position)
    for item in case.asks:
        if item.question in TIED_TO_THE_TABLE or set(EDGES) & {str(value) for value in item.arguments.values()}:
            continue
        arguments = {key: frame.value(key, value) for key, value in item.arguments.items()}
        if "choice" in edition(case.position.edition).questions[item.question].arguments:
            # Where both hands are as good the owner turns to the left unless he says otherwise.
            arguments.setdefault("choice", frame.value("choice", "left"))
        here_ruling = ask(case.position, item.question, **item.arguments)
        if any(here_ruling.cites(name) for name in OVER_THE_EDGE):
            continue
        ruling = ask(there, item.question, **arguments)
        here = untold(plain(here_ruling.answer))
        expected = frame.value("", here) if isinstance(here, dict) else here
        assert not list(differences(expected, untold(plain(ruling.answer)), {})), (case.file, item.number)
        assert set(ruling.clauses) == set(here_ruling.clauses), (case.file, item.number)


def plays_in(frame: Frame, case: Case) -> None:
    """A case that is played goes the same way in another frame, action by action."""
    assert case.opening is not None
    here = list(rulings(case))
    over_the_edge = any(ruling.cites(name) for _, ruling in here for name in OVER_THE_EDGE)
    if over_the_edge or case.opening.phase in BEFORE_THE_BATTLE:
        return
    steps = tuple(
        replace(step, arguments={key: frame.value(key, value) for key, value in step.arguments.items()})
        for step in case.steps
    )
    there = rulings(replace(case, position=frame.position(case.position), steps=steps))
    for (step, was), (_, now) in zip(here, there, strict=True):
        where = (case.file, step.kind, step.number)
        expected = frame.value("", untold(plain(was.answer))) if isinstance(was.answer, dict) else was.answer
        assert not list(differences(expected, untold(plain(now.answer)), {})), where
        assert set(now.clauses) == set(was.clauses), where


def untold(answer: Any) -> Any:
    """An answer without its sentences, which name hands and round numbers."""
    told = ("says", "faults")
    return {key: item for key, item in answer.items() if key not in told} if isinstance(answer, dict) else answer


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(Path(f).relative_to(cases_directory())))
def test_any_frame(file: Path) -> None:
    case = read_case(file)
    for frame in frames_for(file):
        holds_in(frame, case)
