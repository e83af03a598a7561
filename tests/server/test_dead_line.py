"""A line to PostgreSQL that dies without a word: the server notices, calls again and catches up."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from debellis.server import news
from debellis.server.limits import Limits
from debellis.server.messages import Act, NewBattle
from debellis.server.news import Notices
from debellis.server.registry import BattleRegistry
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store
from tests.server.postgres import make_database

WANTED = NewBattle("dba22", {"red": "II/33", "blue": "II/32"}, Player(), Player(), same_screen=True)


class Line:
    """Hands everything on between a server and PostgreSQL, until whoever listens for news hears nothing any more."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.dead: set[asyncio.StreamReader] = set()
        self.listening: asyncio.StreamReader | None = None
        self.calls = 0
        self.tasks: list[asyncio.Task[None]] = []

    async def answer(self, caller: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        there, out = await asyncio.open_connection(self.host, self.port)
        self.tasks += [asyncio.create_task(self._hand_on(*ends, caller)) for ends in ((caller, out), (there, back))]

    async def _hand_on(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, of: asyncio.StreamReader) -> None:
        while data := await source.read(65536):
            if b"LISTEN" in data:
                self.listening = of
                self.calls += 1
            if of not in self.dead:
                to.write(data)
        to.close()

    def kill(self) -> None:
        assert self.listening is not None
        self.dead.add(self.listening)


def test_a_line_that_dies_without_a_word_is_noticed(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "PAUSE", 0.05)
    monkeypatch.setattr(news, "SILENCE", 0.2)
    monkeypatch.setattr(news, "ANSWER", 0.5)
    url = make_database(postgres, "dead_line")

    async def play() -> None:
        there = urlsplit(url)
        line = Line(str(there.hostname), int(there.port or 0))
        exchange = await asyncio.start_server(line.answer, "127.0.0.1", 0)
        port = exchange.sockets[0].getsockname()[1]
        one = BattleRegistry(Store(await open_database(url)), Limits())
        two = BattleRegistry(Store(await open_database(url.replace(f":{there.port}", f":{port}"))), Limits())
        speaking, hearing = Notices(one), Notices(two)
        await speaking.start()
        await hearing.start()
        name = (await one.new(WANTED)).id
        here, away = await one.battle(name), await two.battle(name)
        line.kill()
        await here.act("both", Act("a-key-of-mine", 0, {"do": "roll_for_invader"}))
        async with asyncio.timeout(60):
            while away.number < 1:
                await asyncio.sleep(0.02)
        assert line.calls >= 2
        for told, registry in ((speaking, one), (hearing, two)):
            await told.stop()
            await registry.close()
        exchange.close()
        for task in line.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await task

    asyncio.run(play())
