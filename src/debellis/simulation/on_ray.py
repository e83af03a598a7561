"""Battles on a Ray cluster, or on a small one started here. Ray plays a battle again if its worker dies."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from debellis.simulation.fighting import fight
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan
from debellis.simulation.runner import BattleFailed

#: How many battles wait at Ray for each processor, and how often a battle is retried.
_WAITING = 3
_RETRIES = 3


class NoRay(RuntimeError):
    """Ray cannot be used; says why in one sentence."""


class OnRay:
    """Plays battles with Ray: at an address or, without one, on that many workers of this machine.

    Every machine of the cluster needs this version of debellis.
    """

    def __init__(self, address: str | None, workers: int) -> None:
        try:
            import ray
        except ImportError:
            raise NoRay("Ray is not installed; get it with: pip install 'debellis[ray]'") from None
        self.ray: Any = ray
        self.address = address
        self.workers = workers

    def run(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Outcome]:
        ours = self._connect()
        try:
            yield from self._play(plan, deque(numbers))
        finally:
            if ours:
                self.ray.shutdown()

    def _connect(self) -> bool:
        """Join the cluster; returns whether it must be left again."""
        if self.ray.is_initialized():
            return False
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address is not None:
            try:
                self.ray.init(address=self.address, **quiet)
            except (ConnectionError, ImportError, RuntimeError, ValueError) as wrong:
                raise NoRay(f"no Ray cluster answers at {self.address}: {wrong}") from wrong
        else:
            self.ray.init(num_cpus=self.workers, include_dashboard=False, **quiet)
        return True

    def _play(self, plan: Plan, left: deque[int]) -> Iterator[Outcome]:
        ray = self.ray
        play = ray.remote(max_retries=_RETRIES)(fight)
        what = ray.put(plan)
        most = _WAITING * max(1, int(ray.cluster_resources().get("CPU", self.workers)))
        waiting: dict[Any, int] = {}
        while left or waiting:
            while left and len(waiting) < most:
                number = left.popleft()
                waiting[play.remote(what, number)] = number
            for done in ray.wait(list(waiting), num_returns=1)[0]:
                number = waiting.pop(done)
                try:
                    outcome: Outcome = ray.get(done)
                except ray.exceptions.RayError as wrong:
                    raise BattleFailed(number, str(wrong).strip().splitlines()[-1]) from wrong
                yield outcome
