"""The table of a battle's page: where things are on the screen, and how a hand drags them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import ASKING, wait_until


class Board:
    """The table on the page, in millimetres, and what the server says stands there."""

    def __init__(self, page: Page, server: str, seat: str) -> None:
        self.page, self.server, self.seat = page, server, seat
        page.locator("svg .base").first.wait_for()

    def view(self) -> dict[str, Any]:
        answer = ASKING.get(f"{self.server}/api/battles/seat", headers={"X-Seat": self.seat})
        found: dict[str, Any] = answer.json()["shown"]["view"]
        return found

    def base(self, name: str) -> dict[str, Any]:
        return next(base for base in self.view()["position"]["bases"] if base["id"] == name)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is on the screen."""
        found = self.page.evaluate(
            """([x, y]) => {
                const felt = document.querySelector('.table svg [data-felt]');
                const p = new DOMPoint(x, -y).matrixTransform(felt.getScreenCTM());
                return [p.x, p.y];
            }""",
            [x, y],
        )
        return found[0], found[1]

    def middle(self, name: str) -> tuple[float, float]:
        base = self.base(name)
        (x, y), (east, north), half = base["front"], base["facing"], base["depth"] / 2
        return x - east * half, y - north * half

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.at(*self.middle(name)))

    def double_click(self, name: str) -> None:
        self.page.mouse.dblclick(*self.at(*self.middle(name)))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one place on the screen to another, as slowly as a hand does."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for i in range(1, 13):
            mouse.move(start[0] + (end[0] - start[0]) * i / 12, start[1] + (end[1] - start[1]) * i / 12)
            self.page.wait_for_timeout(12)
        mouse.up()

    def drag_base(self, name: str, x: float, y: float) -> None:
        """Drag a base by its middle to a place."""
        self.drag(self.at(*self.middle(name)), self.at(x, y))

    def drag_handle(self, name: str, x: float, y: float) -> None:
        """Drag a handle by so many mm."""
        box = self.page.locator(f"[data-handle='{name}'] .knob").bounding_box()
        assert box is not None
        start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        zero, there = self.at(0, 0), self.at(x, y)
        self.drag(start, (start[0] + there[0] - zero[0], start[1] + there[1] - zero[1]))

    def wait_for_pips(self, left: int) -> None:
        """Until so many PIPs are left, on the server and on the page."""
        wait_until(lambda: self.view()["purse"] == {"kind": "pips", "left": {self.view()["turn"]: left}})
        expect(self.page.get_by_role("img", name=f"{left} PIP{'' if left == 1 else 's'} left")).to_be_visible()


def end_moves(page: Page) -> None:
    """End the moves, and say so again when asked because something could still be done."""
    page.get_by_role("button", name="End moves").click()
    again = page.get_by_role("button", name="End moves anyway")
    expect(again.or_(page.locator("[data-phase]:not([data-phase=moves])")).first).to_be_visible()
    if again.is_visible():
        again.click()


def near(found: list[float], wanted: tuple[float, float], within: float = 0.01) -> bool:
    """Whether two points are the same, within so many mm."""
    return abs(found[0] - wanted[0]) <= within and abs(found[1] - wanted[1]) <= within


def left_flank(enemy: dict[str, Any]) -> dict[str, Any]:
    """The pose on the left flank of a base 40 mm wide: facing to its right, left front corners together."""
    (x, y), (east, north) = enemy["front"], enemy["facing"]
    right = (north, -east)
    corner = (x - right[0] * 20, y - right[1] * 20)
    side = (right[1], -right[0])
    return {"front": (corner[0] + side[0] * 20, corner[1] + side[1] * 20), "facing": list(right)}
