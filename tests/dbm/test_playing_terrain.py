"""The steps of terrain in a battle of DBM: what may be chosen, what the dice bring, where it may lie."""

from __future__ import annotations

from random import Random

import pytest

from debellis.battle.chance import Chance, Needed
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.armies.lists import armies
from debellis.dbm.playing.actions import Action, Choice, ChooseTerrain, PlaceTerrain
from debellis.dbm.playing.setting_up.start import begin
from debellis.dbm.playing.setting_up.terrain_laying import Wanted, wanted
from debellis.dbm.playing.setting_up.terrain_steps import PHASES
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.placing import may_place_terrain
from debellis.dbm.setting_up.zones import depth_of_zone
from debellis.geometry.polygon import between_polygons, inside
from debellis.table.board import farthest_inward, nearest_inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling

ARMIES = tuple(armies("dbm31"))
LINES = ("waterway", "river", "road")


def _at_option(defends: str, invades: str = "norman", edition: str = "dbm31", variety: int = 0) -> State:
    state = begin(edition, {"red": invades, "blue": defends, "variety": variety})
    edges = {"red": "north", "blue": "south"} if variety % 2 else {"red": "south", "blue": "north"}
    return replace(state, phase="option", turn="red", invader="red", edges=edges)


def _do(state: State, action: Action, rng: Random) -> Happened[State]:
    dice: tuple[int, ...] = ()
    while True:
        try:
            return PHASES[state.phase].do(state, action, Chance(dice))
        except Needed:
            dice = (*dice, rng.randint(1, 6))


def _ruled(state: State, action: Action) -> Ruling:
    return PHASES[state.phase].check(state, action)


def _legal(state: State, action: Action) -> bool:
    return bool(_ruled(state, action).answer["legal"])


def _carried_on(state: State) -> State:
    while state.phase in PHASES and (passed := PHASES[state.phase].passes(state)) is not None:
        state = passed[0]
    return state


def _play(state: State, rng: Random) -> tuple[State, list[tuple[Wanted, Terrain]]]:
    """Take the first legal idea until it is time to deploy; what was placed, with what was wanted."""
    laid: list[tuple[Wanted, Terrain]] = []
    for _ in range(20):
        state = _carried_on(state)
        if state.phase == "weather":
            break
        ideas = list(PHASES[state.phase].ideas(state, None))
        assert 1 <= len(ideas) <= 4
        assert _legal(state, ideas[-1])
        action = next(idea for idea in ideas if _legal(state, idea))
        if isinstance(action, PlaceTerrain):
            wants = {want.name: want for want in wanted(state)}
            laid += [(wants[piece.id], piece) for piece in action.pieces]
        state = _do(state, action, rng)[0]
    return state, laid


def _placed_lawfully(position: Position, want: Wanted, piece: Terrain) -> bool:
    """What the rules of placing say of a feature at the moment it was placed."""
    until = position.terrain[: position.terrain.index(piece) + 1]
    dice = want.drawn.dice
    two = len(dice) == 2
    ruling = may_place_terrain(
        replace(position, terrain=until),
        piece=piece.id,
        by=want.by,
        base_edge=want.base_edge,
        die=dice[0] if len(dice) == 1 else None,
        sector=dice[0] if two else None,
        place=dice[1] if two else None,
        compulsory=want.drawn.choice.compulsory,
        invader_placed=want.theirs,
    )
    return bool(ruling.answer["legal"])


@pytest.mark.parametrize("edition", ["dbm31", "dbm32"])
@pytest.mark.parametrize("army", ARMIES)
def test_the_steps_run_from_the_option_to_deployment(army: str, edition: str) -> None:
    for variety in range(3):
        invader = "viking" if variety % 2 else "seleucid"
        state, laid = _play(_at_option(army, invader, edition, variety), Random(f"{army} {variety}"))
        assert state.phase == "weather"
        assert state.turn == "blue"
        assert not state.drawn
        assert len(laid) == len(state.position.terrain) == sum(map(len, state.placed.values()))
        for want, piece in laid:
            assert _placed_lawfully(state.position, want, piece), (want, piece)
        areas = [piece for piece in state.position.terrain if piece.kind not in LINES]
        for i, piece in enumerate(areas):
            assert all(between_polygons(piece.ground, one.ground)[2] >= 39.98 for one in areas[:i])
            assert all(inside(p, piece.ground) for p in piece.crest)


def test_the_same_dice_and_variety_give_the_same_board() -> None:
    one, other = (_play(_at_option("gallic", variety=5), Random(3))[0] for _ in range(2))
    assert one.position.terrain == other.position.terrain
    different = _play(_at_option("gallic", variety=7), Random(3))[0]
    assert different.position.terrain != one.position.terrain


RIVER, ROAD, WATERWAY = Choice("river", 1.0), Choice("road", 0.5), Choice("waterway", 1.0)


