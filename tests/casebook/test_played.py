"""What a case asks is decided by a battle too, and proves in play only where the battle agrees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from debellis.battle.asked import Playing
from debellis.battle.game import Game
from debellis.battle.rules import Opening
from debellis.casebook import Case, Result, read_case, run_case
from debellis.casebook.enforcement import judge
from debellis.casebook.running import Report
from debellis.table.value import replace

BASES = """
edition = "dba22"

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
front = [300, 350]
facing = 180
"""
TOO_FAR = """
[[ask]]
question = "may_move"
element = "A"
to = { front = [450, 100], facing = 0 }
answer = false
"""
SHOT = """
[[ask]]
question = "may_shoot"
shooter = "A"
target = "B"
answer = { legal = true, edge = "front" }
because = ["BOB-SHO-4"]
spared = ["BOB-SHO-3"]
"""

Write = Callable[[str], Case]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Case:
        file = tmp_path / "case.toml"
        file.write_text(BASES + text, "utf-8")
        return read_case(file)

    return written


def _only(case: Case) -> Result:
    results, faults = run_case(case, played=True)
    assert not faults and len(results) == 1
    return results[0]


def _shot(write: Write, because: str = "") -> Result:
    return _only(write(SHOT.replace('["BOB-SHO-4"]', because or "[]")))


def test_a_battle_that_agrees_proves_in_play(write: Write) -> None:
    assert _only(write(TOO_FAR)).in_play == ()
    found = _shot(write)
    assert found.ok and found.in_play == ()
    proof = judge({}, Report((found,), (), 1))["BOB-SHO-3"].spares[0]
    assert proof.kind == "play"


def test_nothing_is_played_unless_it_is_wished(write: Write) -> None:
    results, _ = run_case(write(SHOT.replace('["BOB-SHO-4"]', "[]")))
    assert [result.in_play for result in results] == [None]


def test_a_question_that_supposes_what_no_battle_saw_is_not_played(write: Write) -> None:
    assert _only(write(TOO_FAR.replace("answer", "remount = true\nanswer"))).in_play is None


def _plays_instead(monkeypatch: pytest.MonkeyPatch, playing: Playing) -> None:
    monkeypatch.setattr(Game, "plays", lambda *_: playing)


def test_a_battle_that_differs_is_told_and_proves_nothing_in_play(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = {"element": "A", "to": {"front": [300, 310], "facing": 0}}
    _plays_instead(monkeypatch, Playing(Opening("moves"), (("move", near),)))
    found = _only(write(TOO_FAR + 'spared = ["BOB-SHO-3"]\n'))
    assert found.ok and found.in_play == ("in the battle: legal true, expected false",)
    assert judge({}, Report((found,), (), 1))["BOB-SHO-3"].spares[0].kind == "ask"


def test_a_clause_that_the_battle_does_not_cite_is_told(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    case = write(TOO_FAR)
    clauses = run_case(case)[0][0].because
    assert clauses
    by_another = {"element": "B", "to": {"front": [450, 100], "facing": 0}}
    _plays_instead(monkeypatch, Playing(Opening("moves"), (("move", by_another),)))
    found = _only(write(TOO_FAR + f'because = ["{clauses[0]}"]\n'))
    assert found.in_play == (f"in the battle: {clauses[0]} is not cited",)


def test_missing_dice_are_told(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    shot = (("pick_shooter", {"shooter": "A"}), ("shoot", {"target": "B"}))
    _plays_instead(monkeypatch, Playing(Opening("shooting"), shot))
    found = _shot(write)
    assert found.in_play is not None and "dice" in found.in_play[0]


def test_a_battle_in_another_phase_is_not_compared(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    _plays_instead(monkeypatch, Playing(Opening("pips"), (("end_moves", {}),)))
    assert _shot(write).in_play is None


def test_a_phase_passed_although_something_is_allowed_is_told(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "carry_on", lambda game, state: (replace(state, phase="melee"), ()))
    near = TOO_FAR.replace("[450, 100]", "[300, 310]").replace("false", "true")
    assert _only(write(near)).in_play == ("the battle passes the phase, although this is allowed in it",)
