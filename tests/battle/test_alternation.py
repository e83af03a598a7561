"""Sides that act by turns, passes that end a sub-phase, and decisions that wait for an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from debellis.battle.alternation import Choice, Waiting, acted, answered, delayed, due, passed, waiting_for
from debellis.battle.battle import Battle
from debellis.battle.log import digest
from debellis.battle.replay import replay
from debellis.table import writing
from tests.battle.toy import TOY, Deal, Delay, Parry, Pass, State, Strike

FIRST, SECOND = Waiting("blue", "parry", "the first"), Waiting("red", "parry", "the second")


def test_sides_act_by_turns() -> None:
    assert acted(Choice("red")) == Choice("blue")
    assert acted(acted(Choice("red"))) == Choice("red")


def test_two_passes_in_a_row_end_it() -> None:
    once = passed(Choice("red"))
    assert once == Choice("blue", 1)
    assert passed(once) is None


@pytest.mark.parametrize("something", [acted, delayed])
def test_an_action_or_a_delay_between_two_passes_goes_on(something: Callable[[Choice], Choice]) -> None:
    once = passed(Choice("red"))
    assert once is not None
    assert passed(something(once)) == Choice("blue", 1)


def test_responses_are_given_in_the_order_named_and_before_those_that_waited() -> None:
    stack = waiting_for((Waiting("red", "parry", "earlier"),), FIRST, SECOND)
    assert due(stack) == FIRST
    assert due(answered(stack)) == SECOND
    assert due(answered(answered(answered(stack)))) is None
    with pytest.raises(ValueError, match="No response is due"):
        answered(())


def test_each_response_is_a_decision_of_its_own() -> None:
    dice = [5, 1, 1, 1, 2, 6]  # red is dealt red and white, blue white and green
    battle = Battle(TOY, {}, lambda throw: dice.pop(0))
    decided = []
    for action in (Deal(), Pass(), Strike("white"), Parry("white"), Delay("red"), Pass(), Pass()):
        decided.append((battle.pending.side, battle.pending.what))
        battle.play(action)
        state: State = battle.state
        assert writing.decode(writing.encode(state), State) == state
        assert digest(writing.decode(writing.encode(state), State)) == digest(state)
    assert decided == [
        ("red", "deal"),
        ("red", "act"),
        ("blue", "act"),
        ("red", "answer: blue strikes with white"),
        ("red", "act"),
        ("blue", "act"),
        ("red", "act"),
    ]
    assert battle.result is not None
    assert not dice
    assert replay(battle.log(), TOY).state == battle.state


def test_a_response_can_be_taken_back_only_while_it_threw_nothing() -> None:
    dice = [5, 1, 1, 1, 2]
    battle = Battle(TOY, {}, lambda throw: dice.pop(0))
    for action in (Deal(), Delay("red"), Strike("white")):
        battle.play(action)
    assert battle.pending.side == "red"
    assert not battle.undo()  # the answer is red's to decide, so blue cannot take the strike back
    battle.play(Parry())
    assert not battle.undo()
