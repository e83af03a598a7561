"""A move judged before under an equal action is not taken for it if the two are written differently."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import MoveElements
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.writing import encode, written_alike

RULES = rules_of("dba22")


def _state() -> object:
    red = Base("R", "red", "4Bd", "blades", 40.0, 15.0, (300.0, 300.0), (1.0, 0.0), moved=False, recoiled=False)
    blue = Base("B", "blue", "4Bd", "blades", 40.0, 15.0, (500.0, 500.0), (-1.0, 0.0), moved=False, recoiled=False)
    position = Position("dba22", (600.0, 600.0), (red, blue), active="red", bound=1)
    return RULES.from_position(position, Opening("moves", 3))


def _move(north: float) -> MoveElements:
    return MoveElements(Move(elements=("R",), path=(Pose((310.0, 300.0), (1.0, north)),)))


def test_a_checked_move_with_another_zero_changes_nothing() -> None:
    state = _state()
    assert RULES.check(state, _move(-0.0)).answer["legal"]
    after, _ = RULES.apply(state, _move(0.0), Chance())
    fresh, _ = RULES.apply(_state(), _move(0.0), Chance())
    assert encode(after) == encode(fresh)


def test_zeros_are_equal_and_written_differently() -> None:
    assert _move(0.0) == _move(-0.0) and not written_alike(_move(0.0), _move(-0.0))
