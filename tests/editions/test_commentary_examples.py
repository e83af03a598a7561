"""The numeric examples of the commentary, typed in here by hand: sums before the dice, totals, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.playing.actions import Fight
from debellis.geometry.plane import direction
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import Terrain
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition

EDITION, RULES = edition("dba22"), rules_of("dba22")

SCALE = SCALES["15mm"]
Spec = tuple[Any, ...]


def base(name: str, side: str, troops: str, where: Any, known: dict[str, Base]) -> Base:
    """A base at (x, y, facing), in a relation to a known one, or inside a place."""
    read = EDITION.read_troops(troops, SCALE)
    given: dict[str, Any] = {}
    if isinstance(where, dict):
        given = where
    elif isinstance(where[0], str):
        there = place(where[0], known[where[1]].rectangle, read.width, read.depth)
        given = {"front": there.front, "facing": there.facing}
    else:
        given = {"front": (float(where[0]), float(where[1])), "facing": direction(where[2])}
    return Base(name, side, read.code, read.kind, read.width, read.depth, general=read.general, **given)


def table(*specs: Spec, terrain: tuple[Terrain, ...] = ()) -> Position:
    known: dict[str, Base] = {}
    for name, side, troops, where in specs:
        known[name] = base(name, side, troops, where, known)
    return Position("dba22", (600.0, 600.0), tuple(known.values()), terrain, SCALE)


def box(name: str, kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Terrain:
    return Terrain(name, kind, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), **more)


def pair(a: str, b: str, *more: Spec, terrain: tuple[Terrain, ...] = ()) -> Position:
    """A facing north against B, with others if named."""
    return table(("A", "red", a, (300, 300, 0)), ("B", "blue", b, ("against", "A")), *more, terrain=terrain)


WB_GENERAL = pair(
    "4Bd",
    "4Wb general",
    ("W2", "blue", "4Wb", ("behind", "B")),
    ("O", "red", "4Bd", ("overlapping_left_of", "B")),
)
WOOD = box("wood", "woods", 200, 200, 400, 400)
DUNES = box("sand", "dunes", 200, 200, 400, 400)
ROUGH_AHEAD = box("rough", "rough", 200, 300, 400, 400)
DUNES_AHEAD = box("sand", "dunes", 200, 300, 400, 400)
WOOD_AHEAD = box("wood", "woods", 200, 300, 400, 400)
HILL = Terrain(
    "hill",
    "gentle_hill",
    ((200.0, 200.0), (400.0, 200.0), (400.0, 400.0), (200.0, 400.0)),
    crest=((210.0, 210.0), (390.0, 210.0)),
)
TOWN = box("town", "bua", 300, 300, 380, 380, owner="blue")
CAMP = box("camp", "camp", 300, 300, 380, 380, owner="red")


def attack(attacker: str, holder: str, place: Terrain, **inside: Any) -> Position:
    """Red A before a camp or town that blue H holds, whoever owned it."""
    return table(
        ("A", "red", attacker, (340, 300, 0)), ("H", "blue", holder, {"inside": place.id, **inside}), terrain=(place,)
    )


MELEES: list[tuple[str, Position, tuple[str, str], tuple[int, int], tuple[int, int] | None, dict[str, Any]]] = [
    ("C-OUT-1-a", WB_GENERAL, ("A", "B"), (5, 4), (2, 3), {"totals": [7, 7], "outcome": "no_effect"}),
    ("C-OUT-1-b", WB_GENERAL, ("A", "B"), (5, 4), (2, 4), {"totals": [7, 8], "loser": "A", "outcome": "destroyed"}),
    ("C-OUT-1-c", WB_GENERAL, ("A", "B"), (5, 4), (3, 3), {"totals": [8, 7], "loser": "B", "outcome": "recoil"}),
    (
        "C-OUT-1-d",
        WB_GENERAL,
        ("A", "B"),
        (5, 4),
        (6, 1),
        {"totals": [11, 5], "outcome": "destroyed", "lost": ["B", "W2"]},
    ),
    (
        "C-OUT-1-e",
        pair("2Ps", "4Wb", ("W2", "blue", "4Wb", ("behind", "B"))),
        ("A", "B"),
        (2, 3),
        (6, 1),
        {"totals": [8, 4], "outcome": "destroyed", "lost": ["B"]},
    ),
    (
        "C-MEL-4-flank-rear",
        pair("4Bd", "4Bd", ("F", "red", "4Bd", ("on_left_flank_of", "B")), ("R", "red", "4Bd", ("on_rear_of", "B"))),
        ("A", "B"),
        (5, 3),
        None,
        {},
    ),
    (
        "C-MEL-11-same-side",
        pair(
            "4Bd",
            "4Bd",
            ("F", "red", "4Bd", ("on_left_flank_of", "B")),
            ("O", "red", "4Bd", ("overlapping_left_of", "B")),
        ),
        ("A", "B"),
        (5, 4),
        None,
        {},
    ),
    ("C-TAC-1-general-hill", pair("4Bd general", "4Bd", terrain=(HILL,)), ("A", "B"), (7, 5), None, {}),
    ("C-TAC-5-c", pair("4Bw general", "4Bw"), ("A", "B"), (3, 2), None, {}),
    ("C-TAC-5-d", pair("4Bd general", "4Bw"), ("A", "B"), (6, 2), None, {}),
    ("C-TAC-9-ax-v-bd", pair("4Ax", "4Bd", terrain=(WOOD,)), ("A", "B"), (3, 3), None, {}),
    ("C-TAC-10-cv-outside", pair("3Cv", "4Ax", terrain=(WOOD_AHEAD,)), ("A", "B"), (1, 2), None, {}),
    ("C-TAC-12-elephant-bua", attack("El", "4Bd", TOWN), ("A", "H"), (4, 6), None, {}),
    (
        "C-LES-2-el",
        pair("El", "2Ps"),
        ("A", "B"),
        (4, 2),
        (2, 5),
        {"totals": [6, 7], "loser": "A", "outcome": "destroyed"},
    ),
    (
        "C-LES-5-wb-sp-bad",
        pair("4Wb", "4Sp", terrain=(WOOD,)),
        ("A", "B"),
        (3, 2),
        (3, 3),
        {"totals": [6, 5], "loser": "B", "outcome": "destroyed"},
    ),
    (
        "C-LES-5-kn-pk-bad",
        pair("3Kn", "4Pk", terrain=(ROUGH_AHEAD,)),
        ("A", "B"),
        (1, 2),
        (5, 2),
        {"totals": [6, 4], "loser": "B", "outcome": "recoil"},
    ),
    (
        "C-LES-7-cm-ps",
        pair("3Cm", "2Ps", terrain=(DUNES_AHEAD,)),
        ("A", "B"),
        (2, 2),
        (4, 3),
        {"totals": [6, 5], "loser": "B", "outcome": "destroyed"},
    ),
    (
        "C-LES-7-2cm",
        pair("2Cm", "2Ps", terrain=(DUNES,)),
        ("A", "B"),
        (2, 2),
        (6, 2),
        {"totals": [8, 4], "loser": "B", "outcome": "destroyed"},
    ),
    (
        "C-LES-8-hd-open",
        pair("4Sp", "7Hd"),
        ("A", "B"),
        (4, 3),
        (4, 3),
        {"totals": [8, 6], "loser": "B", "outcome": "no_effect"},
    ),
    (
        "C-LES-8-hd-bua",
        attack("4Sp", "7Hd", TOWN, sacking=True),
        ("A", "H"),
        (4, 3),
        (4, 3),
        {"totals": [8, 6], "loser": "H", "outcome": "destroyed"},
    ),
    (
        "C-LES-10-wwg",
        pair("El", "WWg"),
        ("A", "B"),
        (4, 4),
        (3, 2),
        {"totals": [7, 6], "loser": "B", "outcome": "destroyed"},
    ),
    (
        "C-LES-10-wwg-camp",
        attack("4Bd", "WWg", CAMP),
        ("A", "H"),
        (5, 3),
        (2, 3),
        {"totals": [7, 6], "loser": "H", "outcome": "destroyed"},
    ),
    (
        "C-HALF-4-kn-art",
        pair("Art", "3Kn"),
        ("A", "B"),
        (2, 3),
        (6, 1),
        {"totals": [8, 4], "loser": "B", "outcome": "recoil"},
    ),
    (
        "C-LES-3-sch",
        pair("Art", "SCh"),
        ("A", "B"),
        (2, 4),
        (4, 2),
        {"totals": [6, 6], "loser": "B", "outcome": "destroyed"},
    ),
    ("C-LES-3-sch-beaten", pair("Art", "SCh"), ("A", "B"), (2, 4), (5, 2), {"totals": [7, 6], "outcome": "destroyed"}),
    (
        "C-LES-3-sch-doubled",
        pair("Art", "SCh", ("O", "red", "4Bd", ("overlapping_left_of", "B"))),
        ("A", "B"),
        (2, 3),
        (6, 1),
        {"totals": [8, 4], "loser": "B", "outcome": "recoil"},
    ),
    (
        "C-SUP-2-both",
        table(
            ("A", "red", "4Sp", (300, 300, 0)),
            ("A4", "red", "4Sp", ("behind", "A")),
            ("A2", "red", "4Sp", ("right_of", "A")),
            ("P", "red", "2Ps", ("behind", "A2")),
            ("B", "blue", "3Kn", ("against", "A")),
        ),
        ("A", "B"),
        (6, 2),
        None,
        {},
    ),
]


@pytest.mark.parametrize(
    ("name", "position", "who", "sums", "dice", "expected"), MELEES, ids=[row[0] for row in MELEES]
)
def test_melee(
    name: str,
    position: Position,
    who: tuple[str, str],
    sums: tuple[int, int],
    dice: tuple[int, int] | None,
    expected: dict[str, Any],
) -> None:
    arguments: dict[str, Any] = {"attacker": who[0], "defender": who[1]}
    if dice is not None:
        arguments["dice"] = list(dice)
    answer = ask(position, "combat", **arguments).answer
    assert answer["factors"] == list(sums)
    for key, value in expected.items():
        assert sorted(answer[key]) == sorted(value) if key == "lost" else answer[key] == value


@pytest.mark.parametrize(
    ("charged", "outcome"), [("moved_into_front_contact", "destroyed"), ("moved_into_flank_contact", "recoil")]
)
def test_knights_against_bows(charged: str, outcome: str) -> None:
    position = pair("3Kn", "4Bw")
    answer = ask(position, "combat", attacker="A", defender="B", dice=[3, 3], **{charged: ["A"]}).answer
    assert (answer["factors"], answer["totals"], answer["loser"], answer["outcome"]) == ([3, 4], [6, 7], "A", outcome)


def shot(
    position: Position, shooters: list[str], target: str, dice: list[int] | None = None, **more: Any
) -> dict[str, Any]:
    arguments: dict[str, Any] = {"shooters": shooters, "target": target, **more}
    if dice is not None:
        arguments["dice"] = dice
    answer: dict[str, Any] = ask(position, "shooting", **arguments).answer
    return answer


def facing(*specs: Spec, terrain: tuple[Terrain, ...] = ()) -> Position:
    return table(*specs, terrain=terrain)


def test_shooting_examples() -> None:
    exchange = facing(("S", "red", "4Bw", (300, 300, 0)), ("T", "blue", "4Bw", (300, 330, 180)))
    answer = shot(exchange, ["S"], "T", [5, 1])
    assert (answer["totals"], answer["loser"], answer["outcome"]) == ([7, 3], "T", "destroyed")
    near_bows = facing(
        ("S", "red", "4Bw", (300, 300, 0)), ("G", "red", "Art", (340, 270, 0)), ("T", "blue", "4Bd", (300, 330, 180))
    )
    answer = shot(near_bows, ["G", "S"], "T")
    assert (answer["principal"], answer["factors"]) == ("S", [2, 4])
    near_guns = facing(
        ("S", "red", "4Bw", (340, 290, 0)), ("G", "red", "Art", (300, 310, 0)), ("T", "blue", "4Bd", (300, 330, 180))
    )
    answer = shot(near_guns, ["S", "G"], "T")
    assert (answer["principal"], answer["factors"]) == ("G", [4, 4])
    three = facing(
        ("S", "red", "4Bw", (300, 300, 0)),
        ("S2", "red", "4Bw", (340, 295, 0)),
        ("S3", "red", "4Bw", (260, 295, 0)),
        ("T", "blue", "4Bd", (300, 330, 180)),
    )
    assert shot(three, ["S", "S2", "S3"], "T")["factors"] == [2, 3]


def test_shot_in_the_rear() -> None:
    position = facing(("S", "red", "4Bw", (300, 300, 0)), ("T", "blue", "4Sp", (300, 345, 0)))
    answer = shot(position, ["S"], "T", [5, 2])
    assert (answer["factors"], answer["totals"], answer["outcome"]) == ([2, 4], [7, 6], "destroyed")


def test_bows_in_a_town_and_generals_shooting() -> None:
    town = box("town", "bua", 300, 300, 380, 380, owner="red")
    inside: Spec = ("S", "red", "4Bw", {"inside": "town"})
    assert shot(facing(inside, ("T", "blue", "4Bw", (340, 270, 0)), terrain=(town,)), ["S"], "T")["factors"] == [5, 2]
    assert shot(facing(inside, ("T", "blue", "4Bd", (340, 270, 0)), terrain=(town,)), ["S"], "T")["factors"] == [2, 5]
    general: Spec = ("S", "red", "4Bw general", (300, 300, 0))
    assert shot(facing(general, ("T", "blue", "4Bd", (300, 330, 180))), ["S"], "T")["factors"] == [2, 5]
    assert shot(facing(general, ("T", "blue", "4Bw", (300, 330, 180))), ["S"], "T")["factors"] == [3, 2]


def test_followers_shot_at() -> None:
    camp = box("camp", "camp", 300, 300, 380, 380, owner="blue", occupant="followers")
    position = facing(("S", "red", "4Bw", (340, 270, 0)), terrain=(camp,))
    answer = shot(position, ["S"], "camp", [5, 3])
    assert (answer["factors"], answer["totals"], answer["outcome"]) == ([2, 1], [7, 4], "no_effect")


#: The dice of Blades and Warband general, what is told of it, who is gone, and where the rear edges of the Warband are.
FOUGHT = [
    ((2, 3), "5+2=7 against 4+3=7; nothing happens", set(), (315.0, 330.0)),
    ((2, 4), "5+2=7 against 4+4=8; A is destroyed", {"A"}, (300.0, 315.0)),
    ((3, 3), "5+3=8 against 4+3=7; B recoils", set(), (330.0, 345.0)),
    ((6, 1), "5+6=11 against 4+1=5; B is destroyed", {"B", "W2"}, None),
]


@pytest.mark.parametrize(("dice", "told", "gone", "rears"), FOUGHT)
def test_blades_against_a_warband_general_in_the_battle_itself(
    dice: tuple[int, int], told: str, gone: set[str], rears: tuple[float, float] | None
) -> None:
    state = RULES.from_position(WB_GENERAL, Opening("melee", 0))
    after, events = RULES.apply(state, Fight("A", "B"), Chance(dice))
    assert events[0].says == f"A fights B: {told}"
    assert {base.id for base in state.position.bases} - {base.id for base in after.position.bases} == gone
    if rears is not None:
        # The Warband faces south: its rear edges are its fronts and one depth of 15 mm more.
        backs = tuple(after.position.base(name).front[1] + 15.0 for name in ("B", "W2"))
        assert backs == pytest.approx(rears)
