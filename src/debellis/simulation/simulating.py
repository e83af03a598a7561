"""Runs a simulation: plays the battles that its journal does not hold yet."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from debellis.simulation.journal import Journal
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan
from debellis.simulation.runner import Runner

#: Called with the number of finished battles and the number of all.
Progress = Callable[[int, int], None]


def simulate(plan: Plan, runner: Runner, folder: Path, progress: Progress | None = None) -> tuple[Outcome, ...]:
    """All outcomes of a plan in the order of their numbers. Those already in the folder's journal are not played again.

    If it is interrupted at any moment, the journal holds every finished battle.
    """
    with Journal(folder, plan) as journal:
        left = [number for number in plan.numbers if number not in journal.outcomes]
        known = plan.total - len(left)
        if progress is not None:
            progress(known, plan.total)
        with closing(_running(runner, plan, left)) as outcomes:
            for count, outcome in enumerate(outcomes, 1):
                journal.add(outcome)
                if progress is not None:
                    progress(known + count, plan.total)
        return tuple(journal.outcomes[number] for number in plan.numbers)


def _running(runner: Runner, plan: Plan, left: list[int]) -> Generator[Outcome, None, None]:
    yield from runner.run(plan, left)