def _thrown(state: State, action: Action, *dice: int) -> tuple[State, tuple[Event, ...]]:
    return PHASES[state.phase].do(state, action, Chance(dice))


def test_after_a_failed_throw_for_a_river_the_invader_has_the_road_or_nothing() -> None:
    state = _at_option("gallic")
    assert _legal(state, ChooseTerrain((RIVER,)))
    failed, _ = _thrown(state, ChooseTerrain((RIVER,)), 3)
    assert failed.phase == "option"
    again = _ruled(failed, ChooseTerrain((RIVER,)))
    assert not again.answer["legal"]
    assert again.cites("DBM32-P12-inv-rv-dice")
    assert _legal(failed, ChooseTerrain((ROAD,)))
    assert _legal(failed, ChooseTerrain())
    assert all(_legal(failed, idea) for idea in PHASES["option"].ideas(failed, None))
    came, _ = _thrown(state, ChooseTerrain((RIVER,)), 4, 2)
    assert came.phase == "place_option"
    assert came.drawn[0].dice == (2,)


def test_a_waterway_of_the_invader_needs_vessels_and_a_list_with_one() -> None:
    ruling = _ruled(_at_option("norman", "gallic"), ChooseTerrain((WATERWAY,)))
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM32-P12-inv-ww-elig")
    ruling = _ruled(_at_option("gallic", "viking"), ChooseTerrain((WATERWAY,)))
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM-B9.2")
    assert _legal(_at_option("norman", "viking"), ChooseTerrain((WATERWAY,)))


def test_a_waterway_the_defender_must_have_is_not_thrown_for() -> None:
    state, _ = _thrown(_at_option("new_kingdom_egyptian", "viking"), ChooseTerrain((WATERWAY,)), 6)
    assert state.phase == "place_option"
    assert state.drawn[0].dice == (6,)


def _at_features(army: str) -> State:
    return _carried_on(_thrown(_at_option(army), ChooseTerrain())[0])


def test_the_defender_needs_his_compulsory_features() -> None:
    state = _at_features("gallic")
    assert (state.phase, state.turn) == ("features", "blue")
    hills = ChooseTerrain((Choice("gentle_hill", 1.0), Choice("steep_hill", 1.0)))
    ruling = _ruled(state, hills)
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM32-P12-def-compulsory")
    chosen = ChooseTerrain((Choice("gentle_hill", 1.5), Choice("woods", 1.0), Choice("marsh", 0.5)))
    assert _ruled(state, chosen).answer == {**_ruled(state, chosen).answer, "legal": True, "total": 2.5}
    drawn = _thrown(state, chosen, 1, 2, 3, 4, 5, 6)[0].drawn
    assert [(one.choice.kind, one.choice.compulsory, one.dice) for one in drawn] == [
        ("woods", True, (1, 2)),
        ("gentle_hill", False, (3, 4)),
        ("marsh", False, (5, 6)),
    ]


def test_a_river_that_does_not_come_is_chosen_anew_without() -> None:
    state = _at_features("gallic")
    wood = Choice("woods", 1.0)
    failed, events = _thrown(state, ChooseTerrain((wood, RIVER, Choice("marsh", 0.5))), 5)
    assert failed.phase == "features"
    assert "there is none" in events[0].says
    ruling = _ruled(failed, ChooseTerrain((wood, RIVER, Choice("marsh", 0.5))))
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM32-P12-def-rv-dice")
    assert all(_legal(failed, idea) for idea in PHASES["features"].ideas(failed, None))


def test_fields_and_what_is_no_terrain_are_refused() -> None:
    state = _at_features("gallic")
    wood = Choice("woods", 1.0)
    fields = _ruled(state, ChooseTerrain((wood, Choice("enclosure", 1.5))))
    assert not fields.answer["legal"]
    assert fields.cites("DBM32-P12-def-bua-sector")
    assert not _legal(state, ChooseTerrain((wood, Choice("camp", 1.5))))


def _with_drawn(*dice: int) -> State:
    """The Gauls have a wood of 1 FE, a gentle hill and a marsh to place; their edge is the north."""
    chosen = ChooseTerrain((Choice("woods", 1.0), Choice("gentle_hill", 1.0), Choice("marsh", 0.5)))
    return _thrown(_at_features("gallic"), chosen, *dice)[0]


def _square(name: str, kind: str, west: float, south: float, side: float) -> Terrain:
    east, north = west + side, south + side
    return Terrain(name, kind, ((west, south), (east, south), (east, north), (west, north)))


