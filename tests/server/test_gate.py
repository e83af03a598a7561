"""Whoever comes by a foreign name, or from another site, is refused; no path and no body makes the server fail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from debellis.server import app as application
from debellis.server.faults import RequestError
from debellis.server.gate import Gate
from debellis.server.storage.migrating import migrate
from debellis.server.storage.store import open_engine
from tests.server.servers import Server, begin

NAMED = Gate(("battles.example.org", "mybox:8011"))
HOME = "192.168.0.7"


@pytest.mark.parametrize(
    ("host", "server", "origin"),
    [
        ("localhost:8011", "127.0.0.1", None),
        ("127.0.0.1:8011", "127.0.0.1", "http://127.0.0.1:8011"),
        ("[::1]:8011", "::1", "http://[::1]:8011"),
        ("LOCALHOST.", "127.0.0.1", "http://localhost"),
        (f"{HOME}:8011", HOME, f"http://{HOME}:8011"),
        ("battles.example.org", "127.0.0.1", "https://battles.example.org"),
        ("127.0.0.1:8011", "127.0.0.1", "https://battles.example.org"),
        ("mybox:8011", "10.0.0.2", "http://mybox:8011"),
    ],
)
def test_who_may_come(host: str, server: str, origin: str | None) -> None:
    NAMED.check(host, server, origin)


@pytest.mark.parametrize(
    ("host", "server", "origin", "says"),
    [
        ("evil.example:8011", "127.0.0.1", None, "does not go by the name 'evil.example'"),
        ("evil.example:8011", "127.0.0.1", "http://evil.example:8011", "does not go by the name"),
        ("localhost.evil.example", "127.0.0.1", None, "does not go by the name"),
        (HOME, "127.0.0.1", None, "does not go by the name"),
        ("", "127.0.0.1", None, "does not go by the name"),
        ("[", "127.0.0.1", None, "does not go by the name"),
        ("localhost:8011", "127.0.0.1", "http://evil.example", "from another site"),
        ("localhost:8011", "127.0.0.1", "http://localhost:3000", "from another site"),
        ("localhost:8011", "127.0.0.1", "null", "from another site"),
        ("localhost:8011", "127.0.0.1", "http://localhost:99999", "from another site"),
        ("localhost:x", "127.0.0.1", "http://[", "from another site"),
    ],
)
def test_who_may_not(host: str, server: str, origin: str | None, says: str) -> None:
    with pytest.raises(RequestError, match=says) as told:
        NAMED.check(host, server, origin)
    assert told.value.status == 403 and told.value.fault.kind == "foreign"


def test_a_real_server_refuses_what_another_site_sends(server: Server) -> None:
    secret = next(iter(begin(server.address).values()))
    strange = {"Host": "evil.example"}
    assert httpx.get(f"{server.address}/api/health", headers=strange, timeout=60).status_code == 403
    foreign = {"Origin": "http://evil.example"}
    assert httpx.get(f"{server.address}/api/health", headers=foreign, timeout=60).status_code == 200
    refused = httpx.post(f"{server.address}/api/battles", json={}, headers=foreign, timeout=60)
    assert refused.status_code == 403 and refused.json()["kind"] == "foreign"
    with pytest.raises(InvalidStatus, match="403"), connect(server.live, origin="http://evil.example"):  # type: ignore[arg-type]
        pass
    with connect(server.live, origin=server.address, max_size=None) as socket:  # type: ignore[arg-type]
        socket.send(secret)
        assert '"shown"' in str(socket.recv(timeout=60))


PATHS = (
    *("/%00", "/a%00b", "/%ff", "/%0a", "//", "/%2f", "/..%2f..%2fetc%2fpasswd", "/assets", "/assets/x.js/y"),
    *("/index.html/x", f"/{'a' * 5000}", f"/{'a/' * 2000}", "/api/%00", "/api/clauses/%00", "/api/armies/%00"),
    *("/api/troops/%ff", "/api/case?file=%00", "/api/case?file=..%2f..", f"/api/case?file={'a' * 5000}"),
    *("/api/battles/moment/99999999999999999999", "/api/battles/seat?since=99999999999999999999", "/live", "/schema"),
)
BODIES = (
    *(
        b"\xff\xfe",
        b'{"edition":"\xff"}',
        b'{"text":"\xff"}',
        b'{"edition":"\\ud800"}',
        b'{"text":"\\u0000"}',
        b"",
        b"[",
    ),
    *(b"[" * 50_000, b"null", b"1" * 9000, b'{"setup":{"red":"\\u0000"}}', b'{"setup":{"options":[1]}}'),
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    place: Path = tmp_path_factory.mktemp("page")
    (place / "assets").mkdir()
    (place / "index.html").write_text("<p>the page")
    (place / "assets" / "x.js").write_text("1")
    engine = open_engine(f"sqlite:///{place / 'battles.sqlite3'}")
    asyncio.run(_prepare(engine))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(application, "PAGE", place)
        app = application.create_app(engine, warm=False)
    with TestClient(app, base_url="http://debellis.localhost:8011", raise_server_exceptions=False) as found:
        yield found


async def _prepare(engine: Any) -> None:
    await migrate(engine)
    await engine.dispose()


@pytest.mark.parametrize("path", PATHS, ids=[path[:30] for path in PATHS])
def test_no_path_makes_it_fail(client: TestClient[Any], path: str) -> None:
    assert client.get("/").text == "<p>the page"
    answer = client.get(path, headers={"X-Seat": "nobody's"})
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.json()["type"] == "fault" and answer.json()["kind"] != "broken"


@pytest.mark.parametrize("path", ["/api/battles", "/api/case", "/api/battles/act", "/api/battles/check"])
def test_no_body_makes_it_fail(client: TestClient[Any], path: str) -> None:
    for body in BODIES:
        headers = {"Content-Type": "application/json", "X-Seat": "nobody's"}
        answer = client.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (body[:30], answer.text)
        assert answer.json()["kind"] != "broken"
