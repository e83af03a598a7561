"""What a phase of a battle is made of: who decides, by which actions, and the functions that judge and do them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.rules import Event
from debellis.dbm.playing.actions import Action
from debellis.dbm.playing.state import State
from debellis.table.value import Value
from debellis.umpire.ruling import Ruling

Happened = tuple[State, tuple[Event, ...]]


def _nobody_waits(state: State) -> Happened | None:
    return None


class Phase(Value, frozen=True):
    """One phase. `passes` is what happens when nobody has anything to decide in it; None when somebody has.

    `ideas` are actions worth checking, the last one always legal. `clauses` give the phase its place.
    """

    what: str
    kinds: tuple[Any, ...]
    check: Callable[[State, Any], Ruling]
    do: Callable[[State, Any, Chance], Happened]
    ideas: Callable[[State], Iterator[Action]]
    clauses: tuple[str, ...] = ()
    setting_up: bool = False
    passes: Callable[[State], Happened | None] = _nobody_waits

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its actions in the log."""
        return tuple(kind.__struct_config__.tag for kind in self.kinds)
