"""Decisions before the first bound: picks the board, changes, edges and deployment that suit our troops best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.survey import BASE_EDGES, CHANGE, DEPLOYMENT, EXCHANGE, GROUND
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal, variations
from debellis.generals.deploying import deployed
from debellis.generals.exchanging import next_exchange
from debellis.table.board import EDGES, OPPOSITE, inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: How many boards are compared, and how many ways to change the board or number its edges.
_BOARDS = 8
_MANY = 12
#: The cost of a river anywhere, and of one between the armies, where both would wait for the other to cross.
_RIVER = 0.2
_PARTED = 0.2

Suits = Callable[[Rules, Any, Any], float]


def set_up(rules: Rules, state: Any, side: str, by: Character, thorough: bool = False) -> Decision:
    """One decision before the first bound. A `thorough` general tries more deployments and improves them."""
    moment = rules.survey.moment(state)
    if moment == GROUND:
        boards = variations(rules, state, _BOARDS)
        return _best(rules, state, boards, _ground_suits, "This ground suits our troops best.")
    if moment == CHANGE:
        return _best(
            rules, state, _ideas(rules, state), _ground_suits, "Changed like this, the ground suits our troops better."
        )
    if moment == BASE_EDGES:
        return _best(rules, state, _ideas(rules, state), _edge_suits, "The likely edge suits us better than the enemy.")
    if moment == DEPLOYMENT:
        return deployed(rules, state, side, by, thorough)
    if moment == EXCHANGE:
        return next_exchange(rules, state, side, by)
    return Decision(first_legal(rules, state), "This is the usual choice.")


def _ideas(rules: Rules, state: Any) -> Iterator[Any]:
    """The suggestions for this decision."""
    yield from islice((idea for idea in rules.ideas(state) if rules.allows(state, idea)), _MANY)


def _best(rules: Rules, state: Any, ways: Iterator[Any], suits: Suits, reason: str) -> Decision:
    found = list(ways)
    if not found:
        return Decision(first_legal(rules, state), "Nothing else is possible.")
    return Decision(max(found, key=lambda way: suits(rules, state, way)), reason)


def _ground_suits(rules: Rules, state: Any, way: Any) -> float:
    """The value of bad going that hampers the enemy more than us, most near the centre, less the cost of rivers."""
    survey = rules.survey
    after = survey.drawn_up(state, way)
    position = rules.position(after)
    ours, theirs = survey.hampered_shares(state)
    rough = sum(area(piece) * _central(piece, position) for piece in survey.bad_ground(after))
    return (theirs - ours) * rough - _RIVER * len(position.features("river"))


def _central(piece: Terrain, position: Position) -> float:
    """How central a piece is: 1 in the middle of the board, a half at the middle of an edge."""
    far = max(0.5 - _depth(piece, edge, position) / position.size[1] for edge in EDGES)
    return 1.0 - far


def _edge_suits(rules: Rules, state: Any, way: Any) -> float:
    """The value of the edges over all rolls: bad going near the enemy, little near us, and no river between."""
    survey = rules.survey
    position = rules.position(state)
    ours, theirs = survey.hampered_shares(state)
    bad = survey.bad_ground(state)
    total = 0.0
    for edge, rolls in survey.base_edges(state, way).items():
        near = (_near(bad, position, edge), _near(bad, position, OPPOSITE[edge]))
        parted = _PARTED * any(_parts(river, edge) for river in position.features("river"))
        total += rolls * (theirs * near[1] - ours * near[0] - parted)
    return total


def _parts(river: Terrain, edge: str) -> bool:
    """Whether a river runs along an edge, and so separates it from the opposite one."""
    (ax, ay), (bx, by) = river.line[0], river.line[-1]
    return (abs(bx - ax) > abs(by - ay)) == (edge in ("north", "south"))


def _near(bad: tuple[Terrain, ...], position: Position, edge: str) -> float:
    """The area of bad going in the half of the board at an edge."""
    return sum(area(piece) for piece in bad if _depth(piece, edge, position) < 0.5 * position.size[1])


def _depth(piece: Terrain, edge: str, position: Position) -> float:
    """How far from an edge the middle of a piece is."""
    return sum(inward(point, edge, position.size) for point in piece.ground) / len(piece.ground)


def area(piece: Terrain) -> float:
    """The area of a piece as a fraction of the usual board."""
    points = piece.ground
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))
    return abs(twice) / 2.0 / 360000.0
