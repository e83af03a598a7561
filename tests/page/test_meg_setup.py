"""The steps before a battle of Mortem et Gloriam, by hand: in three browsers, by keyboard, and on a phone.

The dice are those of one seed. Red sends a general round a flank and hides a unit group; everything that the server
sends to blue and to a spectator is searched for it.
"""

from __future__ import annotations

import json
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
    decided,
    drag,
    leave_to_suggestion,
    middle_of,
    moment,
    on_screen,
    phase,
    pressed,
    take_nearest,
)

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]

PHONE = {"viewport": {"width": 390, "height": 844}}
ROLES = ("red", "blue", "spectator")
#: Red draws four pre-battle cards and blue six. With this seed there are woods in which unit groups can hide.
SETUP = {
    "red": "magna-spartan",
    "blue": "magna-pyrrhic",
    "variety": 3,
    "options": {"before_the_battle": "by_hand"},
}
SEED = 2
MARCH = "RG2"


class Battle:
    """Three browsers at one battle, with all that each of them was sent and decided."""

    def __init__(self, address: str, seats: dict[str, str], open_page: Open) -> None:
        self.address, self.seats = address, seats
        self.pages: dict[str, Page] = {}
        self.heard: dict[str, Heard] = {}
        self.sent: dict[str, Sent] = {}
        for role in ROLES:
            page = self.pages[role] = open_page("#/")
            self.heard[role], self.sent[role] = Heard(page), Sent(page)
            page.goto(f"{address}/#/battle/{seats[role]}")
            page.locator("[data-phase]").wait_for()

    def get(self, role: str, path: str) -> str:
        answer = ASKING.get(f"{self.address}/api/battles/{path}", headers={"X-Seat": self.seats[role]})
        return answer.text

    def decides(self) -> str:
        """The side that decides next, when all pages show it."""
        wait_until(lambda: len({moment(page) for page in self.pages.values()}) == 1)
        return "blue" if self.pages["red"].locator(".army.turn.blue").count() else "red"


def ready(page: Page) -> None:
    """Wait until the step before a side is there and its decision is judged."""
    expect(page.locator("[data-phase] button.strong").first).to_be_visible()


def press(page: Page, name: str) -> None:
    """Press the button that takes the decision, and wait for the next one."""
    before = moment(page)
    expect(button(page, name)).to_be_enabled()
    button(page, name).click()
    wait_until(lambda: moment(page) != before)


def simply(page: Page) -> None:
    """Take the step as the panel has it at first, by the button that takes it."""
    before = moment(page)
    ready(page)
    put = page.get_by_role("button", name=re.compile("^Put .* on the table$|^Put down"))
    taken = page.locator("[data-phase] .done button.strong, [data-phase] button.strong.big").last
    wait_until(lambda: taken.is_enabled() or pressed(put))
    near = page.get_by_role("button", name=re.compile("^Take the nearest"))
    wait_until(lambda: taken.is_enabled() or (near.count() > 0 and pressed(near) and taken.is_enabled()))
    expect(taken).to_be_enabled()
    taken.click()
    wait_until(lambda: moment(page) != before)


def play_until(battle: Battle, step: str, side: str | None = None) -> Page:
    """Both sides take the steps as they come, until a side has this one before it; its page."""
    for _ in range(80):
        turn = battle.decides()
        page = battle.pages[turn]
        if phase(page) == step and side in (None, turn):
            return page
        simply(page)
    pytest.fail(f"{step} never came")


def secrets_of(text: str, role: str) -> list[str]:
    """What a text tells this role of red's, or anyone's, secrets by the fields that hold them."""
    found: list[str] = []
    for line in text.splitlines():
        _walk(json.loads(line) if line.startswith(("{", "[")) else None, role, found)
    return found


