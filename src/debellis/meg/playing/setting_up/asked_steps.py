"""The questions that ask for the judgement of a decision before the battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.asked import Asked, Decided
from debellis.geometry.plane import bearing
from debellis.meg.playing.setting_up.actions import (
    AdjustTerrain,
    ChooseItem,
    PlaceCamp,
    PlaceTerrain,
    PlayCard,
    SecureFlank,
    SetMarker,
)
from debellis.meg.playing.setting_up.progress import before
from debellis.meg.playing.state import State, decider
from debellis.meg.setting_up.items import COMPULSORY, SECURE
from debellis.meg.setting_up.pre_battle import PASS

LEGAL = {"legal": True}


def _card(decided: Decided) -> tuple[Asked, ...]:
    state: State = decided.state
    if decided.action.card != PASS:
        return ()
    now, side = before(state), decider(state)
    arguments = {"dealt": now.dealt[side], "round": now.round, "passes": now.passes[side]}
    return (Asked("may_pass", arguments, LEGAL),)


def _marker(decided: Decided) -> tuple[Asked, ...]:
    now, action = before(decided.state), decided.action
    arguments = {"from": list(now.cell), "to": [action.column, action.row], "steps": now.steps}
    return (Asked("may_move_marker", arguments, LEGAL),)


def _flank(decided: Decided) -> tuple[Asked, ...]:
    action: SecureFlank = decided.action
    return (Asked("may_lay_water", {"width": action.width}, LEGAL),) if action.water else ()


def _item(decided: Decided) -> tuple[Asked, ...]:
    state: State = decided.state
    action: ChooseItem = decided.action
    if action.kind == "none":
        return ()
    now = before(state)
    arguments: dict[str, Any] = {"kind": action.kind, "item": now.sort, "picked": list(now.picked[decider(state)])}
    if now.sort == COMPULSORY:
        arguments["left"] = now.left
    return (Asked("may_choose_terrain", arguments, LEGAL),)


def _ground(decided: Decided) -> tuple[Asked, ...]:
    state: State = decided.state
    action: PlaceTerrain = decided.action
    if not action.pieces:
        return ()
    now, piece = before(state), action.pieces[0]
    arguments: dict[str, Any] = {
        "side": decider(state),
        "kind": piece.kind,
        "outline": [list(p) for p in piece.outline],
    }
    arguments["item"] = SECURE if now.item is None else now.item.sort
    if now.die is not None:
        arguments["roll"] = now.die
    return (Asked("may_place_terrain", arguments, LEGAL),)


def _adjustment(decided: Decided) -> tuple[Asked, ...]:
    action: AdjustTerrain = decided.action
    now = before(decided.state)
    assert now.item is not None
    arguments: dict[str, Any] = {"side": now.item.owner, "piece": now.piece, "die": now.adjusting, "how": action.how}
    arguments |= {"by": list(action.by), "degrees": action.degrees, "item": now.item.sort}
    return (Asked("may_adjust_terrain", arguments, LEGAL),)


def _camp(decided: Decided) -> tuple[Asked, ...]:
    action: PlaceCamp = decided.action
    if not action.places:
        return ()
    ends = [
        {"front": list(pose.front), "facing": bearing(pose.facing)}
        for _, pose in sorted(action.places.items(), key=_name)
    ]
    return (Asked("may_place_camp", {"side": decider(decided.state), "ends": ends}, LEGAL),)


def _name(place: tuple[str, Any]) -> str:
    return place[0]


STEP_ASKS: dict[type[Any], Callable[[Decided], tuple[Asked, ...]]] = {
    PlayCard: _card,
    SetMarker: _marker,
    SecureFlank: _flank,
    ChooseItem: _item,
    PlaceTerrain: _ground,
    AdjustTerrain: _adjustment,
    PlaceCamp: _camp,
}
