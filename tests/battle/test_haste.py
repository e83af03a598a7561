"""Yes or no in haste is the same yes or no as the full ruling."""

from __future__ import annotations

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import MoveElements
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.position import Position

RULES = rules_of("dba22")


def _blades(name: str, side: str, x: float, y: float, facing: tuple[float, float]) -> Base:
    return Base(name, side, "4Bd", "blades", 40.0, 15.0, (x, y), facing)


def test_a_group_may_charge_an_enemy_ahead_past_whose_zone_a_member_goes() -> None:
    north, south = (0.0, 1.0), (0.0, -1.0)
    group = (_blades("R1", "red", 300.0, 300.0, north), _blades("R2", "red", 340.0, 300.0, north))
    enemies = (_blades("B1", "blue", 300.0, 330.0, south), _blades("B2", "blue", 360.0, 360.0, south))
    position = Position("dba22", (600.0, 600.0), (*group, *enemies), active="red")
    state = RULES.from_position(position, Opening("moves", 4))
    charge = MoveElements(Move(("R1", "R2"), steps=(Step(advance=30.0),)))
    assert RULES.check(state, charge).answer["legal"]
    assert RULES.allows(RULES.from_position(position, Opening("moves", 4)), charge)
