"""Unit groups on the umpire's table, in a real browser: laid, asked about, moved, saved and opened again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.test_umpire import DESK, PHONE, ask, base, centre, debellis, drop, side, table, text_of

Open = Callable[..., Page]


LAID = [("R1", "Pezhetairoi", 2), ("R2", "Companions", 2), ("B1", "Companions", 2)]


def open_meg(open_page: Open, **wanted: object) -> Page:
    """The umpire's table with the rules of unit groups."""
    page = open_page("#/umpire", **wanted)
    page.get_by_role("tab", name="Case").click()
    page.get_by_label("Rules").select_option("meg")
    page.get_by_role("tab", name="Pieces").click()
    expect(page.get_by_label("Army list")).to_be_visible()
    return page


def unit(page: Page, name: str) -> Locator:
    return page.locator(f'[data-unit="{name}"]')


def army(page: Page, name: str) -> None:
    page.get_by_label("Army list").select_option(name)


def ruled(page: Page) -> Locator:
    return page.locator("article.open")


def dragged(page: Page, what: Locator, dx: float, dy: float) -> None:
    x, y = centre(what)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def test_unit_groups_and_a_general_are_laid_asked_about_moved_and_saved(open_page: Open, tmp_path: Path) -> None:
    page = open_meg(open_page)
    army(page, "Alexander in Asia")
    drop(page, unit(page, "Pezhetairoi"), -60, 100)
    page.get_by_role("tab", name="Pieces").click()
    drop(page, page.locator('[data-role="AC"]'), -60, 105)
    page.get_by_role("tab", name="Pieces").click()
    drop(page, unit(page, "Companions"), -60, -60)
    page.get_by_role("tab", name="Pieces").click()
    side(page, "Blue")
    drop(page, unit(page, "Companions"), 60, -60)
    expect(page.locator(".base")).to_have_count(16)
    case = tomllib.loads(text_of(page))
    assert [(one["id"], one["name"], one["files"]) for one in case["unit"]] == LAID
    assert case["general"][0]["with"].startswith("R1/")

    base(page, "R1/1.1").click()
    base(page, "B1/1.1").click(modifiers=["Shift"])
    ask(page, "distance")
    far = ruled(page).get_by_text(re.compile(r"\d mm \(")).first
    expect(far).to_be_visible()
    before = far.inner_text()
    base(page, "B1/1.1").click()
    dragged(page, base(page, "B1/2.1"), 10, 40)
    expect(far).not_to_have_text(before)

    base(page, "R2/1.1").click()
    ask(page, "in_command")
    ruled(page).get_by_label("General").select_option("RG1")
    expect(ruled(page).locator(".verdict", has_text="No")).to_be_visible()
    expect(ruled(page).get_by_role("button", name="Clause MEG-B7.4")).to_be_visible()
    expect(ruled(page).get_by_text(re.compile(r"the limit being 240 mm \(6 BW\)"))).to_be_visible()
    dragged(page, base(page, "R2/1.1"), 0, 110)
    expect(ruled(page).locator(".verdict", has_text="Yes")).to_be_visible()

    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("What it shows").fill("Companions near the phalanx")
    with page.expect_download() as saved:
        page.get_by_role("button", name=re.compile("^Save companions")).click()
    file = tmp_path / "saved.toml"
    saved.value.save_as(file)
    proved = debellis("case", "run", str(file))
    assert proved.returncode == 0, proved.stdout + proved.stderr

    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".base")).to_have_count(0)
    page.get_by_label("Case file").set_input_files(file)
    expect(page.locator(".base")).to_have_count(16)
    expect(page.locator('[data-general-of="RG1"]')).to_be_attached()
    expect(page.get_by_text("✓ As expected").first).to_be_visible()


