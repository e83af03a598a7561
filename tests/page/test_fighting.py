"""Fighting, shooting, the account, replay and branching through the page, with the odds the engine gives."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from debellis.battle.playable import rules_of
from debellis.dba.playing.state import State
from debellis.table import writing
from debellis.table.position import Position
from debellis.umpire.asking import ask
from tests.page.combats import (
    choose_by_hand,
    chosen,
    engine_odds,
    expect_odds,
    expect_result,
    expect_sheets,
    newest_roll,
    position_of,
    roll,
    rolls,
    seen,
)
from tests.server.kept import BATTLES, Fought, fought, put

#: Kept battles and the decision after which five melees wait, two Bows may shoot, and one is over.
MELEES = (BATTLES / "dba22" / "battle-0038.jsonl", 61)
SHOTS = (BATTLES / "dba22" / "battle-0067.jsonl", 97)
OVER = (BATTLES / "dba22" / "battle-0067.jsonl", 116)

Put = Callable[..., tuple[dict[str, str], State]]


@pytest.fixture
def sit(server: str, database: Path) -> Put:
    """Puts a kept battle on the server, as far as it had come; its seats and its state."""

    def put_there(kept: tuple[Path, int], **changes: Any) -> tuple[dict[str, str], State]:
        battle: Fought = fought(*kept)
        # In a thread of its own, for Playwright has an event loop in this one.
        with ThreadPoolExecutor(1) as other:
            links = other.submit(put, f"sqlite:///{database}", battle, **changes).result()
        return links, battle.battle.state

    return put_there


def test_two_combats_with_the_odds_of_the_engine(sit: Put, server: str, open_page: Callable[..., Page]) -> None:
    seats, state = sit(MELEES)
    # Dice roll and bases are driven back before one's eyes.
    page = open_page(f"#/battle/{seats['both']}", reduced_motion="no-preference")
    expect(page.get_by_role("heading", name="Close combats to fight: 5")).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(5)

    one, two = choose_by_hand(page)
    ruling = engine_odds(state.position, state, one, two)
    expect_odds(page, one, rolls(ruling.answer["attacker"]))
    expect_odds(page, two, rolls(ruling.answer["defender"]))
    expect_sheets(page, ruling)
    marked = page.locator(".base.marked")
    expect(marked).to_have_count(2)
    for name in (one, two):
        expect(page.locator(f'.base.marked[data-base="{name}"]')).to_have_count(1)
    first = roll(page, server, seats["both"], page.get_by_role("button", name="Roll:").click)

    expect(page.get_by_role("heading", name="Close combats to fight: 4")).to_be_visible()
    # The second by keyboard alone: down to the next one, then Enter.
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    one, two = chosen(page)
    position = position_of(server, seats["both"])
    ruling = engine_odds(position, state, one, two)
    expect_odds(page, one, rolls(ruling.answer["attacker"]))
    expect_odds(page, two, rolls(ruling.answer["defender"]))
    expect_sheets(page, ruling)
    second = roll(page, server, seats["both"], lambda: page.keyboard.press("Enter"))
    assert second["number"] > first["number"]
    assert second["said"][0]["bases"] == [one, two]


def test_a_shot_with_a_helper_and_the_odds_of_the_engine(sit: Put, server: str, open_page: Callable[..., Page]) -> None:
    seats, state = sit(SHOTS)
    page = open_page(f"#/battle/{seats['both']}")
    expect(page.get_by_role("heading", name="Shots to come: 2")).to_be_visible()
    page.get_by_role("group", name="Who shoots next?").get_by_label("R8").check()
    page.get_by_role("group", name="At whom?").get_by_label("B5").check()

    alone = ask(state.position, "odds_of_shot", shooters=["R8"], target="B5", spent=list(state.shot))
    expect_odds(page, "B5", rolls(alone.answer["target"]))
    expect_odds(page, "R8", rolls(alone.answer["shooter"]))

    page.get_by_role("group", name="With whose help?").get_by_label("R9").check()
    together = ask(state.position, "odds_of_shot", shooters=["R8", "R9"], target="B5", spent=list(state.shot))
    assert rolls(together.answer["target"]) != rolls(alone.answer["target"])
    expect(page.locator('[data-odds="B5"] [data-fate="no_effect"]')).to_have_attribute(
        "data-rolls", str(rolls(together.answer["target"])["no_effect"])
    )
    expect_odds(page, "B5", rolls(together.answer["target"]))
    expect_sheets(page, together)

    item = roll(page, server, seats["both"], page.get_by_role("button", name="Roll: R8 and R9 at B5").click)
    assert item["said"][0]["kind"] == "shoot"
    expect(page.get_by_role("log")).to_contain_text("R8 shoots at B5")


def test_dice_of_a_real_table_are_typed(sit: Put, server: str, open_page: Callable[..., Page]) -> None:
    seats, _ = sit(SHOTS, dice="typed", seed=None)
    page = open_page(f"#/battle/{seats['both']}")
    page.get_by_role("button", name="Roll:").click()
    form = page.get_by_role("form", name="Dice from your table")
    expect(form.get_by_role("spinbutton")).to_have_count(1)
    expect(form.get_by_role("spinbutton")).to_be_focused()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(form.get_by_role("spinbutton")).to_have_count(2)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)
    item = newest_roll(server, seats["both"])
    assert item["dice"][:2] == [6, 1]
    expect_result(page, page.locator(".last .versus"), item)


def test_a_clause_is_read_and_a_ruling_disputed(sit: Put, open_page: Callable[..., Page]) -> None:
    seats, _ = sit(MELEES)
    page = open_page(f"#/battle/{seats['both']}")
    one, _ = choose_by_hand(page)
    expect(page.locator(f'[data-odds="{one}"]')).to_be_visible()
    link = page.locator(".matchup .clause").first
    name = link.inner_text()
    link.click()
    drawer = page.get_by_role("dialog")
    expect(drawer).to_contain_text(name)
    expect(drawer.get_by_role("heading", name="Cases that prove it")).to_be_visible()
    expect(drawer.locator("svg [data-base]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(link).to_be_focused()

    log = page.get_by_role("log")
    fought_before = log.get_by_role("listitem").filter(has_text=" fights ").last
    fought_before.get_by_role("button", name="Factors").click()
    expect(fought_before.locator("table")).to_have_count(2)
    with page.expect_download() as saved:
        fought_before.get_by_role("button", name="Dispute this ruling").click()
    file = json.loads(Path(saved.value.path()).read_text())
    assert file["ruling"]["sheets"] and file["position"]["bases"]
    assert " fights " in file["said"][0]
    assert file["log"].startswith("{")
    position = writing.convert(file["position"], Position)
    one, two = (sheet["of"] for sheet in file["ruling"]["sheets"])
    assert position.has_base(one) and position.has_base(two)


def test_a_battle_is_replayed_and_played_on_from_a_moment(
    sit: Put, server: str, open_page: Callable[..., Page]
) -> None:
    seats, state = sit(OVER)
    page = open_page(f"#/battle/{seats['red']}")
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider", name="Moment of the battle")
    expect(slider).to_have_attribute("max", "116")
    page.keyboard.press("End")
    expect(page.locator(".place")).to_have_text("116 of 116")
    standing = page.locator("svg [data-base]")
    expect(standing).to_have_count(sum(base.on_table for base in state.position.bases))
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()

    place = page.locator(".place")
    page.get_by_role("button", name="To the beginning").click()
    expect(place).to_have_text("0 of 116")
    page.get_by_role("button", name="One step on").click()
    expect(place).to_have_text("1 of 116")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="One step back").click()
    expect(place).to_have_text("115 of 116")
    page.get_by_role("combobox", name="Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(place).to_have_text("116 of 116")
    page.get_by_role("button", name="Play", exact=True).click()
    # It goes on from the beginning, however fast one looks.
    expect(place).to_have_text(re.compile(r"^([3-9]|\d\d|10\d|11[0-5]) of 116"))
    page.get_by_role("button", name="Pause").click()
    slider.fill("98")
    expect(page.locator("[aria-current=step]").first).to_have_attribute("data-event", "98")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("97 of 116")
    expect(page.locator("[aria-live=polite]")).to_have_count(1)

    page.get_by_role("combobox", name="Who plays on").select_option("both")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("heading", name="Shots to come: 2")).to_be_visible()
    assert "/battle/" in page.url
    seat = page.url.rsplit("/", 1)[1]
    branched = seen(server, seat)
    assert branched["shown"]["number"] == 97
    assert branched["shown"]["role"] == "both"
    kept = fought(*SHOTS).battle.state
    assert writing.convert(branched["shown"]["view"], dict)["phase"] == kept.phase
    page.get_by_role("button", name="Roll:").click()
    expect(page.locator(".last .versus")).to_be_visible()
    assert seen(server, seats["red"])["shown"]["number"] == 116


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_bars_anybody(
    sit: Put, open_page: Callable[..., Page], axe: Callable[[Page], list[str]], scheme: str
) -> None:
    seats, _ = sit(MELEES)
    page = open_page(f"#/battle/{seats['both']}", color_scheme=scheme)
    choose_by_hand(page)
    page.get_by_role("button", name="Roll:").click()
    expect(page.locator(".last .versus")).to_be_visible()
    page.get_by_role("log").get_by_role("button", name="Factors").last.click()
    assert axe(page) == []
    page.locator(".matchup .clause").first.click()
    expect(page.get_by_role("dialog").locator("svg [data-base]").first).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.goto(page.url.replace("/battle/", "/replay/"))
    expect(page.get_by_role("slider")).to_be_visible()
    assert axe(page) == []


def test_the_engine_knows_the_course_of_the_bound() -> None:
    """What the page asks in a battle is what the fight itself will be fought with."""
    state = fought(*MELEES).battle.state
    rules = rules_of("dba22")
    for one, two in state.melees:
        told = rules.ask(state, "odds", {"attacker": one, "defender": two})
        assert told == engine_odds(state.position, state, one, two)
