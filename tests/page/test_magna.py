"""A whole Magna battle on the page: by mouse to the end of the second turn, then by keyboard to its end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.board import Board
from tests.page.conftest import wait_until
from tests.page.steps import decided, goes_on, settled

Open = Callable[..., Page]
Begin = Callable[..., dict[str, str]]
Axe = Callable[[Page], list[str]]
RED, BLUE = "magna-ayyubid", "magna-teutonic"
#: The dice of the battle, so that every run is the same one.
SEED = "7" * 64
#: How far unit groups are dragged ahead, in mm.
STRIDE = 160.0
#: No side drags more unit groups in a turn.
DRAGS = {1: 4, 2: 1}
#: No side charges, shoots or picks combats on the table more often in a turn; the rest is done in the list.
ON_TABLE = 3
#: What is done in a list of decisions is read from their words.
WORDS = {
    "2.2": re.compile(r"^([RB]\d+)\b.* charges? ([RB]\d+)\b"),
    "2.7": re.compile(r"^([RB]\d+/\d+) fights ([RB]\d+)"),
    "3.1": re.compile(r"^([RB]\d+)\b.* shoots: .* at ([RB]\d+)"),
    "5.2": re.compile(r"^([RB]\d+/\d+) fights ([RB]\d+)"),
}


@pytest.fixture(autouse=True)
def known_dice(dice: Callable[[str], None]) -> None:
    dice(SEED)


class Player:
    """Both sides of a battle at one screen."""

    def __init__(self, page: Page, server: str, seat: str) -> None:
        self.page, self.board = page, Board(page, server, seat)
        self.done: Counter[str] = Counter()
        self.dragged: Counter[tuple[int, str]] = Counter()
        self.tried: set[tuple[int, str]] = set()
        self.often: Counter[tuple[str, int, str]] = Counter()

    @property
    def panel(self) -> Locator:
        return self.page.locator("[data-phase]")

    @property
    def undo(self) -> Locator:
        return self.page.get_by_role("button", name="Undo")

    def now(self) -> tuple[str, int]:
        """The phase and the number of the newest event, as the page shows them."""
        found = self.page.evaluate(
            "() => { const told = document.querySelector('[data-phase]').dataset; return [told.phase, +told.moment]; }"
        )
        return found[0], found[1]

    def settled(self) -> None:
        """Wait until the panel has what it asked the umpire for."""
        settled(self.page)

    def goes_on(self, after: int) -> None:
        """Wait until something is decided after an event."""
        goes_on(self.page, after)

    def press(self, name: str | re.Pattern[str] = "") -> None:
        """Click a button of the panel, the strong one if none is named, and wait for what it decides."""
        _, before = self.now()
        strong = self.panel.locator("button.strong")
        (strong if not name else self.panel.get_by_role("button", name=name)).first.click()
        self.goes_on(before)

    # With the mouse

    def by_mouse(self) -> None:
        """Take the decision that is due with the mouse."""
        self.settled()
        phase, _ = self.now()
        if phase in WORDS and self._from_the_table(phase):
            return
        if phase == "4.3":
            self._move()
        elif phase in ("2.2", "3.1", "2.1", "2.4", "4.2", "5.1", "5.4", "5.5", "6.1", "tidy"):
            self.press("Pass")
        else:
            self.done[phase] += 1
            self.press()

    def _from_the_table(self, phase: str) -> bool:
        """Click who acts and whom on the table, then the button; whether there was anything to do."""
        more = self.panel.locator(".units button")
        if more.count():
            self.board.click(f"{more.first.inner_text().split()[0]}/1.1")
        labels = self.panel.locator("fieldset label").all_inner_texts()
        found = next((match for text in labels if (match := WORDS[phase].match(text.strip()))), None)
        view = self.board.view()
        often = (phase, view["number"], view["decides"])
        if found is None or (phase == "2.2" and self.often[often] >= ON_TABLE):
            return False
        self.done[phase] += 1
        self.often[often] += 1
        if self.often[often] <= ON_TABLE:
            self.board.click(f"{found[1]}.1" if "/" in found[1] else f"{found[1]}/1.1")
            if phase == "2.2":
                self.board.click(f"{found[2]}/1.1")
        if phase != "2.2":
            self.page.locator("[data-odds]").first.wait_for()
        self.press()
        if phase in ("2.7", "5.2") and self.now()[0] != "lead":
            # What was rolled is not taken back.
            expect(self.undo).to_be_disabled()
        return True

    def _move(self) -> None:
        """Drag a unit group that has not moved straight ahead, at most so many a turn, or pass."""
        view = self.board.view()
        side, turn = view["decides"], view["number"]
        if self.dragged[turn, side] >= DRAGS.get(turn, 0):
            self.press("Pass")
            return
        unit = next((one for one in view["position"]["units"] if self._may_drag(view, one)), None)
        if unit is None:
            self.press("Pass")
            return
        self.dragged[turn, side] += 1
        self.drag(view, unit["id"], STRIDE)

    def _may_drag(self, view: dict[str, Any], unit: dict[str, Any]) -> bool:
        if unit["side"] != view["decides"] or unit["kind"] == "camp" or unit["broken"] or unit["did"]:
            return False
        own = [base for base in view["position"]["bases"] if base["unit"]["unit"] == unit["id"]]
        return bool(own) and (view["number"], unit["id"]) not in self.tried

    def drag(self, view: dict[str, Any], unit: str, far: float) -> None:
        """Drag a unit group ahead. Where the umpire refuses that, take the nearest move, or none."""
        _, before = self.now()
        self.tried.add((view["number"], unit))
        base = next(one for one in view["position"]["bases"] if one["unit"]["unit"] == unit)
        (east, north), (x, y) = base["facing"], self.board.middle(base["id"])
        self.board.drag(self.board.at(x, y), self.board.at(x + far * east, y + far * north))
        refused = self.page.locator("[data-ruling='refused'][aria-busy='false']")
        wait_until(lambda: self.now()[1] > before or refused.count() > 0)
        if self.now()[1] > before:
            self.done["drag"] += 1
            return
        nearest = self.panel.get_by_role("button", name="Nearest")
        if nearest.count():
            nearest.first.click()
            self.goes_on(before)
            self.done["nearest"] += 1
        else:
            self.panel.get_by_role("button", name="Cancel").click()

    # By keyboard

    def by_keys(self) -> None:
        """Take the decision that is due by keys alone."""
        self.settled()
        phase, before = self.now()
        if phase == "4.3":
            self.page.keyboard.press("h")
            self.page.locator("[data-hint]").wait_for()
            self.page.keyboard.press("Enter")
            self.goes_on(before)
            return
        self.page.keyboard.press("r")
        if decided(self.page, before):
            return
        self.page.keyboard.press("m")
        self.settled()
        self.page.keyboard.press("r")
        if decided(self.page, before):
            return
        self.page.keyboard.press("d")
        self.goes_on(before)


def begun(begin: Begin, open_page: Open, server: str, limit: int) -> Player:
    """A battle for two at one screen, both armies deployed."""
    setup = {"variety": 5, "limit": limit}
    seats = begin(RED, BLUE, ("person", "person"), setup, edition="meg", same_screen=True, automatic=True)
    page = open_page(f"#/battle/{seats['both']}", viewport={"width": 1440, "height": 900})
    return Player(page, server, seats["both"])


def test_a_whole_battle_by_mouse_and_by_keyboard(begin: Begin, open_page: Open, server: str, axe: Axe) -> None:
    player = begun(begin, open_page, server, limit=2)
    while player.board.view()["number"] <= 2:
        player.by_mouse()
    done = player.done
    # Unit groups were dragged, charges declared and answered, shots and combats picked, all with the mouse.
    assert done["drag"] + done["nearest"] >= 5
    assert all(done[phase] for phase in ("2.2", "2.5", "2.6", "2.7", "3.1", "5.2")), done
    assert axe(player.page) == []
    for _ in range(400):
        if player.now()[0] == "over":
            break
        player.by_keys()
    assert player.now()[0] == "over"
    view = player.board.view()
    # Time is up after two turns of each side, if no army breaks before.
    assert 3 <= view["number"] <= 4
    ended = f"{view['winner'].capitalize()} has won" if view["winner"] else "The battle is over"
    expect(player.page.get_by_role("heading", name=ended)).to_be_visible()
    expect(player.page.get_by_role("link", name="Watch it again")).to_be_visible()


def test_what_was_not_rolled_is_taken_back(begin: Begin, open_page: Open, server: str) -> None:
    player = begun(begin, open_page, server, limit=2)
    # The dice of the preparation and the cards dealt stand.
    expect(player.undo).to_be_disabled()
    while player.now()[0] != "4.3":
        player.by_mouse()
    before = player.board.view()
    player.by_mouse()
    after = player.board.view()
    assert after["position"]["bases"] != before["position"]["bases"]
    assert after["counts"] != before["counts"]
    expect(player.undo).to_be_enabled()
    _, number = player.now()
    player.page.keyboard.press("u")
    player.goes_on(number)
    again = player.board.view()
    assert {key: again[key] for key in ("position", "counts", "decides", "phase")} == {
        key: before[key] for key in ("position", "counts", "decides", "phase")
    }
