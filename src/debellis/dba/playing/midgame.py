"""A battle that starts in the middle: the state for a position at the beginning of a phase."""

from __future__ import annotations

from debellis.battle.rules import Opening
from debellis.battle.sides import SIDES, other
from debellis.dba.moving.moves import Bound
from debellis.dba.playing.melee_phase import begin_melee
from debellis.dba.playing.state import Force, State, shared_out
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace

#: The phases in which a battle can start, and for setting up whether the defender decides in them.
PHASES = ("pips", "moves", "shooting", "melee")
_DEFENDER_DECIDES = {"terrain": True, "edges": False, "exchange": True}
#: The side treated as the invader in the middle of a battle, and the edges that armies come from.
_INVADER = SIDES[0]
_EDGES = {"red": "south", "blue": "north"}
_SECOND = 2


def state_of(position: Position, opening: Opening) -> State:
    """The state of a battle that starts with a position; ValueError if no battle can start in the phase.

    The active side is the one that decides. In the middle of a battle red counts as the invader, fights began in
    earlier bounds, and waiting elements are held back for a landing. Before the battle they are still to be deployed.
    """
    phase, pips, waiting = opening.phase, opening.purse, opening.waiting
    turn = position.active or SIDES[0]
    forces = {side: _force(position, side, waiting) for side in SIDES}
    if phase == "deploy" or phase in _DEFENDER_DECIDES:
        return _setting_up(position, phase, turn, forces)
    if phase not in PHASES:
        known = ", ".join((*PHASES, *_DEFENDER_DECIDES, "deploy"))
        raise ValueError(f"no battle can be taken up in the phase {phase!r}; the phases are {known}")
    number = position.bound or _SECOND
    begun = number - 1 if phase == "pips" else number
    shared = shared_out(position, turn, pips)
    state = State(
        phase=phase,
        turn=turn,
        position=replace(position, active=turn, bound=number),
        forces=forces,
        invader=_INVADER,
        edges=_EDGES,
        deployed=SIDES,
        held_back={side: tuple(base for base in waiting if base.side == side) for side in SIDES},
        bounds={turn: begun, other(turn): number - 1 if turn == _INVADER else number},
        pips=sum(shared.values()) if isinstance(shared, dict) else pips,
        bound=Bound(number=number, pips=shared),
    )
    return begin_melee(state) if phase == "melee" else state


def _setting_up(position: Position, phase: str, turn: str, forces: dict[str, Force]) -> State:
    """A state before the first bound."""
    if phase == "deploy":
        first = not any(base.side != turn for base in position.bases)
        deployed: tuple[str, ...] = () if first else (other(turn),)
        invader = other(turn) if first else turn
    else:
        deployed = SIDES if phase == "exchange" else ()
        invader = other(turn) if _DEFENDER_DECIDES[phase] else turn
    edges = {} if phase in ("terrain", "edges") else _EDGES
    return State(phase, turn, position, forces, invader=invader, edges=edges, deployed=deployed)


def _force(position: Position, side: str, waiting: tuple[Base, ...]) -> Force:
    """The army of a side as far as the position shows it. Only a littoral army can hold elements back for a landing."""
    held = tuple(base for base in waiting if base.side == side)
    topography = "littoral" if held else "arable"
    return Force("", side, topography, 0, (*(base for base in position.bases if base.side == side), *held))
