"""Battles without a log have the same numbers as those with one, and work out each decision once."""

from __future__ import annotations

from typing import Any, cast

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance, Throw
from debellis.battle.dice_supply import DiceSupply
from debellis.battle.rules import Event, Rules
from debellis.battle.stream import seed_of
from tests.battle.toy import TOY, Action, Deal, Parry, Pass, State, Strike, Toy

SEED = seed_of(3)


class Counting(Toy):
    """The toy family, counting how often a decision is worked out."""

    def __init__(self) -> None:
        self.applied = 0

    def apply(self, state: State, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        self.applied += 1
        return super().apply(state, action, chance)


def _actions(battle: Battle) -> list[Any]:
    """Play a battle with a log; the decisions taken."""
    actions: list[Any] = [Deal()]
    battle.play(actions[0])
    for side in ("red", "blue"):
        other = "blue" if side == "red" else "red"
        actions += [Strike(battle.state.hands[side].value[0]), Parry(battle.state.hands[other].value[-1])]
        for action in actions[-2:]:
            battle.play(action)
    actions += [Pass(), Pass()]
    for action in actions[-2:]:
        battle.play(action)
    return actions


def test_the_same_numbers_as_with_a_log() -> None:
    battle = Battle(TOY, {}, StreamOfDice(SEED), SEED)
    actions = _actions(battle)
    counting, throws = Counting(), list[Throw]()
    stream = StreamOfDice(SEED)

    def roll(throw: Throw) -> int:
        throws.append(throw)
        return stream(throw)

    supply, state = DiceSupply(roll), counting.start({})
    for action in actions:
        state = supply.decide(cast(Rules, counting), state, action)
    assert state == battle.state
    assert counting.applied == len(actions)
    assert [throw.sides for throw in throws] == [6, 5, 4, 3, 6, 10, 6, 10]
    assert stream.used == sum(len(entry.dice) for entry in battle.entries)
