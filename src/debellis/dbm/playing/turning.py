"""Turning to face at the end of movement, for everybody whom a front has struck in flank or rear."""

from __future__ import annotations

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.fighting.facing import turn_to_face
from debellis.dbm.playing.state import State
from debellis.geometry.contact import meetings
from debellis.geometry.plane import direction
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling


def all_turn(state: State) -> Happened[State]:
    """Turn everybody who must turn, those struck first in this bound before others."""
    events: tuple[Event, ...] = ()
    done: set[str] = set()
    for name in _struck(state.position):
        if name in done:
            continue
        ruling = _ruling(state, name)
        if not ruling.answer.get("turns") or "fronts" not in ruling.answer or ruling.answer.get("displaced"):
            continue
        fronts, facings = ruling.answer["fronts"], ruling.answer["facings"]
        places = {one: Pose((at[0], at[1]), direction(facings[one])) for one, at in fronts.items()}
        state = replace(state, position=state.position.placed(places))
        done |= set(places)
        says = f"{', '.join(places)} {'turns' if len(places) == 1 else 'turn'} to face"
        events += (Event("turn_to_face", says, ruling.clauses, tuple(places), ruling),)
    return state, events


def _struck(position: Position) -> list[str]:
    """The elements that some enemy touches: nobody else turns."""
    bases = list(position.standing)
    found: set[str] = set()
    for i, j in meetings([base.rectangle for base in bases]):
        if bases[i].side != bases[j].side:
            found |= {bases[i].id, bases[j].id}
    return [base.id for base in bases if base.id in found]


def _ruling(state: State, name: str) -> Ruling:
    ruling = turn_to_face(state.position, element=name)
    choices = ruling.answer.get("choices")
    if not choices:
        return ruling
    touched = [mover for mover, enemy in state.bound.contacts if enemy == name and mover in choices]
    return turn_to_face(state.position, element=name, first=(touched or sorted(choices))[0])
