"""Learn from battles what the parts of a position's worth foretell of losses to come.

    PYTHONPATH=build/compiled python tools/learn_weights.py --battles 120 --start 20000

Plays battles between centurions and recruits whose weights are varied at random. At the end of every side's moves it
notes each part of the position's worth with weight 1, and later what both sides lost in the bounds that followed, the
sooner the dearer. A linear regression then says how many elements one unit of each part was worth. It prints them with
their errors; whoever changes `Character` after them should round, keep sensible signs, and try the result in matches.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.sides import other
from debellis.battle.stream import seed_of
from debellis.dba.playing.actions import EndMoves
from debellis.dba.playing.state import State
from debellis.dba.setting_up.lists import armies
from debellis.dba.victory import tallies
from debellis.generals.centurion import Centurion
from debellis.generals.character import Character, character_of
from debellis.generals.decision import first_legal
from debellis.generals.evaluation import worth_of
from debellis.generals.recruit import Recruit
from debellis.table.position import Position
from debellis.table.value import replace

EDITIONS = ("dba22", "rrr")
WEIGHTS = (
    "advance",
    "face",
    "line",
    "flank",
    "threat",
    "support",
    "ground",
    "shot",
    "volley",
    "exposed",
    "guard",
    "command",
    "camp",
    "mass",
)
VARIED = (*WEIGHTS, "own_loss", "recoil", "flee", "attack")
#: How far weights are varied, how fast later losses count less, what a general lost counts besides, how far one trusts
#: few battles.
SPREAD = 0.6
FADING = 0.85
GENERAL = 3.0
RIDGE = 30.0
#: Battles drawn anew so many times tell how sure the weights are.
DRAWN = 40

UNIT = replace(character_of("steady"), attack=0.0, **dict.fromkeys(WEIGHTS, 1.0))


class Note(NamedTuple):
    """One side at the end of its moves: the battle, the parts of its worth, and what it lost less than its enemy."""

    battle: int
    parts: dict[str, float]
    gained: float


def varied(random: Random) -> Character:
    """A steady general with weights changed at random."""
    steady = character_of("steady")
    return replace(steady, **{name: getattr(steady, name) * math.exp(random.gauss(0.0, SPREAD)) for name in VARIED})


def begun(number: int, random: Random, limit: int) -> Battle:
    """The battle of that number: edition and dice by the number, armies at random."""
    edition = EDITIONS[number % 2]
    lists = list(armies(edition))
    setup = {"red": random.choice(lists), "blue": random.choice(lists), "variety": number, "limit": limit}
    return Battle(rules_of(edition), setup, StreamOfDice(seed_of(number)))


def next_action(battle: Battle, who: dict[str, Any]) -> Any:
    """What comes next: set up alike for both, then as the generals choose."""
    if battle.pending.setting_up:
        return first_legal(battle.rules, battle.state)
    side = battle.pending.side
    assert side is not None
    return who[side].choose(battle.rules, battle.state)


def fought(number: int, limit: int) -> tuple[list[State], Position]:
    """The ends of moves of one battle, and the position it ended with."""
    random = Random(number)
    battle = begun(number, random, limit)
    levels = random.choice(((Centurion, Recruit), (Recruit, Centurion), (Centurion, Centurion)))
    who: dict[str, Any] = {
        side: level(number, varied(random)) for side, level in zip(("red", "blue"), levels, strict=True)
    }
    ends: list[State] = []
    while battle.result is None:
        action = next_action(battle, who)
        if isinstance(action, EndMoves):
            ends.append(battle.state)
        battle.play(action)
    return ends, battle.state.position


def lost(position: Position, side: str) -> float:
    """What a side has lost so far."""
    return sum(tally.total + GENERAL * tally.general for tally in tallies(position) if tally.side == side)


def notes(number: int, limit: int) -> Iterator[Note]:
    """What one battle teaches."""
    ends, last = fought(number, limit)
    positions = [*(state.position for state in ends), last]
    for i, state in enumerate(ends):
        side, enemy = state.turn, other(state.turn)
        lead = [lost(position, enemy) - lost(position, side) for position in positions[i:]]
        gained = sum(FADING**k * (lead[k + 1] - lead[k]) for k in range(len(lead) - 1))
        yield Note(number, worth_of(rules_of("dba22").survey, state, side, UNIT).parts, gained)


def fit(parts: Any, gained: Any) -> Any:
    """The weights that foretell best, held near nothing where there is little to learn from."""
    middle, spread = parts.mean(axis=0), parts.std(axis=0) + 1e-9
    scaled = (parts - middle) / spread
    square = scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1])
    return np.linalg.solve(square, scaled.T @ (gained - gained.mean())) / spread


def tell(found: list[Note]) -> None:
    """Print the weight of every part and its error, by drawing whole battles anew."""
    names = sorted(found[0].parts)
    parts = np.array([[note.parts[name] for name in names] for note in found])
    gained = np.array([note.gained for note in found])
    rows: dict[int, list[int]] = {}
    for i, note in enumerate(found):
        rows.setdefault(note.battle, []).append(i)
    battles, random = list(rows.values()), Random(0)
    drawn = []
    for _ in range(DRAWN):
        chosen = [i for battle in random.choices(battles, k=len(battles)) for i in battle]
        drawn.append(fit(parts[chosen], gained[chosen]))
    print(f"{len(found)} positions of {len(battles)} battles")
    for name, weight, error in zip(names, fit(parts, gained), np.std(drawn, axis=0), strict=True):
        print(f"{name:8} {weight:+.3f} (error {error:.3f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--battles", type=int, default=120)
    parser.add_argument("--start", type=int, default=20000, help="the number of the first battle")
    parser.add_argument("--limit", type=int, default=20, help="bounds of each side")
    arguments = parser.parse_args()
    numbers = range(arguments.start, arguments.start + arguments.battles)
    tell([note for number in numbers for note in notes(number, arguments.limit)])


if __name__ == "__main__":
    main()
