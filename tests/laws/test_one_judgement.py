"""A battle and `ask` never differ: in random battles of every edition, questions answer as decisions were judged."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from debellis.battle.asked import Decided
from debellis.battle.playable import playable
from debellis.umpire.editions import description
from tests.judgement import asked_of
from tests.laws.battles import SHOOTING, course, game_of

#: Ideas judged beside each decision, legal or not.
BESIDE = 3
#: The most decisions of a battle that are looked at.
MOST = {"dba": 400, "dbm": 60, "meg": 75}
#: Questions that the battles of a family come to at least.
SEEN = {
    "dba": {"may_move", "combat"},
    "dbm": {"may_move", "pips", "shooting", "combat", "recoil"},
    "meg": {"may_charge", "may_respond", "may_shoot", "may_roll", "combat", "may_move"},
}


def compared(edition: str, number: int, most: int) -> tuple[Counter[str], list[str]]:
    """A battle of eager generals: how often each question was asked, and every difference."""
    game, random = game_of(edition), Random(number)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for one in course(edition, number, most):
        taken = Decided(one.state, one.action, game.check(one.state, one.action), one.after, one.numbers, one.events)
        beside = islice(game.ideas(one.state, random.shuffle), BESIDE)
        for decided in (taken, *(Decided(one.state, idea, game.check(one.state, idea)) for idea in beside)):
            for asked, different in asked_of(game, decided):
                seen[asked.question] += 1
                wrong += [f"{decided.action}: {asked.arguments}: {says}" for says in different]
    return seen, wrong


@pytest.mark.parametrize("edition", playable())
def test_ask_answers_as_the_battle_judged(edition: str) -> None:
    family = description(edition).family or ""
    numbers = (1, 2, 3, SHOOTING) if family == "meg" else (1, 2, 3)
    battles = [compared(edition, number, MOST[family]) for number in numbers]
    wrong = [one for _, found in battles for one in found]
    assert not wrong, "\n".join(wrong[:5])
    assert SEEN[family] <= {question for seen, _ in battles for question in seen}
