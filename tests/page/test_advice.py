"""The computer's advice through the page: its level, the reasons of its moves, hints, order and losses of combats."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from debellis.battle.playable import rules_of
from debellis.odds import Report, report
from debellis.server.thoughts import ODDS_SAMPLES, ODDS_WORK
from tests.page.board import end_moves
from tests.page.combats import chosen, seen
from tests.page.conftest import ASKING, wait_until
from tests.server.kept import BATTLES, Fought, fought, put

#: A kept battle after whose decision five close combats wait.
MELEES = (BATTLES / "dba22" / "battle-0038.jsonl", 61)

Put = Callable[..., tuple[dict[str, str], Any]]


@pytest.fixture(scope="module")
def melees(server: str, database: Path) -> tuple[dict[str, str], Report]:
    """The seats of a battle with five close combats to fight, and what the engine says of them."""
    battle: Fought = fought(*MELEES)
    # In a thread of its own, for Playwright has an event loop in this one.
    with ThreadPoolExecutor(1) as other:
        links = other.submit(put, f"sqlite:///{database}", battle).result()
    return links, report(rules_of("dba22"), battle.battle.state, work=ODDS_WORK, samples=ODDS_SAMPLES)


def _to_move(page: Page) -> None:
    """Go on until one may move, with as little as possible."""
    roll, end = page.get_by_role("button", name="Roll for PIPs"), page.get_by_role("button", name="End moves")
    expect(roll.or_(end)).to_be_visible()
    if roll.is_visible():
        roll.click()
    expect(end).to_be_visible()


def test_one_chooses_the_level_and_sees_the_reason_of_each_move(
    server: str, open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    page = open_page("#/new")
    levels = page.get_by_role("group", name="How well it plays")
    expect(levels.get_by_role("radio")).to_have_count(3)
    expect(levels.get_by_role("radio", name="Centurion")).to_be_checked()
    levels.get_by_role("radio", name="Recruit").check()
    page.get_by_label("Its character").select_option("bold")
    assert axe(page) == []
    page.get_by_role("button", name="Begin the battle").click()

    expect(page.get_by_text("Computer, recruit")).to_be_visible()
    seat = page.url.rsplit("/", 1)[1]
    assert seen(server, seat)["shown"]["players"]["blue"] == {
        "kind": "computer", "level": "recruit", "name": "", "character": "bold",
    }  # fmt: skip
    _to_move(page)
    end_moves(page)
    expect(page.get_by_role("button", name="Roll for PIPs")).to_be_visible()

    told = [item for item in seen(server, seat)["account"] if item["reason"] and item["said"]]
    assert told
    for item in told:
        line = page.locator(f'[role="log"] [data-event="{item["number"]}"]').last
        expect(line.locator(".reason")).to_contain_text(item["reason"])
        expect(line.locator(".reason")).to_have_count(1)
    spoken = page.locator("[aria-live='polite']", has_text="Why:")
    expect(spoken.first).to_contain_text(told[-1]["reason"])
    assert axe(page) == []


def test_a_hint_is_asked_for_dismissed_and_taken(
    server: str, begin: Callable[..., dict[str, str]], open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    seats = begin(players=("person", "person"), same_screen=True, automatic=True, setup={"variety": 3})
    page = open_page(f"#/battle/{seats['both']}")
    _to_move(page)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name=re.compile("^Hint: "))
    expect(hint).to_be_visible()
    expect(hint.get_by_role("button", name="Do it")).to_be_focused()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)

    page.get_by_role("button", name="Hint", exact=False).click()
    expect(hint).to_be_visible()
    asked = {"type": "hint", "id": 1}
    same = ASKING.post(f"{server}/api/battles/hint", headers={"X-Seat": seats["both"]}, json=asked).json()
    expect(hint).to_contain_text(same["reason"])
    expect(page.locator("[data-ghost]")).to_have_count(len(same["places"]))
    before = seen(server, seats["both"])["shown"]["number"]
    page.keyboard.press("Enter")
    wait_until(lambda: seen(server, seats["both"])["shown"]["number"] > before)
    expect(hint).to_have_count(0)
    assert same["places"]
    after = seen(server, seats["both"])
    bases = {base["id"]: base for base in after["shown"]["view"]["position"]["bases"]}
    for name, pose in same["places"].items():
        # Where a river's die decides how far it goes, the hint shows a middling roll.
        there = (bases[name]["front"], bases[name]["facing"])
        assert after["account"][-1]["dice"] or there == (pose["front"], pose["facing"])


def test_the_plan_of_the_bound_is_drawn_as_numbered_arrows(
    server: str, begin: Callable[..., dict[str, str]], open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    seats = begin(players=("person", "person"), same_screen=True, automatic=True, setup={"variety": 3})
    page = open_page(f"#/battle/{seats['both']}")
    _to_move(page)
    page.keyboard.press("Shift+H")
    plan = page.get_by_role("list", name="Plan of the bound")
    expect(plan).to_be_visible()
    asked = {"type": "hint", "id": 1, "plan": True}
    same = ASKING.post(f"{server}/api/battles/hint", headers={"X-Seat": seats["both"]}, json=asked).json()
    moves = [number for number, move in enumerate(same["plan"], 1) if move["places"]]
    assert moves
    expect(plan.get_by_role("listitem")).to_have_count(len(same["plan"]))
    for item, move in zip(plan.get_by_role("listitem").all(), same["plan"], strict=True):
        expect(item).to_contain_text(move["reason"])
    numbers = page.locator("[data-plan-number]")
    expect(numbers).to_have_text([str(number) for number in moves])
    moved = {name for move in same["plan"] for name in move["places"]}
    expect(page.locator("[data-ghost]")).to_have_count(len(moved))
    assert axe(page) == []

    # A move of the list lights up its arrow, by keyboard too.
    plan.get_by_role("button").nth(moves[-1] - 1).focus()
    expect(page.locator("g.on [data-plan-number]")).to_have_text(str(moves[-1]))
    before = seen(server, seats["both"])["shown"]["number"]
    page.get_by_role("button", name="Do the first").click()
    wait_until(lambda: seen(server, seats["both"])["shown"]["number"] > before)
    expect(plan).to_have_count(0)
    expect(numbers).to_have_count(0)


def test_the_plan_of_the_bound_on_a_phone_in_the_dark(
    begin: Callable[..., dict[str, str]], open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    seats = begin(players=("person", "person"), same_screen=True, automatic=True, setup={"variety": 3})
    dark: dict[str, Any] = {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}}
    page = open_page(f"#/battle/{seats['both']}", **dark)
    _to_move(page)
    page.get_by_role("button", name="Hint", exact=False).click()
    page.get_by_role("button", name="Whole bound").click()
    expect(page.get_by_role("list", name="Plan of the bound")).to_be_visible()
    expect(page.locator("[data-plan-number]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []


def test_between_two_people_there_is_no_hint(
    server: str, begin: Callable[..., dict[str, str]], open_page: Callable[..., Page]
) -> None:
    for agreed in (False, True):
        seats = begin(players=("person", "person"), automatic=True, hints=agreed)
        side = seen(server, seats["red"])["shown"]["pending"]["side"]
        page = open_page(f"#/battle/{seats[side]}")
        _to_move(page)
        expect(page.get_by_role("button", name="Hint")).to_have_count(1 if agreed else 0)
        page.keyboard.press("h")
        expect(page.get_by_role("region", name=re.compile("^Hint: "))).to_have_count(1 if agreed else 0)


def test_order_and_losses_are_those_of_the_engine(
    melees: tuple[dict[str, str], Report], open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    seats, wanted = melees
    page = open_page(f"#/battle/{seats['both']}")
    section = page.get_by_role("region", name="Order and losses")
    expect(section.locator("[data-exact]")).to_be_visible()
    expect(section).to_have_attribute("aria-busy", "false")
    expect(section).to_have_attribute("data-order", " ".join(map(str, wanted.order)))
    for place, at in enumerate(wanted.order, 1):
        fight = wanted.combats[at].actions[0]
        row = page.locator("fieldset label", has_text=fight["attacker"]).filter(has_text=fight["defender"])
        expect(row.locator("[data-place]")).to_have_attribute("data-place", str(place))

    for side in ("red", "blue"):
        told = section.locator(f'[data-losses="{side}"]')
        chances = {
            int(row.get_attribute("data-lost") or ""): float(row.get_attribute("data-chance") or "")
            for row in told.locator("li[data-lost]").all()
        }
        engine: dict[int, float] = {}
        for number, chance in wanted.losses[side].elements.items():
            engine[min(number, 3)] = engine.get(min(number, 3), 0.0) + chance.value
        assert chances == pytest.approx({number: chance for number, chance in engine.items() if chance})
        expect(told).to_contain_text(f"{wanted.losses[side].expected.value:.2f}")
    assert axe(page) == []

    # The one recommended first is chosen; a choice by hand stands, until a key goes back to the order.
    first = wanted.combats[wanted.order[0]].actions[0]
    order = section.get_by_role("button", name="Fight in this order")
    wait_until(lambda: set(chosen(page)) == {first["attacker"], first["defender"]})
    page.get_by_role("radio").nth(2).check()
    expect(order).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("o")
    expect(order).to_have_attribute("aria-pressed", "true")
    wait_until(lambda: set(chosen(page)) == {first["attacker"], first["defender"]})
    page.get_by_role("radio").nth(2).check()
    expect(page.get_by_role("radio").nth(2)).to_be_checked()


def test_who_has_not_agreed_to_hints_sees_losses_without_the_order(
    melees: tuple[dict[str, str], Report], open_page: Callable[..., Page]
) -> None:
    seats, _ = melees
    page = open_page(f"#/battle/{seats['blue']}")
    section = page.get_by_role("region", name="Order and losses")
    expect(section.locator("[data-exact]")).to_be_visible()
    expect(section.locator("[data-losses]")).to_have_count(2)
    expect(page.locator("[data-place]")).to_have_count(0)
    expect(page.get_by_role("button", name="Fight in this order")).to_have_count(0)


def test_on_a_phone_in_the_dark_everything_fits(
    melees: tuple[dict[str, str], Report], open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    seats, _ = melees
    page = open_page(f"#/battle/{seats['both']}", color_scheme="dark", viewport={"width": 390, "height": 844})
    expect(page.locator("[data-exact]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []
