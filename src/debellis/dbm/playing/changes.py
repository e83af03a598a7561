"""Changing a state: notes on elements and commands, elements put elsewhere, and elements lost."""

from __future__ import annotations

from collections.abc import Collection

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.armies.elements import BAGGAGE, Element
from debellis.dbm.armies.equivalents import equivalents_of
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.playing.state import State
from debellis.dbm.troops import is_holder, service, troop, written
from debellis.dbm.victory import demoralised
from debellis.table.bases import Base, Service
from debellis.table.position import Command, Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

#: Why an element is lost: in close combat (or a recoil from it that had no room), or in any other way.
CLOSE, OTHERWISE = "close_combat", "otherwise"
GENERAL_LOST = "general_lost"
#: The note on a general who has not moved in the game.
NEVER_MOVED = "never_moved"


def without_notes(position: Position, notes: Collection[str], names: Collection[str]) -> Position:
    """The position with lasting notes taken off some elements."""

    def plain(base: Base) -> Base:
        serving = service(base)
        if base.id not in names or not any(note in notes for note in serving.notes):
            return base
        left = tuple(note for note in serving.notes if note not in notes)
        return replace(base, service=Service(serving.command, serving.rank, left))

    return replace(position, bases=tuple(plain(base) for base in position.bases))


def commands_of(position: Position) -> dict[str, Command]:
    """The commands by id."""
    return {one.id: one for one in position.commands or ()}


def with_command(position: Position, command: Command) -> Position:
    """The position with a command replaced by another of the same id."""
    return replace(position, commands=tuple(command if c.id == command.id else c for c in position.commands or ()))


def note_command(position: Position, name: str, *notes: str) -> Position:
    """The position with notes put on a command."""
    command = commands_of(position)[name]
    return with_command(position, replace(command, notes=tuple(dict.fromkeys((*command.notes, *notes)))))


def worth(position: Position, base: Base) -> float:
    """What an element counts for when it is lost; baggage counts for the army alone, and riderless mounts do not."""
    what = troop(base)
    return 0.0 if what.type == BAGGAGE or is_holder(base) else equivalents_of(position, (Element(what),), Finding())


def lose(state: State, after: Position, causes: dict[str, str], dice: Chance) -> Happened[State]:
    """Count elements as lost that are no longer on the table `after` what happened.

    Who is aboard a vessel is lost with it. For a general lost a die is thrown at once: his command may be demoralised.
    """
    sunk = {vessel: base for vessel, base in (state.aboard or {}).items() if vessel in causes}
    gone = [*(base for base in state.position.bases if base.id in causes), *sunk.values()]
    causes = {**causes, **{base.id: causes[vessel] for vessel, base in sunk.items()}}
    if sunk:
        state = replace(state, aboard={name: base for name, base in (state.aboard or {}).items() if name not in sunk})
    rolls = {b.id: dice.roll(f"the general {b.id} is lost") for b in gone if service(b).rank is not None}
    position = after.without(*causes)
    lost = dict(position.lost)
    for base in gone:
        command = commands_of(position)[service(base).command]
        position = with_command(position, replace(command, gone=command.gone + worth(position, base)))
        if not is_holder(base):
            lost[base.side] = (*lost.get(base.side, ()), base.code)
    position = replace(position, lost=lost)
    events: list[Event] = []
    for base in gone:
        if base.id in rolls:
            position, event = _general_lost(position, base, rolls[base.id])
            events.append(event)
    bound = replace(state.bound, lost={**state.bound.lost, **{base.id: causes[base.id] for base in gone}})
    return replace(state, position=position, bound=bound), tuple(events)


def halved(state: State, left: Base, dice: Chance) -> Happened[State]:
    """Count the front half of a double base, and a general on it, as lost; `left` takes its place."""
    before = state.position.base(left.id)
    serving = service(before)
    gone = worth(state.position, before) - worth(state.position, left)
    position = state.position.with_base(replace(left, service=Service(serving.command, None, serving.notes)))
    command = commands_of(position)[serving.command]
    position = with_command(position, replace(command, gone=command.gone + gone))
    what = written(replace(troop(before), rear=None))
    position = replace(position, lost={**position.lost, before.side: (*position.lost.get(before.side, ()), what)})
    if serving.rank is None:
        return replace(state, position=position), ()
    position, event = _general_lost(position, before, dice.roll(f"the general {before.id} is lost"))
    return replace(state, position=position), (event,)


def _general_lost(position: Position, base: Base, die: int) -> tuple[Position, Event]:
    command = commands_of(position)[service(base).command]
    ruling = demoralised(position, strength=command.strength, gone=command.gone, general_die=die)
    notes = (GENERAL_LOST, DEMORALISED) if ruling.answer else (GENERAL_LOST,)
    what = "is demoralised" if ruling.answer else "fights on"
    says = f"the general of {command.id} is lost: a die of {die} against {command.gone:g} lost, and it {what}"
    return note_command(position, command.id, *notes), Event("general_lost", says, ruling.clauses, (base.id,), ruling)
