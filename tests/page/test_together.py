"""Two people play each other by link, each in a browser of their own, and a third looks on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.page.board import Board, end_moves
from tests.page.conftest import wait_until

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def copied(page: Page, label: str) -> str:
    """The route of a link, as the button beside it copies it."""
    page.get_by_role("button", name=f"Copy: {label}").click()
    expect(page.get_by_text("The link is copied.").first).to_be_attached()
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link[link.index("#") :]


def sit_down(open_page: Open) -> tuple[Page, Page, Page]:
    """A new battle with a friend: who began it, the friend, and one with the spectators' link."""
    page = open_page("#/new", permissions=CLIPBOARD)
    page.get_by_label("A friend, by link").check()
    page.get_by_label("Red is played by").fill("Anna")
    page.get_by_label("Blue is played by").fill("Bert")
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("heading", name="The table is ready")).to_be_focused()
    friend, spectator = copied(page, "For your friend"), copied(page, "For spectators")
    assert friend != spectator
    page.get_by_role("link", name="To the table").click()
    found = (page, open_page(friend), open_page(spectator))
    for one in found:
        expect(one.locator("[data-phase=pips]")).to_be_visible()
    return found


def roll_button(page: Page) -> int:
    return page.get_by_role("button", name="Roll for PIPs").count()


def drawn(page: Page, name: str) -> Locator:
    """A base on the table; where it stands is its style."""
    return page.locator(f".sheet [data-base={name}]")


