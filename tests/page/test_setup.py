"""From the start page to the first bound: new battles, links, and setting up by hand with pointer and keyboard."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from debellis.dba.survey.fielding import fielded
from debellis.generals.character import character_of
from tests.page.conftest import ASKING, wait_until
from tests.page.steps import drag, leave_to_suggestion, middle_of, on_screen

Begin = Callable[..., dict[str, str]]
Open = Callable[..., Page]
Axe = Callable[[Page], list[str]]

#: Hilly ground whoever defends: steep hills must be, woods may be.
HILLY = {"red": "II/13", "blue": "II/13", "players": ("person", "person"), "same_screen": True}
#: So many elements may be held back for a landing.
LANDING = 4


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def decide(page: Page, name: str) -> None:
    """Press what takes the decision, and wait until it is somebody else's or another one."""
    before = moment(page)
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    button.focus()
    page.keyboard.press("Enter")
    wait_until(lambda: moment(page) != before)


def moment(page: Page) -> str:
    """What is to be decided, and by whom."""
    what = "document.querySelector('[data-phase]').dataset.phase"
    found: str = page.evaluate(f"{what} + document.querySelector('.army.turn').className")
    return found


def phase(page: Page, name: str) -> None:
    """Wait for a step before the battle."""
    expect(page.locator(f"[data-phase={name}]")).to_be_visible()


def piece(page: Page, name: str) -> Locator:
    """A piece of terrain one can take hold of."""
    return page.locator(f".sheet [role=button][data-terrain='{name}']")


def lay_out(page: Page) -> None:
    """A board of a steep hill and two woods, added from the palette and pushed about with the pointer."""
    place = page.get_by_role("button", name="Place this terrain")
    expect(page.get_by_text("There must be 1 or 2 compulsory features, and there are 0.").first).to_be_visible()
    expect(place).to_be_disabled()
    press(page, "Add steep hill")
    press(page, "Add woods")
    press(page, "Add woods")
    expect(place).to_be_enabled()
    drag(page, middle_of(piece(page, "woods")), middle_of(piece(page, "steep hill")))
    fault = page.locator(".verdict li").filter(has_text="must lie at least 160 paces apart")
    expect(fault).to_be_visible()
    expect(fault.get_by_role("button", name="Clause DBA22-B5.2.2")).to_be_visible()
    expect(piece(page, "woods")).to_have_accessible_name(re.compile("refused"))
    expect(place).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(place).to_be_enabled()
    place.click()


def test_play_now_is_one_click(open_page: Open, server: str) -> None:
    page = open_page()
    press(page, "Play now")
    expect(page.get_by_role("button", name="Roll for PIPs").or_(page.get_by_text("thinking")).first).to_be_visible()
    seat = page.url.split("/battle/")[1]

    def held_back() -> int:
        """By the sea some may be held back to land; the computer's may land any time."""
        view = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seat}).json()["shown"]["view"]
        return sum(view["held_back"].values())

    wait_until(lambda: page.locator(".sheet .base").count() == 24 - held_back())
    page.goto(page.url.split("#")[0] + "#/")
    line = page.get_by_role("listitem").filter(has_text="Rome against Carthage")
    expect(line.locator(".state")).to_have_text(re.compile("turn|is to"))
    line.get_by_role("link", name="Rome against Carthage").click()
    expect(page.locator(".sheet .base").first).to_be_visible()


def test_battles_are_removed_from_the_list_and_come_back(open_page: Open) -> None:
    page = open_page()
    press(page, "Play now")
    expect(page.locator(".sheet .base").first).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/")
    page.get_by_role("button", name="Remove Rome against Carthage from this list").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    press(page, "Undo")
    expect(page.get_by_role("link", name="Rome against Carthage")).to_be_visible()


