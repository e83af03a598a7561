"""Battles played once for many tests."""

from __future__ import annotations

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.stream import seed_of
from debellis.db.setting_up.lists import armies
from debellis.editions.dba22 import RULES
from debellis.generals.random_general import RandomGeneral


def fought(number: int, limit: int = 4) -> Battle:
    """A battle between two random generals, with armies and all by its number."""
    lists = list(armies("dba22"))
    seed = seed_of(number)
    setup = {
        "red": lists[number % len(lists)],
        "blue": lists[(number * 7 + 3) % len(lists)],
        "variety": number,
        "limit": limit,
    }
    battle = Battle(RULES, setup, StreamOfDice(seed), seed)
    general = RandomGeneral(number)
    while battle.result is None:
        battle.play(general.choose(RULES, battle.state))
    return battle


@pytest.fixture(scope="session")
def battle() -> Battle:
    return fought(5)
