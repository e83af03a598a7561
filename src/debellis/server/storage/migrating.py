"""Opens a database and migrates it to the tables of this version."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from debellis.server.storage.store import open_engine

#: The PostgreSQL lock under which servers that start together migrate one after the other.
_LOCK = 0x_DEBE_1115 & 0x7FFFFFFF


_KINDS = ("sqlite", "postgresql", "postgres")


class NoDatabase(Exception):
    """A database that cannot be used, with the reason in one sentence."""


async def open_database(url: str) -> AsyncEngine:
    """The database of a URL, migrated; NoDatabase if it cannot be used."""
    if url.partition(":")[0].partition("+")[0] not in _KINDS:
        raise NoDatabase(
            "battles are stored in SQLite or PostgreSQL: write sqlite:///file or postgresql://user@host/name"
        )
    try:
        engine = open_engine(url)
    except ArgumentError:
        raise NoDatabase("this is no database URL: write sqlite:///file or postgresql://user@host/name") from None
    except (ModuleNotFoundError, NoSuchModuleError):
        raise NoDatabase("PostgreSQL needs one package more: pip install 'debellis[postgres]'") from None
    try:
        _try_file(engine)
        await migrate(engine)
        return engine
    except CommandError as wrong:
        says = f"the database was made by another version of debellis: {wrong}"
    except (SQLAlchemyError, sqlite3.Error, OSError) as wrong:
        reason = str(getattr(wrong, "orig", None) or wrong) or "it does not answer"
        shown = engine.url.set(drivername=engine.url.get_backend_name()).render_as_string()
        says = f"the database {shown} cannot be used: {reason.splitlines()[0]}"
    await engine.dispose()
    raise NoDatabase(says)


def _try_file(engine: AsyncEngine) -> None:
    """Check that a file is an SQLite database, before a thread is started for it."""
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and file != ":memory:":
        with closing(sqlite3.connect(file)) as tried:
            tried.execute("PRAGMA schema_version")


async def migrate(engine: AsyncEngine) -> None:
    """Run the migrations that the database lacks."""
    async with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", os.sep)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
