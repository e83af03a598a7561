"""Computer generals in battles of DBM: they choose legally, weigh fights by exact odds, and their battles replay."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.game import Game
from debellis.battle.pieces import Stakes
from debellis.battle.replay import replay
from debellis.battle.stream import seed_of
from debellis.battle.survey import MOVES
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.game import FAMILY
from debellis.generals.character import character_of
from debellis.generals.players import computer
from debellis.manoeuvre.steps import Step
from debellis.table.pose import Pose

STEADY = character_of("steady").weights
RULES = Game("dbm31", FAMILY)


def begun(seed: int = 1, limit: int = 2) -> Battle:
    """A battle at its first bound, set up by the first ideas."""
    setup = {"red": "alexandrian_macedonian", "blue": "seleucid", "variety": seed, "limit": limit}
    battle = Battle(RULES, setup, StreamOfDice(seed_of(seed)), seed_of(seed))
    general = computer("eager", seed)
    while battle.pending.setting_up:
        battle.play(general.choose(RULES, battle.state))
    return battle


def moving() -> Any:
    """A state in which moves are to be decided."""
    battle = begun()
    while RULES.survey.moment(battle.state) != MOVES:
        battle.play(computer("eager", 1).choose(RULES, battle.state))
    return battle.state


@pytest.mark.parametrize(("red", "blue"), [("recruit", "random"), ("centurion", "eager")])
def test_a_battle_of_generals_ends_and_replays(red: str, blue: str) -> None:
    battle = begun(limit=1)
    who = {"red": computer(red, 1), "blue": computer(blue, 2)}
    while (side := battle.pending.side) is not None:
        battle.play(who[side].choose(RULES, battle.state))
    done = replay(battle.log(), RULES)
    assert done.state == battle.state
    assert battle.result is not None


def test_an_army_comes_forward_under_a_recruit() -> None:
    state = moving()
    side = state.turn
    action = computer("recruit", 1).choose(RULES, state)
    assert isinstance(action, MoveElements) and RULES.allows(state, action)
    assert all(state.position.base(name).side == side for name in RULES.survey.moved_by(action))


def test_a_fight_by_types_is_fair_and_better_with_more_factors() -> None:
    field = RULES.survey.field(moving(), "red")
    for one in field.mine[:6]:
        for two in field.theirs[:6]:
            duel = field.matchup(one, two)
            kill, die = duel.chances()
            assert 0.0 <= kill <= 1.0 and 0.0 <= die <= 1.0
            assert duel.worth(STEADY, plus=2) >= duel.worth(STEADY) >= duel.worth(STEADY, minus=2)
            assert duel.worth(STEADY, Stakes(1.0, 3.0)) >= duel.worth(STEADY, Stakes(1.0, 1.0))


def test_a_move_too_far_is_cut_short() -> None:
    state = moving()
    base = next(one for one in RULES.survey.may_move(state) if RULES.survey.ideas_for(state, (one,)))
    (x, y), (dx, dy) = base.front, base.facing
    far = MoveElements((base.id,), path=(Pose((x + 900.0 * dx, y + 900.0 * dy), base.facing),))
    assert not RULES.allows(state, far)
    found = RULES.nearest(state, far)
    assert found is not None and RULES.allows(state, found.action)
    assert set(found.places) == {base.id}


def test_a_march_too_far_is_cut_short() -> None:
    state = moving()
    names = next(
        RULES.survey.moved_by(idea)
        for idea in RULES.ideas(state)
        if len(RULES.survey.moved_by(idea)) > 1 and not idea.march and RULES.allows(state, idea)
    )
    far = MoveElements(names, steps=(Step(advance=900.0),))
    assert not RULES.allows(state, far)
    found = RULES.nearest(state, far)
    assert found is not None and RULES.allows(state, found.action)
    assert set(found.places) == set(names)
    assert 0.0 < found.action.steps[0].advance < 900.0
