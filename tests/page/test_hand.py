"""What the hand at the table gets: contact before line-ups, stops at limits, groups without who cannot come."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import Board, near
from tests.page.conftest import serving
from tests.page.keeping import standing

ASK = """
[[ask]]
question = "going"
element = "R7"
answer = "good"
"""
POSITION = (
    """
title = "A line with a latecomer, single blades, and a road that bends away from straight ahead"
edition = "dba22"
clauses = ["DBA22-B12.2.1"]
table = [600, 600]
active = "red"
base = [
  { id = "R1", side = "red", troops = "4Bd", front = [120, 150], facing = 0 },
  { id = "R2", side = "red", troops = "4Bd", right_of = "R1" },
  { id = "R3", side = "red", troops = "4Bd", front = [200, 125], facing = 0 },
  { id = "R4", side = "red", troops = "4Bd", front = [230, 300], facing = 0 },
  { id = "R5", side = "red", troops = "4Bd", front = [404, 90], facing = 0 },
  { id = "R6", side = "red", troops = "4Bd", front = [450, 220], facing = 0 },
  { id = "R7", side = "red", troops = "3Kn general", front = [300, 100], facing = 0 },
  { id = "B1", side = "blue", troops = "4Sp general", front = [100, 560], facing = 180 },
]
terrain = [{ id = "way", kind = "road", line = [[395, 0], [437, 600]], width = 12 }]
"""
    + ASK
)

NEAR_ENEMY = (
    """
