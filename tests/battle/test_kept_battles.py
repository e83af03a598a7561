"""Whole battles, kept: each replays to its last hash and tells the same story; together they show everything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from tests.battle.conftest import EDITIONS

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_battles import KEPT, shows, wanted  # noqa: E402

FILES = {edition: sorted((ROOT / "tests" / "battles" / edition).glob("battle-*.jsonl")) for edition in EDITIONS}
#: A big battle between two centurions.
BIG = ROOT / "tests" / "battles" / "dba22" / "big-0001.jsonl"
EVERY = [*((edition, file) for edition in EDITIONS for file in FILES[edition]), ("dba22", BIG)]


@pytest.mark.parametrize(("edition", "file"), EVERY, ids=lambda value: getattr(value, "stem", value))
def test_replays_and_tells_the_same(edition: str, file: Path) -> None:
    done = replay(file.read_bytes(), rules_of(edition))
    assert done.closing is not None
    told = "\n".join(event.says for moment in done.moments for event in moment.events) + "\n"
    assert told == file.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_together_they_show_everything(edition: str) -> None:
    assert len(FILES[edition]) == KEPT[edition]
    shown: set[str] = set()
    for file in FILES[edition]:
        done = replay(file.read_bytes(), rules_of(edition))
        shown |= shows(edition, done.state, (event for moment in done.moments for event in moment.events))
    assert not wanted(edition) - shown


def test_the_big_battle_shows_what_only_big_battles_have() -> None:
    done = replay(BIG.read_bytes(), rules_of("dba22"))
    kinds = {event.kind for moment in done.moments for event in moment.events}
    assert kinds >= {"allot", "allotted", "demoralised", "hold", "flee", "bonus"}
    assert done.closing is not None
    assert (done.closing.winner, done.closing.why) == ("red", "commander-in-chief and more elements lost")
