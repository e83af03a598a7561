"""Whole battles of Mortem et Gloriam: played to an end, never in an impossible state, replayed alike, hands hidden."""

from __future__ import annotations

from random import Random

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.game import Game
from debellis.battle.replay import replay
from debellis.battle.secrets import Secret, leaks
from debellis.battle.stream import seed_of
from debellis.generals.players import computer
from debellis.mechanics.tables import load
from debellis.meg.playing.actions import Move, Step
from debellis.meg.playing.cards import full_deck
from debellis.meg.playing.game import FAMILY
from debellis.meg.playing.state import State
from debellis.meg.troops import CAMP
from debellis.table.value import replace
from debellis.umpire.clauses import is_clause
from tests.meg.lawful import impossible

RULES = Game("meg", FAMILY)
MAGNA = [name for name in RULES.survey.armies() if name.startswith("magna")]


def played(level: str, seed: int, limit: int) -> tuple[Battle, list[str], list[State]]:
    """A battle, everything impossible in it, and some of its states."""
    secret = seed_of(seed)
    setup = {
        "red": MAGNA[seed % len(MAGNA)],
        "blue": MAGNA[(seed * 7 + 3) % len(MAGNA)],
        "variety": seed,
        "limit": limit,
    }
    battle = Battle(RULES, setup, StreamOfDice(secret), secret)
    generals = {"red": computer(level, seed), "blue": computer(level, seed + 1)}
    wrong: list[str] = []
    states: list[State] = []
    while (side := battle.pending.side) is not None:
        battle.play(generals[side].choose(RULES, battle.state))
        wrong += [f"after decision {len(battle.entries)}: {one}" for one in impossible(battle.state)]
        states.append(battle.state)
    return battle, wrong, states


@pytest.fixture(scope="module")
def battles() -> list[tuple[Battle, list[str], list[State]]]:
    return [played("random", 2, 3), played("eager", 6, 3)]


def test_no_state_of_a_battle_is_impossible(battles: list[tuple[Battle, list[str], list[State]]]) -> None:
    for battle, wrong, _ in battles:
        assert battle.result is not None
        assert not wrong, wrong[:5]


def test_every_event_cites_clauses_that_exist(battles: list[tuple[Battle, list[str], list[State]]]) -> None:
    for battle, _, _ in battles:
        assert not [event.says for event in battle.events if not event.clauses]
        assert not [name for event in battle.events for name in event.clauses if not is_clause(name)]


def test_battles_come_to_charges_shots_and_combat(battles: list[tuple[Battle, list[str], list[State]]]) -> None:
    seen = {event.kind for battle, _, _ in battles for event in battle.events}
    assert {"deal", "charge", "charge-move", "combat", "loss", "shot", "move", "deploy", "camp", "ground"} <= seen


def test_a_log_replays_to_the_same_state(battles: list[tuple[Battle, list[str], list[State]]]) -> None:
    for battle, _, _ in battles:
        assert replay(battle.log(), RULES).state == battle.state


def test_nobody_sees_the_hands_of_the_other_side(battles: list[tuple[Battle, list[str], list[State]]]) -> None:
    random = Random(1)
    for _, _, states in battles:
        for state in random.sample(states, 5):
            for side in ("red", "blue", None):
                theirs = [name for name, hand in state.hands.items() if hand.owner != side]
                pool = [*state.deck.value.cards, *(card for name in theirs for card in state.hands[name].value)]
                random.shuffle(pool)
                hands = dict(state.hands)
                for name in theirs:
                    count = len(state.hands[name].value)
                    hands[name] = Secret(state.hands[name].owner, tuple(pool[:count]))
                    pool = pool[count:]
                deck = replace(state.deck.value, cards=tuple(pool))
                assert leaks(RULES, state, replace(state, hands=hands, deck=Secret(None, deck)), side) == ()


def test_the_army_lists_give_whole_armies() -> None:
    for name in MAGNA:
        state = RULES.start({"red": name, "blue": name})
        force = state.forces["red"]
        assert sum(unit.original for unit in force.units.value) == _bases(name)
        assert len(force.generals) == len(force.leaders.value)
        assert all(unit.kind != CAMP for unit in force.units.value)


def _bases(name: str) -> int:
    from debellis.meg.setting_up.lists import army_lists

    return int(army_lists("meg")[name]["bases"])


def test_the_deck_is_that_of_the_tables() -> None:
    assert len(full_deck("meg").cards) == sum(
        count for colour, count in load("meg")["cards"]["deck"].items() if colour not in ("conf", "note")
    )


def test_a_refused_move_has_a_shorter_one_near_it() -> None:
    rules = Game("meg", FAMILY)
    battle = Battle(rules, {"red": MAGNA[0], "blue": MAGNA[1]}, StreamOfDice(seed_of(1)), seed_of(1))
    general = computer("eager", 1)
    while battle.state.phase != "4.3":
        battle.play(general.choose(rules, battle.state))
    move = next(idea for idea in rules.ideas(battle.state) if isinstance(idea, Move) and idea.action == "M2")
    too_far = replace(move, steps=(Step("advance", 2000.0),))
    assert not rules.allows(battle.state, too_far)
    near = rules.nearest(battle.state, too_far)
    assert near is not None and rules.allows(battle.state, near.action)
    assert near.action.steps[0].amount < 2000.0 and near.places
