"""A battle of DBM before its first bound: points, the army builder, and the set-up by hand with pointer and keyboard.

Two browsers show that nobody else receives what only one side may know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from debellis.battle.stream import seed_of
from tests.page.conftest import ASKING, wait_until
from tests.page.keeping import begun
from tests.page.steps import (
    Heard,
    Sent,
    button,
    decide,
    drag,
    leave_to_suggestion,
    middle_of,
    moment,
    on_screen,
    phase,
    take_nearest,
)

Begin = Callable[..., dict[str, str]]
Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]

PHONE = {"viewport": {"width": 390, "height": 844}}
#: Both lists have woods in which troops can hide.
GAULS: dict[str, Any] = {"edition": "dbm32", "red": "gallic", "blue": "gallic", "players": ("person", "person")}


def suggested(page: Page) -> None:
    """Take the step as it is suggested by its own buttons."""
    step = phase(page)
    if step == "invader":
        decide(page, "Throw for invader")
    elif step == "season":
        decide(page, "Choose this season")
    elif step == "weather":
        decide(page, "Throw for the weather")
    elif step in ("option", "features", "late"):
        button(page, "Suggest a choice").click()
        taken = button(page, "Choose these and throw").or_(button(page, "Choose no terrain"))
        before = moment(page)
        expect(page.get_by_text("This may be chosen.", exact=True).first).to_be_visible()
        taken.click()
        wait_until(lambda: moment(page) != before)
    elif step.startswith("place_"):
        button(page, "Place them for me").click()
        decide(page, "Place this terrain")
    elif step == "orders":
        show = page.get_by_role("button", name=re.compile("^Show .*orders$"))
        expect(show.or_(button(page, "Seal these orders")).first).to_be_visible()
        if show.count():
            show.click()
        decide(page, "Seal these orders")
    elif step in ("deploy", "baggage"):
        button(page, "Place them for me").click()
        decide(page, "Deploy this command" if step == "deploy" else "Place the baggage")


def up_to(page: Page, step: str) -> None:
    """Set up as it is suggested, as far as a step."""
    page.locator("[data-phase]").wait_for()
    for _ in range(40):
        if phase(page) == step:
            return
        suggested(page)
    pytest.fail(f"{step} never came")


def test_an_army_of_400_points_from_the_builder_to_the_first_bound(open_page: Open, axe: Axe, server: str) -> None:
    """Built in the builder, taken into a battle on one screen, and set up by hand to the first bound."""
    page = open_page("#/army?edition=dbm32&list=gallic")
    expect(page.get_by_text("This army may be fielded.")).to_be_visible()
    page.get_by_label("Its name").fill("Brennus")
    page.get_by_role("button", name="Begin a battle with it").click()
    card = page.get_by_role("region", name="Red Your army")
    expect(card).to_contain_text("Brennus: your own army")
    expect(card).to_contain_text("of 400 points")
    expect(card).to_contain_text("As the list allows.")
    page.get_by_role("radio", name=re.compile("Both on this screen")).check()
    page.get_by_role("radio", name=re.compile("All by hand")).check()
    assert axe(page) == []
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-phase=invader]").wait_for()
    assert axe(page) == []
    up_to(page, "features")
    choose_features(page)
    up_to(page, "place_features")
    place_features(page)
    up_to(page, "orders")
    up_to(page, "deploy")
    deploy_by_hand(page)
    up_to(page, "baggage")
    assert axe(page) == []
    up_to(page, "pips")
    seat = page.url.split("/battle/")[1]
    view = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seat}).json()["shown"]["view"]
    assert view["position"]["size"] == [1800.0, 1200.0]
    standing = {base["side"] for base in view["position"]["bases"]}
    assert standing == {"red", "blue"}


def choose_features(page: Page) -> None:
    """Too much terrain is refused with clause and measure, and the nearest choice is taken."""
    offers = page.get_by_role("list", name="Features to choose from")
    for _ in range(3):
        offers.get_by_role("button", name=re.compile("of 1.5 FE$")).first.click()
    refused = page.locator(".verdict li").filter(has_text="The defender brings 2 to 3 FE")
    expect(refused.get_by_role("button", name="Clause DBM32-P12-def-total")).to_be_visible()
    expect(page.get_by_text(re.compile(r"of at most 3 FE counted"))).to_be_visible()
    expect(button(page, "Choose these and throw")).to_be_disabled()
    button(page, "Change it to the nearest choice that is allowed").click()
    before = moment(page)
    expect(button(page, "Choose these and throw")).to_be_enabled()
    button(page, "Choose these and throw").click()
    wait_until(lambda: moment(page) != before)


def place_features(page: Page) -> None:
    """One is put down and shoved to the other end of the table, where it is refused; the nearest place is taken."""
    page.get_by_role("button", name=re.compile("^Put down")).first.click()
    piece = page.locator(".sheet [role=button][data-terrain]").first
    x, _ = middle_of(piece)
    far = on_screen(page, 150, 150) if x > on_screen(page, 900, 600)[0] else on_screen(page, 1650, 1050)
    drag(page, middle_of(piece), far)
    near = button(page, "Take the nearest that is allowed")
    expect(page.locator(".verdict li").first).to_be_visible()
    expect(near).to_be_visible()
    near.click()
    expect(page.get_by_text("This terrain may lie so.", exact=True).first).to_be_visible()
    decide(page, "Place this terrain")


def deploy_by_hand(page: Page) -> None:
    """One is dragged before the zone and refused with its measure; all others stand in line, in a box, by keyboard."""
    chips = page.locator(".tray button")
    expect(chips.first).to_be_visible()
    count = chips.count()
    drag(page, middle_of(chips.first), on_screen(page, 900, 600))
    expect(chips).to_have_count(count - 1)
    refused = page.locator(".verdict li").filter(has_text="the zone ends at")
    expect(refused.get_by_role("button", name="Clause DBM-B12.2")).to_be_visible()
    button(page, "Back to the tray").click()
    chips.first.focus()
    page.keyboard.press("Enter")
    expect(chips).to_have_count(count - 1)
    button(page, "Place all in line").click()
    expect(chips).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.down("Shift")
    drag(page, on_screen(page, 5, 5), on_screen(page, 1795, 1195))
    page.keyboard.up("Shift")
    expect(page.get_by_role("heading", name=f"{count} elements")).to_be_visible()
    page.locator(".sheet .base[aria-pressed=true]").first.focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Control+z")
    take_nearest(page, "Deploy this command", "Take the nearest that is allowed")
    decide(page, "Deploy this command")


def leaks(text: str, orders: dict[str, Any]) -> list[str]:
    """What of some orders a text gives away: a command with its edge, or an ambusher with a place."""
    bare = re.sub(r"\s", "", text)
    found = [name for name, edge in orders["flank_marches"].items() if f'"{name}":"{edge}"' in bare]
    return found + [name for name in orders["ambushes"] if f'"{name}":{{"front"' in bare or f'"id":"{name}"' in bare]


def test_secret_orders_reach_nobody_else(server: str, database: Path, open_page: Open) -> None:
    """Red hides three in woods and sends a command round a flank: no frame tells blue or a spectator, nor any answer.

    The dice are known: with them the third suggestion of orders is an ambush of command RC.
    """
    setup = {"red": "gallic", "blue": "gallic", "variety": 7}
    seats = begun(database, setup, seed_of(2), "dbm32")
    heard: dict[str, Heard] = {}
    pages: dict[str, Page] = {}
    sent: dict[str, Sent] = {}
    for role in ("red", "blue", "spectator"):
        page = pages[role] = open_page("#/")
        heard[role] = Heard(page)
        sent[role] = Sent(page)
        page.goto(f"{server}/#/battle/{seats[role]}")
        page.locator("[data-phase]").wait_for()
    play_until(pages, "red", "orders")
    hide_and_march(pages["red"])
    decide(pages["red"], "Seal these orders")
    orders = sent["red"].actions[-1]
    assert orders["do"] == "write_orders"
    assert orders["flank_marches"] == {"RR": "west"}
    assert len(orders["ambushes"]) == 3
    play_until(pages, None, "pips")
    assert any(leaks(text, orders) for text in heard["red"].said)
    for role in ("blue", "spectator"):
        pages[role].reload()
        pages[role].locator("[data-phase=pips]").wait_for()
        assert len(heard[role].said) > 10
        assert [leaks(text, orders) for text in heard[role].said if leaks(text, orders)] == []
        for path in ("task", "seat", "log", "moment/3"):
            answer = ASKING.get(f"{server}/api/battles/{path}", headers={"X-Seat": seats[role]})
            assert leaks(answer.text, orders) == []
        expect(pages[role].locator(".sheet .base").nth(20)).to_be_attached()
        for name in orders["ambushes"]:
            expect(pages[role].locator(f".sheet [data-base={name}]")).to_have_count(0)


def play_until(pages: dict[str, Page], side: str | None, step: str) -> None:
    """Both sides set up as it is suggested, until a side (or any) has a step before it."""
    for _ in range(40):
        wait_until(lambda: moment(pages["red"]) == moment(pages["blue"]) == moment(pages["spectator"]))
        turn = "blue" if pages["red"].locator(".army.turn.blue").count() else "red"
        if phase(pages[turn]) == step and side in (None, turn):
            return
        suggested(pages[turn])
    pytest.fail(f"{step} never came")


def hide_and_march(red: Page) -> None:
    """Suggestions are looked through until some hide; then another command is sent round the west by hand."""
    ready = red.get_by_text("These orders can be carried out.", exact=True).first
    expect(ready).to_be_visible()
    for _ in range(6):
        if red.get_by_text("in hiding").count():
            break
        button(red, "Suggest other orders").click()
        expect(button(red, "Suggest other orders")).to_be_enabled()
    red.get_by_label("What RR does").select_option("west")
    expect(button(red, "Seal these orders")).to_be_enabled()
    expect(ready).to_be_visible()
    expect(red.locator(".sheet .base")).to_have_count(3)


def test_the_set_up_on_a_phone_in_the_dark(begin: Begin, open_page: Open, axe: Axe) -> None:
    seats = begin(**GAULS, same_screen=True, setup={"options": {"sky": True}})
    page = open_page(f"#/battle/{seats['both']}", color_scheme="dark", **PHONE)
    page.locator("[data-phase]").wait_for()
    for step in ("season", "features", "place_features", "weather", "orders", "deploy", "baggage"):
        up_to(page, step)
        if step == "orders":
            page.get_by_role("button", name=re.compile("^Show .*orders$")).click()
        expect(page.locator("[data-phase] button.strong").first).to_be_visible()
        expect(page.locator(".verdict[aria-busy=true]")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, step
        assert axe(page) == [], step
        assert page.get_by_role("button", name="Undo", exact=True).count() <= 1
    up_to(page, "pips")


def test_points_that_an_army_exceeds_are_told_for_both_sides_at_once(open_page: Open) -> None:
    page = open_page("#/new?edition=dbm31")
    card = {side: page.get_by_role("region", name=re.compile(f"^{side}")) for side in ("Red", "Blue")}
    expect(card["Red"]).to_contain_text("As the list allows.")
    page.get_by_label("Points of each army").fill("250")
    page.get_by_label("Points of each army").press("Tab")
    for one in card.values():
        expect(one).to_contain_text(re.compile(r"An army costs at most 250 points, not \d+"))
        expect(one.get_by_role("button", name="DBM-B5.1").first).to_be_visible()
    expect(page.get_by_role("button", name="Begin the battle")).to_be_disabled()


def test_only_the_troops_are_deployed_by_hand(open_page: Open) -> None:
    page = open_page("#/new?edition=dbm32")
    expect(page.get_by_role("region", name=re.compile("^Red"))).to_contain_text("As the list allows.")
    page.get_by_role("radio", name=re.compile("Both on this screen")).check()
    page.get_by_role("radio", name=re.compile("Deploy by hand")).check()
    page.get_by_label("Bounds of each side").fill("12")
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-phase=orders]").wait_for()
    leave_to_suggestion(page, "Set up all the rest for me")
    expect(page.get_by_role("button", name="Roll for PIPs")).to_be_visible()
