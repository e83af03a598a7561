"""Beside every refused decision of Mortem et Gloriam stands a legal one that is like it."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.battle import StreamOfDice, rolled
from debellis.battle.game import Game
from debellis.battle.rules import Nearest, Opening
from debellis.battle.stream import seed_of
from debellis.casebook.playing import begin, take
from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory
from debellis.generals.eager import EagerGeneral
from debellis.meg.playing.actions import (
    Aim,
    BreakOff,
    DeclareCharge,
    Discard,
    Fight,
    FreeMove,
    Gift,
    Give,
    MoveCharge,
    MoveGeneral,
    PairUp,
    Rearrange,
    Recover,
    Respond,
    Sack,
    Shoot,
)
from debellis.meg.playing.game import FAMILY
from debellis.meg.playing.state import State
from debellis.table.value import replace

RULES = Game("meg", FAMILY)
PLAYED = cases_directory() / "meg" / "playing"


def state_of(case: str, actions: int = 0) -> State:
    """The state of a case after so many of its actions that are allowed."""
    found = read_case(PLAYED / f"{case}.toml")
    state: State = begin(found)
    for step in found.steps[:actions]:
        state = take(found, state, step)[1]
    return state


def near(state: State, action: Any) -> Nearest:
    """What is offered beside a decision that must be refused."""
    assert not RULES.allows(state, action)
    found = RULES.nearest(state, action)
    assert found is not None and type(found.action) is type(action)
    assert RULES.allows(state, found.action)
    return found


def test_a_charge_gets_a_direction_that_reaches_its_target() -> None:
    state = state_of("a_charge_from_declaration_to_combat")
    found = near(state, DeclareCharge(("A",), ("B",), "prompted", 80.0, "left", "G", ("green",)))
    assert found.action.on == ("B",) and found.action.wheel < 80.0
    # Its bases would stand at the front of B, 60 mm ahead.
    assert max(place.front[1] for place in found.places.values()) > 640.0


def test_a_charge_is_paid_with_a_card_that_is_held() -> None:
    state = state_of("a_charge_from_declaration_to_combat")
    found = near(state, DeclareCharge(("A",), ("B",), "prompted", 0.0, "left", "G", ("red",)))
    assert found.action == DeclareCharge(("A",), ("B",), "prompted", 0.0, "left", "G", ("green",))


def test_a_charge_moves_without_the_turn_that_is_refused() -> None:
    state = state_of("a_charge_from_declaration_to_combat", 2)
    assert near(state, MoveCharge("A", "C")).action == MoveCharge("A")


def test_files_shoot_at_what_they_may_shoot_at() -> None:
    state = state_of("all_shots_together")
    found = near(state, Shoot("A", (Aim("A/1.1", "B/2.2"), Aim("A/2.1", "B/1.1"))))
    assert found.action == Shoot("A", (Aim("A/1.1", "B/2.1"), Aim("A/2.1", "B/1.1")))


def test_a_general_goes_as_far_as_he_may() -> None:
    state = state_of("formations_and_horses")
    found = near(state, MoveGeneral("G", (1200.0, 1200.0), "G", "green"))
    assert isinstance(found.action.to, tuple) and found.action.to[0] == 1200.0
    assert 500.0 < found.action.to[1] <= 820.0


def test_a_free_move_ends_in_reach() -> None:
    state = state_of("broken_friends", 1)
    assert near(state, FreeMove("R1/1.1")).action.to == "M/1.1"


def test_only_cards_that_are_held_are_thrown_away_or_given() -> None:
    state = state_of("cards_are_dealt")
    assert near(state, Discard({"G": ("black", "red"), "H": ("red",)})).action == Discard({"G": ("black",)})
    state = state_of("cards_are_dealt", 3)
    refused = Give((Gift("G", "S", ("red", "yellow")), Gift("G", "S", ("white",))))
    assert near(state, refused).action == Give((Gift("G", "S", ("red",)),))


@pytest.mark.parametrize(
    ("case", "actions", "refused", "field", "values"),
    [
        ("new_and_old_combats", 0, Fight("A/1.1", "B/1.1"), "against", ("B/2.1",)),
        ("new_and_old_combats", 0, Fight("C/1.1", "D/2.1"), "file", ("A/1.1", "A/2.1")),
        ("the_answer_to_a_charge", 0, Respond("stand"), "response", ("skirmish", "run_away")),
        ("a_camp_is_sacked", 0, Sack("D"), "unit", ("A", "C")),
        ("the_last_base_is_lost", 0, PairUp({"B/1.1": "C/1.1"}), "pairs", ({},)),
        ("the_turn_ends", 0, Recover("A", "G", "white"), "card", ("green",)),
    ],
)
def test_the_likest_decision_is_offered(case: str, actions: int, refused: Any, field: str, values: Any) -> None:
    assert getattr(near(state_of(case, actions), refused).action, field) in values


def test_bases_in_combat_get_a_place_that_is_free() -> None:
    state = state_of("met_by_a_pursuit_and_still")
    idea = next(one for one in RULES.ideas(state) if isinstance(one, Rearrange) and RULES.allows(state, one))
    assert near(state, replace(idea, card="red")).action == idea


def test_in_a_battle_every_refused_idea_has_a_legal_one_beside_it() -> None:
    """Each idea of a battle is spoiled by a card that nobody holds; what is offered is legal and of its kind."""
    position = read_case(PLAYED / "a_block_charges.toml").position
    state: State = RULES.from_position(position, Opening())
    general, dice, kinds = EagerGeneral(2), StreamOfDice(seed_of(2)), set()
    for _ in range(40):
        if RULES.result(state) is not None:
            break
        for idea in RULES.suggest(state)[:6]:
            spoiled = _spoiled(idea)
            if spoiled is not None and not RULES.allows(state, spoiled):
                near(state, spoiled)
                kinds.add(type(idea))
        state = rolled(RULES, state, general.choose(RULES, state), dice)[0]
    assert len(kinds) >= 2


def _spoiled(idea: Any) -> Any | None:
    """A decision paid for with what no hand has; None if it is not paid for."""
    if isinstance(idea, BreakOff | Recover | Rearrange | MoveGeneral):
        return replace(idea, card="gold")
    if isinstance(idea, DeclareCharge) and idea.cards:
        return replace(idea, cards=("gold",))
    return None
