"""Events in the words of players, for those who read the account of a battle."""

from __future__ import annotations

from debellis.battle.rules import Event
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.telling import Tell, tell, teller


def tell_events(position: Position, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happened in a battle, with distances in its edition's unit and terrain by its name."""
    say = teller(position, roughly=True)
    return tuple(_told(position, say, event) for event in events)


def _told(position: Position, say: Tell, event: Event) -> Event:
    ruling = None if event.ruling is None else tell(position, event.ruling)
    return replace(event, says=say(event.says), ruling=ruling)
