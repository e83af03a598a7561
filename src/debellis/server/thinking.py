"""Generals and odds in processes of their own, so that rulings do not wait for them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, TypeVar

from msgspec import Struct

from debellis.battle.playable import rules_of
from debellis.generals.bound_plan import plan_of_bound
from debellis.generals.players import General, adviser, computer
from debellis.odds import NoCombat, Report, before_combat, report
from debellis.server.faults import LOG, RequestError, broken
from debellis.table import writing

T = TypeVar("T")
#: Number of processes for generals, and for hints and odds.
GENERALS, ADVISERS = max(1, (os.cpu_count() or 2) - 1), max(2, (os.cpu_count() or 2) // 2)
#: How many hints and odds may wait. Generals may always wait.
WAITING = 200
#: Work allowed for the exact odds of a phase, and the number of samples beyond that.
ODDS_WORK, ODDS_SAMPLES = 1500, 400
#: How many generals a process keeps, with their plans.
_REMEMBERED = 200
_POLITE = 5
#: How long a process that has loaded its rules leaves the same work to others (s).
_SHARE = 0.05


class Order(Struct, frozen=True):
    """A request to a general: the moment of a battle, its level and its character."""

    battle: str
    edition: str
    state: Any
    side: str
    level: str
    character: str
    seed: int
    seconds: float


class Thought(Struct, frozen=True):
    """The decision of a general as plain values, and its reason."""

    action: Any
    reason: str


class Pool:
    """A pool of processes that end when it is closed or the server is gone, even in the middle of work."""

    def __init__(self, many: int) -> None:
        context = get_context("spawn")
        heard, self.leash = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(many, context, _prepare, (heard,))

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

    async def odds(self, edition: str, state: Any) -> Report | None:
        """The odds of the pending combats; None if there are none."""
        return await self._advice("these odds", reckon, edition, state)

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


def _prepare(heard: Connection) -> None:
    """Prepare a worker: low priority, no reaction to Ctrl+C, and it ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    Thread(target=_follow, args=(heard,), daemon=True).start()


def _follow(heard: Connection) -> None:
    """Wait on a pipe that nothing is written to; it closes when the server ends."""
    with suppress(EOFError, OSError):
        heard.recv()
    os._exit(0)


def load(edition: str) -> None:
    """Load the rules of an edition. It waits a little, so that every process of a pool gets its share."""
    rules_of(edition)
    time.sleep(_SHARE)


_GENERALS: OrderedDict[tuple[str, str], tuple[tuple[Any, ...], General]] = OrderedDict()


def decide(order: Order) -> Thought:
    """The decision of a general that keeps its plan."""
    who = (order.battle, order.side)
    made = (order.level, order.character, order.seed, order.seconds)
    stored = _GENERALS.pop(who, None)
    _GENERALS[who] = stored if stored is not None and stored[0] == made else (made, _general(order))
    if len(_GENERALS) > _REMEMBERED:
        _GENERALS.popitem(last=False)
    return _thought(_GENERALS[who][1], order)


def advise(order: Order) -> Thought:
    """The decision of the general that gives hints, who has not seen this battle before."""
    return _thought(adviser(order.seed), order)


def plan_ahead(order: Order) -> tuple[Thought, ...]:
    """The plan of the bound of the general that gives hints. Its first decision is the hint."""
    plan = plan_of_bound(adviser(order.seed), rules_of(order.edition), order.state)
    return tuple(Thought(writing.plain(found.action), found.reason) for found in plan)


def reckon(edition: str, state: Any) -> Report | None:
    """The odds of the pending combats. During the moves: as if the moves ended now."""
    rules = rules_of(edition)
    try:
        return report(rules, before_combat(rules, state), work=ODDS_WORK, samples=ODDS_SAMPLES)
    except NoCombat:
        return None


def _general(order: Order) -> General:
    character = order.character or "steady"
    return computer(order.level, order.seed, character, order.seconds)


def _thought(general: General, order: Order) -> Thought:
    found = general.decide(rules_of(order.edition), order.state)
    return Thought(writing.plain(found.action), found.reason)
