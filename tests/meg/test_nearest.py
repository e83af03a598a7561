"""Beside every refused decision of Mortem et Gloriam stands a legal one that is like it."""

from __future__ import annotations

from collections.abc import Iterator
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
    Align,
    BaseEnd,
    BreakOff,
    DeclareCharge,
    Delay,
    Discard,
    Engage,
    Fight,
    FreeMove,
    Gift,
    Give,
    HoldBack,
    HoldFiles,
    Lead,
    Meet,
    Move,
    MoveCharge,
    MoveGeneral,
    PairUp,
    Pass,
    Rearrange,
    Recover,
    RemoveBase,
    Respond,
    Sack,
    Shoot,
    Step,
    StopCharge,
)
from debellis.meg.playing.game import FAMILY
from debellis.meg.playing.state import State, decider, phase_of
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, generals_of, units_of
from debellis.table.pose import Pose
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


def states_of(case: str) -> Iterator[State]:
    """The states of a case, from its beginning to its end."""
    found = read_case(PLAYED / f"{case}.toml")
    state: State = begin(found)
    yield state
    for step in found.steps:
        after = take(found, state, step)[1]
        if after is not state:
            yield after
        state = after


def first_with(case: str, kind: Any) -> State:
    """The first state of a case in which a decision of a kind is open."""
    return next(
        one for one in states_of(case) if RULES.result(one) is None and kind in FAMILY.phases[phase_of(one)].kinds
    )


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


@pytest.mark.parametrize(
    ("case", "refused", "wanted"),
    [
        # In combat it makes no move; its bases may make a file.
        (
            "a_charge_from_declaration_to_combat",
            Move(("A",), "M2", (Step("advance", 60.0),), "G", ("green",)),
            Rearrange,
        ),
        # Only SuGs in the way clear it, and there are none.
        ("cards_are_dealt", Move(("A",), "C1", (Step("advance", 60.0),), "G", ("green",)), Pass),
        # Files that have still to fight are picked first.
        ("new_and_old_combats", Pass(), Fight),
    ],
)
def test_where_nothing_of_the_kind_is_legal_another_decision_is_offered(case: str, refused: Any, wanted: Any) -> None:
    state = first_with(case, type(refused))
    assert not RULES.allows(state, refused)
    found = RULES.nearest(state, refused)
    assert found is not None and type(found.action) is wanted and RULES.allows(state, found.action)


def test_a_block_that_may_not_move_leaves_one_alone_to_move() -> None:
    state = state_of("whose_choice_it_is")
    units = tuple([unit.id for unit in units_of(state.position) if unit.side == decider(state)][:2])
    refused = Move(units, "M2", (Step("advance", 500.0),), "G", ("green", "green"))
    found = near(state, refused)
    assert set(found.action.units) <= set(units) and found.action.steps[0].amount < 500.0


def test_both_parts_of_a_double_move_are_made_shorter() -> None:
    state = state_of("formations_and_horses")
    unit = next(one for one in RULES.ideas(state) if isinstance(one, Move) and one.action == "M14")
    far = (Step("advance", 900.0),)
    found = near(state, replace(unit, steps=far, then=far)).action
    assert found.action == "M14" and found.units == unit.units
    assert 0.0 < found.steps[0].amount < 900.0 and 0.0 < found.then[0].amount < 900.0


def tried(state: State) -> Iterator[Any]:
    """Decisions of many kinds that somebody may try, whether they are legal or not."""
    position, side = state.position, decider(state)
    here = [unit for unit in units_of(position) if unit.kind != CAMP and bases_of(position, unit.id)]
    own, enemies = [one.id for one in here if one.side == side], [one.id for one in here if one.side != side]
    g = next((one.id for one in generals_of(position) if one.side == side), "X")
    for name in own[:3]:
        base = bases_of(position, name)[0]
        there = Pose((base.front[0] + 10.0, base.front[1]), base.facing)
        for code, step in (
            ("M2", Step("advance", 60.0)),
            ("M3", Step("wheel", 50.0, "left")),
            ("M9", Step("turn", 90.0)),
        ):
            yield Move((name,), code, (step,), g, ("green",))
        for enemy in enemies[:1]:
            target = bases_of(position, enemy)[0].id
            yield DeclareCharge((name,), (enemy,), "prompted", general=g, cards=("green",))
            yield DeclareCharge((name,), (enemy,), "free")
            yield Engage(name, enemy, "wheel", g, ("green",))
            yield Fight(base.id, target)
            yield Shoot(name, (Aim(base.id, target),))
        yield Meet(name, "countercharge", (Step("advance", 40.0),), g, "green")
        yield Align(name, there)
        yield Rearrange(name, "MF1", (BaseEnd(base.id, there),), g, "green")
        yield BreakOff(name, "F2", g, "green")
        yield Recover(name, g, "green")
        yield MoveGeneral(g, base.id, g, "green")
        yield FreeMove(base.id)
        yield Sack(name)
        yield RemoveBase(base.id)
        yield HoldFiles((base.id,))
    yield from (Pass(), Delay(g, "green"), StopCharge(g, "green"), HoldBack(g, "green"), Lead(True), PairUp({"X": "Y"}))
    yield from (Respond(one) for one in ("stand", "skirmish", "run_away"))


@pytest.mark.parametrize("case", sorted(path.stem for path in PLAYED.glob("*.toml")))
def test_nothing_is_refused_without_something_legal_beside_it(case: str) -> None:
    for state in states_of(case):
        kinds = FAMILY.phases[phase_of(state)].kinds if RULES.result(state) is None else ()
        for action in tried(state) if kinds else ():
            if type(action) not in kinds or RULES.allows(state, action):
                continue
            found = RULES.nearest(state, action)
            assert found is not None and RULES.allows(state, found.action), (phase_of(state), action)


def test_a_camp_is_told_to_stay() -> None:
    state = state_of("a_camp_is_sacked")
    camp = next(unit for unit in units_of(state.position) if unit.kind == CAMP)
    state = replace(state, phase="4.3", choice=replace(state.choice, side=camp.side))
    ruling = RULES.check(state, Move((camp.id,), "M2", (Step("advance", 20.0),), "G", ("green",)))
    assert ruling.answer["faults"] == [f"{camp.id} is a camp and stays where it is."]


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
