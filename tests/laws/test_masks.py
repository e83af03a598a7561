"""What the mask of an environment allows is accepted, and battles do not end a phase that may not end."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.game import Game
from debellis.battle.playable import playable
from debellis.environment.dba22_v0 import raw_env
from tests.laws.masks import stepped

#: Steps that are tried here; tools/laws.py tries more.
STEPS = 200


@pytest.mark.parametrize("edition", playable())
def test_what_the_mask_allows_is_accepted(edition: str) -> None:
    assert [wrong for seed in (0, 1) if (wrong := stepped(edition, seed, STEPS)[1]) is not None] == []


def test_the_end_of_moves_is_offered_only_where_it_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    env = raw_env(limit=2)
    env.reset(seed=1)
    choosing, rules = env.session.choosing, env.session.rules
    while not choosing.survey.by_movers(env.session.state):
        env.step(next(iter(choosing.offers)))
    state = env.session.state
    ending = choosing.survey.ending(state)
    choosing.renew(state)
    assert ending in [offer.action for offer in choosing.offers.values()]
    allows = Game.allows

    def all_but_ending(game: Game, state: Any, action: Any) -> bool:
        return action != ending and allows(game, state, action)

    monkeypatch.setattr(Game, "allows", all_but_ending)
    choosing.renew(state)
    assert choosing.offers and all(rules.allows(state, offer.action) for offer in choosing.offers.values())
