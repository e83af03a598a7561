"""Kept battles of DBM: each replays to its last hash and tells the same story; together they show everything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.dbm.lawful import assert_lawful
from tests.kept import kept, named, replayed, told

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_dbm_battles import EDITIONS, PLANS, SIGHTS, shows  # noqa: E402

FILES = {edition: kept(edition) for edition in EDITIONS}


@pytest.mark.parametrize("file", [file for edition in EDITIONS for file in FILES[edition]], ids=named)
def test_replays_and_tells_the_same(file: Path) -> None:
    done = replayed(file)
    assert done.closing is not None
    for moment in done.moments:
        assert_lawful(moment.state)
    assert told(done) == file.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_together_they_show_every_phase_and_ending(edition: str) -> None:
    assert len(FILES[edition]) == len(PLANS)
    missing = set(SIGHTS)
    for file in FILES[edition]:
        done = replayed(file)
        assert done.closing is not None
        events = [event for moment in done.moments for event in moment.events]
        missing -= shows(done.header.setup, events, done.closing.why)
    assert not missing, f"no kept battle of {edition} shows: {', '.join(sorted(missing))}"
