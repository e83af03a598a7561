"""Vessels of DBM: who starts aboard, who fights from one, drift and wind, and empty ones that are captured."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.playable import rules_of
from debellis.battle.stream import seed_of
from debellis.dbm.fighting.combat import combat
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import Advance, Deploy, EndMoves, Halt, MoveElements
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.state import State
from debellis.dbm.troops import service
from debellis.geometry.plane import direction
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.asking import ask
from tests.dbm.small import base, battle, done, refused

SEA = Terrain("sea", "waterway", outline=((0.0, 0.0), (300.0, 0.0), (300.0, 1200.0), (0.0, 1200.0)))
ENEMY = base("E", "Reg Bd (O)", (1500, 1000, 180), command="B")


def blowing(state: State, wind: str = "west") -> State:
    options: dict[str, Any] = {"weather": "wind", "wind": wind}
    return replace(state, position=replace(state.position, options=options))


def at_sea(ship: Base, *others: Base, wind: str = "west") -> tuple[Game, State]:
    game, state = battle(ship, *others, ENEMY, terrain=(SEA,))
    return game, blowing(state, wind)


def test_a_ship_drifts_100_paces_down_wind() -> None:
    """100 paces are 50 mm; a wind from the west blows east."""
    game, state = at_sea(base("S", "Irr Shp (O)", (100, 500, 0)))
    after, events = done(game, state, EndMoves())
    assert after.phase == "advance" and not events
    after, events = done(game, after, Advance("S"))
    assert after.position.base("S").front == pytest.approx((150.0, 500.0))
    assert [event.kind for event in events][:1] == ["drift"] and "DBM-B30.5" in events[0].clauses
    assert after.phase != "advance"


@pytest.mark.parametrize(
    ("where", "wind", "front"),
    [(260.0, "west", 280.0), (40.0, "east", 20.0), (100.0, "south", 100.0)],
)
def test_drift_ends_at_the_bank_and_at_the_table_edge(where: float, wind: str, front: float) -> None:
    """The ship is 40 mm wide and faces north."""
    _, state = at_sea(base("S", "Irr Shp (O)", (where, 500, 0)), wind=wind)
    answer = ask(state.position, "drift", element="S").answer
    assert answer["drifts"] and answer["front"][0] == pytest.approx(front, abs=0.02)


def test_drift_ends_at_another_vessel() -> None:
    _, state = at_sea(base("S", "Irr Shp (O)", (100, 500, 0)), base("T", "Irr Shp (O)", (150, 500, 0)))
    assert ask(state.position, "drift", element="S").answer["front"][0] == pytest.approx(110.0)


def test_a_halted_ship_a_galley_and_a_beached_ship_do_not_drift() -> None:
    game, state = at_sea(base("S", "Irr Shp (O)", (100, 500, 0)))
    halted, _ = done(game, state, Halt(("S",)))
    after, _ = done(game, halted, EndMoves())
    assert after.phase != "advance"
    for other in (base("S", "Reg Gal (O)", (100, 500, 0)), base("S", "Irr Shp (O)", (300, 500, 90))):
        _, state = at_sea(other)
        ruling = ask(state.position, "drift", element="S")
        assert not ruling.answer["drifts"] and "DBM-B30.5" in ruling.clauses
    _, state = battle(base("S", "Irr Shp (O)", (100, 500, 0)), ENEMY, terrain=(SEA,))
    assert not ask(state.position, "drift", element="S").answer["drifts"]


@pytest.mark.parametrize(("facing", "far"), [(270, 50.0), (315, 50.0), (0, 125.0), (90, 125.0)])
def test_into_the_wind_galleys_go_less_far(facing: float, far: float) -> None:
    """250 paces are 125 mm, 100 paces are 50."""
    _, state = at_sea(base("S", "Reg Gal (O)", (150, 500, facing)))
    assert allowance(state.position, state.position.base("S"), "water") == far


@pytest.mark.parametrize(("notes", "more"), [((), 0), (("unladen",), 0), (("laden_to_fight",), 1)])
def test_who_carries_heavy_foot_fights_vessels_better(notes: tuple[str, ...], more: int) -> None:
    """A galley fights with its own factor; those aboard count only against vessels."""
    own = base("S", "Reg Gal (O)", (150, 500, 0), notes=notes)
    plain = base("S", "Reg Gal (O)", (150, 500, 0))
    for foe, counts in (("Reg Gal (O)", more), ("Reg Bd (O)", 0)):
        enemy = base("F", foe, (150, 500, 180), command="B")
        found = [
            combat(battle(ship, enemy, terrain=(SEA,))[1].position, attacker="S", defender="F").answer["factors"][0]
            for ship in (own, plain)
        ]
        assert found[0] - found[1] == counts


@pytest.mark.parametrize(
    ("troops", "notes", "taken"),
    [("Irr Bd (O)", ("unladen",), True), ("Irr Bd (O)", (), False), ("Irr Cv (O)", ("unladen",), False)],
)
def test_enemy_foot_capture_an_empty_vessel_on_the_beach(troops: str, notes: tuple[str, ...], taken: bool) -> None:
    vessel = base("V", "Irr Bts (O)", (310, 500, 90), command="B", notes=notes)
    game, state = battle(base("A", troops, (330, 500, 270)), vessel, ENEMY, terrain=(SEA,))
    action = MoveElements(("A",), path=(Pose((310.0, 500.0), direction(270)),))
    after, events = done(game, state, action)
    assert after.position.has_base("V") == (not taken)
    assert any(event.kind == "capture" and "DBM-B30.4" in event.clauses for event in events) == taken
    lost = {one.id: one.gone for one in after.position.commands or ()}
    assert lost["B"] == 0.0


def test_troops_aboard_a_beached_vessel_defend_it_as_works() -> None:
    for notes, at, defends in (((), 310, True), (("unladen",), 310, False), ((), 200, False)):
        vessel = base("V", "Irr Bts (O)", (at, 500, 90), command="B", notes=notes)
        _, state = battle(base("A", "Irr Bd (O)", (400, 500, 270)), vessel, ENEMY, terrain=(SEA,))
        assert ("defends_tf" in service(state.position.base("V")).notes) == defends


def vikings() -> tuple[Game, State]:
    """The Vikings as they deploy their right, which has longships, by a sea in the east."""
    game = Game("dbm31", FAMILY)
    state = game.start({"red": "viking", "blue": "norman"})
    east = Terrain("sea", "waterway", outline=((1600.0, 0.0), (1800.0, 0.0), (1800.0, 1200.0), (1600.0, 1200.0)))
    position = replace(state.position, terrain=(east,))
    edges = {"red": "south", "blue": "north"}
    return game, replace(
        state, phase="deploy", turn="red", invader="blue", edges=edges, position=position, deployed=("RC", "RL")
    )


def test_elements_start_aboard_the_vessels_of_their_command() -> None:
    game, state = vikings()
    sails = [idea for idea in game.ideas(state) if isinstance(idea, Deploy) and idea.aboard]
    assert sails
    action = next(idea for idea in sails if game.allows(state, idea))
    assert action.aboard
    after, _ = done(game, state, action)
    assert {vessel: who.id for vessel, who in (after.aboard or {}).items()} == {v: n for n, v in action.aboard.items()}
    for name, vessel in action.aboard.items():
        assert not after.position.has_base(name)
        assert "unladen" not in service(after.position.base(vessel)).notes
    twice = dict.fromkeys(action.aboard, next(iter(action.aboard.values())))
    if len(twice) > 1:
        assert "DBM-B30.1" in refused(game, state, replace(action, aboard=twice))
    ashore = {name: "R1" for name in action.aboard}
    assert not game.allows(state, replace(action, aboard=ashore))


def test_vessels_with_nobody_aboard_are_noted_as_empty() -> None:
    game, state = vikings()
    empty = [i for i in game.ideas(state) if isinstance(i, Deploy) and not i.aboard and game.allows(state, i)]
    after = next(game.apply(state, idea, Chance())[0] for idea in empty)
    boats = [one for one in after.position.friends("red") if one.kind == "Bts"]
    assert all("unladen" in service(one).notes for one in boats)


@pytest.mark.parametrize(
    ("sun", "facing", "worse"), [("east", 90, True), ("east", 45, True), ("east", 0, False), ("high", 90, False)]
)
def test_a_low_sun_is_against_who_shoots_at_it(sun: str, facing: float, worse: bool) -> None:
    x, y = direction(facing)
    bows = base("A", "Irr Bw (O)", (900.0, 600.0, facing))
    foe = base("E", "Irr Wb (O)", (900.0 + 60 * x, 600.0 + 60 * y, facing + 180.0), command="B")
    _, state = battle(bows, foe, phase="shooting")
    bright = replace(state.position, options={"sun": sun})
    plain, dazzled = (
        ask(position, "shooting", shooters=["A"], target="E").answer["factors"][0]
        for position in (state.position, bright)
    )
    assert dazzled - plain == (-1 if worse else 0)


def test_the_rules_have_the_idea_to_bring_a_laden_vessel_to_the_beach() -> None:
    """The bow is 60 mm from the bank."""
    game, state = battle(base("V", "Irr Bts (O)", (240, 500, 90)), ENEMY, terrain=(SEA,))
    state = replace(state, aboard={"V": base("M", "Irr Bd (O)", (0, 0, 90))})
    ends = [idea.path[0].front for idea in game.ideas(state) if isinstance(idea, MoveElements) and idea.path]
    assert any(front == pytest.approx((300.0, 500.0), abs=0.02) for front in ends)


def test_a_command_with_ships_leaves_the_others_room_to_deploy() -> None:
    """The sea is in the west and the ships belong to the right wing: beside them nobody else could stand."""
    red = {
        "army": "viking",
        "commands": [
            {"name": "C", "elements": {"cinc": 1, "hird": 4, "raider": 8, "berserk": 2, "skirm": 2}},
            {"name": "L", "elements": {"sub": 1, "raider": 8, "archer": 2, "skirm": 2, "thrall": 4}},
            {"name": "R", "elements": {"sub": 1, "raider": 8, "archer": 4, "longship": 4, "skirm": 2}},
        ],
    }
    rules = rules_of("dbm31")
    setup = {"red": red, "blue": "gallic", "variety": 106, "limit": 4}
    state = Battle(rules, setup, StreamOfDice(seed_of(106))).state
    fleet = [one for one in state.forces["red"].elements if service(one).command == "RR"]
    position = replace(state.position, terrain=(replace(SEA, outline=((0, 0), (260, 0), (260, 1200), (0, 1200))),))
    edges = {"red": "south", "blue": "north"}
    state = replace(state, position=position, phase="deploy", turn="red", edges=edges)
    ships = {one.id for one in fleet if one.kind == "Shp" or "Gal" in one.code or "Bts" in one.code}
    first = next(idea for idea in rules.ideas(state) if idea.command == "RR")
    assert ships and not ships & set(first.places)
