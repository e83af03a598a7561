"""How far the steps before the first turn have come, and who decides in the next."""

from __future__ import annotations

from typing import Any

from debellis.battle.sides import other
from debellis.meg.playing.before_battle import BeforeBattle
from debellis.meg.playing.course import Course
from debellis.meg.playing.state import State
from debellis.table.value import replace


def before(state: State) -> BeforeBattle:
    """Where the steps before the first turn stand."""
    assert state.before is not None
    return state.before


def note(course: Course, **changes: Any) -> None:
    """Change what is known before the first turn."""
    course.put(before=replace(before(course.state), **changes))


def ask(course: Course, phase: str, side: str) -> None:
    """Let a side decide in a step."""
    course.put(phase=phase)
    course.give_choice(side)


def defender_of(state: State) -> str:
    assert state.invader is not None
    return other(state.invader)
