"""Moves worth a closer look, ranked by where their pieces would stand, before the rules are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from debellis.battle.pieces import TAKES, Field, Piece, Stakes
from debellis.battle.rules import Rules
from debellis.battle.survey import LANDING, Survey
from debellis.generals.character import Character
from debellis.generals.distances import stake_of
from debellis.generals.standing import Standing, standing
from debellis.manoeuvre.contact import meet
from debellis.table.value import Value, replace

#: The estimated gain of a landing, and of moving into a place of the enemy. Moving into our own place is a loss.
_LANDING: Final = 0.5
_TAKING: Final = 1.5
_HIDING: Final = -0.5
#: Moves with this gain or less are dropped, as is any move too far. A second move in a bound is seldom legal.
_HOPELESS: Final = -8.0
_NEVER: Final = -99.0
_AGAIN: Final = 0.5
#: A line seldom moves legally through bad going or a river, or too far on such ground. Those moves come last.
_MIRED: Final = 4.0
#: An element that leaves a line opens the flanks of its neighbours.
_NEIGHBOURS: Final = 1.0


class Candidate(Value, frozen=True):
    """An action and its estimated gain."""

    action: Any
    gain: float


def candidates(rules: Rules, state: Any, side: str, by: Character, more: bool = True) -> list[Candidate]:
    """The ideas for tactical moves, best estimate first. The end of moves is not among them."""
    survey = rules.survey
    glance = Glance(survey, state, side, by)
    ranked = (Candidate(action, glance.gain(action)) for action in _ideas(rules, survey, state, more))
    found = [one for one in ranked if one.gain > _HOPELESS]
    found.sort(key=lambda one: -one.gain)
    return found


def _ideas(rules: Rules, survey: Survey, state: Any, more: bool) -> Iterator[Any]:
    """Every idea, without duplicates."""
    known: set[Any] = set()
    for action in _all_ideas(rules, survey, state, more):
        key = survey.key_of(action)
        if key not in known:
            known.add(key)
            yield action


def _all_ideas(rules: Rules, survey: Survey, state: Any, more: bool) -> Iterator[Any]:
    last = None
    for action in rules.ideas(state):
        if last is not None:
            yield last
        last = action
    if more:
        yield from survey.more_ideas(state)


class Glance:
    """The field as it stands, with quick estimates of what a move would change."""

    def __init__(self, survey: Survey, state: Any, side: str, by: Character) -> None:
        self.survey = survey
        self.field: Field = survey.field(state, side)
        self.by = by
        self.moves = survey.moves_made(state)
        self.pieces = {piece.id: piece for piece in (*self.field.mine, *self.field.theirs)}
        self._now: dict[str, float] = {}

    def gain(self, action: Any) -> float:
        """The estimated gain of an action."""
        if not self.survey.moved_by(action):
            return _LANDING if self.survey.kind_of(action) == LANDING else 0.0
        entry = self.field.entry(action)
        if entry:
            return _TAKING if entry == TAKES else _HIDING
        there = self.field.arrivals(action)
        if there is None:
            return _NEVER
        names = {piece.id for piece in there}
        friends = (*(piece for piece in self.field.mine if piece.id not in names), *there)
        against = _AGAIN * sum(self.moves.get(name, 0) for name in names) + _MIRED * self.field.is_slowed(there)
        return sum(self._gain_of(piece, friends) for piece in there) - against

    def _gain_of(self, piece: Piece, friends: tuple[Piece, ...]) -> float:
        if piece.id not in self._now:
            here = self.pieces.get(piece.id)
            if here is None:
                self._now[piece.id] = 0.0
            else:
                self._now[piece.id] = self._weighed(here, self.field.mine) + self._contact(here)
        return self._weighed(piece, friends) + self._contact(piece) - self._now[piece.id]

    def _weighed(self, piece: Piece, friends: tuple[Piece, ...]) -> float:
        stands: Standing = standing(piece, friends, self.field.theirs, self.field, self.by)
        return stands.total + _NEIGHBOURS * stands.line

    def _contact(self, piece: Piece) -> float:
        """The estimated gain of contact with enemies: a fight, or help in one."""
        total = 0.0
        for foe in self.field.theirs:
            if abs(foe.x - piece.x) + abs(foe.y - piece.y) > 3.0 * piece.width:
                continue
            kind = meet(piece.rectangle, foe.rectangle).kind
            if kind != "none":
                total += self._touching(piece, foe, kind)
        return total

    def _touching(self, piece: Piece, foe: Piece, kind: str) -> float:
        opponent = self.pieces.get(self.field.opponent(foe.id) or "")
        if kind == "front" or opponent is None or opponent.id == piece.id:
            if kind not in ("front", "flank", "rear") or piece.bystander:
                return 0.0
            stakes = Stakes(stake_of(piece, self.by), stake_of(foe, self.by))
            return self.field.matchup(piece, foe).worth(self.by.weights, stakes) + self.by.attack
        duel = self.field.matchup(opponent, foe)
        before = Stakes(opponent.price, stake_of(foe, self.by))
        caught = replace(before, their_recoil=before.theirs if kind in ("flank", "rear") else None)
        return duel.worth(self.by.weights, caught, minus=-1) - duel.worth(self.by.weights, before)