def _walk(value: Any, role: str, found: list[str]) -> None:
    if isinstance(value, list):
        for one in value:
            _walk(one, role, found)
        return
    if not isinstance(value, dict):
        return
    if "counts" in value and "named" in value:
        own = value["counts"].get(role, 0)
        if len(value["hand"]) != own:
            found.append(f"a hand of {value['hand']}")
        if not all(isinstance(one, str) and one in ("red", "blue") for one in value["named"]):
            found.append(f"cards named: {value['named']}")
    for name in ("under", "marches"):
        if isinstance(value.get(name), dict):
            found += [f"{name} of {one}" for one in value[name] if not one.startswith(role[0].upper())]
    for name in ("reserve", "leaders"):
        if isinstance(value.get(name), list):
            found += [f"{name} of {one['id']}" for one in value[name] if one["side"] != role]
    action = value.get("action")
    if isinstance(action, dict) and action.get("do") in ("play_card", "write_notes") and value.get("by", "red") != role:
        found += [f"sealed: {action}"] if len(action) > 1 else []
    for one in value.values():
        _walk(one, role, found)


def named_in(text: str, hidden: list[str]) -> list[str]:
    """The unit groups among those hidden that a text names anywhere."""
    return [name for name in hidden if re.search(rf"\b{name}\b", text)]


def test_notes_and_cards_reach_nobody_else(server: str, database: Path, open_page: Open) -> None:
    battle = Battle(server, begun(database, SETUP, seed_of(SEED), "meg"), open_page)
    red = play_until(battle, "card", "red")
    lay_a_card(battle, red)
    play_until(battle, "marker")
    page = battle.pages[battle.decides()]
    move_the_marker(page)
    place_by_drag(play_until(battle, "place"))
    adjust_by_hand(play_until(battle, "adjust"))
    pitch_by_drag(play_until(battle, "camp", "red"))
    red = play_until(battle, "notes", "red")
    hidden = write_notes(red)
    notes = battle.sent["red"].actions[-1]
    assert notes["do"] == "write_notes"
    assert notes["cards"][MARCH] == "left"
    deploy_by_drag(play_until(battle, "deploy", "red"))
    expect(red.locator("[data-notes]")).to_contain_text("Your secret notes")
    place_generals(play_until(battle, "generals", "red"))
    play_until(battle, "1.1")
    unheard(battle, hidden)
    # Red itself was sent all of it.
    assert any(named_in(text, hidden) for text in battle.heard["red"].said)
    assert any(secrets_of(text, "spectator") for text in battle.heard["red"].said)


def lay_a_card(battle: Battle, red: Page) -> None:
    """A card is chosen from the hand; the others learn that one lies there, and not which."""
    hand = red.get_by_role("radio", name=re.compile("card$"))
    expect(hand).to_have_count(4)
    hand.last.check()
    rounds = [text for text in battle.heard["blue"].said if "red plays" in text]
    press(red, "Lay this card")
    battle.decides()
    if phase(battle.pages["blue"]) == "card" and battle.decides() == "blue":
        assert [text for text in battle.heard["blue"].said if "red plays" in text] == rounds
        expect(battle.pages["blue"].get_by_text("one laid")).to_be_visible()
    for role in ("blue", "spectator"):
        cards = battle.pages[role].get_by_role("radio", name=re.compile("card$"))
        wait_until(lambda cards=cards: cards.count() in (0, 6))


def move_the_marker(page: Page) -> None:
    """A cell out of reach is refused with its clause and measure; the nearest in reach is taken."""
    cells = page.get_by_role("table", name="The grid that sets the ground").get_by_role("button")
    expect(cells).to_have_count(15)
    expect(cells.and_(page.get_by_label("the marker is here"))).to_have_count(1)
    at = [cells.nth(i).get_attribute("aria-label") or "" for i in range(15)]
    here = next(i for i, label in enumerate(at) if "the marker is here" in label)
    cells.nth(4 if here % 5 < 2 else 0).click()
    refused = page.locator(".verdict li").first
    expect(refused.get_by_role("button", name=re.compile("^Clause MEG-B9"))).to_be_visible()
    expect(page.locator("[data-measure=steps]")).to_be_visible()
    expect(page.locator("[data-phase] .done button.strong")).to_be_disabled()
    button(page, "Choose the nearest cell in reach").click()
    press(page, "Put the marker here")


