"""How long one ruling of DBM takes on a table of 150 bases: questions of the casebook with a crowd standing far away.

The crowd must change no answer; a question it does change (the nearest enemy, say, is somebody else then) is not timed.
"""

from __future__ import annotations

import time
from collections import defaultdict
from statistics import median

from rulings import fresh

from debellis.casebook.case import Case
from debellis.casebook.comparing import plain
from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory
from debellis.geometry.plane import distance
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.asking import ask

EDITIONS = ("dbm31", "dbm32")
BASES = 150
#: The crowd keeps so far from whatever the question is about (mm).
APART = 350.0
ROUNDS = 3


def crowded(position: Position) -> Position | None:
    """The position with a crowd of both sides; None where there is no room for it."""
    spots = [
        (x, y)
        for x in range(30, int(position.size[0]) - 30, 42)
        for y in range(60, int(position.size[1]) - 30, 24)
        if all(distance((x, y), base.front) > APART for base in position.standing)
    ]
    lacking = BASES - len(position.bases)
    if len(spots) < lacking:
        return None
    crowd = tuple(
        Base(
            f"crowd{i}",
            "red" if i % 2 else "blue",
            "Reg Bd (O)",
            "Bd",
            40.0,
            15.0,
            (float(x), float(y)),
            service=Service("crowd red" if i % 2 else "crowd blue"),
        )
        for i, (x, y) in enumerate(spots[:lacking])
    )
    return replace(position, bases=(*position.bases, *crowd))


def main() -> None:
    """Time every question the crowd does not change."""
    files = [file for name in EDITIONS for file in sorted((cases_directory() / name).rglob("*.toml"))]
    times: dict[str, list[float]] = defaultdict(list)
    asked = left = 0
    for case in map(read_case, files):
        asked += len(case.asks)
        left += _timed(case, times)
    every = [spent for found in times.values() for spent in found]
    print(f"{asked - left} of {asked} questions on tables of {BASES} bases, {ROUNDS} rounds")
    print(f"one ruling: median {median(every):.3f} ms, 95 of 100 under {sorted(every)[int(len(every) * 0.95)]:.3f} ms")
    for question, spent in sorted(times.items(), key=lambda item: -median(item[1])):
        print(f"  {question:<22} median {median(spent):.3f} ms  ({len(spent) // ROUNDS} asked)")


def _timed(case: Case, times: dict[str, list[float]]) -> int:
    """Time the questions of a case; how many were left out."""
    left = 0
    full = crowded(case.position)
    for item in case.asks:
        if full is None or not case.position.bases:
            left += 1
            continue
        alone = plain(ask(fresh(case.position), item.question, **item.arguments).answer)
        if plain(ask(full, item.question, **item.arguments).answer) != alone:
            left += 1
            continue
        for _ in range(ROUNDS):
            position = fresh(full)
            start = time.perf_counter()
            ask(position, item.question, **item.arguments)
            times[item.question].append((time.perf_counter() - start) * 1000.0)
    return left


if __name__ == "__main__":
    main()
