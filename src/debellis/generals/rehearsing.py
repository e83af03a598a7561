"""Rehearsing a plan: its shots and fights with dice of one's own, the enemy's moves after it, and what is left then."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.battle import rolled
from debellis.battle.rules import Rules
from debellis.battle.sides import other
from debellis.battle.survey import BEGINNING, FIGHT, MOVES, SHOOTER, TARGET, Survey
from debellis.generals.answering import answered
from debellis.generals.centurion import routine
from debellis.generals.character import Character, character_of
from debellis.generals.decision import first_legal
from debellis.generals.evaluation import losses_worth, worth_of
from debellis.generals.threats import threat
from debellis.table.value import replace

#: Decisions in one phase at most, for safety.
_MOST = 80
#: What our own charges count that could come next.
_OURS = 0.2
#: What the end of the battle counts beside the losses that brought it.
_END = 3.0


def rehearse(rules: Rules, state: Any, side: str, by: Character, seed: int, pips: int) -> float:
    """What a plan comes to when its moves end here, the dice fall as by a seed and the enemy then has so many PIPs.

    Its fights count by their exact odds, so that luck in them does not hide what matters: how both armies stand after
    them, and what the enemy makes of it.
    """
    survey = rules.survey
    dice = Random(seed)
    state = _played(rules, _rolled(rules, state, survey.ending(state), dice), (SHOOTER, TARGET), by, dice)
    value = losses_worth(survey, state, side, by)
    if survey.moment(state) == FIGHT:
        standing = replace(by, recoil=0.0, flee=0.0).weights
        value += sum([one.worth for one in survey.fights(state, side, standing)])
        state = _played(rules, state, (FIGHT,), by, dice)
    result = rules.result(state)
    if result is not None:
        return value + _END * ((result.winner == side) - (result.winner == other(side)))
    if survey.moment(state) != BEGINNING:
        return value
    state = rolled(rules, state, first_legal(rules, state), lambda throw: min(pips, throw.sides))[0]
    return value + _left(rules.survey, _answered(rules, state, other(side)), side, by)


def _answered(rules: Rules, state: Any, enemy: str) -> Any:
    """The enemy's moves, if he may make any; he is thought to be steady."""
    if rules.survey.moment(state) != MOVES:
        return state
    return answered(rules, state, enemy, character_of("steady").after(rules.survey.bounds(state).get(enemy, 0)))


def _left(survey: Survey, state: Any, side: str, by: Character) -> float:
    """What the position is worth with the enemy's moves made: his fights come now, and then our own charges."""
    calm = replace(by, attack=0.0, exposed=character_of("steady").exposed)
    field = survey.field(state, side)
    ours = threat(field.mine, field.theirs, field, by, survey.actions_to_come(state, side))
    return worth_of(survey, state, side, calm).total + _OURS * ours


def _rolled(rules: Rules, state: Any, action: Any, dice: Random) -> Any:
    """The state after an action, with dice of one's own."""
    after: Any = rolled(rules, state, action, lambda throw: dice.randint(1, throw.sides))[0]
    return after


def _played(rules: Rules, state: Any, moments: tuple[str, ...], by: Character, dice: Random) -> Any:
    """The shooting or the fights of a bound, each side choosing by the odds."""
    for _ in range(_MOST):
        if rules.survey.moment(state) not in moments:
            break
        side = rules.pending(state).side
        assert side is not None
        action = routine(rules, state, side, by).action
        if not rules.allows(state, action):
            action = first_legal(rules, state)
        state = _rolled(rules, state, action, dice)
    return state
