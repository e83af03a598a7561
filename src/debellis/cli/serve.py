"""`debellis serve` and `debellis play`: the server, and the server with a browser on it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer

from debellis.cli.output import refuse

HOST = typer.Option("127.0.0.1", "--host", help="The address to listen on.")
PORT = typer.Option(8011, "--port", min=0, max=65535, help="The port to listen on; 0 takes a free one.")
HOSTS = typer.Option(
    [],
    "--allow-host",
    metavar="NAME",
    help="A name people type to come here, like battles.example.org; may be given several times.",
)
DATABASE = typer.Option(
    None,
    "--database",
    help="A database URL (sqlite:///file or postgresql://...); by default a file in your data directory.",
)


def serve(host: str = HOST, port: int = PORT, database: str | None = DATABASE, allow_host: list[str] = HOSTS) -> None:
    """Serve battles, rulings and the page."""
    _run(host, port, database, allow_host, browser=False)


def play(
    host: str = HOST,
    port: int = PORT,
    database: str | None = DATABASE,
    allow_host: list[str] = HOSTS,
    browser: bool = typer.Option(True, "--browser/--no-browser", help="Open the page in a browser."),
) -> None:
    """Serve, and open the page on this machine."""
    _run(host, port, database, allow_host, browser)


def data_directory() -> Path:
    """The directory in which this user's battles are stored."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "debellis"


def _run(host: str, port: int, database: str | None, hosts: list[str], browser: bool) -> None:
    if database is None:
        try:
            data_directory().mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as wrong:
            refuse(f"cannot keep battles in {data_directory()}: {wrong.strerror}; name a place with --database")
        database = f"sqlite:///{data_directory() / 'battles.sqlite3'}"
    from debellis.server.running import run

    run(host, port, database, browser, tuple(hosts))
