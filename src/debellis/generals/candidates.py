"""Moves worth a closer look, ranked at a glance: by where their elements would stand, before anyone asks the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from debellis.battle.rules import Rules
from debellis.dba.fighting.fighters import holding_side
from debellis.dba.fighting.fights import fights
from debellis.dba.going import in_bad_going
from debellis.dba.moving.moves import Move
from debellis.dba.moving.speeds import bad_limit, river_limit
from debellis.dba.playing.actions import MoveElements
from debellis.dba.playing.group_ideas import more_ideas
from debellis.dba.playing.state import State
from debellis.generals.character import Character
from debellis.generals.duels import Stakes, worth
from debellis.generals.pieces import Field, Piece, field_of, piece_of, stake_of
from debellis.generals.standing import Standing, standing
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.march import march
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace

#: What it seems to gain to land, and to go into a place that is the enemy's; into one of our own it is a loss.
_LANDING: Final = 0.5
_TAKING: Final = 1.5
_HIDING: Final = -0.5
#: What can hardly be legal, and what counts as that: a second move in a bound seldom is.
_HOPELESS: Final = -8.0
_NEVER: Final = -99.0
_AGAIN: Final = 0.5
#: Nor is a move of a line through bad going or a river, nor one too far for such ground: those come last.
_MIRED: Final = 4.0
#: Rivers that were tried and are not paltry.
_KNOWN_WET: Final = ("normal", "difficult")
#: Leaving a line opens the flank of those left behind.
_NEIGHBOURS: Final = 1.0


class Candidate(Value, frozen=True):
    """An action and what it seems to gain at a glance."""

    action: Any
    gain: float


def candidates(rules: Rules, state: State, by: Character, more: bool = True) -> list[Candidate]:
    """The ideas for tactical moves, those that seem best first; the end of moves is not among them."""
    glance = Glance(field_of(state.position, state.turn), by, state.bound.moves)
    ranked = (Candidate(action, glance.gain(action)) for action in _ideas(rules, state, more))
    found = [one for one in ranked if one.gain > _HOPELESS]
    found.sort(key=lambda one: -one.gain)
    return found


def _ideas(rules: Rules, state: State, more: bool) -> Iterator[Any]:
    """Every idea once."""
    known: set[Any] = set()
    for action in _all_ideas(rules, state, more):
        key = _key(action)
        if key not in known:
            known.add(key)
            yield action


def _all_ideas(rules: Rules, state: State, more: bool) -> Iterator[Any]:
    last = None
    for action in rules.ideas(state):
        if last is not None:
            yield last
        last = action
    if more and state.pips > 0:
        for move in more_ideas(state.position, state.turn, fights(state.position)):
            yield MoveElements(move)


def movers(action: Any) -> tuple[str, ...]:
    """The elements an action moves on the table."""
    return action.move.elements if isinstance(action, MoveElements) else ()


def _key(action: Any) -> Any:
    if not isinstance(action, MoveElements):
        return repr(action)
    move = action.move
    return (move.elements, move.path, move.steps, move.enters, tuple(move.ends.values()))


def arrivals(position: Position, move: Move) -> tuple[Base, ...]:
    """Where a move would bring its elements if nothing were in the way; nothing for one that ends inside a place."""
    members = tuple(position.base(name) for name in move.elements)
    if move.enters is not None:
        return ()
    if move.steps:
        return march(members, move.steps).arrived
    if move.path:
        end = move.path[-1]
        return (replace(members[0], front=end.front, facing=end.facing, inside=None),)
    return tuple(replace(b, front=move.ends[b.id].front, facing=move.ends[b.id].facing) for b in members)


def _furthest(here: Piece, there: Base) -> float:
    """How far the front corner goes that goes furthest."""
    was, now = here.base.rectangle.corners, there.rectangle.corners
    return max(distance(was[i], now[i]) for i in (FRONT_LEFT, FRONT_RIGHT))


class Glance:
    """A field as it is, and quick guesses at what a move would change."""

    def __init__(self, field: Field, by: Character, moves: dict[str, int]) -> None:
        self.field = field
        self.by = by
        self.moves = moves
        self.found = fights(field.position)
        self.pieces = {piece.id: piece for piece in (*field.mine, *field.theirs)}
        self.overlapping = {name for name, _ in self.found.meetings}
        self.wet = [river for river in field.position.features("river") if river.nature in _KNOWN_WET]
        self.fording = river_limit(field.position)
        self._now: dict[str, float] = {}

    def gain(self, action: Any) -> float:
        """What an action seems to gain."""
        if not isinstance(action, MoveElements):
            return _LANDING
        if action.move.enters is not None:
            return self._entering(action.move.elements[0], action.move.enters)
        arrived = arrivals(self.field.position, action.move)
        if self._too_far(arrived):
            return _NEVER
        there = [self._there(base) for base in arrived]
        names = {piece.id for piece in there}
        friends = (*(piece for piece in self.field.mine if piece.id not in names), *there)
        against = _AGAIN * sum(self.moves.get(name, 0) for name in names) + _MIRED * self._mired(there)
        return sum(self._gain_of(piece, friends) for piece in there) - against

    def _too_far(self, arrived: tuple[Base, ...]) -> bool:
        """Whether a front corner goes further than its move; who may pivot into contact is measured otherwise."""
        for base in arrived:
            here = self.pieces.get(base.id)
            if here is None:
                continue
            far = _furthest(here, base)
            if far > here.reach + COINCIDE + (2.0 * here.width if here.id in self.overlapping else 0.0):
                return True
        return False

    def _mired(self, there: list[Piece]) -> bool:
        """Whether the ground probably forbids a move: it stops a line, and slows down who is alone."""
        alone = len(there) == 1
        for piece in there:
            here = self.pieces.get(piece.id)
            if here is None:
                continue
            limit = self._slow(here, piece)
            if limit < here.reach and (not alone or _furthest(here, piece.base) > limit + COINCIDE):
                return True
        return False

    def _slow(self, here: Piece, there: Piece) -> float:
        """How far a piece goes by the ground where it stands and where it would."""
        limit = here.reach
        if here.kind.bad_going or there.kind.bad_going:
            limit = bad_limit(self.field.position, here.base.kind)
        if self.wet and self._fords(here.base, there.base):
            limit = min(limit, self.fording)
        return limit

    def _fords(self, here: Base, there: Base) -> bool:
        """Whether a base is in a river where it starts, where it ends or half way."""
        half = ((here.front[0] + there.front[0]) * 0.5, (here.front[1] + there.front[1]) * 0.5)
        places = (here.rectangle, there.rectangle, Rectangle(half, there.facing, there.width, there.depth))
        return any(lies(place, river.ground) != OUTSIDE for river in self.wet for place in places)

    def _entering(self, mover: str, place: str) -> float:
        """What it seems to gain to go into a camp or town; nothing where it is too far."""
        piece = self.pieces.get(mover)
        spot = self.field.position.feature(place)
        if piece is None or piece.reach + piece.width < min(distance((piece.fx, piece.fy), at) for at in spot.ground):
            return _HIDING
        return _HIDING if holding_side(self.field.position, spot) == self.field.side else _TAKING

    def _there(self, base: Base) -> Piece:
        bad = in_bad_going(self.field.position, base)
        known = self.pieces.get(base.id)
        if known is None:
            return piece_of(self.field.position, base)
        return known.gone_to(base, bad)

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
        """What touching enemies seems to bring: a fight, or help in one."""
        rectangle = piece.base.rectangle
        total = 0.0
        for foe in self.field.theirs:
            if abs(foe.x - piece.x) + abs(foe.y - piece.y) > 3.0 * piece.width:
                continue
            kind = meet(rectangle, foe.base.rectangle).kind
            if kind != "none":
                total += self._touching(piece, foe, kind)
        return total

    def _touching(self, piece: Piece, foe: Piece, kind: str) -> float:
        opponent = self.pieces.get(self.found.opponent.get(foe.id, ""))
        if kind == "front" or opponent is None or opponent.id == piece.id:
            if kind not in ("front", "flank", "rear") or piece.bystander:
                return 0.0
            stakes = Stakes(stake_of(piece, self.by), stake_of(foe, self.by))
            return worth(self.field.duel(piece, foe), self.by, stakes) + self.by.attack
        duel = self.field.duel(opponent, foe)
        before = Stakes(opponent.price, stake_of(foe, self.by))
        caught = replace(before, their_recoil=before.theirs if kind in ("flank", "rear") else None)
        return worth(duel, self.by, caught, minus=-1) - worth(duel, self.by, before)