def test_a_case_of_the_casebook_is_opened_on_the_table(open_page: Open) -> None:
    page = open_page("#/casebook")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\d{3} cases"))).to_be_visible()
    page.get_by_label("Rules").select_option("meg")
    page.get_by_label("Words").fill("A front corner set on the enemy by a charge is a fight")
    page.locator(".list li a").first.click()
    expect(page.locator(".shown .base").first).to_be_visible()
    drawn = page.locator(".shown .base").count()
    expect(page.get_by_role("link", name="Odds of its fights")).to_have_count(0)
    page.get_by_role("link", name="Open on the table").click()
    expect(table(page).locator(".base").first).to_be_visible()
    expect(table(page).locator(".base")).to_have_count(drawn)
    expect(page.get_by_text("✓ As expected").first).to_be_visible()
    expect(page.get_by_text("not as expected")).to_have_count(0)


def test_a_move_is_ruled_on_while_its_ghost_is_dragged(open_page: Open) -> None:
    page = open_meg(open_page)
    drop(page, unit(page, "Pezhetairoi"), 0, 60)
    base(page, "R1/1.1").click()
    ask(page, "may_move")
    ruled(page).get_by_label("Action").select_option("M2")
    ruled(page).get_by_role("button", name="Put a ghost on the table").click()
    expect(ruled(page).locator(".verdict", has_text="Allowed")).to_be_visible()
    ghost = page.locator("[data-pose]")
    dragged(page, ghost, 0, -60)
    expect(ruled(page).locator(".verdict", has_text="Not allowed")).to_be_visible()
    expect(ruled(page).get_by_role("button", name="Clause MEG-B13.21")).to_be_visible()
    asked = tomllib.loads(text_of(page))["ask"][0]
    assert asked["action"] == "M2"
    assert asked["steps"][0]["advance"] > 120
    dragged(page, ghost, 25, 35)
    expect(ruled(page).get_by_label("Action")).not_to_have_value("M2")


def test_unit_groups_are_laid_and_turned_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_meg(open_page)
    unit(page, "Pezhetairoi").focus()
    page.keyboard.press("Enter")
    page.locator('[data-role="sub"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Red").focus()
    page.keyboard.press("ArrowRight")
    unit(page, "Hypaspists").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".base")).to_have_count(16)
    base(page, "R1/1.1").focus()
    page.keyboard.press("Enter")
    before = tomllib.loads(text_of(page))
    assert before["general"] == [{"id": "RG1", "side": "red", "role": "sub", "with": "R1"}]
    base(page, "R1/1.1").focus()
    for key in ("ArrowDown", "ArrowDown", "]"):
        page.keyboard.press(key)
    after = tomllib.loads(text_of(page))["unit"][0]
    assert after["facing"] == 15
    assert after["front"][1] < before["unit"][0]["front"][1] - 10
    page.get_by_role("combobox", name="Question", exact=True).select_option("going")
    page.get_by_role("button", name="Ask", exact=True).focus()
    page.keyboard.press("Enter")
    expect(ruled(page).get_by_text("good", exact=True).first).to_be_visible()
    base(page, "R1/1.1").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".base")).to_have_count(8)
    expect(page.locator('[data-general-of="RG1"]')).to_be_attached()


def test_what_no_rules_know_is_said_before_anything_is_asked(open_page: Open) -> None:
    page = open_meg(open_page)
    drop(page, unit(page, "Cretan archers"), 0, 0)
    base(page, "R1/1.1").click()
    page.forgiven = True  # type: ignore[attr-defined]  # the browser logs the refusal of the server
    page.get_by_label("Kind").select_option("TuG")
    page.get_by_label("Protection").select_option("FArm")
    expect(page.get_by_role("alert").filter(has_text="unit R1 cannot be so")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desktop", "phone"])
def test_nothing_serious_bars_the_way(
    open_page: Open, axe: Callable[[Page], list[str]], viewport: dict[str, int], scheme: str
) -> None:
    page = open_page("#/umpire?file=meg/charging/knights_have_declared.toml", viewport=viewport, color_scheme=scheme)
    expect(page.locator(".ruling").first).to_be_visible()
    assert axe(page) == []
    for tab in ("Pieces", "Selected", "Case"):
        if tab == "Selected":
            page.get_by_role("button", name=re.compile(r"\d bases$")).first.click()
            expect(page.get_by_label("Called")).to_be_visible()
        else:
            page.get_by_role("tab", name=tab).click()
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
