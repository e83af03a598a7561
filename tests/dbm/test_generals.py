"""Computer generals in battles of DBM: they choose legally, weigh fights by exact odds, and their battles replay."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.game import Game
from debellis.battle.pieces import Stakes
from debellis.battle.replay import replay
from debellis.battle.stream import seed_of
from debellis.battle.survey import MOVES, Survey
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.playing.actions import AllotPips, Halt, MoveElements
from debellis.dbm.playing.bound_end import judged
from debellis.dbm.playing.changes import note_command
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.hidden import with_orders
from debellis.dbm.playing.state import Orders, State
from debellis.dbm.troops import CINC, service
from debellis.generals.allotting import allotted
from debellis.generals.character import character_of
from debellis.generals.evaluation import worth_of
from debellis.generals.players import computer
from debellis.generals.tasks import ATTACK, SCREEN, tasks_of, urged
from debellis.generals.trying import made
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.value import replace
from tests.dbm.small import base, battle

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


def facing_knights() -> tuple[Game, State]:
    """Red has foot knights against light foot in one command, and light foot against many knights in the other."""
    strong = [base(f"k{i}", "Reg Kn (O)", (300.0 + 40.0 * i, 400.0, 0.0), command="RA") for i in range(4)]
    weak = [base(f"p{i}", "Irr Ps (O)", (1200.0 + 40.0 * i, 400.0, 0.0), command="RB") for i in range(2)]
    light = [base(f"s{i}", "Irr Ps (O)", (300.0 + 40.0 * i, 560.0, 180.0), command="BA") for i in range(4)]
    heavy = [base(f"h{i}", "Reg Kn (O)", (1200.0 + 40.0 * i, 560.0, 180.0), command="BB") for i in range(4)]
    return battle(*strong, *weak, *light, *heavy)


def test_who_beats_what_he_faces_attacks_and_who_cannot_screens() -> None:
    game, state = facing_knights()
    found = tasks_of(game.survey, state, "red", character_of("steady"))
    assert {name: task.kind for name, task in found.items()} == {"RA": ATTACK, "RB": SCREEN}
    assert found["RA"].odds > 0.0 > found["RB"].odds
    assert "RA is to attack: a fight of it is worth +" in found["RA"].says


def test_many_charges_make_a_general_wary() -> None:
    game, state = facing_knights()
    steady = character_of("steady")
    assert urged(steady, tasks_of(game.survey, state, "red", steady)).exposed > steady.exposed
    assert urged(steady, {}) == steady


class HandingOut(Game):
    """A battle in which two dice are to be handed out, in either way."""

    def ideas(self, state: Any, shuffle: Any = None) -> Any:
        return [AllotPips({"RA": 1, "RB": 6}), AllotPips({"RA": 6, "RB": 1})]

    def allows(self, state: Any, action: Any) -> bool:
        return True


def test_the_highest_die_goes_to_the_command_that_can_use_it() -> None:
    state = facing_knights()[1]
    found = allotted(HandingOut("dbm31", FAMILY), state, "red", character_of("steady"))
    assert found.action.dice == {"RA": 6, "RB": 1}
    assert "RA is to attack" in found.reason and "gets the 6, and RB makes do with the 1" in found.reason


def test_an_advance_without_orders_is_foreseen_and_a_halt_prevents_it() -> None:
    warband = base("w", "Irr Wb (O)", (300.0, 400.0, 0.0), command="RA")
    enemy = base("e", "Reg Sp (O)", (300.0, 520.0, 180.0), command="BA")
    game, state = battle(warband, enemy)
    survey: Survey = game.survey
    (_, before), (_, after) = warband.front, survey.settled(state).position.base("w").front
    assert after > before + 20.0
    halted = made(game, state, Halt(("w",)))
    assert halted is not None and survey.settled(halted).position.base("w").front == (300.0, 400.0)


@pytest.mark.parametrize("level", ["recruit", "centurion", "legate"])
def test_no_general_sees_the_orders_of_the_enemy(level: str) -> None:
    """With an ambush in the enemy's orders, or without one, he decides the same for the same reason."""
    state = moving()
    enemy = "blue" if state.turn == "red" else "red"
    hider = next(one for one in state.position.friends(enemy) if not one.general)
    hidden = replace(state, position=state.position.without(hider.id))
    place = Pose(hider.front, hider.facing)
    secret = with_orders(hidden, enemy, Orders((), {hider.id: place}, {}))
    found = [computer(level, 3, work=30).decide(RULES, one) for one in (hidden, secret)]
    assert found[0] == found[1]


def test_a_lost_commander_in_chief_does_not_stop_a_rehearsal() -> None:
    """Who imagines the battle does not know him any more, and counts the points as if he led a command unknown."""
    state = moving()
    enemy = "blue" if state.turn == "red" else "red"
    chief = next(one for one in state.position.friends(enemy) if service(one).rank == CINC)
    other = next(one.id for one in state.position.commands or () if one.side == enemy and one.id != command(chief))
    position = note_command(state.position.without(chief.id), other, DEMORALISED)
    seen = RULES.survey.imagined(replace(state, position=position), state.turn, Random(1))
    assert chief.id not in {one.id for one in seen.forces[enemy].elements}
    assert judged(seen).answer["points"] == judged(replace(state, position=position)).answer["points"]


def command(base: Base) -> str:
    return service(base).command


def test_standings_kept_from_another_position_are_those_worked_out_anew() -> None:
    state = moving()
    by, survey = character_of("steady"), RULES.survey
    memo: dict[Any, Any] = {}
    worth_of(survey, state, state.turn, by, memo)
    tried = 0
    for idea in RULES.ideas(state):
        after = made(RULES, state, idea) if RULES.allows(state, idea) else None
        if after is not None:
            tried += 1
            assert worth_of(survey, after, state.turn, by, memo) == worth_of(survey, after, state.turn, by)
    assert tried > 3
