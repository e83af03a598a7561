"""A big battle of DBA on the page: three commands a side from the form to the end, and those who are held or flee."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from debellis.battle.stream import new_seed
from debellis.table.value import replace
from tests.battle.test_big_battle import up_to
from tests.page import keeping
from tests.page.board import Board
from tests.page.conftest import ASKING, wait_until
from tests.page.steps import goes_on, judged, leave_to_suggestion, moment, phase, press_key

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


def press(page: Page, name: str) -> None:
    """Press what decides, and wait for what follows."""
    before = moment(page)
    page.get_by_role("button", name=name).first.click()
    goes_on(page, before)


def begin_with_allies(page: Page) -> None:
    """Carthage brings Gauls as its third command; both sides sit here and set up by hand."""
    page.get_by_label("Size of the battle").select_option("true")
    red = page.get_by_role("region", name=re.compile("^Red"))
    expect(red).to_contain_text("led by the commander-in-chief")
    expect(red).to_contain_text("12 elements in each of its own commands, as the list allows.")
    page.get_by_label("List of command 3 of blue").select_option("II/11")
    expect(page.get_by_label("List of command 2 of blue")).to_be_visible()
    page.get_by_label("Bounds of each side").fill("2")
    page.get_by_role("radio", name=re.compile("Both on this screen")).check()
    page.get_by_role("radio", name=re.compile("All by hand")).check()


def set_up(page: Page) -> dict[str, int]:
    """The steps before the battle, those that only a big battle has by hand; how often each came."""
    came: dict[str, int] = {}
    while phase(page) != "pips":
        step = phase(page)
        came[step] = came.get(step, 0) + 1
        if step == "allot":
            write_down(page)
        elif step == "deploy":
            deploy(page)
        else:
            before = moment(page)
            leave_to_suggestion(page)
            goes_on(page, before)
    return came


def write_down(page: Page) -> None:
    """The same command may not get both scores; another is named, and it is written down."""
    page.get_by_role("button", name=re.compile("^Show .* notes$")).click()
    highest = page.get_by_role("group", name="The highest score")
    lowest = page.get_by_role("group", name="The lowest score")
    first = re.compile(" 1$")
    highest.get_by_role("radio", name=first).check()
    lowest.get_by_role("radio", name=first).check()
    expect(page.get_by_text("One command cannot get both the highest and the lowest score.").first).to_be_visible()
    expect(page.get_by_role("button", name="Write it down")).to_be_disabled()
    highest.get_by_role("radio", name=re.compile(" 2$")).check()
    expect(page.get_by_text("This may be written.").first).to_be_visible()
    press(page, "Write it down")


def deploy(page: Page) -> None:
    """As it is suggested."""
    page.get_by_role("button", name="Deploy for me").click()
    expect(page.get_by_text("This deployment is allowed.", exact=True).first).to_be_visible()
    press(page, "Deploy them so")


def test_a_big_battle_from_the_form_to_the_end(open_page: Open, server: str, axe: Axe) -> None:
    page = open_page("#/new")
    begin_with_allies(page)
    assert axe(page) == []
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-phase]").wait_for()
    came = set_up(page)
    # Blue has two commands of its own and writes too; the defender deploys twice.
    assert (came["allot"], came["deploy"]) == (2, 3)
    seat = page.url.split("/battle/")[1]
    board = Board(page, server, seat)
    view = board.view()
    assert view["position"]["size"] == [1200.0, 600.0]
    assert len(view["position"]["bases"]) == 72
    expect(page.locator("[data-command]")).to_have_count(6)
    press(page, "Roll for PIPs")
    left = board.view()["purse"]["left"]
    assert len(left) == 3
    expect(page.locator("[data-pips]")).to_have_count(3)
    drag_one(page, board, left)
    assert axe(page) == []
    for _ in range(120):
        if phase(page) == "over":
            break
        go_on(page)
    assert phase(page) == "over"
    expect(page.get_by_role("heading", name=re.compile("has won|The battle is over"))).to_be_visible()
    log = ASKING.get(f"{server}/api/battles/log", headers={"X-Seat": seat}).text
    assert '"big":true' in log.replace(" ", "")


def drag_one(page: Page, board: Board, left: dict[str, int]) -> None:
    """Drag an element of a command with PIPs straight ahead: its command pays, and no other."""
    view = board.view()
    for command in (name for name, pips in left.items() if pips):
        for base in view["position"]["bases"]:
            if base["service"]["command"] != command or base["inside"]:
                continue
            before = moment(page)
            x, y = board.middle(base["id"])
            east, north = base["facing"]
            board.drag(board.at(x, y), board.at(x + 20 * east, y + 20 * north))
            if judged(page, before) != "made":
                page.keyboard.press("Escape")
                continue
            after = board.view()["purse"]["left"]
            assert after[command] < left[command]
            assert {name: after[name] for name in left if name != command} == {
                name: left[name] for name in left if name != command
            }
            return
    pytest.fail("nobody could be dragged ahead")


def go_on(page: Page) -> None:
    """The next decision by its key; the moves of a bound are ended by their button."""
    before = moment(page)
    if phase(page) == "moves":
        page.get_by_role("button", name="End moves").first.click()
        anyway = page.get_by_role("button", name="End moves anyway")
        wait_until(lambda: moment(page) > before or anyway.count() > 0)
        if moment(page) == before:
            anyway.click()
        goes_on(page, before)
    else:
        press_key(page, "r")


def shaken() -> Any:
    """The second command of the active side has lost four and is demoralised; its PIPs are still to be rolled."""
    state = up_to("pips").state
    commands = tuple(replace(one, gone=4.0) if one.id == f"{state.turn} 2" else one for one in state.position.commands)
    return replace(state, position=replace(state.position, commands=commands))


def test_demoralised_elements_are_held_on_the_table_or_flee(open_page: Open, database: Path, axe: Axe) -> None:
    state = shaken()
    side = state.turn
    seats = keeping.at(database, state, new_seed())
    page = open_page(f"#/battle/{seats['both']}", **PHONE)
    page.locator("svg .base").first.wait_for()
    press(page, "Roll for PIPs")
    assert phase(page) == "hold"
    held = page.get_by_role("list", name="Held")
    expect(held).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Hold nobody").click()
    expect(held).to_have_count(0)
    one = next(b.id for b in state.position.bases if b.service.command == f"{side} 2" and b.front is not None)
    page.locator(f".sheet [data-base={one}]").focus()
    page.keyboard.press("Enter")
    expect(held).to_contain_text(one)
    page.get_by_label(f"What {one} does").select_option("about")
    expect(page.locator(".verdict[aria-busy=false]")).to_be_visible()
    page.get_by_role("button", name="let go").click()
    press(page, "Hold nobody")
    expect(page.locator("[data-phase]")).to_contain_text("goes first")
    while phase(page) == "hold":
        press_key(page, "r")
    assert phase(page) == "moves"
    expect(page.get_by_role("log")).to_contain_text("is not held and flees")
