"""Moves that gain nothing alone but do together: the parts of a line go forward one after another."""

from __future__ import annotations

import math
from typing import Any, Final

from debellis.battle.pieces import Memo, Piece
from debellis.battle.rules import Rules
from debellis.generals.candidates import Candidate, Glance
from debellis.generals.character import Character
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.trying import made
from debellis.table.value import Value

#: A move goes forward if its pieces come this many base widths nearer to the enemy altogether.
_FORWARD: Final = 0.4
#: Moves whose estimated gain is lower than this for each piece are not tried: the rules refuse most of them.
_WORST: Final = -0.6
#: How many legal moves are weighed for the next part of the line, and how many moves the rules are asked about.
_WEIGHED: Final = 2
_ASKED: Final = 50
#: A part of the line that was refused this often stays where it is.
_REFUSED: Final = 3


class Advance(Value, frozen=True):
    """Some moves in order, the state after the first, and the worth of that state and of the last."""

    actions: tuple[Any, ...]
    first: Any
    start: Worth
    end: Worth


def general_advance(
    rules: Rules, state: Any, side: str, by: Character, ranked: list[Candidate], memo: Memo
) -> Advance | None:
    """The forward moves of all parts of the army together, as far as the PIPs go; None if no part can go forward.

    Each part goes after the one that leads most troops forward. The worth is that of the best point on the way.
    """
    march = March(rules, side, by, _forward(Glance(rules.survey, state, side, by), ranked), memo)
    here, actions = state, list[Any]()
    best: Advance | None = None
    first: tuple[Any, Worth] | None = None
    while rules.survey.moves_left(here) > 0:
        found = march.next_part(here)
        if found is None:
            break
        action, here, there = found
        actions.append(action)
        if first is None:
            first = (here, there)
        if best is None or there.total > best.end.total:
            best = Advance(tuple(actions), first[0], first[1], there)
    return best


class March:
    """The forward moves that are left while the parts of an army go forward one after another."""

    def __init__(self, rules: Rules, side: str, by: Character, forward: list[Any], memo: Memo) -> None:
        self.rules = rules
        self.side = side
        self.by = by
        self.forward = forward
        self.memo = memo
        self.gone: set[str] = set()
        self.refused: dict[tuple[str, ...], int] = {}
        self.asked = 0

    def next_part(self, state: Any) -> tuple[Any, Any, Worth] | None:
        """The best move of the first part that can still go forward, the state after it, and its worth."""
        survey = self.rules.survey
        best: tuple[Any, Any, Worth] | None = None
        body: tuple[str, ...] = ()
        weighed = 0
        for action in self.forward:
            who = survey.moved_by(action)
            if (body and who != body) or not self.gone.isdisjoint(who) or self.refused.get(who, 0) >= _REFUSED:
                continue
            if self.asked >= _ASKED or weighed >= _WEIGHED:
                break
            self.asked += 1
            after = made(self.rules, state, action) if self.rules.allows(state, action) else None
            if after is None:
                self.refused[who] = self.refused.get(who, 0) + 1
                continue
            body = who
            weighed += 1
            there = worth_of(survey, after, self.side, self.by, self.memo)
            if best is None or there.total > best[2].total:
                best = (action, after, there)
        self.gone |= set(body)
        return best


def _forward(glance: Glance, ranked: list[Candidate]) -> list[Any]:
    """The moves that bring troops nearer to the enemy, those first that bring most troops furthest."""
    found: list[tuple[float, Any]] = []
    for one in ranked:
        there = glance.field.arrivals(one.action) if glance.survey.moved_by(one.action) else None
        if not there or one.gain < _WORST * len(there):
            continue
        nearer = sum([_nearer(glance, piece) for piece in there])
        if nearer > _FORWARD:
            found.append((nearer, one.action))
    found.sort(key=lambda one: -one[0])
    return [action for _, action in found]


def _nearer(glance: Glance, there: Piece) -> float:
    """How many base widths nearer to the nearest enemy a piece comes; bystanders do not count."""
    here = glance.pieces.get(there.id)
    if here is None or there.bystander:
        return 0.0
    return (_nearest(here, glance.field.theirs) - _nearest(there, glance.field.theirs)) / there.width


def _nearest(piece: Piece, foes: tuple[Piece, ...]) -> float:
    return min([math.hypot(foe.x - piece.fx, foe.y - piece.fy) for foe in foes], default=0.0)
