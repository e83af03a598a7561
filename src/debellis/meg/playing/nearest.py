"""The nearest legal alternative to a refused decision; of a move the same steps, shorter or paid by another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from debellis.battle.rules import Nearest
from debellis.meg.moving.limits import move_limit
from debellis.meg.moving.steps import ADVANCE, BACK, SHIFT, WHEEL
from debellis.meg.playing.actions import Move, Step
from debellis.meg.playing.moving import price_of, walk_of
from debellis.meg.playing.nearest_decisions import likest, others_like, places_of
from debellis.meg.playing.paying import payments
from debellis.meg.playing.state import State, decider
from debellis.meg.units import bases_of, units_of
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

#: Shares of a move that are tried, the longest first.
SHARES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
MEASURED = (ADVANCE, BACK, WHEEL, SHIFT)


def nearest(
    state: State, action: Any, allowed: Callable[[Any], bool], ideas: Callable[[], Iterable[Any]]
) -> Nearest | None:
    """A legal decision near a refused one, with where its bases would stand; the ideas of the phase come last."""
    found = _nearest_move(state, action, allowed)
    if found is not None:
        return found
    other = next((one for one in others_like(state, action) if one != action and allowed(one)), None)
    if other is None:
        other = likest(ideas(), action, allowed)
    return None if other is None else Nearest(other, places_of(state, other))


def _nearest_move(state: State, action: Any, allowed: Callable[[Any], bool]) -> Nearest | None:
    """The longest legal part of a refused move of own unit groups."""
    if not isinstance(action, Move) or action.second or not _is_own(state, action):
        return None
    for other in _shorter(state, action):
        if allowed(other):
            way = walk_of(state.position, other, other.steps)
            return Nearest(other, {base.id: Pose(base.front, base.facing) for base in way.end})
    return None


def _is_own(state: State, action: Move) -> bool:
    known = {unit.id: unit for unit in units_of(state.position)}
    return bool(action.units) and all(
        name in known and known[name].side == decider(state) and bool(bases_of(state.position, name))
        for name in action.units
    )


def _shorter(state: State, action: Move) -> Iterator[Move]:
    """The same move with its own cards or others that pay for it, shorter and shorter."""
    units = tuple(unit for unit in units_of(state.position) if unit.id in action.units)
    if not units:
        return
    paid = [(action.general, action.cards)]
    try:
        paid += list(payments(state, units, price_of(state.position, units, action.action, ())))
    except StopIteration:
        return
    used = walk_of(state.position, action, action.steps).used
    limit = min(move_limit(state.position, unit, Finding(), action.action) for unit in units)
    most = min(1.0, limit / used) if used > 0.0 else 1.0
    for share in SHARES:
        for general, cards in dict.fromkeys(paid):
            yield replace(action, steps=_scaled(action.steps, share * most), general=general, cards=cards)


def _scaled(steps: tuple[Step, ...], share: float) -> tuple[Step, ...]:
    return tuple(
        replace(step, amount=round(step.amount * share, 2)) if step.kind in MEASURED else step for step in steps
    )
