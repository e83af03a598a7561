"""The way of a spontaneous advance stands in the log: replays do not search, and old logs without it still replay."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from debellis.battle.battle import AppliedDecision, StreamOfDice, take
from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.stream import seed_of
from debellis.dbm.playing import advance_phase
from debellis.dbm.playing.actions import Advance
from debellis.dbm.playing.state import State
from debellis.table import writing
from tests.dbm.small import base, battle

FOE = base("B", "Irr Bd (O)", (900.0, 500.0, 180.0), command="B")


def open_field() -> tuple[Game, State]:
    return battle(base("A", "Irr Wb (O)", (900.0, 300.0, 0.0)), FOE, phase="advance")


def boxed_in() -> tuple[Game, State]:
    """Elephants all round: warband cannot pass them."""
    round_it = [(900.0, 340.0, 0.0), (860.0, 300.0, 0.0), (940.0, 300.0, 0.0), (900.0, 285.0, 0.0)]
    friends = [base(f"E{i}", "Irr El (O)", at) for i, at in enumerate(round_it)]
    return battle(base("A", "Irr Wb (O)", (900.0, 300.0, 0.0)), *friends, FOE, phase="advance")


def taken(game: Game, state: State, action: Advance) -> AppliedDecision:
    return take(game, state, "", action, StreamOfDice(seed_of(1)))


def test_the_way_that_the_umpire_finds_is_written_into_the_log() -> None:
    game, state = open_field()
    applied = taken(game, state, Advance("A"))
    assert applied.said["steps"] and "stays" not in applied.said
    assert applied.state.position.base("A").front[1] > 300.0


def test_a_replay_goes_the_way_of_the_log_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, state in (open_field(), boxed_in()):
        applied = taken(game, state, Advance("A"))

        def never(*_: Any) -> None:
            raise AssertionError("a replay searched")

        with monkeypatch.context() as patch:
            patch.setattr(advance_phase, "found_way", never)
            again = writing.convert(applied.said, game.action_type)
            assert game.apply(state, again, Chance(applied.dice))[0] == applied.state


def test_who_finds_no_way_is_written_as_staying() -> None:
    game, state = boxed_in()
    applied = taken(game, state, Advance("A"))
    assert applied.said["stays"] is True and not applied.said["steps"]
    assert applied.state.position.base("A").front == (900.0, 300.0)


def test_a_player_cannot_say_that_an_element_stays() -> None:
    game, state = open_field()
    applied = taken(game, state, Advance("A", stays=True))
    assert applied.said["steps"] and "stays" not in applied.said


def test_an_old_log_without_the_way_still_replays() -> None:
    game, state = open_field()
    old = writing.convert({"do": "advance", "element": "A", "choice": None, "steps": []}, game.action_type)
    assert old == Advance("A", stays=UNSET)
    assert game.apply(state, old, Chance(()))[0] == taken(game, state, Advance("A")).state


def test_an_advance_never_leaves_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shift of 20 mm would take the west side of the base 15 mm over the edge."""
    game, state = battle(base("A", "Irr Wb (O)", (25.0, 300.0, 0.0)), FOE, phase="advance")
    monkeypatch.setattr(advance_phase, "found_way", lambda *_: (({"shift": -20.0},), None))
    after = game.apply(state, Advance("A"), Chance(()))[0]
    assert after.position.base("A").front == (25.0, 300.0)


def test_those_nearest_the_enemy_are_offered_first() -> None:
    """The ranks behind are named before the front rank, and still advance after it."""
    places = [("A0", 880.0, 285.0), ("A1", 920.0, 285.0), ("Z0", 880.0, 300.0), ("Z1", 920.0, 300.0)]
    ranks = [base(name, "Irr Wb (O)", (x, y, 0.0)) for name, x, y in places]
    game, state = battle(*ranks, FOE, phase="advance")
    assert [idea.element[0] for idea in game.ideas(state)] == ["Z", "Z", "A", "A"]
