"""A battle of Mortem et Gloriam on the page: by mouse, then by keys and hints to its end; and what stays hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.page.board import Board
from tests.page.conftest import ASKING, wait_until
from tests.page.steps import decided, goes_on, moment, phase, press_key, settled

Open = Callable[..., Page]
Begin = Callable[..., dict[str, str]]
Axe = Callable[[Page], list[str]]
RED, BLUE = "magna-spartan", "magna-pyrrhic"


def press(page: Page, name: str) -> None:
    """Press a button of the panel, and wait for what it decides."""
    before = moment(page)
    page.locator("[data-phase]").get_by_role("button", name=name).first.click()
    goes_on(page, before)


def to_phase(page: Page, *wanted: str) -> None:
    """Give no cards and pass until a phase is there."""
    for _ in range(12):
        settled(page)
        if phase(page) in wanted:
            return
        kept = {"1.1": "Keep all cards", "1.3": "Give no cards", "end": "Give up"}
        press(page, kept.get(phase(page), "Pass"))
    pytest.fail(f"it is {phase(page)}, not {wanted}")


def bases_of(board: Board, unit: str) -> list[dict[str, Any]]:
    return [base for base in board.view()["position"]["bases"] if base["unit"]["unit"] == unit]


def cards_of(board: Board, letter: str) -> int:
    """How many cards the generals of a side hold."""
    counts: dict[str, int] = board.view()["counts"]
    return sum(count for name, count in counts.items() if name.startswith(letter))


def drag_group(page: Page, board: Board, unit: str, far: float) -> None:
    """Drag a unit group by one of its bases straight ahead, and wait until it has moved."""
    before = moment(page)
    base = bases_of(board, unit)[0]
    x, y = board.middle(base["id"])
    east, north = base["facing"]
    board.drag(board.at(x, y), board.at(x + far * east, y + far * north))
    goes_on(page, before)


def test_two_turns_by_mouse(begin: Begin, open_page: Open, server: str, axe: Axe) -> None:
    seats = begin(RED, BLUE, ("person", "person"), {"variety": 3}, edition="meg", same_screen=True, automatic=True)
    page = open_page(f"#/battle/{seats['both']}")
    board = Board(page, server, seats["both"])
    expect(page.locator("svg [data-general]")).to_have_count(len(board.view()["position"]["generals"]))
    to_phase(page, "4.3")
    expect(page.locator("[data-sub-phase='4.3']")).to_be_visible()
    side = board.view()["decides"]
    letter, ahead = ("R", 1) if side == "red" else ("B", -1)
    held = cards_of(board, letter)
    before = [base["front"] for base in bases_of(board, f"{letter}1")]
    drag_group(page, board, f"{letter}1", 40.0)
    after = [base["front"] for base in bases_of(board, f"{letter}1")]
    # It moves as one, straight ahead, and costs a card.
    assert {round(ahead * (new[1] - old[1])) for old, new in zip(before, after, strict=True)} == {40}
    assert cards_of(board, letter) == held - 1
    # A drag too far is refused with its measure, and the nearest place is offered.
    to_side(page, board, side)
    base = bases_of(board, f"{letter}3")[0]
    x, y = board.middle(base["id"])
    board.drag(board.at(x, y), board.at(x, y + ahead * 300.0))
    page.locator("[data-ruling='refused']").wait_for()
    expect(page.locator("[data-ruling]")).to_contain_text("BW and may go")
    press(page, "Nearest")
    assert ahead * (bases_of(board, f"{letter}3")[0]["front"][1] - base["front"][1]) > 20.0
    assert axe(page) == []
    for _ in range(12):
        if board.view()["number"] == 2:
            break
        settled(page)
        press(page, {"1.1": "Keep all cards", "end": "Give up"}.get(phase(page), "Pass"))
    assert board.view()["number"] == 2


def to_side(page: Page, board: Board, side: str) -> None:
    """Pass until a side decides."""
    for _ in range(4):
        if board.view()["decides"] == side:
            return
        press(page, "Pass")
    pytest.fail(f"{side} never decides")


def listening(open_page: Open, seat: str) -> tuple[Page, list[str]]:
    """A page at a seat, and all that the server sends to it from the first word on."""
    heard: list[str] = []
    page = open_page("#/")

    def attend(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("websocket", attend)
    page.goto(page.url.split("#")[0] + f"#/battle/{seat}")
    page.locator("svg .base").first.wait_for()
    return page, heard


def test_hands_and_decks_stay_hidden(begin: Begin, open_page: Open, server: str) -> None:
    seats = begin(RED, BLUE, ("person", "person"), {"variety": 3}, edition="meg", automatic=True)
    people = {role: listening(open_page, seats[role]) for role in ("red", "blue", "spectator")}
    red, _ = people["red"]
    for _ in range(3):
        if phase(red) in ("2.1", "4.3"):
            break
        decides = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seats["red"]}).json()["shown"]["decides"]
        press_key(people["red" if decides else "blue"][0], "r")
        wait_until(lambda: len({moment(page) for page, _ in people.values()}) == 1)
    for role, (page, heard) in people.items():
        expect(page.locator("svg .base").first).to_be_visible()
        seen = [json.loads(frame) for frame in heard]
        views = [one["shown"]["view"] for one in seen if one["type"] == "shown"]
        assert views
        for view in views:
            own = set(view["hands"])
            assert {name[0] for name in own} <= ({"red": {"R"}, "blue": {"B"}}.get(role, set()))
            for name, hand in view["purse"]["hands"].items():
                assert (name in own) == isinstance(hand, list)
            # Of the deck only the number is told, and no seed and no secret throw reaches anybody.
            assert isinstance(view["deck"], int)
        assert all(one["shown"]["seed"] is None for one in seen if one["type"] == "shown")


def test_to_the_end_by_keys_and_hints(begin: Begin, open_page: Open, axe: Axe) -> None:
    """On a phone in the dark: every decision by a key or a hint, for two turns at the most."""
    seats = begin(RED, BLUE, ("person", "person"), {"variety": 3, "limit": 1}, edition="meg", same_screen=True,
                  automatic=True)  # fmt: skip
    page = open_page(f"#/battle/{seats['both']}", viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.locator("svg .base").first.wait_for()
    looked: set[str] = set()
    hints: list[int] = []
    for _ in range(260):
        settled(page)
        now = phase(page)
        if now == "over":
            break
        before = moment(page)
        hints += [before] if now == "4.3" else []
        if now not in looked and now in ("1.3", "2.2", "2.7", "4.3"):
            looked.add(now)
            assert axe(page) == []
        decide_by_keys(page, before, hinted=now == "4.3" and len(hints) <= 8)
    assert phase(page) == "over"
    expect(page.get_by_role("heading", name="over").or_(page.get_by_role("heading", name="has won"))).to_be_visible()


def decide_by_keys(page: Page, before: int, hinted: bool) -> None:
    """Decide by a hint, or by the keys of the panel: those of the next unit group, and in the end to pass."""
    if hinted:
        page.keyboard.press("h")
        page.locator("[data-hint]").wait_for()
        page.keyboard.press("Enter")
        goes_on(page, before)
        return
    for key in ("r", "m", "r", "m", "r", "d", "r", "d"):
        settled(page)
        page.keyboard.press(key)
        if decided(page, before):
            return
    pytest.fail(f"no key decides in {phase(page)}: {page.locator('[data-phase]').inner_text()[:600]}")
