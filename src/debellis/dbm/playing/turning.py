"""Turning to face at the end of movement, for everybody whom a front has struck in flank or rear.

The player whose bound it is orders the turns where one would change another; all others are made at once. Who was
struck by several in one instant turns to the one that its owner says; contacts made by one move are of one instant.
"""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.aftermath.forks import FACE
from debellis.dbm.fighting.facing import turn_to_face
from debellis.dbm.playing.actions import Action, TurnToFace
from debellis.dbm.playing.choosing import choices_of
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
        together = any(ruling.answer.get("fronts") == known.answer["fronts"] for _, known in found)
        if _turns(ruling) and (not together or faces(state, name)):
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
    """How an element turns: to the enemy named, or else to one of those that touched it first."""
    ruling = turn_to_face(state.position, element=name, first=first)
    choices = ruling.answer.get("choices")
    if not choices:
        return ruling
    able = _first_of(state, name, tuple(choices))
    return turn_to_face(state.position, element=name, first=able[0])


def _first_of(state: State, name: str, enemies: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some enemies that touched an element first: before this bound, or else by the earliest move of it."""
    moves = {mover: _move_of(state, mover, name) for mover in enemies}
    first = min(moves.values())
    able = tuple(sorted(mover for mover in enemies if moves[mover] == first))
    turning = tuple(one for one in able if _turns(turn_to_face(state.position, element=name, first=one)))
    return turning or able


def _move_of(state: State, mover: str, enemy: str) -> int:
    """By which move of the bound two came into contact; 0 for those that touched before."""
    ends = state.bound.moves or ()
    for at, contact in enumerate(state.bound.contacts):
        if contact == (mover, enemy):
            return 1 + sum(end <= at for end in ends)
    return 0


def faces(state: State, name: str) -> tuple[str, ...]:
    """The enemies of one instant between whom the owner of an element chooses; none if it makes no difference."""
    choices = turn_to_face(state.position, element=name).answer.get("choices")
    able = _first_of(state, name, tuple(choices)) if choices else ()
    ends = {str(_end_of(turn_to_face(state.position, element=name, first=one))) for one in able}
    return able if len(ends) > 1 else ()


def _end_of(ruling: Ruling) -> tuple[object, object]:
    return (ruling.answer.get("fronts"), ruling.answer.get("facings"))


def ordered(state: State) -> bool:
    """Whether the bound's player says who turns next: the turn of one would change that of another."""
    waiting = due(state)
    return len(waiting) > 1 and any(
        _changes(state, one[0], other) for one in waiting for other in waiting if one[0] != other[0]
    )


def open_facing(state: State) -> str | None:
    """The first element whose owner chooses to whom it turns, where the order of the turns does not matter."""
    return next((name for name, _ in due(state) if faces(state, name)), None)


def decides(state: State) -> str:
    """The bound's player where the order matters; else the owner of an element that may turn to several."""
    name = None if ordered(state) else open_facing(state)
    return state.turn if name is None else state.position.base(name).side


def check(state: State, action: TurnToFace) -> Ruling:
    """Whether that element turns next; to whom is said by its owner alone."""
    verdict = Verdict()
    if action.element not in [name for name, _ in due(state)]:
        verdict.refuse(f"{action.element} does not turn to face now.", "DBM-B24.2")
        return verdict.decide("turn_to_face")
    options = faces(state, action.element)
    if ordered(state):
        if action.first is not None and options and state.position.base(action.element).side != state.turn:
            says = f"The owner of {action.element} says to whom it turns, not the player who orders the turns."
            verdict.refuse(says, "DBM-B24.2")
        options = () if action.first is None else options
    elif action.element != open_facing(state):
        verdict.refuse(f"{open_facing(state)} is next.", "DBM-B24.2")
    if options and action.first not in options:
        verdict.refuse(f"{action.element} turns to {' or '.join(options)}: name one.", "DBM-B24.2")
    elif action.first is not None and not options and action.first not in _only(state, action.element):
        verdict.refuse(f"{action.element} cannot turn to {action.first}.", "DBM-B24.2")
    return verdict.decide("turn_to_face")


def _only(state: State, name: str) -> tuple[str, ...]:
    """The enemies that an element may be said to turn to where nobody chooses."""
    choices = turn_to_face(state.position, element=name).answer.get("choices")
    if choices:
        return _first_of(state, name, tuple(choices))
    struck = [enemy.id for enemy in state.position.enemies(state.position.base(name).side)]
    return tuple(one for one in struck if _turns(turn_to_face(state.position, element=name, first=one)))


def do(state: State, action: TurnToFace, dice: Chance) -> Happened[State]:
    """Turn one element, with those of its column that turn with it."""
    first = action.first
    options = faces(state, action.element)
    if first is None and options:
        first = choices_of(state).pick(FACE, action.element, options)
    return _turned(state, ruled(state, action.element, first))


def _turned(state: State, ruling: Ruling) -> Happened[State]:
    fronts, facings = ruling.answer["fronts"], ruling.answer["facings"]
    places = {one: Pose((at[0], at[1]), direction(facings[one])) for one, at in fronts.items()}
    says = f"{', '.join(places)} {'turns' if len(places) == 1 else 'turn'} to face"
    event = Event("turn_to_face", says, ruling.clauses, tuple(places), ruling)
    return replace(state, position=state.position.placed(places)), (event,)


def nobody_chooses(state: State) -> Happened[State] | None:
    """Make the turns that do not change one another and go on; None where somebody chooses."""
    if ordered(state) or open_facing(state) is not None:
        return None
    events: tuple[Event, ...] = ()
    for name, _ in due(state):
        ruling = ruled(state, name, None)
        if _turns(ruling):
            state, more = _turned(state, ruling)
            events += more
    return replace(state, phase="manning"), events


def _changes(state: State, one: str, other: Turn) -> bool:
    """Whether the turn of one element, to whomever it turns, changes that of another."""
    for first in faces(state, one) or (None,):
        after, _ = _turned(state, ruled(state, one, first))
        if ruled(after, other[0], None).answer != other[1].answer or faces(after, other[0]) != faces(state, other[0]):
            return True
    return False


def _ideas(state: State) -> Iterator[Action]:
    if ordered(state):
        for name, _ in due(state):
            yield TurnToFace(name)
        return
    open_one = open_facing(state)
    if open_one is not None:
        for enemy in faces(state, open_one):
            yield TurnToFace(open_one, enemy)


PHASES = {
    "turning": Phase(
        "choose who turns to face next, and to whom",
        (TurnToFace,),
        check,
        do,
        all_but_last(_ideas),
        decides=decides,
        out_of_order=placed_by("DBM-B24.2"),
        passes=nobody_chooses,
    )
}
