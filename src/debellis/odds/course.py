"""The course of a phase: its moments, the steps from each, and what each step may lead to, computed once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.rules import Rules
from debellis.battle.survey import FIGHT, SHOOTER, TARGET
from debellis.odds.rolling import Branch, Roll
from debellis.odds.work import Work

#: Decisions that belong together, up to the one that rolls dice: a fight, or a shooter and its target.
Step = tuple[Any, ...]
#: Decides what an order leaves open: from the rules and a state, it returns one legal action of the pending side.
Policy = Callable[[Rules, Any], Any]
#: The decisions that make up a course of combats.
COMBAT = (FIGHT, SHOOTER, TARGET)


def first_idea(rules: Rules, state: Any) -> Any:
    """The default policy: the first legal idea. For a shot that is the first target with as many helpers as allowed."""
    return next(idea for idea in rules.survey.usual(state, rules.ideas(state)) if rules.allows(state, idea))


def as_steps(order: Iterable[Any]) -> tuple[Step, ...]:
    """An order as a tuple of steps. A single action becomes a step of one."""
    return tuple(step if isinstance(step, tuple) else (step,) for step in order)


class Moment:
    """One state of a course, with a cache of what is known about it."""

    def __init__(self, key: bytes, state: Any) -> None:
        self.key = key
        self.state = state
        self.rolls: dict[Step, Roll] = {}
        self.after: dict[Step, tuple[tuple[Fraction, Moment], ...]] = {}
        self.allowed: dict[Any, bool] = {}
        self.steps: tuple[Step, ...] | None = None


class Course:
    """A cache of everything computed about a phase. Equal states share one moment, whatever led to them."""

    def __init__(self, rules: Rules, work: Work, policy: Policy = first_idea) -> None:
        self.rules = rules
        self.work = work
        self.policy = policy
        self._moments: dict[bytes, Moment] = {}
        self._reached: dict[int, Moment] = {}

    def moment(self, state: Any) -> Moment:
        """The moment of a state; the same object for equal states."""
        survey = self.rules.survey
        key = survey.essence(state)
        if key not in self._moments:
            self._moments[key] = Moment(key, survey.without_history(state))
        return self._moments[key]

    def in_combat(self, moment: Moment) -> bool:
        """Whether a fight or shot must be decided in this moment."""
        return self.rules.survey.moment(moment.state) in COMBAT

    def steps(self, moment: Moment) -> tuple[Step, ...]:
        """Every step the pending side could take. The policy decides what follows the choice of a shooter."""
        if moment.steps is None:
            legal: tuple[Step, ...] = ()
            if self.in_combat(moment):
                ideas = self.rules.ideas(moment.state)
                legal = tuple((idea,) for idea in ideas if self.rules.allows(moment.state, idea))
            moment.steps = legal
        return moment.steps

    def allows(self, moment: Moment, step: Step) -> bool:
        """Whether the first action of a step is legal in this moment."""
        first = step[0]
        if first not in moment.allowed:
            moment.allowed[first] = self.rules.allows(moment.state, first)
        return moment.allowed[first]

    def roll(self, moment: Moment, step: Step) -> Roll:
        """A step up to its dice: its own decisions while they are legal, then those of the policy."""
        if step not in moment.rolls:
            moment.rolls[step] = self._roll(moment.state, step)
        return moment.rolls[step]

    def _roll(self, state: Any, step: Step) -> Roll:
        said, waiting = step[0], step[1:]
        roll = Roll(self.rules, state, said, self.work)
        while self.rules.survey.moment(state) == SHOOTER:
            self.work.spend()
            state, _ = self.rules.apply(state, said, Chance())
            own = waiting and self.rules.allows(state, waiting[0])
            said, waiting = (waiting[0] if own else self.policy(self.rules, state)), waiting[1:]
            roll = Roll(self.rules, state, said, self.work)
        return roll

    def after(self, moment: Moment, step: Step) -> tuple[tuple[Fraction, Moment], ...]:
        """The moments a step may lead to, with exact chances and equal states merged; Spent if it is too much work."""
        if step not in moment.after:
            found: dict[bytes, tuple[Fraction, Moment]] = {}
            for branch in self.roll(moment, step).branches():
                there = self._end(branch)
                chance, _ = found.get(there.key, (Fraction(0), there))
                found[there.key] = (chance + branch.chance, there)
            moment.after[step] = tuple(found.values())
        return moment.after[step]

    def sample(self, moment: Moment, step: Step, dice: Random) -> Moment:
        """One moment that a step leads to, with dice rolled."""
        return self._end(self.roll(moment, step).sample(dice))

    def _end(self, branch: Branch) -> Moment:
        """The moment a branch leads to. Rolls keep their branches, so the identity of a branch can be the key."""
        if id(branch) not in self._reached:
            self._reached[id(branch)] = self.moment(branch.state)
        return self._reached[id(branch)]
