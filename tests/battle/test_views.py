"""Views are built from what is open, so nothing hidden is in them: every view of every state of the kept battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.battle.sides import SIDES, other
from debellis.table import writing

#: Editions whose dice for terrain stay on the table for all to see.
THROWN_IN_THE_OPEN = ("dbm31", "dbm32")
KEPT = sorted((Path(__file__).parent.parent / "battles").glob("*/battle-*.jsonl"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_view_shows_the_seed_or_hidden_elements(file: Path) -> None:
    rules = rules_of(file.parent.name)
    done = replay(file.read_bytes(), rules)
    assert done.closing is not None
    assert done.closing.seed is not None
    for moment in done.moments:
        state = moment.state
        shown = {base.id for base in state.position.bases}
        for side in (*SIDES, None):
            text = writing.encode(rules.view(state, side)).decode()
            assert done.closing.seed not in text
            assert "seed" not in text
            assert "dice" not in text or file.parent.name in THROWN_IN_THE_OPEN
            for enemy in SIDES if side is None else (other(side),):
                for base in state.forces[enemy].elements:
                    if base.id not in shown:
                        assert f'"id":"{base.id}"' not in text
