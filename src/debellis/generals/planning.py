"""Planning all moves of a bound together: the best few ways are followed side by side, move after move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from debellis.battle.rules import Rules
from debellis.db.playing.actions import MoveElements
from debellis.db.playing.ideas import ideas_for_element
from debellis.db.playing.state import State
from debellis.generals.budget import Budget
from debellis.generals.candidates import Candidate, Glance, candidates
from debellis.generals.centurion import PIP, made, varied
from debellis.generals.character import Character
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.melees import Memo
from debellis.generals.pieces import apart, field_of

#: How many ways are followed side by side, how many moves are tried for each, and how many ideas looked at for that.
WIDE = 4
TRIED = 8
LOOKED_AT = 50


class Plan(Struct, frozen=True):
    """Some moves in order: where they lead, what that is worth, and the states on the way."""

    state: State
    worth: Worth
    actions: tuple[Any, ...] = ()
    states: tuple[State, ...] = ()

    @property
    def value(self) -> float:
        """What it is worth when every PIP has its price."""
        return self.worth.total - PIP * len(self.actions)

    @property
    def moved(self) -> frozenset[str]:
        """The elements that have moved in it."""
        moves = (action.move for action in self.actions if isinstance(action, MoveElements))
        return frozenset(name for move in moves for name in move.elements)


def plans(rules: Rules, state: State, side: str, by: Character, budget: Budget) -> list[Plan]:
    """Ways to spend the PIPs, the best first by how the position stands then; to do nothing is among them."""
    memo: Memo = {}
    start = Plan(state, worth_of(state, side, by, memo))
    ideas = varied(candidates(rules, state, by))
    known = {_look(state)}
    found = [start]
    ways = [start]
    while ways and not budget.spent:
        following: list[Plan] = []
        for way in ways:
            for longer in _longer(rules, way, ideas, side, by, budget, memo):
                look = _look(longer.state)
                if look not in known:
                    known.add(look)
                    following.append(longer)
        found += following
        ways = sorted(following, key=lambda plan: -plan.value)[:WIDE]
    return sorted(found, key=lambda plan: -plan.value)


def _longer(
    rules: Rules, way: Plan, ideas: list[Candidate], side: str, by: Character, budget: Budget, memo: Memo
) -> Iterator[Plan]:
    """The plan with one move more, in each of the most promising ways."""
    if way.state.pips <= 0:
        return
    tried = 0
    for action in _next_ideas(rules, way, ideas, by):
        if budget.spent or tried >= TRIED:
            return
        if not rules.allows(way.state, action):
            continue
        after = made(rules, way.state, action)
        if after is not None:
            tried += 1
            budget.count()
            yield Plan(after, worth_of(after, side, by, memo), (*way.actions, action), (*way.states, after))


def _next_ideas(rules: Rules, way: Plan, ideas: list[Candidate], by: Character) -> Iterator[Any]:
    """What could be next: what looked good at first and has not been done, and what the last move made possible."""
    if not way.actions:
        yield from (one.action for one in ideas[:LOOKED_AT])
        return
    moved = way.moved
    fresh = _made_possible(way, by)
    old = [one for one in ideas if not (isinstance(one.action, MoveElements) and moved & set(one.action.move.elements))]
    both = sorted([*fresh, *old[:LOOKED_AT]], key=lambda one: -one.gain)
    yield from (one.action for one in both[:LOOKED_AT])


def _made_possible(way: Plan, by: Character) -> list[Candidate]:
    """Moves of single elements near those that moved last, ranked anew as things stand now."""
    last = way.actions[-1]
    if not isinstance(last, MoveElements):
        return []
    position = way.state.position
    field = field_of(position, way.state.turn)
    movers = [piece for piece in field.mine if piece.id in last.move.elements]
    moved = way.moved
    glance = Glance(field, by, way.state.bound.moves)
    found: list[Candidate] = []
    for piece in field.mine:
        if piece.id in moved or not any(apart(piece, mover) < piece.reach + 2.0 * piece.width for mover in movers):
            continue
        for move in ideas_for_element(position, piece.base):
            action = MoveElements(move)
            found.append(Candidate(action, glance.gain(action)))
    return found


def _look(state: State) -> tuple[Any, ...]:
    """What makes two plans the same: where everybody stands."""
    return tuple((base.id, base.front, base.facing, base.inside) for base in state.position.bases)
