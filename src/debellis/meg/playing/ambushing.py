"""Ambushes: revealed by choice in SP 2.2 and 4.3, when they may act at once, or by enemy who come near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES
from debellis.geometry.plane import direction
from debellis.geometry.polygon import box
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
    """Legal places of an ambush in its piece of terrain, facing the enemy first."""
    position = state.position
    usable = usable_part(position, unit.side, position.feature(unit.hidden_in))
    if not usable:
        return
    west, south, east, north = box(usable)
    force = state.forces[unit.side].units.value
    listed = any(one.id == unit.id for one in force)
    usual = default_files(position.edition, unit.troops, unit.kind, unit.original)
    files = files_of_list(state, unit) if listed else usual
    stands = _standing(unit, "")
    ahead = 0.0 if unit.side == "red" else 180.0
    for turn in (0.0, 90.0, 270.0, 180.0):
        facing = direction(ahead + turn)
        for i in range(1, GRID):
            for j in range(GRID, 0, -1):
                at = (west + (east - west) * i / GRID, south + (north - south) * j / GRID)
                bases = drawn_up(position.edition, position.scale, stands, files, Pose(at, facing))
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
