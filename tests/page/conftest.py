"""A real server with the built page, a real browser, and a battle to open in it.

    def test_something(begin, open_page, axe):
        seats = begin(red="II/33", blue="II/32", automatic=True)
        page = open_page(f"#/battle/{seats['red']}")
        page.get_by_role("button", name="Roll").click()
        assert axe(page) == []

`server` is its address and `database` its file: all tests of a process share them, for a server reads the casebook and
starts its thinkers once. `open_page(route, ...)` opens a page in a browser context of its own; what it is given beyond
the route goes to Playwright's `new_context` (`color_scheme="dark"`, `viewport={"width": 390, "height": 844}`, ...).
What the other side does is shown at once there, unless `follow=True` asks for one thing after the other; and nothing
is animated, unless `reduced_motion="no-preference"` asks for that.
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

from debellis.battle.stream import seed_of
from tests.real_parts import chromium, lacking

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "debellis" / "server" / "page" / "index.html"
#: How long anything may take before a test fails (ms), whoever waits for it: several browsers share the machine.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)
#: Whoever asks the servers. To begin with, httpx reads the certificates of the whole world: once is enough.
ASKING = httpx.Client(timeout=PATIENCE / 1000)
#: What axe-core calls serious.
SERIOUS = ("serious", "critical")
#: Starts a server. Its battles have the dice of the seed in the file that is its first argument.
SEEDED = """
import pathlib, sys
from debellis.cli import main
from debellis.server import opening
opening.new_seed = pathlib.Path(sys.argv.pop(1)).read_text
main()
"""
#: The dice of battles whose tests name none: no test depends on luck.
SEED = seed_of(1)
#: Keeps the setting that what the other side does is shown at once, beside those kept already.
AT_ONCE = """{
    const kept = JSON.parse(localStorage.getItem('debellis.settings') ?? '{}');
    localStorage.setItem('debellis.settings', JSON.stringify({ follow: false, ...kept }));
}"""


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the server: tests may put battles straight into it."""
    return tmp_path_factory.mktemp("server") / "battles.sqlite3"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[str]:
    """The address of a real server on a free port, with the built page."""
    if not PAGE.is_file():
        pytest.fail("the page is not built: make page")
    with serving(database) as address:
        yield address


@pytest.fixture
def dice(database: Path) -> Iterator[Callable[[str], None]]:
    """Gives the battles that this test begins the dice of another seed."""
    seed = database.with_name("seed")

    def given(wanted: str) -> None:
        seed.write_text(wanted)

    yield given
    seed.write_text(SEED)


@contextlib.contextmanager
def serving(database: Path) -> Iterator[str]:
    """A server process for as long as one needs it, with its log and the seed of new battles beside its database."""
    log, seed = database.with_name("server.log"), database.with_name("seed")
    seed.write_text(SEED)
    command = [sys.executable, "-c", SEEDED, str(seed), "serve", "--port", "0", "--database", f"sqlite:///{database}"]
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
    until = time.monotonic() + PATIENCE / 1000
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
        answer = ASKING.post(f"{server}/api/battles", json=wanted)
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
            wanted.setdefault("reduced_motion", "reduce")
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


def wait_until(done: Callable[[], bool]) -> None:
    """Wait for something that is not in the page itself."""
    until = time.monotonic() + PATIENCE / 1000
    while not done():
        if time.monotonic() > until:
            pytest.fail("it never happened")
        time.sleep(0.05)
