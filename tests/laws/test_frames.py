"""A position moved, turned by any angle or mirrored gets the same ruling, moved, turned or mirrored."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import pytest

from debellis.casebook.case import Ask, Case
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
from debellis.umpire.ruling import Ruling

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
    "grounds",
    "fair_play",
    "may_assign_baggage",
}
EDGES = ("north", "east", "south", "west")
#: Clauses cited when the edge of the table itself decided.
OVER_THE_EDGE = ("BOB-PUR-3a", "BOB-PUR-3b", "BOB-FLEE-5b", "BOB-VIC-3a", "DBM32-GLOSS-table")
#: Keys whose value is a point, a list of points, or points by name.
POINTS = ("front", "rear", "holders", "fronts", "rears", "shown", "inside", "outside", "outline", "defender_front")
#: Keys whose value names a hand, or several.
HANDS = ("edge", "edges", "hand", "pivot", "choice", "choices", "position", "acting_front")
#: So near an edge of the table it may matter (mm).
NEAR_THE_EDGE = 400.0
#: Questions that turn somebody to the left where both hands are as good, and let nobody say otherwise.
LEFT_ON_A_TIE = ("pursue",)
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

    def name(self, word: str) -> str:
        """A word that names a hand, or ends with one, seen in this frame."""
        before, line, hand = word.rpartition("_")
        return f"{before}{line}{SWAPPED.get(hand, hand)}" if self.mirrored else word

    def points(self, value: Any) -> Any:
        """A point, points in a list or by name, seen in this frame; anything else as it is."""
        if isinstance(value, dict):
            return {name: self.points(item) for name, item in value.items()}
        if not isinstance(value, list | tuple) or not value:
            return value
        if isinstance(value[0], int | float):
            return list(self.point(tuple(value)))
        return [self.points(item) for item in value]

    def value(self, key: str, value: Any) -> Any:
        """An argument or answer seen in this frame."""
        if key in HANDS and self.mirrored:
            return [self.name(v) for v in value] if isinstance(value, list | tuple) else value and self.name(value)
        if key == "shift" and self.mirrored:
            return -value
        if key == "incline" and self.mirrored:
            return [-value[0], value[1]]
        if key in POINTS:
            return self.points(value)
        if key in ("facing", "crossing"):
            return None if value is None else self.bearing(value)
        if key == "turned" and isinstance(value, float):
            return -value if self.mirrored else value
        if isinstance(value, dict):
            if key == "facings":
                return {name: self.bearing(degrees) for name, degrees in value.items()}
            both = "left" in value and "right" in value
            return {self.name(name) if both else name: self.value(name, item) for name, item in value.items()}
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
        choice = edition(case.position.edition).questions[item.question].arguments.get("choice")
        if choice is not None and "left" in choice.name:
            # Where both hands are as good the owner turns to the left unless he says otherwise.
            arguments.setdefault("choice", frame.value("choice", "left"))
        here_ruling = ask(case.position, item.question, **item.arguments)
        if any(here_ruling.cites(name) for name in OVER_THE_EDGE) or the_edge_decides(case, item, here_ruling):
            continue
        if frame.mirrored and item.question in LEFT_ON_A_TIE and case.position.edition.startswith("dbm"):
            continue
        ruling = ask(there, item.question, **arguments)
        here, now = untold(plain(here_ruling.answer)), untold(plain(ruling.answer))
        if isinstance(here, dict) and case.position.edition.startswith("dbm"):
            # Of two places as near either may be told.
            here, now = ({k: v for k, v in one.items() if k != "nearest"} for one in (here, now))
        expected = frame.value("", here) if isinstance(here, dict) else here
        assert not list(differences(expected, now, {})), (case.file, item.number)
        assert set(ruling.clauses) == set(here_ruling.clauses), (case.file, item.number)


def the_edge_decides(case: Case, item: Ask, here: Ruling) -> bool:
    """Whether something stands near an edge of the table and the same far from any edge gets another answer."""
    width, depth = case.position.size
    corners = [corner for base in case.position.standing for corner in base.rectangle.corners]
    corners += [corner for piece in case.position.terrain for corner in piece.ground]
    if all(NEAR_THE_EDGE < x < width - NEAR_THE_EDGE and NEAR_THE_EDGE < y < depth - NEAR_THE_EDGE for x, y in corners):
        return False
    inland = Frame(0.0, 0.0, 0.0, False)
    arguments = {key: inland.value(key, value) for key, value in item.arguments.items()}
    there = ask(inland.position(case.position), item.question, **arguments)
    was = untold(plain(here.answer))
    expected = inland.value("", was) if isinstance(was, dict) else was
    return bool(list(differences(expected, untold(plain(there.answer)), {})))


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