def test_a_battle_by_hand_from_the_first_die_to_the_first_bound(begin: Begin, open_page: Open) -> None:
    seats = begin(**HILLY)
    page = open_page(f"#/battle/{seats['both']}")
    press(page, "Roll for invader")
    phase(page, "terrain")
    lay_out(page)
    phase(page, "edges")
    page.get_by_role("combobox", name="South").select_option("4,5,6")
    expect(page.locator("[data-edge=north]")).to_have_accessible_name("north edge: 2")
    press(page, "Roll for the edge")
    phase(page, "camps")
    pitch_by_hand(page)
    pitch_by_hand(page)
    phase(page, "deploy")
    deploy_by_hand(page)
    deploy_by_hand(page)
    phase(page, "exchange")
    exchange_a_pair(page)
    phase(page, "pips")
    expect(page.get_by_role("button", name="Roll for PIPs")).to_be_visible()
    expect(page.locator(".sheet .base")).to_have_count(24)


def pitch_by_hand(page: Page) -> None:
    """A camp too large is refused; the suggested place is taken, and shoved and shrunk a little."""
    page.get_by_label("Depth").fill("150")
    page.get_by_label("Depth").press("Enter")
    page.get_by_label("Depth").blur()
    refused = page.locator(".verdict li").filter(has_text="Length and width of a camp are at most 640 paces together")
    expect(refused.get_by_role("button", name="Clause DBA22-B7.2")).to_be_visible()
    expect(page.get_by_role("button", name="Pitch camp here")).to_be_disabled()
    press(page, "Suggest a place")
    expect(page.get_by_text("The camp may stand there.", exact=True).first).to_be_visible()
    expect(page.get_by_label("From the left")).not_to_have_value("")
    before = int(page.get_by_label("From the left").input_value())
    (x, y), (end_x, end_y) = (middle_of(page.locator(f"[data-camp={part}]")) for part in ("body", "end"))
    # Along its edge, to where there is room on it.
    way = 1 if before < 300 else -1
    drag(page, (x, y), (x + way * (end_x - x), y + way * (end_y - y)))
    expect(page.get_by_label("From the left")).not_to_have_value(str(before))
    page.get_by_label("From the left").fill(str(before))
    page.get_by_label("From the left").blur()
    decide(page, "Pitch camp here")


def deploy_by_hand(page: Page) -> None:
    """Two are dragged from the tray and snap together, one is refused, the rest stand in line by keyboard."""
    expect(page.get_by_text("To place: 12")).to_be_visible()
    zone = page.locator("path.zone")
    across, down = middle_of(zone)
    chips = page.locator(".tray button")
    drag(page, middle_of(chips.first), (across, down))
    expect(chips).to_have_count(11)
    drag(page, middle_of(chips.first), on_screen(page, 300, 300))
    refused = page.locator(".verdict li").filter(has_text="Troops deploy wholly within 600 paces of their base edge")
    expect(refused.get_by_role("button", name="Clause DBA22-B9.1")).to_be_visible()
    expect(refused).to_contain_text(re.compile(r"4Ax [RB]2:"))
    press(page, "Back to the tray")
    expect(refused).to_have_count(0)
    for left in range(10, -1, -1):
        chips.first.focus()
        page.keyboard.press("Enter")
        expect(chips).to_have_count(left)
    ready = page.get_by_role("button", name="This is my deployment")
    expect(ready).to_be_enabled()
    page.keyboard.press("Control+a")
    page.locator(".sheet .base[aria-pressed=true]").first.focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowRight")
    decide(page, "This is my deployment")


def exchange_a_pair(page: Page) -> None:
    """The general and another change places, shown before it is decided."""
    options = page.get_by_label("exchange", exact=True).locator("option")
    expect(options.filter(has_text="general")).to_have_count(1)
    names = [options.nth(i).get_attribute("value") or "" for i in range(options.count())]
    general = next(i for i in range(len(names)) if "general" in (options.nth(i).text_content() or ""))
    other = next(name for name in names[2:] if name and name != names[general])
    where = place_of(page, names[general])
    page.get_by_label("exchange", exact=True).select_option(names[general])
    page.get_by_label("with", exact=True).select_option(other)
    press(page, "Pair")
    expect(page.get_by_text("This exchange is allowed.", exact=True).first).to_be_visible()
    wait_until(lambda: place_of(page, other) == pytest.approx(where, abs=0.1))
    press(page, "Exchange them")


