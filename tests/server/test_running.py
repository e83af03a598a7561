"""Starting a server: what cannot be is said in one sentence, and a page that is open already is shown again."""

from __future__ import annotations

import asyncio
import http.server
import json
import socket
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debellis import __version__
from debellis.cli import serve as serving
from debellis.cli.app import app
from debellis.server import running
from debellis.server.storage.migrating import NoDatabase, open_database


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "SQLite or PostgreSQL"),
        ("sqlite:nonsense:secret", "no database URL"),
        ("mysql://x/y", "SQLite or PostgreSQL"),
        ("sqlite:////no/such/place/battles.sqlite3", "cannot be used"),
        ("postgresql://nobody:secret@127.0.0.1:1/nothing", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(url: str, says: str) -> None:
    with pytest.raises(NoDatabase, match=says) as told:
        asyncio.run(open_database(url))
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)
    assert "+" not in str(told.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, " * 1000)
    with pytest.raises(NoDatabase, match="cannot be used"):
        asyncio.run(open_database(f"sqlite:///{file}"))
    assert file.read_text().startswith("Dear diary")


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SystemExit, match="choose another --port"):
            running.run("127.0.0.1", taken.getsockname()[1], "sqlite://")


def test_a_port_there_is_not_is_told_in_a_sentence() -> None:
    told = CliRunner().invoke(app, ["serve", "--port", "70000", "--database", "sqlite://"])
    assert told.exit_code == 2
    assert "--port" in told.output
    assert isinstance(told.exception, SystemExit)


def test_battles_are_kept_where_nobody_else_reads_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file holds the seeds of battles that are not over."""
    monkeypatch.setattr(serving, "data_directory", lambda: tmp_path / "kept")
    monkeypatch.setattr(running, "run", lambda *_given: None)
    assert CliRunner().invoke(app, ["serve"]).exit_code == 0
    assert (tmp_path / "kept").stat().st_mode & 0o077 == 0


def test_playing_twice_opens_the_page_that_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Health(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"debellis": __version__}).encode())

        def log_message(self, *_said: object) -> None:
            pass

    opened: list[str] = []
    monkeypatch.setattr(running, "_open", opened.append)
    with http.server.HTTPServer(("127.0.0.1", 0), Health) as there:
        threading.Thread(target=there.serve_forever, daemon=True).start()
        port = there.server_address[1]
        running.run("127.0.0.1", port, "sqlite://", browser=True)
        there.shutdown()
    assert opened == [f"http://127.0.0.1:{port}/"]
    assert "already" in capsys.readouterr().out
