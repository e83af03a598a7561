"""Failures that are not faults of the program: the disk is full, or the database does not answer."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

#: Kinds of outage, as the server's faults name them.
DISK_FULL, DATABASE_AWAY = "disk_full", "database_away"
#: The last byte of an SQLite error is its class.
_CLASS = 0xFF
#: Classes of SQLite errors after which its file cannot be used just now.
_AWAY = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
)
#: PostgreSQL's codes: the disk is full; and how the codes begin of a line or server that is gone, or has no place left.
_PG_FULL, _PG_AWAY = "53100", ("08", "57P", "533")


class Outage(Exception):
    """The database could not do its work; `kind` says whether its disk is full or it does not answer."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


@asynccontextmanager
async def outages_told() -> AsyncIterator[None]:
    """Raises Outage for whatever goes wrong inside because of the disk or the database; all else passes through."""
    try:
        yield
    except Exception as wrong:
        kind = outage(wrong)
        if kind is None:
            raise
        raise Outage(kind, f"{type(wrong).__name__}: {wrong}") from wrong


def outage(wrong: Exception) -> str | None:
    """The kind of outage behind an error of the database; None if the error has another cause."""
    if isinstance(wrong, OSError):  # asyncpg raises these as they are; a TimeoutError is one too
        return DISK_FULL if wrong.errno in (errno.ENOSPC, errno.EDQUOT) else DATABASE_AWAY
    if isinstance(wrong, NoConnectionFree):
        return DATABASE_AWAY
    if not isinstance(wrong, DBAPIError):
        return None
    if isinstance(wrong.orig, sqlite3.Error):
        return _of_sqlite(getattr(wrong.orig, "sqlite_errorcode", 0) & _CLASS)
    code = str(getattr(wrong.orig, "sqlstate", None) or "")
    if code == _PG_FULL:
        return DISK_FULL
    return DATABASE_AWAY if code.startswith(_PG_AWAY) or wrong.connection_invalidated else None


def _of_sqlite(error: int) -> str | None:
    if error == sqlite3.SQLITE_FULL:
        return DISK_FULL
    return DATABASE_AWAY if error in _AWAY else None
