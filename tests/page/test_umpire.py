"""Ask the umpire, the casebook, the clauses and the odds, in a real browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import PATIENCE

Open = Callable[..., Page]
DESK, PHONE = {"width": 1280, "height": 820}, {"width": 390, "height": 844}


def centre(what: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drop(page: Page, what: Locator, x: float, y: float) -> None:
    """Drag something of the palette to a place on the table, in pixels from its middle."""
    start = centre(what)
    middle = centre(table(page))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(middle[0] + x - 40, middle[1] + y + 30, steps=4)
    page.mouse.move(middle[0] + x, middle[1] + y, steps=4)
    page.mouse.up()


def table(page: Page) -> Locator:
    return page.get_by_role("group", name="The umpire's table")


def troops(page: Page, code: str) -> Locator:
    return page.locator(f'[data-troops="{code}"]')


def base(page: Page, name: str) -> Locator:
    return page.locator(f'[data-base="{name}"]')


def side(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check()


def ask(page: Page, question: str) -> None:
    page.get_by_role("combobox", name="Question", exact=True).select_option(question)
    page.get_by_role("button", name="Ask", exact=True).click()


def text_of(page: Page) -> str:
    """The case as text."""
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.get_by_role("textbox", name="Text of the case file").input_value()
    page.get_by_role("button", name="Close", exact=True).click()
    return text


def debellis(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "debellis", *arguments], capture_output=True, text=True)


def test_a_case_built_by_dragging_is_asked_saved_and_proved_again(open_page: Open, tmp_path: Path) -> None:
    page = open_page("#/umpire")
    drop(page, troops(page, "3Kn"), 0, 60)
    drop(page, troops(page, "4Bd"), 40, 55)
    side(page, "Blue")
    drop(page, troops(page, "4Sp"), 2, 37)
    expect(page.locator(".base")).to_have_count(3)
    drop(page, troops(page, "4Bw"), -110, -30)
    drop(page, page.locator('[data-ground="woods"]'), -150, -150)

    base(page, "R1").click()
    page.get_by_role("checkbox", name="The general").check()
    base(page, "B1").click(modifiers=["Shift"])
    ask(page, "combat")
    ruled = page.locator("article.open")
    expect(ruled.get_by_text("R1 is the general's element").first).to_be_visible()

    page.get_by_role("button", name="Show the whole table").focus()
    page.keyboard.press("Escape")
    ask(page, "may_shoot")
    expect(page.get_by_text("Click on the table: shooter")).to_be_visible()
    base(page, "B2").click()
    base(page, "R1").click()
    expect(ruled.get_by_text("Not allowed").last).to_be_visible()
    expect(ruled.get_by_role("button", name=re.compile("^Clause ")).first).to_be_visible()

    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("textbox", name="What it shows").fill("Knights into spears, bows looking on")
    with page.expect_download() as got:
        page.get_by_role("button", name=re.compile("^Save knights")).click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name == "knights-into-spears-bows-looking-on.toml"

    written = tomllib.loads(file.read_text("utf-8"))
    places = {one["id"]: one for one in written["base"]}
    assert places["R1"]["troops"] == "3Kn general"
    assert places["R2"]["right_of"] == "R1"
    assert places["B1"]["against"] == "R1"
    assert [one["question"] for one in written["ask"]] == ["combat", "may_shoot"]
    assert all("answer" in one for one in written["ask"])

    run = debellis("case", "run", str(file))
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_saved_case_opens_again_and_a_wrong_one_is_mended(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(
        'edition = "dba22"\n[[base]]\nid = "A"\nside = "red"\ntroops = "4Bd"\nfront = [300, 300]\nfacing = 30\n'
        '[[base]]\nid = "B"\nside = "blue"\ntroops = "4Xx"\nagainst = "A"\n'
        '[[ask]]\nquestion = "odds"\nattacker = "A"\ndefender = "B"\n'
    )
    page = open_page("#/umpire")
    page.forgiven = True  # type: ignore[attr-defined]  # the refusal is logged by the browser
    page.get_by_label("Case file").set_input_files(file)
    expect(page.get_by_role("alert").filter(has_text="4Xx")).to_be_visible()
    area = page.get_by_role("textbox", name="Text of the case file")
    area.fill(area.input_value().replace("4Xx", "4Sp"))
    page.get_by_role("button", name="Put on the table").click()
    expect(base(page, "B")).to_be_visible()
    expect(page.locator('[data-fate="no_effect"]').first).to_be_visible()
    assert 'against = "A"' in text_of(page)


def test_a_case_is_shared_by_a_link(open_page: Open) -> None:
    page = open_page("#/umpire?file=dba22/odds/knights-against-spears.toml")
    expect(base(page, "K")).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link to this case").input_value()
    assert len(link) < 8000
    before = text_of_after_closing(page)
    other = open_page(link[link.index("#") :])
    expect(base(other, "S")).to_be_visible()
    assert text_of(other) == before


def text_of_after_closing(page: Page) -> str:
    page.get_by_role("button", name="Close", exact=True).click()
    return text_of(page)


def test_pieces_are_moved_turned_undone_and_freed(open_page: Open) -> None:
    page = open_page("#/umpire")
    drop(page, troops(page, "4Bd"), 0, 0)
    side(page, "Blue")
    drop(page, troops(page, "4Bd"), 3, -18)
    assert 'against = "R1"' in text_of(page)
    base(page, "R1").click()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("]")
    written = tomllib.loads(text_of(page))
    assert written["base"][0]["facing"] == 15
    assert written["base"][1] == {"id": "B1", "side": "blue", "troops": "4Bd", "against": "R1"}

    x, y = centre(base(page, "B1"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y - 80, steps=5)
    page.mouse.up()
    assert "against" not in text_of(page)
    page.get_by_role("button", name="Undo").click()
    assert 'against = "R1"' in text_of(page)
    page.get_by_role("button", name="Redo").click()
    assert "against" not in text_of(page)

    x, y = centre(page.locator("[data-turn] circle"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y, steps=5)
    page.mouse.up()
    assert tomllib.loads(text_of(page))["base"][1]["facing"] not in (15, 195)
    base(page, "B1").click()
    page.keyboard.press("Delete")
    expect(base(page, "B1")).to_have_count(0)


def test_ground_is_drawn_corner_by_corner(open_page: Open) -> None:
    page = open_page("#/umpire")
    page.locator('[data-ground="marsh"]').click()
    x, y = centre(table(page))
    for dx, dy in ((-100, -100), (60, -100), (60, 40), (-100, 40)):
        page.mouse.click(x + dx, y + dy)
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("tab", name="Pieces").click()
    page.locator('[data-ground="river"]').click()
    for dx in (-200, 0, 200):
        page.mouse.click(x + dx, y + 120)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Finish").click()
    marsh, river = tomllib.loads(text_of(page))["terrain"]
    assert len(marsh["outline"]) == 4
    assert len(river["line"]) == 3
    assert river["width"] > 0
    page.locator('[data-terrain="marsh"]').click()
    page.get_by_role("textbox", name="Name").fill("bog")
    page.keyboard.press("Tab")
    assert '"bog"' in text_of(page)


def test_a_case_is_built_and_asked_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("#/umpire")
    troops(page, "4Bw").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Red").focus()
    page.keyboard.press("ArrowRight")
    troops(page, "4Bd").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".base")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^blue B1|^B ?blue B1", re.I)).or_(base(page, "B1")).first.focus()
    for name, keys in (("R1", "ArrowDown"), ("B1", "ArrowUp")):
        base(page, name).focus()
        page.keyboard.press("Enter")
        for _ in range(2):
            page.keyboard.press(keys)
    page.get_by_role("combobox", name="Question", exact=True).select_option("gap")
    page.get_by_role("button", name="Ask", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="A", exact=True).or_(page.get_by_role("combobox", name="A", exact=True)).fill("R1")
    page.keyboard.press("Tab")
    page.get_by_role("textbox", name="B", exact=True).or_(page.get_by_role("combobox", name="B", exact=True)).fill("B1")
    page.keyboard.press("Tab")
    expect(page.locator("article.open").get_by_text(re.compile(r"mm \(\d+")).first).to_be_visible()


def test_a_refused_move_offers_the_nearest_legal_place(open_page: Open) -> None:
    page = open_page("#/umpire")
    drop(page, troops(page, "4Bd"), 0, 100)
    base(page, "R1").click()
    ask(page, "may_move")
    page.get_by_role("button", name="Put a ghost on the table").click()
    ruled = page.locator("article.open")
    expect(ruled.get_by_text("Allowed").last).to_be_visible()
    ghost = page.locator("[data-pose]")
    x, y = centre(ghost)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 150, steps=6)
    page.mouse.up()
    expect(ruled.get_by_text("Not allowed").last).to_be_visible()
    ruled.get_by_role("button", name="Take the nearest legal place").click()
    expect(ruled.locator(".verdict", has_text="Allowed")).to_be_visible()


def test_actions_are_played_before_a_question(open_page: Open) -> None:
    page = open_page("#/umpire?file=dba22/sequence/own-shooters-only.toml")
    expect(page.locator(".base").first).to_be_visible()
    assert "[[do]]" in text_of(page)
    cards = page.locator("article")
    expect(cards.get_by_text("not as expected")).to_have_count(0)
    expect(page.get_by_text("✓ As expected").first).to_be_attached()


def test_the_casebook_is_searched_and_opened_on_the_table(open_page: Open) -> None:
    page = open_page("#/casebook")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\d{3} cases"))).to_be_visible()
    page.get_by_label("Clause, or its beginning").fill("BOB-SHO-5a")
    page.get_by_label("Words").fill("shot")
    page.get_by_label("Rules").select_option("dba22")
    page.locator(".list li a").first.click()
    shown = page.locator(".shown")
    expect(shown.locator(".base").first).to_be_visible()
    expect(shown.get_by_text("Expected").first).to_be_visible()
    page.get_by_role("link", name="Open on the table").click()
    expect(page.get_by_role("group", name="The umpire's table").locator(".base").first).to_be_visible()
    expect(page.get_by_text("✓ As expected").first).to_be_visible()


def test_the_ledgers_are_browsed_and_counted(open_page: Open) -> None:
    page = open_page("#/clauses")
    page.get_by_label("Words").fill("BOB-SHO-5a")
    page.locator(".list li a").first.click()
    expect(page.get_by_role("heading", name="Its cases")).to_be_visible()
    expect(page.get_by_text("How an ambiguity is read here")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/clauses")
    page.get_by_role("button", name="Count it now").click()
    # The whole casebook is run for it.
    expect(page.get_by_role("table")).to_be_visible(timeout=5 * PATIENCE)
    page.get_by_label("Words").fill("")
    page.get_by_label("State").select_option("open")
    expect(page.locator(".list .sign").first).to_have_text("open")


def test_the_odds_are_those_of_the_engine(open_page: Open, tmp_path: Path) -> None:
    page = open_page("#/odds")
    red, blue = page.locator("fieldset.red"), page.locator("fieldset.blue")
    red.get_by_label("Troops").select_option("4Wb")
    red.get_by_label("Behind it").select_option("4Wb")
    blue.get_by_label("Troops").select_option("4Bd")
    blue.get_by_label("The general").check()
    page.get_by_label("Red's left").select_option("red_overlaps")
    page.get_by_label("Height").select_option("blue_uphill")
    expect(page.get_by_role("cell", name="overlap, corner on corner")).to_be_visible()
    expect(page.get_by_role("cell", name="higher than all of")).to_be_visible()
    told = {
        name: {one.get_attribute("data-fate"): int(one.get_attribute("data-rolls") or 0) for one in fates.all()}
        for name in ("R1", "B1")
        if (fates := page.locator(f'[data-odds="{name}"] li'))
    }
    page.get_by_role("button", name="Open on the umpire's table").click()
    expect(base(page, "R1")).to_be_visible()
    file = tmp_path / "odds.toml"
    file.write_text(text_of(page))
    engine = debellis("ask", str(file), "--json")
    assert engine.returncode == 0, engine.stderr
    answer = json.loads(engine.stdout)[0]["answer"]
    roles = {name: role for role, name in answer["who"].items()}
    for name, fates in told.items():
        assert sum(fates.values()) == 36
        for fate, rolls in fates.items():
            assert round(answer[roles[name]][fate]["value"] * 36) == rolls


def test_the_odds_of_every_fight_of_a_position(open_page: Open) -> None:
    page = open_page("#/umpire?file=dba22/odds/knights-against-spears.toml")
    expect(base(page, "K")).to_be_visible()
    page.get_by_role("button", name="Odds", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("K fights S"))).to_be_visible()
    expect(page.locator('[data-odds="K"] li').first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("route", "there"),
    [
        ("#/umpire?file=dba22/odds/knights-against-spears.toml", "[data-odds]"),
        ("#/casebook?case=dba22/odds/knights-against-spears.toml", ".shown .base"),
        ("#/casebook", ".list li"),
        ("#/clauses/BOB-SHO-5a", ".shown h2"),
        ("#/odds", "[data-odds]"),
    ],
)
def test_nothing_serious_bars_the_way(
    open_page: Open, axe: Callable[[Page], list[str]], route: str, there: str, viewport: dict[str, int], scheme: str
) -> None:
    page = open_page(route, viewport=viewport, color_scheme=scheme)
    expect(page.locator(there).first).to_be_attached()
    assert axe(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= viewport["width"]
