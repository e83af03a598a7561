"""Seeing the battle: views turned to one's own side, watching what the other side did, the account and its bases."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import Board, near
from tests.page.conftest import ASKING, wait_until
from tests.page.keeping import standing

POSITION = """
title = "Two lines, a general apart, woods and a road"
edition = "dba22"
clauses = ["DBA22-B12.2.1"]
table = [600, 600]
active = "red"
base = [
  { id = "R1", side = "red", troops = "4Bd", front = [120, 150], facing = 0 },
  { id = "R2", side = "red", troops = "4Bd", right_of = "R1" },
  { id = "R3", side = "red", troops = "2LH", front = [480, 200], facing = 310 },
  { id = "R4", side = "red", troops = "3Kn general", front = [300, 60], facing = 0 },
  { id = "B1", side = "blue", troops = "4Sp", front = [160, 420], facing = 180 },
  { id = "B2", side = "blue", troops = "4Sp", left_of = "B1" },
  { id = "B3", side = "blue", troops = "El general", front = [400, 520], facing = 170 },
]
terrain = [
  { id = "woods1", kind = "woods", outline = [[20, 250], [110, 250], [110, 340], [20, 340]] },
  { id = "road1", kind = "road", line = [[300, 0], [300, 600]], width = 20 },
]
[[ask]]
question = "going"
element = "R1"
answer = "good"
"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: How far each word on the table is turned from upright, in degrees, with the class of what it stands on.
WORDS = """() => [...document.querySelectorAll('.table svg[role=group] text')].map((text) => {
    const m = text.getScreenCTM();
    return [text.textContent, text.getAttribute('class') ?? '', Math.atan2(m.b, m.a) * 180 / Math.PI];
})"""


@pytest.fixture
def seats(server: str, database: Path, tmp_path: Path) -> dict[str, str]:
    """The seats of a battle of two people that stands at the position, red to move with four PIPs."""
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    return standing(database, file, 4)


