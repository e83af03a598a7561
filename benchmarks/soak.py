"""Many random battles across all armies: every state lawful, every log replayed.

`python benchmarks/soak.py [COUNT [FIRST [LIMIT]]] [--edition E] [--eager]`: that many battles from a number on, of at
most LIMIT bounds a side.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from pairing import begun

from debellis.battle.battle import Battle
from debellis.battle.playable import playable, rules_of
from debellis.battle.replay import replay
from debellis.generals.eager import EagerGeneral
from debellis.generals.random_general import RandomGeneral
from debellis.umpire.editions import description
from tests.battle import test_play
from tests.dbm import lawful
from tests.meg import lawful as lawful_units

#: What must hold in every state, by family.
LAWS = {"dba": test_play.assert_lawful, "dbm": lawful.assert_lawful, "meg": lawful_units.assert_lawful}


def fought(number: int, limit: int, edition: str, eager: bool) -> Battle:
    """A battle between two random (or eager) generals, with armies and all by its number."""
    rules = rules_of(edition)
    battle = begun(rules, number, limit)
    general = EagerGeneral(number) if eager else RandomGeneral(number)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
    return battle


def one(edition: str, limit: int, eager: bool, number: int) -> str:
    """How one battle ended, or what went wrong."""
    lawful_now = LAWS[description(edition).family or ""]
    try:
        battle = fought(number, limit, edition, eager)
        done = replay(battle.log(), battle.rules)
        for moment in done.moments:
            lawful_now(moment.state)
        assert done.state == battle.state
    except Exception as wrong:
        return f"battle {number} went wrong: {wrong!r}"
    assert battle.result is not None
    return battle.result.why


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
    start = time.monotonic()
    play = partial(one, given.edition, given.limit, given.eager)
    numbers = range(given.first, given.first + given.count)
    with ProcessPoolExecutor(given.workers or None) as pool:
        for i, end in enumerate(pool.map(play, numbers, chunksize=min(4, max(1, given.count // 4))), 1):
            ends[end] += 1
            if "went wrong" in end:
                print(end, flush=True)
            if i % 100 == 0:
                print(f"{i} battles", flush=True)
    for end, times in ends.most_common():
        print(f"{times:6d}  {end}")
    wrong = sum(times for end, times in ends.items() if "went wrong" in end)
    print(f"{given.count} battles of {given.edition} in {time.monotonic() - start:.0f} s, {wrong} of them wrong")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
