"""Hints: an attack is worth it by itself or says what it is good for, and no hint is worse than doing nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.pieces import EVEN, Engagement, Strength, WeighedFight
from debellis.battle.playable import rules_of
from debellis.battle.rules import Rules
from debellis.battle.stream import seed_of
from debellis.battle.survey import MOVES
from debellis.generals.advancing import general_advance
from debellis.generals.candidates import candidates
from debellis.generals.character import ADVICE
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.players import adviser, computer
from debellis.generals.reasons import odds_in_words, why_moved
from debellis.generals.trying import made

ARMIES = {"dba22": ("II/33", "II/32"), "rrr": ("dutch", "french")}
POSITIONS = 100


def within_reach(rules: Rules, state: Any) -> bool:
    """Whether some element of the deciding side could come up to an enemy."""
    side = rules.pending(state).side
    assert side is not None
    field = rules.survey.field(state, side)
    return any(hypot(a.fx - b.x, a.fy - b.y) < a.reach for a in field.mine for b in field.theirs)


def moments(edition: str) -> Iterator[tuple[Rules, Any]]:
    """States of battles of eager generals in which moves are to be made, both armies being near each other."""
    rules = rules_of(edition)
    found = 0
    for number in range(100):
        seed = seed_of(number)
        red, blue = ARMIES[edition][:: -1 if number % 2 else 1]
        battle = Battle(rules, {"red": red, "blue": blue, "variety": number, "limit": 20}, StreamOfDice(seed), seed)
        general = computer("eager", number)
        while battle.result is None:
            state = battle.state
            if rules.survey.moment(state) == MOVES and within_reach(rules, state) and len(battle.entries) % 2:
                found += 1
                yield rules, state
                if found == POSITIONS:
                    return
            battle.play(general.choose(rules, state))


@pytest.mark.parametrize("edition", ARMIES)
def test_hints_over_positions_of_battles(edition: str) -> None:
    attacks = 0
    for rules, state in moments(edition):
        hint = adviser(1).decide(rules, state)
        if hint.action == rules.survey.ending(state):
            continue
        side = rules.pending(state).side
        assert side is not None
        after = made(rules, state, hint.action)
        assert after is not None
        now, then = (worth_of(rules.survey, one, side, ADVICE) for one in (state, after))
        if "belong together" in hint.reason:
            ranked = candidates(rules, state, side, ADVICE)
            together = general_advance(rules, state, side, ADVICE, ranked, {})
            assert together is not None and together.actions[0] == hint.action
            then = together.end
        assert then.total > now.total, hint.reason
        moved = rules.survey.moved_by(hint.action)
        new = [fight for fight in rules.survey.fights(after, side, ADVICE.weights) if fight.mine in moved]
        if not new:
            continue
        attacks += 1
        assert "attacks" in hint.reason
        assert len(new) > 3 or all(fight.theirs in hint.reason for fight in new)
        assert sum(fight.worth for fight in new) >= 0.0 or "poor fight" in hint.reason
        hopeless = all(not fight.odds.chances()[0] and not fight.odds.driven_back()[0] for fight in new)
        assert not hopeless or "poor fight" in hint.reason
    assert attacks >= 5


class Fixed(Engagement):
    """A fight whose chances are given: to destroy them, to be destroyed, to drive them back, to be driven back."""

    def __init__(self, *chances: float) -> None:
        super().__init__(4, 3)
        self.given = chances

    def chances(self, plus: int = 0) -> tuple[float, float]:
        return (self.given[0], self.given[1])

    def driven_back(self, plus: int = 0) -> tuple[float, float]:
        return (self.given[2], self.given[3])


def fight(mine: str, theirs: str, worth: float, *chances: float) -> WeighedFight:
    return WeighedFight(mine, theirs, Fixed(*chances), EVEN, worth)


class OneMove:
    """Rules and survey at once, of which only what a reason asks is answered."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.survey = self
        self.lost = 0

    def kind_of(self, action: Any) -> str:
        return "moves"

    def moved_by(self, action: Any) -> tuple[str, ...]:
        return self.names

    def position(self, state: Any) -> OneMove:
        return self

    def has_base(self, name: str) -> bool:
        return False

    def pending(self, state: Any) -> OneMove:
        return self

    side = "red"

    def strengths(self, state: Any) -> tuple[Strength, ...]:
        return (Strength("red", self.lost, 4), Strength("blue", 1, 4))


def reason(
    fights: tuple[WeighedFight, ...], before: dict[str, float], after: dict[str, float], *names: str, lost: int = 0
) -> str:
    rules: Any = OneMove(*names)
    rules.lost = lost
    return why_moved(rules, None, None, Worth(before), Worth(after), fights)


def test_the_odds_name_falling_back() -> None:
    told = odds_in_words(fight("R1", "B1", 0.1, 0.25, 0.0, 0.5, 1 / 3))
    assert told == "25% to destroy it against 0%, 50% to drive it back against 33%, 4 against 3 before the dice"
    assert "drive" not in odds_in_words(fight("R1", "B1", 0.1, 0.25, 0.0, 0.0, 0.0))


def test_every_fight_of_a_move_is_named() -> None:
    both = (fight("R1", "B1", 0.1, 0.25, 0.0, 0.5, 0.25), fight("R2", "B2", 0.0, 0.0, 0.5, 0.25, 0.25))
    said = reason(both, {"fight": 0.0}, {"fight": 0.1}, "R1", "R2")
    assert said.startswith("The group of R1, R2 attacks B1 with R1 (25% to destroy it against 0%")
    assert "B2 with R2 (0% to destroy it against 50%" in said and "poor" not in said
    many = tuple(fight(f"R{i}", f"B{i}", 0.1, 0.25, 0.125, 0.5, 0.25) for i in range(4))
    said = reason(many, {"fight": 0.0}, {"fight": 0.4}, *(f"R{i}" for i in range(4)))
    assert said.endswith("attacks 4 enemies: on average 1.0 of them destroyed against 0.5 of its own.")


def test_a_poor_fight_says_what_it_is_good_for() -> None:
    poor = (fight("R1", "B1", -0.2, 0.0, 1 / 3, 0.25, 0.25),)
    said = reason(poor, {"fight": 0.0, "exposed": -0.5}, {"fight": -0.2, "exposed": -0.1}, "R1")
    assert said.endswith("; a poor fight, taken to pin the enemy, so that it has no good charge.")
    said = reason(poor, {"fight": 0.0, "flank": -0.5}, {"fight": -0.2, "flank": -0.1}, "R1")
    assert said.endswith("; a poor fight, taken to close the door to a flank the enemy could reach.")
    said = reason(poor, {"fight": -0.5, "exposed": 0.0}, {"fight": -0.2, "exposed": 0.0}, "R1")
    assert said.endswith("; a poor fight, but better than to stand as it does.")
    said = reason(poor, {"fight": -0.5}, {"fight": -0.2}, "R1", lost=3)
    assert said.endswith("; a poor fight, but a last chance in a battle that is nearly lost.")
