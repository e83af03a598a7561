"""Views: built from what is open, so nothing hidden can be in them."""

from __future__ import annotations

import msgspec

from debellis.battle.battle import Battle
from debellis.battle.replay import replay
from debellis.editions.dba22.playing.game import RULES
from debellis.editions.dba22.playing.state import SIDES, other


def test_no_view_shows_seed_or_hidden_elements(battle: Battle) -> None:
    assert battle.seed is not None
    for moment in replay(battle.log(), RULES).moments:
        state = moment.state
        shown = {base.id for base in state.position.bases}
        for side in (*SIDES, None):
            text = msgspec.json.encode(RULES.view(state, side)).decode()
            assert battle.seed not in text
            assert "seed" not in text
            enemies = SIDES if side is None else (other(side),)
            for enemy in enemies:
                for base in state.forces[enemy].elements:
                    if base.id not in shown:
                        assert f'"id":"{base.id}"' not in text
