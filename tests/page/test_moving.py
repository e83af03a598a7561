"""Moving bases on the page, by pointer and by keyboard, with the umpire's ruling on the way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from debellis import __version__
from debellis.battle.log import first_hash
from debellis.battle.playable import rules_of
from debellis.battle.stream import new_seed
from debellis.casebook.reading import read_case
from debellis.server import seats
from debellis.server.opening import header_of
from debellis.server.packing import pack
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import START, Happened, Kept, Player
from debellis.server.storage.store import Store
from tests.page.conftest import serving, wait_until

POSITION = """
title = "A line, a general behind it, and a warband with an open flank"
edition = "dba22"
clauses = ["DBA22-B12.2.1"]
table = [600, 600]
active = "red"
base = [
  { id = "R1", side = "red", troops = "4Bd", front = [120, 150], facing = 0 },
  { id = "R2", side = "red", troops = "4Bd", right_of = "R1" },
  { id = "R3", side = "red", troops = "4Bd", right_of = "R2" },
  { id = "R4", side = "red", troops = "4Ax", front = [330, 120], facing = 20 },
  { id = "R5", side = "red", troops = "4Ax", right_of = "R4" },
  { id = "R6", side = "red", troops = "2LH", front = [480, 330], facing = 300 },
  { id = "R7", side = "red", troops = "3Kn general", front = [250, 60], facing = 0 },
  { id = "B1", side = "blue", troops = "4Sp", front = [160, 320], facing = 180 },
  { id = "B2", side = "blue", troops = "4Sp", left_of = "B1" },
  { id = "B3", side = "blue", troops = "4Wb", front = [395, 310], facing = 200 },
  { id = "B4", side = "blue", troops = "El general", front = [100, 500], facing = 170 },
]
[[ask]]
question = "going"
element = "R1"
answer = "good"
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("moving") / "battles.sqlite3"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[str]:
    """A server whose database one can put positions into."""
    with serving(database, database.with_suffix(".log")) as address:
        yield address


@pytest.fixture
def seat(server: str, database: Path, tmp_path: Path) -> str:
    """The seat at both sides of a battle that stands at the position, red to move with six PIPs."""
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    state = rules_of("dba22").from_position(read_case(file).position, "moves", 6)
    players = {side: Player() for side in (seats.RED, seats.BLUE)}
    setup = {"red": "II/33", "blue": "II/32"}
    kept = Kept(seats.new_name(), "dba22", __version__, setup, players, "rolled", new_seed(), time.time())
    first = Happened(0, START, "start", None, None, (), first_hash(header_of(kept), state), (), time.time())
    link = seats.new_secret()

    async def keep() -> None:
        engine = await open_database(f"sqlite:///{database}")
        await Store(engine).keep(kept, {seats.BOTH: seats.hashed(link)}, [(first, pack(state))])
        await engine.dispose()

    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, keep()).result()
    return link


