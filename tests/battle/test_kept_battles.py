"""Ten whole battles, kept: each replays to its last hash and tells the same story; together they show everything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from debellis.battle.replay import replay
from debellis.editions.dba22 import RULES

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from keep_battles import WANTED, shows  # noqa: E402

KEPT = sorted((ROOT / "tests" / "battles").glob("battle-*.jsonl"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_replays_and_tells_the_same(file: Path) -> None:
    done = replay(file.read_bytes(), RULES)
    assert done.closing is not None
    told = "\n".join(event.says for moment in done.moments for event in moment.events) + "\n"
    assert told == file.with_suffix(".txt").read_text("utf-8")


def test_together_they_show_everything() -> None:
    assert len(KEPT) == 10
    shown: set[str] = set()
    for file in KEPT:
        done = replay(file.read_bytes(), RULES)
        shown |= shows(done.state, (event for moment in done.moments for event in moment.events))
    assert not WANTED - shown
