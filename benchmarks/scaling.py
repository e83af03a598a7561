"""How the cost of a bound grows with the number of bases, and where the time of random battles goes.

Random generals play the same number of bounds with 12, 24 and 48 elements a side drawn up opposite each other; the
exponent is fitted through the times of a decision. Then the ten dearest functions of some random battles, plain.

    python benchmarks/scaling.py --bounds 12
"""

from __future__ import annotations

import argparse
import cProfile
import math
import pstats
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from debellis.battle.battle import StreamOfDice, rolled
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.battle.stream import seed_of
from debellis.generals.random_general import RandomGeneral
from debellis.table.bases import Base
from debellis.table.position import Position

SIDES = (12, 24, 48)
CODES = (("4Sp", "spears", 15.0), ("4Bd", "blades", 15.0), ("3Cv", "cavalry", 30.0), ("2Ps", "psiloi", 20.0))
WIDE = 12


def position(count: int) -> Position:
    """So many elements a side, in lines of twelve some way from the enemy's, on a board as wide as they need."""
    size = (900.0, 900.0 + 80.0 * count / WIDE)
    bases = []
    for side, north, facing in (("red", size[1] * 0.5 - 60.0, 1.0), ("blue", size[1] * 0.5 + 60.0, -1.0)):
        for number in range(count):
            code, kind, depth = CODES[number % len(CODES)]
            front = (200.0 + 41.0 * (number % WIDE), north - facing * 40.0 * (number // WIDE))
            name = f"{side[0].upper()}{number + 1}"
            bases.append(Base(name, side, code, kind, 40.0, depth, front, (0.0, facing), general=number == 5))
    return Position("dba22", size, tuple(bases), active="red", bound=2)


def play(rules: Any, state: Any, general: RandomGeneral, roll: StreamOfDice, bounds: int) -> int:
    """Play so many bounds, or to the end; how many decisions that were."""
    decisions, turn = 0, state.turn
    while bounds and rules.result(state) is None:
        state = rolled(rules, state, general.choose(rules, state), roll)[0]
        decisions += 1
        if state.turn != turn:
            bounds, turn = bounds - 1, state.turn
    return decisions


def decision_times(bounds: int) -> dict[int, float]:
    """Milliseconds a decision by the number of elements a side."""
    rules = rules_of("dba22")
    times = {}
    for count in SIDES:
        decisions, start = 0, time.perf_counter()
        for number in range(3):
            state = rules.from_position(position(count), Opening("moves", 6))
            decisions += play(rules, state, RandomGeneral(number), StreamOfDice(seed_of(number)), bounds)
        times[count] = 1000 * (time.perf_counter() - start) / decisions
    return times


def exponent(times: dict[int, float]) -> float:
    """The slope of the line through the logarithms."""
    points = [(math.log(count), math.log(took)) for count, took in times.items()]
    x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def dearest(battles: int) -> None:
    """The ten functions that take the most time themselves in some random battles."""
    from debellis.dba.setting_up.lists import armies

    rules = rules_of("dba22")
    lists = list(armies("dba22"))
    profile = cProfile.Profile()
    profile.enable()
    for number in range(battles):
        chance = Random(number)
        setup = {"red": chance.choice(lists), "blue": chance.choice(lists), "variety": number, "limit": 20}
        play(rules, rules.start(setup), RandomGeneral(number), StreamOfDice(seed_of(number)), 10**6)
    profile.disable()
    figures = pstats.Stats(profile)
    total = figures.total_tt  # type: ignore[attr-defined]
    rows = sorted(figures.stats.items(), key=lambda row: -row[1][2])[:10]  # type: ignore[attr-defined]
    for (file, _, name), (_, calls, own, _, _) in rows:
        print(f"  {own / total:5.1%}  {calls:8d} calls  {Path(file).stem}.{name}")


def main() -> None:
    """Measure, and print."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--bounds", type=int, default=12, help="bounds to play with each number of elements")
    wanted.add_argument("--battles", type=int, default=3, help="battles to profile; none with 0")
    given = wanted.parse_args()
    times = decision_times(given.bounds)
    told = ", ".join(f"{took:.2f} ms with {count} a side" for count, took in times.items())
    print(f"a decision: {told}; it grows with the power {exponent(times):.2f} of the number")
    if given.battles:
        print(f"the dearest functions of {given.battles} random battles:")
        dearest(given.battles)


if __name__ == "__main__":
    main()
