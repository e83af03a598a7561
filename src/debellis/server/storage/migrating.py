"""Opening a database, and bringing it to the tables this version needs."""

from __future__ import annotations

import os
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from debellis.server.storage.store import open_engine

#: Servers that start together take turns by this lock of PostgreSQL.
_LOCK = 0x_DEBE_1115 & 0x7FFFFFFF


_KINDS = ("sqlite", "postgresql", "postgres")


class NoDatabase(Exception):
    """A database that cannot be used: one sentence saying why."""


async def open_database(url: str) -> AsyncEngine:
    """The database of a URL, ready; NoDatabase if it cannot be."""
    if url.partition(":")[0].partition("+")[0] not in _KINDS:
        raise NoDatabase(
            "battles are kept in SQLite or PostgreSQL: write sqlite:///file or postgresql://user@host/name"
        )
    try:
        engine = open_engine(url)
    except ArgumentError:
        raise NoDatabase("this is no database URL: write sqlite:///file or postgresql://user@host/name") from None
    except (ModuleNotFoundError, NoSuchModuleError):
        raise NoDatabase("PostgreSQL needs one package more: pip install 'debellis[postgres]'") from None
    try:
        await migrate(engine)
    except CommandError as wrong:
        raise NoDatabase(f"the database was made by another version of debellis: {wrong}") from None
    except (SQLAlchemyError, OSError) as wrong:
        reason = str(getattr(wrong, "orig", None) or wrong).splitlines()[0]
        raise NoDatabase(f"the database {engine.url.render_as_string()} cannot be used: {reason}") from None
    return engine


async def migrate(engine: AsyncEngine) -> None:
    """Run every migration the database has not seen."""
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
