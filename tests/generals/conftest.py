"""Moments of battles to decide in, and battles between generals."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.battle.stream import seed_of
from debellis.dba.setting_up.lists import armies
from debellis.generals.players import computer

EDITIONS = ("dba22", "rrr")
LEVELS = ("recruit", "centurion", "legate")
KEPT = Path(__file__).parent.parent / "battles"


def general(level: str, seed: int = 1, character: str = "steady") -> Any:
    """A general whose thinking is measured in work, so that it is the same on any machine."""
    return computer(level, seed, character, work=30)


@cache
def moments(edition: str, every: int = 14) -> tuple[Any, ...]:
    """States of a kept battle, from the first decision to the last."""
    file = sorted((KEPT / edition).glob("battle-*.jsonl"))[0]
    done = replay(file.read_bytes(), rules_of(edition))
    return tuple(moment.state for moment in done.moments[:-1:every])


def fought(red: str, blue: str, number: int, edition: str, limit: int) -> Battle:
    """A battle of two generals, with armies and all by its number, set up by them too."""
    rules = rules_of(edition)
    lists = list(armies(edition))
    seed = seed_of(number)
    setup = {
        "red": lists[(number * 5 + 1) % len(lists)],
        "blue": lists[(number * 7 + 3) % len(lists)],
        "variety": number,
        "limit": limit,
    }
    battle = Battle(rules, setup, StreamOfDice(seed), seed)
    who = {"red": general(red, number), "blue": general(blue, number + 1)}
    while battle.result is None:
        side = battle.pending.side
        assert side is not None
        battle.play(who[side].choose(rules, battle.state))
    return battle
