"""Steps of setting up that only big battles have: PIP dice allotted in writing, and deployment in two parts."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.dba.book import table
from debellis.dba.commands import ALLIED, command_of, commands_of, has_note
from debellis.dba.playing.actions import AllotDice, Deploy
from debellis.dba.playing.state import State, defender
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: How many of his commands the defender deploys before the invader, at most.
_FIRST = 2


def own_commands(position: Position, side: str) -> tuple[str, ...]:
    """The commands of a side that are not an ally's."""
    return tuple([one.id for one in commands_of(position, side) if ALLIED not in one.notes])


def next_to_allot(state: State) -> str | None:
    """The side that has to write down who gets which PIP score: the defender first."""
    done = {} if state.written is UNSET else state.written
    for side in (defender(state), other(defender(state))):
        if side not in done and len(own_commands(state.position, side)) > 1:
            return side
    return None


def check_allotment(state: State, action: AllotDice) -> Ruling:
    """Whether a side may write this down: two different commands of its own, none of them an ally's."""
    verdict = Verdict()
    own = own_commands(state.position, state.turn)
    for name in (action.highest, action.lowest):
        if has_note(state.position, name, ALLIED):
            verdict.refuse(f"{name} is an ally's, whose die is his own.", "DBA22-B33.3")
        elif name not in own:
            verdict.refuse(f"{state.turn} has no command {name!r}; it has {', '.join(own)}.", "DBA22-B33.3")
    if action.highest == action.lowest:
        verdict.refuse("One command cannot get both the highest and the lowest score.", "DBA22-B33.3")
    return verdict.decide("allot_dice")


def allot_dice(state: State, action: AllotDice) -> Happened[State]:
    """Write down the order of the active side's commands. Nobody else sees it before its first roll for PIPs."""
    rest = [name for name in own_commands(state.position, state.turn) if name not in (action.highest, action.lowest)]
    order = (action.highest, *rest, action.lowest)
    before = {} if state.written is UNSET else state.written
    says = f"{state.turn} writes down which command gets the highest PIP score and which the lowest"
    after = replace(state, written={**before, state.turn: Secret(state.turn, order)})
    return after, (Event("allot", says, ("DBA22-B33.3",)),)


def camps_to_pitch(state: State, side: str) -> dict[str, tuple[Base, ...]]:
    """Whose camps a side pitches, each with the elements it is for: its own, and one of each allied command."""
    allied = [one.id for one in commands_of(state.position, side) if ALLIED in one.notes]
    elements = state.forces[side].elements
    found = {side: tuple(base for base in elements if command_of(base) not in allied)}
    for name in allied:
        found[name] = tuple(base for base in elements if command_of(base) == name)
    return found


def to_deploy(state: State) -> tuple[Base, ...]:
    """The elements of the active side that it has not deployed."""
    held = {base.id for base in state.held_back.get(state.turn, ())}
    return tuple(
        [b for b in state.forces[state.turn].elements if not state.position.has_base(b.id) and b.id not in held]
    )


def deploys_in_part(state: State) -> bool:
    """Whether the active side now deploys only one or two commands."""
    first = len(to_deploy(state)) == len(state.forces[state.turn].elements)
    return first and state.turn == defender(state) and other(state.turn) not in state.deployed


def judge_commands(verdict: Verdict, state: State, action: Deploy) -> None:
    """Report a deployment of a big battle that names too many elements, too few, or parts of commands."""
    named = [*action.places, *action.inside, *action.held_back]
    waiting = to_deploy(state)
    commands = {command_of(base) for base in waiting if base.id in named}
    if deploys_in_part(state) and 1 <= len(commands) <= _FIRST:
        waiting = tuple([base for base in waiting if command_of(base) in commands])
    wanted = [base.id for base in waiting]
    if sorted(named) != sorted(wanted):
        if deploys_in_part(state):
            says = "The defender first deploys one or two whole commands, every element once."
        else:
            says = f"Every one of {', '.join(wanted)} is deployed or held back, once each."
        verdict.refuse(says, "DBA22-B33.7")
    held = {command_of(base) for base in waiting if base.id in action.held_back}
    if len(held) > 1:
        verdict.refuse("Elements held back land as one group, so they are of one command.", "DBA22-B9.4", "BOB-MOV-4c")


def deployed_by(state: State, before: State) -> State:
    """The state after a deployment: the defender in part, the invader, the defender's rest, then the first bound."""
    side = before.turn
    partly = deploys_in_part(before)
    if not partly:
        state = replace(state, deployed=(*before.deployed, side))
    if partly or other(side) not in state.deployed:
        return replace(state, turn=other(side))
    assert state.invader is not None
    return replace(state, phase="pips", turn=state.invader)


def with_strengths(position: Position, bases: tuple[Base, ...]) -> Position:
    """The position with the strength of the commands that have just been deployed: the elements that count if lost."""
    if position.commands is UNSET:
        return position
    ignored = table(position, "victory")["not_counted"]
    found = []
    for one in position.commands:
        here = sum(command_of(base) == one.id and base.kind not in ignored for base in bases)
        found.append(replace(one, strength=one.strength + here) if here else one)
    return replace(position, commands=tuple(found))


def allotments(state: State) -> Iterator[AllotDice]:
    """Every way to allot the dice: first the highest score for the commander-in-chief."""
    own = own_commands(state.position, state.turn)
    for highest in own:
        for lowest in reversed(own):
            if highest != lowest:
                yield AllotDice(highest, lowest)


def parts_to_deploy(state: State) -> list[tuple[str, ...]]:
    """The commands that the active side may deploy now, one or two of them, or all that wait."""
    waiting = list(dict.fromkeys(command_of(base) or "" for base in to_deploy(state)))
    return [tuple(waiting[:_FIRST])] if deploys_in_part(state) else [tuple(waiting)]
