"""Whole random battles a second on one core, plain and compiled, beside random games of python-chess if it is there.

The plain and compiled builds first play the same battles and must end on the same hashes.
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


def play(edition: str, first: int, count: int) -> dict[str, object]:
    """Play some battles in this process: their last hashes, and how long it took."""
    from debellis.battle.battle import Battle, StreamOfDice
    from debellis.battle.playable import rules_of
    from debellis.battle.stream import seed_of
    from debellis.db.setting_up.lists import armies
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


def elsewhere(edition: str, path: Path | None) -> dict[str, object]:
    """The same in a process of its own, with a build of its own first on the path."""
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    command = [sys.executable, __file__, "--child", edition, str(COUNT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


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
    built = subprocess.run([sys.executable, str(ROOT / "tools" / "compile.py")], capture_output=True, text=True)
    if built.returncode != 0:
        print(f"compiled: not built ({built.stdout.strip() or built.stderr.strip()})")
    for edition in EDITIONS:
        compare(edition, built.returncode == 0)
    games = chess_games(20)
    print(
        "python-chess: not installed, not compared"
        if games is None
        else f"python-chess: {games:.2f} random games a second"
    )


if __name__ == "__main__":
    main()
