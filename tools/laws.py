"""The laws of tests/laws in many random battles: `python tools/laws.py LAW [--edition E] [--battles N] [--first K]`.

    passed   no phase is passed while an action of it is legal
    owners   an action about an element belongs to its owner, but for the fields that tests/laws/owners.py lists
    values   a check never fails, whatever value stands in a decision
    masks    what the mask of an environment allows is accepted (--steps: how many random steps in all)
    ask      questions answer as decisions were judged

Without an edition all of them are taken. Leaves with 1 if a law is broken.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from debellis.battle.playable import playable
from tests.laws.battles import course, game_of
from tests.laws.masks import stepped
from tests.laws.mutating import judged, mutations
from tests.laws.owners import watched
from tests.laws.passed import searched
from tests.laws.test_one_judgement import compared

#: What came of one battle: how much was tried, and what broke the law.
Outcome = tuple[int, list[str]]
#: Every fourth battle begins far apart, as it was set up.
EVERY = 4


def passed(edition: str, most: int, each: int, number: int) -> Outcome:
    tried, found = searched(edition, number, most, each, near=number % EVERY != 0)
    return tried, [str(one) for one in found]


def owners(edition: str, most: int, each: int, number: int) -> Outcome:
    return watched(edition, number, most, near=number % EVERY != 0)


def values(edition: str, most: int, each: int, number: int) -> Outcome:
    game, random = game_of(edition), Random(number)
    wrong: list[str] = []
    tried = 0
    for taken in course(edition, number, most, setting_up=True, near=number % EVERY != 0):
        found = list(mutations(taken.action, taken.state.position, random))
        for written in random.sample(found, min(each, len(found))):
            raised = judged(game, taken.state, written)
            tried += 1
            wrong += [] if raised is None else [f"{edition} battle {number}: {written}: {raised}"]
    return tried, wrong


def masks(edition: str, most: int, each: int, number: int) -> Outcome:
    steps, wrong = stepped(edition, number, most)
    return steps, [] if wrong is None else [f"{edition} {wrong}"]


def ask(edition: str, most: int, each: int, number: int) -> Outcome:
    seen, wrong = compared(edition, number, most)
    return sum(seen.values()), [f"{edition} battle {number}: {one}" for one in wrong]


LAWS: dict[str, Callable[[str, int, int, int], Outcome]] = {
    "passed": passed,
    "owners": owners,
    "values": values,
    "masks": masks,
    "ask": ask,
}


def one(law: str, edition: str, most: int, each: int, number: int) -> Outcome:
    """One battle; a failure of the program breaks the law too."""
    try:
        return LAWS[law](edition, most, each, number)
    except Exception as wrong:
        return 0, [f"{edition} battle {number} failed: {type(wrong).__name__}: {wrong}"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Try the laws of battles in many random ones.")
    parser.add_argument("law", choices=LAWS)
    parser.add_argument("--edition", choices=playable())
    parser.add_argument("--battles", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--most", type=int, default=150, help="decisions (or steps) of a battle")
    parser.add_argument("--each", type=int, default=300, help="actions tried at a decision or a passed phase")
    parser.add_argument("--enough", type=int, help="stop when so much was tried in an edition")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    broken = 0
    for edition in (given.edition,) if given.edition else playable():
        start, tried, battles, before = time.monotonic(), 0, 0, broken
        play = partial(one, given.law, edition, given.most, given.each)
        numbers = range(given.first, given.first + given.battles)
        with ProcessPoolExecutor(given.workers) as pool:
            for count, wrong in pool.map(play, numbers):
                tried, battles, broken = tried + count, battles + 1, broken + len(wrong)
                for says in wrong:
                    print(says[:400], flush=True)
                if given.enough is not None and tried >= given.enough:
                    pool.shutdown(cancel_futures=True)
                    break
        taken = f"{broken - before} wrong, {time.monotonic() - start:.0f} s"
        print(f"{given.law}, {edition}: {battles} battles, {tried} tried, {taken}", flush=True)
    raise SystemExit(1 if broken else 0)


if __name__ == "__main__":
    main()
