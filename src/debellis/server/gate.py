"""Refuses requests that another site made a browser send, and requests for a name this server does not go by.

The first is seen by the header Origin. The second stops a foreign name that was pointed at this machine: to a browser
such a page would be of the same origin as the server.
"""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from debellis.server.faults import RequestError

#: Requests that change nothing; a browser may send them for any site, which cannot read the answer.
_HARMLESS = ("GET", "HEAD", "OPTIONS")
_DEFAULT_PORTS = {"http": 80, "https": 443}
#: The code a WebSocket is closed with.
FOREIGN = 4403


class Gate(Struct, frozen=True):
    """`hosts` are the names a server goes by, besides this machine's loopback names and the address of a connection."""

    hosts: tuple[str, ...] = ()

    def check(self, host: str, server: str, origin: str | None) -> None:
        """RequestError for an unknown host, or for an origin other than this server.

        `server` is the address that was called. Programs that are no browsers send no origin.
        """
        name = _name(f"//{host}")
        if name is None or not (self._allowed(name) or _is_loopback(name) or _is_address(name, server)):
            says = (
                f"This server does not go by the name {(name or host)[:80]!r}. Start it with --allow-host to allow it."
            )
            raise RequestError("foreign", says)
        if origin is None:
            return
        sender = _name(origin)
        same = sender is not None and _place(origin) == _place(f"{urlsplit(origin).scheme}://{host}")
        if not same and (sender is None or not self._allowed(sender)):
            raise RequestError("foreign", "This request comes from another site, and nothing was done.")

    def _allowed(self, name: str) -> bool:
        return any(name == _name(f"//{host}") for host in self.hosts)

    def guard(self, app: ASGIApp) -> ASGIApp:
        """The application behind the gate."""

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            kind: Any = scope["type"]
            if kind not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
            changes = kind == "websocket" or scope.get("method") not in _HARMLESS
            server = scope.get("server")
            try:
                self.check(
                    headers.get(b"host", ""),
                    server[0] if server else "",
                    headers.get(b"origin") if changes else None,
                )
            except RequestError as error:
                if kind == "http":
                    raise
                await receive()
                await send({"type": "websocket.close", "code": FOREIGN, "reason": str(error)[:100]})
                return
            await app(scope, receive, send)

        return guarded


def _name(url: str) -> str | None:
    """The host of a URL in lower case; None if it has none."""
    try:
        name = urlsplit(url).hostname
    except ValueError:
        return None
    return name.rstrip(".") or None if name else None


def _place(url: str) -> tuple[str | None, int | None] | None:
    """The host and port of a URL; None if it has none."""
    try:
        parts = urlsplit(url)
        return _name(url), parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None


def _is_loopback(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_address(name: str, server: str) -> bool:
    """Whether a host is the very address that was called, written as numbers."""
    try:
        return ipaddress.ip_address(name) == ipaddress.ip_address(server)
    except ValueError:
        return False
