"""How fast the geometry is: plain, compiled and Shapely beside them, after proving that all did the same work.

    python benchmarks/geometry.py

A hundred bases stand on a table, most of them in lines and in contact, some at odd angles. Three tasks:
every pair (4,950) for overlap and contact; one base sliding ahead against the 99 others; sight from one base
to another past the 98 others.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "src"))

from debellis.geometry import plane  # noqa: E402
from debellis.geometry.contact import meetings, touches  # noqa: E402
from debellis.geometry.plane import COINCIDE, direction  # noqa: E402
from debellis.geometry.rectangle import Rectangle, overlaps  # noqa: E402
from debellis.geometry.sight import OPEN, corridor, reach  # noqa: E402
from debellis.geometry.sweep import first_meeting  # noqa: E402

FAR = 300.0
TASKS = (
    "4,950 pairs asked one by one",
    "the same, in one call",
    "100 slides against 99 bases",
    "71 sights past 98 bases",
)


def battle() -> list[Rectangle]:
    """Two facing lines in contact, reserves behind, and skirmishers at odd angles between and beyond."""
    dice = random.Random(7)
    bases: list[Rectangle] = []
    for rank in range(2):
        for file in range(16):
            x = 200.0 + 40.0 * file
            bases.append(Rectangle((x, 600.0 - 20.0 * rank), direction(0.0), 40.0, 20.0))
            bases.append(Rectangle((x, 600.0 + 20.0 * rank), direction(180.0), 40.0, 20.0))
    while len(bases) < 100:
        place = (dice.uniform(50.0, 1150.0), dice.uniform(50.0, 1150.0))
        base = Rectangle(place, direction(dice.uniform(0.0, 360.0)), 40.0, dice.choice([20.0, 30.0]))
        if not any(overlaps(base, other) for other in bases):
            bases.append(base)
    return bases


def one_by_one(bases: list[Rectangle]) -> list[tuple[int, int]]:
    """The pairs that overlap or touch, each pair asked about."""
    found: list[tuple[int, int]] = []
    for i in range(len(bases)):
        for j in range(i + 1, len(bases)):
            if overlaps(bases[i], bases[j]) or touches(bases[i], bases[j]):
                found.append((i, j))
    return found


def slides(bases: list[Rectangle]) -> list[float]:
    """How far each base can go straight ahead."""
    free: list[float] = []
    for i in range(len(bases)):
        meeting = first_meeting(bases[i], bases[i].facing, FAR, bases[:i] + bases[i + 1 :])
        free.append(FAR if meeting is None else meeting.free)
    return free


def opposite(i: int, bases: list[Rectangle]) -> int:
    """A base whose front edge looks towards that of another, some way off: the first found, going round the list."""
    for k in range(1, len(bases)):
        j = (i + 7 * k) % len(bases)
        x, y = bases[i].local(bases[j].front)
        if 30.0 < y < 400.0 and abs(x) < 100.0 and bases[j].local(bases[i].front)[1] > 0.0:
            return j
    return (i + 1) % len(bases)


def looks(bases: list[Rectangle]) -> list[tuple[int, int, list[Rectangle]]]:
    """Who looks at whom, where an empty table would let them, and all the others, who may be between."""
    found: list[tuple[int, int, list[Rectangle]]] = []
    for i in range(len(bases)):
        j = opposite(i, bases)
        if reach(bases[i].edge(0), bases[j], 0, [])[0] == OPEN:
            found.append((i, j, [bases[k] for k in range(len(bases)) if k not in (i, j)]))
    return found


def sights(bases: list[Rectangle], pairs: list[tuple[int, int, list[Rectangle]]]) -> list[str]:
    """Whether one front edge can reach the other."""
    return [reach(bases[i].edge(0), bases[j], 0, others)[0] for i, j, others in pairs]


def best_time(task: Callable[[], object], repeats: int) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        best = min(best, time.perf_counter() - start)
    return best


def measure() -> dict[str, object]:
    """Times and results of our own code, whichever package is first on the path."""
    bases = battle()
    pairs = looks(bases)
    tasks: tuple[Callable[[], object], ...] = (
        lambda: one_by_one(bases),
        lambda: meetings(bases),
        lambda: slides(bases),
        lambda: sights(bases, pairs),
    )
    free = [distance.hex() for distance in slides(bases)]
    return {
        "file": str(plane.__file__),
        "results": [one_by_one(bases), meetings(bases), free, sights(bases, pairs)],
        "seconds": [best_time(task, 7) for task in tasks],
    }


def measured_with(package: Path) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(package)}
    run = subprocess.run(
        [sys.executable, __file__, "--measure"], env=environment, capture_output=True, text=True, check=True
    )
    answer: dict[str, object] = json.loads(run.stdout)
    if not str(answer["file"]).startswith(str(package)):
        sys.exit(f"Meant to measure {package}, but Python loaded {answer['file']}.")
    return answer


def measure_shapely(expected: list[list[object]]) -> list[float] | None:
    """Times of Shapely for the same tasks, after checking that its answers are ours; None when it is not installed."""
    if importlib.util.find_spec("shapely") is None:
        return None
    import numpy
    import shapely  # type: ignore[import-untyped]
    from shapely.affinity import translate  # type: ignore[import-untyped]

    bases = battle()
    shapes = [shapely.Polygon(base.corners) for base in bases]
    cores = [shapely.Polygon(base.inset(COINCIDE).corners) for base in bases]

    def pairs() -> list[tuple[int, int]]:
        first, second = numpy.triu_indices(len(shapes), 1)
        array = numpy.array(shapes, dtype=object)
        near = shapely.dwithin(array[first], array[second], COINCIDE)
        return list(zip(first[near].tolist(), second[near].tolist(), strict=True))

    def near(i: int, j: int) -> bool:
        return bool(shapes[i].dwithin(shapes[j], COINCIDE))

    def slide(i: int) -> float:
        dx, dy = bases[i].facing
        # Bases in contact may slide along each other: the rectangle less the tolerance is what moves.
        path = shapely.union(cores[i], translate(cores[i], dx * FAR, dy * FAR)).convex_hull
        shapely.prepare(path)
        met = [j for j in range(len(bases)) if j != i and path.intersects(shapes[j])]
        free = FAR
        for j in met:
            low, high = 0.0, free
            if not shapely.union(cores[i], translate(cores[i], dx * high, dy * high)).convex_hull.intersects(shapes[j]):
                continue
            while high - low > 1e-3:
                half = (low + high) * 0.5
                swept = shapely.union(cores[i], translate(cores[i], dx * half, dy * half)).convex_hull
                low, high = (low, half) if swept.intersects(shapes[j]) else (half, high)
            free = low
        return free

    def sight(i: int, j: int) -> bool:
        seen = shapely.Polygon(corridor(bases[i].edge(0), bases[j].edge(0)))
        shapely.prepare(seen)
        return not any(seen.intersects(cores[k]) for k in range(len(bases)) if k not in (i, j))

    assert [list(pair) for pair in pairs()] == expected[0] == expected[1], "Shapely finds other pairs in contact"
    for i in range(len(bases)):
        ours = float.fromhex(str(expected[2][i]))
        assert abs(slide(i) - ours) < 0.05, f"Shapely lets base {i} slide {slide(i)}, not {ours}"
    looking = [(i, j) for i, j, _ in looks(bases)]
    assert [sight(i, j) for i, j in looking] == [verdict == OPEN for verdict in expected[3]], "Shapely sees otherwise"
    return [
        best_time(lambda: [pair for pair in combinations(range(len(shapes)), 2) if near(*pair)], 5),
        best_time(pairs, 5),
        best_time(lambda: [slide(i) for i in range(len(bases))], 1),
        best_time(lambda: [sight(i, j) for i, j in looking], 5),
    ]


def compiled_package() -> Path | None:
    """The compiled package, built if that is possible here."""
    out = ROOT / "build" / "compiled"
    built = subprocess.run([sys.executable, str(ROOT / "tools" / "compile.py"), "--out", str(out)], check=False)
    return out if built.returncode == 0 else None


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the geometry, plain, compiled and against Shapely.")
    parser.add_argument("--measure", action="store_true", help="print the times of one package as JSON")
    if parser.parse_args().measure:
        print(json.dumps(measure()))
        return 0
    package = compiled_package()
    plain = measured_with(ROOT / "src")
    compiled = measured_with(package) if package is not None else None
    if compiled is not None and compiled["results"] != plain["results"]:
        print("Plain and compiled code give different results; the times would mean nothing.", file=sys.stderr)
        return 1
    results: list[list[object]] = plain["results"]  # type: ignore[assignment]
    peer = measure_shapely(results)
    assert len(results[3]) == 71, "the battle has changed: name the number of sights again"
    clear = results[3].count(OPEN)
    blocked = len(results[3]) - clear
    print(f"Same work: {len(results[0])} pairs meet, {blocked} sights blocked, {clear} open.")
    report(plain["seconds"], None if compiled is None else compiled["seconds"], peer)  # type: ignore[arg-type]
    return 0


def report(plain: list[float], compiled: list[float] | None, peer: list[float] | None) -> None:
    """Milliseconds, and how many times faster than plain (above 1) or slower (below)."""
    print(f"{'':34}{'plain':>12}{'compiled':>22}{'Shapely':>22}")
    for i, task in enumerate(TASKS):
        line = f"{task:34}{plain[i] * 1000.0:9.2f} ms"
        for other in (compiled, peer):
            line += f"{'-':>22}" if other is None else f"{other[i] * 1000.0:10.2f} ms {plain[i] / other[i]:6.1f} x"
        print(line)
    print("x: how many times as fast as plain.")


if __name__ == "__main__":
    sys.exit(main())
