"""Whatever value stands in a decision, a battle answers with a verdict: it neither fails nor lets nonsense through."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from debellis.battle.playable import playable
from debellis.battle.well_formed import fault_of
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import MoveElements, PlaceCamp, PlaceTerrain
from debellis.table import writing
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from tests.laws.battles import course, game_of
from tests.laws.mutating import judged, mutations

NOTHING = Position(edition="dba22", size=(600.0, 600.0))
#: Decisions of a battle, and mutations of each, that are looked at here; tools/laws.py looks at more.
DECISIONS, EACH = 90, 12


@pytest.mark.parametrize("edition", playable())
def test_a_check_never_fails(edition: str) -> None:
    game, random = game_of(edition), Random(edition)
    wrong: list[str] = []
    for taken in course(edition, 1, DECISIONS, setting_up=True):
        found = list(mutations(taken.action, taken.state.position, random))
        for written in random.sample(found, min(EACH, len(found))):
            raised = judged(game, taken.state, written)
            wrong += [] if raised is None else [f"{written}: {raised}"]
    assert not wrong, "\n".join(wrong[:5])


@pytest.mark.parametrize("edition", playable())
def test_a_facing_of_another_length_is_refused(edition: str) -> None:
    """A base would shrink with it."""
    game = game_of(edition)
    found = 0
    for taken in course(edition, 1, DECISIONS, setting_up=True):
        short = _shortened(writing.plain(taken.action))
        if short is None:
            continue
        found += 1
        action = writing.convert(short, game.action_type)
        verdict = game.check(taken.state, action)
        assert not verdict.answer["legal"] and "length 1" in verdict.answer["faults"][0]
    assert found


def _shortened(value: Any) -> Any:
    """The same with every facing of half the length; None if there is none."""
    text = msgspec.json.encode(value)
    halved = _halved(msgspec.json.decode(text))
    return None if msgspec.json.encode(halved) == text else halved


def _halved(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: [part * 0.5 for part in item] if key == "facing" else _halved(item) for key, item in value.items()}
    return [_halved(item) for item in value] if isinstance(value, list) else value


def _move(front: tuple[float, float], facing: tuple[float, float] = (0.0, 1.0)) -> MoveElements:
    return MoveElements(Move(("R1",), (Pose(front, facing),)))


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (_move((float("nan"), 0.0)), "In path stands nan, which is no number."),
        (_move((1e300, 0.0)), "In path stands a number that is too large to be measured."),
        (_move((0.0, 1e-300)), "In path stands a number that is too small to be measured."),
        (_move((0.0, 0.0), (0.0, 2.0)), "The facing of path is a direction [east, north] of length 1, not 2."),
        (PlaceCamp(((0.0, 0.0), (10.0, 0.0))), "An outline has at least 3 corners, not 2."),
        (PlaceCamp(((0.0, 0.0), (10.0, 0.0), (20.0, 0.0))), "The outline encloses no ground."),
        (
            PlaceTerrain((Terrain("river", "river", line=((0.0, 0.0), (0.0, 0.0)), width=20.0),)),
            "river is given by an outline, or by the points of its line, each away from the one before.",
        ),
        (
            PlaceTerrain((Terrain("road", "road", line=((0.0, 0.0), (0.0, 9.0))),)),
            "road is a strip along a line and is more than 0 mm wide.",
        ),
    ],
)
def test_what_is_wrong_is_said(action: Any, says: str) -> None:
    assert fault_of(action, NOTHING) == says


def test_what_comes_out_of_calculations_is_taken() -> None:
    assert fault_of(_move((100.0, 6e-17), (1e-9, 1.0)), NOTHING) is None


def test_nobody_is_named_twice() -> None:
    state = next(course("dba22", 1, 1)).state
    name = state.position.bases[0].id
    twice = MoveElements(Move((name, name), (Pose((0.0, 0.0), (0.0, 1.0)),)))
    assert fault_of(twice, state.position) == f"{name} is named twice in elements."
