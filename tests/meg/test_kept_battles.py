"""Kept battles of Mortem et Gloriam: each replays to its last hash, tells the same story and keeps the laws."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.kept import kept, named, replayed, told
from tests.meg.lawful import assert_lawful

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_meg_battles import EDITION, KEPT, SIGHTS, shows  # noqa: E402

FILES = kept(EDITION)


@pytest.mark.parametrize("file", FILES, ids=named)
def test_replays_and_tells_the_same(file: Path) -> None:
    done = replayed(file)
    assert done.closing is not None
    for moment in done.moments:
        assert_lawful(moment.state)
    assert told(done) == file.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("files", [FILES], ids=[EDITION])
def test_together_they_show_every_phase_answer_result_and_ending(files: list[Path]) -> None:
    assert len(files) == KEPT
    missing = set(SIGHTS)
    for file in files:
        done = replayed(file)
        assert done.closing is not None
        missing -= shows((event for moment in done.moments for event in moment.events), done.closing.why)
    assert not missing, f"no kept battle shows: {', '.join(sorted(missing))}"
