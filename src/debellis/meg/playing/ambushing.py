"""Ambushes: revealed by choice in SP 2.2 and 4.3, when they may act at once, or by enemy who come near."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES
from debellis.geometry.plane import COINCIDE, Point, bearing, direction
from debellis.geometry.polygon import Polygon, wholly_in
from debellis.meg.going import terrain_row
from debellis.meg.playing.actions import DeclareCharge, Move, Pass
from debellis.meg.playing.course import Course
from debellis.meg.playing.setting_up.actions import Reveal
from debellis.meg.playing.setting_up.deploy_steps import files_of as files_of_list
from debellis.meg.playing.starting import BEFORE, BY_HAND
from debellis.meg.playing.state import State, about, decider, phase_of
from debellis.meg.setting_up.entering import is_approached, judge_reveal
from debellis.meg.setting_up.hiding import is_hill, usable_part
from debellis.meg.setting_up.lists import drawn_up
from debellis.meg.setting_up.shapes import judge_shape
from debellis.meg.troops import default_files, is_flexible
from debellis.meg.units import bases_of, frame_of, units_of
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict, every_fault_counts

AMBUSH = "ambush"
#: Places in a piece of terrain are tried in a grid of so many steps a side.
GRID = 8
#: Where that finds none, they are tried in a grid of so many.
FINE = 16
_HIDING = Memory[bool]("whether any piece of terrain can hide troops")


def hidden(state: State, side: str) -> tuple[Unit, ...]:
    """The unit groups of a side that lie in ambush."""
    here = {unit.id for unit in units_of(state.position) if bases_of(state.position, unit.id) or unit.broken}
    noted = [unit for unit in state.forces[side].units.value if unit.hidden_in and unit.id not in here]
    known = {unit.id for unit in noted}
    given = [
        unit
        for unit in units_of(state.position)
        if unit.side == side and unit.hidden_in and unit.id not in here and unit.id not in known
    ]
    return (*noted, *given)


def could_hide(state: State, side: str) -> bool:
    """Whether a side might have an ambush, as far as everybody may know.

    It is asked of every side that set up by hand while there is ground to hide in, so that a question tells nothing.
    """
    if state.position.options.get(BEFORE) != BY_HAND:
        return bool(hidden(state, side))
    return _HIDING.of(state.position, None, _hides_anybody)


def _hides_anybody(position: Position) -> bool:
    for piece in position.terrain:
        row = terrain_row(position, piece.kind)
        if row is not None and (row.get("hides") or is_hill(position, piece)):
            return True
    return False


# Revealing


def check_reveal(state: State, action: Reveal) -> Ruling:
    """Whether an ambush may be revealed there: its shape, and the question `may_reveal`."""
    verdict = Verdict()
    found = {unit.id: unit for unit in hidden(state, decider(state))}
    due = about(state)[0] if phase_of(state) == AMBUSH else action.command
    if action.command not in found or action.command != due:
        verdict.refuse(f"{action.command} lies in no ambush of yours that is revealed now.", "MEG-B11.8")
        return verdict.decide("reveal")
    if state.revealed and phase_of(state) != AMBUSH:
        verdict.refuse(f"{state.revealed} was revealed just now and acts first.", "MEG-B11.19")
        return verdict.decide("reveal")
    unit = found[action.command]
    piece = unit.hidden_in
    unit = _standing(unit, action.form)
    position = state.position
    bases = judge_shape(verdict, position.edition, position.scale, unit, tuple(action.places.values()))
    if bases is not None:
        judge_reveal(verdict, position, unit, bases, piece)
    return verdict.decide("reveal")


def _standing(unit: Unit, form: str) -> Unit:
    return replace(unit, hidden_in="", form=form) if is_flexible(unit) else replace(unit, hidden_in="")


def do_reveal(course: Course, action: Reveal) -> None:
    """Place an ambush. Revealed by choice, it may act at once: that is one choice (MEG-B11.19)."""
    side = decider(course.state)
    unit = next(one for one in hidden(course.state, side) if one.id == action.command)
    piece = unit.hidden_in
    unit = _standing(unit, action.form)
    position = course.position
    bases = judge_shape(QuietVerdict(), position.edition, position.scale, unit, tuple(action.places.values()))
    assert bases is not None
    front = frame_of(bases, bases[0].facing)
    if course.state.phase.startswith("2"):
        unit = replace(unit, was=Pose(front.front, front.facing))
    others = tuple(one for one in units_of(position) if one.id != unit.id)
    course.stand(replace(position, units=(*others, unit), bases=(*position.bases, *bases)))
    force = course.state.forces[side]
    noted = tuple(replace(one, hidden_in="") if one.id == unit.id else one for one in force.units.value)
    course.put(forces={**course.state.forces, side: replace(force, units=Secret(side, noted))})
    names = tuple(base.id for base in bases)
    discovered = bool(course.state.waiting) and course.state.waiting[-1].phase == AMBUSH
    clauses = ("MEG-B11.8", "MEG-B11.10") if discovered else ("MEG-B11.8", "MEG-B11.10", "MEG-B11.19")
    course.tell("ambush", f"{unit.id}, {unit.name or 'a unit group'}, is revealed in {piece}", *clauses, bases=names)
    if discovered:
        course.got_answer()
    else:
        course.put(revealed=unit.id)


def discover(course: Course) -> None:
    """Ambushes are revealed when enemy come within 2 BW of their piece of terrain (MEG-B11.8)."""
    if course.state.before is not None or course.state.number == 0:
        return
    if any(one.phase == AMBUSH for one in course.state.waiting):
        return
    for side in SIDES:
        for unit in hidden(course.state, side):
            if not is_approached(course.position, side, unit.hidden_in):
                continue
            if next(places(course.state, unit), None) is not None:
                course.wait(side, AMBUSH, unit.id)
                return


def places(state: State, unit: Unit) -> Iterator[tuple[Base, ...]]:
    """Legal places of an ambush in its piece of terrain, facing the enemy first, in its usual shape first.

    If the usual shape finds no place in a coarse grid, narrower and wider ones are tried in fine grids along every side
    of the piece.
    """
    position = state.position
    usable = usable_part(position, unit.side, position.feature(unit.hidden_in))
    if not usable:
        return
    force = state.forces[unit.side].units.value
    listed = any(one.id == unit.id for one in force)
    default = default_files(position.edition, unit.troops, unit.kind, unit.original)
    usual = files_of_list(state, unit) if listed else default
    found = False
    ahead = 0.0 if unit.side == "red" else 180.0
    for bases in _places_in(state, unit, usable, (usual,), ahead, GRID):
        found = True
        yield bases
    if found:
        return
    files = tuple(dict.fromkeys((usual, default, unit.original, 3, 2, 1)))
    for along in dict.fromkeys(round(bearing(edge) % 90.0, 2) for edge in _edges(usable)):
        yield from _places_in(state, unit, usable, files, along, FINE)


def _edges(outline: Polygon) -> list[Point]:
    """The directions of the sides of an outline."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return [(x - a, y - b) for (a, b), (x, y) in pairs if math.dist((a, b), (x, y)) > COINCIDE]


