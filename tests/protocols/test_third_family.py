"""The protocols suffice: a family with hidden hands, responses and alternation gets everything without a change."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import pytest

from debellis.battle import playable
from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Deck
from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.battle.rules import Rules
from debellis.battle.secrets import Secret, leaks, secret_fields
from debellis.battle.stream import seed_of
from debellis.battle.survey import FIGHT
from debellis.generals.players import computer
from debellis.odds import best_order, of_fight, steps
from debellis.simulation.fighting import fight, fight_with_log
from debellis.simulation.plan import Meeting, Plan, check_plan
from debellis.table.value import replace
from debellis.umpire.editions import Description
from tests.protocols import toy


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules]:
    """The rules of the toy, registered as an edition for one test."""
    module = ModuleType("debellis.toy.playing.game")
    module.FAMILY = toy.FAMILY  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    told = playable.description
    monkeypatch.setattr(
        playable,
        "description",
        lambda name: Description("A toy", family="toy", playable=True) if name == "toy" else told(name),
    )
    rules_of.cache_clear()
    yield rules_of("toy")
    rules_of.cache_clear()


def played(rules: Rules, red: str, blue: str, seed: int) -> Battle:
    battle = Battle(rules, {"limit": 6}, StreamOfDice(seed_of(seed)), seed_of(seed))
    who = {"red": computer(red, seed, work=30), "blue": computer(blue, seed + 1, work=30)}
    while (side := battle.pending.side) is not None:
        battle.play(who[side].choose(rules, battle.state))
    return battle


def at_a_blow(rules: Rules) -> Any:
    """A state in which somebody must answer a blow."""
    for seed in range(20):
        battle = Battle(rules, {"limit": 6}, StreamOfDice(seed_of(seed)), seed_of(seed))
        general = computer("eager", seed)
        while battle.result is None:
            if rules.survey.moment(battle.state) == FIGHT:
                return battle.state
            battle.play(general.choose(rules, battle.state))
    raise AssertionError("nobody ever strikes")


@pytest.mark.parametrize(
    ("red", "blue"), [("random", "random"), ("recruit", "eager"), ("centurion", "random"), ("legate", "recruit")]
)
def test_generals_play_it_and_its_log_replays(rules: Rules, red: str, blue: str) -> None:
    battle = played(rules, red, blue, 3)
    assert battle.result is not None
    assert {entry.by for entry in battle.entries} >= {"red", "blue"}
    assert replay(battle.log(), rules).state == battle.state


def test_whoever_weighs_a_blow_by_the_survey_answers_with_the_best_card(rules: Rules) -> None:
    state = at_a_blow(rules)
    side = rules.pending(state).side
    assert side is not None
    hands = {**state.hands, side: Secret(side, ("black", "green", "white"))}
    assert computer("centurion", 1).choose(rules, replace(state, hands=hands)) == toy.Parry("green")


def test_who_weighs_wins_more_often_than_who_does_not(rules: Rules) -> None:
    won = {"centurion": 0, "random": 0}
    for seed in range(12):
        names = ("centurion", "random") if seed % 2 else ("random", "centurion")
        result = played(rules, *names, seed).result
        assert result is not None
        if result.winner is not None:
            won[names[0] if result.winner == "red" else names[1]] += 1
    assert won["centurion"] > won["random"]


def test_odds_of_a_response_are_exact_whatever_its_dice(rules: Rules) -> None:
    state = at_a_blow(rules)
    _, target, card = state.waiting[-1].about
    odds = of_fight(rules, state, toy.Parry())
    expected = sum(one + toy.COLOURS[card] > two - 1 for one in range(1, 7) for two in range(1, 7))
    assert odds.chance_of(target, "destroyed") == Fraction(expected, 36)
    assert sum((one.chance for one in odds.outcomes), Fraction(0)) == 1
    advice = best_order(rules, state)
    assert advice.order[0] in steps(rules, state)


def test_nobody_sees_the_other_hand(rules: Rules) -> None:
    assert secret_fields(toy.View) == ()
    state = at_a_blow(rules)
    for side, enemy in (("red", "blue"), ("blue", "red")):
        hand = state.hands[enemy].value
        others = tuple("green" if card != "green" else "black" for card in hand)
        changed = replace(state, hands={**state.hands, enemy: Secret(enemy, others)})
        assert leaks(rules, state, changed, side) == ()
        imagined = rules.survey.imagined(state, side, Random(1))
        assert imagined.hands[side] == state.hands[side]
        assert len(imagined.hands[enemy].value) == len(hand)
        both = (*imagined.hands[enemy].value, *imagined.deck.value.cards)
        assert sorted(both) == sorted((*hand, *state.deck.value.cards))
        assert isinstance(imagined.deck.value, Deck)


def test_a_general_does_not_decide_by_cards_he_cannot_see(rules: Rules) -> None:
    state = at_a_blow(rules)
    side = rules.pending(state).side
    assert side is not None
    enemy = "blue" if side == "red" else "red"
    pool = [*state.hands[enemy].value, *state.deck.value.cards]
    many = len(state.hands[enemy].value)
    hands = {**state.hands, enemy: Secret(enemy, tuple(pool[len(pool) - many :]))}
    secret = replace(state, hands=hands, deck=Secret(None, Deck(tuple(pool[: len(pool) - many]))))
    assert computer("centurion", 1).choose(rules, state) == computer("centurion", 1).choose(rules, secret)


def test_it_is_simulated(rules: Rules) -> None:
    plan = Plan("toy", (Meeting(("random", "recruit"), ("left", "right")),), 4, limit=3)
    check_plan(plan)
    for number in plan.numbers:
        outcome = fight(plan, number)
        assert outcome == fight_with_log(plan, number)[0]
        assert outcome.red.fielded == {"foot": toy.FILES}


def test_it_is_an_environment(rules: Rules) -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo")
    from debellis.environment.battles import BattleEnv

    class ToyEnv(BattleEnv):
        edition = "toy"

    env, random = ToyEnv(limit=3), Random(1)
    env.reset(seed=1)
    space = env.observation_space("red")
    for _ in range(400):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            break
        assert space.contains(observation)
        env.step(random.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
    else:
        raise AssertionError("the battle does not end")
