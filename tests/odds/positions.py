"""Positions from random battles: those of some kept ones in which a phase of shooting or close combat begins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from debellis.battle.playable import rules_of
from debellis.battle.replay import read_header, replay
from debellis.odds import Step, steps

#: Battles with phases of every size between them, of both editions.
SOME = ("dba22/battle-*[48].jsonl", "rrr/battle-*[458].jsonl")
_KEPT = Path(__file__).parents[1] / "battles"


class Found(Struct, frozen=True):
    """A state at the beginning of a phase, the battle and decision it comes from, and the combats to be fought."""

    name: str
    rules: Any
    state: Any
    order: tuple[Step, ...]

    @property
    def actions(self) -> tuple[Any, ...]:
        return tuple(step[0] for step in self.order)


@cache
def beginnings(files: tuple[str, ...] = SOME) -> tuple[Found, ...]:
    """Every beginning of shooting or close combat in the kept battles."""
    logs = sorted(file for pattern in files for file in _KEPT.glob(pattern))
    return tuple(found for log in logs for found in _of_log(log))


def _of_log(file: Path) -> Iterator[Found]:
    log = file.read_bytes()
    rules = rules_of(read_header(log).edition)
    last = None
    for number, moment in enumerate(replay(log, rules).moments):
        state = moment.state
        now = (state.phase, state.turn, state.bounds.get(state.turn))
        if now != last and state.phase in ("shooting", "melee"):
            yield Found(f"{file.parent.name} {file.stem} decision {number}", rules, state, steps(rules, state))
        last = now


def of_size(phase: str, size: int, files: tuple[str, ...] = SOME) -> tuple[Found, ...]:
    """Those beginnings of a phase with so many combats."""
    return tuple(item for item in beginnings(files) if item.state.phase == phase and len(item.order) == size)


def pick(phase: str, size: int, number: int) -> Found:
    """One of those, by a number, from both ends of the list by turns."""
    found = of_size(phase, size)
    assert found, f"the kept battles have no {phase} with {size} combats"
    return found[(number // 2 if number % 2 == 0 else -(number + 1) // 2) % len(found)]
