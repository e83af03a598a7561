"""Runners of battles: numbered battles go in, outcomes come out in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from debellis.simulation.fighting import fight
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan


class Runner(Protocol):
    """Plays numbered battles of a plan, here or elsewhere.

    Every battle gives exactly one answer, even if a worker fails. Closing the iterator stops the runner.
    """

    def run(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Outcome]: ...


class BattleFailed(RuntimeError):
    """A battle that could not be played to its end, with its number and the error."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"battle {number} could not be played: {why}")
        self.number = number


class Here:
    """Plays one battle after another in this process."""

    def run(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Outcome]:
        for number in numbers:
            try:
                outcome = fight(plan, number)
            except Exception as wrong:
                raise BattleFailed(number, repr(wrong)) from wrong
            yield outcome


def runner_for(on: str, workers: int) -> Runner:
    """The runner of a name: "local", "ray" or the address of a Ray cluster, ray://...; ValueError for anything else."""
    if on == "local":
        from debellis.simulation.processes import Processes

        return Here() if workers == 1 else Processes(workers)
    if on == "ray" or on.startswith("ray://"):
        from debellis.simulation.on_ray import OnRay

        return OnRay(None if on == "ray" else on, workers)
    raise ValueError(f"battles cannot be played on {on!r}; write local, ray, or the address ray://... of a cluster")