def test_features_lie_where_their_dice_say() -> None:
    state = _with_drawn(1, 2, 5, 5, 6, 3)
    wood = _square("woods", "woods", 1300.0, 1000.0, 200.0)
    hill = _square("gentle_hill", "gentle_hill", 700.0, 200.0, 200.0)
    marsh = _square("marsh", "marsh", 300.0, 100.0, 100.0)
    assert _legal(state, PlaceTerrain((wood, hill, marsh)))
    elsewhere = _ruled(state, PlaceTerrain((replace(wood, outline=hill.outline), hill, marsh)))
    assert not elsewhere.answer["legal"]
    assert elsewhere.cites("DBM-B9.7")
    inland = _square("woods", "woods", 1300.0, 900.0, 200.0)
    ruling = _ruled(state, PlaceTerrain((inland, hill, marsh)))
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM32-P12-position-die")
    after = _thrown(state, PlaceTerrain((wood, hill, marsh)))[0]
    assert after.placed == {"blue": ("woods", "gentle_hill", "marsh")}
    assert (after.phase, after.turn) == ("late", "red")


def test_features_have_the_size_that_was_chosen_and_keep_a_base_width_apart() -> None:
    state = _with_drawn(1, 2, 1, 5, 6, 3)
    marsh = _square("marsh", "marsh", 300.0, 100.0, 100.0)
    wood = _square("woods", "woods", 1500.0, 1000.0, 200.0)
    apart = _square("gentle_hill", "gentle_hill", 1400.0, 750.0, 210.0)
    near = _square("gentle_hill", "gentle_hill", 1400.0, 751.0, 210.0)
    assert _legal(state, PlaceTerrain((wood, apart, marsh)))
    ruling = _ruled(state, PlaceTerrain((wood, near, marsh)))
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM-B9.8")
    small = _square("woods", "woods", 1500.0, 1050.0, 150.0)
    ruling = _ruled(state, PlaceTerrain((small, apart, marsh)))
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM-B9.8")


def test_what_has_room_is_not_left_out() -> None:
    state = _with_drawn(1, 2, 5, 5, 6, 3)
    ruling = _ruled(state, PlaceTerrain())
    assert not ruling.answer["legal"]
    assert ruling.cites("DBM-B9.7")
    named = _ruled(state, PlaceTerrain((_square("copse", "woods", 1300.0, 1000.0, 200.0),)))
    assert not named.answer["legal"]


def test_an_invader_who_placed_nothing_adds_a_little_and_another_none() -> None:
    nothing, _ = _play_until_late(_at_option("gallic"), ChooseTerrain())
    assert (nothing.phase, nothing.turn) == ("late", "red")
    assert _legal(nothing, ChooseTerrain((Choice("woods", 1.5),)))
    assert not _legal(nothing, ChooseTerrain((Choice("woods", 1.5), Choice("marsh", 0.5))))
    assert not _legal(nothing, ChooseTerrain((Choice("bua", 1.0),)))
    road, _ = _play_until_late(_at_option("gallic"), ChooseTerrain((ROAD,)))
    assert (road.phase, road.turn) == ("weather", "blue")


def _play_until_late(state: State, option: ChooseTerrain) -> tuple[State, tuple[Event, ...]]:
    rng = Random(1)
    state, events = _do(state, option, rng)
    while (state := _carried_on(state)).phase not in ("late", "weather"):
        action = next(idea for idea in PHASES[state.phase].ideas(state, None) if _legal(state, idea))
        state, events = _do(state, action, rng)
    return state, events


@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_a_river_between_the_armies_keeps_out_of_their_zones(die: int) -> None:
    state = _at_features("gallic")
    chosen = ChooseTerrain((Choice("woods", 1.0), RIVER, Choice("marsh", 0.5)))
    state, _ = _thrown(state, chosen, 6, 1, 2, die, 4, 5)
    action = next(iter(PHASES["place_features"].ideas(state, None)))
    assert isinstance(action, PlaceTerrain)
    assert _legal(state, action)
    river = next(piece for piece in action.pieces if piece.kind == "river")
    zone = depth_of_zone(state.position, "north")
    assert nearest_inward(river.ground, "north", state.position.size) >= zone
    assert farthest_inward(river.ground, "north", state.position.size) <= state.position.size[1] - zone


def test_the_defenders_river_flows_into_the_invaders() -> None:
    state, _ = _thrown(_at_option("gallic"), ChooseTerrain((RIVER,)), 5, 3)
    state = _carried_on(_thrown(state, next(iter(PHASES["place_option"].ideas(state, None))))[0])
    first = state.position.feature("river")
    chosen = ChooseTerrain((Choice("woods", 1.0), RIVER, Choice("marsh", 0.5)))
    state, _ = _thrown(state, chosen, 6, 1, 2, 4, 4, 5)
    for action in PHASES["place_features"].ideas(state, None):
        assert isinstance(action, PlaceTerrain)
        assert _legal(state, action)
        second = next(piece for piece in action.pieces if piece.id == "river2")
        assert inside(second.line[-1], first.ground)
