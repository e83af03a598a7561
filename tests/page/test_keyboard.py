"""A whole battle without a mouse and without colour, from the first die to victory, with keys the page itself lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.battle.stream import seed_of
from tests.page.conftest import ASKING
from tests.page.keeping import begun
from tests.page.steps import settled

#: Knights against warbands: whoever loses a combat dies.
SETUP = {"red": "III/51", "blue": "II/11", "variety": 3, "limit": 40}
SEED = seed_of(2)
CONTACT = re.compile("contact with|flank of|rear of|against the", re.I)
#: How keys are called on the sheet.
CALLED = {f"Arrow{way}": way for way in ("Up", "Down", "Left", "Right")}
#: Steps straight ahead, further than anybody goes.
FAR = 12
#: As many bounds as this battle could take at the very most.
BOUNDS = 60


class Player:
    """Somebody without a mouse, who reads the page and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.locator("[data-phase]").wait_for()
        self.listed = self._learn()

    def _learn(self) -> set[str]:
        """The keys the page lists."""
        self.page.keyboard.press("?")
        sheet = self.page.get_by_role("dialog", name="Keys and pointer")
        expect(sheet).to_be_visible()
        found = " ".join(sheet.locator("dt").all_inner_texts())
        self.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        return set(re.split(r"[\s,]+|\+", found))

    def press(self, key: str, times: int = 1) -> None:
        assert CALLED.get(key, key.upper() if len(key) == 1 else key) in self.listed, f"the page does not list {key}"
        for _ in range(times):
            self.page.keyboard.press(key)

    @property
    def phase(self) -> str:
        return self.page.locator("[data-phase]").get_attribute("data-phase") or ""

    @property
    def moment(self) -> int:
        return int(self.page.locator("[data-moment]").get_attribute("data-moment") or 0)

    def decide(self, key: str) -> None:
        """Press what decides, and see the battle go on."""
        before = self.moment
        self.press(key)
        expect(self.page.locator(f'[data-moment="{before}"]')).to_have_count(0)

    def tab_to(self, name: str) -> None:
        """From the panel on, to a control by its words."""
        self.press("p")
        for _ in range(20):
            self.press("Tab")
            if name in self.page.evaluate("document.activeElement.textContent"):
                return
        pytest.fail(f"{name!r} is more than twenty Tabs away")


def test_a_whole_battle_by_keyboard_alone(
    server: str, database: Path, open_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    seat = begun(database, SETUP, SEED)["both"]
    page = open_page(f"#/battle/{seat}", reduced_motion="reduce", forced_colors="active")
    player = Player(page)
    set_up(player)
    bounds = 0
    while not over(page):
        bounds += 1
        assert bounds <= BOUNDS
        play_bound(player)

    expect(page.get_by_role("heading", name=re.compile("^(Red|Blue) has won$"))).to_be_visible()
    assert axe(page) == []
    expect(page.locator("[aria-live=polite] p").last).to_have_text(re.compile("(Red|Blue) wins: "))
    account = page.get_by_role("log").inner_text()
    assert account.count(" fights ") > 3
    log = ASKING.get(f"{server}/api/battles/log", headers={"X-Seat": seat}).content
    assert replay(log, rules_of("dba22")).closing is not None


def set_up(player: Player) -> None:
    player.decide("r")
    player.tab_to("Rather not by hand?")
    player.press("Enter")
    player.tab_to("Set up all the rest for me")
    player.press("Enter")
    expect(player.page.locator("[data-phase=pips]")).to_be_visible()


def over(page: Page) -> bool:
    return page.locator("[data-phase=over]").count() > 0


def play_bound(player: Player) -> None:
    player.decide("r")
    move_all(player)
    end_moves(player)
    while player.phase in ("shooting", "melee"):
        roll(player)


def roll(player: Player) -> None:
    """Roll the shot or combat that is offered, and see the dice."""
    page = player.page
    settled(page)
    before = page.locator("[data-roll]").get_attribute("data-roll")
    expect(page.get_by_role("button", name=re.compile("^Roll: "))).to_be_enabled()
    player.press("r")
    expect(page.locator(f'[data-roll="{before}"]')).to_have_count(0)


def end_moves(player: Player) -> None:
    if player.phase != "moves":
        return
    if not pips(player):
        player.decide("d")
        return
    # It asks once while there are PIPs and bases that have not moved; with none of either it ends at once.
    player.press("d")
    asked = player.page.get_by_text("press D again to end the moves")
    expect(asked.or_(player.page.locator("[data-phase]:not([data-phase=moves])")).first).to_be_visible()
    if asked.count():
        player.decide("d")


def pips(player: Player) -> int:
    said = player.page.locator(".purse").get_attribute("aria-label") or "0"
    return int(said.split()[0])


def move_all(player: Player) -> None:
    """Everybody once, by groups where they stand in groups: into contact, or straight ahead as far as they may."""
    tried: set[str] = set()
    heading = player.page.locator("#moving")
    while player.phase == "moves" and pips(player):
        player.press("m")
        who = heading.inner_text()
        if who in tried or who == "Choose who moves":
            return
        tried.add(who)
        into_contact(player) or ahead(player, True) or ahead(player, False)
        player.press("Escape", 2)


def into_contact(player: Player) -> bool:
    card, note = player.page.locator("[data-ruling]"), player.page.locator(".note")
    player.press("c")
    expect(card.or_(note.filter(has_text="No legal contact")).first).to_be_visible()
    return card.count() > 0 and CONTACT.search(card.inner_text()) is not None and made(player)


def ahead(player: Player, group: bool) -> bool:
    """Straight ahead, from the group or, after that was no good, alone."""
    player.press("Escape", 1 if group else 2)
    player.press("g" if group else "Enter")
    player.press("ArrowUp", FAR)
    return made(player)


def made(player: Player) -> bool:
    """Make the move in hand, or the nearest legal one; false if there is none or it costs too much."""
    card = player.page.locator("[data-ruling][aria-busy=false]")
    expect(card).to_be_visible()
    if card.get_attribute("data-ruling") == "allowed":
        player.decide("Enter")
    elif card.get_by_role("button", name="Nearest legal place").count():
        player.decide("n")
    else:
        return False
    return True
