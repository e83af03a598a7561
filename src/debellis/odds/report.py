"""Everything to know before a phase of combats, as plain values: the odds of each, the losses, the best order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from debellis.battle.rules import Rules
from debellis.mechanics.odds_answer import ExactChance
from debellis.odds.best import Advice, best_order
from debellis.odds.course import Policy, Step, first_idea
from debellis.odds.estimates import Estimate
from debellis.odds.fight import FightOdds, Outcome, of_fight
from debellis.odds.moment import steps
from debellis.odds.order import SAMPLES, OrderOdds
from debellis.odds.toll import WORTH, Measure
from debellis.odds.work import WORK
from debellis.table import writing

_SIDES = ("red", "blue")


class Estimated(Struct, frozen=True):
    """A number with its 95 % interval, and as a fraction if it is exact."""

    value: float
    low: float
    high: float
    fraction: str | None = None


class OutcomeTold(Struct, frozen=True):
    """One way a combat can end, as in `Outcome`; equal endings are merged."""

    chance: ExactChance
    loser: str | None
    outcome: str
    lost: dict[str, tuple[str, ...]]
    also: tuple[str, ...]


class CombatTold(Struct, frozen=True):
    """One combat or shot as it stands: the actions that choose it, the bases, their factors, and the outcomes."""

    actions: tuple[dict[str, Any], ...]
    sides: tuple[str, str]
    factors: tuple[int, int]
    outcomes: tuple[OutcomeTold, ...]


class LossesTold(Struct, frozen=True):
    """What one side may lose in the phase: elements, the chance of each number, its general; and the chance to win."""

    expected: Estimated
    elements: dict[int, Estimated]
    general: Estimated
    wins: Estimated


class Report(Struct, frozen=True):
    """A phase before it is fought. `order` and `first` use the indices of the combats in `combats`.

    `every_order` says that all orders were compared. `worst` is the worth of the worst order to `side`. `first` is the
    worth of starting with each combat if the next is chosen again after every result, and `reconsidered` the best of
    these.
    """

    edition: str
    side: str
    phase: str
    combats: tuple[CombatTold, ...]
    order: tuple[int, ...]
    worth: Estimated
    every_order: bool
    exact: bool
    samples: int
    work: int
    losses: dict[str, LossesTold]
    worst: float | None = None
    reconsidered: float | None = None
    first: tuple[float, ...] = ()


def report(
    rules: Rules,
    state: Any,
    *,
    policy: Policy = first_idea,
    measure: Measure = WORTH,
    work: int = WORK,
    samples: int = SAMPLES,
    seed: int = 0,
    enough: Callable[[], bool] | None = None,
) -> Report:
    """The report on the combats of a phase; Spent if `enough` stops the work before there is any result."""
    choices = steps(rules, state)
    advice = best_order(
        rules, state, policy=policy, measure=measure, work=work, samples=samples, seed=seed, enough=enough
    )
    combats = tuple(_combat(step, of_fight(rules, state, step, policy=policy)) for step in choices)
    return _report(rules, state, choices, combats, advice)


def _report(
    rules: Rules, state: Any, choices: tuple[Step, ...], combats: tuple[CombatTold, ...], advice: Advice
) -> Report:
    odds, best = advice.odds, advice.reconsidered
    return Report(
        edition=rules.edition,
        side=odds.side,
        phase=rules.survey.phase(state),
        combats=combats,
        order=tuple(choices.index(step) for step in advice.order),
        worth=number_told(odds.worth),
        every_order=advice.every_order,
        exact=odds.exact,
        samples=odds.samples,
        work=advice.work,
        losses={side: losses_told(odds, side) for side in _SIDES},
        worst=None if advice.worst is None else float(advice.worst),
        reconsidered=None if best is None else float(best),
        first=tuple(float(advice.first[step]) for step in choices if step in advice.first),
    )


def losses_told(odds: OrderOdds, side: str) -> LossesTold:
    """What one side may lose, as plain values."""
    elements = {number: number_told(chance) for number, chance in odds.lost(side).items()}
    return LossesTold(
        number_told(odds.expected(side)), elements, number_told(odds.loses_general(side)), number_told(odds.wins(side))
    )


def number_told(estimate: Estimate) -> Estimated:
    """A number with its interval as a plain value."""
    fraction = str(estimate.value) if estimate.exact else None
    return Estimated(float(estimate.value), estimate.low, estimate.high, fraction)


def _combat(step: Step, odds: FightOdds) -> CombatTold:
    together: dict[Any, list[Outcome]] = {}
    for outcome in odds.outcomes:
        key = (outcome.loser, outcome.outcome, tuple(sorted(outcome.lost.items())), outcome.also)
        together.setdefault(key, []).append(outcome)
    actions = tuple(writing.plain(action) for action in step)
    return CombatTold(actions, odds.sides, odds.factors, tuple(_outcome(alike) for alike in together.values()))


def _outcome(alike: list[Outcome]) -> OutcomeTold:
    one = alike[0]
    chance = sum((outcome.chance for outcome in alike), Fraction(0))
    return OutcomeTold(ExactChance(float(chance), str(chance)), one.loser, one.outcome, one.lost, one.also)
