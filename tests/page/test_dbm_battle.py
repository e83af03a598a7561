"""A battle of 400 points, from the army builder to its end, in three browsers: two players and a spectator.

The dice are those of one seed, so that the third suggestion of orders hides troops in a wood. Four bounds are played
with the mouse, the rest with keys. Everything that the server sends to the other two browsers is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page, Route, expect

from debellis.battle.stream import seed_of
from tests.page.board import Board
from tests.page.conftest import ASKING, wait_until
from tests.page.steps import Heard, Sent, button, decide, leave_to_suggestion, moment, phase, pressed, settled
from tests.page.test_dbm import KEYS, drag_ahead, end_moves, give_out
from tests.page.test_dbm_setup import deploy_by_hand, hide_and_march, leaks
from tests.page.test_together import CLIPBOARD, copied

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]
SIDES = ("red", "blue")
OTHERS = ("blue", "spectator")
#: Bounds of each side; the first four are played with the mouse.
LIMIT, BY_MOUSE = 3, 4
VARIETY = 7


class Battle:
    """The browsers of a battle, what each was sent, and what each decided."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.pages: dict[str, Page] = {}
        self.heard: dict[str, Heard] = {}
        self.sent: dict[str, Sent] = {}

    def sit(self, role: str, page: Page) -> None:
        self.pages[role] = page
        self.heard[role] = Heard(page)
        self.sent[role] = Sent(page)

    def seat(self, role: str) -> str:
        return self.pages[role].url.split("/battle/")[1].split("?")[0]

    def shown(self, role: str) -> dict[str, Any]:
        answer = ASKING.get(f"{self.server}/api/battles/seat", headers={"X-Seat": self.seat(role)})
        found: dict[str, Any] = answer.json()["shown"]
        return found

    def decides(self) -> str:
        """The side that decides next, when both pages show it."""
        last = max(moment(page) for page in self.pages.values())
        wait_until(lambda: all(moment(page) >= last for page in self.pages.values()))
        return next((side for side in SIDES if self.shown(side)["decides"]), "red")

    def bounds(self) -> int:
        return sum(self.shown("red")["view"]["bounds"].values())

    def gone_on(self, side: str, work: Callable[[], None]) -> None:
        """Do something that decides, and wait until it is decided."""
        before = moment(self.pages[side])
        work()
        wait_until(lambda: moment(self.pages[side]) > before)


def build(page: Page, name: str) -> None:
    """An army of the Gallic list: one warband more than 400 points allow, then one less, and kept."""
    verdict = page.get_by_role("region", name="The umpire says")
    expect(verdict).to_contain_text("This army may be fielded.")
    foot = page.get_by_role("spinbutton", name=re.compile(r"^Irr Wb .*in command C$")).first
    before = int(foot.input_value())
    foot.fill(str(before + 12))
    expect(verdict).to_contain_text("An army costs at most 400 points")
    foot.fill(str(before))
    expect(verdict).to_contain_text("This army may be fielded.")
    assert "of 400 points" in verdict.inner_text()
    page.get_by_label("Its name").fill(name)
    button(page, "Keep it").click()
    expect(page.get_by_text(f"Kept as “{name}”")).to_be_visible()


def fixed(route: Route) -> None:
    """The choices that the page leaves to chance when a battle begins, always the same."""
    asked = json.loads(route.request.post_data or "{}")
    asked["setup"]["variety"] = VARIETY
    route.continue_(post_data=json.dumps(asked))


def sit_down(battle: Battle, open_page: Open, axe: Axe) -> None:
    """Both armies are built, the battle is agreed on, and the links are opened."""
    page = open_page("#/army?edition=dbm32&list=gallic", permissions=CLIPBOARD)
    build(page, "Brennus")
    page.reload()
    build(page, "Camulos")
    page.goto(f"{battle.server}/#/new?edition=dbm32")
    for side, name in zip(("Red", "Blue"), ("Brennus", "Camulos"), strict=True):
        card = page.get_by_role("region", name=re.compile(f"^{side}"))
        card.get_by_label("Or one of your armies").select_option(label=name)
        expect(card).to_contain_text(f"{name}: your own army")
        expect(card).to_contain_text("of 400 points")
        expect(card).to_contain_text("As the list allows.")
    page.get_by_label("A friend, by link").check()
    page.get_by_label("Bounds of each side").fill(str(LIMIT))
    page.get_by_role("radio", name=re.compile("Deploy by hand")).check()
    assert axe(page) == []
    page.route(re.compile("/api/battles$"), fixed)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("heading", name="The table is ready")).to_be_focused()
    links = {"blue": copied(page, "For your friend"), "spectator": copied(page, "For spectators")}
    battle.sit("red", page)
    page.get_by_role("link", name="To the table").click()
    for role in OTHERS:
        other = open_page("#/")
        battle.sit(role, other)
        other.goto(f"{battle.server}/{links[role]}")
    for one in battle.pages.values():
        one.locator("[data-phase]").wait_for()


def set_up(battle: Battle) -> dict[str, Any]:
    """Red writes orders and deploys its first command by hand; the rest is set up as suggested. Red's orders."""
    red, blue = battle.pages["red"], battle.pages["blue"]
    wait_until(lambda: phase(red) == "orders")
    if battle.decides() == "blue":
        decide(blue, "Seal these orders")
    wait_until(lambda: battle.shown("red")["decides"])
    hide_and_march(red)
    decide(red, "Seal these orders")
    orders = battle.sent["red"].actions[-1]
    assert orders["do"] == "write_orders"
    assert orders["flank_marches"] == {"RR": "west"}
    assert len(orders["ambushes"]) == 3
    leave(blue)
    wait_until(lambda: battle.decides() == "red" and phase(red) == "deploy")
    deploy_by_hand(red)
    leave(red)
    for one in battle.pages.values():
        one.locator("[data-phase=pips]").wait_for()
    return orders


