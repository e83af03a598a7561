"""One whole bound through the page alone: PIPs spent in every way, then a shot and two combats at the engine's odds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from debellis.dba.playing.state import State
from debellis.umpire.asking import ask
from tests.page.board import Board, end_moves, left_flank, near
from tests.page.combats import choose_by_hand, engine_odds, expect_odds, expect_sheets, roll, rolls, seen
from tests.page.keeping import standing, state_of

POSITION = """
title = "A line, a warband with an open flank, bows with a target, and blades already fighting"
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
  { id = "R8", side = "red", troops = "4Bw", front = [540, 430], facing = 0 },
  { id = "R9", side = "red", troops = "4Bd", front = [280, 480], facing = 0 },
  { id = "B1", side = "blue", troops = "4Sp", front = [160, 320], facing = 180 },
  { id = "B2", side = "blue", troops = "4Sp", left_of = "B1" },
  { id = "B3", side = "blue", troops = "4Wb", front = [395, 310], facing = 200 },
  { id = "B4", side = "blue", troops = "El general", front = [100, 500], facing = 170 },
  { id = "B5", side = "blue", troops = "4Sp", front = [540, 470], facing = 180 },
  { id = "B6", side = "blue", troops = "4Wb", against = "R9" },
]
[[ask]]
question = "going"
element = "R1"
answer = "good"
"""


@pytest.fixture
def board(open_page: Callable[..., Page], server: str, database: Path, tmp_path: Path) -> Board:
    """A battle that stands at the position, red to move with six PIPs, both sides on one screen."""
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    seat = standing(database, file, 6)["both"]
    return Board(open_page(f"#/battle/{seat}"), server, seat)


def test_one_whole_bound(board: Board, database: Path, axe: Callable[[Page], list[str]]) -> None:
    go_straight(board)
    wheel(board)
    take_in_flank(board)
    be_refused(board, axe)
    end_moves(board.page)
    shoot(board, database)
    assert axe(board.page) == []
    fight_both(board, database)
    assert axe(board.page) == []
    expect(board.page.get_by_role("log")).to_contain_text("The turn passes to blue")
    expect(board.page.get_by_role("button", name="Roll for PIPs")).to_be_visible()


def go_straight(board: Board) -> None:
    """Three in line, straight ahead."""
    board.double_click("R2")
    expect(board.page.get_by_role("heading", name="A line of 3")).to_be_visible()
    board.drag_handle("advance", 0, 30)
    board.wait_for_pips(5)
    fronts = [board.base(name)["front"] for name in ("R1", "R2", "R3")]
    assert [x for x, _ in fronts] == pytest.approx([120, 160, 200])
    assert fronts[0][1] == pytest.approx(180, abs=1.0)
    assert [y for _, y in fronts] == pytest.approx([fronts[0][1]] * 3)


def wheel(board: Board) -> None:
    """Two in line, about their left front corner."""
    before = board.base("R4")["facing"]
    board.double_click("R5")
    expect(board.page.get_by_role("heading", name="A line of 2")).to_be_visible()
    board.drag_handle("wheel-left", -4, 26)
    board.wait_for_pips(4)
    left, right = board.base("R4"), board.base("R5")
    assert left["facing"] == pytest.approx(right["facing"])
    assert left["facing"][0] < before[0] - 0.05
    corner = [left["front"][i] - (left["facing"][1], -left["facing"][0])[i] * 20 for i in (0, 1)]
    assert near(corner, (330 - 20 * 0.9396926, 120 + 20 * 0.3420201))


def take_in_flank(board: Board) -> None:
    """Light horse onto the flank of the warband; so far from the general it costs two."""
    wanted = left_flank(board.base("B3"))
    x, y = (wanted["front"][i] - wanted["facing"][i] * 15 for i in (0, 1))
    board.drag_base("R6", x + 5, y + 4)
    board.wait_for_pips(2)
    assert near(board.base("R6")["front"], wanted["front"])
    expect(board.page.get_by_role("log")).to_contain_text("into contact with B3")


def be_refused(board: Board, axe: Callable[[Page], list[str]]) -> None:
    """Too far for Knights: the sentence and its clause, and the nearest legal place taken instead."""
    board.click("R7")
    board.page.get_by_label("Advance").fill("640")
    board.page.get_by_role("button", name="Ahead").click()
    ruling = board.page.locator("[data-ruling='refused']")
    expect(ruling.locator(".fault").first).to_contain_text("R7 goes")
    expect(ruling.locator(".fault").first).to_contain_text("more than the 300 paces of Knights.")
    expect(ruling.locator(".fault").first.get_by_role("button")).to_have_text("DBA22-B13")
    assert axe(board.page) == []
    assert board.view()["purse"]["left"] == {"red": 2}
    ruling.get_by_role("button", name="Nearest legal place").click()
    board.wait_for_pips(1)
    assert near(board.base("R7")["front"], (250, 135), 0.05)


def state_now(board: Board, database: Path) -> State:
    shown = seen(board.server, board.seat)["shown"]
    return state_of(database, shown["id"], shown["number"])


def shoot(board: Board, database: Path) -> None:
    """The bows at the spears before them."""
    page = board.page
    expect(page.get_by_role("heading", name="Shots to come: 1")).to_be_visible()
    state = state_now(board, database)
    ruling = ask(state.position, "odds_of_shot", shooters=["R8"], target="B5", spent=list(state.shot))
    expect_odds(page, "B5", rolls(ruling.answer["target"]))
    expect_odds(page, "R8", rolls(ruling.answer["shooter"]))
    expect_sheets(page, ruling)
    item = roll(page, board.server, board.seat, page.get_by_role("button", name="Roll: R8 at B5").click)
    assert item["said"][0]["kind"] == "shoot"


def fight_both(board: Board, database: Path) -> None:
    """Both combats, each with the odds of the engine before it is rolled."""
    page, fought = board.page, []
    for left in (2, 1):
        expect(page.get_by_role("heading", name=f"Close combats to fight: {left}")).to_be_visible()
        pair = choose_by_hand(page)
        state = state_now(board, database)
        ruling = engine_odds(state.position, state, *pair)
        expect_odds(page, pair[0], rolls(ruling.answer["attacker"]))
        expect_odds(page, pair[1], rolls(ruling.answer["defender"]))
        expect_sheets(page, ruling)
        item = roll(page, board.server, board.seat, page.get_by_role("button", name="Roll:").click)
        assert item["said"][0]["bases"] == list(pair)
        fought.append(set(pair))
    assert {"R6", "B3"} in fought
    assert {"R9", "B6"} in fought
