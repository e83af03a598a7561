"""Battles of Mortem et Gloriam taken up in a position: who decides, what is dealt, and what cannot be taken up."""

from __future__ import annotations

from pathlib import Path

import pytest

from debellis.battle.battle import StreamOfDice, rolled
from debellis.battle.game import Game
from debellis.battle.rules import Opening
from debellis.battle.stream import seed_of
from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory
from debellis.generals.eager import EagerGeneral
from debellis.generals.players import computer
from debellis.meg.playing.actions import Begin
from debellis.meg.playing.game import FAMILY
from debellis.meg.playing.midgame import BEGIN
from debellis.meg.playing.state import State
from debellis.meg.units import generals_of, moment
from debellis.table.position import Position
from debellis.table.value import replace
from tests.meg.lawful import assert_lawful

RULES = Game("meg", FAMILY)
CASES = sorted((cases_directory() / "meg" / "charging").glob("*.toml"))
SCENE = cases_directory() / "meg" / "playing" / "a_charge_from_declaration_to_combat.toml"


def scene(phase: str, hands: tuple[tuple[str, ...] | None, ...]) -> Position:
    """The position of a case in a sub-phase, its generals with these hands."""
    position = read_case(SCENE).position
    generals = tuple(replace(one, hand=hand) for one, hand in zip(generals_of(position), hands, strict=True))
    return replace(position, generals=generals, moment=replace(moment(position), phase=phase))


def test_a_hand_that_is_given_is_held_and_hidden() -> None:
    state: State = RULES.from_position(scene("4.3", (("red", "black"), ())), Opening())
    assert state.phase == "4.3" and RULES.pending(state).side == "red"
    assert state.hands["G"].value == ("black", "red") and state.hands["G"].owner == "red"
    assert all(one.hand is None for one in generals_of(state.position))
    assert RULES.view(state, "blue").hands == {"H": ()}
    assert_lawful(state)


def test_a_hand_that_is_not_given_is_dealt_when_the_battle_begins() -> None:
    state: State = RULES.from_position(scene("4.3", (None, ("white",))), Opening())
    assert state.phase == BEGIN and RULES.suggest(state) == (Begin(),)
    after = rolled(RULES, state, Begin(), StreamOfDice(seed_of(1)))[0]
    assert after.phase == "4.3"
    assert len(after.hands["G"].value) == 3 and after.hands["H"].value == ("white",)
    assert_lawful(after)


def test_cards_that_the_deck_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="the generals hold 40 red cards"):
        RULES.from_position(scene("4.3", (("red",) * 40, ())), Opening())


@pytest.mark.parametrize("file", CASES[::7], ids=lambda file: Path(file).stem)
def test_a_battle_goes_on_from_any_case(file: Path) -> None:
    """Positions of the casebook are taken up and played on, with no impossible state."""
    state: State = RULES.from_position(read_case(file).position, Opening())
    general, dice = EagerGeneral(3), StreamOfDice(seed_of(3))
    for _ in range(40):
        if RULES.result(state) is not None:
            break
        state = rolled(RULES, state, general.choose(RULES, state), dice)[0]
        assert_lawful(state)


@pytest.mark.parametrize("level", ["recruit", "centurion"])
@pytest.mark.parametrize("name", ["the_last_base_is_lost", "broken_friends", "a_free_file_charges"])
def test_computer_generals_go_on_from_a_position(name: str, level: str) -> None:
    """They come through the choices of opponents, of lost bases and of free moves."""
    state: State = RULES.from_position(read_case(SCENE.with_name(f"{name}.toml")).position, Opening())
    general, dice = computer(level, 1), StreamOfDice(seed_of(1))
    for _ in range(16):
        if RULES.result(state) is not None:
            break
        state = rolled(RULES, state, general.choose(RULES, state), dice)[0]
        assert_lawful(state)