def _places_in(
    state: State, unit: Unit, usable: Polygon, files: tuple[int, ...], along: float, grid: int
) -> Iterator[tuple[Base, ...]]:
    """Legal places of an ambush in a grid that lies at an angle, facing along it, aside or back, in some widths."""
    position, stands = state.position, _standing(unit, "")
    ahead = direction(along)
    right = (ahead[1], -ahead[0])
    across = [x * right[0] + y * right[1] for x, y in usable]
    deep = [x * ahead[0] + y * ahead[1] for x, y in usable]
    for wide in files:
        for turn in (0.0, 90.0, 270.0, 180.0):
            for i in range(1, grid):
                for j in range(grid, 0, -1):
                    to_right = min(across) + (max(across) - min(across)) * i / grid
                    to_front = min(deep) + (max(deep) - min(deep)) * j / grid
                    at = (right[0] * to_right + ahead[0] * to_front, right[1] * to_right + ahead[1] * to_front)
                    front = Pose(at, direction(along + turn))
                    bases = drawn_up(position.edition, position.scale, stands, wide, front)
                    if not all(wholly_in(base.rectangle, usable) for base in bases):
                        continue
                    verdict = QuietVerdict()
                    judge_reveal(verdict, position, stands, bases, unit.hidden_in)
                    if verdict.legal:
                        yield bases


