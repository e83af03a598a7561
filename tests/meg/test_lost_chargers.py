"""Chargers that were shot to the last base before they moved: their charge is not made, and others go on."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.rules import Opening
from debellis.meg.playing.charges import waiting_charges
from debellis.meg.playing.charging import run
from debellis.meg.playing.course import Course
from debellis.meg.playing.game import FAMILY
from tests.meg.scenes import scene, unit

RULES = Game("meg", FAMILY)
SCENE = scene(
    unit("A", "red", front=[400, 500], facing=0),
    unit("B", "red", front=[520, 500], facing=0),
    unit("X", "blue", front=[400, 600], facing=180),
    unit("Y", "blue", front=[520, 600], facing=180),
    phase="2.6",
    charges=({"by": ["A", "B"], "on": ["X", "Y"], "kind": "prompted"},),
    generals=(
        {"id": "G", "side": "red", "role": "AC", "rank": "competent", "style": "professional", "hand": [], "with": "B"},
        {
            "id": "H",
            "side": "blue",
            "role": "AC",
            "rank": "competent",
            "style": "professional",
            "hand": [],
            "with": "Y",
        },
    ),
)


def after_losing(*names: str) -> Course:
    """The moves of charges begin after these unit groups have lost all their bases."""
    course = Course(RULES.from_position(SCENE, Opening()), Chance(()))
    for name in names:
        course.take_off(name)
    return course


def test_the_rest_of_a_block_charges() -> None:
    course = after_losing("A")
    assert not run(course)
    assert [charge.by for charge in waiting_charges(course.state)] == [("B",)]
    assert not course.events


def test_nobody_left_means_no_charge() -> None:
    course = after_losing("A", "B")
    assert run(course)
    assert [(event.kind, event.clauses) for event in course.events] == [("cancelled", ("MEG-26a",))]
    assert not course.charges()
