"""Setting up: of the boards, changes, edges and deployments suggested the one that suits our troops best; exchanges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from debellis.battle.rules import Rules
from debellis.db.book import book
from debellis.db.playing.actions import Deploy, ModifyTerrain, NumberEdges, PlaceTerrain
from debellis.db.playing.state import State, other
from debellis.db.setting_up.modification import with_change
from debellis.db.setting_up.modify_step import change_of
from debellis.db.setting_up.steps import board
from debellis.db.troops import type_of
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal
from debellis.generals.exchanging import next_exchange
from debellis.generals.mustering import hampered_share
from debellis.table.board import EDGES, OPPOSITE, inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

#: So many boards or deployments are compared, and so many ways to change the board or number its edges.
_COMPARED = 4
_MANY = 12
#: What an element kept for a landing costs where it could have stood.
_HELD_BACK = 0.3

Suits = Callable[[State, Any], float]


def set_up(rules: Rules, state: State, side: str, by: Character) -> Decision:
    """One decision before the first bound."""
    if state.phase == "terrain":
        return _best(rules, state, _variations(rules, state), _board_suits, "The ground suits our troops best so.")
    if state.phase == "modify":
        return _best(rules, state, _ideas(rules, state), _change_suits, "The ground suits our troops better so.")
    if state.phase == "edges":
        return _best(rules, state, _ideas(rules, state), _edge_suits, "The likely edge suits us better than the enemy.")
    if state.phase == "deploy":
        reason = "Every type faces what it fights best, on ground that suits it."
        return _best(rules, state, _variations(rules, state), _deployment_suits, reason)
    if state.phase == "exchange":
        return next_exchange(rules, state, side, by)
    return Decision(first_legal(rules, state), "It is done as usual.")


def _variations(rules: Rules, state: State) -> Iterator[Any]:
    """The suggestions for this moment and for a few variations of it."""
    for number in range(_COMPARED):
        varied = rules.varied(state, number)
        yield from islice((idea for idea in rules.ideas(varied) if rules.allows(state, idea)), 1)


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
    """How much bad going there is, most of all near the centre, if it hampers them more than us; how little, if us."""
    ours, theirs = _hampered(state)
    return (theirs - ours) * sum(area(piece) * _central(piece, position) for piece in _bad(position))


def _central(piece: Terrain, position: Position) -> float:
    """How much a piece lies in the way: 1 in the middle of the board, a half at the middle of an edge."""
    far = max(0.5 - _depth(piece, edge, position) / position.size[1] for edge in EDGES)
    return 1.0 - far


def _edge_suits(state: State, way: NumberEdges) -> float:
    """How much bad going lies near them that hampers them, and how little near us, whichever way the die falls."""
    ours, theirs = _hampered(state)
    total = 0.0
    for edge in EDGES:
        numbers: tuple[int, ...] = getattr(way, edge)
        near = (_near(state.position, edge), _near(state.position, OPPOSITE[edge]))
        total += len(numbers) * (theirs * near[1] - ours * near[0])
    return total


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


def _deployment_suits(state: State, way: Deploy) -> float:
    """How well a deployment faces the enemy's if he stands already, and the ground it stands on."""
    elements = {base.id: base for base in state.forces[state.turn].elements}
    standing = [replace(elements[name], front=pose.front, facing=pose.facing) for name, pose in way.places.items()]
    position = replace(state.position, bases=(*state.position.bases, *standing))
    return arrangement_suits(position, state.turn, Character()) - _HELD_BACK * len(way.held_back)
