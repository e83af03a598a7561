"""A full disk and a database that is away are told as what they are, and nothing is lost by them."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from debellis.server.faults import RequestError
from debellis.server.limits import Limits
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Act, NewBattle
from debellis.server.registry import BattleRegistry
from debellis.server.storage.migrating import open_database
from debellis.server.storage.outages import DATABASE_AWAY, DISK_FULL, Outage, outage
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store, open_engine
from debellis.table import writing

WANTED = NewBattle("dba22", {"red": "II/33", "blue": "II/32"}, Player(), Player(), same_screen=True)


def test_a_full_disk_is_told_and_the_decision_can_be_sent_again(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def limit_pages(store: Store, pages: int) -> None:
        await store.engine.dispose()
        async with store.engine.connect() as connection:
            await connection.execute(text(f"PRAGMA max_page_count = {pages}"))

    async def play() -> None:
        registry = BattleRegistry(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), Limits())
        battle = await registry.battle((await registry.new(WANTED)).id)
        await limit_pages(registry.store, 1)
        with pytest.raises(Outage):
            for _ in range(200):
                await registry.new(WANTED)
        with pytest.raises(RequestError) as told:
            for _ in range(20):
                decision = _decision(battle)
                await battle.act("both", decision)
        assert (told.value.fault.kind, told.value.status) == ("disk_full", 507)
        assert "disk of the server is full" in told.value.fault.says
        assert "Traceback" not in caplog.text
        await limit_pages(registry.store, 1_000_000)
        assert await battle.act("both", decision) == decision.number + 1
        await registry.close()

    asyncio.run(play())


def _decision(battle: LiveBattle) -> Act:
    """The first legal decision that comes to mind."""
    action: Any = writing.plain(battle.rules.suggest(battle.state)[0])
    return Act(f"decision-{battle.number}", battle.number, action)


def test_a_database_that_is_away_is_told() -> None:
    async def ask() -> None:
        store = Store(open_engine("postgresql://nobody@127.0.0.1:1/nothing"))
        with pytest.raises(Outage) as told:
            await store.battle("any")
        assert told.value.kind == DATABASE_AWAY
        await store.close()

    asyncio.run(ask())


def _sqlite(code: int) -> OperationalError:
    wrong: Any = sqlite3.OperationalError("something")
    wrong.sqlite_errorcode = code
    return OperationalError("INSERT", {}, wrong)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (OSError(errno.ENOSPC, "no space left on device"), DISK_FULL),
        (ConnectionResetError(), DATABASE_AWAY),
        (TimeoutError(), DATABASE_AWAY),
        (_sqlite(sqlite3.SQLITE_FULL), DISK_FULL),
        (_sqlite(sqlite3.SQLITE_IOERR_WRITE), DATABASE_AWAY),
        (_sqlite(sqlite3.SQLITE_ERROR), None),
        (ZeroDivisionError(), None),
    ],
)
def test_kinds_of_outage(wrong: Exception, kind: str | None) -> None:
    assert outage(wrong) == kind