class Board:
    """The table on the page, in millimetres, and what the server says stands there."""

    def __init__(self, page: Page, server: str, seat: str) -> None:
        self.page, self.server, self.seat = page, server, seat
        page.locator("svg .base").first.wait_for()

    def view(self) -> dict[str, Any]:
        answer = httpx.get(f"{self.server}/api/battles/seat", headers={"X-Seat": self.seat})
        found: dict[str, Any] = answer.json()["shown"]["view"]
        return found

    def base(self, name: str) -> dict[str, Any]:
        return next(base for base in self.view()["position"]["bases"] if base["id"] == name)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is on the screen."""
        found = self.page.evaluate(
            """([x, y]) => {
                const p = new DOMPoint(x, -y).matrixTransform(document.querySelector('.table svg').getScreenCTM());
                return [p.x, p.y];
            }""",
            [x, y],
        )
        return found[0], found[1]

    def middle(self, name: str) -> tuple[float, float]:
        base = self.base(name)
        (x, y), (east, north), half = base["front"], base["facing"], base["depth"] / 2
        return x - east * half, y - north * half

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.at(*self.middle(name)))

    def double_click(self, name: str) -> None:
        self.page.mouse.dblclick(*self.at(*self.middle(name)))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one place on the screen to another, as slowly as a hand does."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for i in range(1, 13):
            mouse.move(start[0] + (end[0] - start[0]) * i / 12, start[1] + (end[1] - start[1]) * i / 12)
            self.page.wait_for_timeout(12)
        mouse.up()

    def drag_base(self, name: str, x: float, y: float) -> None:
        """Drag a base by its middle to a place."""
        self.drag(self.at(*self.middle(name)), self.at(x, y))

    def drag_handle(self, name: str, x: float, y: float) -> None:
        """Drag a handle by so many mm."""
        box = self.page.locator(f"[data-handle='{name}'] .knob").bounding_box()
        assert box is not None
        start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        zero, there = self.at(0, 0), self.at(x, y)
        self.drag(start, (start[0] + there[0] - zero[0], start[1] + there[1] - zero[1]))

    def wait_for_pips(self, left: int) -> None:
        wait_until(lambda: self.view()["pips"] == left)
        expect(self.page.get_by_role("img", name=f"{left} PIPs left")).to_be_visible()


@pytest.fixture
def board(open_page: Callable[..., Page], server: str, seat: str) -> Board:
    return Board(open_page(f"#/battle/{seat}"), server, seat)


def near(found: list[float], wanted: tuple[float, float], within: float = 0.01) -> bool:
    return abs(found[0] - wanted[0]) <= within and abs(found[1] - wanted[1]) <= within


def test_a_line_goes_straight_ahead_and_comes_back(board: Board) -> None:
    """Double-click takes the whole line; the arrow ahead moves it; undo brings it back."""
    page = board.page
    board.double_click("R2")
    expect(page.get_by_role("heading", name="A line of 3")).to_be_visible()
    board.drag_handle("advance", 0, 30)
    board.wait_for_pips(5)
    moved = board.base("R1")
    assert moved["front"][0] == pytest.approx(120)
    assert moved["front"][1] == pytest.approx(180, abs=1.0)
    assert moved["front"][1] == pytest.approx(board.base("R3")["front"][1])
    page.keyboard.press("u")
    board.wait_for_pips(6)
    assert near(board.base("R1")["front"], (120, 150))


def test_a_group_wheels_by_its_corner(board: Board) -> None:
    board.double_click("R5")
    expect(board.page.get_by_role("heading", name="A line of 2")).to_be_visible()
    board.drag_handle("wheel-left", -4, 26)
    board.wait_for_pips(5)
    left, right = board.base("R4"), board.base("R5")
    assert left["facing"] == pytest.approx(right["facing"])
    assert left["facing"][0] < 0.3420 - 0.05, "it faces more to the left than before"
    corner = [left["front"][i] - (left["facing"][1], -left["facing"][0])[i] * 20 for i in (0, 1)]
    assert near(corner, (330 - 20 * 0.9396926, 120 + 20 * 0.3420201)), "the corner it wheels about stays"


def test_a_single_base_snaps_into_flank_contact(board: Board) -> None:
    """Dropped a few millimetres off, it ends exactly on the flank: front edge on side edge, corners together."""
    wanted = _left_flank(board.base("B3"))
    x, y = wanted["front"][0] - wanted["facing"][0] * 15, wanted["front"][1] - wanted["facing"][1] * 15
    board.drag_base("R6", x + 5, y + 4)
    board.wait_for_pips(4)  # It is too far from the general for one PIP.
    there = board.base("R6")
    assert near(there["front"], wanted["front"])
    assert there["facing"] == pytest.approx(wanted["facing"], abs=1e-6)
    expect(board.page.get_by_label("Account of the battle")).to_contain_text("into contact with B3")


def _left_flank(enemy: dict[str, Any]) -> dict[str, Any]:
    """The pose on the left flank of a base 40 mm wide: facing to its right, left front corners together."""
    (x, y), (east, north) = enemy["front"], enemy["facing"]
    right = (north, -east)
    corner = (x - right[0] * 20, y - right[1] * 20)
    side = (right[1], -right[0])
    return {"front": (corner[0] + side[0] * 20, corner[1] + side[1] * 20), "facing": list(right)}


def test_a_refused_move_says_why_and_offers_the_nearest(board: Board) -> None:
    page = board.page
    board.drag_base("R7", 250, 220)
    ruling = page.locator("[data-ruling='refused']")
    expect(ruling).to_contain_text("R7 goes")
    expect(ruling).to_contain_text("more than the 75 mm of Knights")
    ruling.get_by_role("button", name="DBA22-B13").first.click()
    drawer = page.locator("dialog[open]")
    expect(drawer).to_contain_text("DBA22-B13")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    assert board.view()["pips"] == 6
    page.get_by_role("button", name="Nearest legal place").click()
    board.wait_for_pips(5)
    assert near(board.base("R7")["front"], (250, 135), 0.05)


def test_a_move_planned_with_the_keyboard(board: Board) -> None:
    """Choose, go by steps, look at the ruling, take a step back, move."""
    page = board.page
    page.locator("[data-base='R1']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("g")
    expect(page.get_by_role("heading", name="A line of 3")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("e")
    ruling = page.locator("[data-ruling]")
    expect(ruling).to_contain_text("Advance 50 p, then wheel right 5°")
    expect(ruling).to_contain_text("Allowed")
    page.keyboard.press("Backspace")
    page.keyboard.press("Shift+ArrowUp")
    expect(ruling).to_contain_text("Advance 55 p.")
    page.keyboard.press("Enter")
    board.wait_for_pips(5)
    assert near(board.base("R1")["front"], (120, 163.75))


def test_a_column_is_formed_behind_the_base_chosen_last(board: Board) -> None:
    page = board.page
    board.click("R4")
    page.keyboard.down("Shift")
    board.click("R5")
    page.keyboard.up("Shift")
    page.keyboard.press("f")
    expect(page.locator("[data-ruling='allowed']")).to_contain_text("Form column behind R5")
    page.keyboard.press("Enter")
    board.wait_for_pips(5)
    head, rear = board.base("R5"), board.base("R4")
    back = [head["front"][i] - head["facing"][i] * head["depth"] for i in (0, 1)]
    assert near(rear["front"], (back[0], back[1]))


def test_a_box_chooses_and_felt_clears(board: Board) -> None:
    page = board.page
    page.keyboard.down("Shift")
    board.drag(board.at(90, 120), board.at(210, 160))
    page.keyboard.up("Shift")
    expect(page.get_by_role("heading", name="A line of 3")).to_be_visible()
    page.mouse.click(*board.at(560, 60))
    expect(page.get_by_role("heading", name="Choose who moves")).to_be_visible()


def test_without_move_on_release_one_confirms(board: Board) -> None:
    page = board.page
    page.get_by_label("Move on release").uncheck()
    board.drag_base("R7", 250, 90)
    page.get_by_role("button", name="Move here (cost 1)").click()
    board.wait_for_pips(5)


def test_nothing_serious_for_axe(board: Board, axe: Callable[[Page], list[str]]) -> None:
    board.drag_base("R7", 250, 220)
    board.page.locator("[data-ruling='refused']").wait_for()
    assert axe(board.page) == []
