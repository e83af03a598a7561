"""How long one ruling takes: every question of the casebook, each on a fresh position, first proven right."""

from __future__ import annotations

import time
from collections import defaultdict
from statistics import median

from debellis.casebook.reading import read_case
from debellis.casebook.running import run_case
from debellis.casebook.shipped import cases_directory
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.asking import ask

ROUNDS = 5


def fresh(position: Position) -> Position:
    """The same position with nothing worked out yet."""
    bases = tuple(replace(base) for base in position.bases)
    terrain = tuple(replace(piece) for piece in position.terrain)
    return replace(position, bases=bases, terrain=terrain)


def main() -> None:
    times: dict[str, list[float]] = defaultdict(list)
    cases = [read_case(file) for file in sorted(cases_directory().rglob("*.toml"))]
    wrong = [result for case in cases for result in run_case(case)[0] if not result.ok]
    if wrong:
        raise SystemExit(f"{len(wrong)} questions are not answered as expected; nothing timed")
    for _ in range(ROUNDS):
        for case in cases:
            for item in case.asks:
                position = fresh(case.position)
                start = time.perf_counter()
                ask(position, item.question, **item.arguments)
                times[item.question].append((time.perf_counter() - start) * 1000.0)
    every = [t for spent in times.values() for t in spent]
    print(f"{len(every) // ROUNDS} questions of {len(cases)} cases, all answered as expected, {ROUNDS} rounds")
    print(f"one ruling: median {median(every):.3f} ms, 95 of 100 under {sorted(every)[int(len(every) * 0.95)]:.3f} ms")
    for question, spent in sorted(times.items(), key=lambda item: -median(item[1])):
        print(f"  {question:<20} median {median(spent):.3f} ms  ({len(spent) // ROUNDS} asked)")


if __name__ == "__main__":
    main()
