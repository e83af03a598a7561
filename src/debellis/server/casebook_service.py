"""The shipped casebook, read once for all requests, and cases that users send, a few at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from debellis.battle.playable import playable, rules_of
from debellis.casebook import enforcement
from debellis.server.case_views import CaseInfo, CaseSeen, case_info, case_names, casebook, see
from debellis.server.faults import RequestError
from debellis.server.guard import work_out
from debellis.server.limits import Limits

#: Pause between two cases read in the background (s), so that battles are not slowed down.
PAUSE = 0.01


#: Pause between the rules of two editions, so that a battle can be opened meanwhile (s).
REST = 6.0


class CasebookService:
    """Reads the casebook in a thread of its own, so that no thread of the battles waits for it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._places = asyncio.Semaphore(limits.cases_at_once)
        self._queue = 0
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="casebook")
        self._found: dict[str, asyncio.Task[Any]] = {}
        self._hurry, self._closed = threading.Event(), threading.Event()

    def warm(self) -> None:
        """Load the rules of the playable editions in the background, then read the casebook, slowly until it is asked
        for."""
        self._reader.submit(self._read)

    def _read(self) -> None:
        for name in playable():
            if not self._hurry.is_set():
                rules_of(name)
                self._hurry.wait(REST)
        for name in case_names():
            if self._closed.is_set():
                return
            case_info(name)
            self._hurry.wait(PAUSE)

    async def cases(self) -> tuple[CaseInfo, ...]:
        """Every shipped case in brief."""
        found: tuple[CaseInfo, ...] = await self._once("the casebook", casebook)
        return found

    async def standings(self) -> dict[str, enforcement.ClauseStanding]:
        """How every clause stands by the shipped casebook."""
        found: dict[str, enforcement.ClauseStanding] = await self._once("the standings", enforcement.standings)
        return found

    async def _once(self, what: str, work: Callable[[], Any]) -> Any:
        """The result of work that is done once for all callers. Work that failed is tried again for the next one."""
        self._hurry.set()
        task = self._found.get(what)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._found[what] = asyncio.create_task(work_out(what, work, self._reader))
        return await asyncio.shield(task)

    async def see(self, text: str) -> CaseSeen:
        """A case that a user wrote, with its rulings; RequestError when too many cases wait."""
        if self._queue >= self.limits.cases_waiting:
            raise RequestError("too_fast", "Too many cases are being judged. Try again in a few seconds.")
        self._queue += 1
        try:
            async with self._places:
                return await work_out("this case", lambda: see(text))
        finally:
            self._queue -= 1

    def close(self) -> None:
        """Stop reading."""
        self._closed.set()
        self._hurry.set()
        self._reader.shutdown(wait=False, cancel_futures=True)
