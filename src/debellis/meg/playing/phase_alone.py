"""A phase of combats or shots alone, for odds: its decisions, without what follows when it ends.

Losses are taken by their defaults, and nobody is asked to change them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.meg.playing import fighting, opponents, owner_choices, shooting, supporting
from debellis.meg.playing.actions import Fight, Lead, LendDie, PairUp, Pass, Shoot, TakeCover
from debellis.meg.playing.course import NEW_FILE, Course
from debellis.meg.playing.leading import startled
from debellis.meg.playing.state import State

#: The sub-phases whose throws all belong to combats or shots, and how each goes on.
RUNS: dict[str, Callable[[Course], bool]] = {"2.7": fighting.run, "3.1": shooting.run, "5.2": fighting.run}
#: What an imagined state calls its phase when that has ended.
ENDED = "ended"
_DEFAULTS = (owner_choices.REMOVE, owner_choices.FREE_MOVE, NEW_FILE)


def decide(state: State, action: Any, chance: Chance) -> Happened[State]:
    """The state after a decision of such a phase, and what happened; no further than to the end of the phase."""
    course = Course(state, chance)
    _act(course, action)
    startled(course)
    course.put(waiting=tuple(one for one in course.state.waiting if one.phase not in _DEFAULTS), lost=UNSET)
    if not course.state.waiting and RUNS[course.state.phase](course) and not course.state.waiting:
        course.put(phase=ENDED)
    return course.happened()


def _act(course: Course, action: Any) -> None:
    if isinstance(action, Lead):
        fighting.do_lead(course, action)
    elif isinstance(action, LendDie):
        supporting.do_lend(course, action)
    elif isinstance(action, PairUp):
        opponents.do_pairs(course, action)
    elif isinstance(action, TakeCover):
        shooting.do_cover(course, action)
    elif isinstance(action, Shoot) or course.state.phase == "3.1":
        shooting.do(course, action)
    else:
        assert isinstance(action, Fight | Pass)
        fighting.do(course, action)
