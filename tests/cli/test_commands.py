"""The commands as people and scripts use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from debellis.battle.playable import playable
from debellis.casebook import enforcement
from debellis.casebook.running import Report
from debellis.cli.app import app
from debellis.umpire.clauses import EDITIONS
from debellis.umpire.editions import description
from debellis.umpire.editions import edition as find
from tests.shipped import results

PLAYABLE = playable()

GOOD = """\
title = "Face to face"
edition = "dba22"

[[base]]
id = "A"
side = "red"
troops = "4Bd"
front = [300, 300]
facing = 40

[[base]]
id = "B"
side = "blue"
troops = "3Kn general"
against = "A"

[[ask]]
question = "contact"
mover = "B"
target = "A"
answer = { kind = "front", legal = true, length = 40 }

[[ask]]
question = "combat"
attacker = "B"
defender = "A"
dice = [4, 2]
answer = { totals = [8, 5], loser = "A" }
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "good.toml"
    file.write_text(GOOD)
    return file


def _run(*arguments: object, code: int = 0) -> str:
    found = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert found.exit_code == code, found.output
    return found.stdout


def _json(*arguments: object, code: int = 0) -> Any:
    return json.loads(_run(*arguments, "--json", code=code))


def test_help_names_every_command() -> None:
    text = _run("--help")
    for command in ("ask", "case", "clauses", "questions", "armies", "battle", "replay", "tour"):
        assert command in text


def test_version() -> None:
    assert _run("--version").startswith("debellis ")


def test_case_run_green(case: Path) -> None:
    assert "2 as expected, 0 not, 0 malformed" in _run("case", "run", case)


def test_case_run_json(case: Path) -> None:
    results = _json("case", "run", case)
    assert [result["question"] for result in results] == ["contact", "combat"]
    assert {"file", "question", "expected", "answer", "because", "ok"} <= results[0].keys()
    assert results[0]["file"] == str(case)
    assert results[0]["expected"] == {"kind": "front", "legal": True, "length": 40}
    assert all(result["ok"] for result in results)


def test_case_run_mismatch(case: Path) -> None:
    case.write_text(GOOD.replace('kind = "front"', 'kind = "rear"'))
    text = _run("case", "run", case, code=1)
    assert f"{case}, line 17: contact" in text
    assert 'kind "front", expected "rear"' in text
    results = _json("case", "run", case, code=1)
    assert [result["ok"] for result in results] == [False, True]
    assert results[0]["failures"] == ['kind "front", expected "rear"']


def test_case_run_frames(case: Path) -> None:
    assert "2 as expected, 0 not, 0 malformed" in _run("case", "run", "--frames", case)
    case.write_text(GOOD.replace("length = 40", "length = 39"))
    assert [result["ok"] for result in _json("case", "run", "--frames", case, code=1)] == [False, True]


def test_case_run_malformed_beside_good(case: Path) -> None:
    bad = case.with_name("bad.toml")
    bad.write_text("")
    results = _json("case", "run", case.parent, code=2)
    assert len(results) == 2


def test_case_run_wrong_argument(case: Path) -> None:
    case.write_text(GOOD.replace("dice = [4, 2]", "dice = [4, 7]"))
    found = CliRunner().invoke(app, ["case", "run", str(case)])
    assert found.exit_code == 2
    assert f"{case}, line 27: dice must be " in found.stderr


def test_case_run_nothing_there(tmp_path: Path) -> None:
    _run("case", "run", tmp_path, code=2)
    _run("case", "run", tmp_path / "nowhere.toml", code=2)


def test_ask(case: Path) -> None:
    text = _run("ask", case)
    assert "Face to face" in text
    assert 'kind = "front"' in text
    assert "factors of A" in text


def test_ask_json(case: Path) -> None:
    contact, combat = _json("ask", case)
    assert contact["question"] == "contact"
    assert contact["answer"]["legal"] is True
    assert combat["arguments"]["dice"] == [4, 2]
    assert {sheet["of"] for sheet in combat["sheets"]} == {"A", "B"}
    for reason in contact["because"] + combat["because"]:
        assert reason.keys() == {"clause", "says", "tier"}


def test_ask_needs_no_answer(case: Path) -> None:
    case.write_text("\n".join(line for line in GOOD.splitlines() if not line.startswith("answer")))
    assert len(_json("ask", case)) == 2


