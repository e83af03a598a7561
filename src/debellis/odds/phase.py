"""The odds of a whole phase in which both sides decide in turn, all choices made as usual."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from debellis.battle.rules import Rules
from debellis.odds.course import Policy, first_idea
from debellis.odds.moment import NoCombat
from debellis.odds.order import SAMPLES, OrderOdds, of_order
from debellis.odds.report import Estimated, LossesTold, losses_told, number_told
from debellis.odds.toll import WORTH, Measure
from debellis.odds.work import WORK


class PhaseReport(Struct, frozen=True):
    """What a phase may cost both sides, from now to its end: exact, or by so many samples."""

    edition: str
    side: str
    phase: str
    worth: Estimated
    exact: bool
    samples: int
    losses: dict[str, LossesTold]


def of_phase(
    rules: Rules,
    state: Any,
    *,
    policy: Policy = first_idea,
    measure: Measure = WORTH,
    side: str | None = None,
    work: int = WORK,
    samples: int = SAMPLES,
    seed: int = 0,
    enough: Callable[[], bool] | None = None,
) -> OrderOdds:
    """What the shots or fights of a phase may cost, the policy deciding for both sides; NoCombat outside such a phase.

    Exact if that takes no more than `work` decisions, otherwise played out `samples` times.
    """
    if rules.result(state) is not None:
        raise NoCombat("the battle is over")
    if not rules.survey.in_combat_phase(state):
        raise NoCombat(f"nobody shoots or fights now; it is time to {rules.pending(state).what}")
    return of_order(
        rules,
        state,
        (),
        rest=True,
        policy=policy,
        measure=measure,
        side=side,
        work=work,
        samples=samples,
        seed=seed,
        enough=enough,
    )


def phase_report(rules: Rules, state: Any, *, work: int = WORK, samples: int = SAMPLES, seed: int = 0) -> PhaseReport:
    """The same as plain values."""
    odds = of_phase(rules, state, work=work, samples=samples, seed=seed)
    return PhaseReport(
        edition=rules.edition,
        side=odds.side,
        phase=rules.survey.phase(state),
        worth=number_told(odds.worth),
        exact=odds.exact,
        samples=odds.samples,
        losses={side: losses_told(odds, side) for side in ("red", "blue")},
    )