def on_screen(page: Page, name: str) -> tuple[float, float]:
    """The middle of a base on the screen."""
    box = page.locator(f'[data-base="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def right_hand(page: Page) -> tuple[int, int]:
    """Where R2 stands on the screen, seen from R1: to the right or left, below or above."""
    (x, y), (there_x, there_y) = on_screen(page, "R1"), on_screen(page, "R2")
    return (there_x > x + 20) - (there_x < x - 20), (there_y > y + 20) - (there_y < y - 20)


def middles(page: Page, side: str) -> float:
    """How far down the screen the bases of a side stand, in the mean."""
    heights = [on_screen(page, f"{side}{i}")[1] for i in (1, 2, 3)]
    return sum(heights) / len(heights)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_turned_view_is_upright_and_drags_go_where_the_pointer_goes(
    open_page: Callable[..., Page], server: str, seats: dict[str, str], quarters: int
) -> None:
    board = Board(open_page(f"#/battle/{seats['red']}"), server, seats["red"])
    page = board.page
    for _ in range(quarters):
        page.keyboard.press("v")
    wait_until(lambda: right_hand(page) == [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters])
    words = page.evaluate(WORDS)
    assert len(words) > 8
    for text, kind, angle in words:
        slanting = "code" in kind or (kind.startswith("name svelte") and text.startswith(("R", "B")))
        assert abs(angle) < (46 if slanting else 0.5), (text, kind, angle)
    board.drag_base("R4", 300, 80)
    board.wait_for_pips(3)
    (x, y), _ = board.base("R4")["front"], None
    assert abs(x - 300) < 4
    assert abs(y - 95) < 6


def test_each_sees_his_own_side_at_the_bottom(
    open_page: Callable[..., Page], server: str, seats: dict[str, str], axe: Callable[[Page], list[str]]
) -> None:
    """At the desk and on a phone; the button and the key turn the view, and the button says what it does."""
    red = Board(open_page(f"#/battle/{seats['red']}"), server, seats["red"]).page
    wait_until(lambda: middles(red, "R") > middles(red, "B"))
    blue = Board(open_page(f"#/battle/{seats['blue']}", **PHONE), server, seats["blue"]).page
    wait_until(lambda: middles(blue, "B") > middles(blue, "R"))
    turn = blue.get_by_role("button", name="Turn the view")
    turn.focus()
    blue.keyboard.press("Enter")
    blue.keyboard.press("Enter")
    wait_until(lambda: middles(blue, "R") > middles(blue, "B"))
    blue.keyboard.press("Shift+V")
    blue.keyboard.press("Shift+V")
    wait_until(lambda: middles(blue, "B") > middles(blue, "R"))
    assert axe(blue) == []


def test_the_arrow_keys_go_where_they_point_in_a_turned_view(
    open_page: Callable[..., Page], server: str, seats: dict[str, str]
) -> None:
    page = Board(open_page(f"#/battle/{seats['blue']}"), server, seats["blue"]).page
    page.locator('[data-base="R1"]').focus()
    start = on_screen(page, "R1")
    page.keyboard.press("ArrowLeft")
    other = page.locator("[data-base]:focus:not([data-base='R1'])")
    expect(other).to_have_count(1)
    there = other.get_attribute("data-base") or ""
    assert on_screen(page, there)[0] < start[0]


@pytest.mark.parametrize("route", ["umpire?file", "casebook?case"])
def test_other_pages_turn_their_tables_too(open_page: Callable[..., Page], route: str) -> None:
    page = open_page(f"#/{route}=dba22/odds/knights-against-spears.toml")
    page.locator("svg[role=group] .base").first.wait_for()
    names = page.locator("svg[role=group] .base").evaluate_all("all => all.map((one) => one.dataset.base)")
    name = str(names[0])
    before = page.evaluate(CORNER, name)
    page.get_by_role("button", name="Turn the view").first.click()
    wait_until(lambda: abs((page.evaluate(CORNER, name) - before) % 360 - 90) < 1)
    for text, kind, angle in page.evaluate(WORDS):
        assert abs(angle) < 46, (text, kind, angle)


#: How a base is turned on the screen, in degrees.
CORNER = """(name) => {
    const m = document.querySelector(`svg[role=group] [data-base="${name}"]`).getScreenCTM();
    return Math.atan2(m.b, m.a) * 180 / Math.PI;
}"""


def moved_on(red: Page, board: Board, name: str, left: int) -> None:
    """Red moves a base straight ahead by keyboard."""
    red.locator(f'[data-base="{name}"]').focus()
    red.keyboard.press("Enter")
    red.keyboard.press("ArrowUp")
    red.locator(".ghost.allowed").first.wait_for()
    red.keyboard.press("Enter")
    board.wait_for_pips(left)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_what_the_other_side_did_is_watched_and_stepped_through_again(
    open_page: Callable[..., Page],
    server: str,
    seats: dict[str, str],
    axe: Callable[[Page], list[str]],
    size: dict[str, Any],
) -> None:
    """Blue sees red's moves one after the other, with arrows; pauses, steps back and on, skips, and watches again."""
    board = Board(open_page(f"#/battle/{seats['red']}"), server, seats["red"])
    watching = open_page(f"#/battle/{seats['blue']}", follow=True, reduced_motion="no-preference", **size)
    blue = Board(watching, server, seats["blue"]).page
    moved_on(board.page, board, "R4", 3)
    watch = blue.get_by_role("region", name="What the other side did")
    expect(watch).to_contain_text("R4")
    expect(blue.locator('[data-arrow="R4"]')).to_be_attached()
    expect(blue.locator('[data-base="R4"].lit')).to_be_attached()
    blue.keyboard.press("Space")
    expect(watch.get_by_role("button", name="Play")).to_be_visible()
    moved_on(board.page, board, "R3", 2)
    expect(watch).to_contain_text("1 of 2")
    assert near(board.base("R4")["front"], (300, 80), 40)
    blue.keyboard.press("]")
    expect(blue.locator('[data-arrow="R3"]')).to_be_attached()
    expect(blue.locator("[data-arrow]")).to_have_count(1)
    blue.keyboard.press("[")
    expect(blue.locator('[data-arrow="R4"]')).to_be_attached()
    assert axe(blue) == []
    watch.get_by_role("button", name="Skip").focus()
    blue.keyboard.press("Enter")
    expect(watch).to_have_count(0)
    expect(blue.locator("[data-arrow]")).to_have_count(0)
    blue.keyboard.press("a")
    expect(watch).to_contain_text("1 of 2")
    blue.keyboard.press("Escape")
    expect(watch).to_have_count(0)


def test_a_line_of_the_account_lights_up_its_bases(
    open_page: Callable[..., Page], server: str, seats: dict[str, str], axe: Callable[[Page], list[str]]
) -> None:
    """Under the pointer and with the arrow keys; Enter looks at the moment, Escape is back in the present."""
    board = Board(open_page(f"#/battle/{seats['red']}"), server, seats["red"])
    page = board.page
    moved_on(page, board, "R4", 3)
    moved_on(page, board, "R3", 2)
    lines = page.get_by_role("log").get_by_role("listitem")
    lines.filter(has_text="R4").hover()
    expect(page.locator(".base.lit")).to_have_attribute("data-base", "R4")
    page.mouse.move(2, 2)
    expect(page.locator(".base.lit")).to_have_count(0)
    page.get_by_role("log").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".base.lit")).to_have_attribute("data-base", "R3")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".base.lit")).to_have_attribute("data-base", "R4")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page.locator('[data-arrow="R4"]')).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("[data-arrow]")).to_have_count(0)


