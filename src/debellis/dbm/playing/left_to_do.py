"""What a bound still has to see: shots, close combats, and elements that will move on their own."""

from __future__ import annotations

from typing import Any

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dbm.playing import advance_phase, entering_alone, melee_phase, shooting_phase
from debellis.dbm.playing.midgame import PHASES, state_of
from debellis.dbm.playing.state import State
from debellis.dbm.shooting.questions import may_shoot
from debellis.dbm.shooting.shooters import edges_of
from debellis.dbm.shooting.volley import could_aid, may_lead, most_aid
from debellis.geometry.rectangle import EDGES
from debellis.table.position import Position
from debellis.umpire.questions import Question, one_of
from debellis.umpire.ruling import Finding, Ruling


def shots(state: State) -> Ruling:
    """Every element of both sides that may still shoot, each with the targets it may choose now."""
    position = state.position
    found: list[dict[str, Any]] = []
    for shooter, targets in shooting_phase.due(state) if state.phase == "shooting" else ():
        base = position.base(shooter)
        told = []
        for target in targets:
            helpers = could_aid(position, base, position.base(target))
            able = [name for name in helpers if may_lead(position, name, target)]
            edges = _edges(position, shooter, target)
            told.append({"target": target, "helpers": list(helpers), "mains": [shooter, *able], "edges": edges})
        found.append({"shooter": shooter, "side": base.side, "targets": told})
    picked = state.bound.picked or None
    return Finding().rule("shots", {"picked": picked, "shooters": found, "most_helpers": most_aid(position)})


def _edges(position: Position, shooter: str, target: str) -> list[str]:
    """The edges a shooter may shoot from at a target, if it may choose."""
    edges = edges_of(position, position.base(shooter))
    if len(edges) == 1:
        return []
    names = [EDGES[edge] for edge in edges]
    return [one for one in names if may_shoot(position, shooter=shooter, target=target, edge=one).answer["legal"]]


def melees(state: State) -> Ruling:
    """The close combats still to be fought in this bound."""
    if state.phase == "melee":
        pairs = melee_phase.left(state)
    else:
        pairs = melee_phase.melees_of(state.position, state.turn, state.bound.contacts)
    return Finding().rule("melees", {"count": len(pairs), "pairs": [list(pair) for pair in pairs]})


def restless(state: State) -> Ruling:
    """The elements that will move on their own at the end of the moves, as they stand: who advances, who retreats."""
    found: dict[str, list[str]] = {"advance": [], "retreat": []}
    entering = [name for name, _ in entering_alone.due(state)]
    for name in advance_phase.due(state):
        retreats = advance_phase.retreats(state, state.position.base(name))
        found["retreat" if retreats else "advance"].append(name)
    return Finding().rule("restless", {**found, "enter": entering})


def pending(state: State) -> Ruling:
    """Who decides what now: `side` (none when the battle is over) and `what`."""
    found = rules_of(state.position.edition).pending(state)
    return Finding().rule("pending", {"side": found.side, "what": found.what, "kinds": list(found.kinds)})


def ask_pending(position: Position, *, phase: str = "moves") -> Ruling:
    """The same for a position at the beginning of a phase."""
    return pending(state_of(position, Opening(phase)))


def ask_shots(position: Position) -> Ruling:
    """The same for a position at the beginning of shooting."""
    return shots(state_of(position, Opening("shooting")))


def ask_melees(position: Position) -> Ruling:
    """The same for a position at the end of movement."""
    return melees(state_of(position, Opening()))


def ask_restless(position: Position) -> Ruling:
    """The same for a position in the middle of the moves."""
    return restless(state_of(position, Opening()))


#: What a battle answers from its state.
OF_A_BATTLE = {"pending": pending, "shots": shots, "melees": melees, "restless": restless}
QUESTIONS: tuple[Question, ...] = (
    Question("pending", "who decides what", {"phase": one_of(*PHASES).or_none()}, ask_pending),
    Question("shots", "who may still shoot this bound, and at whom", {}, ask_shots),
    Question("melees", "which close combats are to be fought this bound", {}, ask_melees),
    Question("restless", "who will move on its own at the end of the moves", {}, ask_restless),
)
