"""Real servers for the tests of this directory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_parts import lacking, postgresql
from tests.server.postgres import cluster
from tests.server.servers import Nursery, Server


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()


@pytest.fixture(scope="session")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with a database of its own; nothing any test does may make it fail."""
    place = tmp_path_factory.mktemp("server")
    found = nursery.serve(f"sqlite:///{place / 'battles.sqlite3'}", place / "log").wait()
    yield found
    found.stop()
    assert "Traceback" not in found.said


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real PostgreSQL."""
    programs = postgresql()
    if programs is None:
        lacking("postgresql")
    with cluster(programs) as url:
        yield url


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path
