"""What the hand at the table gets: contact before line-ups, stops at limits, groups without who cannot come."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import Board, near
from tests.page.keeping import standing

Axe = Callable[[Page], list[str]]
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


@pytest.fixture
def stand(open_page: Callable[..., Page], server: str, database: Path, tmp_path: Path) -> Callable[..., Board]:
    """The page of a battle at a position, red to move with six PIPs."""

    def opened(position: str, **wanted: Any) -> Board:
        file = tmp_path / "position.toml"
        file.write_text(position)
        seat = standing(database, file, 6)["both"]
        return Board(open_page(f"#/battle/{seat}", **wanted), server, seat)

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


def come_up(board: Board) -> None:
    """R3 comes up to the line of R1 and R2."""
    board.drag_base("R3", 201, 144)
    board.wait_for_pips(5)
    assert near(board.base("R3")["front"], (200, 150))


def test_a_line_goes_on_without_who_has_moved(board: Board, axe: Axe) -> None:
    """R3 has come up to the line: in the hand the line goes on without it, and says so before it is let go."""
    come_up(board)
    page = board.page
    board.double_click("R1")
    expect(page.get_by_role("heading", name="A line of 3")).to_be_visible()
    hold(board, "R1", 120, 142.5 + 20)
    expect(page.locator("svg text.tag").filter(has_text="without R3")).to_be_visible()
    expect(page.locator("[data-ghost]")).to_have_count(2)
    card = page.locator("[data-ruling='allowed'] [data-left-out]")
    expect(card).to_contain_text(
        "Without R3. R3 has already moved this bound, and 4Bd make only one move except by road."
    )
    assert axe(page) == []
    page.mouse.up()
    board.wait_for_pips(4)
    assert near(board.base("R1")["front"], (120, 170), 0.6)
    assert near(board.base("R3")["front"], (200, 150))


def test_a_line_goes_on_without_who_has_moved_by_keyboard(board: Board) -> None:
    come_up(board)
    page = board.page
    board.double_click("R1")
    page.keyboard.press("ArrowUp")
    ruling = page.locator("[data-ruling='allowed']")
    expect(ruling.locator("[data-left-out]")).to_contain_text("Without R3. R3 has already moved this bound")
    expect(page.get_by_role("heading", name="A line of 2")).to_be_visible()
    page.keyboard.press("Enter")
    board.wait_for_pips(4)
    assert near(board.base("R1")["front"], (120, 162.5))
    assert near(board.base("R3")["front"], (200, 150))


@pytest.mark.parametrize("edition", ("dba22", "rrr"))
def test_a_line_stops_before_bad_going_or_goes_on_without_who_would_be_in_it(
    stand: Callable[..., Board], axe: Axe, edition: str
) -> None:
    """The wood begins 12 mm before R3. The line stops there, and goes on when R3 stays: by button, and by X."""
    board = stand(before_a_wood(edition))
    page = board.page
    board.double_click("R1")
    hold(board, "R1", 120, board.middle("R1")[1] + 25)
    stopped = page.locator("[data-ruling='allowed'] [data-stopped]")
    expect(stopped).to_contain_text("Goes no further: R3 would be partly in ")
    expect(page.locator("[data-ghost]")).to_have_count(3)
    page.keyboard.down("Control")
    page.mouse.up()
    page.keyboard.up("Control")
    expect(page.get_by_role("button", name="Without R3")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("x")
    expect(page.locator("[data-ghost]")).to_have_count(2)
    expect(page.locator("[data-ruling='allowed'] [data-left-out]")).to_contain_text("Without R3.")
    page.keyboard.press("Enter")
    board.wait_for_pips(5)
    assert near(board.base("R1")["front"], (120, 175), 0.6)
    assert near(board.base("R3")["front"], (200, 150))


def before_a_wood(edition: str) -> str:
    """A line of three before a wood that is in the way of the third."""
    foot, general, enemy, clause = {
        "dba22": ("4Bd", "3Kn general", "4Sp general", "DBA22-B12.2.1"),
        "rrr": ("Bd", "Gen", "Pk", "REN-SCALE-mu"),
    }[edition]
    return f"""