def place_by_drag(page: Page) -> None:
    """An item is dragged over the table to a place outside its sector, refused there, and put back as it may lie."""
    expect(page.get_by_text("This terrain may lie so.", exact=True).first).to_be_visible()
    piece = page.locator(".sheet [role=button][data-terrain]").first
    drag(page, middle_of(piece), on_screen(page, 600, 430))
    other = (
        on_screen(page, 130, 450) if middle_of(piece)[0] > on_screen(page, 500, 450)[0] else on_screen(page, 1070, 450)
    )
    drag(page, middle_of(piece), other)
    expect(page.locator(".verdict li").first.get_by_role("button", name=re.compile("^Clause MEG"))).to_be_visible()
    button(page, "Take the nearest that is allowed").click()
    expect(page.get_by_text("This terrain may lie so.", exact=True).first).to_be_visible()
    press(page, "Place this item")


def adjust_by_hand(page: Page) -> None:
    """The item just placed is moved with the keyboard, and left if the ground is in the way."""
    expect(page.get_by_text("It may stay.", exact=True).first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(re.compile("arrow keys.* Moved by 0.3 BW."))).to_be_visible()
    expect(page.locator(".verdict[aria-busy=false]")).to_be_visible()
    if page.locator(".verdict li").count():
        page.keyboard.press("Escape")
        press(page, "Leave it as it lies")
    else:
        press(page, "Move it here")


def pitch_by_drag(page: Page) -> None:
    """The camp is dragged out of the panel: its rear is on the own edge wherever it is let go."""
    chip = page.locator("[data-reserve=RC]")
    drag(page, middle_of(chip), on_screen(page, 40, 300))
    # The other side's camp may stand there already.
    wait_until(lambda: page.locator(".sheet .base").count() in (3, 6))
    take_nearest(page, "Pitch the camp here", "Take the nearest place that is allowed")
    expect(page.get_by_text("The camp may stand here.", exact=True).first).to_be_visible()
    press(page, "Pitch the camp here")


def write_notes(red: Page) -> list[str]:
    """A general marches round the left with a unit group, first with none; another unit group lies in ambush."""
    march = red.locator(f"[data-march={MARCH}]")
    march.get_by_label("Marches round the left flank").check()
    expect(red.locator(".verdict li").first.get_by_role("button", name="Clause MEG-B11.3")).to_be_visible()
    expect(button(red, "Seal these notes")).to_be_disabled()
    marching = march.get_by_role("checkbox").first
    name = (march.locator("label.tick").first.inner_text()).split()[0]
    marching.check()
    expect(red.get_by_text("These notes are allowed.", exact=True).first).to_be_visible()
    expect(red.locator("[data-ambush] select:enabled").first).to_be_visible()
    row = red.locator("[data-ambush]").filter(has=red.locator("select:enabled")).last
    ambush = row.get_attribute("data-ambush") or ""
    row.get_by_role("combobox").select_option(index=1)
    expect(red.locator(".sheet text", has_text=ambush)).to_be_visible()
    expect(red.get_by_text("These notes are allowed.", exact=True).first).to_be_visible()
    press(red, "Seal these notes")
    return [name, ambush]


def deploy_by_drag(red: Page) -> None:
    """A unit group is dragged out of the reserve as one body: beyond the zone it is refused with clause and measure."""
    chip = red.locator("[data-reserve]").first
    name = chip.get_attribute("data-reserve") or ""
    expect(chip).to_be_visible()
    standing = red.locator(".sheet .base").count()
    drag(red, middle_of(chip), on_screen(red, 600, 420))
    expect(red.locator(".sheet .base")).to_have_count(standing + 4)
    expect(red.locator(".verdict li").first).to_contain_text("must be wholly within 6 BW")
    expect(red.locator(".verdict li").first.get_by_role("button", name="Clause MEG-B11.2")).to_be_visible()
    expect(red.locator("[data-measure='farthest from its own edge']")).to_contain_text("limit 6.0 BW")
    button(red, "Take the nearest place that is allowed").click()
    allowed = red.get_by_text(f"{name} may stand here.", exact=True).first
    expect(allowed).to_be_visible()
    button(red, "One file more").click()
    expect(red.get_by_text("3 wide, 2 deep")).to_be_visible()
    button(red, "One file less").click()
    expect(red.get_by_text("2 wide, 2 deep")).to_be_visible()
    take_nearest(red, "Deploy this unit group", "Take the nearest place that is allowed")
    expect(allowed).to_be_visible()
    press(red, "Deploy this unit group")


