"""The page while a hand drags a group: frames a second, and how long rulings take from the page and back.

A group is dragged about for some seconds in a real Chromium without a graphics card, with the ruling following. With
`--edition dba22` it has 12 bases, 6 wide and 2 deep, and 6 enemies stand by; with `dbm31` or `dbm32` the table has as
many bases as `--bases` says. Prints what was measured; promises nothing.

    python benchmarks/page.py --seconds 5
    python benchmarks/page.py --edition dbm32 --bases 150
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Page, sync_playwright

from tests.page.board import Board
from tests.page.conftest import serving
from tests.page.keeping import standing
from tests.real_parts import HOW, chromium

#: A group of DBA has at most 12 elements.
WIDE, DEEP = 6, 2
#: How many commands each army of many bases has, and how deep each stands.
COMMANDS, RANKS = 3, 2
COUNT_FRAMES = """
    window.frames_seen = [];
    const tick = (now) => { window.frames_seen.push(now); requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
"""
#: Notes when each question is asked, and how long its answer takes until the page has read it.
TIME_RULINGS = """
    window.rulings_seen = [];
    const asked = new Map();
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (typeof text === 'string' && text.startsWith('{')) {
            const said = JSON.parse(text);
            if (said.type === 'check') asked.set(said.id, performance.now());
            if (!this.heard) {
                this.heard = true;
                this.addEventListener('message', (event) => {
                    const told = JSON.parse(event.data);
                    const began = told.type === "ruled" ? asked.get(told.id) : undefined;
                    if (began !== undefined) window.rulings_seen.push(performance.now() - began);
                });
            }
        }
        return send.call(this, text);
    };
"""


def line_of_12() -> str:
    """A line of auxilia two deep, and enemies a little way off."""
    lines = ['title = "A long line"', 'edition = "dba22"', 'active = "red"', "table = [900, 900]"]
    red = [(f"R{n + 1}", "red", "3Ax", 300 - 20 * (n // WIDE), 0) for n in range(WIDE * DEEP)]
    blue = [(f"B{n + 1}", "blue", "4Bd", 600, 180) for n in range(WIDE)]
    for n, (name, side, troops, north, facing) in [*enumerate(red), *enumerate(blue)]:
        lines += ["[[base]]", f'id = "{name}"', f'side = "{side}"', f'troops = "{troops}"']
        lines += [f"front = [{200 + 40 * (n % WIDE)}, {north}]", f"facing = {facing}"]
    return "\n".join(lines) + "\n"


def armies(edition: str, bases: int) -> str:
    """Two armies of three commands each, in two ranks, 400 mm apart."""
    lines = ['title = "Two armies"', f'edition = "{edition}"', 'active = "red"']
    each = bases // 2
    for side, north, facing, back in (("red", 400, 0, -1), ("blue", 800, 180, 1)):
        wide = math.ceil(each / RANKS)
        for n in range(each):
            file, rank = n % wide, n // wide
            command = file * COMMANDS // wide
            general = " general" if file in [c * wide // COMMANDS + 2 for c in range(COMMANDS)] and rank == 0 else ""
            lines += ["[[base]]", f'id = "{side[0].upper()}{n + 1}"', f'side = "{side}"']
            lines += [f'troops = "Reg Bd (O){general}"', f'command = "{side[0].upper()}{"LCR"[command]}"']
            lines += [f"front = [{110 + 40 * file + 30 * command}, {north + back * 15 * rank}]", f"facing = {facing}"]
    return "\n".join(lines) + "\n"


def drag(page: Page, board: Board, name: str, seconds: float) -> tuple[int, list[float], list[float]]:
    """Drag the whole group of a base in curves for so long; its size, when frames were shown, and waits for rulings."""
    board.double_click(name)
    page.get_by_text("A group of").first.wait_for()
    count = page.locator("svg .base.selected").count()
    page.wait_for_timeout(1500)
    x, y = board.at(*board.middle(name))
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(COUNT_FRAMES)
    page.evaluate("window.rulings_seen = []")
    for step in range(int(seconds * 60)):
        page.mouse.move(x + 40 * math.sin(step / 20), y - 60 + 50 * math.cos(step / 33))
        page.wait_for_timeout(1000 / 60)
    frames: list[float] = page.evaluate("window.frames_seen")
    rulings: list[float] = page.evaluate("window.rulings_seen")
    page.keyboard.press("Escape")
    page.mouse.up()
    return count, frames, rulings


def share(times: list[float], part: float) -> float:
    """The time that this part of all is not longer than."""
    found = sorted(times)
    return found[min(len(found) - 1, int(len(found) * part))]


def main() -> None:
    """Measure, and print."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--seconds", type=float, default=5.0, help="how long the hand drags")
    wanted.add_argument("--edition", default="dba22", choices=("dba22", "dbm31", "dbm32"))
    wanted.add_argument("--bases", type=int, default=150, help="how many bases are on a table of DBM")
    given = wanted.parse_args()
    program = chromium() or sys.exit(HOW["chromium"])
    small = given.edition == "dba22"
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        place = Path(name)
        (place / "line.toml").write_text(line_of_12() if small else armies(given.edition, given.bases))
        with serving(place / "battles.sqlite3") as address:
            seats = standing(place / "battles.sqlite3", place / "line.toml", 6)
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": 1280, "height": 820})
            page.add_init_script(TIME_RULINGS)
            page.goto(f"{address}/#/battle/{seats['red']}")
            count, frames, rulings = drag(page, Board(page, address, seats["red"]), "R6", given.seconds)
            browser.close()
    times = [b - a for a, b in pairwise(frames)]
    a_second = 1000 * len(times) / (frames[-1] - frames[0])
    print(
        f"dragging {count} bases: {a_second:.0f} frames a second; "
        f"a frame p50 {share(times, 0.5):.1f} ms, p95 {share(times, 0.95):.1f} ms"
    )
    print(f"{len(rulings)} rulings: p50 {share(rulings, 0.5):.1f} ms, p95 {share(rulings, 0.95):.1f} ms")


if __name__ == "__main__":
    main()
