"""Setting up: of the boards, edges, camps and deployments suggested the one that suits our troops best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.rules import Rules
from debellis.db.book import book
from debellis.db.going import is_bad_for
from debellis.db.playing.actions import Deploy, PlaceTerrain
from debellis.db.playing.state import State
from debellis.db.troops import type_of
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal
from debellis.generals.duels import worth
from debellis.generals.pieces import field_of, piece_of
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

#: So many boards or deployments are compared.
_COMPARED = 4


def set_up(rules: Rules, state: State, side: str) -> Decision:
    """One decision before the first bound."""
    if state.phase == "terrain":
        return _best(rules, state, _ground_suits, "The ground suits our troops best so.")
    if state.phase == "deploy":
        return _best(rules, state, _deployment_suits, "Every type faces what it fights best, on ground that suits it.")
    return Decision(first_legal(rules, state), "It is done as usual.")


def _ways(rules: Rules, state: State) -> Iterator[Any]:
    """The suggestions for this moment and for a few variations of it."""
    for number in range(_COMPARED):
        varied = rules.varied(state, number)
        yield next((idea for idea in rules.ideas(varied) if rules.allows(state, idea)), None)


def _best(rules: Rules, state: State, suits: Any, reason: str) -> Decision:
    found = [way for way in _ways(rules, state) if way is not None]
    if not found:
        return Decision(first_legal(rules, state), "There is no other way.")
    return Decision(max(found, key=lambda way: suits(state, way)), reason)


def _ground_suits(state: State, board: PlaceTerrain) -> float:
    """How much bad going there is, if ours fight better in it than not; how little, if worse."""
    ours = state.forces[state.turn].elements
    hampered = sum(type_of(state.position, base).minus_two_in_bad_going for base in ours) / max(len(ours), 1)
    bad = book(state.position).tables.going.bad
    area = sum(_area(piece) for piece in board.pieces if piece.kind in bad)
    return area * (0.5 - hampered)


def _area(piece: Terrain) -> float:
    """The area of a piece in parts of the usual board."""
    points = piece.ground
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))
    return abs(twice) / 2.0 / 360000.0


def _deployment_suits(state: State, way: Deploy) -> float:
    """How well a deployment faces the enemy's if he stands already, and the ground it stands on."""
    elements = {base.id: base for base in state.forces[state.turn].elements}
    total = 0.0
    for name, pose in way.places.items():
        base = elements[name]
        total += _against(state, base, pose) - 0.5 * _hampered(state.position, base, pose)
    return total - 0.3 * len(way.held_back)


def _hampered(position: Position, base: Base, pose: Pose) -> bool:
    if not type_of(position, base).minus_two_in_bad_going:
        return False
    there = pose.rectangle(base.width, base.depth)
    return any(is_bad_for(position, piece, base) and lies(there, piece.ground) != OUTSIDE for piece in position.terrain)


def _against(state: State, base: Base, pose: Pose) -> float:
    """What is to be expected of the enemies straight before this place."""
    position = state.position
    field = field_of(position, state.turn)
    if not field.theirs:
        return 0.0
    piece = piece_of(position, replace(base, front=pose.front, facing=pose.facing))
    best = None
    for foe in field.theirs:
        vx, vy = foe.x - piece.fx, foe.y - piece.fy
        side = abs(vx * piece.dy - vy * piece.dx)
        if best is None or side < best[0]:
            best = (side, foe)
    assert best is not None
    if best[0] > 1.5 * piece.width:
        return 0.0
    return worth(field.duel(piece, best[1]), Character())
