"""Where everybody stands after flights that went through friends, and after pursuits: nobody on anybody."""

from __future__ import annotations

from itertools import combinations

from debellis.battle.chance import Chance
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.flight import Run
from debellis.dbm.aftermath.forks import FIRST
from debellis.dbm.aftermath.swept_along import burst_through
from debellis.dbm.playing.actions import Fight
from debellis.geometry.rectangle import overlaps
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.ruling import Finding
from tests.dbm.small import base, battle


def lake(name: str, west: float, east: float, north: float = 330.0) -> Terrain:
    return Terrain(name, "waterway", ((west, 0.0), (east, 0.0), (east, north), (west, north)))


def standing_on_another(position: Position) -> list[tuple[str, str]]:
    pairs = combinations(position.standing, 2)
    return [(one.id, two.id) for one, two in pairs if overlaps(one.rectangle, two.rectangle)]


def test_skirmishers_who_flee_first_do_not_end_on_friends_they_pass() -> None:
    """Psiloi behind beaten cavalry run 100 mm down a lane and pass the spears there."""
    _, state = battle(
        base("C", "Irr Cv (O)", (500, 300, 0)),
        base("P", "Irr Ps (O)", (500, 270, 0)),
        base("X", "Irr Sp (O)", (500, 165, 0)),
        base("E", "Reg Sp (O)", (500, 300, 180), command="B"),
        terrain=(lake("west", 300.0, 455.0), lake("east", 545.0, 700.0)),
    )
    fled = flee(state.position, "C", How(in_combat=True, opponent="E"), Finding())
    assert "P" in fled.fled
    assert standing_on_another(fled.position) == []


def test_friends_who_follow_a_fleer_do_not_turn_onto_one_another() -> None:
    """Two ranks 4 degrees askew to a fleer that stopped just before them cannot both turn parallel in place."""
    _, state = battle(
        base("L", "Irr LH (O)", (500, 139.9, 184)),
        base("A", "Irr Sp (O)", (500, 200, 0)),
        base("B", "Irr Sp (O)", (500, 185, 0)),
    )
    fleer = state.position.base("L")
    ran = Run(fleer.rectangle, through=("A", "B"), path=100.0)
    swept = burst_through(state.position, fleer, ran, (), FIRST, (), Finding())
    assert set(swept.fled) == {"A", "B"}
    assert swept.lost == ()
    assert standing_on_another(swept.position) == []


def test_ranks_that_follow_a_pursuer_keep_clear_of_those_beside_them() -> None:
    """The second rank is turned by a hair; beside its way stands a friend, 39.991 mm from middle to middle."""
    game, state = battle(
        base("B2", "Irr Wb (O)", (500, 300, 0)),
        base("B3", "Irr Wb (O)", (500.0010472, 284.99860, 359.996)),
        base("B4", "Irr Wb (O)", (539.99155, 290.3188, 359.99432)),
        base("E", "Irr Ps (O)", (500, 300, 180), command="B"),
        base("F", "Irr Bd (O)", (500, 321, 180), command="B"),
        phase="melee",
    )
    after, _ = game.apply(state, Fight("B2", "E"), Chance((6, 1)))
    assert standing_on_another(after.position) == []