def leave(page: Page) -> None:
    """Leave the rest of the set-up to suggestions, as soon as the side has a step before it."""
    leave_to_suggestion(page, "Set up all the rest for me")


def bound_by_mouse(battle: Battle) -> None:
    """Roll, give out the dice, drag a group ahead, end the moves; then press what the panel offers."""
    side = battle.decides()
    page = battle.pages[side]
    board = Board(page, battle.server, battle.seat(side))
    battle.gone_on(side, page.get_by_role("button", name="Roll for PIPs").click)
    if phase(page) == "allot":
        give_out(page)
    wait_until(lambda: phase(page) == "moves")
    assert any(drag_ahead(page, board, base, whole) for base, whole in movable(board.view(), side))
    end_moves(page)
    started = battle.bounds()
    while phase(page) not in ("pips", "over"):
        press_on(battle, battle.decides())
    assert battle.bounds() == started


def press_on(battle: Battle, side: str) -> None:
    """Press the strong button of a panel, unless the battle goes on by itself or the other side decides by now."""
    page = battle.pages[side]
    before = moment(page)
    strong = page.locator("[data-phase] button.strong:enabled")
    wait_until(lambda: moment(page) > before or strong.count() > 0 or not battle.shown(side)["decides"])
    if moment(page) == before and phase(page) not in ("pips", "over") and pressed(strong):
        wait_until(lambda: moment(page) > before)


def movable(view: dict[str, Any], side: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Bases to try to move, of commands that can pay: the groups of generals, then single ones of the front line."""
    left = view["purse"]["left"]
    own = [one for one in view["position"]["bases"] if one["side"] == side and left.get(one["service"]["command"])]
    yield from ((one, True) for one in own if one["general"])
    ahead = max(own, key=lambda one: one["front"][1] * one["facing"][1])["front"][1] if own else 0.0
    yield from ((one, False) for one in own if abs(one["front"][1] - ahead) < 1.0)


def bound_by_keys(battle: Battle) -> None:
    """The same with the keyboard: a base goes straight ahead with the arrow keys, if it may."""
    side = battle.decides()
    page = battle.pages[side]
    battle.gone_on(side, lambda: page.keyboard.press("r"))
    if phase(page) == "allot":
        page.locator("[data-given]").first.wait_for()
        battle.gone_on(side, lambda: page.keyboard.press("r"))
    wait_until(lambda: phase(page) == "moves")
    page.keyboard.press("m")
    page.keyboard.press("ArrowUp")
    ruling = page.locator("[data-ruling][aria-busy=false]:not([data-ruling=none])")
    ruling.wait_for()
    if ruling.get_attribute("data-ruling") == "allowed":
        battle.gone_on(side, lambda: page.keyboard.press("Enter"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    if phase(page) == "moves":
        end_moves(page)
    while phase(page) not in ("pips", "over"):
        key_on(battle, battle.decides())


def key_on(battle: Battle, side: str) -> None:
    """The key of the phase, unless the battle goes on by itself or the other side decides by now."""
    page = battle.pages[side]
    settled(page)
    before = moment(page)
    if phase(page) not in ("pips", "over"):
        page.keyboard.press(KEYS.get(phase(page), "r"))
        wait_until(lambda: moment(page) > before or not battle.shown(side)["decides"])


def unheard(battle: Battle, orders: dict[str, Any], *known: str) -> None:
    """Nothing that was sent to the other browsers gives the orders away, but what is known by now."""
    for role in OTHERS:
        found = {name for text in battle.heard[role].said for name in leaks(text, orders)}
        assert found <= set(known), role
        assert battle.heard[role].said


def arrived(battle: Battle) -> bool:
    return any("flank march of RR arrives" in text for text in battle.heard["spectator"].said)


def test_a_battle_of_400_points_from_the_builder_to_the_end(
    open_page: Open, server: str, dice: Callable[[str], None], axe: Axe
) -> None:
    dice(seed_of(2))
    battle = Battle(server)
    sit_down(battle, open_page, axe)
    orders = set_up(battle)
    unheard(battle, orders)
    for role in OTHERS:
        battle.pages[role].reload()
        battle.pages[role].locator("[data-phase=pips]").wait_for()
        expect(battle.pages[role].locator(".sheet .base").nth(20)).to_be_attached()
        for path in ("task", "seat", "log", "moment/3"):
            answer = ASKING.get(f"{server}/api/battles/{path}", headers={"X-Seat": battle.seat(role)})
            assert leaks(answer.text, orders) == []
    assert any(leaks(text, orders) for text in battle.heard["red"].said)
    for played in range(1, BY_MOUSE + 1):
        bound_by_mouse(battle)
        assert battle.bounds() == played
        unheard(battle, orders, *(("RR",) if arrived(battle) else ()))
    for role in (*SIDES, "spectator"):
        assert axe(battle.pages[role]) == []
    while phase(battle.pages["red"]) != "over":
        bound_by_keys(battle)
    assert battle.bounds() == 2 * LIMIT
    for one in battle.pages.values():
        expect(one.get_by_role("heading", name=re.compile("has won|The battle is over"))).to_be_visible()
    # Only now the log tells everybody who hid where.
    log = ASKING.get(f"{server}/api/battles/log", headers={"X-Seat": battle.seat("spectator")}).text
    assert set(leaks(log, orders)) == {"RR", *orders["ambushes"]}
