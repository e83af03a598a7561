"""Servers killed with SIGKILL at random moments; `tools/kill_test.py` does it as often as you like."""

from __future__ import annotations

from pathlib import Path

from tests.server.killing import Trial, run
from tests.server.postgres import make_database
from tests.server.servers import Nursery


def test_nothing_is_lost_or_done_twice_when_the_server_is_killed(nursery: Nursery, tmp_path: Path) -> None:
    trial = Trial(nursery, f"sqlite:///{tmp_path / 'battles.sqlite3'}", tmp_path, servers=1, seed=1)
    run(trial, 10)


def test_the_same_with_two_servers_on_one_postgresql(nursery: Nursery, postgres: str, tmp_path: Path) -> None:
    trial = Trial(nursery, make_database(postgres, "killed"), tmp_path, servers=2, seed=2)
    run(trial, 3)
