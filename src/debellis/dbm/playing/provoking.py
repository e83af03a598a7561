"""Unreliable allies who are attacked: they are reliable from then on."""

from __future__ import annotations

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.commands import UNRELIABLE
from debellis.dbm.playing.changes import commands_of, with_command
from debellis.dbm.playing.state import State
from debellis.dbm.troops import service
from debellis.table.value import replace


def provoked(state: State, names: tuple[str, ...]) -> Happened[State]:
    """The commands of elements that were contacted or shot at, reliable if they were not."""
    events: tuple[Event, ...] = ()
    position = state.position
    for name in names:
        if not position.has_base(name):
            continue
        command = commands_of(position)[service(position.base(name)).command]
        if UNRELIABLE in command.notes:
            notes = tuple(note for note in command.notes if note != UNRELIABLE)
            position = with_command(position, replace(command, notes=notes))
            says = f"{command.id} is attacked and reliable from now on"
            events += (Event("reliable", says, ("DBM-B15.2",), (name,)),)
    return replace(state, position=position), events
