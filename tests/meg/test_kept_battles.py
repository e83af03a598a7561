"""Kept battles of Mortem et Gloriam: each replays to its last hash, tells the same story and keeps the laws."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.replay import Replayed, replay
from tests.meg.lawful import assert_lawful

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_meg_battles import EDITION, KEPT, SIGHTS, shows  # noqa: E402

FILES = sorted((ROOT / "tests" / "battles" / EDITION).glob("battle-*.jsonl"))
#: Replays are kept for the test that walks them all.
_DONE: dict[Path, Replayed] = {}


def replayed(file: Path) -> Replayed:
    if file not in _DONE:
        _DONE[file] = replay(file.read_bytes(), rules_of(EDITION))
    return _DONE[file]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replays_and_tells_the_same(file: Path) -> None:
    done = replayed(file)
    assert done.closing is not None
    for moment in done.moments:
        assert_lawful(moment.state)
    told = "\n".join(event.says for moment in done.moments for event in moment.events) + "\n"
    assert told == file.with_suffix(".txt").read_text("utf-8")


def test_together_they_show_every_phase_answer_result_and_ending() -> None:
    assert len(FILES) == KEPT
    missing = set(SIGHTS)
    for file in FILES:
        done = replayed(file)
        assert done.closing is not None
        missing -= shows((event for moment in done.moments for event in moment.events), done.closing.why)
    assert not missing, f"no kept battle shows: {', '.join(sorted(missing))}"
