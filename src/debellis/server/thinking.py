"""Processes for generals and odds, so that rulings do not wait for them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from debellis.odds import Report
from debellis.server.faults import LOG, RequestError, broken
from debellis.server.thoughts import Order, Thought, advise, decide, load, plan_ahead, prepare, reckon

T = TypeVar("T")
#: Number of processes for generals, and for hints and odds.
GENERALS, ADVISERS = max(1, (os.cpu_count() or 2) - 1), max(2, (os.cpu_count() or 2) // 2)
#: How many hints and odds may wait. Generals may always wait.
WAITING = 200


class Pool:
    """A pool of processes that end when it is closed or the server is gone, even in the middle of work."""

    def __init__(self, many: int) -> None:
        context = get_context("spawn")
        heard, self.leash = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(many, context, prepare, (heard,))

    def close(self) -> None:
        self.leash.close()
        self.executor.shutdown(wait=False, cancel_futures=True)


class Heads:
    """Worker processes, each started when it is first needed and replaced when it dies."""

    def __init__(self) -> None:
        self.pools: dict[str, Pool] = {}
        self.waiting = 0
        self.warmed: set[str] = set()

    def warm(self, edition: str) -> None:
        """Start the processes for hints and odds, and let them load the rules of an edition, once."""
        if edition in self.warmed:
            return
        self.warmed.add(edition)
        executor = self._pool("advisers", ADVISERS).executor
        for _ in range(ADVISERS):
            executor.submit(load, edition)

    async def general(self, order: Order) -> Thought:
        """The decision of a general. A battle always uses the same process, because the general keeps a plan."""
        head = f"general {int(order.battle[:8], 16) % GENERALS}"
        return await self._tried(head, 1, "the computer's choice", decide, order)

    async def hint(self, order: Order) -> Thought:
        """The decision of a general without a plan."""
        return await self._advice("this hint", advise, order)

    async def plan(self, order: Order) -> tuple[Thought, ...]:
        """The decisions of the general that gives hints, to the end of the moves."""
        return await self._advice("this plan", plan_ahead, order)

    async def odds(self, edition: str, state: Any, quick: bool = False) -> Report | None:
        """The odds of the pending combats, estimated if they must be quick; None if there are none."""
        return await self._advice("these odds", reckon, edition, state, quick)

    async def _advice(self, what: str, work: Callable[..., T], *given: Any) -> T:
        if self.waiting >= WAITING:
            raise RequestError(
                "too_fast", "The server is working out too many hints and odds. Try again in a few seconds."
            )
        self.waiting += 1
        try:
            return await self._tried("advisers", ADVISERS, what, work, *given)
        finally:
            self.waiting -= 1

    async def _tried(self, head: str, many: int, what: str, work: Callable[..., T], *given: Any) -> T:
        running = asyncio.get_running_loop().run_in_executor
        pool = self._pool(head, many)
        try:
            try:
                return await running(pool.executor, work, *given)
            except BrokenExecutor:
                LOG.warning("a process that thought about %s has died; another takes its place", what)
                if self.pools.get(head) is pool:
                    self.pools.pop(head).close()
                return await running(self._pool(head, many).executor, work, *given)
        except Exception:
            raise broken(what) from None

    def _pool(self, head: str, many: int) -> Pool:
        if head not in self.pools:
            self.pools[head] = Pool(many)
        return self.pools[head]

    def close(self) -> None:
        for pool in self.pools.values():
            pool.close()
