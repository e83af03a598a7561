"""Whole battles a second: random ones plain and compiled, then by level of the generals on one core and on two.

The plain and compiled builds first play the same battles with their logs and must end on the same hashes. Those by
level keep no log, as simulations do, and are compiled where that is possible. Battles of DBM and Mortem et Gloriam are
counted in decisions a second of processor time, each army against another, with the slowest decision. Random games of
python-chess are played beside them if it is there.

`python benchmarks/battles.py --multitudes [EDITION [COUNT [BOUNDS]]]` plays those alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
COUNT = 12
EDITIONS = ("dba22", "rrr")
#: Battles of each level, a multiple of a fair round for two workers.
LEVELS = {"random": 80, "recruit": 16, "centurion": 8}
CORES = (1, 2)
LIMIT = 30


def play(edition: str, first: int, count: int) -> dict[str, object]:
    """Play some battles in this process: their last hashes, and how long it took."""
    from debellis.battle.battle import Battle, StreamOfDice
    from debellis.battle.playable import rules_of
    from debellis.battle.stream import seed_of
    from debellis.dba.setting_up.lists import armies
    from debellis.generals.random_general import RandomGeneral

    rules = rules_of(edition)
    lists = list(armies(edition))
    many = len(lists)
    hashes: list[str] = []
    decisions = 0
    start = time.perf_counter()
    for number in range(first, first + count):
        seed = seed_of(number)
        setup = {"red": lists[number % many], "blue": lists[(number * 7 + 3) % many], "variety": number, "limit": 30}
        battle = Battle(rules, setup, StreamOfDice(seed), seed)
        general = RandomGeneral(number)
        while battle.result is None:
            battle.play(general.choose(rules, battle.state))
        hashes.append(battle.hash)
        decisions += len(battle.entries)
    return {"hashes": hashes, "seconds": time.perf_counter() - start, "decisions": decisions}


def play_multitudes(edition: str, count: int, bounds: int) -> dict[str, object]:
    """Play some large battles in this process, armies in turn: hashes, decisions, seconds, the slowest decision."""
    from pairing import begun

    from debellis.battle.collecting import collect_seldom
    from debellis.battle.playable import rules_of
    from debellis.generals.random_general import RandomGeneral

    collect_seldom()  # as the command line, the server and simulations do
    rules = rules_of(edition)
    hashes: list[str] = []
    rates: list[float] = []
    slowest, decisions = 0.0, 0
    start = time.process_time()
    for number in range(count):
        battle, general = begun(rules, number, bounds), RandomGeneral(number)
        first = time.process_time()
        while battle.result is None:
            before = time.process_time()
            battle.play(general.choose(rules, battle.state))
            slowest = max(slowest, time.process_time() - before)
        hashes.append(battle.hash)
        decisions += len(battle.entries)
        rates.append(len(battle.entries) / (time.process_time() - first))
    seconds = time.process_time() - start
    return {"hashes": hashes, "decisions": decisions, "seconds": seconds, "slowest": slowest, "least": min(rates)}


def multitudes(edition: str, count: int, bounds: int, path: Path | None) -> dict[str, object]:
    """Large battles in a process of their own, told in a line."""
    environment = dict(os.environ) if path is None else {**os.environ, "PYTHONPATH": str(path)}
    command = [sys.executable, __file__, "--multitudes-child", edition, str(count), str(bounds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    rate = float(str(found["decisions"])) / float(str(found["seconds"]))
    print(
        f"{edition}, {'plain' if path is None else 'compiled'}: {rate:.1f} decisions a second in {count} battles of "
        f"{bounds} bounds a side, the slowest battle {float(str(found['least'])):.1f}, "
        f"the slowest decision {float(str(found['slowest'])):.2f} s",
        flush=True,
    )
    return found


def compare_multitudes(compiled: bool, edition: str = "dbm31", count: int = 16, bounds: int = 14) -> None:
    """Time large battles, plain and compiled."""
    plain = multitudes(edition, count, bounds, None)
    if compiled and multitudes(edition, count, bounds, ROOT / "build" / "compiled")["hashes"] != plain["hashes"]:
        raise SystemExit("the compiled build ended on other hashes")


def elsewhere(edition: str, path: Path | None) -> dict[str, object]:
    """The same in a process of its own, with a build of its own first on the path."""
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    command = [sys.executable, __file__, "--child", edition, str(COUNT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def speed_of(edition: str, level: str, cores: int) -> float:
    """Battles a second of a level against itself, without logs."""
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    from debellis.simulation.fighting import fight
    from debellis.simulation.plan import Meeting, Plan

    count = LEVELS[level]
    plan = Plan(edition, (Meeting((level, level)),), count, limit=LIMIT)
    with ProcessPoolExecutor(cores) as pool:
        list(pool.map(partial(fight, plan), range(1, cores + 1)))  # so that everything is loaded
        start = time.perf_counter()
        list(pool.map(partial(fight, plan), plan.numbers))
        return count / (time.perf_counter() - start)


def levels(compiled: bool) -> None:
    """Battles a second by edition and level, on one core and on two."""
    more = {"PYTHONPATH": str(ROOT / "build" / "compiled")} if compiled else {}
    print(f"\nBattles a second without logs, {'compiled' if compiled else 'plain'}, {LIMIT} bounds a side at most:")
    for edition in EDITIONS:
        for level in LEVELS:
            speeds = []
            for cores in CORES:
                command = [sys.executable, __file__, "--level", edition, level, str(cores)]
                done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=True)
                speeds.append(float(done.stdout))
            print(f"{edition}, {level:10} one core {speeds[0]:7.2f}   two {speeds[1]:7.2f}", flush=True)


def chess_games(count: int) -> float | None:
    """Random games of python-chess a second, or None where it is not installed."""
    try:
        import chess
    except ImportError:
        return None
    from random import Random

    random = Random(1)
    start = time.perf_counter()
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
    return count / (time.perf_counter() - start)


def compare(edition: str, compiled: bool) -> None:
    """Time the battles of an edition, plain and compiled."""
    plain = elsewhere(edition, None)
    speed = COUNT / float(str(plain["seconds"]))
    print(f"{edition}, plain:    {speed:.2f} battles a second ({plain['decisions']} decisions)")
    if compiled:
        fast = elsewhere(edition, ROOT / "build" / "compiled")
        if fast["hashes"] != plain["hashes"]:
            raise SystemExit("the compiled build ended on other hashes; nothing compared")
        ratio = float(str(plain["seconds"])) / float(str(fast["seconds"]))
        speed = COUNT / float(str(fast["seconds"]))
        print(f"{edition}, compiled: {speed:.2f} battles a second, {ratio:.1f} times plain, same hashes")


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(play(sys.argv[2], 0, int(sys.argv[3]))))
        return
    if sys.argv[1:2] == ["--multitudes-child"]:
        print(json.dumps(play_multitudes(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
        return
    if sys.argv[1:2] == ["--level"]:
        print(speed_of(sys.argv[2], sys.argv[3], int(sys.argv[4])))
        return
    built = subprocess.run([sys.executable, str(ROOT / "tools" / "compile.py")], capture_output=True, text=True)
    if built.returncode != 0:
        print(f"compiled: not built ({built.stdout.strip() or built.stderr.strip()})")
    if sys.argv[1:2] == ["--multitudes"]:
        edition, count, bounds = (*sys.argv[2:5], *("dbm31", "16", "14")[len(sys.argv[2:5]) :])
        compare_multitudes(built.returncode == 0, edition, int(count), int(bounds))
        return
    for edition in EDITIONS:
        compare(edition, built.returncode == 0)
    compare_multitudes(built.returncode == 0)
    compare_multitudes(built.returncode == 0, "meg", bounds=10)
    levels(built.returncode == 0)
    games = chess_games(20)
    print(
        "python-chess: not installed, not compared"
        if games is None
        else f"python-chess: {games:.2f} random games a second"
    )


if __name__ == "__main__":
    main()