title = "A wood before the third of a line"
edition = "{edition}"
clauses = ["{clause}"]
table = [600, 600]
active = "red"
base = [
  {{ id = "R1", side = "red", troops = "{foot}", front = [120, 150], facing = 0 }},
  {{ id = "R2", side = "red", troops = "{foot}", right_of = "R1" }},
  {{ id = "R3", side = "red", troops = "{foot}", right_of = "R2" }},
  {{ id = "R7", side = "red", troops = "{general}", front = [300, 100], facing = 0 }},
  {{ id = "B1", side = "blue", troops = "{enemy}", front = [100, 560], facing = 180 }},
]
terrain = [{{ id = "woods1", kind = "woods", outline = [[181, 162], [240, 162], [240, 240], [181, 240]] }}]
{ASK}"""


def test_a_place_that_turns_a_base_is_shown_before_release(stand: Callable[[str], Board]) -> None:
    """Held in the zone of an enemy that stands aslant, a base can only line up: the ghost is turned, and says so."""
    board = stand(pairs())
    enemy = board.base("B2")
    (x, y), facing = enemy["front"], enemy["facing"]
    half = board.base("R2")["depth"] / 2
    aside = (-facing[1] * 18, facing[0] * 18)
    hold(board, "R2", x + facing[0] * (half + 22) + aside[0], y + facing[1] * (half + 22) + aside[1])
    stopped = board.page.locator("[data-ruling='allowed'] [data-stopped]")
    expect(stopped).to_contain_text("Is turned 8° left, goes no further")
    expect(board.page.locator("svg text.tag").filter(has_text="turned 8° left")).to_be_visible()
    board.page.mouse.up()
    board.wait_for_pips(5)
    assert board.base("R2")["facing"] == pytest.approx([-facing[0], -facing[1]], abs=1e-6)


def test_moves_end_at_once_when_no_move_is_legal(stand: Callable[[str], Board]) -> None:
    """Blades with an enemy on their flank cannot break off: nothing is asked, though PIPs are left."""
    board = stand(HELD)
    board.page.get_by_role("button", name="End moves").click()
    expect(board.page.get_by_role("button", name="Roll: ")).to_be_visible()


HELD = (
    """
title = "Blades held by knights"
edition = "dba22"
clauses = ["DBA22-B12.2.1"]
table = [600, 600]
active = "red"
base = [
  { id = "R7", side = "red", troops = "4Bd general", front = [300, 300], facing = 0 },
  { id = "B1", side = "blue", troops = "3Kn general", against = "R7" },
  { id = "B2", side = "blue", troops = "3Kn", on_left_flank_of = "R7" },
]
"""
    + ASK
)


def go_ahead(page: Page, far: str) -> None:
    page.get_by_label("Advance").fill(far)
    page.get_by_role("button", name="Ahead").click()


def test_on_a_phone_a_line_goes_on_without_who_has_moved(stand: Callable[..., Board], axe: Axe) -> None:
    board = stand(POSITION, viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    page = board.page
    chips = page.get_by_role("list", name="Your bases").get_by_role("button")
    chips.filter(has_text="R3").click()
    go_ahead(page, "100")
    page.get_by_role("button", name="Move here").click()
    board.wait_for_pips(5)
    assert near(board.base("R3")["front"], (200, 150))
    chips.filter(has_text="R1").click()
    page.get_by_role("button", name="Take its whole group of 3").click()
    go_ahead(page, "40")
    expect(page.locator("[data-ruling='allowed'] [data-left-out]")).to_contain_text("Without R3. R3 has already moved")
    assert axe(page) == []
    page.get_by_role("button", name="Move here").click()
    board.wait_for_pips(4)
    assert near(board.base("R1")["front"], (120, 160), 0.01)
