"""Running the server in this process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import threading
import webbrowser
from urllib.request import urlopen

import uvicorn

from debellis import __version__
from debellis.server.app import PAGE, create_app
from debellis.server.limits import Limits
from debellis.server.storage.migrating import NoDatabase, open_database

#: Addresses that stand for every address of this machine.
_ANY = ("0.0.0.0", "::", "")


def run(
    host: str,
    port: int,
    database: str,
    browser: bool = False,
    hosts: tuple[str, ...] = (),
    limits: Limits | None = None,
    warm: bool = True,
) -> None:
    """Serve until stopped. Prints the address when it listens. `warm` reads the casebook in the background at once.

    The server goes by the names in `hosts`, by `host`, by localhost and by its own addresses.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    try:
        listening = _listen(host, port)
    except OSError as wrong:
        if browser and _is_ours(address := _address(host, port)):
            print(f"debellis is at {address} already", flush=True)
            _open(address)
            return
        raise SystemExit(f"cannot listen on {host}:{port}: {wrong.strerror}; choose another --port") from None
    with contextlib.suppress(KeyboardInterrupt):
        known = hosts if host in _ANY else (*hosts, f"[{host}]" if ":" in host else host)
        address = _address(host, listening.getsockname()[1])
        asyncio.run(_serve(listening, address, database, browser, limits or Limits(), warm, known))


async def _serve(
    listening: socket.socket,
    address: str,
    database: str,
    browser: bool,
    bounds: Limits,
    warm: bool,
    hosts: tuple[str, ...],
) -> None:
    try:
        engine = await open_database(database)
    except NoDatabase as wrong:
        raise SystemExit(str(wrong)) from None
    config = uvicorn.Config(
        create_app(engine, bounds, warm, hosts),
        log_level="warning",
        access_log=False,
        ws_max_size=2 * bounds.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"debellis is at {address}", flush=True)
        if not (PAGE / "index.html").is_file():
            print("there is no page in this installation, only the API: build it with make page", flush=True)
        elif browser:
            threading.Thread(target=_open, args=(address,), daemon=True).start()
    await task


def _listen(host: str, port: int) -> socket.socket:
    # Named as TCP, so that asyncio sends small answers at once instead of waiting 40 ms for more to say.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((host, port))
    return found


def _address(host: str, port: int) -> str:
    """The address to type into a browser, on this machine or on another of the same network."""
    shown = _own_address() if host in _ANY else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
            looking.connect(("192.0.2.1", 9))
            return str(looking.getsockname()[0])
    except OSError:
        return "127.0.0.1"


def _is_ours(address: str) -> bool:
    """Whether a debellis of this version answers there."""
    try:
        with urlopen(f"{address}api/health", timeout=2) as answer:
            return bool(json.load(answer) == {"debellis": __version__})
    except (OSError, ValueError):
        return False


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)
