"""Whole battles, kept: each replays to its last hash and tells the same story; together they show everything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.battle.conftest import EDITIONS
from tests.kept import BATTLES, kept, named, replayed, told

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_battles import KEPT, shows, wanted  # noqa: E402

FILES = {edition: kept(edition) for edition in EDITIONS}
#: A big battle between two centurions.
BIG = BATTLES / "dba22" / "big-0001.jsonl"
EVERY = [*(file for edition in EDITIONS for file in FILES[edition]), BIG]


@pytest.mark.parametrize("file", EVERY, ids=named)
def test_replays_and_tells_the_same(file: Path) -> None:
    done = replayed(file)
    assert done.closing is not None
    assert told(done) == file.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_together_they_show_everything(edition: str) -> None:
    assert len(FILES[edition]) == KEPT[edition]
    shown: set[str] = set()
    for file in FILES[edition]:
        done = replayed(file)
        shown |= shows(edition, done.state, (event for moment in done.moments for event in moment.events))
    assert not wanted(edition) - shown


@pytest.mark.parametrize("file", [BIG], ids=named)
def test_the_big_battle_shows_what_only_big_battles_have(file: Path) -> None:
    done = replayed(file)
    kinds = {event.kind for moment in done.moments for event in moment.events}
    assert kinds >= {"allot", "allotted", "demoralised", "hold", "flee", "bonus"}
    assert done.closing is not None
    assert (done.closing.winner, done.closing.why) == ("red", "commander-in-chief and more elements lost")
