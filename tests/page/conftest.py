"""A real server with the built page, a real browser, and a battle to open in it.

    def test_something(begin, open_page, axe):
        seats = begin(red="II/33", blue="II/32", automatic=True)
        page = open_page(f"#/battle/{seats['red']}")
        page.get_by_role("button", name="Roll").click()
        assert axe(page) == []

`server` is its address. `open_page(route, ...)` opens a page in a browser context of its own; what it is given beyond
the route goes to Playwright's `new_context` (`color_scheme="dark"`, `viewport={"width": 390, "height": 844}`, ...).
What the other side does is shown at once there, unless `follow=True` asks for one thing after the other.
A page that throws or logs an error fails its test; `page.forgiven = True` forgives it.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.real_parts import chromium, lacking

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "debellis" / "server" / "page" / "index.html"
# Whoever waits for something on the page waits as patiently as whoever clicks: several browsers share the machine.
PATIENCE = 40_000
expect.set_options(timeout=PATIENCE)
#: What axe-core calls serious.
SERIOUS = ("serious", "critical")
#: Starts a server whose battles have the dice of the seed that is its first argument.
SEEDED = """
import sys
from debellis.cli import main
from debellis.server import opening
seed = sys.argv.pop(1)
opening.new_seed = lambda: seed
main()
"""
#: Keeps the setting that what the other side does is shown at once, beside those kept already.
AT_ONCE = """{
    const kept = JSON.parse(localStorage.getItem('debellis.settings') ?? '{}');
    localStorage.setItem('debellis.settings', JSON.stringify({ follow: false, ...kept }));
}"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server on a free port, with a database of its own and the built page."""
    if not PAGE.is_file():
        pytest.fail("the page is not built: make page")
    place = tmp_path_factory.mktemp("server")
    with serving(place / "battles.sqlite3", place / "server.log") as address:
        yield address


@contextlib.contextmanager
def serving(database: Path, log: Path, seed: str | None = None) -> Iterator[str]:
    """A server process for as long as one needs it. All its battles have the dice of a seed, if one is given."""
    python = ["-m", "debellis"] if seed is None else ["-c", SEEDED, seed]
    command = [sys.executable, *python, "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    with log.open("w") as told:
        process = subprocess.Popen(command, cwd=ROOT, stdout=told, stderr=subprocess.STDOUT)
        try:
            yield _address(process, log)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    until = time.monotonic() + 40
    while time.monotonic() < until and process.poll() is None:
        said = log.read_text()
        if "debellis is at " in said:
            return said.split("debellis is at ", 1)[1].split()[0].rstrip("/")
        time.sleep(0.05)
    pytest.fail(f"the server did not start: {log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whichever there is, without a window."""
    program = chromium()
    if program is None:
        lacking("chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def begin(server: str) -> Callable[..., dict[str, str]]:
    """Begins a battle over HTTP and gives the secrets of its seats by role.

    `red` and `blue` are armies (or whole set-ups of a side), `players` who plays them, `setup` anything else of the
    set-up; the rest (edition, dice, same_screen, automatic) as `POST /api/battles` takes it.
    """

    def begun(
        red: Any = "II/33",
        blue: Any = "II/32",
        players: tuple[str, str] = ("person", "computer"),
        setup: dict[str, Any] | None = None,
        **rest: Any,
    ) -> dict[str, str]:
        wanted = {"setup": {"red": red, "blue": blue, **(setup or {})}, **rest}
        wanted |= {"red": {"kind": players[0]}, "blue": {"kind": players[1]}}
        answer = httpx.post(f"{server}/api/battles", json=wanted, timeout=60)
        assert answer.status_code == 201, answer.text
        seats: dict[str, str] = answer.json()["seats"]
        return seats

    return begun


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Opens the page at a route (like "#/new") in a browser context of its own."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(route: str = "#/", context: BrowserContext | None = None, follow: bool = False, **wanted: Any) -> Page:
        if context is None:
            wanted.setdefault("viewport", {"width": 1280, "height": 820})
            context = browser.new_context(**wanted)
            context.set_default_timeout(PATIENCE)
            if not follow:
                context.add_init_script(AT_ONCE)
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda wrong: errors.append(f"{route}: {wrong}"))
        page.on("console", lambda said: errors.append(f"{route}: {said.text}") if said.type == "error" else None)
        page.goto(f"{server}/{route}")
        return page

    yield opened
    forgiven = any(getattr(page, "forgiven", False) for context in contexts for page in context.pages)
    for context in contexts:
        context.close()
    if errors and not forgiven:
        pytest.fail("the page complained: " + "; ".join(errors))


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    """Lets axe-core look at a page: the serious violations it found, one sentence each."""
    script = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

    def looked(page: Page) -> list[str]:
        page.evaluate(script)
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        return [_told(wrong) for wrong in found["violations"] if wrong["impact"] in SERIOUS]

    return looked


def _told(wrong: dict[str, Any]) -> str:
    where = [" ".join(map(str, node["target"])) for node in wrong["nodes"][:3]]
    return f"{wrong['id']}: {wrong['help']} ({', '.join(where)})"


def wait_until(done: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something that is not in the page itself."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            pytest.fail("it never happened")
        time.sleep(0.05)
