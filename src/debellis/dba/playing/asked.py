"""The questions that ask for the same judgement as a decision in a battle of DBA."""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Asked, Decided
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import Fight, MoveElements, Shoot

#: What a verdict on a move measures.
_MEASURED = ("legal", "distance", "limit", "cost")


def asked_by(decided: Decided) -> tuple[Asked, ...]:
    """What `ask` must answer in the moment of a decision."""
    action = decided.action
    found: tuple[Asked, ...] = ()
    if isinstance(action, MoveElements):
        found = _move(decided, action.move)
    elif isinstance(action, Shoot) and decided.after is not None:
        found = _shoot(decided, action)
    elif isinstance(action, Fight) and decided.after is not None:
        found = _fight(decided, action)
    return (*found, *_victory(decided))


def _move(decided: Decided, move: Move) -> tuple[Asked, ...]:
    """The same move, unless it needs dice: those of a river are thrown only as it is made."""
    position, answer = decided.state.position, decided.verdict.answer
    own = all(position.has_base(name) and position.base(name).side == decided.state.turn for name in move.elements)
    if not own or "distance" not in answer:
        return ()
    single = len(move.elements) == 1 and not move.steps and not move.ends
    asked: dict[str, Any] = {"element": move.elements[0]} if single else {"group": move.elements}
    asked |= {"path": move.path} if move.path else {}
    asked |= {"steps": move.steps} if move.steps else {}
    asked |= {"ends": tuple(move.ends.items())} if move.ends else {}
    asked |= {key: name for key in ("road", "enters", "through") if (name := getattr(move, key)) is not None}
    asked |= {"dismount": move.dismount} if move.dismount else {}
    return (Asked("may_move", asked, {key: answer[key] for key in _MEASURED}),)


def _shoot(decided: Decided, action: Shoot) -> tuple[Asked, ...]:
    if not decided.told("shoot"):
        return ()
    ruling = decided.told("shoot")[0].ruling
    assert ruling is not None
    asked: dict[str, Any] = {
        "shooters": (decided.state.picked, *action.helpers),
        "target": action.target,
        "dice": decided.numbers[:2],
    }
    asked |= {} if action.edge is None else {"edge": action.edge}
    return (Asked("shooting", asked, _result(ruling.answer)),)


def _fight(decided: Decided, action: Fight) -> tuple[Asked, ...]:
    if not decided.told("fight"):
        return ()
    ruling = decided.told("fight")[0].ruling
    assert ruling is not None
    asked = {"attacker": action.attacker, "defender": action.defender, "dice": decided.numbers[:2]}
    return (Asked("combat", asked, _result(ruling.answer)),)


def _result(answer: dict[str, Any]) -> dict[str, Any]:
    """Totals and outcome. A question also names those who are lost because they had no room."""
    return {key: value for key, value in answer.items() if key not in ("dice", "lost")}


def _victory(decided: Decided) -> tuple[Asked, ...]:
    """The winner, if the decision ended the battle and moved nobody before the losses were counted."""
    after = decided.after
    if after is None or after.phase != "over" or after.winner is None or not decided.told("victory"):
        return ()
    unchanged = after.position.lost == decided.state.position.lost
    return (Asked("victory", {}, after.winner),) if unchanged and after.position == decided.state.position else ()
