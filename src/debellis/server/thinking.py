"""Generals and odds in processes of their own, so that nobody's ruling waits for a computer that thinks."""

from __future__ import annotations

import asyncio
import os
import signal
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
from debellis.generals.players import General, computer
from debellis.odds import NoCombat, Report, before_combat, report
from debellis.server.faults import LOG, Faulty, broken
from debellis.table import writing

T = TypeVar("T")
#: So many generals think at once, and so many hints and odds are worked out; people at other tables come first.
GENERALS, ADVISERS = max(1, (os.cpu_count() or 2) - 1), max(2, (os.cpu_count() or 2) // 2)
#: So many hints and odds wait for their turn at most; a general always gets his.
WAITING = 200
#: The odds of a phase are worked out by so many decisions, and sampled so often beyond that.
ODDS_WORK, ODDS_SAMPLES = 1500, 400
#: So many generals a process remembers, with the plans they have made.
_REMEMBERED = 200
_POLITE = 5


class Order(Struct, frozen=True):
    """What a general is to decide on: a moment of a battle, and who he is."""

    battle: str
    edition: str
    state: Any
    side: str
    level: str
    character: str
    seed: int
    seconds: float


class Thought(Struct, frozen=True):
    """What a general decided, as plain values, and why."""

    action: Any
    reason: str


class Pool:
    """Processes that end when this is closed, or the server is gone, whatever they are thinking about."""

    def __init__(self, many: int) -> None:
        context = get_context("spawn")
        heard, self.leash = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(many, context, _prepare, (heard,))

    def close(self) -> None:
        self.leash.close()
        self.executor.shutdown(wait=False, cancel_futures=True)


class Heads:
    """Processes that think, each started when it is first needed; one that dies is replaced."""

    def __init__(self) -> None:
        self.pools: dict[str, Pool] = {}
        self.waiting = 0

    async def general(self, order: Order) -> Thought:
        """The decision of a general. He is always asked in the same process, for he may have made a plan."""
        head = f"general {int(order.battle[:8], 16) % GENERALS}"
        return await self._tried(head, 1, "the computer's choice", decide, order)

    async def hint(self, order: Order) -> Thought:
        """What a general would do, who remembers nothing."""
        return await self._advice("this hint", advise, order)

    async def odds(self, edition: str, state: Any) -> Report | None:
        """The odds of the combats to come; None if there are none."""
        return await self._advice("these odds", reckon, edition, state)

    async def _advice(self, what: str, work: Callable[..., T], *given: Any) -> T:
        if self.waiting >= WAITING:
            raise Faulty("too_fast", "The computer has too much to think about; ask again a little later.")
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
    """Make a process ready: it gives way to the server, leaves Ctrl+C to it, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    Thread(target=_follow, args=(heard,), daemon=True).start()


def _follow(heard: Connection) -> None:
    """Nothing is ever said; the silence ends when the server lets go."""
    with suppress(EOFError, OSError):
        heard.recv()
    os._exit(0)


_GENERALS: OrderedDict[tuple[str, str], tuple[tuple[Any, ...], General]] = OrderedDict()


def decide(order: Order) -> Thought:
    """The decision of a general who remembers what he planned."""
    who = (order.battle, order.side)
    made = (order.level, order.character, order.seed, order.seconds)
    kept = _GENERALS.pop(who, None)
    _GENERALS[who] = kept if kept is not None and kept[0] == made else (made, _general(order))
    if len(_GENERALS) > _REMEMBERED:
        _GENERALS.popitem(last=False)
    return _thought(_GENERALS[who][1], order)


def advise(order: Order) -> Thought:
    """What a general would do who has not seen this battle before."""
    return _thought(_general(order), order)


def reckon(edition: str, state: Any) -> Report | None:
    """The odds of the combats to come, of a state in the middle of moving as if moves ended now."""
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
