"""A real PostgreSQL for tests: a cluster of its own in a directory of its own, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _owner() -> str | None:
    """The user who runs PostgreSQL, which root may not; None for oneself."""
    if os.geteuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """The URL of a running PostgreSQL, without the name of a database."""
    place, owner, port = Path(tempfile.mkdtemp(prefix="debellis-")), _owner(), _free_port()
    if owner is not None:
        shutil.chown(place, owner)
    data = place / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "user": owner, "cwd": place}
    begin = [programs / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
    subprocess.run(begin, check=True, **quiet)  # type: ignore[call-overload]
    # Only our servers are killed, never PostgreSQL itself, so it need not wait for the disk.
    serve = [programs / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", place, "-F"]
    process = subprocess.Popen(serve, **quiet)  # type: ignore[call-overload]
    try:
        _wait_for(port)
        yield f"postgresql://tester@127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        shutil.rmtree(place, ignore_errors=True)


def _wait_for(port: int) -> None:
    import asyncpg  # type: ignore[import-untyped]

    async def connects() -> None:
        connection = await asyncpg.connect(f"postgresql://tester@127.0.0.1:{port}/postgres")
        await connection.close()

    import asyncio

    until = time.monotonic() + 30
    while True:
        try:
            return asyncio.run(connects())
        except (OSError, asyncpg.PostgresError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def make_database(url: str, name: str) -> str:
    """A fresh database of a cluster; its URL."""
    import asyncio

    import asyncpg

    async def make() -> None:
        connection = await asyncpg.connect(f"{url}/postgres")
        await connection.execute(f'CREATE DATABASE "{name}"')
        await connection.close()

    asyncio.run(make())
    return f"{url}/{name}"
