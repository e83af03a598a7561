"""Where impetuous elements would stand if nobody gave them orders: a quick guess for generals, not a ruling."""

from __future__ import annotations

from typing import Final

from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.state import State
from debellis.dbm.spontaneous.impetuous import advances, is_impetuous
from debellis.dbm.troops import troop
from debellis.geometry.plane import distance
from debellis.geometry.sweep import first_touch
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import replace

#: Only advances that end within so many moves of an enemy matter yet.
_SOON: Final = 2.5

_FORESEEN = Memory[State]("the state after the advances that are to be expected")
_AHEAD = Memory[Base]("an element so far ahead")


def foreseen(state: State) -> State:
    """The state after the spontaneous advances of elements that have no orders yet, each straight ahead."""
    return _FORESEEN.of(state, None, _foresee)


def _foresee(state: State) -> State:
    position = state.position
    going = {base.id: base for base in position.friends(state.turn) if _will_go(state, base)}
    if not going:
        return state
    ahead = {name: _ahead(position, base, going) for name, base in going.items()}
    bases = tuple([ahead.get(base.id, base) for base in position.bases])
    return replace(state, position=replace(position, bases=bases))


def _will_go(state: State, base: Base) -> bool:
    """Whether an element has no orders, goes by itself, and has an enemy so near that it matters."""
    position = state.position
    if base.id in state.bound.acts or not is_impetuous(position, troop(base)):
        return False
    far = _SOON * (allowance(position, base) or 0.0)
    return bool(position.near_enemies(base.side, base.rectangle, far)) and advances(state.position, base)


def _ahead(position: Position, base: Base, going: dict[str, Base]) -> Base:
    """An element as far ahead as its move takes it, or as something stops it that does not go too."""
    free = allowance(position, base) or 0.0
    for other in position.near(base.rectangle, free):
        reach = free + base.rectangle.radius + other.rectangle.radius
        if other.id not in going and distance(base.rectangle.centre, other.rectangle.centre) <= reach:
            free = min(free, first_touch(base.rectangle, base.facing, free, other.rectangle))
    if free <= 1.0:
        return base
    there = base.rectangle.advanced(free)
    return _AHEAD.of(base, there.front, lambda one: replace(one, front=there.front))
