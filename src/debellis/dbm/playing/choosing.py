"""The choices of owners for what is being carried out, and what is told before one of them has to be made."""

from __future__ import annotations

from msgspec import UNSET

from debellis.battle.rules import Event
from debellis.dbm.aftermath.forks import FIRST, Choices, Fork, Made
from debellis.dbm.playing.state import State


class Told(Exception):
    """A fork after something has been told already that all may know: what happened so far."""

    def __init__(self, fork: Fork, events: tuple[Event, ...]) -> None:
        super().__init__(str(fork))
        self.fork = fork
        self.events = events


def choices_of(state: State) -> Choices:
    """The choices of owners for what is being carried out; the first of everything where only a ruling is wanted."""
    if state.choices is UNSET:
        return FIRST
    made = tuple([Made(one.kind, one.element, one.options, one.option) for one in state.choices])
    return Choices(made, asks=True)
