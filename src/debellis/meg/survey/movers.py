"""The ideas of the movement phase by who moves: for learners who choose a mover first."""

from __future__ import annotations

from itertools import chain
from typing import Any

from debellis.meg.playing.actions import Delay, Engage, Move, MoveGeneral, Pass, Rearrange
from debellis.meg.playing.ambushing import Sources
from debellis.meg.playing.move_phase import sources
from debellis.meg.playing.state import State, decider
from debellis.meg.units import bases_of, generals_of, unit_name
from debellis.table.bases import Base
from debellis.table.memory import Memory

#: The unit groups that an idea moves.
Movers = tuple[str, ...]

_IDEAS = Memory[dict[Movers, list[Any]]]("ideas by mover")


def ideas_by_mover(state: State) -> dict[Movers, list[Any]]:
    """Every idea but to pass, by the unit groups that move. What a general does is found with his unit group."""
    return _IDEAS.of(state, None, _sorted)


def _sorted(state: State) -> dict[Movers, list[Any]]:
    company = {general.id: general.unit for general in generals_of(state.position)}
    found: dict[Movers, list[Any]] = {}
    for idea in chain.from_iterable(Sources(sources)(state)):
        if isinstance(idea, Move):
            who: Movers = idea.units
        elif isinstance(idea, Rearrange | Engage):
            who = (idea.unit,)
        elif isinstance(idea, MoveGeneral | Delay):
            who = (company.get(idea.general, ""),)
        elif isinstance(idea, Pass):
            continue
        else:
            who = (_anybody(state),)
        found.setdefault(who, []).append(idea)
    return found


def _anybody(state: State) -> str:
    """A unit group of the deciding side on the table, with which those are found who come on to it."""
    side = decider(state)
    return next((unit_name(base) for base in state.position.bases if base.side == side), "")


def front_bases(state: State, who: Movers) -> tuple[Base, ...]:
    """The first base of each unit group; none where one is not on the table."""
    found = [bases_of(state.position, name) for name in who]
    return tuple([bases[0] for bases in found]) if all(found) else ()
