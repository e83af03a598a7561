"""Questions about the table and the armies before the battle turned into the step that decides them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import SIDES, other
from debellis.dba.playing.state import Force, State
from debellis.dba.setting_up.deployment import read_base
from debellis.dba.setting_up.terrain_choice import faults_of_choice
from debellis.geometry.plane import bearing, direction
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

_OPENING = Opening("terrain")
#: The sides in the steps before the battle, where a question names none.
_DEFENDER, _INVADER = SIDES
#: A small outline for a piece of which only the kind is asked (mm).
_SMALL = 10.0


def _state(position: Position, phase: str, turn: str, invader: str, **forces: Force) -> State:
    """A battle in one step before it begins."""
    armies = {side: forces.get(side) or Force("", side, "arable", 0, ()) for side in SIDES}
    return State(phase, turn, replace(position, active=None), armies, invader=invader)


def _only(state: State, action: str, arguments: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> Playing:
    return Playing(_OPENING, ((action, arguments),), dice, states=(state,), **more)


def _invader(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The dice for who invades; equal totals are thrown again."""
    if "agreed" in arguments:
        return None
    factors = tuple(arguments["aggression"])
    forces = {side: Force("", side, "arable", factor, ()) for side, factor in zip(SIDES, factors, strict=True)}
    state = _state(position, "invader", SIDES[0], SIDES[0], **forces)
    rolls = tuple(arguments["rolls"])
    again = (6, 1) if rolls[0] + factors[0] == rolls[1] + factors[1] else ()
    return _only(state, "roll_for_invader", {}, (*rolls, *again))


def _board(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The defender finishes the board as it lies."""
    return _placed(position, arguments["topography"])


def _placed(position: Position, topography: str) -> Playing:
    terrain = tuple([piece for piece in position.terrain if piece.kind != "camp"])
    forces = {_DEFENDER: Force("", _DEFENDER, topography, 0, ())}
    state = _state(replace(position, terrain=terrain), "terrain", _DEFENDER, _INVADER, **forces)
    return _only(state, "place_terrain", {}, carried=False)


def _kinds(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A board with pieces of these kinds, where it is refused for them; a legal one needs a place for each."""
    topography, kinds = arguments["topography"], tuple(arguments["pieces"])
    if not faults_of_choice(position, topography, kinds):
        return None
    corners = ((0.0, 0.0), (_SMALL, 0.0), (_SMALL, _SMALL))
    pieces = tuple([Terrain(f"{kind} {number}", kind, corners) for number, kind in enumerate(kinds)])
    return _placed(replace(position, terrain=pieces), topography)


def _edges(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The invader numbers the edges, when the board is finished."""
    if "topography" in arguments:
        return None
    numbers = {edge: list(arguments.get(edge, ())) for edge in ("north", "east", "south", "west")}
    state = _state(position, "edges", _INVADER, _INVADER)
    return _only(state, "number_edges", numbers, (arguments.get("roll", 1),))


def _camp(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A side pitches its camp."""
    side = arguments["side"]
    if side not in SIDES or not arguments["outline"]:
        return None
    own = tuple([base for base in position.bases if base.side == side])
    forces = {side: Force("", side, "arable", 0, own)}
    edges = {side: arguments["base_edge"]}
    state = replace(_state(position, "camps", side, other(side), **forces), edges=edges)
    return _only(state, "place_camp", {"outline": [list(p) for p in arguments["outline"]]}, carried=False)


def _deployment(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A side deploys one element, all that is left of its army."""
    side = arguments["side"]
    if side not in SIDES or "as_foot" in arguments:
        return None
    base = read_base(position, side, arguments["troops"], "troops", f"{side} element")
    forces = {side: Force("", side, "arable", 0, (base,))}
    mine = any(town.owner == side for town in position.features("bua"))
    state = _state(position, "deploy", side, other(side) if mine else side, **forces)
    state = replace(state, edges={side: arguments["base_edge"]})
    if "in" in arguments:
        return _only(state, "deploy", {"inside": {base.id: arguments["in"]}}, carried=False)
    there = arguments["to"]
    return _only(state, "deploy", {"ends": [{"id": base.id, **_pose(there)}]}, carried=False)


def _pose(there: Any) -> dict[str, Any]:
    if isinstance(there, dict):
        return {"front": list(there["front"]), "facing": there["facing"]}
    return {"front": list(there.front), "facing": bearing(there.facing)}


def _exchange(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The defender exchanges elements."""
    names = [name for pair in arguments["pairs"] for name in pair]
    sides = [position.base(name).side for name in names if position.has_base(name)]
    if not sides:
        return None
    side = sides[0]
    state = _state(position, "exchange", side, other(side))
    edge = arguments.get("base_edge")
    held = tuple([Base(name, side, "", "", 0.0, 0.0) for name in arguments.get("held_back", ())])
    state = replace(state, edges={} if edge is None else {side: edge}, held_back={side: held}, deployed=SIDES)
    pairs = [list(pair) for pair in arguments["pairs"]]
    return _only(state, "exchange", {"pairs": pairs}, carried=False)


def _landing(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A side lands elements held back in the moves of its bound."""
    side = arguments.get("side") or position.active or "red"
    landed: list[Base] = []
    ends: list[dict[str, Any]] = []
    for number, end in enumerate(arguments["ends"], 1):
        name = end.get("id") or f"landed {number}"
        base = read_base(position, side, end["troops"], "ends", name)
        landed.append(replace(base, front=tuple(end["front"]), facing=direction(end["facing"])))
        ends.append({"id": name, "front": list(end["front"]), "facing": end["facing"]})
    topography = arguments.get("topography", "littoral")
    number = arguments.get("bound") or position.bound or 1
    forces = {side: Force("", side, topography, 0, tuple(landed))}
    state = _state(position, "moves", side, side, **forces)
    state = replace(
        state,
        position=replace(position, active=side, bound=number),
        bounds={side: number},
        pips=1,
        bound=replace(state.bound, number=number, pips=1),
        held_back={side: tuple(landed)},
        deployed=SIDES,
    )
    return _only(state, "land", {"ends": ends}, carried=False)


PLAYED: dict[str, Callable[[Position, dict[str, Any]], Playing | None]] = {
    "invader": _invader,
    "may_place_terrain": _board,
    "may_choose_terrain": _kinds,
    "may_number_edges": _edges,
    "may_place_camp": _camp,
    "may_deploy": _deployment,
    "may_exchange": _exchange,
    "may_land": _landing,
}
