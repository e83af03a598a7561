"""The page while a hand drags 24 bases: frames a second, and how long the longest ones take.

A group of 24 bases, 12 wide and 2 deep, is dragged about for some seconds in a real Chromium without a graphics card,
with the ruling following, while 12 enemies stand by. Prints what was measured; promises nothing.

    python benchmarks/page.py --seconds 5
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

WIDE, DEEP = 12, 2
COUNT_FRAMES = """
    window.frames_seen = [];
    const tick = (now) => { window.frames_seen.push(now); requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
"""


def case() -> str:
    """A line of spears two deep, and enemies a little way off."""
    lines = ['title = "A long line"', 'edition = "dba22"', 'active = "red"', "table = [900, 900]"]
    red = [(f"R{n + 1}", "red", "4Sp", 300 - 15 * (n // WIDE), 0) for n in range(WIDE * DEEP)]
    blue = [(f"B{n + 1}", "blue", "4Bd", 600, 180) for n in range(WIDE)]
    for n, (name, side, troops, north, facing) in [*enumerate(red), *enumerate(blue)]:
        lines += ["[[base]]", f'id = "{name}"', f'side = "{side}"', f'troops = "{troops}"']
        lines += [f"front = [{200 + 40 * (n % WIDE)}, {north}]", f"facing = {facing}"]
    return "\n".join(lines) + "\n"


def drag(page: Page, board: Board, seconds: float) -> list[float]:
    """Drag the whole group in curves for so long; when each frame was shown."""
    board.double_click("R6")
    page.get_by_text(f"A group of {WIDE * DEEP}").first.wait_for()
    x, y = board.at(*board.middle("R6"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(COUNT_FRAMES)
    for step in range(int(seconds * 60)):
        page.mouse.move(x + 40 * math.sin(step / 20), y - 60 + 50 * math.cos(step / 33))
        page.wait_for_timeout(1000 / 60)
    frames: list[float] = page.evaluate("window.frames_seen")
    page.keyboard.press("Escape")
    page.mouse.up()
    return frames


def main() -> None:
    """Measure, and print."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--seconds", type=float, default=5.0, help="how long the hand drags")
    given = wanted.parse_args()
    program = chromium() or sys.exit(HOW["chromium"])
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        place = Path(name)
        (place / "line.toml").write_text(case())
        with serving(place / "battles.sqlite3", place / "server.log") as address:
            seats = standing(place / "battles.sqlite3", place / "line.toml", 6)
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": 1280, "height": 820})
            page.goto(f"{address}/#/battle/{seats['red']}")
            frames = drag(page, Board(page, address, seats["red"]), given.seconds)
            browser.close()
    times = sorted(b - a for a, b in pairwise(frames))
    a_second = 1000 * len(times) / (frames[-1] - frames[0])
    p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(f"dragging {WIDE * DEEP} bases: {a_second:.0f} frames a second; a frame p50 {p50:.1f} ms, p95 {p95:.1f} ms")


if __name__ == "__main__":
    main()