def place_generals(red: Page) -> None:
    """A general is taken off and put with a file by a press on the table; he who marches is not among them."""
    chosen = red.get_by_label("The file of RG1")
    expect(chosen).not_to_have_value("")
    expect(red.locator(f"li[data-general={MARCH}]")).to_have_count(0)
    chosen.select_option("")
    expect(red.locator(".verdict li").first).to_contain_text("must be placed")
    red.mouse.click(*middle_of(red.locator(".sheet .base[data-base^='R4/']").first))
    expect(chosen).to_have_value(re.compile("^R4/"))
    press(red, "Place the generals")


def unheard(battle: Battle, hidden: list[str]) -> None:
    """Nothing that blue or a spectator was sent, or can ask for, tells of red's notes, hands and hidden unit groups."""
    for role in ("blue", "spectator"):
        battle.pages[role].reload()
        battle.pages[role].locator("[data-phase]").wait_for()
        said = battle.heard[role].said
        assert len(said) > 20
        said = [*said, *(battle.get(role, path) for path in ("task", "seat", "log", "moment/3", "moment/40"))]
        assert [found for text in said for found in secrets_of(text, role)] == [], role
        assert [found for text in said for found in named_in(text, hidden)] == [], role


def show(page: Page) -> None:
    """Where both sit at one screen, let the side that decides look at its secrets."""
    page.get_by_role("button", name=re.compile("^Show (red|blue).s ")).click()


def leave_step(page: Page) -> None:
    """Leave the step to its suggestion."""
    before = moment(page)
    leave_to_suggestion(page)
    wait_until(lambda: moment(page) != before)


def test_every_step_on_a_phone_in_the_dark(open_page: Open, axe: Axe, database: Path, server: str) -> None:
    """On one screen: nothing is wider than a phone, axe finds nothing serious, secrets wait until one looks alone."""
    seats = begun(database, SETUP, seed_of(SEED), "meg")
    page = open_page(f"#/battle/{seats['both']}", color_scheme="dark", **PHONE)
    page.locator("[data-phase]").wait_for()
    seen: set[str] = set()
    for _ in range(90):
        step = phase(page)
        if step == "1.1":
            break
        if step not in seen:
            seen.add(step)
            if step in ("card", "notes"):
                assert page.get_by_role("radio").count() == 0
                show(page)
            ready(page)
            expect(page.locator(f"[data-guide={step}]")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, step
            assert axe(page) == [], step
        leave_step(page)
    assert seen >= {"invader", "part", "card", "choose", "place", "camp", "notes", "deploy", "generals"}


def by_key(page: Page) -> bool:
    """Press the keys of a step, once it is judged; whether it is decided."""
    before = moment(page)
    expect(page.locator(".verdict[aria-busy=true]")).to_have_count(0)
    page.keyboard.press("n")
    page.keyboard.press("r")
    return decided(page, before)


def test_against_the_computer_by_keyboard(open_page: Open, begin: Callable[..., dict[str, str]], server: str) -> None:
    """Every step of one's own is decided by R, the nearest legal one by N; the computer takes its steps between."""
    seats = begin(SETUP["red"], SETUP["blue"], setup={"variety": 3, "options": SETUP["options"]}, edition="meg")
    page = open_page(f"#/battle/{seats['red']}")
    page.locator("[data-phase]").wait_for()
    mine = page.locator(".army.turn.red")
    while not phase(page)[0].isdigit():
        wait_until(lambda: phase(page)[0].isdigit() or (mine.count() > 0 and by_key(page)))
    answer = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seats["red"]})
    view = answer.json()["shown"]["view"]
    assert view["reserve"] == []
    assert len([unit for unit in view["position"]["units"] if unit["side"] == "red"]) == 14
