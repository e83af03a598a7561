"""Many random battles across all armies: every state lawful, every log replayed, `ask` answers as the battle judged.

`python benchmarks/soak.py [COUNT [FIRST [LIMIT]]] [--edition E] [--eager]`: that many battles from a number on, of at
most LIMIT bounds a side. Where every paragraph of the rules has a name, every event must cite one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from pairing import begun

from debellis.battle.asked import Decided
from debellis.battle.battle import Battle
from debellis.battle.game import Game
from debellis.battle.playable import playable, rules_of
from debellis.battle.replay import replay
from debellis.generals.eager import EagerGeneral
from debellis.generals.random_general import RandomGeneral
from debellis.table import writing
from debellis.umpire.editions import description
from tests.battle import test_play
from tests.dbm import lawful
from tests.judgement import asked_of
from tests.meg import lawful as lawful_units

#: What must hold in every state, by family.
LAWS = {"dba": test_play.assert_lawful, "dbm": lawful.assert_lawful, "meg": lawful_units.assert_lawful}

#: Editions in which every paragraph of the base rules has a name too, so that every event cites something.
ALL_CITED = ("meg",)


def fought(number: int, limit: int, edition: str, eager: bool) -> tuple[Battle, int]:
    """A battle between two random (or eager) generals, by its number, and how many questions were asked in it."""
    rules = rules_of(edition)
    assert isinstance(rules, Game)
    battle = begun(rules, number, limit)
    general = EagerGeneral(number) if eager else RandomGeneral(number)
    asked = 0
    while battle.result is None:
        asked += judged_alike(battle, rules, general.choose(rules, battle.state))
    return battle, asked


def judged_alike(battle: Battle, rules: Game, chosen: Any) -> int:
    """Play a decision and ask the umpire about it; returns how many questions were asked."""
    before = battle.state
    verdict = rules.check(before, chosen)
    events = battle.play(chosen)
    for event in events:
        assert event.clauses or battle.header.edition not in ALL_CITED, f"no clause for {event.kind}: {event.says}"
    entry = battle.entries[-1]
    action = writing.convert(entry.action, rules.action_type)
    found = asked_of(rules, Decided(before, action, verdict, battle.state, entry.dice, events))
    different = [one for _, some in found for one in some]
    assert not different, f"{entry.action}: {different[0]}"
    return len(found)


def one(edition: str, limit: int, eager: bool, number: int) -> tuple[str, int]:
    """How one battle ended, or what went wrong, and how many questions were asked in it."""
    lawful_now = LAWS[description(edition).family or ""]
    try:
        battle, asked = fought(number, limit, edition, eager)
        done = replay(battle.log(), battle.rules)
        for moment in done.moments:
            lawful_now(moment.state)
        assert done.state == battle.state
    except Exception as wrong:
        return f"battle {number} went wrong: {wrong!r}", 0
    assert battle.result is not None
    return battle.result.why, asked


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many random battles and check every state of each.")
    parser.add_argument("count", type=int, nargs="?", default=20)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("limit", type=int, nargs="?", default=20)
    parser.add_argument("--edition", choices=playable(), default="dba22")
    parser.add_argument("--eager", action="store_true", help="between eager generals instead of random ones")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 for one per processor")
    given = parser.parse_args()
    ends: Counter[str] = Counter()
    questions = 0
    start = time.monotonic()
    play = partial(one, given.edition, given.limit, given.eager)
    numbers = range(given.first, given.first + given.count)
    with ProcessPoolExecutor(given.workers or None) as pool:
        for i, (end, asked) in enumerate(pool.map(play, numbers, chunksize=min(4, max(1, given.count // 4))), 1):
            ends[end] += 1
            questions += asked
            if "went wrong" in end:
                print(end, flush=True)
            if i % 100 == 0:
                print(f"{i} battles", flush=True)
    for end, times in ends.most_common():
        print(f"{times:6d}  {end}")
    wrong = sum(times for end, times in ends.items() if "went wrong" in end)
    taken = f"{time.monotonic() - start:.0f} s, {questions} questions asked"
    print(f"{given.count} battles of {given.edition} in {taken}, {wrong} of them wrong")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
