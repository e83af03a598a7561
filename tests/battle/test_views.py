"""Views are built from what is open, so nothing hidden is in them: every view of every state of ten kept battles."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from debellis.battle.replay import replay
from debellis.db.playing.state import SIDES, other
from debellis.editions.dba22 import RULES

KEPT = sorted((Path(__file__).parent.parent / "battles").glob("battle-*.jsonl"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_no_view_shows_the_seed_or_hidden_elements(file: Path) -> None:
    done = replay(file.read_bytes(), RULES)
    assert done.closing is not None
    assert done.closing.seed is not None
    for moment in done.moments:
        state = moment.state
        shown = {base.id for base in state.position.bases}
        for side in (*SIDES, None):
            text = msgspec.json.encode(RULES.view(state, side)).decode()
            assert done.closing.seed not in text
            assert "seed" not in text
            assert "dice" not in text
            for enemy in SIDES if side is None else (other(side),):
                for base in state.forces[enemy].elements:
                    if base.id not in shown:
                        assert f'"id":"{base.id}"' not in text
