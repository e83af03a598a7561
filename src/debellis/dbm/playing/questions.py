"""Questions in the middle of a battle of DBM: of the position, with what the bound has seen so far."""

from __future__ import annotations

from typing import Any

from debellis.dbm.playing.state import State
from debellis.umpire.asking import ask
from debellis.umpire.ruling import Ruling

#: Questions about a close combat: who moved into a front this bound matters to them.
_CLOSE = ("combat", "odds")


def ask_in_battle(state: State, question: str, arguments: dict[str, Any]) -> Ruling:
    """The ruling on a question in the middle of a battle; BadQuestion if it cannot be asked so."""
    return ask(state.position, question, **(_course(state, question) | arguments))


def _course(state: State, question: str) -> dict[str, Any]:
    """What the bound so far means for a question, unless the asker says otherwise."""
    if question in _CLOSE:
        here = [name for name in state.bound.into_front if state.position.has_base(name)]
        return {"moved_into_front_contact": here}
    return {}
