"""Boards, camps, deployments and landings offered for choice: all legal, varied, and the same for the same seed."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from debellis.battle.armies import ArmyInfo
from debellis.dba.attached import attached_to
from debellis.dba.book import book_of
from debellis.dba.edition import table_size
from debellis.dba.playing.notation import notation
from debellis.dba.setting_up.auto_deploy import Deployment, camp_places, deployments, landings
from debellis.dba.setting_up.auto_modification import for_a_piece, for_the_centre
from debellis.dba.setting_up.auto_terrain import boards, edge_numberings
from debellis.dba.setting_up.deployment import may_deploy
from debellis.dba.setting_up.landing import End, may_land
from debellis.dba.setting_up.lists import armies, rosters
from debellis.dba.setting_up.modification import centre_is_open, may_modify_terrain, with_change
from debellis.dba.setting_up.setup import may_number_edges, may_place_camp
from debellis.dba.setting_up.terrain_setup import may_place_terrain
from debellis.dba.troops import read_troops
from debellis.geometry.outline import share_ground
from debellis.geometry.plane import bearing
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.groups import hold_together, joined
from debellis.table.bases import Base
from debellis.table.board import EDGES, OPPOSITE
from debellis.table.position import Position
from debellis.table.scale import SCALES, Scale
from debellis.table.terrain import HILLS, Terrain
from debellis.table.value import replace

EDITIONS = ("dba22", "rrr")
TOPOGRAPHIES = {
    edition: {row["id"]: row for row in book_of(edition).tables.other["topography"]} for edition in EDITIONS
}
GROUNDS = [(edition, topography) for edition in EDITIONS for topography in TOPOGRAPHIES[edition]]
LISTS = [(edition, number) for edition in EDITIONS for number in armies(edition)]


def empty_table(scale: str = "15mm", edition: str = "dba22") -> Position:
    return Position(edition, table_size(book_of(edition), SCALES[scale]), scale=SCALES[scale])


def a_board(
    topography: str, seed: int, defender: str = "blue", scale: str = "15mm", edition: str = "dba22"
) -> Position:
    table = empty_table(scale, edition)
    return replace(table, terrain=boards(table, topography, defender, seed, 1)[0])


def the_twelve(army: ArmyInfo, side: str, scale: Scale, seed: int, edition: str = "dba22") -> tuple[Base, ...]:
    """The elements of a list, options taken by chance."""
    rng = random.Random(seed)
    marked = "" if any(row.general for row in book_of(edition).codes.values()) else " general"
    notations = [
        rng.choice(slot.any_of) + (marked if slot.general else "")
        for slot in rng.choice(list(rosters(army)))
        for _ in range(slot.count)
    ]
    return elements(notations, side, scale, edition)


def elements(
    notations: list[str], side: str = "red", scale: Scale = SCALES["15mm"], edition: str = "dba22"
) -> tuple[Base, ...]:
    found = []
    for i, text in enumerate(notations, 1):
        t = read_troops(book_of(edition), text, scale)
        found.append(Base(f"{i}", side, t.code, t.kind, t.width, t.depth, general=t.general, dismounts=t.dismounts))
    return tuple(found)


def stood(position: Position, bases: tuple[Base, ...], deployment: Deployment) -> Position:
    """The position with everybody in place."""
    places, inside, _ = deployment
    standing = [replace(b, front=places[b.id].front, facing=places[b.id].facing) for b in bases if b.id in places]
    standing += [replace(b, inside=inside[b.id]) for b in bases if b.id in inside]
    return replace(position, bases=(*position.bases, *standing))


def assert_legal(position: Position, edge: str, bases: tuple[Base, ...], deployment: Deployment) -> None:
    """Every element is deployed or held back once, and each stands legally among all the others."""
    places, inside, held = deployment
    assert sorted([*places, *inside, *held]) == sorted(base.id for base in bases)
    table = stood(position, bases, deployment)
    for base in bases:
        others = table.without(base.id)
        if base.id in places:
            to = (places[base.id].front, bearing(places[base.id].facing))
            ruling = may_deploy(others, side=base.side, base_edge=edge, troops=notation(base), to=to)
        elif base.id in inside:
            where = {"in": inside[base.id]}
            ruling = may_deploy(others, side=base.side, base_edge=edge, troops=notation(base), **where)
        else:
            continue
        assert ruling.answer["legal"], (edge, notation(base), ruling.answer["faults"])


@pytest.mark.parametrize(("edition", "topography"), GROUNDS)
def test_every_board_is_legal_and_every_kind_comes_up(edition: str, topography: str) -> None:
    row = TOPOGRAPHIES[edition][topography]
    offered = set(row["compulsory_any_of"]) | {kind for either in row["optional"] for kind in either}
    seen: set[str] = set()
    for scale, seeds in (("15mm", range(34)), ("25mm", range(34, 45))):
        table = empty_table(scale, edition)
        for seed in seeds:
            (pieces,) = boards(table, topography, "blue", seed, 1)
            ruling = may_place_terrain(replace(table, terrain=pieces), topography=topography)
            assert ruling.answer["legal"], (seed, ruling.answer["faults"])
            assert len({piece.id for piece in pieces}) == len(pieces)
            seen |= {piece.kind for piece in pieces}
    assert seen == offered


@pytest.mark.parametrize(("edition", "topography"), GROUNDS)
def test_boards_look_as_on_a_table(edition: str, topography: str) -> None:
    table = empty_table(edition=edition)
    side = table.size[0]
    for piece in (piece for board in boards(table, topography, "blue", 3, 12) for piece in board):
        if piece.kind == "river":
            assert 20.0 <= piece.width <= 30.0
            assert len(piece.line) > 5
            assert piece.nature == ("unknown" if edition == "dba22" else None)
        elif piece.kind == "road":
            assert len(piece.line) == 2
        elif piece.kind == "bua":
            assert piece.owner == "blue"
            assert 7 <= len(piece.outline) <= 9
        elif piece.kind != "waterway":
            assert 7 <= len(piece.outline) <= 16
            assert all(0.0 <= x <= side and 0.0 <= y <= side for x, y in piece.outline)
        if piece.kind in HILLS:
            assert len(piece.crest) >= 2
            around = [(min(c), max(c)) for c in zip(*piece.outline, strict=True)]
            assert all(low < value < high for p in piece.crest for value, (low, high) in zip(p, around, strict=True))


def test_the_same_seed_gives_the_same_boards_and_others_differ() -> None:
    table = empty_table()
    before = random.getstate()
    for topography in TOPOGRAPHIES["dba22"]:
        some = boards(table, topography, "blue", 7, 3)
        assert some == boards(table, topography, "blue", 7, 3)
        assert some[:1] == boards(table, topography, "blue", 7, 1)
        ten = [boards(table, topography, "blue", seed, 1)[0] for seed in range(10)]
        assert len(set(ten)) == 10
    assert random.getstate() == before


def test_a_table_without_room_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match="no room for a board of forest"):
        boards(Position("dba22", (60.0, 60.0)), "forest", "blue", 0, 1)


def test_edges_are_numbered_legally_and_never_for_the_town() -> None:
    town = Terrain("t", "bua", ((60.0, 100.0), (160.0, 100.0), (160.0, 200.0), (60.0, 200.0)), owner="blue")
    table = replace(empty_table(), terrain=(town,))
    numberings = edge_numberings(table, 5)
    assert numberings == edge_numberings(table, 5)
    assert {edge for numbers in numberings for edge in EDGES if len(numbers[edge]) == 3} == {"north", "east"}
    for numbers in numberings:
        north, east, south, west = (numbers[edge] for edge in EDGES)
        assert may_number_edges(table, north=north, east=east, south=south, west=west).answer["legal"]
    assert len(edge_numberings(empty_table(), 1)) == 8


@pytest.mark.parametrize(("edition", "topography"), GROUNDS)
def test_camps_are_legal_on_every_edge(edition: str, topography: str) -> None:
    for seed in range(6):
        table = a_board(topography, seed, scale="25mm" if seed % 3 == 2 else "15mm", edition=edition)
        for edge in EDGES:
            places = camp_places(table, "red", edge, seed)
            assert places == camp_places(table, "red", edge, seed)
            assert places
            for outline in places:
                assert may_place_camp(table, side="red", base_edge=edge, outline=outline).answer["legal"]


def test_an_army_with_two_war_wagons_and_a_defender_with_a_town_find_no_place_for_a_camp() -> None:
    table = replace(empty_table(), bases=elements(["WWg", "WWg"]))
    assert camp_places(table, "red", "south", 0) == []
    assert camp_places(table, "blue", "south", 0) != []
    town = Terrain("t", "bua", ((60.0, 400.0), (160.0, 400.0), (160.0, 500.0)), owner="blue")
    assert camp_places(replace(empty_table(), terrain=(town,)), "blue", "south", 0) == []


@pytest.mark.parametrize(("edition", "number"), LISTS)
def test_every_army_deploys_legally_on_every_edge_of_three_boards(edition: str, number: str) -> None:
    army = armies(edition)[number]
    kinds = list(TOPOGRAPHIES[edition])
    start = list(armies(edition)).index(number)
    for i in range(3):
        scale = "25mm" if i == 2 else "15mm"
        defender = "red" if i == 1 else "blue"
        table = a_board(kinds[(start + i) % len(kinds)], start * 3 + i, defender, scale, edition)
        bases = the_twelve(army, "red", SCALES[scale], start + i, edition)
        town = next((piece.id for piece in table.features("bua") if piece.owner == "red"), None)
        for edge in EDGES:
            camp = camp_places(replace(table, bases=bases), "red", edge, start)
            pitched = tuple(Terrain("camp", "camp", outline, owner="red") for outline in camp[:1])
            ground = replace(table, terrain=(*table.terrain, *pitched))
            held_back = 4 if ground.features("waterway") else 0
            (deployment,) = deployments(ground, "red", edge, bases, town, held_back, start, 1)
            assert_legal(ground, edge, bases, deployment)


def test_the_same_seed_gives_the_same_deployments_and_others_differ() -> None:
    table = a_board("arable", 3)
    bases = the_twelve(armies("dba22")["II/32"], "red", table.scale, 1)
    some = deployments(table, "red", "west", bases, None, 0, 4, 3)
    assert some == deployments(table, "red", "west", bases, None, 0, 4, 3)
    assert len(some) == 3
    seeds = [str(deployments(table, "red", "west", bases, None, 0, seed, 1)) for seed in range(8)]
    assert len(set(seeds)) > 5


def test_pikes_stand_two_deep_in_the_centre_with_the_mounted_outside() -> None:
    table = empty_table()
    bases = elements(["3Kn general", "3Cv", "2LH", "4Ax", *["4Pk"] * 6, "2Ps", "2Ps"])
    deep = 0
    for deployment in deployments(table, "red", "south", bases, None, 0, 2, 10):
        standing = stood(table, bases, deployment)
        pikes = [base for base in standing.bases if base.kind == "pikes"]
        deep += any(directly_behind(a.rectangle, b.rectangle) for a in pikes for b in pikes if a is not b)
        horse = next(base for base in standing.bases if base.kind == "light_horse")
        assert not min(b.front[0] for b in pikes) < horse.front[0] < max(b.front[0] for b in pikes)
        assert hold_together([base.rectangle for base in pikes], joined)
    assert deep >= 5


@pytest.mark.parametrize("number", armies("rrr"))
def test_a_general_of_his_own_stands_behind_somebody(number: str) -> None:
    for seed, table in enumerate((empty_table(edition="rrr"), a_board("arable", 5, edition="rrr"))):
        bases = the_twelve(armies("rrr")[number], "red", table.scale, seed, "rrr")
        for deployment in deployments(table, "red", "east", bases, None, 0, seed, 3):
            standing = stood(table, bases, deployment)
            (general,) = (base for base in standing.bases if base.general)
            assert attached_to(standing, general) is not None


def test_pike_blocks_two_deep_have_shot_on_both_sides_and_pistols_on_the_wings() -> None:
    table = empty_table(edition="rrr")
    bases = elements(["Gen", *["Pk"] * 4, *["Sh"] * 4, *["Pi"] * 2, "Cv", "Can"], edition="rrr")
    sleeved = deep = 0
    for deployment in deployments(table, "red", "south", bases, None, 0, 2, 10):
        standing = stood(table, bases, deployment)
        across = {
            kind: [base.front[0] for base in standing.bases if base.kind == kind]
            for kind in ("pikes", "shot", "pistols")
        }
        deep += len({round(x) for x in across["pikes"]}) == 2
        sleeved += min(across["shot"]) < min(across["pikes"]) and max(across["shot"]) > max(across["pikes"])
        assert not any(min(across["shot"]) < x < max(across["shot"]) for x in across["pistols"])
    assert deep >= 8
    assert sleeved == 10


@pytest.mark.parametrize("topography", TOPOGRAPHIES["rrr"])
def test_changes_to_the_board_offered_to_the_invader_are_legal(topography: str) -> None:
    found = 0
    for seed in range(6):
        table = a_board(topography, seed, edition="rrr")
        areas = [
            piece.id
            for piece in table.terrain
            if piece.kind in book_of("rrr").tables.other["terrain_counts"]["area_features"]
        ]
        for name in areas:
            changes = for_a_piece(table, name, f"{seed}")
            assert changes == for_a_piece(table, name, f"{seed}")
            for change in changes:
                shift, turn = change.shift, change.turn
                ruling = may_modify_terrain(table, die=2, piece=name, shift=shift, turn=turn)
                assert ruling.answer["legal"], ruling.answer["faults"]
                after = with_change(table, change)
                assert may_place_terrain(after, topography=topography).answer["legal"]
            found += len(changes)
        if centre_is_open(table):
            for change in for_the_centre(table, topography, f"{seed}"):
                assert not centre_is_open(with_change(table, change))
                found += 1
    assert found > 10


def test_a_line_in_the_open_closes_up_exactly() -> None:
    table = empty_table()
    bases = elements(["4Bd general", *["4Bd"] * 9])
    for edge in EDGES:
        for places, _, _ in deployments(table, "red", edge, bases, None, 0, 11, 3):
            across = 0 if edge in ("north", "south") else 1
            along = sorted(pose.front[across] for pose in places.values())
            assert all(abs(b - a - 40.0) < 1e-9 for a, b in pairwise(along))
            assert len({pose.front[1 - across] for pose in places.values()}) == 1


def test_light_foot_takes_the_woods_and_heavy_troops_keep_out() -> None:
    woods = Terrain("w", "woods", ((260.0, 60.0), (320.0, 60.0), (320.0, 150.0), (260.0, 150.0)))
    table = replace(empty_table(), terrain=(woods,))
    bases = elements(["3Kn general", *["4Bd"] * 5, "4Ax", "4Ax"])
    light = 0
    for deployment in deployments(table, "red", "south", bases, None, 0, 1, 10):
        inside = [
            base.kind
            for base in stood(table, bases, deployment).bases
            if share_ground(base.rectangle.corners, woods.outline)
        ]
        assert set(inside) <= {"auxilia"}
        light += bool(inside)
    assert light >= 3


def test_a_town_is_garrisoned_now_and_then_by_foot() -> None:
    table = next(board for board in (a_board("steppe", seed, "red") for seed in range(40)) if board.features("bua"))
    bases = the_twelve(armies("dba22")["II/33"], "red", table.scale, 0)
    found = deployments(table, "red", "south", bases, "bua", 0, 1, 12)
    garrisons = [inside for _, inside, _ in found if inside]
    assert 0 < len(garrisons) < len(found)
    kinds = {base.id: base.kind for base in bases}
    assert all(kinds[name] in ("psiloi", "spears", "blades") for inside in garrisons for name in inside)
    assert all(not inside for _, inside, _ in deployments(table, "red", "south", bases, None, 0, 1, 6))


def test_up_to_four_are_held_back_by_a_waterway_and_can_land() -> None:
    sizes = set()
    for seed in range(12):
        table = replace(a_board("littoral", seed, scale="25mm" if seed % 4 == 3 else "15mm"), active="red", bound=1)
        bases = the_twelve(armies("dba22")["III/40b"], "red", table.scale, seed)
        (deployment,) = deployments(table, "red", "north", bases, None, 4, seed, 1)
        held = tuple(base for base in bases if base.id in deployment[2])
        sizes.add(len(held))
        ashore = stood(table, bases, deployment)
        for landing in landings(ashore, "red", held, seed) if held else ():
            ends = tuple(
                End(notation(base), landing[base.id].front, bearing(landing[base.id].facing), base.id)
                for base in held
                if base.id in landing
            )
            assert ends
            assert may_land(ashore, ends=ends, side="red", bound=1).answer["legal"]
    assert 0 in sizes
    assert len(sizes) > 1
    assert max(sizes) <= 4


def test_nobody_is_held_back_without_a_waterway() -> None:
    table = a_board("steppe", 1)
    bases = the_twelve(armies("dba22")["III/40b"], "red", table.scale, 0)
    assert all(not held for _, _, held in deployments(table, "red", "south", bases, None, 4, 3, 8))
    assert landings(table, "red", bases[:2], 0) == []


def test_two_armies_opposite_never_meet() -> None:
    table = a_board("hilly", 8)
    red = the_twelve(armies("dba22")["II/69"], "red", table.scale, 2)
    blue = tuple(
        replace(base, id=f"b{base.id}") for base in the_twelve(armies("dba22")["II/5a"], "blue", table.scale, 3)
    )
    (one,) = deployments(table, "blue", "east", blue, None, 0, 9, 1)
    with_blue = stood(table, blue, one)
    (two,) = deployments(with_blue, "red", OPPOSITE["east"], red, None, 0, 9, 1)
    assert_legal(with_blue, "west", red, two)


def test_war_wagons_turn_aside_where_they_find_no_room_facing_the_enemy() -> None:
    town = Terrain("town", "bua", outline=((471, 388), (563, 388), (563, 460), (471, 460)), owner="blue")
    hill = Terrain("hill", "steep_hill", outline=((466, 147), (600, 147), (600, 290), (466, 290)))
    empty = Position("dba22", (600.0, 600.0), (), (town, hill))
    bases = tuple(
        Base(f"R{i}", "red", code, kind, 40.0, depth)
        for i in range(1, 13)
        for code, kind, depth in [("WWg", "war_wagons", 80.0) if i < 6 else ("4Bd", "blades", 15.0)]
    )
    (places, _, _), *_ = deployments(empty, "red", "east", bases, None, 0, 1, 1)
    aside = [name for name, pose in places.items() if abs(pose.facing[1]) > 0.5]
    assert set(places) == {base.id for base in bases}
    assert aside and set(aside) <= {f"R{i}" for i in range(1, 6)}
    footprints = [pose.rectangle(base.width, base.depth) for base in bases for pose in [places[base.id]]]
    for i, one in enumerate(footprints):
        assert all(450.0 - 0.01 <= x <= 600.01 and 74.99 <= y <= 525.01 for x, y in one.corners)
        assert not any(overlaps(one, other) for other in footprints[:i])
