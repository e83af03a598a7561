"""Take the pictures of docs/pages: every page, light and dark, on a desk and on a phone.

python tools/screenshots.py                    all of them, into docs/pages
python tools/screenshots.py --only move odds   some of them
python tools/screenshots.py --into /tmp/look   somewhere else

Battles come from those kept with the tests, each at a moment worth seeing, and from scenes.toml beside this file, so
the pictures change only when the page does. Needs the built page (make page) and Chromium, which also writes the WebP.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from debellis.battle.rules import Opening
from debellis.table.value import replace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from debellis import __version__
from debellis.battle.log import FORMAT, Header
from debellis.battle.playable import rules_of
from debellis.battle.replay import Moment, Replayed
from debellis.battle.stream import new_seed
from debellis.casebook.reading import read_case
from tests.page.board import end_moves
from tests.page.conftest import serving
from tests.real_parts import HOW, chromium
from tests.server.kept import BATTLES, Fought, fought, put

ROOT = Path(__file__).resolve().parent.parent
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 820}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True},
}
SCENES = Path(__file__).with_name("scenes.toml")
#: Pictures taken where one has scrolled to, not from the top.
SCROLLED = ("plan", "shoot")
#: Pictures taken with something in hand, so that the mouse stays where it is.
IN_HAND = ("move",)
ARMIES = {"red": "II/33", "blue": "II/32"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
#: How good the pictures are, of 1: a phone's has four times the pixels and can do with less.
QUALITY = {"desk": 0.86, "phone": 0.72}
#: Kept battles and the decision after which one looks at them.
MOMENTS = {
    "terrain": ("dba22/battle-0121", 1),
    "deploy": ("dba22/battle-0067", 5),
    "shoot": ("dba22/battle-0067", 97),
    "over": ("dba22/battle-0067", 116),
    "pike": ("rrr/battle-0139", 69),
    "multitudes": ("dbm32/battle-0041", 123),
    "wavering": ("dba22/big-0001", 208),
    "groups": ("meg/battle-2011", 103),
    "files": ("meg/battle-2011", 125),
    "deploying": ("meg/battle-4006", 58),
}
ENCODE = """async ([png, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}"""
ON_SCREEN = """([x, y]) => {
    const p = new DOMPoint(x, -y).matrixTransform(document.querySelector('.sheet svg [data-felt]').getScreenCTM());
    return [p.x, p.y];
}"""


class Sitter:
    """A page that sits for its picture, and the battles it may open."""

    def __init__(self, page: Page, server: str, seat: Callable[[str], str]) -> None:
        self.page, self.server, self.seat = page, server, seat
        self.phone = page.viewport_size is not None and page.viewport_size["width"] < 600

    def open(self, route: str, until: str) -> None:
        """Go to a route and wait until something is there."""
        self.page.goto(f"{self.server}/{route}")
        self.page.locator(until).first.wait_for()

    def sit(self, moment: str, until: str = ".sheet .base", page: str = "battle") -> None:
        """Open a battle at one of the moments."""
        self.open(f"#/{page}/{self.seat(moment)}", until)

    def press(self, name: str) -> None:
        button = self.page.get_by_role("button", name=name, exact=True).first
        button.focus()
        self.page.keyboard.press("Enter")

    def base(self, name: str) -> dict[str, Any]:
        """A base of the battle on the page, as the server tells it."""
        seat = self.page.url.rsplit("/", 1)[1]
        view = httpx.get(f"{self.server}/api/battles/seat", headers={"X-Seat": seat}).json()["shown"]["view"]
        found: dict[str, Any] = next(one for one in view["position"]["bases"] if one["id"] == name)
        return found

    def hold(self, name: str, ahead: float, right: float = 0.0) -> None:
        """Drag a base by so many mm ahead and to its right, and keep it in hand: letting go would make the move."""
        base = self.base(name)
        (x, y), (east, north), half = base["front"], base["facing"], base["depth"] / 2
        start = (x - east * half, y - north * half)
        end = (start[0] + east * ahead + north * right, start[1] + north * ahead - east * right)
        mouse = self.page.mouse
        mouse.move(*self.page.evaluate(ON_SCREEN, start))
        mouse.down()
        for part in (0.3, 0.7, 1.0):
            place = tuple(a + (b - a) * part for a, b in zip(start, end, strict=True))
            mouse.move(*self.page.evaluate(ON_SCREEN, place), steps=3)

    def keep_battles(self) -> None:
        """Let the browser remember some battles, as if they had been played in it."""
        kept: list[dict[str, Any]] = []
        now = time.time() * 1000
        for hours, name in ((0.4, "lines"), (3, "shoot"), (26, "pike"), (75, "over")):
            seat = self.seat(name)
            shown = httpx.get(f"{self.server}/api/battles/seat", headers={"X-Seat": seat}).json()["shown"]
            armies = shown["view"]["armies"]
            title = f"{armies['red']} against {armies['blue']}"
            seats = {"both": seat}
            kept.append({"id": shown["id"], "edition": shown["edition"], "title": title, "seats": seats})
            kept[-1]["made"] = round(now - hours * 3_600_000)
        self.page.add_init_script(f"localStorage.setItem('debellis.battles', JSON.stringify({json.dumps(kept)}))")


def start(it: Sitter) -> None:
    it.keep_battles()
    it.open("#/", "li .state")


def new_battle(it: Sitter) -> None:
    it.open("#/new", ".armies select, .armies button")


def army(it: Sitter) -> None:
    it.open("#/army?edition=dbm31", "#verdict-head")
    it.page.get_by_label("List", exact=True).select_option("later_carthaginian")
    it.page.get_by_text("400 of 400 points").first.wait_for()
    it.press("One more: Irr El (I), African elephants in command C")
    it.page.get_by_text("An army costs at most 400 points").first.wait_for()


def terrain(it: Sitter) -> None:
    it.sit("terrain", "[data-phase=terrain]")
    it.press("Suggest a board")
    it.page.get_by_text("This battlefield is legal.").first.wait_for()
    it.page.locator(".sheet [role=button][data-terrain]").first.focus()


def deploy(it: Sitter) -> None:
    it.sit("deploy", "[data-phase=deploy]")
    chips = it.page.locator(".tray button")
    for _ in range(8):
        chips.first.focus()
        it.page.keyboard.press("Enter")


def move(it: Sitter) -> None:
    it.sit("lines")
    it.page.get_by_role("button", name="End moves").wait_for()
    it.hold("R2", 60, 150)
    it.page.locator("[data-ruling=allowed]").wait_for()
    it.page.locator("path.reached").first.wait_for()


def battle_dbm(it: Sitter) -> None:
    it.sit("multitudes")
    it.page.get_by_role("button", name="End moves").wait_for()


def battle_meg(it: Sitter) -> None:
    it.sit("groups")
    it.page.get_by_role("button", name="Pass").first.wait_for()


def fight_meg(it: Sitter) -> None:
    it.sit("files", "[data-odds]")


def deploy_meg(it: Sitter) -> None:
    it.sit("deploying", ".guide")


def big(it: Sitter) -> None:
    it.sit("wavering")
    it.page.get_by_role("list", name="Held").wait_for()


def plan(it: Sitter) -> None:
    it.sit("lines")
    it.page.get_by_role("button", name="End moves").wait_for()
    it.page.keyboard.press("Shift+H")
    moves = it.page.get_by_role("list", name="Plan of the bound")
    moves.wait_for(timeout=120_000)
    moves.scroll_into_view_if_needed()


def shoot(it: Sitter) -> None:
    it.sit("shoot", "[data-odds]")
    it.page.get_by_role("group", name="With whose help?").get_by_role("checkbox").first.check()
    it.page.get_by_role("heading", name="Order and losses").wait_for(timeout=60_000)


def fight(it: Sitter) -> None:
    it.sit("clash")
    end_moves(it.page)
    it.page.locator("[data-odds]").first.wait_for()
    it.page.get_by_role("radio").first.check()
    it.page.get_by_role("heading", name="Order and losses").wait_for(timeout=60_000)


def clause(it: Sitter) -> None:
    it.sit("shoot", "[data-odds]")
    it.page.locator(".matchup .clause").first.click()
    it.page.get_by_role("dialog").locator("svg [data-base]").first.wait_for(timeout=30_000)


def replay(it: Sitter) -> None:
    it.sit("over", "[type=range]", page="replay")
    it.page.get_by_role("slider").fill("98")
    it.page.locator("[data-event='98'][aria-current=step]").wait_for()


def umpire(it: Sitter) -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert example is not None
    it.open("#/umpire", "[data-troops]")
    text = {"name": "shot.toml", "mimeType": "text/plain", "buffer": example[1].encode()}
    it.page.get_by_label("Case file").set_input_files(text)  # type: ignore[arg-type]
    it.page.locator("article").first.wait_for(state="attached")
    if it.phone:
        it.page.get_by_role("tab", name="Ask").click()
    if not it.page.locator("article.open").count():
        it.page.locator("article button").first.click()
    it.page.get_by_role("button", name="Zoom to the bases").click()


def casebook(it: Sitter) -> None:
    it.open("#/casebook", ".list li")


def case(it: Sitter) -> None:
    it.open("#/casebook?case=dba22/odds/knights-against-spears.toml", ".shown .base")


def case_dbm(it: Sitter) -> None:
    it.open("#/casebook?case=dbm31/combat/figure11a.toml", ".shown .base")


def case_meg(it: Sitter) -> None:
    it.open("#/casebook?case=meg/fighting/eight_files.toml", ".shown .base")


def clauses(it: Sitter) -> None:
    it.open("#/clauses/BOB-SHO-5a", ".shown article li button")
    it.page.locator(".shown article li button").first.click()
    it.page.locator(".shown article .base").first.wait_for()


def odds(it: Sitter) -> None:
    it.open("#/odds", "[data-odds] li")


PICTURES: dict[str, Callable[[Sitter], None]] = {
    "start": start,
    "new": new_battle,
    "army": army,
    "terrain": terrain,
    "deploy": deploy,
    "move": move,
    "battle-dbm": battle_dbm,
    "battle-meg": battle_meg,
    "fight-meg": fight_meg,
    "deploy-meg": deploy_meg,
    "big": big,
    "plan": plan,
    "shoot": shoot,
    "fight": fight,
    "clause": clause,
    "replay": replay,
    "umpire": umpire,
    "casebook": casebook,
    "case": case,
    "case-dbm": case_dbm,
    "case-meg": case_meg,
    "clauses": clauses,
    "odds": odds,
}


def about_to_move(case: Path) -> Fought:
    """A battle of Rome against Carthage that stands as in a case, red to move with four PIPs."""
    rules = rules_of("dba22")
    armies = rules.start(ARMIES).forces
    state = rules.from_position(read_case(case).position, Opening("moves", 4))
    named = {side: replace(force, name=armies[side].name) for side, force in state.forces.items()}
    state = replace(state, forces=named)
    header = Header(__version__, FORMAT, "dba22", ARMIES)
    return Fought(Replayed(header, (Moment(None, state, (), ""),), None), new_seed())


def battles(place: Path) -> dict[str, Fought]:
    """Every battle one may sit down to, by the name of its moment."""
    found = {name: fought(BATTLES / f"{file}.jsonl", upto) for name, (file, upto) in MOMENTS.items()}
    scenes = tomllib.loads(SCENES.read_text("utf-8"))
    for name in ("lines", "clash"):
        case = place / f"{name}.toml"
        case.write_text(scenes[name] + scenes["ground"], "utf-8")
        found[name] = about_to_move(case)
    return found


def seats_in(database: Path) -> Callable[[str], str]:
    """Puts a battle into the database each time one is asked for; the seat at both sides of it."""
    ready = battles(database.parent)

    def seat(name: str) -> str:
        # In a thread of its own, for Playwright has an event loop in this one.
        with ThreadPoolExecutor(1) as other:
            return other.submit(put, f"sqlite:///{database}", ready[name]).result()["both"]

    return seat


def taken(browser: Browser, server: str, seat: Callable[[str], str], names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Every picture wanted, by its name, as WebP."""
    dark_room = browser.new_page()
    for name in names:
        for size, scheme in ((size, scheme) for size in SIZES for scheme in SCHEMES):
            context = browser.new_context(color_scheme=scheme, reduced_motion="reduce", **SIZES[size])
            context.set_default_timeout(20_000)
            page = context.new_page()
            PICTURES[name](Sitter(page, server, seat))
            if name not in IN_HAND:
                page.mouse.move(1, 1)
            if name not in SCROLLED:
                page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(500)
            png = base64.b64encode(page.screenshot()).decode()
            context.close()
            yield f"{name}-{size}-{scheme}", base64.b64decode(dark_room.evaluate(ENCODE, [png, QUALITY[size]]))


def main() -> None:
    """The command line."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--only", nargs="+", choices=PICTURES, default=list(PICTURES), metavar="NAME")
    wanted.add_argument("--into", type=Path, default=ROOT / "docs" / "pages")
    given = wanted.parse_args()
    program = chromium() or sys.exit(HOW["chromium"])
    given.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        database = Path(place) / "battles.sqlite3"
        with serving(database) as server:
            seat = seats_in(database)
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            for name, picture in taken(browser, server, seat, given.only):
                (given.into / f"{name}.webp").write_bytes(picture)
                print(f"{name}: {len(picture) / 1000:.0f} kB", flush=True)
            browser.close()


if __name__ == "__main__":
    main()
