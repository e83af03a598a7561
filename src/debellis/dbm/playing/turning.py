"""Turning to face at the end of movement, for everybody whom a front has struck in flank or rear.

The player whose bound it is orders the turns where one would change another; all others are made at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.fighting.facing import turn_to_face
from debellis.dbm.playing.actions import Action, TurnToFace
from debellis.dbm.playing.state import State
from debellis.geometry.contact import meetings
from debellis.geometry.plane import direction
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

Turn = tuple[str, Ruling]
_DUE = Memory[tuple[Turn, ...]]("elements that turn to face")


def due(state: State) -> tuple[Turn, ...]:
    """The elements that still turn, each with its ruling; of those that turn together only the first."""
    return _DUE.of(state, None, _find_due)


def _find_due(state: State) -> tuple[Turn, ...]:
    found: list[Turn] = []
    for name in _struck(state.position):
        ruling = ruled(state, name, None)
        if _turns(ruling) and all(ruling.answer["fronts"] != known.answer["fronts"] for _, known in found):
            found.append((name, ruling))
    return tuple(found)


def _turns(ruling: Ruling) -> bool:
    answer = ruling.answer
    return bool(answer.get("turns")) and "fronts" in answer and not answer.get("displaced")


def _struck(position: Position) -> list[str]:
    """The elements that some enemy touches: nobody else turns."""
    bases = list(position.standing)
    found: set[str] = set()
    for i, j in meetings([base.rectangle for base in bases]):
        if bases[i].side != bases[j].side:
            found |= {bases[i].id, bases[j].id}
    return [base.id for base in bases if base.id in found]


def ruled(state: State, name: str, first: str | None) -> Ruling:
    """How an element turns: to the enemy named, or else to the one that touched it first in this bound."""
    ruling = turn_to_face(state.position, element=name, first=first)
    choices = ruling.answer.get("choices")
    if not choices:
        return ruling
    touched = [mover for mover, enemy in state.bound.contacts if enemy == name and mover in choices]
    return turn_to_face(state.position, element=name, first=(touched or sorted(choices))[0])


def check(state: State, action: TurnToFace) -> Ruling:
    """Whether that element turns next."""
    verdict = Verdict()
    if not state.position.has_base(action.element) or action.element not in [name for name, _ in due(state)]:
        verdict.refuse(f"{action.element} does not turn to face now.", "DBM-B24.2")
    elif action.first is not None and not state.position.has_base(action.first):
        verdict.refuse(f"There is no {action.first} on the table.", "DBM-B24.2")
    elif not _turns(ruled(state, action.element, action.first)):
        verdict.refuse(f"{action.element} cannot turn to {action.first}.", "DBM-B24.2")
    return verdict.decide("turn_to_face")


def do(state: State, action: TurnToFace, dice: Chance) -> Happened[State]:
    """Turn one element, with those of its column that turn with it."""
    return _turned(state, ruled(state, action.element, action.first))


def _turned(state: State, ruling: Ruling) -> Happened[State]:
    fronts, facings = ruling.answer["fronts"], ruling.answer["facings"]
    places = {one: Pose((at[0], at[1]), direction(facings[one])) for one, at in fronts.items()}
    says = f"{', '.join(places)} {'turns' if len(places) == 1 else 'turn'} to face"
    event = Event("turn_to_face", says, ruling.clauses, tuple(places), ruling)
    return replace(state, position=state.position.placed(places)), (event,)


def nobody_chooses(state: State) -> Happened[State] | None:
    """Make the turns that do not change one another and go on; None where their order matters."""
    waiting = due(state)
    if len(waiting) > 1 and any(
        _changes(state, one, other) for one in waiting for other in waiting if one[0] != other[0]
    ):
        return None
    events: tuple[Event, ...] = ()
    for name, _ in waiting:
        ruling = ruled(state, name, None)
        if _turns(ruling):
            state, more = _turned(state, ruling)
            events += more
    return replace(state, phase="manning"), events


def _changes(state: State, one: Turn, other: Turn) -> bool:
    """Whether the turn of one element changes that of another."""
    after, _ = _turned(state, one[1])
    return bool(ruled(after, other[0], None).answer != other[1].answer)


def _ideas(state: State) -> Iterator[Action]:
    for name, _ in due(state):
        yield TurnToFace(name)


PHASES = {
    "turning": Phase(
        "choose who turns to face next",
        (TurnToFace,),
        check,
        do,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B24.2"),
        passes=nobody_chooses,
    )
}
