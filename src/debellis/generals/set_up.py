"""Setting up: of the boards, changes, edges and deployments suggested the one that suits our troops best; exchanges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.sides import other
from debellis.dba.book import book
from debellis.dba.playing.actions import ModifyTerrain, NumberEdges, PlaceTerrain
from debellis.dba.playing.state import State
from debellis.dba.setting_up.modification import with_change
from debellis.dba.setting_up.modify_step import change_of
from debellis.dba.setting_up.steps import board
from debellis.dba.troops import type_of
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal, variations
from debellis.generals.deploying import deployed
from debellis.generals.exchanging import next_exchange
from debellis.generals.mustering import hampered_share
from debellis.table.board import EDGES, OPPOSITE, inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: So many boards are compared, and so many ways to change the board or number its edges.
_BOARDS = 8
_MANY = 12
#: What a river costs, anywhere and between the armies: two armies on its banks wait for each other until nightfall.
_RIVER = 0.2
_PARTED = 0.2

Suits = Callable[[State, Any], float]


def set_up(rules: Rules, state: State, side: str, by: Character, thorough: bool = False) -> Decision:
    """One decision before the first bound; a `thorough` general tries more ways to deploy, and mends them."""
    if state.phase == "terrain":
        boards = variations(rules, state, _BOARDS)
        return _best(rules, state, boards, _board_suits, "The ground suits our troops best so.")
    if state.phase == "modify":
        return _best(rules, state, _ideas(rules, state), _change_suits, "The ground suits our troops better so.")
    if state.phase == "edges":
        return _best(rules, state, _ideas(rules, state), _edge_suits, "The likely edge suits us better than the enemy.")
    if state.phase == "deploy":
        return deployed(rules, state, by, thorough)
    if state.phase == "exchange":
        return next_exchange(rules, state, side, by)
    return Decision(first_legal(rules, state), "It is done as usual.")


def _ideas(rules: Rules, state: State) -> Iterator[Any]:
    """The suggestions for this moment."""
    yield from islice((idea for idea in rules.ideas(state) if rules.allows(state, idea)), _MANY)


def _best(rules: Rules, state: State, ways: Iterator[Any], suits: Suits, reason: str) -> Decision:
    found = list(ways)
    if not found:
        return Decision(first_legal(rules, state), "There is no other way.")
    return Decision(max(found, key=lambda way: suits(state, way)), reason)


def _board_suits(state: State, way: PlaceTerrain) -> float:
    return _ground_suits(state, board(state, way))


def _change_suits(state: State, way: ModifyTerrain) -> float:
    return _ground_suits(state, with_change(state.position, change_of(way)))


def _ground_suits(state: State, position: Position) -> float:
    """How much bad going there is, most of all near the centre, if it hampers them more than us; no river if may be."""
    ours, theirs = _hampered(state)
    rough = sum(area(piece) * _central(piece, position) for piece in _bad(position))
    return (theirs - ours) * rough - _RIVER * len(position.features("river"))


def _central(piece: Terrain, position: Position) -> float:
    """How much a piece lies in the way: 1 in the middle of the board, a half at the middle of an edge."""
    far = max(0.5 - _depth(piece, edge, position) / position.size[1] for edge in EDGES)
    return 1.0 - far


def _edge_suits(state: State, way: NumberEdges) -> float:
    """How much bad going lies near them that hampers them, how little near us, and no river between, by all dice."""
    ours, theirs = _hampered(state)
    total = 0.0
    for edge in EDGES:
        numbers: tuple[int, ...] = getattr(way, edge)
        near = (_near(state.position, edge), _near(state.position, OPPOSITE[edge]))
        parted = _PARTED * any(_parts(river, edge) for river in state.position.features("river"))
        total += len(numbers) * (theirs * near[1] - ours * near[0] - parted)
    return total


def _parts(river: Terrain, edge: str) -> bool:
    """Whether a river flows along an edge rather than away from it, and so between it and the one opposite."""
    (ax, ay), (bx, by) = river.line[0], river.line[-1]
    return (abs(bx - ax) > abs(by - ay)) == (edge in ("north", "south"))


def _hampered(state: State) -> tuple[float, float]:
    """The share of our army that fights badly in bad going, and of theirs by what their list says."""
    ours = state.forces[state.turn].elements
    suffer = sum(type_of(state.position, base).minus_two_in_bad_going for base in ours)
    theirs = hampered_share(state.position.edition, state.forces[other(state.turn)].army)
    return suffer / max(len(ours), 1), theirs


def _bad(position: Position) -> list[Terrain]:
    kinds = book(position).tables.going.bad
    return [piece for piece in position.terrain if piece.kind in kinds]


def _near(position: Position, edge: str) -> float:
    """The area of bad going in the half of the board at an edge."""
    return sum(area(piece) for piece in _bad(position) if _depth(piece, edge, position) < 0.5 * position.size[1])


def _depth(piece: Terrain, edge: str, position: Position) -> float:
    """How far from an edge the middle of a piece is."""
    return sum(inward(point, edge, position.size) for point in piece.ground) / len(piece.ground)


def area(piece: Terrain) -> float:
    """The area of a piece in parts of the usual board."""
    points = piece.ground
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))
    return abs(twice) / 2.0 / 360000.0
