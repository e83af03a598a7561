"""What people are told of each step before a battle of DBM, and the legal decision near a refused one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Middling
from debellis.battle.game import Game
from debellis.battle.playable import army_builder_of
from debellis.battle.stream import seed_of
from debellis.dbm.playing.actions import Choice, ChooseTerrain, Deploy, LayWorks, PlaceTerrain, WriteOrders
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.state import State
from debellis.table.pose import Pose
from debellis.table.value import replace

RULES = Game("dbm32", FAMILY)


def steps(red: Any = "gallic", blue: Any = "polybian_roman", **setup: Any) -> Iterator[State]:
    """Every state before the first bound, with the same dice each time; the first legal idea is taken."""
    secret = seed_of(5)
    battle = Battle(RULES, {"red": red, "blue": blue, **setup}, StreamOfDice(secret), secret)
    while RULES.pending(battle.state).setting_up:
        yield battle.state
        battle.play(first_legal(battle.state))


def first_legal(state: State) -> Any:
    return next(idea for idea in RULES.ideas(state) if RULES.allows(state, idea))


def at(phase: str, **setup: Any) -> State:
    return next(state for state in steps(**setup) if state.phase == phase)


@pytest.mark.parametrize("sky", [False, True])
def test_every_step_before_the_battle_has_a_task(sky: bool) -> None:
    told = RULES.survey.setting_up().steps
    named = {phase for step in told for phase in step.headings}
    for state in steps(options={"sky": sky}):
        task = RULES.task(state)
        assert task is not None
        assert (task.action,) == RULES.pending(state).kinds
        assert task.says
        assert task.button
        assert state.phase in named


def test_there_is_no_task_in_the_battle() -> None:
    last = list(steps())[-1]
    begun, _ = RULES.apply(last, first_legal(last), Middling())
    assert not RULES.pending(begun).setting_up
    assert RULES.task(begun) is None


def test_the_defender_is_offered_what_his_list_has() -> None:
    """The Gauls defend: woods are compulsory; their list has no waterway, orchards, vineyards, rough or dunes."""
    state = at("features", red="polybian_roman", blue="gallic", variety=3)
    state = replace(state, invader="red", turn="blue")
    task = RULES.task(state)
    assert task is not None
    kinds = [offer.kind for offer in task.offers]
    assert kinds[0] == "woods"
    assert [offer.kind for offer in task.offers if offer.must] == ["woods"]
    assert {"river", "road", "gentle_hill", "steep_hill", "marsh", "enclosure", "bua"} <= set(kinds)
    assert not {"waterway", "orchard", "vineyard", "rough", "dunes"} & set(kinds)
    river = next(offer for offer in task.offers if offer.kind == "river")
    assert (river.sizes, river.note) == ((), "thrown for: 6 brings it")


def test_orders_are_for_commands_and_name_who_may_hide() -> None:
    state = at("orders")
    task = RULES.task(state)
    assert task is not None
    force = state.forces[state.turn]
    assert {name for one in task.commands for name in one.hides} <= {base.id for base in force.elements}
    chief = [one.marches for one in task.commands if "commander-in-chief" in one.title]
    assert chief == [False]
    assert task.edges == ("west", "east")


def test_only_own_troops_are_to_be_deployed() -> None:
    for state in steps():
        task = RULES.task(state)
        assert task is not None
        own = {base.id for base in state.forces[state.turn].elements}
        assert {name for group in task.troops for name in group.bases} <= own
        assert {base.id for base in task.unseen} <= own


def near(state: State, action: Any) -> Any:
    """The legal action near a refused one."""
    assert not RULES.allows(state, action)
    found = RULES.nearest(state, action)
    assert found is not None
    assert RULES.allows(state, found.action)
    return found.action


def test_near_a_choice_without_the_compulsory_feature_is_one_with_it() -> None:
    state = at("features")
    home = state.forces["red" if state.invader == "blue" else "blue"]
    chosen = first_legal(state)
    found = near(state, ChooseTerrain((*chosen.features, Choice("woods", 1.5), Choice("woods", 1.5))))
    assert len(found.features) < len(chosen.features) + 2
    assert home.compulsory


def test_a_feature_outside_its_sector_is_put_back_into_it() -> None:
    state = at("place_features")
    legal = first_legal(state)
    task = RULES.task(state)
    assert task is not None
    dry = {one.name for one in task.pieces if one.area}
    piece = next(one for one in legal.pieces if one.id in dry)
    name = piece.id
    aside = replace(piece, outline=tuple((x + 700.0 if x < 900.0 else x - 700.0, y) for x, y in piece.outline))
    moved = PlaceTerrain(tuple(aside if one.id == name else one for one in legal.pieces))
    found = near(state, moved)
    assert {one.id for one in found.pieces} == {one.id for one in legal.pieces}


def test_a_command_in_front_of_its_zone_is_put_back_as_a_whole() -> None:
    state = at("deploy")
    legal = first_legal(state)
    up = 1.0 if state.edges[state.turn] == "south" else -1.0
    places = {n: Pose((p.front[0], p.front[1] + up * 60.0), p.facing) for n, p in legal.places.items()}
    found = near(state, Deploy(legal.command, places))
    assert set(found.places) == set(legal.places)


def test_an_ambush_in_the_open_goes_into_cover_or_is_given_up() -> None:
    state = at("orders")
    task = RULES.task(state)
    assert task is not None
    name = task.commands[0].hides[-1]
    width, depth = state.position.size
    orders = first_legal(state)
    middle = Pose((width / 2, depth / 2), (0.0, 1.0))
    found = near(state, WriteOrders(orders.relations, {name: middle}))
    assert found.ambushes.get(name) != middle


def test_works_that_were_bought_are_to_be_laid_section_by_section() -> None:
    """Three widths of stakes make three sections; a line of them before the zone is put back into it."""
    ready = army_builder_of("dbm32").offers("hundred_years_war_english").ready[0]
    staked = army_builder_of("dbm32").check(replace(ready, works={"TF": 3}, points=450.0)).setup
    state = at("works", red=staked, blue="gallic", points=450.0)
    task = RULES.task(state)
    assert task is not None
    assert [(base.code, base.side) for base in task.works] == [("TF", "red")] * 3
    legal = first_legal(state)
    assert {one.id for one in legal.sections} == {base.id for base in task.works}
    up = 1.0 if state.edges["red"] == "south" else -1.0
    before = tuple(
        replace(
            one,
            inside=tuple((x, y + up * 50.0) for x, y in one.inside),
            outside=tuple((x, y + up * 50.0) for x, y in one.outside),
        )
        for one in legal.sections
    )
    assert len(near(state, LayWorks(before)).sections) == 3
