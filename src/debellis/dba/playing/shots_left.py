"""The shots left in a bound: who must shoot, at whom, with whose help, at which edge."""

from __future__ import annotations

from typing import Any

from debellis.battle.rules import Opening
from debellis.battle.sides import SIDES
from debellis.dba.fighting.fighters import fighter
from debellis.dba.playing.midgame import state_of
from debellis.dba.playing.shooting_phase import left_to_shoot
from debellis.dba.playing.state import State
from debellis.dba.shooting.shooters import most_shooters
from debellis.dba.shooting.targets import Duties, choices, shot_at
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.remarks import cite
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import Question
from debellis.umpire.ruling import Finding, Ruling


def shots(state: State) -> Ruling:
    """Every base of both sides that must still shoot, each with the targets it may choose now."""
    finding = Finding()
    found: list[dict[str, Any]] = []
    for side in SIDES:
        known = left_to_shoot(state, side)
        for name in known.reach:
            base = state.position.base(name)
            allowed, remarks = choices(state.position, base, state.turn, known)
            cite(finding, remarks)
            targets = [_target(state, base, target, known) for target in allowed]
            found.append({"shooter": name, "side": side, "targets": targets})
    most = most_shooters(state.position) - 1
    return finding.rule("shots", {"picked": state.picked, "shooters": found, "most_helpers": most})


def _target(state: State, shooter: Base, name: str, known: Duties) -> dict[str, Any]:
    """One target: the friends that could shoot at it too, and the edges open to the shooter."""
    enemy = fighter(state.position, name)
    assert enemy is not None
    helpers = [other for other, reach in known.reach.items() if other != shooter.id and name in reach]
    edges = shot_at(state.position, shooter, enemy, state.turn).edges
    return {"target": name, "helpers": helpers, "edges": [EDGES[edge] for edge in edges]}


def ask_shots(position: Position) -> Ruling:
    """The same for a position at the beginning of shooting."""
    return shots(state_of(position, Opening("shooting")))


QUESTIONS = (Question("shots", "who must still shoot this bound, and at whom", {}, ask_shots),)
