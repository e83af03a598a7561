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


def play(first: int, count: int) -> dict[str, object]:
    """Play some battles in this process: their last hashes, and how long it took."""
    from debellis.battle.battle import Battle, StreamOfDice
    from debellis.battle.stream import seed_of
    from debellis.db.setting_up.lists import armies
    from debellis.editions.dba22 import RULES
    from debellis.generals.random_general import RandomGeneral

    lists = list(armies("dba22"))
    hashes: list[str] = []
    decisions = 0
    start = time.perf_counter()
    for number in range(first, first + count):
        seed = seed_of(number)
        setup = {"red": lists[number % 36], "blue": lists[(number * 7 + 3) % 36], "variety": number, "limit": 30}
        battle = Battle(RULES, setup, StreamOfDice(seed), seed)
        general = RandomGeneral(number)
        while battle.result is None:
            battle.play(general.choose(RULES, battle.state))
        hashes.append(battle.hash)
        decisions += len(battle.entries)
    return {"hashes": hashes, "seconds": time.perf_counter() - start, "decisions": decisions}


def elsewhere(path: Path | None) -> dict[str, object]:
    """The same in a process of its own, with a build of its own first on the path."""
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    command = [sys.executable, __file__, "--child", str(COUNT)]
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


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(play(0, int(sys.argv[2]))))
        return
    plain = elsewhere(None)
    print(f"plain:    {COUNT / float(str(plain['seconds'])):.2f} battles a second ({plain['decisions']} decisions)")
    built = subprocess.run([sys.executable, str(ROOT / "tools" / "compile.py")], capture_output=True, text=True)
    if built.returncode == 0:
        fast = elsewhere(ROOT / "build" / "compiled")
        if fast["hashes"] != plain["hashes"]:
            raise SystemExit("the compiled build ended on other hashes; nothing compared")
        ratio = float(str(plain["seconds"])) / float(str(fast["seconds"]))
        speed = COUNT / float(str(fast["seconds"]))
        print(f"compiled: {speed:.2f} battles a second, {ratio:.1f} times plain, same hashes")
    else:
        print(f"compiled: not built ({built.stdout.strip() or built.stderr.strip()})")
    games = chess_games(20)
    print(
        "python-chess: not installed, not compared"
        if games is None
        else f"python-chess: {games:.2f} random games a second"
    )


if __name__ == "__main__":
    main()