def test_bases_show_figures_symbols_or_codes_and_always_their_numbers(
    open_page: Callable[..., Page], server: str, seats: dict[str, str], axe: Callable[[Page], list[str]]
) -> None:
    page = Board(open_page(f"#/battle/{seats['red']}"), server, seats["red"]).page
    art = page.locator('[data-base="R1"] use')
    expect(art).to_have_count(4)
    expect(page.locator('[data-base="R1"] text.name')).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator('[data-base="R1"] text.name')).to_have_text("R1")
    page.keyboard.press("l")
    page.get_by_role("button", name="Options").click()
    look = page.get_by_label("Bases show")
    assert axe(page) == []
    look.select_option("symbols")
    expect(art).to_have_count(0)
    expect(page.locator('[data-base="R1"] .figures')).to_have_count(1)
    look.select_option("codes")
    expect(page.locator('[data-base="R1"] .figures')).to_have_count(0)
    expect(page.locator('[data-base="R1"] text.code')).to_have_text("4Bd")


@pytest.mark.parametrize("size", [{}, PHONE, {"color_scheme": "dark"}], ids=["desk", "phone", "dark"])
def test_the_reach_of_the_selected_is_drawn_and_the_legend_explains_it(
    open_page: Callable[..., Page],
    server: str,
    seats: dict[str, str],
    axe: Callable[[Page], list[str]],
    size: dict[str, Any],
) -> None:
    """By keyboard: chosen with Enter, explained with I; a ghost is explained while it is there; nothing for none."""
    page = Board(open_page(f"#/battle/{seats['red']}", **size), server, seats["red"]).page
    reached = page.locator(".table path.reached")
    expect(reached).to_have_count(0)
    page.locator('[data-base="R4"]').focus()
    page.keyboard.press("Enter")
    expect(reached).to_have_count(1)
    box, base = reached.bounding_box(), page.locator('[data-base="R4"]').bounding_box()
    assert box is not None and base is not None
    assert box["width"] > 3 * base["width"] and box["height"] > 3 * base["height"]
    page.keyboard.press("i")
    legend = page.get_by_role("region", name="Legend")
    expect(legend).to_contain_text("Where the selected may get to")
    expect(legend).to_contain_text("A general")
    expect(legend).not_to_contain_text("ghost")
    page.keyboard.press("ArrowUp")
    expect(legend).to_contain_text("A ghost: this move is allowed")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(legend).not_to_contain_text("ghost")
    page.keyboard.press("Escape")
    expect(reached).to_have_count(0)
    legend.get_by_role("button", name="Close the legend").click()
    expect(legend).to_have_count(0)


def test_the_reach_ends_where_an_enemy_or_slow_ground_does(
    open_page: Callable[..., Page], server: str, seats: dict[str, str]
) -> None:
    """Every corner of what is drawn for R1 is ground that it may cover: never beyond 50 mm and its own size."""
    board = Board(open_page(f"#/battle/{seats['red']}"), server, seats["red"])
    board.click("R1")
    shape = board.page.locator(".table path.reached")
    expect(shape).to_have_count(1)
    numbers = [float(part) for part in re.findall(r"-?\d+\.?\d*", shape.get_attribute("d") or "")]
    places = list(zip(numbers[::2], (-y for y in numbers[1::2]), strict=True))
    assert max(y for _, y in places) == pytest.approx(200, abs=0.5)
    assert all(50 - 0.5 <= x <= 190.5 and 85 - 0.5 <= y <= 200.5 for x, y in places)


def test_a_last_bound_is_offered_again_only_when_there_was_one(
    open_page: Callable[..., Page], begin: Callable[..., dict[str, str]], server: str
) -> None:
    links = begin(players=("person", "person"), automatic=True)
    pages = {side: open_page(f"#/battle/{links[side]}") for side in ("red", "blue")}
    for page in pages.values():
        page.locator("[data-phase=pips]").wait_for()
        expect(page.get_by_role("button", name="last bound again")).to_have_count(0)
    first = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": links["red"]}).json()["shown"]["view"]["turn"]
    pages[first].get_by_role("button", name="Roll for PIPs").click()
    pages[first].locator("[data-phase=moves]").wait_for()
    expect(pages[first].get_by_role("button", name="last bound again")).to_have_count(0)
    expect(pages["blue" if first == "red" else "red"].get_by_role("button", name="last bound again")).to_be_visible()
