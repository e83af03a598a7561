"""Nothing on the table is told by colour alone: sides, rulings and odds are read with colours taken away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.board import end_moves
from tests.page.keeping import standing
from tests.page.test_bound import POSITION


@pytest.fixture
def page(open_page: Callable[..., Page], server: str, database: Path, tmp_path: Path) -> Page:
    """A bound to play, with the few colours of a system that forces its own."""
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    seat = standing(database, file, 6)["both"]
    found = open_page(f"#/battle/{seat}", forced_colors="active", reduced_motion="reduce")
    found.locator(".sheet .base").first.wait_for()
    assert found.evaluate("matchMedia('(forced-colors: active)').matches")
    return found


def style(what: Locator, name: str) -> str:
    """What a style of something comes to."""
    return str(what.first.evaluate("(one, name) => getComputedStyle(one).getPropertyValue(name)", name))


def test_sides_are_told_by_hatching_letters_and_names(page: Page) -> None:
    for base in page.locator(".sheet .base").all():
        name = base.get_attribute("data-base") or ""
        red = name.startswith("R")
        expect(base.locator(".hatch")).to_have_count(1 if red else 0)
        assert (base.get_attribute("aria-label") or "").startswith("red " if red else "blue ")
    lines = page.locator("#side-red path").first
    assert style(lines, "stroke") != "none"
    assert float(style(lines, "stroke-opacity")) > 0.3
    armies = page.locator(".head .army")
    expect(armies.locator("svg text")).to_have_text(["R", "B"])


def test_a_ruling_is_told_by_words_signs_and_lines(page: Page) -> None:
    page.locator("[data-base=R7]").focus()
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    card = page.locator("[data-ruling][aria-busy=false]")
    expect(card).to_contain_text("✓ Allowed")
    expect(page.locator(".tag.allowed")).to_contain_text("✓")
    allowed = style(page.locator(".ghost.allowed .board"), "stroke-dasharray")
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    expect(card).to_contain_text("✗ Refused")
    expect(page.locator(".tag.refused")).to_contain_text("✗ refused")
    refused = style(page.locator(".ghost.refused .board"), "stroke-dasharray")
    nearest = style(page.locator(".ghost.nearest .board"), "stroke-dasharray")
    assert len({allowed, refused, nearest}) == 3


def test_fates_and_dice_are_told_by_words_and_patterns(page: Page, axe: Callable[[Page], list[str]]) -> None:
    end_moves(page)
    for title in ("Shots to come: 1", "Close combats to fight: 1"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        fates = page.locator("[data-odds] li")
        expect(fates.first).to_be_visible()
        looks = {fate.get_attribute("data-fate"): look(fate) for fate in fates.all()}
        assert len(set(looks.values())) == len(looks) > 1
        assert all(fate.locator(".words").inner_text() for fate in fates.all())
        letters = page.locator(".matchup .tag [aria-hidden]").all_inner_texts()
        assert set(letters) == {"R", "B"}
        assert axe(page) == []
        page.keyboard.press("r")
        expect(page.locator(".last .versus")).to_be_visible()


def look(fate: Locator) -> str:
    """The pattern that stands for a fate in the bar."""
    return style(fate.locator(".key"), "background-image")
