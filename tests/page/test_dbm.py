"""A battle of De Bellis Multitudinis on the page: played by mouse and by keys to its end; and what stays hidden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from debellis.battle.rules import Opening
from debellis.battle.secrets import Secret
from debellis.battle.stream import new_seed, number, seed_of
from debellis.dbm.playing.state import Orders
from debellis.table.pose import Pose
from debellis.table.position import Command, Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.dbm.test_hidden import NORTH, RULES, SCALE, SOUTH, element
from tests.page import keeping
from tests.page.board import Board
from tests.page.conftest import wait_until
from tests.page.steps import goes_on, judged, moment, phase, phase_becomes, press_key, settled

Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]
#: The keys of decisions after the moves of a bound; R decides all others.
KEYS = {"advance": "d", "press": "d"}
WOODS = Terrain("woods", "woods", ((800.0, 300.0), (1100.0, 300.0), (1100.0, 500.0), (800.0, 500.0)))


def press(page: Page, name: str) -> None:
    """Press a button of the panel, and wait for what it decides."""
    before = moment(page)
    page.locator("[data-phase]").get_by_role("button", name=name).first.click()
    goes_on(page, before)


# A whole battle.


def test_a_bound_by_mouse(begin: Callable[..., dict[str, str]], open_page: Open, server: str, axe: Axe) -> None:
    seats = begin("polybian_roman", "later_carthaginian", ("person", "person"), None, edition="dbm32",
                  same_screen=True, automatic=True)  # fmt: skip
    page = open_page(f"#/battle/{seats['both']}")
    board = Board(page, server, seats["both"])
    wait_until(lambda: 100 <= page.locator("svg .base").count() <= 160)
    expect(page.locator("[data-command]")).to_have_count(6)
    one_bound(page, board)
    assert sum(board.view()["bounds"].values()) == 1
    press(page, "Roll for PIPs")
    assert axe(page) == []


def one_bound(page: Page, board: Board) -> None:
    """A bound by mouse: roll, give out dice, move one group of each command that can, end the moves."""
    turn = board.view()["turn"]
    press(page, "Roll for PIPs")
    if phase(page) == "allot":
        give_out(page)
    phase_becomes(page, "moves")
    left = board.view()["purse"]["left"]
    expect(page.locator("[data-command][aria-label*='PIP']")).to_have_count(len(left))
    assert any(drag_group(page, board, turn, command) for command in left if left[command] > 1)
    end_moves(page)
    while phase(page) not in ("pips", "over"):
        carry_on(page)


def give_out(page: Page) -> None:
    """Drag the first die onto the last command, so that they change places, and give them out."""
    dice = page.locator("[data-given]")
    expect(dice.first).to_be_visible()
    before = [dice.nth(i).get_attribute("data-given") for i in range(dice.count())]
    start, end = dice.first.bounding_box(), page.locator("[data-slot]").last.bounding_box()
    assert start is not None and end is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 12, steps=6)
    page.mouse.up()
    for i, die in enumerate([before[-1], *before[1:-1], before[0]]):
        expect(dice.nth(i)).to_have_attribute("data-given", die or "")
    press(page, "Give out the dice")


def drag_group(page: Page, board: Board, side: str, command: str) -> bool:
    """Take the group of the general of a command and drag it straight ahead; whether it moved."""
    bases = [base for base in board.view()["position"]["bases"] if base["side"] == side]
    general = next((b for b in bases if b["service"]["command"] == command and b["general"]), None)
    return general is not None and drag_ahead(page, board, general)


def drag_ahead(page: Page, board: Board, base: dict[str, Any], whole: bool = True) -> bool:
    """Take a base, or the whole group of it, and drag it straight ahead; whether it moved."""
    before = moment(page)
    if whole:
        board.double_click(base["id"])
    x, y = board.middle(base["id"])
    east, north = base["facing"]
    board.drag(board.at(x, y), board.at(x + 40 * east, y + 40 * north))
    if judged(page, before) == "allowed":
        page.keyboard.press("Enter")
        goes_on(page, before)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    return moment(page) > before


def end_moves(page: Page) -> None:
    before = moment(page)
    page.locator("[data-phase]").get_by_role("button", name="End moves").click()
    asked = page.get_by_role("button", name="End moves anyway")
    page.wait_for_function(
        """(before) => Number(document.querySelector('[data-phase]').dataset.moment) > before
            || document.querySelector('[data-phase]').innerText.includes('End moves anyway')""",
        arg=before,
    )
    if moment(page) == before:
        asked.click()
    goes_on(page, before)


def carry_on(page: Page) -> None:
    """The next decision of a bound after its moves, by its key."""
    settled(page)
    if phase(page) not in ("pips", "over"):
        press_key(page, KEYS.get(phase(page), "r"))


# The end of one.


def late_battle(turn: str = "red") -> Any:
    """Blue's last command has lost nearly all it can bear, and knights stand before its skirmishers."""
    red = [element(f"R{n}", "Irr Kn (O)", "RC", (600.0 + 40 * n, 560.0), NORTH) for n in range(1, 5)]
    blue = [element(f"B{n}", "Irr Ps (I)", "BC", (600.0 + 40 * n, 600.0), SOUTH) for n in range(1, 5)]
    chiefs = (
        element("R9", "Irr Kn (O) C-in-C", "RC", (560.0, 560.0), NORTH),
        element("B9", "Irr Cv (O) C-in-C", "BC", (300.0, 1100.0), SOUTH),
    )
    commands = (Command("RC", "red", (), 20.0), Command("BC", "blue", (), 20.0, 6.0))
    position = Position("dbm31", (1800.0, 1200.0), (*chiefs, *red, *blue), (), SCALE, turn, 2, commands=commands)
    return RULES.from_position(position, Opening("pips"))


