"""Battles of DBM taken up in the middle: what a case may tell of the time before, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from debellis.casebook.case import Case
from debellis.casebook.case_text import CaseError
from debellis.casebook.playing import begin
from debellis.casebook.reading import read_case

HEAD = 'edition = "dbm31"\nactive = "red"\n'
BASES = """
[[base]]
id = "A"
side = "red"
troops = "Irr Bd (O) C-in-C"
command = "R"
front = [600, 400]
facing = 0
{notes}

[[base]]
id = "B"
side = "blue"
troops = "Irr Sp (O) C-in-C"
command = "B"
against = "A"

[[base]]
id = "L"
side = "red"
troops = "Irr Ax (O)"
command = "F"
undeployed = true

[[do]]
action = "end_moves"
"""


def _case(tmp_path: Path, top: str, notes: str = "") -> Case:
    file = tmp_path / "case.toml"
    file.write_text(HEAD + top + BASES.format(notes=notes), encoding="utf-8")
    return read_case(file)


def test_a_battle_taken_up_at_the_fights_knows_them(tmp_path: Path) -> None:
    state = begin(_case(tmp_path, 'phase = "melee"\n'))
    assert state.bound.melees == (("A", "B"),)


def test_who_is_noted_in_ambush_is_hidden(tmp_path: Path) -> None:
    state = begin(_case(tmp_path, "", 'notes = ["ambush"]'))
    assert not state.position.has_base("A")
    assert list(state.orders["red"].value.ambushes) == ["A"]


def test_a_command_that_comes_on_is_announced(tmp_path: Path) -> None:
    state = begin(_case(tmp_path, 'opening = { coming = { F = "west" } }\n'))
    assert state.coming["F"].elements == ("L",) and state.coming["F"].edge == "west"


def test_what_the_bound_has_seen_is_told(tmp_path: Path) -> None:
    told = 'opening = { marches = { A = 2 }, into_front = ["A"], beaten = { A = "flee" } }\n'
    bound = begin(_case(tmp_path, told)).bound
    assert bound.acts == {"A": ("march", "march")} and bound.into_front == ("A",) and bound.beaten == {"A": "flee"}


@pytest.mark.parametrize(
    ("top", "part"),
    [
        ("opening = { suppers = 3 }\n", "the opening has no argument 'suppers'"),
        ('opening = { coming = { X = "west" } }\n', "the opening names 'X' in coming"),
        ('opening = { edges = { green = "south" } }\n', "edges must be a table by side"),
        ('opening = { drawn = [{ kind = "sea" }] }\n', "'sea' is none"),
        ('opening = { aboard = { A = "Irr Xx (O)" } }\n', "aboard must be troops"),
        ("opening = { thrown = [7] }\n", "thrown must be a die from 1 to 6"),
        ('phase = "supper"\n', "no battle of DBM can be taken up in the phase 'supper'"),
    ],
)
def test_what_cannot_be_told_is_refused(tmp_path: Path, top: str, part: str) -> None:
    with pytest.raises(CaseError, match=part):
        _case(tmp_path, top)
