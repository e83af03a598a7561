"""Battles played once for many tests."""

from __future__ import annotations

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.stream import seed_of
from debellis.dba.setting_up.lists import armies
from debellis.generals.eager import EagerGeneral
from debellis.generals.random_general import RandomGeneral

EDITIONS = ("dba22", "rrr")


def fought(number: int, limit: int = 4, edition: str = "dba22", eager: bool = False) -> Battle:
    """A battle between two random (or eager) generals, with armies and all by its number."""
    rules = rules_of(edition)
    lists = list(armies(edition))
    seed = seed_of(number)
    setup = {
        "red": lists[number % len(lists)],
        "blue": lists[(number * 7 + 3) % len(lists)],
        "variety": number,
        "limit": limit,
    }
    battle = Battle(rules, setup, StreamOfDice(seed), seed)
    general = EagerGeneral(number) if eager else RandomGeneral(number)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
    return battle


@pytest.fixture(scope="session", params=EDITIONS)
def battle(request: pytest.FixtureRequest) -> Battle:
    return fought(5, edition=request.param)
