"""Actions of DBA to try where a phase was passed: every element, target, place, edge and small group."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from debellis.battle.playable import rules_of
from debellis.dba.playing.actions import Fight, Hold, PickShooter
from debellis.dba.playing.state import State
from debellis.umpire.questions import BadQuestion


def tries(phase: str, state: State, random: Random) -> Iterator[Any]:
    """What could be done in a phase, legal or not."""
    position = state.position
    names = [base.id for base in position.bases]
    places = [piece.id for piece in position.features("camp", "bua")]
    if phase == "shooting":
        yield from map(PickShooter, names)
    elif phase == "melee":
        yield from (Fight(one, two) for one in names for two in (*names, *places) if one != two)
    elif phase == "hold":
        own = [base.id for base in position.bases if base.side == state.turn]
        yield from (Hold(((name,),)) for name in own)
        yield from (Hold((pair,)) for pair in combinations(own, 2))


def may_shoot(state: State) -> tuple[str, str] | None:
    """A shooter and a target that the question allows and that have not shot or been shot at; None if there is none.

    Asked of every pair, and not of those whom the phase knows as shooters.
    """
    position = state.position
    for shooter in position.bases:
        for target in position.bases:
            if shooter.side == target.side or shooter.id in state.shot or target.id in state.targeted:
                continue
            try:
                ruling = rules_of(position.edition).ask(
                    state, "may_shoot", {"shooter": shooter.id, "target": target.id}
                )
            except BadQuestion:
                continue
            if ruling.answer["legal"]:
                return shooter.id, target.id
    return None
