"""Building an army on the page: points and faults as one chooses, commands, allies, keeping it, a battle with it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from debellis.battle.playable import army_builder_of
from debellis.mechanics.army_files import read_chosen

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]

PHONE = {"viewport": {"width": 390, "height": 844}}


def carthage(open_page: Open, **how: object) -> Page:
    page = open_page("#/army?edition=dbm31", **how)
    page.get_by_label("List", exact=True).select_option("later_carthaginian")
    expect(page.get_by_label("General in command C")).to_contain_text("Barcid general")
    expect(page.get_by_text("This army may be fielded.")).to_be_visible()
    return page


def test_points_and_faults_follow_every_choice(open_page: Open) -> None:
    page = carthage(open_page)
    verdict = page.get_by_role("region", name="The umpire says")
    expect(verdict).to_contain_text("400 of 400 points")
    elephants = page.get_by_role("spinbutton", name="Irr El (I), African elephants in command C")
    before = int(elephants.input_value())
    page.get_by_role("button", name="One more: Irr El (I), African elephants in command C").click()
    expect(elephants).to_have_value(str(before + 1))
    expect(verdict).to_contain_text("414 of 400 points")
    expect(verdict).to_contain_text("An army costs at most 400 points, not 414.")
    expect(verdict.get_by_role("button", name="DBM-B5.1")).to_be_visible()
    elephants.press("ArrowDown")
    expect(verdict).to_contain_text("This army may be fielded.")
    elephants.fill("20")
    expect(verdict).to_contain_text("The list has at most 6 of African elephants")
    page.get_by_label("Points", exact=True).fill("600")
    page.get_by_label("Points", exact=True).press("Tab")
    expect(verdict).to_contain_text("of 600 points")


def test_an_army_from_nothing_with_a_contingent_of_allies(open_page: Open) -> None:
    """136 points under the commander-in-chief, 118 under his general, and 58 of Gauls."""
    page = carthage(open_page)
    page.get_by_role("button", name="Empty it").click()
    verdict = page.get_by_role("region", name="The umpire says")
    expect(verdict).to_contain_text("0 of 400 points")
    page.get_by_role("button", name="Add allies: Gallic").click()
    page.get_by_label("General in command C").select_option("cinc")
    page.get_by_label("General in command L").select_option("sub")
    page.get_by_label("General in command R").select_option("cinc")
    chosen = {
        "Reg Sp (O), African spearmen in command C": 12,
        "Irr LH (O), Numidians in command C": 4,
        "Irr El (I), African elephants in command C": 2,
        "Irr Ax (S), Scutarii in command L": 8,
        "Reg Cv (O), Punic cavalry in command L": 3,
        "Irr Ps (S), Caetrati in command L": 2,
        "Irr Wb (O), Gallic foot in command L": 8,
        "Irr Ps (O), Balearic slingers in command L": 2,
    }
    for label, count in chosen.items():
        page.get_by_role("spinbutton", name=label).fill(str(count))
    allies = page.get_by_role("region", name="Allied contingent R")
    for line, count in (
        ("Irr Cv (O), Noble cavalry", 2),
        ("Irr Wb (O), Warriors", 9),
        ("Irr Ps (O), Slingers and javelin youths", 1),
    ):
        allies.get_by_role("spinbutton", name=f"{line} in command R").fill(str(count))
    expect(verdict).to_contain_text("Command R: A contingent has 10 to 28 of Warriors, not 9.")
    allies.get_by_role("spinbutton", name="Irr Wb (O), Warriors in command R").press("ArrowUp")
    expect(verdict).to_contain_text("312 of 400 points")
    expect(verdict).to_contain_text("This army may be fielded.")


def test_a_double_base_by_its_notation(open_page: Open) -> None:
    """Two warbands of the Gallic foot on one base cost what two single ones cost."""
    page = carthage(open_page)
    verdict = page.get_by_role("region", name="The umpire says")
    foot = page.get_by_role("spinbutton", name="Irr Wb (O), Gallic foot in command C")
    foot.fill(str(int(foot.input_value()) - 2))
    expect(verdict).to_contain_text("394 of 400 points")
    page.get_by_label("By notation").fill("Irr Wb (O) + Irr Wb (O)")
    page.get_by_label("By notation").press("Enter")
    expect(page.get_by_role("spinbutton", name="Irr Wb (O) + Irr Wb (O) in command C")).to_have_value("1")
    expect(verdict).to_contain_text("400 of 400 points")
    expect(verdict).to_contain_text("This army may be fielded.")
    page.get_by_label("By notation").fill("Reg Dragon (S)")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(verdict).to_contain_text("Reg Dragon (S) = 1 is nothing the list offers")


def test_an_army_is_kept_and_its_file_is_what_the_command_line_reads(open_page: Open, tmp_path: Path) -> None:
    page = carthage(open_page)
    page.get_by_label("Its name").fill("Hannibal")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("Kept as “Hannibal”")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download its file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert tomllib.loads(file.read_text())["name"] == "Hannibal"
    assert army_builder_of("dbm31").check(read_chosen(file.read_text())).legal
    page.reload()
    page.get_by_label("Rules", exact=True).select_option("dbm31")
    page.get_by_role("button", name="Hannibal", exact=True).click()
    expect(page.get_by_label("Its name")).to_have_value("Hannibal")
    expect(page.get_by_label("List", exact=True)).to_have_value("later_carthaginian")
    page.get_by_role("button", name="Delete Hannibal").click()
    expect(page.get_by_role("button", name="Hannibal", exact=True)).to_have_count(0)


def test_a_battle_begins_with_an_army_of_ones_own(open_page: Open) -> None:
    page = open_page("#/army?edition=dba22")
    page.get_by_label("List", exact=True).select_option("II/33")
    expect(page.get_by_role("region", name="The umpire says")).to_contain_text("12 of 12 elements")
    page.get_by_label("Its name").fill("Scipio")
    page.get_by_role("button", name="Begin a battle with it").click()
    card = page.get_by_role("region", name="Red Your army")
    expect(card.get_by_label("Or one of your armies")).to_contain_text("Scipio")
    expect(card).to_contain_text("As the list allows.")
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_text("Red deploys 12 elements.").first).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_builder_is_accessible(open_page: Open, axe: Axe, theme: str) -> None:
    assert axe(carthage(open_page, color_scheme=theme)) == []


def test_one_command_at_a_time_on_a_phone(open_page: Open, axe: Axe) -> None:
    page = carthage(open_page, **PHONE)
    group = page.get_by_role("group", name="Command shown")
    expect(page.get_by_label("General in command C")).to_be_visible()
    expect(page.get_by_label("General in command L")).to_be_hidden()
    group.get_by_role("button", name="L", exact=False).click()
    expect(page.get_by_label("General in command L")).to_be_visible()
    expect(page.get_by_label("General in command C")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []
