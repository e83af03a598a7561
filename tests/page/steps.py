"""What tests of set-ups share: steps decided by their buttons, things dragged, and everything that a page is sent."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.conftest import wait_until


def moment(page: Page) -> str:
    found: str = page.evaluate("document.querySelector('[data-phase]').dataset.moment")
    return found


def phase(page: Page) -> str:
    found: str = page.evaluate("document.querySelector('[data-phase]').dataset.phase")
    return found


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
    expect(button(page, name)).to_be_enabled(timeout=20_000)
    button(page, name).focus()
    page.keyboard.press("Enter")
    wait_until(lambda: moment(page) != before)


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
