"""How strong the generals are against each other, sides swapped, how many battles a second, how long a bound takes.

python benchmarks/generals.py                              every level against the one below it, a few battles each
python benchmarks/generals.py centurion recruit --pairs 200 --workers 2 --seconds 1.0 --edition rrr
python benchmarks/generals.py centurion recruit --pairs 10 --edition dbm32 --points 250

Bounds are timed by the processor time of the general who thinks. With `--points` the ready armies of DBM are made
smaller: elements above the least of their lists are left out until they cost no more.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Any, NamedTuple

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.stream import seed_of
from debellis.generals.decision import first_legal
from debellis.generals.players import computer, mustered

EDITIONS = ("dba22", "rrr")
MULTITUDES = ("dbm31", "dbm32")
LADDER = (("recruit", "random"), ("centurion", "recruit"), ("legate", "centurion"))
FEW = 3


class Game(NamedTuple):
    """One battle to play: the first general has red, or blue when swapped; armies, board and dice are by the number."""

    first: str
    second: str
    number: int
    swapped: bool
    edition: str
    limit: int
    seconds: float
    work: int | None = None
    same_armies: bool = False
    alike: bool = False
    points: int | None = None


class Played(NamedTuple):
    """How it went for the first general: 1, 0 or a half; bounds and seconds, and the time of each bound by general."""

    score: float
    bounds: int
    seconds: float
    times: tuple[tuple[float, ...], tuple[float, ...]]


def play(game: Game) -> Played:
    """Play one battle, set up by the generals themselves or alike for both."""
    rules = rules_of(game.edition)
    lists: list[Any] = list(rules.survey.armies())
    if game.points is not None:
        lists = smaller_armies(game.edition, game.points)
    random = Random(game.number)
    red, blue = random.choice(lists), random.choice(lists)
    setup = {"red": red, "blue": red if game.same_armies else blue, "variety": game.number, "limit": game.limit}
    if game.points is not None:
        setup["points"] = game.points
    mine = "blue" if game.swapped else "red"
    if not game.alike:
        levels = {side: game.first if side == mine else game.second for side in ("red", "blue")}
        setup = mustered(game.edition, setup, {side: (level, "steady") for side, level in levels.items()})
    battle = Battle(rules, setup, StreamOfDice(seed_of(game.number)))
    who = {
        side: computer(game.first if side == mine else game.second, game.number, seconds=game.seconds, work=game.work)
        for side in ("red", "blue")
    }
    times: dict[str, dict[int, float]] = {"red": {}, "blue": {}}
    start = time.perf_counter()
    while battle.result is None:
        if battle.pending.setting_up and game.alike:
            battle.play(first_legal(rules, battle.state))
            continue
        turn, bound = battle.state.turn, battle.state.bounds.get(battle.state.turn, 0)
        took = _decide(battle, who)
        times[turn][bound] = times[turn].get(bound, 0.0) + took
    score = 0.5 if battle.result.winner is None else float(battle.result.winner == mine)
    spent = (tuple(times[mine].values()), tuple(times["red" if mine == "blue" else "blue"].values()))
    return Played(score, max(battle.state.bounds.values()), time.perf_counter() - start, spent)


@cache
def smaller_armies(edition: str, points: int) -> list[dict[str, Any]]:
    """The ready armies of DBM that are still legal when they are made so small."""
    from debellis.battle.army_building import ChosenArmy, ChosenCommand
    from debellis.dbm.armies.chosen import judge_chosen, ready_army
    from debellis.dbm.armies.lists import armies, lines_of
    from debellis.table.position import Position

    position = Position(edition, (1800.0, 1200.0))
    found: list[dict[str, Any]] = []
    for listed in armies(edition).values():
        least = {line.key: max(line.low, line.rank is not None) for line in lines_of(edition, listed).values()}
        commands = [dict(one.elements) for one in ready_army(listed).commands]
        names = [one.name for one in ready_army(listed).commands]
        while True:
            chosen = tuple(ChosenCommand(one, name) for one, name in zip(commands, names, strict=True))
            judged = judge_chosen(position, ChosenArmy(listed.id, chosen, points=points))
            if judged.weighed.points <= points:
                break
            total = {key: sum(one.get(key, 0) for one in commands) for key in least}
            spare = [
                (one[key], i, key)
                for i, one in enumerate(commands)
                for key in one
                if total.get(key, 0) > least.get(key, 0)
            ]
            if not spare:
                break
            _, i, key = max(spare)
            commands[i][key] -= 1
            commands[i] = {name: many for name, many in commands[i].items() if many}
        if not judged.faults:
            told = [{"name": name, "elements": one} for one, name in zip(commands, names, strict=True)]
            found.append({"army": listed.id, "commands": told})
    return found


def _decide(battle: Battle, who: dict[str, Any]) -> float:
    """Take one decision; how long the general thought, if it was his own bound."""
    side = battle.pending.side
    assert side is not None
    own = side == battle.state.turn
    start = time.process_time()
    action = who[side].choose(battle.rules, battle.state)
    took = time.process_time() - start
    battle.play(action)
    return took if own else 0.0


def games(first: str, second: str, arguments: argparse.Namespace, pairs: int) -> Iterator[Game]:
    """Every battle twice, with sides swapped."""
    editions = EDITIONS if arguments.edition is None else (arguments.edition,)
    for number in range(arguments.start, arguments.start + pairs):
        edition = editions[number % len(editions)]
        for swapped in (False, True):
            yield Game(
                first,
                second,
                number,
                swapped,
                edition,
                arguments.limit,
                arguments.seconds,
                arguments.work,
                arguments.same_armies,
                arguments.alike,
                arguments.points,
            )


def tell(first: str, second: str, played: list[Played], wall: float) -> None:
    """Print the score with its interval (pairs are what is independent), speed and times."""
    pairs = [(a.score + b.score) / 2.0 for a, b in zip(played[::2], played[1::2], strict=True)]
    mean = sum(pairs) / len(pairs)
    error = math.sqrt(sum((x - mean) ** 2 for x in pairs) / max(len(pairs) - 1, 1) / len(pairs))
    draws = sum(one.score == 0.5 for one in played)
    print(
        f"{first} against {second}: {mean:.1%} (95 %: {mean - 1.96 * error:.1%} to {mean + 1.96 * error:.1%}) "
        f"of {len(played)} battles, {draws} undecided, {sum(one.bounds for one in played) / len(played):.1f} bounds, "
        f"{len(played) / wall:.2f} battles a second"
    )
    for which, name in enumerate((first, second)):
        times = sorted(t for one in played for t in one.times[which])
        if times:
            print(
                f"  a bound of {name}: {sum(times) / len(times):.3f} s, "
                f"99 of 100 under {times[int(len(times) * 0.99)]:.3f} s, longest {times[-1]:.3f} s"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("first", nargs="?")
    parser.add_argument("second", nargs="?")
    parser.add_argument("--pairs", type=int, default=20, help="battles, each played twice")
    parser.add_argument("--start", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--limit", type=int, default=30, help="bounds of each side")
    parser.add_argument("--seconds", type=float, default=1.0, help="a legate's time for a bound")
    parser.add_argument("--work", type=int, help="positions a legate weighs in a bound, instead of a time")
    parser.add_argument("--same-armies", action="store_true", help="both lead the same army, so that only they differ")
    parser.add_argument("--alike", action="store_true", help="set up alike for both, instead of by themselves")
    parser.add_argument("--edition", choices=(*EDITIONS, *MULTITUDES))
    parser.add_argument("--points", type=int, help="the size of the armies of DBM, smaller than the ready ones")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    arguments = parser.parse_args()
    chosen = ((arguments.first, arguments.second),) if arguments.second else LADDER
    pairs = arguments.pairs if arguments.second else FEW
    with ProcessPoolExecutor(arguments.workers) as pool:
        for first, second in chosen:
            start = time.perf_counter()
            played = list(pool.map(play, games(first, second, arguments, pairs)))
            tell(first, second, played, time.perf_counter() - start)


if __name__ == "__main__":
    main()
