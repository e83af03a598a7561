"""Ask of battles which way a general's weights should go.

    PYTHONPATH=build/compiled python tools/tune_weights.py --pairs 240 --start 40000

A centurion fights recruits, each battle twice: once with his weights changed at random, once with the opposite change,
the armies, ground and first dice being the same. A linear regression of the difference tells for every weight how
much the score would gain if it were changed by one step (a weight is multiplied by e to the power 0.6; some small
ones are raised by a fixed step), and how sure that is. Whoever changes `Character` after it should take a step where
several signs agree, and try the result in matches (benchmarks/generals.py) with other battles.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

import numpy as np
from learn_weights import begun, next_action

from debellis.dba.victory import tallies
from debellis.generals.centurion import Centurion
from debellis.generals.character import Character, character_of
from debellis.generals.recruit import Recruit
from debellis.table.value import replace

#: Weights that are multiplied, by e to the power of so many steps, and those that are raised by so much a step.
STEP = 0.6
MULTIPLIED = (
    "own_loss",
    "general",
    "flee",
    "recoil",
    "advance",
    "face",
    "flank",
    "threat",
    "support",
    "ground",
    "shot",
    "volley",
    "guard",
    "camp",
    "lead",
    "haste",
)
RAISED = {"attack": 0.06, "line": 0.015, "mass": 0.006, "command": 0.01, "exposed": 0.05, "daring": 0.01}
NAMES = (*MULTIPLIED, *RAISED)
#: How far one trusts few battles; what a general lost counts besides as an element.
RIDGE = 10.0
GENERAL = 2.0


class Trial(NamedTuple):
    """One battle of a pair: its number, the change of every weight in steps, and on which side of it this one is."""

    number: int
    steps: tuple[float, ...]
    sign: int


class Outcome(NamedTuple):
    """How a battle went for the centurion: 1, 0 or a half, and how many more elements his enemy lost."""

    score: float
    lead: float


def changed(trial: Trial) -> Character:
    """The steady character with the weights of a trial."""
    steady = character_of("steady")
    steps = {name: trial.sign * step for name, step in zip(NAMES, trial.steps, strict=True)}
    new: dict[str, float] = {name: getattr(steady, name) * math.exp(STEP * steps[name]) for name in MULTIPLIED}
    new |= {name: getattr(steady, name) + by * steps[name] for name, by in RAISED.items()}
    return replace(steady, **new)


def fought(trial: Trial) -> Outcome:
    """One battle against a recruit, at most thirty bounds a side, set up alike for both."""
    battle = begun(trial.number, Random(trial.number), limit=30)
    mine = "red" if trial.number % 4 < 2 else "blue"
    who: dict[str, Any] = {side: Recruit(trial.number) for side in ("red", "blue")}
    who[mine] = Centurion(trial.number, changed(trial))
    while battle.result is None:
        battle.play(next_action(battle, who))
    score = 0.5 if battle.result.winner is None else float(battle.result.winner == mine)
    lead = sum((t.total + GENERAL * t.general) * (-1 if t.side == mine else 1) for t in tallies(battle.state.position))
    return Outcome(score, lead)


def trials(start: int, pairs: int) -> Iterator[Trial]:
    """Every battle with a change and with its opposite."""
    for number in range(start, start + pairs):
        random = Random(f"weights {number}")
        steps = tuple(random.gauss(0.0, 1.0) for _ in NAMES)
        yield Trial(number, steps, 1)
        yield Trial(number, steps, -1)


def tell(tried: list[Trial], found: list[Outcome]) -> None:
    """Print what a step of each weight would gain, in score and in elements, each with its error."""
    steps = np.array([trial.steps for trial in tried[::2]])
    print(f"{len(found)} battles, score {sum(one.score for one in found) / len(found):.1%} with changed weights")
    gains = [_gains(steps, found, which) for which in range(len(Outcome._fields))]
    for i, name in enumerate(NAMES):
        told = (f"{value[i]:+.3f} (error {error[i]:.3f})" for value, error in gains)
        print(f"{name:9} score {next(told)}, elements {next(told)}")


def _gains(steps: Any, found: list[Outcome], which: int) -> tuple[Any, Any]:
    half = np.array([(one[which] - two[which]) / 2.0 for one, two in zip(found[::2], found[1::2], strict=True)])
    square = steps.T @ steps + RIDGE * np.eye(steps.shape[1])
    value = np.linalg.solve(square, steps.T @ half)
    rest = half - steps @ value
    spread = rest @ rest / max(len(half) - len(value), 1)
    return value, np.sqrt(spread * np.diag(np.linalg.inv(square)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=240, help="battles, each played with a change and its opposite")
    parser.add_argument("--start", type=int, default=40000, help="the number of the first battle")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    arguments = parser.parse_args()
    tried = list(trials(arguments.start, arguments.pairs))
    with ProcessPoolExecutor(arguments.workers) as pool:
        tell(tried, list(pool.map(fought, tried)))


if __name__ == "__main__":
    main()
