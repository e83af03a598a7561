"""The umpire's desk: the casebook is read once for everybody, and cases people write are asked a few at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from debellis.casebook import enforcement
from debellis.server.faults import Faulty
from debellis.server.guard import work_out
from debellis.server.limits import Limits
from debellis.server.seeing import CaseSeen, CaseTold, case_names, casebook, see, told_case

#: Between two cases read at leisure, so that whoever plays meanwhile hardly notices (s).
PAUSE = 0.01


class Desk:
    """Reads the casebook in a thread of its own: whoever waits for it keeps no thread from those who play."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._places = asyncio.Semaphore(limits.cases_at_once)
        self._queue = 0
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="casebook")
        self._found: dict[str, asyncio.Task[Any]] = {}
        self._hurry, self._closed = threading.Event(), threading.Event()

    def warm(self) -> None:
        """Begin to read the casebook, at leisure until somebody wants it."""
        self._reader.submit(self._read)

    def _read(self) -> None:
        for name in case_names():
            if self._closed.is_set():
                return
            told_case(name)
            self._hurry.wait(PAUSE)

    async def casebook(self) -> tuple[CaseTold, ...]:
        """Every shipped case in brief."""
        found: tuple[CaseTold, ...] = await self._once("the casebook", casebook)
        return found

    async def standings(self) -> dict[str, enforcement.ClauseStanding]:
        """How every clause stands by the shipped casebook."""
        found: dict[str, enforcement.ClauseStanding] = await self._once("the standings", enforcement.standings)
        return found

    async def _once(self, what: str, work: Callable[[], Any]) -> Any:
        """What is worked out once; all who come meanwhile wait together. What failed is tried again by the next."""
        self._hurry.set()
        task = self._found.get(what)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._found[what] = asyncio.create_task(work_out(what, work, self._reader))
        return await asyncio.shield(task)

    async def see(self, text: str) -> CaseSeen:
        """A case somebody wrote, asked; Faulty when too many wait for theirs."""
        if self._queue >= self.limits.cases_waiting:
            raise Faulty("too_fast", "Many cases are being asked just now; try again in a moment.")
        self._queue += 1
        try:
            async with self._places:
                return await work_out("this case", lambda: see(text))
        finally:
            self._queue -= 1

    def close(self) -> None:
        """Read no further."""
        self._closed.set()
        self._hurry.set()
        self._reader.shutdown(wait=False, cancel_futures=True)
