"""The moves a centurion would make in a bound, and the changes to them that are worth a rehearsal.

For armies whose commands pay for their moves by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from debellis.battle.rules import Rules
from debellis.battle.survey import ENDS, MOVES
from debellis.generals.centurion import Centurion, weighed
from debellis.generals.character import Character
from debellis.generals.decision import first_legal
from debellis.generals.trying import made
from debellis.table.value import Value, replace

#: No course has more moves than this.
_LONGEST: Final = 40
#: How much more than usual a fight as such is worth to somebody bolder.
_BOLDER: Final = 0.2
#: How many legal moves are weighed for other ways to begin, and how many of them are tried.
_WEIGHED: Final = 16
_OTHERS: Final = 6


class Course(Value, frozen=True):
    """Moves in order, each with the state before it, and the state after the last."""

    moves: tuple[tuple[Any, Any], ...]
    end: Any

    @property
    def actions(self) -> tuple[Any, ...]:
        """The moves alone."""
        return tuple([action for _, action in self.moves])


class Change(Value, frozen=True):
    """A change of a course: the moves it leaves out, what it makes first, and what it makes last."""

    without: tuple[Any, ...] = ()
    first: tuple[Any, ...] = ()
    last: tuple[Any, ...] = ()

    def made_to(self, rules: Rules, state: Any, course: Course) -> Course:
        """The course with this change, without moves that are no longer allowed; unchanged if it could not end so."""
        kept = [action for action in course.actions if action not in self.without]
        found = replayed(rules, state, [*self.first, *kept, *self.last])
        return found if may_end(rules, found) else course


def course_of(rules: Rules, side: str, by: Character, seed: int, start: Course) -> Course:
    """The moves of a course, and those that a centurion of this character makes after them."""
    survey = rules.survey
    general = Centurion(seed, by)
    moves = list(start.moves)
    state = start.end
    while len(moves) < _LONGEST and survey.moment(state) == MOVES and rules.pending(state).side == side:
        action = general.next_move(rules, state, side).action
        if not rules.allows(state, action):
            action = first_legal(rules, state)
        after = None if survey.kind_of(action) == ENDS else made(rules, state, action)
        if after is None:
            break
        moves.append((state, action))
        state = after
    return Course(tuple(moves), state)


def may_end(rules: Rules, course: Course) -> bool:
    """Whether the moves may end after a course: sometimes there is something that must be done first."""
    state = course.end
    return rules.survey.moment(state) == MOVES and rules.allows(state, rules.survey.ending(state))


def replayed(rules: Rules, state: Any, actions: list[Any]) -> Course:
    """The course of these moves, without those that are not allowed."""
    moves: list[tuple[Any, Any]] = []
    for action in actions:
        if rules.survey.moment(state) != MOVES:
            break
        after = made(rules, state, action) if rules.allows(state, action) else None
        if after is not None:
            moves.append((state, action))
            state = after
    return Course(tuple(moves), state)


def changes(
    rules: Rules, state: Any, side: str, by: Character, now: Character, seed: int, usual: Course
) -> Iterator[Change]:
    """What could be done otherwise, each worked out when it is asked for. `now` is the same character in this bound.

    First whatever a bolder general would add; then each command stays where it is; then, in turn, a move is left out,
    the last first, and another way to begin is tried.
    """
    survey = rules.survey
    bold = course_of(rules, side, replace(by, attack=by.attack + _BOLDER), seed, usual)
    if len(bold.moves) > len(usual.moves):
        yield Change((), (), bold.actions[len(usual.moves) :])
    for body in survey.bodies(state, side):
        own = tuple([action for action in usual.actions if survey.about(action)[0] in body.pieces])
        if len(own) > 1:
            yield Change(own)
    begun = _begun(rules, state, side, now, usual)
    left = list(usual.actions)
    while left:
        yield Change((left.pop(),))
        yield from islice(begun, 1)
    yield from begun


def _begun(rules: Rules, state: Any, side: str, by: Character, usual: Course) -> Iterator[Change]:
    """Other ways to begin, the most promising first: a move that is made before all others.

    The moves of the same elements are left out.
    """
    survey = rules.survey
    tried = sorted(weighed(rules, state, side, by, _WEIGHED), key=lambda one: -one[2].total)
    found = [one.action for one, _, _ in tried if one.action not in usual.actions]
    for action in found[:_OTHERS]:
        movers = set(survey.moved_by(action))
        instead = [own for own in usual.actions if not movers.isdisjoint(survey.moved_by(own))]
        yield Change(tuple(instead), (action,))
