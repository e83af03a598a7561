"""The odds of one combat or shot: every outcome with its exact chance, and which bases are lost in it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from debellis.battle.rules import Rules
from debellis.odds.course import Course, Policy, Step, first_idea
from debellis.odds.rolling import Branch, before_dice, settled
from debellis.odds.work import WORK, Work
from debellis.umpire.sheet import Sheet

#: Kinds of events that follow the combat and belong to the phase or the bound.
_LATER = ("turn", "victory", "end", "limit")


class Outcome(Struct, frozen=True):
    """One way a combat can end.

    `how` says how the total of the first side compares with the other: equal, beats, doubles, beaten, doubled; empty
    where more than that matters. `loser` and `outcome` are None and "no_effect" when nothing happens. `lost` are the
    bases taken off the table, by side. `also` is what else happens, in words, and `state` the resulting state.
    """

    chance: Fraction
    how: str
    loser: str | None
    outcome: str
    lost: dict[str, tuple[str, ...]]
    also: tuple[str, ...]
    state: Any


class FightOdds(Struct, frozen=True):
    """The odds of one combat: both sides, the sums of factors before the dice, the sheets, and every outcome."""

    sides: tuple[str, str]
    factors: tuple[int, int]
    sheets: tuple[Sheet, ...]
    outcomes: tuple[Outcome, ...]

    def chance_of(self, loser: str | None, outcome: str) -> Fraction:
        """The chance that a base loses with this outcome."""
        found = (o.chance for o in self.outcomes if (o.loser, o.outcome) == (loser, outcome))
        return sum(found, Fraction(0))


def of_fight(rules: Rules, state: Any, fight: Any, *, policy: Policy = first_idea) -> FightOdds:
    """The exact odds of one combat: a fight, a shot of the picked shooter, or a step of a shooter and its shot.

    Refused if it is not allowed now. The policy decides what a step leaves open.
    """
    step: Step = fight if isinstance(fight, tuple) else (fight,)
    course = Course(rules, Work(WORK), policy)
    return fight_odds(course, state, step)


def fight_odds(course: Course, state: Any, step: Step) -> FightOdds:
    """The same within a course."""
    branches = course.roll(course.moment(state), step).branches()
    combat = next(event for event in branches[0].events if event.ruling is not None)
    assert combat.ruling is not None
    sums = before_dice(combat.ruling.answer)
    outcomes = tuple(_outcome(course.rules, state, branch) for branch in branches)
    return FightOdds((combat.bases[0], combat.bases[1]), sums, combat.ruling.sheets, outcomes)


def _outcome(rules: Rules, state: Any, branch: Branch) -> Outcome:
    answer = settled(branch.events)
    assert answer is not None
    also = tuple(event.says for event in branch.events[1:] if event.kind not in _LATER)
    before, after = rules.position(state), rules.position(branch.state)
    lost: dict[str, tuple[str, ...]] = {}
    for base in before.bases:
        if not after.has_base(base.id):
            lost[base.side] = (*lost.get(base.side, ()), base.id)
    loser = answer.get("loser")
    return Outcome(branch.chance, branch.how or "", loser, answer["outcome"], lost, also, branch.state)
