"""Rehearses a plan: its shots and fights with separate dice, the enemy's reply, and the worth of what is left."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.battle import Roller, rolled
from debellis.battle.chance import Throw
from debellis.battle.rules import Rules
from debellis.battle.sides import other
from debellis.battle.survey import ALLOTMENT, BEGINNING, BETWEEN, FIGHT, MOVES, SHOOTER, TARGET, Survey
from debellis.generals.answering import answered
from debellis.generals.centurion import routine
from debellis.generals.character import Character, character_of
from debellis.generals.decision import first_legal
from debellis.generals.evaluation import losses_worth, worth_of
from debellis.generals.tasks import tasks_of, urged
from debellis.generals.threats import threat
from debellis.table.value import replace

#: The largest number of decisions in one phase, as a safeguard.
_MOST = 80
#: The weight of the charges that our side could make next.
_OURS = 0.2
#: The value of the end of the battle, in addition to the losses that led to it.
_END = 3.0


def rehearse(rules: Rules, state: Any, side: str, by: Character, seed: int, pips: int) -> float:
    """The value of a plan if its moves end here, the dice come from a seed, and the enemy then has this many PIPs."""
    random = Random(seed)

    def dice(throw: Throw) -> int:
        return random.randint(1, throw.sides)

    def enemys(throw: Throw) -> int:
        return min(pips, throw.sides)

    return rehearsed(rules, state, side, by, dice, enemys)


class DiceByName:
    """Dice of a seed that depend on what each is for, so that plans which differ in one place have the same elsewhere.

    The same fight has the same dice in whatever order the fights are fought.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.times: dict[str, int] = {}

    def __call__(self, throw: Throw) -> int:
        time = self.times.get(throw.why, 0)
        self.times[throw.why] = time + 1
        return Random(f"{self.seed} {throw.why} {time}").randint(1, throw.sides)


def rehearsed(rules: Rules, state: Any, side: str, by: Character, dice: Roller, pips: Roller) -> float:
    """The value of a plan if its moves end here, with these dice, and these for the enemy's PIPs.

    Its fights count by their exact odds, so that luck does not hide how both armies stand afterwards and what the enemy
    can do.
    """
    survey = rules.survey
    state = _played(rules, _rolled(rules, state, survey.ending(state), dice), (BETWEEN, SHOOTER, TARGET), by, dice)
    value = losses_worth(survey, state, side, by)
    if survey.moment(state) == FIGHT:
        standing = replace(by, recoil=0.0, flee=0.0).weights
        value += sum([one.worth for one in survey.fights(state, side, standing)])
        state = _played(rules, state, (BETWEEN, FIGHT), by, dice)
    result = rules.result(state)
    if result is not None:
        return value + _END * ((result.winner == side) - (result.winner == other(side)))
    if survey.moment(state) != BEGINNING:
        return value
    state = rolled(rules, state, first_legal(rules, state), pips)[0]
    state = _played(rules, state, (ALLOTMENT,), by, dice)
    return value + _left(rules.survey, _answered(rules, state, other(side)), side, by)


def _answered(rules: Rules, state: Any, enemy: str) -> Any:
    """The state after the enemy's moves, if any are allowed. The enemy is assumed to be steady."""
    if rules.survey.moment(state) != MOVES:
        return state
    by = character_of("steady").after(rules.survey.bounds(state).get(enemy, 0))
    return answered(rules, state, enemy, urged(by, tasks_of(rules.survey, state, enemy, by)))


def _left(survey: Survey, state: Any, side: str, by: Character) -> float:
    """The worth after the enemy's moves, with the enemy's fights next, plus a share of our own charges to follow."""
    calm = replace(by, attack=0.0, exposed=character_of("steady").exposed)
    field = survey.field(state, side)
    ours = threat(field.mine, field.theirs, field, by, survey.actions_to_come(state, side))
    return worth_of(survey, state, side, calm).total + _OURS * ours


def _rolled(rules: Rules, state: Any, action: Any, dice: Roller) -> Any:
    """The state after an action, with these dice."""
    after: Any = rolled(rules, state, action, dice)[0]
    return after


def _played(rules: Rules, state: Any, moments: tuple[str, ...], by: Character, dice: Roller) -> Any:
    """The state after the shooting or the fights of a bound, with each side choosing by the odds."""
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
