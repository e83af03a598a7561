"""Whole battles between generals: every decision legal, nobody stuck, and the better general is no worse."""

from __future__ import annotations

import pytest

from debellis.battle.replay import replay
from tests.generals.conftest import EDITIONS, fought

PAIRS = (("recruit", "centurion"), ("centurion", "recruit"), ("legate", "recruit"), ("centurion", "legate"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_battles_go_through_and_replay(edition: str, number: int) -> None:
    red, blue = PAIRS[number]
    battle = fought(red, blue, number, edition, 5)
    assert battle.result is not None
    done = replay(battle.log(), battle.rules)
    assert done.state == battle.state


@pytest.mark.parametrize("edition", EDITIONS)
def test_they_close_with_the_enemy(edition: str) -> None:
    battle = fought("centurion", "recruit", 3, edition, 12)
    assert any(event.kind in ("fight", "shoot") for event in battle.events)
