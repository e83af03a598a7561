"""Kept battles of DBM: each replays to its last hash and tells the same story; together they show everything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.replay import Replayed, replay
from tests.dbm.lawful import assert_lawful

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_dbm_battles import EDITIONS, PLANS, SIGHTS, shows  # noqa: E402

FILES = {edition: sorted((ROOT / "tests" / "battles" / edition).glob("battle-*.jsonl")) for edition in EDITIONS}
EVERY = [(edition, file) for edition in EDITIONS for file in FILES[edition]]
#: Replays are kept for the test that walks them all.
_DONE: dict[Path, Replayed] = {}


def replayed(edition: str, file: Path) -> Replayed:
    if file not in _DONE:
        _DONE[file] = replay(file.read_bytes(), rules_of(edition))
    return _DONE[file]


@pytest.mark.parametrize(("edition", "file"), EVERY, ids=lambda value: getattr(value, "stem", value))
def test_replays_and_tells_the_same(edition: str, file: Path) -> None:
    done = replayed(edition, file)
    assert done.closing is not None
    for moment in done.moments:
        assert_lawful(moment.state)
    told = "\n".join(event.says for moment in done.moments for event in moment.events) + "\n"
    assert told == file.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_together_they_show_every_phase_and_ending(edition: str) -> None:
    assert len(FILES[edition]) == len(PLANS)
    missing = set(SIGHTS)
    for file in FILES[edition]:
        done = replayed(edition, file)
        assert done.closing is not None
        events = [event for moment in done.moments for event in moment.events]
        missing -= shows(done.header.setup, events, done.closing.why)
    assert not missing, f"no kept battle of {edition} shows: {', '.join(sorted(missing))}"
