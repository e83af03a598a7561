"""How long one ruling takes: every question of the casebook, each on a fresh position, first proven right.

python benchmarks/rulings.py                      the whole casebook as it stands
python benchmarks/rulings.py --edition meg --bases 60   one edition, with so many bases on the table at least

Bases are filled up by unit groups far to the east of everything else. Questions whose answer depends on them, or on the
size of the table, are left out and counted.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from statistics import median

from msgspec import UNSET

from debellis.casebook.case import Case
from debellis.casebook.reading import read_case
from debellis.casebook.running import run_case
from debellis.casebook.shipped import cases_directory
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import TroopDescription, Unit, UnitPlace
from debellis.table.value import replace
from debellis.umpire.asking import ask

#: Unit groups that fill the table: four wide and two deep.
FILES, RANKS = 4, 2


def fresh(position: Position) -> Position:
    """The same position with nothing worked out yet."""
    bases = tuple(replace(base) for base in position.bases)
    terrain = tuple(replace(piece) for piece in position.terrain)
    return replace(position, bases=bases, terrain=terrain)


def crowded(position: Position, least: int) -> Position:
    """The position with at least so many bases: more unit groups stand in a part that is added in the east."""
    if position.units is UNSET or len(position.bases) >= least:
        return position
    width, height = position.size
    troops = TroopDescription("infantry", "close", "formed", "average", "protected", melee="short spear")
    units, bases = list(position.units), list(position.bases)
    while len(bases) < least:
        number = len(units)
        side = "red" if number % 2 else "blue"
        name = f"filler{number}"
        units.append(Unit(name, side, "TuG", troops, FILES * RANKS))
        for i in range(FILES * RANKS):
            rank, file = divmod(i, FILES)
            x = width + 1000.0 + number * 400.0 + 40.0 * file
            front = (x, height / 2.0 - 20.0 * rank)
            place = UnitPlace(name)
            bases.append(
                Base(
                    id=f"{name}/{file + 1}.{rank + 1}",
                    side=side,
                    code="CF",
                    kind="infantry",
                    width=40.0,
                    depth=20.0,
                    front=front,
                    facing=(0.0, 1.0),
                    unit=place,
                )
            )
    return replace(position, units=tuple(units), bases=tuple(bases), size=(width + 1400.0 + len(units) * 400.0, height))


def filled(case: Case, least: int) -> tuple[Position, set[int]]:
    """The crowded position of a case, and the numbers of its questions that are answered there as before."""
    position = crowded(case.position, least)
    same: set[int] = set()
    for i, item in enumerate(case.asks):
        try:
            if (
                ask(position, item.question, **item.arguments).answer
                == ask(case.position, item.question, **item.arguments).answer
            ):
                same.add(i)
        except ValueError:
            continue
    return position, same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", help="only the cases of one edition")
    parser.add_argument("--bases", type=int, default=0, help="at least so many bases on the table")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    times: dict[str, list[float]] = defaultdict(list)
    files = sorted((cases_directory() / (given.edition or "")).rglob("*.toml"))
    cases = [read_case(file) for file in files]
    wrong = [result for case in cases for result in run_case(case)[0] if not result.ok]
    if wrong:
        raise SystemExit(f"{len(wrong)} questions are not answered as expected; nothing timed")
    tables = [filled(case, given.bases) for case in cases]
    left_out = sum(len(case.asks) - len(same) for case, (_, same) in zip(cases, tables, strict=True))
    for _ in range(given.rounds):
        for case, (table, same) in zip(cases, tables, strict=True):
            for i in sorted(same):
                item = case.asks[i]
                position = fresh(table)
                start = time.perf_counter()
                ask(position, item.question, **item.arguments)
                times[item.question].append((time.perf_counter() - start) * 1000.0)
    every = [t for spent in times.values() for t in spent]
    count = len(every) // given.rounds
    print(
        f"{count} questions of {len(cases)} cases, all answered as expected, {given.rounds} rounds; {left_out} left out"
    )
    print(f"one ruling: median {median(every):.3f} ms, 95 of 100 under {sorted(every)[int(len(every) * 0.95)]:.3f} ms")
    for question, spent in sorted(times.items(), key=lambda item: -median(item[1])):
        print(f"  {question:<20} median {median(spent):.3f} ms  ({len(spent) // given.rounds} asked)")


if __name__ == "__main__":
    main()
