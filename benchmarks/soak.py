"""Many random battles across all armies: every state lawful, every log replayed.

`python benchmarks/soak.py COUNT [FIRST [LIMIT]]`: that many battles from a number on, of at most LIMIT bounds a side.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from debellis.battle.replay import replay
from debellis.editions.dba22 import RULES
from tests.battle.conftest import fought
from tests.battle.test_play import assert_lawful

LIMIT = int(sys.argv[3]) if len(sys.argv) > 3 else 20


def one(number: int) -> str:
    """How one battle ended, or what went wrong."""
    try:
        battle = fought(number, limit=LIMIT)
        done = replay(battle.log(), RULES)
        for moment in done.moments:
            assert_lawful(moment.state)
        assert done.state == battle.state
    except Exception as wrong:
        return f"battle {number} went wrong: {wrong!r}"
    assert battle.result is not None
    return battle.result.why


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    ends: Counter[str] = Counter()
    with ProcessPoolExecutor() as pool:
        for i, end in enumerate(pool.map(one, range(first, first + count), chunksize=4), 1):
            ends[end] += 1
            if i % 100 == 0:
                print(f"{i} battles", flush=True)
    for end, times in ends.most_common():
        print(f"{times:6d}  {end}")
    wrong = sum(times for end, times in ends.items() if "went wrong" in end)
    print(f"{count} battles, {wrong} of them wrong")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
