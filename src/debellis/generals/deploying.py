"""Deploying: of some suggestions the one whose files face what they fight best; then pairs that had better change."""

from __future__ import annotations

from debellis.battle.rules import Rules
from debellis.dba.playing.actions import Deploy
from debellis.dba.playing.state import State
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal, variations
from debellis.generals.exchanging import best_pair
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace

#: So many suggestions are compared, by most generals and by thorough ones.
_COMPARED = 4
_THOROUGHLY = 16
#: Of those a thorough general mends so many of the best, each by so many changes of places at most.
_MENDED = 2
_CHANGES = 8
#: What an element kept for a landing costs where it could have stood.
_HELD_BACK = 0.3

_REASON = "Every type faces what it fights best, on ground that suits it."


def deployed(rules: Rules, state: State, by: Character, thorough: bool) -> Decision:
    """The deployment that suits best against the enemy's if he stands already, and the ground it stands on."""
    found: list[Deploy] = list(variations(rules, state, _THOROUGHLY if thorough else _COMPARED))
    if not found:
        return Decision(first_legal(rules, state), "There is no other way.")
    found.sort(key=lambda way: -_suits(state, way, by))
    if not thorough or not state.position.bases:
        return Decision(found[0], _REASON)
    mended = [_mended(rules, state, way, by) for way in found[:_MENDED]]
    return Decision(max(mended, key=lambda way: _suits(state, way, by)), _REASON)


def _drawn_up(state: State, way: Deploy) -> Position:
    """The table with everybody where a deployment puts him."""
    elements = {base.id: base for base in state.forces[state.turn].elements}
    standing = [replace(elements[name], front=pose.front, facing=pose.facing) for name, pose in way.places.items()]
    return replace(state.position, bases=(*state.position.bases, *standing))


def _suits(state: State, way: Deploy, by: Character) -> float:
    return arrangement_suits(_drawn_up(state, way), state.turn, by) - _HELD_BACK * len(way.held_back)


def _mended(rules: Rules, state: State, way: Deploy, by: Character) -> Deploy:
    """A deployment with those in each other's places who had better be, as long as that gains something."""
    position = _drawn_up(state, way)
    for _ in range(_CHANGES):
        found = best_pair(position, state.turn, by, lambda _, after: rules.allows(state, _as_placed(way, after)))
        if found is None:
            break
        position = found[1]
    return _as_placed(way, position)


def _as_placed(way: Deploy, position: Position) -> Deploy:
    """The same deployment with its elements where they stand in a position."""
    places = {name: Pose(position.base(name).front, position.base(name).facing) for name in way.places}
    return Deploy(places, way.inside, way.held_back)