def place_of(page: Page, name: str) -> list[float]:
    """Where the front of a base is drawn, in mm."""
    moved = page.locator(f".sheet [data-base={name}]").get_attribute("style") or ""
    moved += page.locator(f".sheet [data-base={name}]").get_attribute("transform") or ""
    return [float(n) for n in re.findall(r"translate\((-?[\d.]+)(?:px)?[ ,]+(-?[\d.]+)", moved)[0]]


def test_setting_up_without_a_mouse(begin: Begin, open_page: Open) -> None:
    seats = begin(**HILLY)
    page = open_page(f"#/battle/{seats['both']}")

    def choose(name: str) -> None:
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_enabled()
        button.focus()
        page.keyboard.press("Enter")

    choose("Roll for invader")
    phase(page, "terrain")
    for kind in ("Add steep hill", "Add woods", "Add woods"):
        choose(kind)
    piece(page, "woods 2").focus()
    heading = page.locator(".tools h3")
    expect(heading).to_have_text(re.compile("^Woods 2"))
    before = heading.text_content() or ""
    page.keyboard.press("]")
    expect(heading).not_to_have_text(before)
    page.keyboard.press("[")
    for key in ("ArrowUp", "Shift+ArrowDown", ".", ","):
        page.keyboard.press(key)
    page.keyboard.press("c")
    page.locator("circle.corner").first.focus()
    page.keyboard.press("Insert")
    expect(page.locator("circle.corner")).to_have_count(13)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect(page.locator("circle.corner")).to_have_count(12)
    choose("Suggest a board")
    expect(page.get_by_text("This battlefield is legal.", exact=True).first).to_be_visible()
    choose("Place this terrain")
    phase(page, "edges")
    page.locator("[data-edge=west]").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(page.locator("[data-edge=west]")).to_have_accessible_name("west edge: 3")
    choose("Suggest")
    decide(page, "Roll for the edge")
    while page.locator("[data-phase=camps]").count():
        choose("Suggest a place")
        decide(page, "Pitch camp here")
    for _ in range(2):
        phase(page, "deploy")
        choose("Deploy for me")
        decide(page, "This is my deployment")
    choose("Exchange no elements")
    phase(page, "pips")


def test_the_rest_can_be_left_to_the_suggestions(begin: Begin, open_page: Open) -> None:
    seats = begin(**HILLY)
    page = open_page(f"#/battle/{seats['both']}")
    leave_to_suggestion(page)
    phase(page, "terrain")
    leave_to_suggestion(page, "Set up all the rest for me")
    expect(page.get_by_role("button", name="Roll for PIPs")).to_be_visible()


def test_by_the_sea_some_stay_in_the_camp_and_some_on_the_ships(begin: Begin, open_page: Open) -> None:
    seats = begin(red="II/32", blue="II/32", players=("person", "person"), same_screen=True)
    page = open_page(f"#/battle/{seats['both']}")
    press(page, "Roll for invader")
    phase(page, "terrain")
    press(page, "Suggest a board")
    decide(page, "Place this terrain")
    press(page, "Suggest")
    decide(page, "Roll for the edge")
    while page.locator("[data-phase=camps]").count():
        press(page, "Suggest a place")
        page.get_by_role("radio", name=re.compile("Nobody")).check()
        decide(page, "Pitch camp here")
    phase(page, "deploy")
    press(page, "Place all in line")
    side = "R" if page.locator(".army.turn.red").count() else "B"
    take(page, f"{side}12")
    expect(page.get_by_role("button", name=re.compile(f"^Hold 2Ps {side}12 back to land"))).to_be_visible()
    place = page.get_by_role("button", name=re.compile(f"^Put 2Ps {side}12 in the"))
    garrisoned = place.count() > 0
    if garrisoned:
        place.click()
        expect(page.get_by_text(re.compile(f"2Ps {side}12 in the")).first).to_be_visible()
    for n in range(3, 8):
        take(page, f"{side}{n}")
        page.get_by_role("button", name=re.compile("^Hold .* back to land")).click()
    refused = page.locator(".verdict li").filter(has_text="may hold elements back, up to 4; 5 are.")
    expect(refused.get_by_role("button", name="Clause BOB-SCH-8a")).to_be_visible()
    held = page.get_by_role("listitem").filter(has_text="held back for a landing").first
    held.get_by_role("button", name="back to the tray").click()
    page.locator(".tray button").focus()
    page.keyboard.press("Enter")
    expect(refused).to_have_count(0)


