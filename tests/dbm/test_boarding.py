"""Vessels of DBM in battle: troops go aboard and land by moves of their own, and share their vessel's fate."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dbm.playing.actions import Board, Land, MoveElements
from debellis.dbm.playing.changes import CLOSE, lose
from debellis.geometry.plane import direction
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.dbm.small import base, battle, done, refused

WATER = Terrain("sea", "waterway", outline=((0.0, 0.0), (300.0, 0.0), (300.0, 1200.0), (0.0, 1200.0)))
EAST = direction(90)
BEACH = Pose((330.0, 500.0), EAST)
SHIP = base("V", "Irr Bts (O)", (300, 500, 90), notes=("unladen",))
MEN = base("M", "Irr Bd (O)", (330, 500, 90))
ENEMY = base("E", "Reg Bd (O)", (1500, 1000, 180), command="B")


def test_troops_go_aboard_and_land_in_a_later_bound() -> None:
    game, state = battle(SHIP, MEN, ENEMY, terrain=(WATER,))
    assert refused(game, state, Land("V", BEACH)) == ("DBM-B30.1",)
    aboard, events = done(game, state, Board("M", "V"))
    assert not aboard.position.has_base("M") and [event.kind for event in events] == ["board"]
    assert aboard.bound.pips["R"] < state.bound.pips["R"]
    ashore, _ = done(game, aboard, Land("V", BEACH))
    assert ashore.position.base("M").front == BEACH.front
    assert ashore.aboard == {}
    assert "DBM-B30.3" in refused(game, aboard, Land("V", Pose((400.0, 500.0), EAST)))
    assert "DBM-B30.3" in refused(game, aboard, Land("V", Pose((305.0, 560.0), EAST)))


def test_only_a_beached_and_empty_vessel_takes_troops() -> None:
    at_sea = base("V", "Irr Bts (O)", (200, 500, 90), notes=("unladen",))
    game, state = battle(at_sea, MEN, ENEMY, terrain=(WATER,))
    assert "DBM-B30.3" in refused(game, state, Board("M", "V"))
    game, state = battle(base("V", "Irr Bts (O)", (300, 500, 90)), MEN, ENEMY, terrain=(WATER,))
    assert "DBM-B30.1" in refused(game, state, Board("M", "V"))
    game, state = battle(SHIP, base("M", "Irr Bd (O)", (500, 500, 90)), ENEMY, terrain=(WATER,))
    assert "DBM-B30.3" in refused(game, state, Board("M", "V"))


def test_a_vessel_moves_on_water_and_not_on_land() -> None:
    game, state = battle(base("V", "Irr Bts (O)", (290, 500, 90)), ENEMY, terrain=(WATER,))
    ideas = [idea for idea in game.ideas(state) if isinstance(idea, MoveElements) and game.allows(state, idea)]
    assert any(idea.elements == ("V",) for idea in ideas)
    assert game.check(state, MoveElements(("V",), (Pose((310.0, 500.0), EAST),))).answer["legal"]
    assert "DBM-B30.1" in refused(game, state, MoveElements(("V",), (Pose((360.0, 500.0), EAST),)))


def test_the_rules_have_the_idea_to_go_aboard_and_to_land() -> None:
    game, state = battle(SHIP, MEN, ENEMY, terrain=(WATER,))
    assert Board("M", "V") in list(game.ideas(state))
    aboard, _ = done(game, state, Board("M", "V"))
    rested = replace(aboard, bound=state.bound)
    assert any(isinstance(idea, Land) and game.allows(rested, idea) for idea in game.ideas(rested))


def test_who_is_aboard_is_lost_with_the_vessel() -> None:
    game, state = battle(SHIP, MEN, ENEMY, terrain=(WATER,))
    state, _ = done(game, state, Board("M", "V"))
    after, _ = lose(state, state.position, {"V": CLOSE}, Chance())
    assert after.aboard == {}
    assert {one.id: one.gone for one in after.position.commands or ()}["R"] == 1.0
    assert after.bound.lost == {"V": CLOSE, "M": CLOSE}
