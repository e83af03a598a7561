"""News between server processes that share one PostgreSQL: each hears what the others kept."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from sqlalchemy import text

from debellis.server.faults import LOG
from debellis.server.hall import Hall

CHANNEL = "debellis_news"
#: How long to wait before the database is called again after it hung up, how long it may be silent before it is
#: asked whether it is still there, and how long it may take to say so, in seconds.
PAUSE, SILENCE, ANSWER = 1.0, 30.0, 10.0


class Notices:
    """Listens to the database and lets rooms catch up; says what this process keeps. SQLite has one process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.shared = hall.store.engine.dialect.name == "postgresql"
        self.tasks: set[asyncio.Task[None]] = set()
        self.listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen, where there is anybody to listen to."""
        if not self.shared:
            return
        self.hall.store.announce = text(f"SELECT pg_notify('{CHANNEL}', :news)")
        heard = asyncio.Event()
        self.listening = asyncio.create_task(self._listen(heard))
        await heard.wait()

    async def _listen(self, heard: asyncio.Event) -> None:
        """Listen for ever; when the line was cut, call again and catch up with what was missed."""
        while True:
            try:
                async with self.hall.store.engine.connect() as connection:
                    raw = await connection.get_raw_connection()
                    driver: Any = raw.driver_connection
                    cut = asyncio.Event()
                    driver.add_termination_listener(lambda _driver, cut=cut: cut.set())
                    await driver.add_listener(CHANNEL, self._heard)
                    for room in list(self.hall.rooms.values()):
                        self._refresh(room)
                    heard.set()
                    try:
                        await _cut(driver, cut)
                    finally:
                        with contextlib.suppress(Exception):
                            await connection.invalidate()
            except Exception as wrong:
                LOG.warning("the database does not tell its news: %s", wrong or type(wrong).__name__)
                heard.set()
            await asyncio.sleep(PAUSE)

    def _heard(self, _connection: Any, _process: int, _channel: str, news: str) -> None:
        battle, _, number = news.partition(":")
        room = self.hall.rooms.get(battle)
        if room is not None and number.isdigit() and room.number < int(number):
            self._refresh(room)

    def _refresh(self, room: Any) -> None:
        task = asyncio.get_running_loop().create_task(_caught_up(room))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stop(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, *self.tasks, return_exceptions=True)


async def _cut(driver: Any, cut: asyncio.Event) -> None:
    """Wait until the line is cut; TimeoutError if it is dead without a word."""
    while not cut.is_set():
        try:
            await asyncio.wait_for(cut.wait(), SILENCE)
        except TimeoutError:
            await driver.fetchval("SELECT 1", timeout=ANSWER)


async def _caught_up(room: Any) -> None:
    try:
        await room.refresh()
    except Exception:
        LOG.exception("battle %s could not catch up", room.kept.id)
