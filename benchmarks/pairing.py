"""Who meets whom in the battles of these scripts: an army by its number, against the next that may meet it."""

from __future__ import annotations

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.rules import Rules
from debellis.battle.stream import seed_of


def begun(rules: Rules, number: int, limit: int) -> Battle:
    """A battle with armies, ground and dice by its number. Armies of some editions only meet others of their size."""
    lists = list(rules.survey.armies())
    seed = seed_of(number)
    red = lists[number % len(lists)]
    for i in range(len(lists)):
        blue = lists[(number * 7 + 3 + i) % len(lists)]
        setup = {"red": red, "blue": blue, "variety": number, "limit": limit}
        try:
            return Battle(rules, setup, StreamOfDice(seed), seed)
        except ValueError:
            continue
    raise ValueError(f"nobody can meet {red}")
