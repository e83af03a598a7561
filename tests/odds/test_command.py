"""`debellis odds` as people and scripts use it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debellis.cli.app import app

LOG = Path(__file__).parents[1] / "battles" / "dba22" / "battle-0038.jsonl"
CASE = """\
title = "Two lines"
edition = "dba22"
active = "red"

[[base]]
id = "A"
side = "red"
troops = "4Bd"
front = [300, 300]
facing = 40

[[base]]
id = "B"
side = "blue"
troops = "3Kn"
against = "A"

[[base]]
id = "C"
side = "red"
troops = "4Sp"
right_of = "A"

[[base]]
id = "D"
side = "blue"
troops = "4Wb"
against = "C"
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "lines.toml"
    file.write_text(CASE)
    return file


def _run(*arguments: object, code: int = 0) -> str:
    found = CliRunner().invoke(app, ["odds", *map(str, arguments)])
    assert found.exit_code == code, found.output
    assert code == 0 or found.output.count("\n") == 1
    return found.output


def test_a_case_is_told(case: Path) -> None:
    said = _run(case)
    assert "red's close combats: 2 to choose from" in said
    assert "A (4Bd) and B (3Kn)" in said and "Best order for red" in said and "Exact." in said


def test_a_case_for_programs(case: Path) -> None:
    found = json.loads(_run(case, "--json"))
    assert found["exact"] and found["every_order"] and sorted(found["order"]) == [0, 1]
    for side in ("red", "blue"):
        assert sum(Fraction(n["fraction"]) for n in found["losses"][side]["elements"].values()) == 1


def test_beyond_the_work_it_states_its_error(case: Path) -> None:
    found = json.loads(_run(case, "--json", "--work", 10, "--samples", 200))
    assert not found["exact"] and found["samples"] == 200
    expected = found["losses"]["red"]["expected"]
    assert expected["low"] < expected["value"] < expected["high"] and expected["fraction"] is None
    assert "Played out 200 times" in _run(case, "--work", 10, "--samples", 200)


def test_a_moment_of_a_battle(tmp_path: Path) -> None:
    said = _run(LOG, "--after", _last_phase())
    assert "close combats" in said and f"after decision {_last_phase()}" in said


def _last_phase() -> int:
    """A moment the command itself proposes for a battle that is over."""
    said = _run(LOG, code=2)
    assert "the battle is over; choose a moment with --after, for example" in said
    return int(said.rsplit(" ", 1)[1])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((LOG, "--after", 9999), "there is none after decision 9999"),
        ((LOG, "--after", 3), "nobody shoots or fights now; it is time to"),
        (("no-such-file",), "cannot be read"),
        ((Path(__file__), "--after", 3), "is not the log of a battle"),
        ((Path(__file__),), "not well-formed"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(arguments: tuple[object, ...], sentence: str) -> None:
    assert sentence in _run(*arguments, code=2)


def test_logs_that_cannot_be_believed(tmp_path: Path) -> None:
    lines = LOG.read_text().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines[:93]) + lines[93][:40])
    assert "line 94" in _run(cut, code=2)
    assert "close combats" in _run(cut, "--after", 92)
    cut.write_text('{"nothing": 1}\n')
    assert "a key that debellis does not know: 'nothing'" in _run(cut, code=2)


def test_nobody_fights(case: Path) -> None:
    case.write_text(CASE.split('[[base]]\nid = "B"')[0])
    assert "nobody shoots or fights now" in _run(case, code=2)
    case.write_text(CASE.replace('troops = "4Wb"', 'troops = "9Xx"'))
    assert "9Xx" in _run(case, code=2)
