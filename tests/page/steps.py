"""What tests of set-ups share: steps decided by their buttons, things dragged, and everything that a page is sent."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.conftest import wait_until


def phase(page: Page) -> str:
    """What is to be decided, as the page shows it."""
    return page.locator("[data-phase]").get_attribute("data-phase") or ""


def moment(page: Page) -> int:
    """The number of the newest event that the page shows."""
    return int(page.locator("[data-phase]").get_attribute("data-moment") or -1)


def goes_on(page: Page, after: int) -> None:
    """Wait until something is decided after an event."""
    wanted = "(after) => Number(document.querySelector('[data-phase]')?.dataset.moment) > after"
    page.wait_for_function(wanted, arg=after)


def phase_becomes(page: Page, *wanted: str) -> None:
    script = "(wanted) => wanted.includes(document.querySelector('[data-phase]')?.dataset.phase)"
    page.wait_for_function(script, arg=list(wanted))


def decided(page: Page, before: int) -> bool:
    """Whether what was pressed decides something after an event: waits until no decision is on its way."""
    page.wait_for_function(
        """(before) => {
            const panel = document.querySelector('[data-phase]');
            return panel && (Number(panel.dataset.moment) > before || panel.getAttribute('aria-busy') === 'false');
        }""",
        arg=before,
    )
    return moment(page) > before


def settled(page: Page) -> None:
    """Wait until the panel has what it asked the umpire for, and its strong button, if it has one, can be pressed."""
    page.wait_for_function(
        """() => {
            const panel = document.querySelector('[data-phase]');
            if (panel?.getAttribute('aria-busy') !== 'false' || panel.innerText.includes('Asking')) return false;
            if (panel.querySelector('form[aria-busy=true]')) return false;
            return !panel.querySelector('button.strong') || panel.querySelector('button.strong:enabled');
        }"""
    )


def press_key(page: Page, key: str) -> None:
    """Decide by a key of the panel, as soon as the panel offers a decision, and wait for what follows."""
    settled(page)
    before = moment(page)
    page.keyboard.press(key)
    goes_on(page, before)


def judged(page: Page, before: int) -> str:
    """Wait until a move is made, or the umpire has said all that he says about it: "made", or his ruling.

    A move that he allows is on its way by itself after a drag, until its button waits for a press.
    """
    found = page.wait_for_function(
        """(before) => {
            if (Number(document.querySelector('[data-phase]').dataset.moment) > before) return 'made';
            const card = document.querySelector('[data-ruling][aria-busy="false"]:not([data-ruling="none"])');
            const waits = card?.dataset.ruling !== 'allowed' || card.querySelector('button.strong:enabled');
            return card && waits ? card.dataset.ruling : null;
        }""",
        arg=before,
    )
    return str(found.json_value())


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def pressed(what: Locator) -> bool:
    """Whether a button was there and could be pressed; it may go while one reaches for it."""
    try:
        what.first.click(timeout=1000)
    except PlaywrightTimeout:
        return False
    return True


def decide(page: Page, name: str) -> None:
    """Press what takes the decision with the keyboard, and wait for the next one."""
    before = moment(page)
    expect(button(page, name)).to_be_enabled()
    button(page, name).focus()
    page.keyboard.press("Enter")
    wait_until(lambda: moment(page) != before)


def leave_to_suggestion(page: Page, name: str = "Do this step for me") -> None:
    """Press one of the buttons that leave steps of the set-up to suggestions; they are unfolded first."""
    wanted, folded = button(page, name), page.get_by_text("Rather not by hand?")
    wait_until(lambda: pressed(wanted) if wanted.is_visible() else pressed(folded) and pressed(wanted))


def take_nearest(page: Page, name: str, nearest: str) -> None:
    """Wait until a decision may be taken, with the nearest that is allowed where the umpire offers that."""
    taken, near = button(page, name), button(page, nearest)
    wait_until(lambda: taken.is_enabled() or (near.is_visible() and pressed(near) and taken.is_enabled()))


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table, in mm, is on the screen."""
    found = page.evaluate(
        """([x, y]) => {
            const felt = document.querySelector('.sheet svg [data-felt]');
            const p = new DOMPoint(x, -y).matrixTransform(felt.getScreenCTM());
            return [p.x, p.y];
        }""",
        [x, y],
    )
    return (found[0], found[1])


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle_of(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Heard:
    """Everything that a page receives: frames of its socket and answers to its requests."""

    def __init__(self, page: Page) -> None:
        self.said: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.said.append(str(frame))))
        page.on("response", self._answer)

    def _answer(self, response: Any) -> None:
        if "/api/battles" in response.url:
            self.said.append(response.text())


class Sent:
    """What a page decides, in the order in which it sends it."""

    def __init__(self, page: Page) -> None:
        self.actions: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._frame))

    def _frame(self, frame: Any) -> None:
        said = json_of(frame)
        if said.get("type") == "act":
            self.actions.append(said["action"])


def json_of(frame: Any) -> dict[str, Any]:
    """What a page sends as JSON; the first frame is the bare secret of its seat."""
    text = str(frame)
    found: dict[str, Any] = json.loads(text) if text.startswith("{") else {}
    return found
