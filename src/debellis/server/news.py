"""Notices between server processes that share one PostgreSQL database: each learns what the others stored."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from sqlalchemy import text

from debellis.server.faults import LOG
from debellis.server.registry import BattleRegistry

CHANNEL = "debellis_news"
#: Seconds before reconnecting, seconds of silence before the connection is tested, seconds the test may take.
PAUSE, SILENCE, ANSWER = 1.0, 30.0, 10.0


class Notices:
    """Listens to the database, and lets battles catch up with other processes. SQLite has only one."""

    def __init__(self, registry: BattleRegistry) -> None:
        self.registry = registry
        self.shared = registry.store.engine.dialect.name == "postgresql"
        self.tasks: set[asyncio.Task[None]] = set()
        self.listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen, if the database is shared."""
        if not self.shared:
            return
        self.registry.store.announce = text(f"SELECT pg_notify('{CHANNEL}', :news)")
        heard = asyncio.Event()
        self.listening = asyncio.create_task(self._listen(heard))
        await heard.wait()

    async def _listen(self, heard: asyncio.Event) -> None:
        """Listen until stopped. After a lost connection, reconnect and let every battle catch up."""
        while True:
            try:
                async with self.registry.store.engine.connect() as connection:
                    raw = await connection.get_raw_connection()
                    driver: Any = raw.driver_connection
                    cut = asyncio.Event()
                    driver.add_termination_listener(lambda _driver, cut=cut: cut.set())
                    await driver.add_listener(CHANNEL, self._heard)
                    for battle in list(self.registry.battles.values()):
                        self._refresh(battle)
                    heard.set()
                    try:
                        await _cut(driver, cut)
                    finally:
                        with contextlib.suppress(Exception):
                            await connection.invalidate()
            except Exception as wrong:
                LOG.warning("no notices from the database: %s", wrong or type(wrong).__name__)
                heard.set()
            await asyncio.sleep(PAUSE)

    def _heard(self, _connection: Any, _process: int, _channel: str, news: str) -> None:
        name, _, number = news.partition(":")
        battle = self.registry.battles.get(name)
        if battle is not None and number.isdigit() and battle.number < int(number):
            self._refresh(battle)

    def _refresh(self, battle: Any) -> None:
        task = asyncio.get_running_loop().create_task(_caught_up(battle))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stop(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, *self.tasks, return_exceptions=True)


async def _cut(driver: Any, cut: asyncio.Event) -> None:
    """Return when the connection is closed; TimeoutError if it does not answer a test."""
    while not cut.is_set():
        try:
            await asyncio.wait_for(cut.wait(), SILENCE)
        except TimeoutError:
            await driver.fetchval("SELECT 1", timeout=ANSWER)


async def _caught_up(battle: Any) -> None:
    try:
        await battle.refresh()
    except Exception:
        LOG.exception("battle %s could not catch up", battle.stored.id)
