"""A position moved, turned by any angle or mirrored gets the same ruling, moved, turned or mirrored."""

from __future__ import annotations

from pathlib import Path

import pytest

from debellis.casebook.case import Frame
from debellis.casebook.frames import further_frames, in_frame, mismatches
from debellis.casebook.reading import read_case
from debellis.casebook.running import run_case
from debellis.casebook.shipped import cases_directory
from debellis.table.position import Position
from debellis.umpire.editions import edition
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Ruling
from tests.shipped import case as shipped_case

FILES = sorted(cases_directory().rglob("*.toml"))

#: A bow that shoots half to the left of straight ahead.
SHOT = """
edition = "dba22"
active = "red"
{frames}

[[base]]
id = "A"
side = "red"
troops = "4Bw"
front = [300, 300]
facing = 0

[[base]]
id = "B"
side = "blue"
troops = "4Bd"
front = [280, 340]
facing = 180

[[ask]]
question = "may_shoot"
shooter = "A"
target = "B"
answer = true

[[ask]]
question = "{question}"
{arguments}
answer = {answer}
"""
MOVE = {"question": "may_move", "arguments": 'element = "A"\nto = { front = [300, 310], facing = 0 }', "answer": "true"}


def write(folder: Path, frames: str = "", **ask: str) -> Path:
    file = folder / "case.toml"
    file.write_text(SHOT.format(frames=frames, **(ask or MOVE)), "utf-8")
    return file


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(Path(f).relative_to(cases_directory())))
def test_any_frame(file: Path) -> None:
    assert mismatches(shipped_case(file)) == {}


def test_a_case_holds_in_the_frames_it_names(tmp_path: Path) -> None:
    named = read_case(write(tmp_path, "frames = [{ turn = 213.5, mirror = true }, { turn = 10 }]"))
    assert further_frames(named)[3:] == (Frame(213.5, True), Frame(10.0))
    assert len(further_frames(read_case(write(tmp_path)))) == 3


def test_a_case_that_must_stay_as_it_lies_has_no_other_frame(tmp_path: Path) -> None:
    assert further_frames(read_case(write(tmp_path, "frames = false"))) == ()


def test_a_frame_mirrors_then_turns(tmp_path: Path) -> None:
    moved = in_frame(read_case(write(tmp_path)), Frame(90.0, True)).position
    a, b = moved.bases
    # B, 40 mm north of A and 20 mm west, is mirrored to the east and then turned to the south.
    assert (b.front[0] - a.front[0], b.front[1] - a.front[1]) == pytest.approx((40.0, -20.0))
    assert a.facing == pytest.approx((1.0, 0.0))


def test_a_ruling_that_depends_on_the_frame_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faces_north(position: Position, element: str) -> Ruling:
        return Ruling("faces_north", position.base(element).facing[1] > 0.99)

    asked = {"question": "faces_north", "arguments": 'element = "A"', "answer": "true"}
    questions = edition("dba22").questions
    monkeypatch.setitem(questions, "faces_north", Question("faces_north", "", {"element": BASE}, faces_north))
    results, _ = run_case(read_case(write(tmp_path, **asked)), frames=True)
    assert [result.ok for result in results] == [True, False]
    assert results[1].failures[0].startswith("turned by ")
    assert results[1].line == 26
    results, _ = run_case(read_case(write(tmp_path, "frames = false", **asked)), frames=True)
    assert [result.ok for result in results] == [True, True]
    monkeypatch.setitem(
        questions, "faces_north", Question("faces_north", "", {"element": BASE}, faces_north, tied_to_table=True)
    )
    results, _ = run_case(read_case(write(tmp_path, **asked)), frames=True)
    assert [result.ok for result in results] == [True, True]
