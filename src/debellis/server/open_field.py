"""Automatic set-ups: decisions taken at random, but no river through the middle of the table if it can be avoided."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from debellis.battle.chance import Throw
from debellis.battle.dice_supply import Supplied
from debellis.battle.rules import Rules
from debellis.generals.players import computer
from debellis.geometry.plane import Point
from debellis.table.position import Position
from debellis.table.value import replace

#: How many boards are looked at before a river is put up with.
TRIES = 30
#: How many points of each stretch of a river are looked at.
_POINTS = 24


def _thrown() -> Supplied:
    """Numbers thrown at random, the same ones every time: rules that throw again for a tie come to an end."""
    random = Random(0)

    def number(throw: Throw) -> int:
        return random.randint(1, throw.sides)

    return Supplied(number)


def automatic(rules: Rules, state: Any, chance: Random) -> Any:
    """The next decision of a set-up: one that lays no river through the middle, else the first that was chosen.

    Boards depend on the variety of the state, so others are found by looking at the same state with another variety.
    """
    first = computer("", chance.getrandbits(32)).choose(rules, state)
    if not _lays_river(rules, state, first):
        return first
    for _ in range(TRIES):
        varied = replace(state, variety=chance.getrandbits(20))
        action = computer("", chance.getrandbits(32)).choose(rules, varied)
        if rules.allows(state, action) and not _lays_river(rules, state, action):
            return action
    return first


def has_central_river(position: Position) -> bool:
    """Whether a river flows through the middle third of the table."""
    return any(_crosses_middle(position, river.line) for river in position.features("river"))


def _lays_river(rules: Rules, state: Any, action: Any) -> bool:
    """Whether a decision brings a river to the middle of the table."""
    if has_central_river(rules.position(state)):
        return False
    after, _ = rules.apply(state, action, _thrown())
    return has_central_river(rules.position(after))


def _crosses_middle(position: Position, line: tuple[Point, ...]) -> bool:
    wide, deep = position.size
    for (ax, ay), (bx, by) in pairwise(line):
        for i in range(_POINTS + 1):
            x, y = ax + (bx - ax) * i / _POINTS, ay + (by - ay) * i / _POINTS
            if wide / 3 <= x <= wide * 2 / 3 and deep / 3 <= y <= deep * 2 / 3:
                return True
    return False
