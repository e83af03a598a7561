"""Big battles of DBA: three commands a side, from the set-up to the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.purse import Pips
from debellis.battle.replay import replay
from debellis.battle.sides import SIDES, other
from debellis.battle.stream import seed_of
from debellis.dba.commands import ALLIED, CHIEF, command_of
from debellis.dba.playing.actions import AllotDice, Deploy, Hold, PlaceCamp, RollPips
from debellis.generals.random_general import RandomGeneral
from tests.battle.test_play import assert_lawful

RULES = rules_of("dba22")
BIG: dict[str, Any] = {"red": "II/33", "blue": "II/32", "big": True, "limit": 3}


def begun(number: int, **changes: Any) -> Battle:
    """A big battle before its first decision."""
    seed = seed_of(number)
    return Battle(RULES, {**BIG, "variety": number, **changes}, StreamOfDice(seed), seed)


def up_to(phase: str, number: int = 1, **changes: Any) -> Battle:
    """A big battle in which the next decision is of this phase."""
    battle = begun(number, **changes)
    general = RandomGeneral(number)
    while battle.state.phase != phase:
        battle.play(general.choose(RULES, battle.state))
    return battle


@pytest.fixture(scope="module")
def deploying() -> Any:
    return up_to("deploy").state


def of_command(elements: Any) -> Counter[str]:
    return Counter(str(command_of(base)) for base in elements)


# DBA22-B33.1


def test_a_list_three_times_makes_three_commands_with_a_general_each() -> None:
    state = begun(1).state
    for side in SIDES:
        elements = state.forces[side].elements
        assert of_command(elements) == {f"{side} {n}": 12 for n in (1, 2, 3)}
        assert of_command(base for base in elements if base.general) == {f"{side} {n}": 1 for n in (1, 2, 3)}
    assert [one.id for one in state.position.commands if CHIEF in one.notes] == ["red 1", "blue 1"]


@pytest.mark.parametrize("red", ["II/33+II/32", {"army": "II/33", "allies": ["II/32"]}])
def test_an_ally_brings_a_command_of_his_own_list(red: Any) -> None:
    state = begun(1, red=red, blue="II/33+II/32+II/11").state
    assert [one.id for one in state.position.commands if ALLIED in one.notes] == ["red 3", "blue 2", "blue 3"]
    theirs = [base.code for base in state.forces["red"].elements if command_of(base) == "red 3"]
    assert len(theirs) == 12
    assert {"4Ax", "2LH"} <= set(theirs)


_KINGS = ["4Bd general", *["4Bd"] * 5]


@pytest.mark.parametrize(
    ("red", "says"),
    [
        ("II/33+II/33", "is not of another list"),
        ("II/33+I/6c", "is not of the period"),
        ("II/33+II/32+II/11+II/12", "one of the three must be its own"),
        ({"army": "II/33", "elements": ["4Bd"]}, "unknown key 'elements'"),
        ({"army": "II/33", "commands": [_KINGS]}, "list of its 3 own commands"),
        ({"army": "II/33", "commands": [_KINGS[:5], _KINGS, _KINGS]}, "a command has at least 6"),
        ({"army": "II/33", "commands": [_KINGS[1:] * 2, _KINGS, _KINGS]}, "a command has one"),
        ({"army": "II/33", "commands": [["2Ps general", *["2Ps"] * 5], _KINGS, _KINGS]}, "as the list says"),
    ],
)
def test_an_army_that_is_none_is_refused_in_one_sentence(red: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        RULES.start({**BIG, "red": red})


def test_commands_may_be_of_different_sizes_and_led_by_almost_anybody() -> None:
    first = ["3Cv general", *["4Bd"] * 5]
    second = ["4Sp general", *["2Ps"] * 5]
    third = ["4Bd general", *["4Bd"] * 12, *["3Cv"] * 5, *["4Sp"] * 5, "2Ps"]
    state = RULES.start({**BIG, "red": {"army": "II/33", "commands": [first, second, third]}})
    assert of_command(state.forces["red"].elements) == {"red 1": 6, "red 2": 6, "red 3": 24}
    for commands, says in (
        ([first, ["4Sp", "2Ps general", *["2Ps"] * 4], third], "may not be 2Ps"),
        ([first, second, [*third, "2Ps"]], "37 elements of its own list, and needs 36"),
        ([first, second, [*third[:-1], "4Sp"]], "does not allow this many: 4Sp"),
    ):
        with pytest.raises(ValueError, match=says):
            RULES.start({**BIG, "red": {"army": "II/33", "commands": commands}})


def test_only_editions_with_big_battles_have_them() -> None:
    with pytest.raises(ValueError, match="a set-up has no 'big'"):
        rules_of("rrr").start({"red": "x", "blue": "x", "big": True})
    with pytest.raises(ValueError, match="`big` of a set-up is true or false"):
        RULES.start({**BIG, "big": 3})
    assert RULES.start({**BIG, "big": False}) == RULES.start({key: BIG[key] for key in BIG if key != "big"})


# DBA22-B33.2


def test_the_board_is_twice_as_wide_and_the_armies_come_from_its_long_edges() -> None:
    state = up_to("deploy").state
    assert state.position.size == (1200.0, 600.0)
    assert set(state.edges.values()) == {"north", "south"}


# DBA22-B33.3


def test_what_is_written_of_the_dice_is_shown_at_the_first_roll() -> None:
    battle = up_to("allot")
    side = battle.state.turn
    for bad in (AllotDice(f"{side} 1", f"{side} 1"), AllotDice(f"{other(side)} 1", f"{side} 2")):
        assert RULES.check(battle.state, bad).clauses == ("DBA22-B33.3",)
    battle.play(AllotDice(f"{side} 2", f"{side} 1"))
    battle.play(AllotDice(f"{other(side)} 3", f"{other(side)} 2"))
    assert RULES.view(battle.state, side).dice_order == {side: (f"{side} 2", f"{side} 3", f"{side} 1")}
    assert RULES.view(battle.state, None).dice_order == {}
    general = RandomGeneral(1)
    while battle.state.phase != "pips":
        battle.play(general.choose(RULES, battle.state))
    first = battle.state.turn
    state, events = RULES.apply(battle.state, RollPips(), Chance((2, 5, 3)))
    order = RULES.view(state, None).dice_order[first]
    assert [event.kind for event in events] == ["allotted", "pips"]
    assert other(first) not in RULES.view(state, None).dice_order
    assert state.bound.pips == dict(zip(order, (5, 3, 2), strict=True))
    assert RULES.purse(state, first) == Pips(state.bound.pips)
    assert state.pips == 10


def test_an_ally_has_a_die_of_his_own_and_is_not_written_down() -> None:
    battle = up_to("allot", red="II/33+II/32", blue="II/33+II/32+II/11")
    assert battle.state.turn == "red"
    refused = RULES.check(battle.state, AllotDice("red 3", "red 1"))
    assert not refused.answer["legal"]
    battle.play(AllotDice("red 2", "red 1"))
    # Blue has one command of its own and nothing to write.
    assert battle.state.phase == "camps"
    general = RandomGeneral(1)
    while battle.state.phase != "pips":
        battle.play(general.choose(RULES, battle.state))
    state = replace(battle.state, turn="red")
    state, _ = RULES.apply(state, RollPips(), Chance((2, 5, 6)))
    assert state.bound.pips == {"red 2": 5, "red 1": 2, "red 3": 6}


def test_dice_stop_when_a_command_has_gone() -> None:
    state = up_to("pips").state
    side = state.turn
    left = tuple(base for base in state.position.bases if command_of(base) != f"{side} 1")
    state, _ = RULES.apply(replace(state, position=replace(state.position, bases=left)), RollPips(), Chance((1, 4)))
    assert sorted(state.bound.pips) == [f"{side} 2", f"{side} 3"]
    assert sorted(state.bound.pips.values()) == [1, 4]


# DBA22-B33.5


def test_every_ally_pitches_a_camp_of_his_own() -> None:
    state = up_to("deploy", red="II/33+II/32").state
    camps = {piece.id for piece in state.position.features("camp")}
    expected = {"red camp", "red 3 camp", "blue camp"}
    town = state.position.features("bua")
    assert camps == (expected if not town else {name for name in expected if not name.startswith(town[0].owner or "")})


# DBA22-B33.6


def test_those_who_are_not_held_flee_to_the_nearest_point_of_their_edge() -> None:
    state = up_to("pips").state
    side, edge = state.turn, state.edges[state.turn]
    shaken = tuple(replace(one, gone=4.0) if one.id == f"{side} 2" else one for one in state.position.commands)
    state = replace(state, position=replace(state.position, commands=shaken))
    state, events = RULES.apply(state, RollPips(), Chance((1, 1, 1)))
    assert [event.kind for event in events if event.kind == "demoralised"] == ["demoralised"]
    assert state.phase == "hold"
    before = {base.id: base for base in state.position.bases}
    after, _ = RULES.apply(state, Hold(), Chance())
    while RULES.phase(after) is RULES.family.phases["order"]:
        # Who flees first finds the way free, or stops behind a friend: their owner says in which order they go.
        assert RULES.pending(after).side == side
        after, _ = RULES.apply(after, next(iter(RULES.ideas(after))), Chance())
    for name, base in before.items():
        if command_of(base) != f"{side} 2":
            assert after.position.base(name) == base
        elif after.position.has_base(name):
            there = after.position.base(name)
            assert there.facing == {"north": (0.0, 1.0), "south": (0.0, -1.0)}[edge]
            assert there.front[0] == base.front[0]
    gone = len(after.position.lost.get(side, ()))
    assert gone > 0
    assert next(one.gone for one in after.position.commands if one.id == f"{side} 2") == 4.0 + gone
    assert_lawful(after)


# DBA22-B33.7


def test_the_defender_deploys_one_or_two_commands_first_and_the_rest_after_the_invader(deploying: Any) -> None:
    state, defends = deploying, deploying.turn
    idea = next(iter(RULES.ideas(state)))
    assert set(of_command(_named(state, idea))) == {f"{defends} 1", f"{defends} 2"}
    part = Deploy({name: pose for name, pose in idea.places.items() if name != f"{defends[0].upper()}1"}, idea.inside)
    assert "DBA22-B33.7" in RULES.check(state, part).clauses
    state, _ = RULES.apply(state, idea, Chance())
    assert (state.turn, state.phase) == (other(defends), "deploy")
    half = next(iter(RULES.ideas(state)))
    few = {base.id for base in state.forces[other(defends)].elements if command_of(base) == f"{other(defends)} 1"}
    part = Deploy({name: pose for name, pose in half.places.items() if name in few}, {})
    assert "DBA22-B33.7" in RULES.check(state, part).clauses
    state, _ = RULES.apply(state, half, Chance())
    assert (state.turn, state.phase) == (defends, "deploy")
    state, _ = RULES.apply(state, next(iter(RULES.ideas(state))), Chance())
    assert (state.turn, state.phase) == (other(defends), "pips")
    assert [one.strength for one in state.position.commands if one.side == defends] == [12.0, 12.0, 12.0]


def _named(state: Any, idea: Deploy) -> list[Any]:
    return [base for base in state.forces[state.turn].elements if base.id in idea.places or base.id in idea.inside]


# What a page is told


def test_the_steps_of_a_big_battle_are_told_with_numbers_of_their_own() -> None:
    usual = RULES.survey.setting_up()
    big = usual.big
    assert big is not None and big.big is None
    assert (usual.commands, big.commands) == (None, 3)
    assert usual.edge_numbers == ((4, 5, 6), (1,), (2,), (3,))
    assert big.edge_numbers == ((4, 5, 6), (1, 2, 3))
    assert [step.title for step in usual.steps] == ["Invader", "Terrain", "Edges", "Camps", "Troops", "Exchanges"]
    assert [step.title for step in big.steps] == ["Invader", "Terrain", "Edges", "Dice", "Camps", "Troops"]
    assert (big.numbers.compulsory, big.numbers.optional, big.numbers.alike) == ((1, 3), (3, 4), 3)
    assert (usual.zones["15mm"].margin, big.zones["15mm"].margin) == (75.0, 300.0)
    assert rules_of("rrr").survey.setting_up().big is None


def test_the_defender_is_told_that_commands_may_wait(deploying: Any) -> None:
    state, defends = deploying, deploying.turn
    first = RULES.task(state)
    assert first is not None and first.together
    assert [group.name for group in first.troops] == [f"{defends} {n}" for n in (1, 2, 3)]
    assert all(group.optional == group.bases for group in first.troops)
    state, _ = RULES.apply(state, next(iter(RULES.ideas(state))), Chance())
    second = RULES.task(state)
    assert second is not None
    assert [group.optional for group in second.troops] == [(), (), ()]
    state, _ = RULES.apply(state, next(iter(RULES.ideas(state))), Chance())
    third = RULES.task(state)
    assert third is not None
    assert [(group.name, len(group.bases), group.optional) for group in third.troops] == [(f"{defends} 3", 12, ())]


def test_an_allys_die_is_not_offered_to_be_written_down() -> None:
    state = up_to("allot", red="II/33+II/32", blue="II/33+II/32+II/11").state
    task = RULES.task(state)
    assert task is not None
    assert (task.action, task.owners, list(task.fields)) == ("allot_dice", ("red 1", "red 2"), ["highest", "lowest"])
    assert RULES.task(RULES.start({"red": "II/33", "blue": "II/32"})) is None


# All of it


@pytest.mark.parametrize("number", range(3))
def test_random_big_battles_are_lawful_and_replay(number: int) -> None:
    battle = begun(number, red=("II/33", "II/33+II/32", "II/33+II/32+II/11")[number], limit=2 + number)
    general = RandomGeneral(number)
    while battle.result is None:
        battle.play(general.choose(RULES, battle.state))
    done = replay(battle.log(), RULES)
    for moment in done.moments:
        assert_lawful(moment.state)
    assert done.state == battle.state


def test_an_ordinary_battle_knows_nothing_of_commands() -> None:
    state = RULES.start({"red": "II/33", "blue": "II/32"})
    assert not RULES.check(state, AllotDice("red 1", "red 2")).answer["legal"]
    assert not RULES.check(state, PlaceCamp(())).answer["legal"]
    assert RULES.purse(state, "red") == Pips({"red": 0})


def test_generals_weigh_the_reach_of_each_general_over_his_own_command() -> None:
    state = up_to("pips").state
    side = state.turn

    def out_of_command(bases: Any) -> float:
        position = replace(state.position, bases=tuple(bases))
        return RULES.survey.out_of_command(replace(state, position=position), side)

    def of(number: int) -> list[Any]:
        return [base for base in state.position.bases if command_of(base) == f"{side} {number}"]

    # One of the second command stands by the first general, far from its own.
    chief, astray = (next(base for base in of(n) if base.general is leads) for n, leads in ((1, True), (2, False)))
    away = replace(astray, front=(chief.front[0] + 50.0, chief.front[1]))
    own = replace(next(base for base in of(2) if base.general), front=(chief.front[0] + 500.0, chief.front[1]))
    assert out_of_command([chief, own]) == 0.0
    assert out_of_command([chief, own, away]) == 1.0