def take(page: Page, name: str) -> None:
    """Take an element that stands on the table in hand."""
    page.locator(f".sheet [data-base={name}]").focus()
    page.keyboard.press("Enter")


def typed(page: Page, *dice: int) -> None:
    """Type the dice of a real table as they are asked for, one after another."""
    for count, die in enumerate(dice, 1):
        fields = page.get_by_role("form", name="Dice from your table").get_by_role("spinbutton")
        expect(fields).to_have_count(count)
        fields.last.fill(str(die))
        fields.last.press("Enter")


def test_the_invader_changes_a_renaissance_board(begin: Begin, open_page: Open) -> None:
    """At a real table, so that the dice are known: bad going may come to the centre, then a piece may be shifted."""
    seats = begin(
        red="swedish", blue="muscovite", edition="rrr", players=("person", "person"), same_screen=True, dice="typed"
    )
    page = open_page(f"#/battle/{seats['both']}")
    press(page, "Roll for invader")
    typed(page, 6, 1)
    phase(page, "terrain")
    corner_board(page)
    typed(page, 1)
    phase(page, "modify")
    press(page, "New woods")
    expect(page.get_by_text("This change is allowed.", exact=True).first).to_be_visible()
    press(page, "Leave the rest as it lies")
    typed(page, 1, 6, 6)
    movable = page.get_by_role("group", name="Pieces you may change").get_by_role("button")
    expect(movable).to_have_count(1)
    movable.click()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    refused = page.locator(".verdict li").filter(has_text="may be shifted 4 MU at most")
    expect(refused.get_by_role("button", name="Clause REN-TMOD-shift")).to_be_visible()
    for _ in range(18):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("This change is allowed.", exact=True).first).to_be_visible()
    press(page, "Make this change")
    phase(page, "edges")


def corner_board(page: Page) -> None:
    """Three woods, each drawn into a corner of the board, so that the centre is open."""
    corners = ((90, 90), (670, 90), (90, 670))
    for i, corner in enumerate(corners):
        press(page, "Add woods")
        name = "woods" if i == 0 else f"woods {i + 1}"
        drag(page, middle_of(piece(page, name)), on_screen(page, *corner))
    expect(page.get_by_text("This battlefield is legal.", exact=True).first).to_be_visible()
    press(page, "Place this terrain")


def test_a_new_battle_with_a_friend(open_page: Open) -> None:
    page = open_page("#/new")
    page.get_by_label("A friend, by link").check()
    page.get_by_label("Deploy by hand").check()
    red = page.get_by_role("region", name=re.compile("Red"))
    red.get_by_role("button", name=re.compile("Polybian Roman")).click()
    page.keyboard.type("300 BC")
    expect(red.get_by_role("option", name=re.compile("Samnite"))).to_be_visible()
    red.get_by_role("combobox", name="Search the lists for red").fill("han chinese")
    page.keyboard.press("Enter")
    expect(red.get_by_role("button", name=re.compile("Han Chinese"))).to_be_visible()
    red.get_by_label("red: the general").select_option("3Cv")
    red.get_by_label(re.compile("3 Cavalry, 4 Light Horse")).check()
    expect(red.get_by_role("img", name="6 Cavalry, 6 Light Horse")).to_be_visible()
    expect(red.get_by_text("12 elements, as the list allows.")).to_be_visible()
    press(page, "Begin the battle")
    expect(page.get_by_role("heading", name="The table is ready")).to_be_focused()
    friend = page.get_by_role("textbox", name=re.compile("For your friend")).input_value()
    spectator = page.get_by_role("textbox", name=re.compile("For spectators")).input_value()
    page.get_by_role("link", name="To the table").click()

    there = open_page(friend[friend.index("#") :])
    watching = open_page(spectator[spectator.index("#") :])
    for one in (page, there, watching):
        expect(one).to_have_url(re.compile("#/battle/"))
        phase(one, "deploy")
    expect(watching.get_by_text("You are watching.")).to_be_visible()
    deploys = [one.get_by_role("button", name="Deploy for me") for one in (page, there)]
    wait_until(lambda: sum(button.count() for button in deploys) == 1)
    first, second = (page, there) if deploys[0].count() else (there, page)
    for one in (first, second):
        one.get_by_role("button", name="Deploy for me").click()
        one.get_by_role("button", name="This is my deployment").click()
    press(first, "Exchange no elements")
    for one in (page, there, watching):
        phase(one, "pips")


