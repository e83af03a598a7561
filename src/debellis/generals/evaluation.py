"""The worth of a position to a side, in elements, as a sum of named parts."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import Field, Memo, Strength
from debellis.battle.sides import other
from debellis.battle.survey import FIGHT, MOVES, SHOOTER, TARGET, Survey
from debellis.generals.character import Character
from debellis.generals.distances import far_from
from debellis.generals.standing import Standing
from debellis.generals.stood import stood
from debellis.generals.threats import threat
from debellis.table.value import Value

#: The worth of a battle won or lost.
VICTORY = 8.0
#: The share that fights count if they are not fought in this bound but in the next.
_LATER = 0.6
#: The parts that say which army would win if both came to blows, and how much a loss counts beside them.
_STANDS = ("face", "shot", "volley")
_LOST = 0.25


class Worth(Value, frozen=True):
    """The parts of a position's worth, by name. A higher part is better for the side."""

    parts: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.parts.values())

    def over(self, before: Worth) -> dict[str, float]:
        """The difference in each part."""
        return {name: value - before.parts.get(name, 0.0) for name, value in self.parts.items()}


def worth_of(survey: Survey, state: Any, side: str, by: Character, memo: Memo | None = None) -> Worth:
    """The worth of a state to a side. In the middle of moves, it is evaluated as if they ended now.

    `memo` caches the fights evaluated for other states of the same bound.
    """
    state = survey.settled(state)
    enemy = other(side)
    field = survey.field(state, side)
    parts = _standings(field, by, memo)
    now = survey.moment(state) in (MOVES, SHOOTER, TARGET, FIGHT)
    parts["fight"] = sum(one.worth + by.attack for one in survey.fights(state, side, by.weights, memo)) * (
        1.0 if now else _LATER
    )
    shares = survey.actions_to_come(state, enemy)
    parts["exposed"] = -by.exposed * threat(field.theirs, field.mine, field, by, shares)
    parts["command"] = -by.command * survey.out_of_command(state, side)
    parts["camp"] = by.camp * (_camp(survey, state, side) - 2.0 * _camp(survey, state, enemy))
    return Worth(parts)


def advantage(survey: Survey, state: Any, side: str, worth: Worth) -> float:
    """How much better than the enemy an army stands, in elements: whom it faces, its shots, and the losses so far."""
    stands = sum([worth.parts[name] for name in _STANDS])
    for strength in survey.strengths(state):
        stands += strength.lost * (-_LOST if strength.side == side else _LOST)
    return stands


def _standings(field: Field, by: Character, memo: Memo | None) -> dict[str, float]:
    """The standing of both armies: all of ours, less the parts of theirs that matter to us."""
    mine, theirs = stood(field, by, {} if memo is None else memo)
    return {
        "face": _sum(mine, "face") - _sum(theirs, "face"),
        "line": _sum(mine, "line") - 0.5 * _sum(theirs, "line"),
        "flank": _sum(mine, "flank"),
        "threat": -_sum(theirs, "flank") * by.threat / max(by.flank, 0.01),
        "support": _sum(mine, "support") - _sum(theirs, "support"),
        "advance": _sum(mine, "advance"),
        "ground": _sum(mine, "ground") - _sum(theirs, "ground"),
        "shot": _sum(mine, "shot") - _sum(theirs, "shot"),
        "volley": _sum(mine, "volley") - _sum(theirs, "volley"),
        "mass": _sum(mine, "mass") - _sum(theirs, "mass"),
        "guard": _sum(mine, "guard") - 0.5 * _sum(theirs, "guard"),
    }


def _sum(standings: list[Standing], name: str) -> float:
    total: float = sum(getattr(one, name) for one in standings)
    return total


def _camp(survey: Survey, state: Any, side: str) -> float:
    """How near a piece is to an enemy camp that no enemy is nearer to: 6 less the base widths, at least 0."""
    best = 0.0
    prizes = survey.prizes(state, side)
    if not prizes:
        return best
    field = survey.field(state, side)
    for prize in prizes:
        x, y = prize.x, prize.y
        for piece in field.mine:
            if piece.bystander or piece.leads:
                continue
            near = 6.0 - far_from(piece, x, y) / piece.width
            if near > best and not any(far_from(foe, x, y) < far_from(piece, x, y) for foe in field.theirs):
                best = near
    return best


def losses_worth(survey: Survey, state: Any, side: str, by: Character) -> float:
    """The worth to a side of the losses of both sides. Each loss costs more the nearer defeat is."""
    winner = survey.winner_by_losses(state)
    won = VICTORY * ((winner == side) - (winner == other(side)))
    total = 0.0
    for strength in survey.strengths(state):
        cost = _cost(strength, by)
        total += -cost * by.own_loss if strength.side == side else cost
    return total + won


def _cost(strength: Strength, by: Character) -> float:
    steps = max(strength.enough - 1, 1)
    dearer = by.lead * strength.lost * (strength.lost - 1) / (2.0 * steps)
    return strength.lost + dearer + by.general * strength.leader_lost + 0.3 * strength.uncounted
