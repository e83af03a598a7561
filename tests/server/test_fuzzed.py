"""Spoilt messages and wrong requests; `tools/fuzz_server.py` says as many as you like."""

from __future__ import annotations

from pathlib import Path

from tests.server.asking import ask_everything
from tests.server.fuzzing import Fuzz
from tests.server.servers import Nursery


def test_spoilt_messages_do_nothing(nursery: Nursery, tmp_path: Path) -> None:
    Fuzz(nursery, tmp_path, seed=5).run(500)


def test_nothing_the_api_offers_fails(nursery: Nursery, tmp_path: Path) -> None:
    server = nursery.serve(f"sqlite:///{tmp_path / 'battles.sqlite3'}", tmp_path / "log").wait()
    ask_everything(server, examples=3)
    server.stop()
    assert "Traceback" not in server.said, server.said
