"""A battle of DBM taken up in the middle: the state in which a position stands at the beginning of a phase."""

from __future__ import annotations

from debellis.battle.rules import Opening
from debellis.battle.sides import SIDES, other
from debellis.dbm.playing.state import Bound, Force, State
from debellis.dbm.playing.works_phase import with_defenders
from debellis.dbm.troops import service
from debellis.table.position import Position
from debellis.table.value import replace

PHASES = ("pips", "moves", "advance", "shooting", "melee", "press")
_SECOND = 2
_EDGES = {"red": "south", "blue": "north"}


def state_of(position: Position, opening: Opening) -> State:
    """The state of a battle taken up in a position; ValueError if no battle can be taken up in the phase.

    Every command of the active side has the PIPs of the opening; blue is taken for the invader.
    """
    phase = opening.phase
    if phase not in PHASES:
        raise ValueError(f"no battle of DBM can be taken up in the phase {phase!r}; the phases are {', '.join(PHASES)}")
    turn = position.active or SIDES[0]
    number = position.bound or _SECOND
    forces = {
        side: Force("", side, 0, tuple(base for base in (*position.bases, *opening.waiting) if base.side == side))
        for side in SIDES
    }
    names = tuple(dict.fromkeys(service(base).command for base in forces[turn].elements))
    bound = Bound(number=number, pips={} if phase == "pips" else dict.fromkeys(names, opening.purse))
    begun = number - 1 if phase == "pips" else number
    return State(
        phase=phase,
        turn=turn,
        position=with_defenders(replace(position, active=turn, bound=number)),
        forces=forces,
        invader="blue",
        edges=_EDGES,
        deployed=tuple(one.id for one in position.commands or ()),
        bounds={turn: begun, other(turn): number},
        bound=bound,
    )
