"""Rivers in battles of DBM: their state is thrown for when the first troops enter them off a road."""

from __future__ import annotations

from debellis.dbm.playing.actions import MoveElements
from debellis.geometry.plane import direction
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain
from tests.dbm.small import base, battle, done

RIVER = Terrain("river", "river", line=((0.0, 520.0), (1800.0, 520.0)), width=20.0)
ROAD = Terrain("road", "road", line=((500.0, 0.0), (500.0, 1200.0)), width=20.0)


def moved(*terrain: Terrain, far: float, dice: tuple[int, ...]) -> tuple[str | None, tuple[str, ...]]:
    """The state of the river after a move ahead, and the kinds of events."""
    game, state = battle(
        base("S", "Reg Bd (O)", (500, 505, 0)),
        base("E", "Reg Bd (O)", (900, 1000, 180), command="B"),
        terrain=terrain,
    )
    ahead = MoveElements(("S",), (Pose((500.0, 505.0 + far), direction(0)),))
    after, events = done(game, state, ahead, *dice)
    return after.position.feature("river").nature, tuple(event.kind for event in events)


def test_the_first_in_a_river_throws_for_its_state() -> None:
    assert moved(RIVER, far=15.0, dice=(2,)) == ("paltry", ("move", "river"))
    assert moved(RIVER, far=15.0, dice=(4,)) == ("ordinary", ("move", "river"))
    assert moved(RIVER, far=15.0, dice=(6,)) == ("strong", ("move", "river"))


def test_nobody_throws_who_stops_at_the_bank_or_keeps_to_a_road() -> None:
    assert moved(RIVER, far=5.0, dice=()) == (None, ("move",))
    assert moved(RIVER, ROAD, far=15.0, dice=()) == (None, ("move",))