def test_case_draw(case: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out.svg"
    _run("case", "draw", case, "-o", picture)
    assert picture.read_text("utf-8").startswith("<svg")
    plain = picture.read_text("utf-8")
    _run("case", "draw", case, "-o", picture, "--ask", 1, "--width", 400)
    assert picture.read_text("utf-8") != plain


def test_case_draw_near(case: Path, tmp_path: Path) -> None:
    far = '[[base]]\nid = "Faraway"\nside = "red"\ntroops = "2Ps"\nfront = [60, 60]\nfacing = 0\n'
    case.write_text(GOOD.replace("[[ask]]", far + "\n[[ask]]", 1))
    picture = tmp_path / "out.svg"
    _run("case", "draw", case, "-o", picture, "--ask", 1, "--whole")
    assert "Faraway" in picture.read_text("utf-8")
    _run("case", "draw", case, "-o", picture, "--ask", 1)
    assert "Faraway" not in picture.read_text("utf-8")


def test_case_draw_refusals(case: Path, tmp_path: Path) -> None:
    _run("case", "draw", case, "-o", tmp_path / "out.svg", "--ask", 3, code=2)
    _run("case", "draw", case, "-o", tmp_path / "no" / "such" / "out.svg", code=2)


@pytest.fixture
def run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped casebook is not run again for each command."""
    run = enforcement.run_casebook

    def from_the_first_run(cases: Path | None = None, naming: str = "") -> Report:
        return run(cases, naming) if cases or naming else results()

    results()
    monkeypatch.setattr(enforcement, "run_casebook", from_the_first_run)


@pytest.mark.usefixtures("run_once")
def test_clauses_summary() -> None:
    sources = _json("clauses", "--summary")
    assert [(line["prefix"], line["clauses"]) for line in sources] == [
        ("BOB", 457),
        ("REN", 186),
        ("IWF", 290),
        ("DBM32", 247),
        ("MEG", 190),
    ]
    assert [line["edition"] for line in sources] == list(EDITIONS)
    counts = ["clauses", "automatable", "enforced", "open", "acts", "in_play"]
    assert list(sources[0]) == ["source", "edition", "prefix", *counts]
    assert "457" in _run("clauses", "--summary")


def test_clauses_summary_with_another_casebook(tmp_path: Path) -> None:
    assert [line["enforced"] for line in _json("clauses", "--summary", "--cases", tmp_path)] == [0, 0, 0, 0, 0]


def test_one_clause() -> None:
    clause = _json("clauses", "BOB-SHO-5a")
    assert clause["id"] == "BOB-SHO-5a"
    assert {"rule", "tier", "enforced", "cited_in", "bites", "spares"} <= clause.keys()
    assert "authority" in _run("clauses", "BOB-SHO-5a")


def test_clauses_by_their_beginning() -> None:
    names = [clause["id"] for clause in _json("clauses", "BOB-SHO")]
    assert names and all(name.startswith("BOB-SHO") for name in names)


@pytest.mark.usefixtures("run_once")
def test_open_clauses_say_what_they_lack() -> None:
    found = _json("clauses", "--open", "--edition", "dba22")
    assert found
    assert all(clause["missing"] and clause["edition"] == "dba22" for clause in found)


def test_clauses_refusals() -> None:
    _run("clauses", "BOB-XYZ-1", code=2)
    _run("clauses", "--edition", "dba9", code=2)
    _run("clauses", "--cases", "no/such/place", code=2)


def test_questions() -> None:
    found = {question["question"]: question for question in _json("questions", "dba22")}
    assert found["contact"]["arguments"]["mover"] == {"kind": "base", "optional": False}
    assert "contact" in _run("questions", "dba22")
    _run("questions", "dba9", code=2)


@pytest.mark.parametrize("edition", PLAYABLE)
def test_questions_and_actions_of_every_edition(edition: str) -> None:
    assert {"combat", "may_move", "may_shoot"} <= {entry["question"] for entry in _json("questions", edition)}
    assert {"move", "shoot", "fight"} <= {entry["action"] for entry in _json("questions", edition, "--actions")}


@pytest.mark.parametrize("edition", [name for name in PLAYABLE if description(name).family == "dba"])
def test_armies(edition: str) -> None:
    found = _json("armies", "--edition", edition)
    assert len(found) >= 16
    assert found[0].keys() == {"id", "name", "years", "topography", "aggression"}
    text = _run("armies", "--edition", edition)
    assert all(army["name"] in text for army in found)
    one = _json("armies", found[0]["id"], "--edition", edition)
    assert sum(slot["count"] for slot in one["elements"]) >= 12 - len(one["alternatives"]) * 12
    assert "(general)" in _run("armies", found[0]["id"], "--edition", edition)
    assert _json("armies", found[0]["name"].upper(), "--edition", edition) == one


def test_armies_refusals() -> None:
    refused = {
        ("IX/99",): "there is no ",
        ("--edition", "dba9"): "there is no ",
        ("gallic", "--edition", "dbm31", "--points", "300"): "--points is for checking a file",
        ("nowhere.toml", "--edition", "dbm31"): "nowhere.toml cannot be read",
    }
    for arguments, says in refused.items():
        found = CliRunner().invoke(app, ["armies", *arguments])
        assert found.exit_code == 2
        assert found.stderr.startswith(says) and found.stderr.count("\n") == 1


@pytest.mark.parametrize("edition", PLAYABLE)
def test_battle_and_replay(edition: str, tmp_path: Path) -> None:
    first, *_, last = [army["id"] for army in _json("armies", "--edition", edition)]
    log = tmp_path / "battle.jsonl"
    armies = ("--red", first, "--blue", last, "--generals", "eager")
    end = _json("battle", "--edition", edition, *armies, "--seed", 3, "--limit", 2, "--log", log)
    checked = _json("replay", log, "--check")
    assert checked["ok"] and checked["hash"] == end["hash"] and checked["decisions"] == end["decisions"]
    _run("replay", log, "--draw", tmp_path / "pictures")
    pictures = sorted((tmp_path / "pictures").glob("*.svg"))
    assert len(pictures) == 4
    assert f" {find(edition).unit}<" in pictures[0].read_text("utf-8")


def test_replay_check_has_a_code_for_each_way_a_log_can_fail(tmp_path: Path) -> None:
    kept = (Path(__file__).parent.parent / "battles" / "dba22" / "battle-0121.jsonl").read_bytes()
    header, *decisions, closing = kept.splitlines(keepends=True)
    seedless = [header, *decisions, closing.replace(b'"number 121"', b"null")]
    forged = [header, decisions[0].replace(b"[4,1]", b"[17,-3]"), *decisions[1:], closing]
    log = tmp_path / "log.jsonl"
    for lines, code in ((seedless, 4), ([header], 3), (forged, 1), ([b"\x00\xff"], 2), ([kept], 0)):
        log.write_bytes(b"".join(lines))
        told = _run("replay", log, "--check", code=code)
        assert ("NO" in told or "?" in told) == (code != 0)
        found = _json("replay", log, "--check", code=code)
        assert found["code"] == code and found["ok"] == (code == 0)
        assert len(found["verdicts"]) == 7
        _run("replay", log, code=code if code < 3 else 0)


def test_battle_never_overwrites_a_log_and_keeps_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "battle.jsonl"
    log.touch()
    wanted = ("battle", "--red", "II/33", "--blue", "II/32", "--generals", "random", "--limit", 1, "--log", log)
    short = _run(*wanted)
    before = log.read_bytes()
    refused = CliRunner().invoke(app, [str(word) for word in wanted])
    assert refused.exit_code == 2 and "choose another file" in refused.stderr
    assert log.read_bytes() == before
    every = _run(*wanted[:-2], "--clauses")
    assert [line.partition("  [")[0] for line in short.splitlines()] == [
        line.partition("  [")[0] for line in every.splitlines()
    ]
    cited = [line.partition("  [")[2].count(",") for line in short.splitlines()]
    assert max(cited) < 4 <= max(line.partition("  [")[2].count(",") for line in every.splitlines())


def test_battle_says_when_its_log_cannot_be_written(tmp_path: Path) -> None:
    wanted = ["battle", "--red", "II/33", "--blue", "II/32", "--generals", "random", "--limit", "1", "--log"]
    missing = CliRunner().invoke(app, [*wanted, str(tmp_path / "no" / "such" / "place")])
    assert missing.exit_code == 2 and "cannot be written (no such file or directory)" in missing.stderr
    if Path("/dev/full").exists():
        full = CliRunner().invoke(app, [*wanted, "/dev/full"])
        assert full.exit_code == 2 and full.stderr == "/dev/full cannot be written (no space left on device)\n"


def test_battle_generals_are_named() -> None:
    wanted = ["battle", "--red", "II/33", "--blue", "II/32", "--limit", "1", "--generals"]
    for names, says in (("a,b,c", "one name for both sides or two"), ("nobody", "there is no general 'nobody'")):
        found = CliRunner().invoke(app, [*wanted, names])
        assert found.exit_code == 2 and says in found.stderr


@pytest.mark.parametrize("edition", PLAYABLE)
def test_battle_refusals(edition: str) -> None:
    good = _json("armies", "--edition", edition)[0]["id"]
    for wrong in (("--red", "nobody"), ("--red", good, "--scale", "3mm"), ("--red", good, "--edition", "dba9")):
        found = CliRunner().invoke(app, ["battle", "--edition", edition, "--blue", good, *wrong])
        assert found.exit_code == 2
        assert found.stderr.startswith("there is no ") and found.stderr.count("\n") == 1


def test_tour(tmp_path: Path) -> None:
    text = _run("tour", "-o", tmp_path / "tour")
    assert "drawings are in" in text.replace("\n", " ")
    pictures = list((tmp_path / "tour").glob("*.svg"))
    page = (tmp_path / "tour" / "index.html").read_text("utf-8")
    assert pictures and all(picture.name in page for picture in pictures)
