"""Armies of Mortem et Gloriam by points: ready ones, own ones from a list, and all their faults at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from debellis.battle.army_building import ChosenArmy, ChosenCommand
from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.meg.army_builder import army_builder
from debellis.meg.playing.course import Course
from debellis.meg.playing.game import FAMILY
from debellis.meg.playing.usual_places import roll_for_loyalty
from debellis.meg.setting_up.lists import army_lists
from debellis.meg.setting_up.pre_battle import entitlement
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

BUILDER = army_builder("meg")
RULES = Game("meg", FAMILY)
LISTS = army_lists("meg")


@pytest.mark.parametrize("name", LISTS)
def test_a_ready_army_is_legal_and_draws_the_cards_it_says(name: str) -> None:
    (ready,) = BUILDER.offers(name).ready
    checked = BUILDER.check(ready)
    assert checked.legal, checked.faults
    assert entitlement("meg", LISTS[name], Finding()) == LISTS[name]["pbs_cards"]


def chosen(**changes: int) -> ChosenArmy:
    """Hannibal's army with some numbers changed."""
    (ready,) = BUILDER.offers("hannibal").ready
    words = {**ready.commands[0].elements, **{word.replace("_", " "): count for word, count in changes.items()}}
    return ChosenArmy("hannibal", (ChosenCommand(words),))


def test_all_faults_are_told_at_once() -> None:
    army = ChosenArmy("hannibal", (ChosenCommand({"1": 9, "1: 5 bases": 1, "nobody": 2, "g2: Talented": 1}),))
    checked = BUILDER.check(army)
    clauses = {clause for fault in checked.faults for clause in fault.clauses}
    assert not checked.legal
    # Too many of line 1, a size that is none, an unknown word, no army commander, too few generals and TuG lines.
    assert {"MEG-B8.11", "MEG-B7.1", "MEG-B8.5"} <= clauses
    assert any("nobody" in fault.says for fault in checked.faults)
    assert len(checked.faults) >= 5


def test_a_unit_group_may_be_a_grade_lower_and_costs_less() -> None:
    line = next(line for line in BUILDER.offers("hannibal").lines if line.key == "1")
    costs = {offer.id: offer.points for offer in line.offers}
    # African veterans, 8 bases: superior 28 becomes average 0, so 8 x 28 = 224 points less.
    assert costs["1"] - costs["1: lower quality"] == 224.0
    listed = LISTS["hannibal"]["ug"][0]["n"]
    army = chosen(**{"1": listed - 1, "1: lower quality": 1})
    assert not [fault for fault in BUILDER.check(army).faults if "MEG-B8.10" not in fault.clauses]


def test_only_the_army_commander_floats() -> None:
    good = chosen(**{"g1: Legendary": 0, "g1: Legendary, floating": 1})
    assert BUILDER.check(good).legal, BUILDER.check(good).faults
    bad = chosen(**{"g2: Competent": 0, "g2: Competent, floating": 1})
    assert any("MEG-B8.9" in fault.clauses for fault in BUILDER.check(bad).faults)
    state = RULES.start({"red": BUILDER.check(good).setup, "blue": "hannibal"})
    assert [one.floating for one in state.forces["red"].leaders.value] == [True, False, False]


def test_an_own_army_draws_its_own_pbs_cards() -> None:
    words = BUILDER.check(chosen()).setup
    assert words is not None
    horse = [i for i, group in enumerate(LISTS["hannibal"]["ug"], start=1) if group["type"] == "cavalry"]
    assert horse
    state = RULES.start({"red": words, "blue": "hannibal"})
    assert state.forces["red"].pbs_cards == LISTS["hannibal"]["pbs_cards"]


def test_the_year_of_an_army_lies_in_its_list() -> None:
    first, last = LISTS["hannibal"]["list_from"], LISTS["hannibal"]["list_to"]
    state = RULES.start({"red": {"army": "hannibal", "year": first}, "blue": "hannibal"})
    assert state.forces["red"].year == first
    with pytest.raises(ValueError, match=f"from {first} to {last}"):
        RULES.start({"red": {"army": "hannibal", "year": last + 1}, "blue": "hannibal"})


def test_a_file_is_checked_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    (ready,) = BUILDER.offers("magna-spartan").ready
    rows = ", ".join(f'"{word}" = {count}' for word, count in ready.commands[0].elements.items())
    good = f'army = "magna-spartan"\n[[command]]\nelements = {{ {rows} }}\n'
    bad = good.replace("elements = { ", 'elements = { "1: 5 bases" = 9, ')
    for text, code in ((good, 0), (bad, 1)):
        file.write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "debellis", "armies", str(file), "--edition", "meg"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        assert ("MEG-B8.11" in done.stdout) == bool(code)


@pytest.mark.parametrize(("army", "enemies"), [("mid-republican-roman", True), ("tuareg", False)])
def test_an_ally_of_an_enemy_people_is_less_to_be_trusted(army: str, enemies: bool) -> None:
    """MEG-B7.8: a white die for an ally, green if his troops are of an enemy people of the list."""
    state = RULES.start({"red": army, "blue": "hannibal"})
    he = next(one for one in state.forces["red"].leaders.value if one.role == "ally")
    for score, hesitates in ((1, True), (2, True), (3, enemies), (4, False)):
        chance = Chance((score,))
        course = Course(replace(state, position=replace(state.position, generals=(he,))), chance)
        roll_for_loyalty(course, he)
        # White has wounds on 1 and 2, green a skull on 1 and wounds on 2 and 3.
        assert (course.general(he.id).state == "hesitant") is hesitates
        assert ("enemies of the list" in course.events[0].says) is enemies


def test_an_army_tells_what_counts_before_a_battle() -> None:
    """The list has 6238 points, 5 PBS cards, and three generals under a talented professional."""
    told = ("6238 points", "5 pre-battle cards", "talented professional commander, 2 other generals")
    assert RULES.survey.armies()["magna-achaemenid"].facts == told
    assert all(len(army.facts) == 3 for army in RULES.survey.armies().values())
