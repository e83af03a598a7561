"""`debellis simulate` and `debellis ladder` as people and scripts use them."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.cli.app import app


def _run(*arguments: object, code: int = 0) -> str:
    found = CliRunner().invoke(app, [*map(str, arguments)])
    assert found.exit_code == code, found.output
    assert code == 0 or found.output.count("\n") == 1
    return found.stdout


_SMALL = ("simulate", "--red", "II/33", "--blue", "II/32", "--generals", "eager,random", "--limit", 2, "--workers", 1)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("simulation") / "out"
    _run(*_SMALL, "--battles", 4, "--out", folder, "--log", 2)
    return folder


def test_it_writes_everything(done: Path) -> None:
    names = {file.name for file in done.iterdir()}
    assert names == {"journal.jsonl", "results.json", "battles.csv", "report.html", "battle-0002.jsonl"}
    assert json.loads((done / "results.json").read_text())["battles"] == 4
    lines = list(csv.DictReader((done / "battles.csv").open()))
    assert [line["battle"] for line in lines] == ["1", "2", "3", "4"]
    assert lines[0]["red_army"] == lines[1]["blue_army"] == "II/33"
    log = replay((done / "battle-0002.jsonl").read_bytes(), rules_of("dba22"))
    assert len(log.moments) - 1 == int(lines[1]["decisions"])


def test_json_says_the_same_as_the_file(done: Path) -> None:
    said = _run("simulate", "--resume", done, "--json", "--workers", 1)
    assert json.loads(said) == json.loads((done / "results.json").read_text())


def test_it_tells_draws_apart(done: Path) -> None:
    said = _run("simulate", "--resume", done, "--workers", 1)
    assert re.search(r"eager +\d+\.\d % +\(\d+\.\d to \d+\.\d\) +\d won, \d drawn, \d lost", said)


def test_resuming_with_more_battles_plays_only_those(done: Path, tmp_path: Path) -> None:
    before = (done / "journal.jsonl").read_bytes()
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "journal.jsonl").write_bytes(before)
    _run("simulate", "--resume", folder, "--battles", 6, "--workers", 1)
    after = (folder / "journal.jsonl").read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 2


def test_all_armies_make_a_matrix(tmp_path: Path) -> None:
    few = ("--armies", "II/33,II/32,I/6c", "--generals", "random", "--limit", 1, "--battles", 2, "--workers", 1)
    said = json.loads(_run("simulate", *few, "--out", tmp_path / "out", "--json"))
    assert said["battles"] == 6
    assert len(said["matrix"]) == 6
    assert "Army against army" in (tmp_path / "out" / "report.html").read_text()


class _Outside(HTMLParser):
    """Collects whatever a page would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.drawings = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.drawings += tag == "svg"
        if tag in ("script", "link", "img", "iframe", "object", "embed", "base", "image", "use"):
            self.found.append(tag)
        self.found += [name for name, _ in attrs if name in ("src", "href", "xlink:href", "srcset") or name[:2] == "on"]


def test_the_report_stands_alone(done: Path) -> None:
    page = (done / "report.html").read_text()
    outside = _Outside()
    outside.feed(page)
    assert outside.found == []
    assert outside.drawings >= 5
    assert not re.search(r"https?:|//[a-z]|url\(|@import", page)
    assert "prefers-color-scheme: dark" in page


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--red", "II/33"), "--blue"),
        (("--red", "II/33", "--blue", "nowhere"), "there is no army 'nowhere'"),
        (("--red", "II/33", "--blue", "II/32", "--generals", "nobody"), "there is no general"),
        (("--red", "II/33", "--blue", "II/32", "--generals", "random,eager,random"), "ladder"),
        (("--red", "II/33", "--blue", "II/32", "--edition", "dbm31"), "dbm31"),
        (("--red", "II/33", "--blue", "II/32", "--on", "moon"), "moon"),
        (("--red", "II/33", "--blue", "II/32", "--battles", "2", "--log", "3"), "the last is 2"),
        (("--resume", "nowhere"), "holds no simulation"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["simulate", *arguments])
    assert found.exit_code == 2
    assert says in found.output
    assert found.output.count("\n") == 1


def test_the_ladder_ranks_the_generals(tmp_path: Path) -> None:
    asked = ("ladder", "--generals", "random,eager", "--battles", 2, "--limit", 1, "--workers", 1, "--out", tmp_path)
    said = json.loads(_run(*asked, "--json"))
    assert {rung["rating"]["name"] for rung in said["rungs"]} == {"random", "eager"}
    for rung in said["rungs"]:
        rating = rung["rating"]
        assert rating["interval"]["low"] < rating["elo"] < rating["interval"]["high"]
        assert rung["record"]["battles"] == 2
    assert "Elo" in _run(*asked)


def test_a_ladder_of_one_is_refused() -> None:
    _run("ladder", "--generals", "random", code=2)
