"""Every row of every table of the Renaissance sheet, typed in here from the sheet and asked of the umpire.

Nothing is read from the edition's own tables: a slip in either shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from debellis.geometry.plane import direction
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import Terrain
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition
from debellis.umpire.ruling import Ruling

SCALE = SCALES["15mm"]
MU = 20.0
MOUNTED = ("Cm", "Cv", "El", "Gen", "Kn", "LH", "Pi")
FOOT = ("Ax", "Bd", "Bw", "Can", "Dr", "Gen foot", "Gun", "Hd", "Pk", "Rd", "Sh", "Sk", "WWg", "Wb")
CODES = (*FOOT, *MOUNTED)

Spec = tuple[str, str, str, Any]


def table(*specs: Spec, terrain: tuple[Terrain, ...] = (), **options: Any) -> Position:
    """A position of bases (name, side, troops, where): x, y and facing, a relation to one before, or a camp."""
    bases: dict[str, Base] = {}
    for name, side, troops, where in specs:
        read = edition("rrr").read_troops(troops, SCALE)
        given: dict[str, Any] = {"inside": where}
        if not isinstance(where, str) and isinstance(where[0], str):
            there = place(where[0], bases[where[1]].rectangle, read.width, read.depth)
            given = {"front": there.front, "facing": there.facing}
        elif not isinstance(where, str):
            given = {"front": (float(where[0]), float(where[1])), "facing": direction(float(where[2]))}
        bases[name] = Base(name, side, read.code, read.kind, read.width, read.depth, general=read.general, **given)
    return Position("rrr", (760.0, 760.0), tuple(bases.values()), terrain, SCALE, options=options)


def box(name: str, kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Terrain:
    return Terrain(name, kind, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), **more)


def legal(ruling: Ruling) -> bool:
    return bool(ruling.answer["legal"])


# Moves and ranges: code, clause name, MU in good going, in bad going, by road.
MOVES = (
    ("LH", "light-horse", 8, 3, 8),
    ("Cv", "cavalry", 6, 3, 6),
    ("Dr", "dragoons", 6, 3, 6),
    ("Gen", "general-mtd", 6, 3, 6),
    ("Ax", "auxilia", 5, 5, 6),
    ("Cm", "camelry", 5, 3, 6),
    ("Gen foot", "general-foot", 5, 5, 6),
    ("Kn", "knights", 4, 3, 6),
    ("Pi", "pistols", 4, 3, 6),
    ("Sk", "skirmishers", 4, 4, 6),
    ("El", "elephants", 4, 3, 6),
    ("Rd", "raiders", 3, 3, 6),
    ("Bd", "blades", 3, 3, 6),
    ("Bw", "bows", 3, 3, 6),
    ("Can", "cannon", 3, 0, 6),
    ("Gun", "guns", 3, 0, 6),
    ("Hd", "hordes", 3, 3, 6),
    ("Sh", "shot", 3, 3, 6),
    ("Pk", "pikes", 3, 3, 6),
    ("WWg", "war-wagons", 3, 0, 6),
    ("Wb", "warband", 3, 3, 6),
)
SLOW = ("LH", "Cv", "Dr", "Gen", "Cm", "Kn", "Pi", "El")
ROUGH = box("rough", "rough", 100, 100, 660, 660)
ROAD = Terrain("road", "road", line=((300.0, 0.0), (300.0, 760.0)), width=40.0)
RIVER = box("river", "river", 0, 320, 760, 360)


def goes(code: str, units: float, *terrain: Terrain, **more: Any) -> Ruling:
    """The ruling on a move of so many MU straight ahead."""
    options = more.pop("options", {})
    position = table(("A", "red", code, (300, 300, 0)), terrain=terrain, **options)
    return ask(position, "may_move", element="A", to={"front": [300, 300 + units * MU], "facing": 0}, **more)


@pytest.mark.parametrize(("code", "name", "good", "bad", "road"), MOVES)
def test_moves(code: str, name: str, good: int, bad: int, road: int) -> None:
    farther = 0.005
    assert legal(goes(code, good))
    beyond = goes(code, good + farther)
    assert not legal(beyond) and beyond.cites(f"REN-MOV-{name}")
    if bad:
        assert legal(goes(code, bad, ROUGH))
        beyond = goes(code, bad + farther, ROUGH)
        assert not legal(beyond) and beyond.cites("REN-MOV-b" if code in SLOW else f"REN-MOV-{name}")
    else:
        into = box("rough", "rough", 200, 310, 400, 500)
        assert goes(code, 1, into).cites("REN-MOV-nobad") and not legal(goes(code, 1, into))
    assert legal(goes(code, road, ROAD, road="road"))
    beyond = goes(code, road + farther, ROAD, road="road")
    assert not legal(beyond) and beyond.cites("REN-MOV-road")
    assert legal(goes(code, 2, RIVER))
    beyond = goes(code, 2 + farther, RIVER)
    assert not legal(beyond) and beyond.cites("REN-MOV-river")


def test_every_kind_moves() -> None:
    assert sorted(row[0] for row in MOVES) == sorted(CODES)


@pytest.mark.parametrize(
    ("code", "option", "units"), [("Kn", "knights", 5), ("El", "elephants", 3), ("Rd", "raiders", 4)]
)
def test_other_readings_of_a_move(code: str, option: str, units: int) -> None:
    chosen = {f"{option}_move": units}
    assert legal(goes(code, units, options=chosen))
    assert not legal(goes(code, units + 0.005, options=chosen))


RANGES = {
    "Dr": ("dragoons", 3),
    "Sk": ("skirmishers", 3),
    "Bw": ("bows", 3),
    "Can": ("cannon", 12),
    "Gun": ("guns", 6),
    "Sh": ("shot", 3),
    "WWg": ("war-wagons", 3),
}


@pytest.mark.parametrize("code", CODES)
def test_ranges(code: str) -> None:
    name, units = RANGES.get(code, ("others", 0))

    def shot(mm: float) -> Ruling:
        position = table(("A", "red", code, (300, 100, 0)), ("B", "blue", "Hd", (300, 100 + mm, 180)))
        return ask(position, "may_shoot", shooter="A", target="B")

    assert legal(shot(max(units * MU, 20))) == (units > 0)
    assert not legal(shot(units * MU + 0.1))
    assert shot(units * MU + 0.1).cites(f"REN-RNG-{name}")


# Basic combat factors: against foot, against mounted, the clause.
FACTORS = {
    "Ax": (3, 2, "auxilia"),
    "Bd": (5, 3, "blades"),
    "Bw": (2, 4, "bows"),
    "Cm": (3, 2, "camelry"),
    "Can": (2, 2, "cannon-cc"),
    "Cv": (3, 3, "cavalry"),
    "Dr": (3, 2, "dragoons"),
    "El": (5, 4, "elephants"),
    "Gen": (2, 2, "general"),
    "Gen foot": (2, 2, "general"),
    "Gun": (2, 2, "guns-cc"),
    "Hd": (3, 2, "hordes"),
    "Kn": (3, 4, "knights"),
    "LH": (2, 2, "light-horse"),
    "Pk": (3, 4, "pikes"),
    "Pi": (4, 4, "pistols"),
    "Rd": (4, 2, "raiders"),
    "Sh": (4, 4, "shot"),
    "Sk": (2, 2, "skirmishers"),
    "WWg": (3, 4, "war-wagons"),
    "Wb": (3, 2, "warband"),
}


def basic(code: str, against: str) -> int:
    foot, mounted, _ = FACTORS[code]
    return mounted if against in MOUNTED else foot


def pair(one: str, other: str, *more: Spec, terrain: tuple[Terrain, ...] = (), **options: Any) -> Position:
    """Red A facing north in front contact with blue B."""
    both = (("A", "red", one, (300, 300, 0)), ("B", "blue", other, ("against", "A")))
    return table(*both, *more, terrain=terrain, **options)


def fought(position: Position, **more: Any) -> Ruling:
    return ask(position, "combat", attacker="A", defender="B", **more)


@pytest.mark.parametrize(("code", "against"), list(product(CODES, CODES)))
def test_basic_factors(code: str, against: str) -> None:
    ruling = fought(pair(code, against))
    assert ruling.answer["factors"] == [basic(code, against), basic(against, code)]
    assert ruling.cites(f"REN-CF-{FACTORS[code][2]}") and ruling.cites(f"REN-CF-{FACTORS[against][2]}")


def shooting(shooter: str, target: str, *more: Spec, terrain: tuple[Terrain, ...] = (), **asked: Any) -> Ruling:
    """Red A shoots at blue B, which stands before it."""
    position = table(
        ("A", "red", shooter, (300, 300, 0)), ("B", "blue", target, (300, 350, 180)), *more, terrain=terrain
    )
    return ask(position, "shooting", **{"shooters": ["A"], "target": "B", **asked})


EASY = ("Bd", "El", "Rd")


@pytest.mark.parametrize(("code", "against"), list(product(RANGES, CODES)))
def test_shooting_factors(code: str, against: str) -> None:
    guns = ("Can", "Gun")
    ruling = shooting(code, against)
    mine = 4 if code in guns else basic(code, against)
    theirs = 4 if against in guns else basic(against, code)
    assert ruling.answer["factors"] == [mine, theirs - (against in EASY)]
    assert ruling.cites("REN-DSF-shot-at") == (against in EASY)
    if code in guns:
        assert ruling.cites(f"REN-CF-{'cannon' if code == 'Can' else 'guns'}-ds")


CAMP = box("camp", "camp", 260, 350, 340, 400, owner="blue")


@pytest.mark.parametrize("code", CODES)
def test_shot_at_in_camp_and_with_the_general(code: str) -> None:
    inside = table(("A", "red", "Gun", (300, 300, 0)), ("B", "blue", code, "camp"), terrain=(CAMP,))
    ruling = ask(inside, "shooting", shooters=["A"], target="B")
    own = (4 if code in ("Can", "Gun") else basic(code, "Gun")) - (code in EASY)
    assert ruling.answer["factors"][1] == own + 2 * (code in FOOT)
    assert ruling.cites("REN-DSF-camp") == (code in FOOT)
    if not code.startswith("Gen"):
        with_general = shooting("Gun", code, ("G", "blue", "Gen", ("behind", "B")))
        assert with_general.answer["factors"][1] == own + 1 and with_general.cites("REN-DSF-general")


def test_followers_and_aid() -> None:
    position = table(("A", "red", "Gun", (300, 300, 0)), terrain=(CAMP,))
    ruling = ask(position, "shooting", shooters=["A"], target="camp")
    assert ruling.answer["factors"] == [4, 3] and ruling.cites("REN-CF-camp-followers") and ruling.cites("REN-DSF-camp")
    beside = (("S", "red", "Sh", ("left_of", "A")), ("T", "red", "Sh", ("right_of", "A")))
    for names, less in ((["A"], 0), (["A", "S"], 1), (["A", "S", "T"], 2)):
        aided = shooting("Sh", "Kn", *beside, shooters=names)
        assert aided.answer["factors"] == [4, 3 - less] and aided.cites("REN-DSF-aid") == (less > 0)


def rear_support(front: str, rear: str, against: str) -> tuple[int, str]:
    """The rear support of the sheet, and its clause."""
    formed = against in FOOT and against not in ("Bw", "Sk")
    shock = against in ("El", "Kn", "Pi")
    if front == rear == "Pk":
        return (3, "REN-RS-pikes-foot") if formed else (2, "REN-RS-pikes-mounted") if shock else (0, "")
    if front == rear == "Pi":
        return (1, "REN-RS-pistol")
    if front == rear == "Wb":
        return (1, "REN-RS-warband") if formed or shock else (0, "")
    if front in ("Ax", "Bd", "Rd") and rear == "Sk" and (against in MOUNTED or against == "Wb"):
        return (1, "REN-RS-skirmishers")
    return (0, "")


@pytest.mark.parametrize(("front", "rear"), [(f, r) for f in CODES for r in dict.fromkeys((f, "Sk", "Pk"))])
def test_rear_support(front: str, rear: str) -> None:
    behind = ("S", "red", rear, ("behind", "A"))
    for against in CODES:
        if rear.startswith("Gen"):
            continue
        value, name = rear_support(front, rear, against)
        ruling = ask(pair(front, against, behind), "support", element="A", against="B")
        assert ruling.answer == value, against
        assert not name or ruling.cites(name)


@pytest.mark.parametrize(
    ("front", "rear"), [("Pk", "Pk"), ("Pi", "Pi"), ("Wb", "Wb"), ("Ax", "Sk"), ("Bd", "Sk"), ("Rd", "Sk")]
)
def test_rear_support_in_bad_going_and_against_a_camp(front: str, rear: str) -> None:
    behind = ("S", "red", rear, ("behind", "A"))
    rough = box("rough", "rough", 200, 200, 400, 290)
    ruling = ask(pair(front, "Kn", behind, terrain=(rough,)), "support", element="A", against="B")
    assert ruling.answer == (1 if rear == "Sk" else 0)
    assert ruling.cites("REN-RS-sk-going" if rear == "Sk" else "REN-RS-same-going")
    camp = box("camp", "camp", 260, 300, 340, 360, owner="blue")
    attack = table(("A", "red", front, (300, 300, 0)), behind, ("B", "blue", "Pk", "camp"), terrain=(camp,))
    expected = 1 if rear == "Sk" else rear_support(front, rear, "Pk")[0]
    assert ask(attack, "support", element="A", against="B").answer == expected


FLANKED = ("Sh", "Can", "Gun", "Pk", "Pi", "Bd", "Dr")
AGAINST = ("Bd", "Wb", "Kn", "LH", "Dr", "Pi", "Pk", "El")


def flank_support(front: str, beside: str, against: str) -> tuple[int, int]:
    """What flank support gives the front element, and takes off its opponent."""
    shot = front == "Sh" and beside in ("Pk", "Pi") and (against in MOUNTED or against == "Wb")
    guns = front in ("Can", "Gun", "Sh") and beside == "Gun"
    covered = front in ("Pk", "Pi") and beside in ("Dr", "Sh") and against in MOUNTED
    return (1 if shot or guns else 0, -1 if covered else 0)


@pytest.mark.parametrize(("front", "beside"), list(product(FLANKED, FLANKED)))
def test_flank_support(front: str, beside: str) -> None:
    for against, hand in product(AGAINST, ("left_of", "right_of")):
        ruling = fought(pair(front, against, ("S", "red", beside, (hand, "A"))))
        gain, loss = flank_support(front, beside, against)
        # The neighbour is also an overlap on the opponent.
        expected = [basic(front, against) + gain, basic(against, front) + loss - 1]
        assert ruling.answer["factors"] == expected, (against, hand)
        assert ruling.cites("REN-FS-mounted") == (loss < 0)


def test_flank_support_at_most_once() -> None:
    both = (("S", "red", "Gun", ("left_of", "A")), ("T", "red", "Pk", ("right_of", "A")))
    ruling = fought(pair("Sh", "Cv", *both))
    assert ruling.answer["factors"] == [5, 3 - 2] and ruling.cites("REN-FS-cap")
    both = (("S", "red", "Sh", ("left_of", "A")), ("T", "red", "Dr", ("right_of", "A")))
    assert fought(pair("Pk", "Kn", *both)).answer["factors"] == [4, 3 - 1 - 2]


STEADY = ("Ax", "Bw", "Dr", "Gen foot", "Rd", "Sk", "Wb")


@pytest.mark.parametrize("code", CODES)
def test_close_combat_factors(code: str) -> None:
    own = basic(code, "Hd")
    if not code.startswith("Gen"):
        led = fought(pair(code, "Hd", ("G", "red", "Gen", ("behind", "A"))))
        assert led.answer["factors"][0] == own + 1 and led.cites("REN-CC-general")
    crest = ((210.0, 210.0), (390.0, 210.0))
    hill = Terrain("hill", "gentle_hill", ((200.0, 200.0), (400.0, 200.0), (400.0, 300.0), (200.0, 300.0)), crest=crest)
    high = fought(pair(code, "Hd", terrain=(hill,)))
    assert high.answer["factors"] == [own + 1, basic("Hd", code)] and high.cites("REN-CC-uphill")
    bank = fought(pair(code, "Hd", terrain=(box("river", "river", 0, 310, 760, 340),)))
    assert bank.answer["factors"][0] == own + 1 and bank.cites("REN-CC-uphill")
    rough = fought(pair(code, "Hd", terrain=(box("rough", "rough", 200, 200, 400, 300),)))
    assert rough.answer["factors"][0] == own - 2 * (code not in STEADY)
    assert rough.cites("REN-CC-mounted-bad") == (code in MOUNTED)
    if code in FOOT and code not in STEADY:
        assert rough.cites("REN-CC-foot-bad")
    facing = fought(pair(code, "Ax", terrain=(box("rough", "rough", 200, 300, 400, 400),)))
    assert facing.answer["factors"][0] == own - 2 * (code in MOUNTED)
    assert facing.cites("REN-CC-mounted-bad") == (code in MOUNTED)
    camp = box("camp", "camp", 260, 260, 340, 300, owner="red")
    held = table(("A", "red", code, "camp"), ("B", "blue", "Hd", (300, 300, 180)), terrain=(camp,))
    assert fought(held).answer["factors"][0] == own + 2 * (code in FOOT)
    assert fought(held).cites("REN-CC-camp") or code in MOUNTED


def test_raiders_in_bad_going_as_agreed() -> None:
    rough = box("rough", "rough", 200, 200, 400, 300)
    assert fought(pair("Rd", "Hd", terrain=(rough,))).answer["factors"][0] == 4
    assert fought(pair("Rd", "Hd", terrain=(rough,), raiders_bad_going=-1)).answer["factors"][0] == 3


def test_flanked_and_overlapped() -> None:
    more: list[Spec] = []
    for name, where in (("O", "overlapping_left_of"), ("P", "overlapping_right_of"), ("R", "on_rear_of")):
        more.append((name, "blue", "Hd", (where, "A")))
        ruling = fought(pair("Pk", "Bd", *more))
        assert ruling.answer["factors"][0] == 3 - len(more) and ruling.cites("REN-CC-flanked")
    flank = fought(pair("Pk", "Bd", ("F", "blue", "Hd", ("on_left_flank_of", "A"))))
    assert flank.answer["factors"][0] == 2 and flank.cites("REN-CC-flanked")
    camp = box("A", "camp", 260, 350, 340, 400, owner="red")
    followers = fought(table(("B", "blue", "Cv", (300, 350, 0)), terrain=(camp,)))
    assert followers.answer["factors"] == [3, 3]
    assert followers.cites("REN-CF-camp-followers") and followers.cites("REN-CC-camp")


# Combat results. Each row: clause, who loses, result, situations. A situation names the winner; then "rough", "woods",
# "dunes" or "oasis" for the ground of the loser, "shot" when the winner shoots, "camp" when the loser is in its own
# camp and "camped" when the winner is in its own.
BEATEN = (
    ("auxilia-1", "Ax", "destroyed", "Kn"),
    ("auxilia-2", "Ax", "recoil", "Kn rough, Bd, Pi, El, Sh shot"),
    ("blades-1", "Bd Rd", "destroyed", "Kn"),
    ("blades-2", "Bd Rd", "destroyed", "Wb, Wb rough"),
    ("blades-3", "Bd Rd", "recoil", "Kn rough, Wb camped, Pk, Pi, Gun shot"),
    ("bows-1", "Bw", "destroyed", "Cv, LH rough, El, Gen, Pi, Cm"),
    ("bows-2", "Bw", "recoil", "Dr, Bd, Wb, Sh shot"),
    ("camelry-1", "Cm", "no_effect", "Cv, Kn, LH, Pi, Kn woods"),
    ("camelry-2", "Cm", "flee", "Ax woods, Bd rough"),
    ("camelry-3", "Cm", "recoil", "Sh, Bd dunes, Bd oasis, Cm, El, Dr, Sh shot"),
    ("artillery-1", "Can Gun", "destroyed", "LH, Bd, Sk"),
    ("artillery-2", "Can Gun", "no_effect", "Gun shot, Can shot, Bw shot"),
    ("cavalry-1", "Cv", "flee", "Cm, Cm rough"),
    ("cavalry-2", "Cv", "flee", "Ax rough, Kn woods"),
    ("cavalry-3", "Cv", "recoil", "Pk, Kn, Pi, Bw shot, Can shot"),
    ("dragoons-1", "Dr", "destroyed", "Kn, Pi"),
    ("dragoons-2", "Dr", "recoil", "Kn woods, Pi rough, Cv, Pk, Sh shot"),
    ("elephants-1", "El", "destroyed", "Ax, LH, Sk, Ax rough, Sk shot"),
    ("elephants-2", "El", "destroyed", "Can shot, Gun shot"),
    ("elephants-3", "El", "flee", "Sh shot"),
    ("elephants-4", "El", "recoil", "Pk, Gun, Sh, Bw shot, Dr shot"),
    ("general-1", "Gen,Gen foot", "recoil", "LH, Kn, Wb, Bw shot"),
    ("hordes-1", "Hd", "destroyed", "El, Kn"),
    ("hordes-2", "Hd", "destroyed", "Wb, Wb rough"),
    ("hordes-3", "Hd", "destroyed", "Bd camp, Sh shot camp"),
    ("hordes-4", "Hd", "recoil", "Bw shot, Gun shot"),
    ("hordes-5", "Hd", "no_effect", "Bd, Kn rough, Wb camped, Pi"),
    ("knights-1", "Kn", "destroyed", "Cm, El, LH"),
    ("knights-2", "Kn", "destroyed", "Ax rough, Pk woods"),
    ("knights-3", "Kn", "recoil", "Sh, Bw, Pi, Kn, Gun shot"),
    ("light-horse-1", "LH", "flee", "Can shot, Gun shot"),
    ("light-horse-2", "LH", "flee", "Sk rough, Kn woods"),
    ("light-horse-3", "LH", "recoil", "Pk, Kn, Gun, Bw shot"),
    ("pikes-1", "Pk", "destroyed", "Kn, Pi"),
    ("pikes-2", "Pk", "destroyed", "Wb, Wb rough"),
    ("pikes-3", "Pk", "recoil", "Bd, Kn rough, Pi woods, Wb camped, El, LH, Sh shot"),
    ("pistols-1", "Pi", "destroyed", "Kn, Kn rough"),
    ("pistols-2", "Pi", "recoil", "Ax woods, LH, Pi, Pk, Sh shot"),
    ("shot-1", "Sh", "destroyed", "Cv, Kn, Gen, El, LH"),
    ("shot-2", "Sh", "destroyed", "Wb, Wb rough"),
    ("shot-3", "Sh", "recoil", "Cv rough, Dr, Bd, Wb camped, Sh shot"),
    ("skirmishers-1", "Sk", "destroyed", "Cv, Dr, Kn, Pi, Dr shot"),
    ("skirmishers-2", "Sk", "destroyed", "Cm, Cm dunes, Cm oasis"),
    ("skirmishers-3", "Sk", "recoil", "LH, Kn woods, Dr rough, Cm rough, Bd, Sh shot"),
    ("war-wagons-1", "WWg", "destroyed", "Can shot, Gun shot"),
    ("war-wagons-2", "WWg", "destroyed", "El"),
    ("war-wagons-3", "WWg", "destroyed", "Bd camp"),
    ("war-wagons-4", "WWg", "no_effect", "Pk, Kn, Gun, Bw shot"),
    ("warband-1", "Wb", "destroyed", "Kn"),
    ("warband-2", "Wb", "recoil", "Kn rough, Sh, El, Pi, Gun shot"),
)
OTHERS = "Ax,Bd,Bw,Can,Gen foot,Gun,Hd,Pk,Rd,Sh,WWg,Wb,Cm,El,Gen,Kn,Pi"
DOUBLED = (
    ("cavalry-1", "Cv", "flee", "Hd, Pk"),
    ("cavalry-2", "Cv", "flee", "Can, Gun"),
    ("cavalry-3", "Cv", "destroyed", "Kn, Pk rough, Bd, Gun shot"),
    ("dragoons-1", "Dr", "flee", "Bd, Pk, Wb"),
    ("dragoons-2", "Dr", "recoil", "Can, Gun, Gun rough"),
    ("dragoons-3", "Dr", "destroyed", "Sh, Rd, Pk rough, Kn, Gun shot"),
    ("light-horse-1", "LH", "destroyed", "Kn, Cv, Bw, Sk, Bw shot, Sk shot, Kn rough"),
    ("light-horse-2", "LH", "destroyed", "Can shot, Gun shot"),
    ("light-horse-3", "LH", "destroyed", "Ax rough, Pk woods"),
    ("light-horse-4", "LH", "flee", "Sh, Dr, Pk, Gun, Sh shot, Dr shot"),
    ("skirmishers-1", "Sk", "destroyed", "Ax, Bw, Sk, Ax woods, Bw shot, Sk shot"),
    ("skirmishers-2", "Sk", "destroyed", "Cv, Dr, Kn, LH, Pi, Dr shot"),
    ("skirmishers-3", "Sk", "destroyed", "Cm, Cm dunes, Cm oasis"),
    ("skirmishers-4", "Sk", "flee", "Bd woods, Pk, Kn rough, Cm rough, Gun, Sh shot, Gun shot"),
    ("others-1", OTHERS, "recoil", "Can, Gun"),
    ("others-2", OTHERS, "destroyed", "Bd, Kn, Gun shot, Can shot"),
)
GROUND = ("rough", "woods", "dunes", "oasis")


def result_rows() -> Iterator[Any]:
    for when, rows in (("beaten", BEATEN), ("doubled", DOUBLED)):
        for name, losers, result, situations in rows:
            codes = losers.split(",") if "," in losers else losers.split()
            for code, situation in product(codes, situations.split(", ")):
                clause = f"REN-OUT-{when[0].upper()}-{name}"
                yield pytest.param(when, clause, code, situation, result, id=f"{clause}-{code}-{situation}")


def battle(code: str, situation: str, helpers: int) -> tuple[Position, str, dict[str, Any]]:
    """The position, question and arguments in which A loses to B as the situation says, B having some help."""
    winner, *words = situation.split()
    ground = next((word for word in words if word in GROUND), None)
    terrain: tuple[Terrain, ...] = () if ground is None else (box("ground", ground, 200, 200, 400, 300),)
    helped: list[Spec] = []
    if "shot" in words:
        where: Any = "camp" if "camp" in words else (300, 299, 0)
        terrain += (box("camp", "camp", 260, 250, 340, 299, owner="red"),) if "camp" in words else ()
        position = table(("A", "red", code, where), ("B", "blue", winner, (300, 350, 180)), terrain=terrain)
        return (position, "shooting", {"shooters": ["B"], "target": "A"})
    if "camp" in words:
        camp = box("camp", "camp", 260, 250, 340, 300, owner="red")
        specs: tuple[Spec, ...] = (("A", "red", code, "camp"), ("B", "blue", winner, (300, 300, 180)))
        return (table(*specs, terrain=(camp,)), "combat", {"attacker": "B", "defender": "A"})
    if "camped" in words:
        camp = box("camp", "camp", 260, 300, 340, 350, owner="blue")
        specs = (("A", "red", code, (300, 300, 0)), ("B", "blue", winner, "camp"))
        return (table(*specs, terrain=(camp,)), "combat", {"attacker": "B", "defender": "A"})
    if not winner.startswith("Gen"):
        helped.append(("G", "blue", "Gen", ("behind", "B")))
    helped += [("O", "blue", "Hd", ("overlapping_left_of", "A")), ("P", "blue", "Hd", ("overlapping_right_of", "A"))]
    helped.append(("R", "blue", "Hd", ("on_rear_of", "A")))
    return (pair(code, winner, *helped[:helpers], terrain=terrain), "combat", {"attacker": "B", "defender": "A"})


def compared(high: int, low: int) -> str:
    return "equal" if high == low else "doubled" if high >= 2 * low else "beaten"


def settled(when: str, code: str, situation: str) -> Ruling:
    """The ruling with the least help and dice that beat or double the loser."""
    for helpers in range(5):
        position, question, asked = battle(code, situation, helpers)
        won, lost = ask(position, question, **asked).answer["factors"]
        for high, low in product(range(6, 0, -1), range(1, 7)):
            if won + high > lost + low and compared(won + high, lost + low) == when:
                return ask(position, question, dice=[high, low], **asked)
    raise AssertionError(f"{code} cannot be {when} by {situation}")


@pytest.mark.parametrize(("when", "clause", "code", "situation", "result"), list(result_rows()))
def test_results(when: str, clause: str, code: str, situation: str, result: str) -> None:
    ruling = settled(when, code, situation)
    assert ruling.answer["comparison"] == when and ruling.answer["loser"] == "A"
    assert ruling.answer["outcome"] == result
    rows = [name for name in ruling.clauses if name.startswith(("REN-OUT-B-", "REN-OUT-D-"))]
    assert rows == [clause]
    assert ruling.cites(f"REN-OUT-{when}")


@pytest.mark.parametrize(
    ("question", "winner"), [("combat", "Wb"), ("combat", "Cv"), ("shooting", "Gun"), ("shooting", "Bw")]
)
@pytest.mark.parametrize("when", ["beaten", "doubled"])
def test_followers_are_destroyed(question: str, winner: str, when: str) -> None:
    away = 0 if question == "combat" else 50
    camp = box("camp", "camp", 260, 250, 340, 300, owner="red")
    position = table(("B", "blue", winner, (300, 300 + away, 180)), terrain=(camp,))
    asked = {"attacker": "B", "defender": "camp"} if question == "combat" else {"shooters": ["B"], "target": "camp"}
    won, lost = ask(position, question, **asked).answer["factors"]
    dice = next(
        [high, low]
        for high, low in product(range(1, 7), range(1, 7))
        if won + high > lost + low and compared(won + high, lost + low) == when
    )
    ruling = ask(position, question, dice=dice, **asked)
    assert ruling.answer["outcome"] == "destroyed"
    assert ruling.cites("REN-OUT-B-camp-followers-1" if when == "beaten" else "REN-OUT-D-others-2")


@pytest.mark.parametrize("code", CODES)
def test_equal_scores(code: str) -> None:
    ruling = fought(pair(code, code), dice=[3, 3])
    assert ruling.answer["outcome"] == "no_effect" and ruling.cites("REN-OUT-equal")


# Interpenetration.
def passes_in_a_move(mover: str, friend: str) -> bool:
    if mover in ("Dr", "Sk") or (mover in MOUNTED and friend in ("Sk", "Dr")):
        return True
    through_shot = mover in ("Bd", "Dr", "Pk", "Sh", "Sk") and friend == "Sh"
    return through_shot or (mover == "Sh" and friend in ("Bd", "Dr", "Pk", "Sh", "Sk"))


def passes_in_a_recoil(mover: str, friend: str) -> bool:
    if mover in MOUNTED:
        return friend not in ("El", "Pk")
    return (mover in ("Bd", "Bw", "Pk", "Sh") and friend == "Bd") or (mover == "Sk" and friend != "Sk")


@pytest.mark.parametrize(("mover", "friend"), list(product(CODES, CODES)))
def test_passing_through(mover: str, friend: str) -> None:
    def passes(where: Any, move: str) -> bool:
        position = table(("A", "red", mover, (300, 300, 0)), ("F", "red", friend, where))
        return bool(ask(position, "may_pass_through", mover="A", friend="F", move=move).answer)

    allowed = passes_in_a_move(mover, friend)
    assert passes((300, 400, 0), "tactical") == allowed
    assert passes((300, 360, 180), "tactical") == allowed
    assert not passes((300, 400, 0.1), "tactical")
    assert passes(("behind", "A"), "recoil") == passes_in_a_recoil(mover, friend)
    assert not passes((300, 200, 180), "recoil")
