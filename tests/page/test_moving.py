"""Moving bases on the page, by pointer and by keyboard, with the umpire's ruling on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import Board, left_flank, near
from tests.page.keeping import standing

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


@pytest.fixture
def seat(server: str, database: Path, tmp_path: Path) -> str:
    """The seat at both sides of a battle that stands at the position, red to move with six PIPs."""
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    return standing(database, file, 6)["both"]


@pytest.fixture
def board(open_page: Callable[..., Page], server: str, seat: str) -> Board:
    return Board(open_page(f"#/battle/{seat}"), server, seat)


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
    wanted = left_flank(board.base("B3"))
    x, y = wanted["front"][0] - wanted["facing"][0] * 15, wanted["front"][1] - wanted["facing"][1] * 15
    board.drag_base("R6", x + 5, y + 4)
    board.wait_for_pips(4)  # It is too far from the general for one PIP.
    there = board.base("R6")
    assert near(there["front"], wanted["front"])
    assert there["facing"] == pytest.approx(wanted["facing"], abs=1e-6)
    expect(board.page.get_by_label("Account of the battle")).to_contain_text("into contact with B3")


def test_a_refused_move_says_why_and_offers_the_nearest(board: Board) -> None:
    page = board.page
    board.click("R7")
    page.get_by_label("Advance").fill("640")
    page.get_by_role("button", name="Ahead").click()
    ruling = page.locator("[data-ruling='refused']")
    expect(ruling).to_contain_text("R7 goes")
    expect(ruling).to_contain_text("more than the 300 paces of Knights")
    ruling.get_by_role("button", name="DBA22-B13").first.click()
    drawer = page.locator("dialog[open]")
    expect(drawer).to_contain_text("DBA22-B13")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    assert board.view()["purse"]["left"] == {"red": 6}
    page.get_by_role("button", name="Nearest legal place").click()
    board.wait_for_pips(5)
    assert near(board.base("R7")["front"], (250, 135), 0.05)


def test_a_refused_line_is_offered_the_nearest_too(board: Board) -> None:
    """Blades go 50 mm: a line that asks for 80 may take the 50."""
    page = board.page
    board.double_click("R2")
    page.get_by_label("Advance").fill("320")
    page.get_by_role("button", name="Ahead").click()
    ruling = page.locator("[data-ruling='refused']")
    expect(ruling).to_contain_text("more than the 200 paces of Blades")
    expect(page.locator("[data-nearest]")).to_have_count(3)
    ruling.get_by_role("button", name="Nearest legal place").click()
    board.wait_for_pips(5)
    for name, x in (("R1", 120), ("R2", 160), ("R3", 200)):
        assert near(board.base(name)["front"], (x, 200), 0.05)


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
    board.click("R7")
    board.page.get_by_label("Advance").fill("640")
    board.page.get_by_role("button", name="Ahead").click()
    board.page.locator("[data-ruling='refused']").wait_for()
    assert axe(board.page) == []