def test_an_army_its_list_does_not_allow_is_refused_where_one_chooses(open_page: Open, server: str) -> None:
    page = open_page("#/new")
    expect(page.get_by_text("12 elements, as the list allows.")).to_have_count(2)
    page.get_by_text("Readings of the rules").click()
    woods = page.get_by_label("May elements partly in the same wood shoot at each other?")
    expect(woods).to_be_disabled()
    page.get_by_label("What kind of game is it?").select_option(label="A friendly game: other readings allowed")
    woods.select_option(label="No")
    page.get_by_label("All by hand").check()
    press(page, "Begin the battle")
    phase(page, "invader")
    seat = page.url.split("/battle/")[1]
    shown = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seat}).json()["shown"]
    assert shown["view"]["position"]["options"] == {"tournament": False, "shooting_within_woods": False}


def test_the_computer_may_choose_its_elements(open_page: Open, server: str) -> None:
    page = open_page("#/new")
    expect(page.get_by_text("12 elements, as the list allows.")).to_have_count(2)
    page.get_by_label("Let the general choose his elements").check()
    expect(page.get_by_text("12 elements, as the list allows.")).to_have_count(1)
    press(page, "Begin the battle")
    expect(page).to_have_url(re.compile("#/battle/"))
    seat = page.url.split("/battle/")[1]
    shown = ASKING.get(f"{server}/api/battles/seat", headers={"X-Seat": seat}).json()["shown"]
    position = shown["view"]["position"]
    blue = Counter(base["code"] for base in position["bases"] if base["side"] == "blue")
    chosen = fielded("dba22", "II/32", "II/33", character_of("steady").weights).elements
    wanted = Counter(name.removesuffix(" general").partition("//")[0] for name in chosen)
    # Where there is a shore some may be held back for a landing: those are not on the table yet.
    shore = any(piece["kind"] == "waterway" for piece in position["terrain"])
    assert blue <= wanted and (wanted - blue).total() <= (LANDING if shore else 0)


def test_a_link_that_opens_nothing_says_so(open_page: Open) -> None:
    page: Any = open_page("#/join/there-is-no-such-seat")
    page.forgiven = True
    expect(page.get_by_role("alert")).to_contain_text(
        "This link is not valid. Ask the person who sent it for a new one."
    )
    expect(page.get_by_role("link", name="Your battles")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_bars_anyone_from_setting_up(begin: Begin, open_page: Open, axe: Axe, scheme: str) -> None:
    page = open_page("#/", color_scheme=scheme)
    expect(page.get_by_role("heading", name="Other battles, ready to move")).to_be_visible()
    assert axe(page) == []
    page.goto(page.url.split("#")[0] + "#/new")
    expect(page.get_by_text("12 elements, as the list allows.")).to_have_count(2)
    page.get_by_role("button", name=re.compile("Polybian Roman")).click()
    assert axe(page) == []
    seats = begin(**HILLY)
    page = open_page(f"#/battle/{seats['both']}", color_scheme=scheme)
    press(page, "Roll for invader")
    phase(page, "terrain")
    press(page, "Suggest a board")
    piece(page, "steep hill").focus()
    assert axe(page) == []
    press(page, "Place this terrain")
    phase(page, "edges")
    assert axe(page) == []
    press(page, "Suggest")
    decide(page, "Roll for the edge")
    assert axe(page) == []
    while page.locator("[data-phase=camps]").count():
        press(page, "Suggest a place")
        decide(page, "Pitch camp here")
    press(page, "Place all in line")
    assert axe(page) == []