def test_to_the_end_by_keys_and_hints(open_page: Open, database: Path, axe: Axe) -> None:
    seats = keeping.at(database, late_battle(), seed_of(1))
    page = open_page(f"#/battle/{seats['both']}", viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.locator("svg .base").first.wait_for()
    looked = False
    for _ in range(150):
        settled(page)
        if phase(page) == "over":
            break
        if phase(page) == "moves" and not looked:
            assert axe(page) == []
            looked = True
        if phase(page) == "moves":
            before = moment(page)
            page.keyboard.press("h")
            page.locator("[data-hint]").wait_for()
            page.keyboard.press("Enter")
            goes_on(page, before)
        else:
            press_key(page, KEYS.get(phase(page), "r"))
    assert phase(page) == "over"
    expect(page.get_by_role("heading", name="has won")).to_be_visible()
    assert axe(page) == []


# What stays hidden.


def with_secrets() -> Any:
    """Red hides R2 in a wood, and its command RF marches round the eastern flank; it is red's bound."""
    hidden = element("R2", "Irr Ax (O)", "RC", (950.0, 420.0), NORTH)
    far = element("RX7", "Irr Cv (O) sub-general", "RF", (0.0, 0.0), NORTH)
    chiefs = (
        element("R1", "Irr Cv (O) C-in-C", "RC", (300.0, 100.0), NORTH),
        element("B1", "Irr Cv (O) C-in-C", "BC", (300.0, 1100.0), SOUTH),
    )
    commands = tuple(Command(name, side, (), 20.0) for name, side in (("RC", "red"), ("RF", "red"), ("BC", "blue")))
    position = Position("dbm31", (1800.0, 1200.0), chiefs, (WOODS,), SCALE, "red", 2, commands=commands)
    state = RULES.from_position(position, Opening("pips", waiting=(hidden, far)))
    orders = Orders((), {"R2": Pose((950.0, 420.0), NORTH)}, {"RF": "east"})
    return replace(state, orders={"red": Secret("red", orders)})


def seed_with(*dice: int) -> str:
    """A seed whose first numbers are these dice."""
    while True:
        seed = new_seed()
        if all(number(seed, i, 6) == die for i, die in enumerate(dice)):
            return seed


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


def test_nobody_hears_of_an_ambush_or_a_flank_march_before_its_time(
    open_page: Open, database: Path, server: str
) -> None:
    seats = keeping.at(database, with_secrets(), seed_with(5, 6))
    red = open_page(f"#/battle/{seats['red']}")
    board = Board(red, server, seats["red"])
    others = [listening(open_page, seats[role]) for role in ("blue", "spectator")]
    expect(red.get_by_role("button", name="in ambush")).to_be_visible()
    for page, heard in others:
        expect(page.locator("[data-base='R2']")).to_have_count(0)
        assert heard
        assert not any(word in frame for frame in heard for word in ('"R2"', "RX7", '"RF":"east"', "950.0", "420.0"))
    red.keyboard.press("r")
    phase_becomes(red, "moves")
    for page, heard in others:
        phase_becomes(page, "moves")
        # The six announces the flank march, with its edge; nothing is said of the ambush.
        assert any("flank march of RF arrives at the east edge" in frame for frame in heard)
        assert not any(word in frame for frame in heard for word in ('"R2"', "950.0", "420.0"))
    expect(red.get_by_role("button", name="Irr Ax (O) R2", exact=True)).to_be_visible()
    red.mouse.click(*board.at(950.0, 412.0))
    expect(red.get_by_role("heading", name="Choose who moves")).to_have_count(0)
    red.keyboard.press("ArrowUp")
    before = moment(red)
    red.locator("[data-ruling='allowed']").wait_for()
    red.keyboard.press("Enter")
    goes_on(red, before)
    for page, heard in others:
        expect(page.locator("[data-base='R2']")).to_have_count(1)
        assert any('"R2"' in frame for frame in heard)
