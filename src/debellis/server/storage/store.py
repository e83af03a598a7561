"""Stores battles in a database, each change in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import msgspec
from sqlalchemy import TextClause, insert, select
from sqlalchemy import event as listening
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from debellis.battle.rules import Event
from debellis.server.seats import Role
from debellis.server.storage.outages import outages_told
from debellis.server.storage.records import EventConflict, KeyUsed, Player, StoredBattle, StoredEvent
from debellis.server.storage.tables import BATTLES, EVENTS, SEATS
from debellis.table import writing

#: Places of secret numbers, and the side that may see each.
_Secrets = tuple[tuple[int, ...], tuple[str, ...]]
#: The columns read for an event. Its state is read separately when it is needed.
_TOLD = [column for column in EVENTS.c if column.name != "state"]


#: Timeouts of PostgreSQL for connecting and for a query (s), so that a dead connection ends.
CONNECTS, ANSWERS = 10.0, 30.0


def open_engine(url: str) -> AsyncEngine:
    """The database of a URL, with an asynchronous driver whatever driver it names.

    What it was asked to keep, seeds among it, is never told in its errors.
    """
    url = _with_driver(url)
    if url.startswith("sqlite"):
        engine = create_async_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
        listening.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    given = {"timeout": CONNECTS, "command_timeout": ANSWERS}
    return create_async_engine(
        url, pool_size=5, max_overflow=5, pool_pre_ping=True, connect_args=given, hide_parameters=True
    )


def _with_driver(url: str) -> str:
    for plain, driven in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(plain):
            return driven + url.removeprefix(plain)
    return url


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """Battles, seats and events in one database. Outage if its disk is full or it does not answer."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        #: A statement that notifies other servers of an event, run in its transaction; None with SQLite.
        self.announce: TextClause | None = None
        #: SQLite has one writer at a time. Waiting here is cheaper than retrying there.
        self._turn = asyncio.Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with outages_told(), self._turn, self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with outages_told(), self.engine.connect() as connection:
            yield connection

    async def keep(self, stored: StoredBattle, seats: dict[str, str], events: list[tuple[StoredEvent, bytes]]) -> None:
        """Store a new battle with its seats (role to hash of the secret), first events and states, all at once."""
        async with self._writing() as connection:
            row = {
                name: getattr(stored, name) for name in ("id", "edition", "version", "dice", "seed", "made", "hints")
            }
            row |= {"began_from": stored.began_from, "began_at": stored.began_at}
            row |= {"setup": _text(stored.setup), "players": _text(stored.players)}
            await connection.execute(insert(BATTLES).values(row))
            for role, secret_hash in seats.items():
                await connection.execute(insert(SEATS).values(battle=stored.id, role=role, secret_hash=secret_hash))
            await connection.execute(insert(EVENTS), [_row(stored.id, event, state) for event, state in events])

    async def append(self, battle: str, event: StoredEvent, state: bytes) -> None:
        """Store one more event and its state.

        EventConflict if its number is taken, KeyUsed if its key is used; then nothing is stored.
        """
        try:
            async with self._writing() as connection:
                await connection.execute(insert(EVENTS).values(_row(battle, event, state)))
                if self.announce is not None:
                    await connection.execute(self.announce, {"news": f"{battle}:{event.number}"})
        except IntegrityError:
            number = await self.number_of(battle, event.key)
            if number is not None:
                raise KeyUsed(number) from None
            raise EventConflict from None

    async def number_of(self, battle: str, key: str) -> int | None:
        """The number of the event with that key."""
        query = select(EVENTS.c.number).where(EVENTS.c.battle == battle, EVENTS.c.key == key)
        async with self._reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def battle(self, name: str) -> StoredBattle | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(BATTLES).where(BATTLES.c.id == name))).one_or_none()
        return None if row is None else _kept(row)

    async def events(self, battle: str, since: int = 0) -> list[StoredEvent]:
        """The events of a battle from a number on."""
        query = select(*_TOLD).where(EVENTS.c.battle == battle, EVENTS.c.number >= since).order_by(EVENTS.c.number)
        async with self._reading() as connection:
            return [_happened(row) for row in await connection.execute(query)]

    async def states(self, battle: str, numbers: list[int]) -> dict[int, bytes]:
        """The packed states after some events, by number."""
        query = select(EVENTS.c.number, EVENTS.c.state).where(EVENTS.c.battle == battle, EVENTS.c.number.in_(numbers))
        async with self._reading() as connection:
            return {row.number: row.state for row in await connection.execute(query)}

    async def seat(self, secret_hash: str) -> tuple[str, Role] | None:
        """The battle and role of a seat's secret."""
        query = select(SEATS.c.battle, SEATS.c.role).where(SEATS.c.secret_hash == secret_hash)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (row.battle, row.role)

    async def close(self) -> None:
        await self.engine.dispose()


def _text(value: Any) -> str:
    return writing.encode(value).decode()


def _row(battle: str, event: StoredEvent, state: bytes) -> dict[str, Any]:
    return {
        "battle": battle,
        "number": event.number,
        "kind": event.kind,
        "key": event.key,
        "by": event.by,
        "action": None if event.action is None else _text(event.action),
        "dice": _text(event.dice),
        "hash": event.hash,
        "said": _text(event.said),
        "state": state,
        "made": event.made,
        "reason": event.reason,
        "secret": _text((event.secret, event.seen_by)) if event.secret else None,
    }


def _kept(row: Row[Any]) -> StoredBattle:
    return StoredBattle(
        id=row.id,
        edition=row.edition,
        version=row.version,
        setup=msgspec.json.decode(row.setup),
        players=writing.decode(row.players, dict[str, Player]),
        dice=row.dice,
        seed=row.seed,
        made=row.made,
        began_from=row.began_from,
        began_at=row.began_at,
        hints=row.hints,
    )


def _happened(row: Row[Any]) -> StoredEvent:
    secret, seen_by = ((), ()) if row.secret is None else writing.decode(row.secret, _Secrets)
    return StoredEvent(
        number=row.number,
        kind=row.kind,
        key=row.key,
        by=row.by,
        action=None if row.action is None else msgspec.json.decode(row.action),
        dice=writing.decode(row.dice, tuple[int, ...]),
        hash=row.hash,
        said=writing.decode(row.said, tuple[Event, ...]),
        made=row.made,
        reason=row.reason,
        secret=secret,
        seen_by=seen_by,
    )