def reveals(state: State, unit: Unit) -> Iterator[Reveal]:
    """Some ways to reveal an ambush."""
    for count, bases in enumerate(places(state, unit)):
        if count == 3:
            return
        yield Reveal(unit.id, {base.id: Pose(base.front, base.facing) for base in bases})


def reveal_ideas(state: State) -> Iterator[Any]:
    """Every ambush of the side, revealed somewhere in its piece of terrain."""
    if not state.revealed:
        for unit in hidden(state, decider(state)):
            yield from reveals(state, unit)


def due_ideas(state: State) -> list[Any]:
    """Ways to place the ambush that enemy have come near to."""
    unit = next(one for one in hidden(state, decider(state)) if one.id == about(state)[0])
    return list(reversed(list(reveals(state, unit))))


# Acting at once


def is_its_own(state: State, action: Any) -> bool:
    """Whether an action is one of the ambush that was just revealed, or a pass."""
    if isinstance(action, Pass):
        return True
    return isinstance(action, Move | DeclareCharge) and state.revealed in action.units


class Guarded:
    """The check of a sub-phase in which ambushes may be revealed: what was revealed just now acts first."""

    def __init__(
        self, check: Callable[[State, Any], Ruling], charges: Callable[[State, Unit], Iterable[Any]] | None = None
    ) -> None:
        self.check = check
        self.charges = charges

    def __call__(self, state: State, action: Any) -> Ruling:
        if isinstance(action, Reveal):
            ruling = check_reveal(state, action)
            if ruling.answer["legal"] and self.charges is not None and not self.can_charge(state, action):
                verdict = Verdict()
                says = (
                    f"{action.command} could charge nobody from there, and in SP 2.2 it is revealed for a charge only."
                )
                verdict.refuse(says, "MEG-B11.19")
                return verdict.decide("reveal")
            return ruling
        if state.revealed and not is_its_own(state, action):
            verdict = Verdict()
            verdict.refuse(f"{state.revealed} was revealed just now: it acts, or you pass.", "MEG-B11.19")
            return verdict.decide("reveal")
        return self.check(state, action)

    def can_charge(self, state: State, action: Reveal) -> bool:
        """Whether an ambush could declare a charge once it is revealed."""
        assert self.charges is not None
        course = Course(state, Chance())
        do_reveal(course, action)
        unit = course.unit(action.command)
        with every_fault_counts():
            return any(
                bool(self.check(course.state, charge).answer["legal"]) for charge in self.charges(course.state, unit)
            )


class Springing:
    """Carries out the actions of such a sub-phase. To pass after revealing uses the choice up."""

    def __init__(self, act: Callable[[Course, Any], None]) -> None:
        self.act = act

    def __call__(self, course: Course, action: Any) -> None:
        if isinstance(action, Reveal):
            do_reveal(course, action)
            return
        name = course.state.revealed
        course.put(revealed="")
        if name and isinstance(action, Pass):
            course.tell("ambush", f"{name} does no more", "MEG-B11.19")
            course.chosen()
            return
        self.act(course, action)


class Sources:
    """The ideas of such a sub-phase, with ambushes first; after one is revealed only its own."""

    def __init__(self, sources: Callable[[State], list[Iterable[Any]]]) -> None:
        self.sources = sources

    def __call__(self, state: State) -> list[Iterable[Any]]:
        found = self.sources(state)
        if not state.revealed:
            return [reveal_ideas(state), *found]
        return [[action for action in source if is_its_own(state, action)] for source in found]
