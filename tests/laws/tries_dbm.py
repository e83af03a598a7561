"""Actions of DBM to try where a phase was passed: every element, target, edge, sub-group and distance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any

from debellis.battle.sides import SIDES
from debellis.dbm.playing.actions import (
    Advance,
    AllotPips,
    Fight,
    LayWorks,
    ManWorks,
    PickShooter,
    Press,
    Shoot,
    SpringAmbush,
    Storm,
    TurnToFace,
    WorksSection,
)
from debellis.dbm.playing.hidden import orders_of
from debellis.dbm.playing.pip_phase import pooled
from debellis.dbm.playing.state import State
from debellis.geometry.rectangle import EDGES
from debellis.table.bases import Base

#: Elements further apart than this (mm) neither shoot at nor fight each other.
FAR = 600.0
#: The most elements of a group that is tried, and how far it presses forward (mm).
MOST_TOGETHER, DISTANCES = 4, (1.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 80.0, 100.0, 125.0)


def tries(phase: str, state: State, random: Random) -> Iterator[Any]:
    """What could be done in a phase, legal or not."""
    found = _TRIED.get(phase)
    return iter(()) if found is None else found(state)


def _near_pairs(state: State) -> Iterator[tuple[Base, Base]]:
    for one in state.position.standing:
        for two in state.position.standing:
            apart = max(abs(one.front[0] - two.front[0]), abs(one.front[1] - two.front[1]))
            if one.side != two.side and apart < FAR:
                yield one, two


def _shots(state: State) -> Iterator[Any]:
    yield from (PickShooter(base.id) for base in state.position.standing)
    for one, two in _near_pairs(state):
        yield from (Shoot(one.id, two.id, (), edge) for edge in (None, *EDGES))
        mates = [base for base in state.position.standing if base.side == one.side and base.id != one.id]
        mates.sort(key=lambda base: abs(base.front[0] - one.front[0]) + abs(base.front[1] - one.front[1]))
        yield from (Shoot(one.id, two.id, (mate.id,)) for mate in mates[:4])
        yield from (Shoot(mate.id, two.id, (one.id,)) for mate in mates[:4])


def _fights(state: State) -> Iterator[Any]:
    yield from (Fight(one.id, two.id) for one, two in _near_pairs(state))
    yield from (Storm(base.id) for base in state.position.standing)


def _advances(state: State) -> Iterator[Any]:
    for base in state.position.bases:
        yield Advance(base.id)
        yield from (Advance(base.id, other.id) for other in state.position.standing if other.side != base.side)


def _turns(state: State) -> Iterator[Any]:
    for base in state.position.standing:
        yield TurnToFace(base.id)
        yield from (TurnToFace(base.id, other.id) for other in state.position.standing if other.side != base.side)


def _manning(state: State) -> Iterator[Any]:
    yield from (ManWorks(one.id, two.id) for one, two in _near_pairs(state))


def _presses(state: State) -> Iterator[Any]:
    """Every element, and every few that stand side by side or behind one another, any distance."""
    for base in state.position.standing:
        near = [
            other
            for other in state.position.standing
            if other.side == base.side
            and other.id > base.id
            and max(abs(other.front[0] - base.front[0]), abs(other.front[1] - base.front[1])) < 100.0
        ]
        for many in range(MOST_TOGETHER):
            for mates in combinations(near, many):
                names = (base.id, *(mate.id for mate in mates))
                yield from (Press(names, far) for far in DISTANCES)


def _springs(state: State) -> Iterator[Any]:
    for side in SIDES:
        if side in (state.orders or {}):
            hidden = tuple(orders_of(state, side).ambushes)
            yield from (SpringAmbush((name,)) for name in hidden)
            yield SpringAmbush(hidden)


def _allotments(state: State) -> Iterator[Any]:
    wanted = pooled(state, state.turn)
    yield from (AllotPips(dict(zip(wanted, order, strict=True))) for order in permutations(state.bound.thrown))


def _works(state: State) -> Iterator[Any]:
    width, deep = state.position.size
    for kind in ("tf", "pf"):
        for y in (0.15 * deep, 0.85 * deep):
            inside = ((0.4 * width, y), (0.4 * width + 40.0, y))
            yield LayWorks((WorksSection("w", kind, inside, inside[::-1]),))


_TRIED: dict[str, Callable[[State], Iterator[Any]]] = {
    "shooting": _shots,
    "melee": _fights,
    "advance": _advances,
    "turning": _turns,
    "manning": _manning,
    "press": _presses,
    "springing": _springs,
    "allot": _allotments,
    "works": _works,
}