title = "A line near an enemy that stands a little to the right"
edition = "dba22"
clauses = ["DBA22-B12.2.1"]
table = [600, 600]
active = "red"
base = [
  { id = "R1", side = "red", troops = "4Bd", front = [120, 150], facing = 0 },
  { id = "R2", side = "red", troops = "4Bd", right_of = "R1" },
  { id = "R7", side = "red", troops = "3Kn general", front = [300, 100], facing = 0 },
  { id = "B1", side = "blue", troops = "4Sp general", front = [175, 185], facing = 180 },
]
"""
    + ASK
)

#: How the enemy stands to straight ahead, how much the base in the hand is turned from it, and where it is dropped.
ODD = [(7, 3, (2, 0)), (-16, -5, (-3, 3)), (23, 8, (4, -5)), (-33, -2, (-6, -5)), (41, 6, (0, -10))]


def pairs() -> str:
    """Five blades, each 35 mm before a spear that stands at an odd angle."""
    rows = ['{ id = "R7", side = "red", troops = "3Kn general", front = [300, 200], facing = 0 }']
    rows.append('{ id = "B7", side = "blue", troops = "4Sp general", front = [300, 580], facing = 180 }')
    for i, (angle, turn, _) in enumerate(ODD):
        x, y = 80 + 110 * i, 400
        facing = math.radians(180 + angle)
        before = (x + 35 * math.sin(facing), y + 35 * math.cos(facing))
        rows.append(f'{{ id = "B{i}", side = "blue", troops = "4Sp", front = [{x}, {y}], facing = {180 + angle} }}')
        facing_red = (angle + turn) % 360
        front = f"[{before[0]:.3f}, {before[1]:.3f}]"
        rows.append(f'{{ id = "R{i}", side = "red", troops = "4Bd", front = {front}, facing = {facing_red} }}')
    head = 'title = "Five pairs at odd angles"\nedition = "dba22"\nclauses = ["DBA22-B12.2.1"]\ntable = [600, 600]\n'
    return f'{head}active = "red"\nbase = [\n  ' + ",\n  ".join(rows) + ",\n]\n" + ASK


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hand") / "battles.sqlite3"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[str]:
    """A server whose database one can put positions into."""
    with serving(database, database.with_suffix(".log")) as address:
        yield address


@pytest.fixture
def stand(open_page: Callable[..., Page], server: str, database: Path, tmp_path: Path) -> Callable[[str], Board]:
    """The page of a battle at a position, red to move with six PIPs."""

    def opened(position: str) -> Board:
        file = tmp_path / "position.toml"
        file.write_text(position)
        seat = standing(database, file, 6)["both"]
        return Board(open_page(f"#/battle/{seat}"), server, seat)

    return opened


@pytest.fixture
def board(stand: Callable[[str], Board]) -> Board:
    return stand(POSITION)


def hold(board: Board, name: str, x: float, y: float) -> None:
    """Drag a base by its middle to a place and keep hold of it there."""
    start, end = board.at(*board.middle(name)), board.at(x, y)
    mouse = board.page.mouse
    mouse.move(*start)
    mouse.down()
    for i in range(1, 9):
        mouse.move(start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8)
        board.page.wait_for_timeout(12)


def test_contact_comes_first(stand: Callable[[str], Board]) -> None:
    """Dropped 2 to 10 mm off a contact, at five odd angles, it is in contact."""
    board = stand(pairs())
    for i, (_, _, (east, north)) in enumerate(ODD):
        enemy = board.base(f"B{i}")
        (x, y), facing = enemy["front"], enemy["facing"]
        half = board.base(f"R{i}")["depth"] / 2
        hold(board, f"R{i}", x + facing[0] * half + east, y + facing[1] * half + north)
        expect(board.page.locator("svg text.tag").filter(has_text=f"contact with 4Sp B{i}")).to_be_visible()
        board.page.mouse.up()
        board.wait_for_pips(5 - i)
        there = board.base(f"R{i}")
        assert near(there["front"], (x, y))
        assert there["facing"] == pytest.approx([-facing[0], -facing[1]], abs=1e-6)


def test_the_end_of_moves_is_asked_once_when_pips_are_left(board: Board) -> None:
    page = board.page
    page.get_by_role("button", name="End moves").click()
    expect(page.get_by_text("6 PIPs left, and 7 bases have not moved: click again to end the moves.")).to_be_visible()
    assert board.view()["phase"] == "moves"
    page.get_by_role("button", name="End moves anyway").click()
    expect(page.locator("[data-phase=moves]").filter(has_text="PIPs left")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("The turn passes to blue")


def test_a_drag_stops_at_the_limit_and_says_why(board: Board) -> None:
    """Knights go 75 mm: dragged 200 mm they stand 75 mm on."""
    hold(board, "R7", 300, 292.5)
    expect(board.page.locator("[data-ruling='allowed'] [data-stopped]")).to_contain_text("Stops at the 300 p it may go")
    board.page.mouse.up()
    board.wait_for_pips(5)
    assert near(board.base("R7")["front"], (300, 175), 0.05)


def test_a_wheel_stops_at_the_limit(board: Board) -> None:
    """Two blades wheel until the outer corner has gone 50 mm."""
    board.double_click("R2")
    board.drag_handle("wheel-left", -40, 70)
    board.wait_for_pips(5)
    turn = math.degrees(math.atan2(-board.base("R1")["facing"][0], board.base("R1")["facing"][1]))
    assert turn == pytest.approx(math.degrees(50 / 80), abs=0.05)


def test_a_single_base_dragged_sideways_stops_at_the_limit(board: Board) -> None:
    board.drag_base("R4", 370, 292.5)
    board.wait_for_pips(5)
    assert near(board.base("R4")["front"], (280, 300), 0.05)


def test_a_shift_stops_at_the_limit(stand: Callable[[str], Board]) -> None:
    """A group shifts by half a base width at most: the ghosts line up with the enemy, and one reads why no further."""
    board = stand(NEAR_ENEMY)
    page = board.page
    board.double_click("R2")
    box = page.locator("[data-handle='shift'] .knob").bounding_box()
    assert box is not None
    start, mm = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), board.at(1, 0)[0] - board.at(0, 0)[0]
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20 * mm, start[1])
    page.mouse.move(start[0] + 35 * mm, start[1])
    ruling = page.locator("[data-ruling='allowed']")
    expect(ruling.locator("[data-stopped]")).to_contain_text("more than half a base width")
    expect(ruling).to_contain_text("Shift right 60 p.")
    page.mouse.up()
    board.wait_for_pips(5)
    assert near(board.base("R1")["front"], (135, 150), 0.05)


def test_a_drag_straight_ahead_is_not_turned_by_a_road(board: Board) -> None:
    board.drag_base("R5", 404, 112.5)
    board.wait_for_pips(5)
    assert board.base("R5")["facing"] == pytest.approx([0, 1], abs=1e-9)


def test_a_snap_that_turns_says_so_before_release(board: Board) -> None:
    """Dragged sideways to the road it is turned along it, and one sees that while one holds it."""
    hold(board, "R6", 416, 222)
    expect(board.page.locator("svg text.tag").filter(has_text="along the road, turned 4° right")).to_be_visible()
    board.page.mouse.up()
    board.wait_for_pips(5)
    assert board.base("R6")["facing"][0] == pytest.approx(math.sin(math.atan(42 / 600)), abs=1e-6)


def test_a_line_moves_without_who_has_moved(board: Board) -> None:
    """R3 has come up to the line: the line goes on without it."""
    page = board.page
    board.drag_base("R3", 201, 144)
    board.wait_for_pips(5)
    assert near(board.base("R3")["front"], (200, 150))
    board.double_click("R1")
    expect(page.get_by_role("heading", name="A line of 3")).to_be_visible()
    page.keyboard.press("ArrowUp")
    ruling = page.locator("[data-ruling='refused']")
    expect(ruling).to_contain_text("R3 has already moved this bound")
    ruling.get_by_role("button", name="Without R3").click()
    expect(page.get_by_role("heading", name="A line of 2")).to_be_visible()
    expect(page.locator("[data-ruling='allowed']")).to_be_visible()
    page.keyboard.press("Enter")
    board.wait_for_pips(4)
    assert near(board.base("R1")["front"], (120, 162.5))
    assert near(board.base("R3")["front"], (200, 150))
