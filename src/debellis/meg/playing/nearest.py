"""The nearest legal alternative to a refused decision.

Of a move that is the same steps, shorter or paid by another, then another move of the same unit group. Where nothing of
the kind is legal, it is another decision of the phase: first about the same unit group, then to pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from debellis.battle.rules import Nearest
from debellis.meg.cards.costs import DOUBLE
from debellis.meg.moving.limits import move_limit
from debellis.meg.moving.nearest_moves import scaled
from debellis.meg.moving.steps import right_step
from debellis.meg.playing.actions import Move, Step
from debellis.meg.playing.meeting import unit_steps
from debellis.meg.playing.move_ideas import clearing, moves_of
from debellis.meg.playing.moving import price_of, walk_of
from debellis.meg.playing.nearest_decisions import instead, likeness, likest, others_like, places_of
from debellis.meg.playing.paying import payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, unit_of, units_of
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

#: Shares of a move that are tried, the longest first.
SHARES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
#: The sub-phase in which unit groups move only to clear the way of charges.
CHARGES = "2.1"


def nearest(
    state: State, action: Any, allowed: Callable[[Any], bool], ideas: Callable[[], Iterable[Any]]
) -> Nearest | None:
    """A legal decision near a refused one, with where its bases would stand; the ideas of the phase come last."""
    near = _moves_like(state, action) if isinstance(action, Move) else others_like(state, action)
    other = next((one for one in near if one != action and allowed(one)), None)
    if other is None:
        offered = list(ideas())
        other = likest(offered, action, allowed)
        if other is None:
            other = instead(offered, action, allowed)
    return None if other is None else Nearest(other, places_of(state, other))


def _moves_like(state: State, action: Move) -> Iterator[Move]:
    """Moves near a refused one of own unit groups: shorter, then by one of a block alone, then others of the first."""
    if not _is_own(state, action):
        return
    yield from _shorter(state, action)
    if action.stays:
        yield from _shorter(state, replace(action, stays=()))
    if len(action.units) > 1:
        for name in action.units:
            yield from _shorter(state, replace(action, units=(name,), stays=()))
    name = action.units[0]
    if state.phase == CHARGES:
        others = [one for one in clearing(state) if one.units == (name,)]
    else:
        others = list(moves_of(state, unit_of(state.position, name)))
    others.sort(key=lambda one: likeness(one, action))
    yield from others


def _is_own(state: State, action: Move) -> bool:
    known = {unit.id: unit for unit in units_of(state.position)}
    return bool(action.units) and all(
        name in known
        and known[name].side == decider(state)
        and known[name].kind != CAMP
        and bool(bases_of(state.position, name))
        for name in action.units
    )


def _shorter(state: State, action: Move) -> Iterator[Move]:
    """The same move with its own cards or others that pay for it, shorter and shorter."""
    units = tuple(unit for unit in units_of(state.position) if unit.id in action.units)
    if any(right_step(step) for step in unit_steps((*action.steps, *action.then))):
        return
    paid = [(action.general, action.cards)]
    try:
        paid += list(payments(state, units, price_of(state.position, units, action.action, _codes(action))))
    except StopIteration:
        return
    first, then = _share_in_reach(state, action, units, action.steps), 1.0
    if action.action == DOUBLE:
        then = _share_in_reach(state, action, units, action.then)
    for share in SHARES:
        steps, later = _scaled(action.steps, share * first), _scaled(action.then, share * then)
        for general, cards in dict.fromkeys(paid):
            yield replace(action, steps=steps, then=later, general=general, cards=cards)


def _codes(action: Move) -> tuple[str, ...]:
    """The actions of the parts of a double move; none for any other."""
    return (action.first, action.second) if action.action == DOUBLE else ()


def _share_in_reach(state: State, action: Move, units: tuple[Unit, ...], steps: tuple[Step, ...]) -> float:
    """The largest share of some steps that is not farther than the unit groups move."""
    used = walk_of(state.position, action, steps).used
    limit = min(move_limit(state.position, unit, Finding(), action.action) for unit in units)
    return min(1.0, limit / used) if used > 0.0 else 1.0


def _scaled(steps: tuple[Step, ...], share: float) -> tuple[Step, ...]:
    found = scaled(unit_steps(steps), share)
    return tuple([replace(step, amount=one.amount) for step, one in zip(steps, found, strict=True)])