def can_do_nothing(page: Page, server: str) -> None:
    """Neither buttons, nor keys, nor the pointer decide anything, and nobody is told otherwise."""
    expect(page.get_by_role("button", name=re.compile("^(Roll|End moves|Move here)"))).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    board = Board(page, server, page.url.rsplit("/", 1)[1])
    before = board.view()
    for key in ("r", "m", "g", "ArrowUp", "Enter", "d", "d", "u", "Control+z"):
        page.keyboard.press(key)
    for name in ("R1", "B1"):
        x, y = board.middle(name)
        board.drag_base(name, x, y + (30 if y < 300 else -30))
        page.locator(f".sheet [data-base={name}]").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-ruling]")).to_have_count(0)
    expect(page.locator("[data-handle]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert board.view() == before


def test_two_play_by_link_and_a_third_looks_on(open_page: Open, server: str, axe: Axe) -> None:
    everybody = anna, bert, third = sit_down(open_page)
    can_do_nothing(third, server)
    wait_until(lambda: roll_button(anna) + roll_button(bert) == 1)
    first, second = (anna, bert) if roll_button(anna) else (bert, anna)
    side, other = ("Red", "Blue") if first is anna else ("Blue", "Red")
    for bound, (mover, waiting) in enumerate(((first, second), (second, first))):
        word = other if bound else side
        mover.get_by_role("button", name="Roll for PIPs").click()
        for one in everybody:
            expect(one.get_by_role("log")).to_contain_text(f"{word} bound 1: ")
            expect(one.locator("[data-phase=moves]")).to_be_visible()
        expect(waiting.get_by_role("status").filter(has_text=f"Waiting for {word} to make")).to_be_visible()
        can_do_nothing(waiting, server)
        go_and_come_back(mover, everybody)
        can_do_nothing(third, server)
        end_moves(mover)
        for one in everybody:
            expect(one.get_by_role("log")).to_contain_text(f"The turn passes to {(side if bound else other).lower()}")
    for one in everybody:
        assert axe(one) == []


def go_and_come_back(mover: Page, everybody: tuple[Page, ...]) -> None:
    """A move is seen by all; so is its being taken back; then it is made after all."""
    stood = {name: drawn(mover, name).get_attribute("style") or "" for name in names(mover)}
    name = advance(mover, list(stood))
    for one in everybody:
        expect(drawn(one, name)).not_to_have_attribute("style", stood[name])
        expect(one.get_by_role("log")).to_contain_text(f"{name} moves")
    moved = drawn(mover, name).get_attribute("style") or ""
    for one in everybody:
        expect(drawn(one, name)).to_have_attribute("style", moved)
    mover.get_by_role("button", name="Undo").click()
    for one in everybody:
        expect(drawn(one, name)).to_have_attribute("style", stood[name])
        expect(one.get_by_role("log")).to_contain_text("takes the last decision back")
    assert advance(mover, [name]) == name
    for one in everybody:
        expect(drawn(one, name)).to_have_attribute("style", moved)


def chips(page: Page) -> Locator:
    return page.get_by_role("list", name="Your bases").get_by_role("button")


def names(page: Page) -> list[str]:
    """One's bases on the table."""
    expect(chips(page).first).to_be_visible()
    found = [re.findall(r"[RB]\d+", text)[0] for text in chips(page).all_inner_texts() if " in " not in text]
    assert found
    return found


def advance(page: Page, tried: list[str]) -> str:
    """Move the first of some bases that can go a little straight ahead; its name."""
    for name in tried:
        chips(page).filter(has_text=re.compile(rf"{name}\b")).click()
        page.get_by_label("Advance").fill("40")
        page.get_by_role("button", name="Ahead").click()
        ruling = page.locator("[data-ruling][aria-busy=false]")
        expect(ruling).to_be_visible()
        if ruling.get_attribute("data-ruling") == "allowed":
            ruling.get_by_role("button", name=re.compile("^Move here")).click()
            return name
        page.get_by_role("button", name="clear").click()
    raise AssertionError(f"none of {tried} can go ahead")


def test_a_roll_is_taken_back_when_the_other_agrees(open_page: Open, axe: Axe) -> None:
    """Asked for by button and declined, asked for by key and granted; the third sees it all and answers nothing."""
    everybody = anna, bert, _ = sit_down(open_page)
    wait_until(lambda: roll_button(anna) + roll_button(bert) == 1)
    first, second = (anna, bert) if roll_button(anna) else (bert, anna)
    side = "Red" if first is anna else "Blue"
    expect(first.get_by_role("button", name="Ask to take back")).to_have_count(0)
    first.get_by_role("button", name="Roll for PIPs").click()
    for one in everybody:
        expect(one.locator("[data-phase=moves]")).to_be_visible()
    expect(second.get_by_role("button", name="Ask to take back")).to_have_count(0)
    first.get_by_role("button", name="Ask to take back").click()
    for one in everybody:
        request = one.get_by_role("region", name="Request to take back")
        expect(request).to_contain_text(f"{side} asks to take back its last decision; dice were rolled since then.")
        expect(request.get_by_role("button")).to_have_count(2 if one is second else 0)
        assert axe(one) == []
    second.get_by_role("button", name="Decline").click()
    for one in everybody:
        expect(one.get_by_role("region", name="Request to take back")).to_have_count(0)
        expect(one.get_by_role("log")).to_contain_text("does not agree to take anything back")
    first.keyboard.press("Shift+U")
    agree = second.get_by_role("region", name="Request to take back").get_by_role("button", name="Agree")
    agree.focus()
    second.keyboard.press("Enter")
    expect(first.get_by_role("button", name="Roll for PIPs")).to_be_visible()
    for one in everybody:
        expect(one.locator("[data-phase=pips]")).to_be_visible()
        expect(one.get_by_role("log")).to_contain_text(f"{side} takes back its last decision")
        assert axe(one) == []
    first.get_by_role("button", name="Roll for PIPs").click()
    expect(second.locator("[data-phase=moves]")).to_be_visible()


def test_the_end_of_moves_is_ones_own_until_the_other_rolls(open_page: Open) -> None:
    anna, bert, _ = sit_down(open_page)
    wait_until(lambda: roll_button(anna) + roll_button(bert) == 1)
    first, second = (anna, bert) if roll_button(anna) else (bert, anna)
    first.get_by_role("button", name="Roll for PIPs").click()
    expect(first.locator("[data-phase=moves]")).to_be_visible()
    end_moves(first)
    expect(second.get_by_role("button", name="Roll for PIPs")).to_be_visible()
    expect(first.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    first.keyboard.press("u")
    expect(first.get_by_role("button", name="End moves")).to_be_visible()
    expect(second.get_by_role("button", name="Roll for PIPs")).to_have_count(0)


def test_on_a_phone_the_computer_agrees_to_a_take_back(
    begin: Callable[..., dict[str, str]], open_page: Open, axe: Axe
) -> None:
    seat = begin(automatic=True)["red"]
    page = open_page(f"#/battle/{seat}", viewport={"width": 390, "height": 844}, color_scheme="dark")
    roll = page.get_by_role("button", name="Roll for PIPs")
    expect(roll).to_be_visible()
    roll.click()
    page.get_by_role("button", name="Ask to take back").click()
    expect(roll).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("Red takes back its last decision; blue agrees")
    assert axe(page) == []
