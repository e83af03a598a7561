"""Shots and combats on a battle's page: the odds it shows, those of the engine, and what is told of a roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from debellis.dba.playing.melee_phase import first_on
from debellis.dba.playing.state import State
from debellis.mechanics.odds_answer import ExactChance
from debellis.table import writing
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.ruling import Ruling
from tests.page.conftest import ASKING
from tests.page.steps import settled

FATES = ("no_effect", "recoil", "flee", "destroyed", "change_sides")


def seen(server: str, seat: str) -> dict[str, Any]:
    """The battle as a seat sees it, and its account."""
    found: dict[str, Any] = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seat}).json()
    return found


def newest_roll(server: str, seat: str) -> dict[str, Any]:
    """The last event with dice."""
    rolled: list[dict[str, Any]] = [item for item in seen(server, seat)["account"] if item["dice"]]
    return rolled[-1]


def position_of(server: str, seat: str) -> Position:
    """What stands where now."""
    return writing.convert(seen(server, seat)["shown"]["view"]["position"], Position)


def expect_odds(page: Page, who: str, wanted: dict[str, int]) -> None:
    """The page shows these rolls out of 36 for each fate of one side, as one reads them."""
    rows = page.locator(f'[data-odds="{who}"] li')
    for fate, count in wanted.items():
        row = page.locator(f'[data-odds="{who}"] li[data-fate="{fate}"]')
        expect(row).to_have_attribute("data-rolls", str(count))
        expect(row.locator(".rolls")).to_have_text(f"{count}/36")
    expect(rows).to_have_count(len(wanted))


def choose_by_hand(page: Page) -> tuple[str, str]:
    """Go to the next combat by its key, so that no advice that comes in changes the choice; the combat chosen."""
    settled(page)
    expect(page.get_by_role("button", name="Roll:")).to_be_visible()
    page.keyboard.press("c")
    return chosen(page)


def rolls(chances: dict[str, ExactChance]) -> dict[str, int]:
    """The same as the engine has them."""
    counted = {fate: chances[fate].value * 36 for fate in FATES}
    assert all(abs(count - round(count)) < 1e-9 for count in counted.values())
    return {fate: round(count) for fate, count in counted.items() if count > 0}


def expect_sheets(page: Page, ruling: Ruling) -> None:
    """Both factor sheets stand on the page line by line, with their clauses."""
    tables = page.locator(".matchup table")
    expect(tables).to_have_count(2)
    for table, sheet in zip(tables.all(), ruling.sheets, strict=True):
        lines = table.locator("tbody tr")
        expect(lines).to_have_count(len(sheet.lines))
        for row, line in zip(lines.all(), sheet.lines, strict=True):
            expect(row).to_contain_text(line.reason)
            expect(row.locator(".clause")).to_have_text(list(line.clauses))
        expect(table.locator("tfoot .value")).to_have_text(str(sheet.sum))


def chosen(page: Page) -> tuple[str, str]:
    """The combat the button would roll."""
    said = page.get_by_role("button", name="Roll:").inner_text().removeprefix("Roll: ")
    one, two = said.split(" fights ")
    return one, two


def engine_odds(position: Position, state: State, attacker: str, defender: str) -> Ruling:
    """The odds as the engine gives them, told what happened in the bound."""
    first = first_on(state, attacker, defender)
    moved = {
        "moved_into_front_contact": [name for name in state.into_front if position.has_base(name)],
        "moved_into_flank_contact": [name for name in state.into_flank if position.has_base(name)],
    }
    more = {} if first is None else {"first": first}
    return ask(position, "odds", attacker=attacker, defender=defender, **moved, **more)


def roll(page: Page, server: str, seat: str, press: Callable[[], None]) -> dict[str, Any]:
    """Press, and see dice, totals and outcome of what was rolled; its event."""
    before = seen(server, seat)["shown"]["number"]
    press()
    expect(page.locator(f'[data-roll="{before}"]')).to_have_count(0)
    card = page.locator(".last .versus")
    expect(card).to_be_visible()
    item = newest_roll(server, seat)
    expect(page.locator(f'[data-roll="{item["number"]}"]')).to_be_visible()
    expect_result(page, card, item)
    return item


def expect_result(page: Page, card: Locator, item: dict[str, Any]) -> None:
    """Dice, totals, outcome and clause of an event are on the page."""
    ruling = next(event["ruling"] for event in item["said"] if event["ruling"])
    dice = card.locator("[data-die]")
    expect(dice).to_have_count(2)
    for i, die in enumerate(item["dice"][:2]):
        expect(dice.nth(i)).to_have_attribute("data-die", str(die))
    expect(card.locator(".total")).to_have_text([str(total) for total in ruling["answer"]["totals"]])
    loser = ruling["answer"].get("loser")
    expect(page.locator(".last .outcome")).to_contain_text("Nothing happens" if loser is None else loser)
    expect(page.locator(".last .outcome .clause").first).to_be_visible()
