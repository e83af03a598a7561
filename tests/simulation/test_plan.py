"""Which battle a number stands for, and what is swapped."""

from __future__ import annotations

from collections import Counter

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.dba.survey.fielding import fielded
from debellis.generals.character import character_of
from debellis.simulation.fighting import fight, fight_with_log, set_up
from debellis.simulation.ladder import ladder_plan
from debellis.simulation.plan import BadPlan, Meeting, Plan, check_plan, fixture, round_robin
from tests.simulation.plans import ARMIES, small


def test_the_second_of_a_pair_has_the_same_dice_with_sides_swapped() -> None:
    one, two = (fixture(small(), number) for number in (1, 2))
    assert (one.dice, one.variety) == (two.dice, two.variety)
    assert one.places == two.places[::-1]


def test_the_next_pair_has_other_dice_and_generals_crossed_over() -> None:
    one, three = (fixture(small(), number) for number in (1, 3))
    assert one.dice != three.dice
    assert [who.army for who in one.places] == [who.army for who in three.places]
    assert [who.general for who in one.places] == [who.general for who in three.places][::-1]


def test_in_a_round_of_four_everybody_has_everything_once() -> None:
    plan = small(8)
    for first in (1, 5):
        met = Counter(
            (side, who.army, who.general)
            for number in range(first, first + 4)
            for side, who in zip(("red", "blue"), fixture(plan, number).places, strict=True)
        )
        assert len(met) == 8
        assert set(met.values()) == {1}


def test_two_of_the_same_never_play_the_same_battle_twice() -> None:
    plan = Plan("dba22", (Meeting(("random", "random"), ("II/33", "II/33")),), 8)
    assert len({fixture(plan, number).dice for number in plan.numbers}) == 8


def test_both_battles_of_a_pair_field_the_same_elements() -> None:
    for pair in range(3):
        one, two = (fight(small(limit=1), 2 * pair + i) for i in (1, 2))
        assert (one.red.fielded, one.blue.fielded) == (two.blue.fielded, two.red.fielded)


def test_generals_who_know_how_choose_their_options_in_every_battle() -> None:
    """Sassanids take the elephant against Gauls under a centurion, on either side; a recruit takes what comes."""
    plan = Plan("dba22", (Meeting(("centurion", "recruit"), ("II/69", "II/11")),), 8, limit=1)
    chosen = set(fielded("dba22", "II/69", "II/11", character_of("steady").weights).elements)
    taken: dict[str, set[tuple[str, ...]]] = {"centurion": set(), "recruit": set()}
    for number in plan.numbers:
        what = fixture(plan, number)
        setup = set_up(plan, what)
        for side, who in zip(("red", "blue"), what.places, strict=True):
            if who.army == "II/69":
                taken[who.general].add(tuple(setup[side]["elements"]))
    assert [set(elements) for elements in taken["centurion"]] == [chosen]
    assert len(taken["recruit"]) > 1


def test_another_seed_is_another_simulation() -> None:
    dice = {fixture(small(seed=seed), 1).dice for seed in range(4)}
    assert len(dice) == 4


def test_more_battles_leave_the_first_as_they_are() -> None:
    few, many = (
        Plan("dba22", round_robin("dba22", ("II/33", "II/32", "I/6c"), ("random", "eager")), n) for n in (2, 50)
    )
    assert [fixture(few, n) for n in few.numbers] == [fixture(many, n) for n in few.numbers]


def test_generals_on_the_ladder_have_the_same_armies_in_every_meeting() -> None:
    plan = ladder_plan("rrr", ("random", "eager", "recruit"), 8, 0, 4)
    drawn = [
        {tuple(sorted(who.army for who in fixture(plan, number).places)) for number in plan.numbers if number % 3 == at}
        for at in range(3)
    ]
    assert drawn[0] == drawn[1] == drawn[2]
    assert len(drawn[0]) == 2


@pytest.mark.parametrize(
    "meeting", [Meeting(("random", "nobody"), ARMIES), Meeting(("random", "eager"), ("II/33", "X"))]
)
def test_a_plan_with_unknown_names_is_refused(meeting: Meeting) -> None:
    with pytest.raises(BadPlan, match="there is no"):
        check_plan(Plan("dba22", (meeting,), 2))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_log_is_of_the_very_battle_and_proves_itself(number: int) -> None:
    plan = small(limit=3)
    outcome, log = fight_with_log(plan, number)
    assert outcome == fight(plan, number)
    done = replay(log, rules_of("dba22"))
    assert done.closing is not None
    assert (done.closing.winner, done.closing.why) == (outcome.winner, outcome.why)
    assert len(done.moments) - 1 == outcome.decisions
