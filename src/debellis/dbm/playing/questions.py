"""Questions in the middle of a battle of DBM: of the position, with what the bound has seen so far."""

from __future__ import annotations

from typing import Any

from debellis.battle.sides import other
from debellis.dbm.grouping.groups import MARCH
from debellis.dbm.playing.bound_end import told_baggage, told_commands
from debellis.dbm.playing.left_to_do import OF_A_BATTLE
from debellis.dbm.playing.melee_phase import unfought
from debellis.dbm.playing.moving import march_number
from debellis.dbm.playing.state import State
from debellis.umpire.asking import ask
from debellis.umpire.questions import checked
from debellis.umpire.ruling import Ruling

#: Questions about a close combat: who moved into a front this bound matters to them.
_CLOSE = ("combat", "odds", "outcome", "support")
#: Questions about flights that may leave the table over the own edge.
_FLIGHTS = ("flee", "spontaneous_retreat")
#: Questions about moves that may be marches.
_MARCHES = ("may_march", "may_move", "may_move_group", "pips")


def ask_in_battle(state: State, question: str, arguments: dict[str, Any]) -> Ruling:
    """The ruling on a question in the middle of a battle; BadQuestion if it cannot be asked so."""
    if question in OF_A_BATTLE:
        checked(question, {}, arguments, state.position)
        return OF_A_BATTLE[question](state)
    return ask(state.position, question, **(_course(state, question, arguments) | arguments))


def _course(state: State, question: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What the bound so far means for a question, unless the asker says otherwise.

    What the bound has seen of single elements is in the position: who moved, marched, halted, shot or was shot at.
    """
    if question in _CLOSE:
        here = [name for name in state.bound.into_front if state.position.has_base(name)]
        return {"moved_into_front_contact": here}
    if question in _MARCHES and (question == "may_march" or arguments.get("action") == MARCH):
        return {"march_number": march_number(state, _movers(arguments))}
    if question == "storm":
        here = [name for name in state.bound.into_front if state.position.has_base(name)]
        return {"moved_into_front_contact": here, "base_edges": state.edges}
    if question == "victory" and "commands" not in arguments:
        return {"commands": told_commands(state), "baggage": told_baggage(state)}
    if question in _FLIGHTS and state.edges and state.position.has_base(str(arguments.get("element"))):
        return {"base_edge": state.edges[state.position.base(arguments["element"]).side]}
    if question == "press_forward":
        edge = state.edges.get(other(state.turn))
        known: dict[str, Any] = {"outcomes": state.bound.beaten, "unfought": unfought(state)}
        return known | ({} if edge is None else {"enemy_edge": edge})
    return {}


def _movers(arguments: dict[str, Any]) -> tuple[str, ...]:
    """The elements that a question about a move names."""
    one, group = arguments.get("element"), arguments.get("group")
    return (one,) if isinstance(one, str) else tuple(name for name in group or () if isinstance(name, str))
