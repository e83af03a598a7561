"""Orders of combats: what is skipped, what is merged, which is best, and how the work is limited."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import icepool
import msgspec
import pytest

from debellis.battle.rules import Opening, Refused
from debellis.battle.survey import Survey
from debellis.dba.playing.actions import Fight
from debellis.odds import (
    NoCombat,
    Spent,
    Worth,
    before_combat,
    best_order,
    of_fight,
    of_order,
    order_to_fight,
    report,
    steps,
)
from debellis.odds.course import Course
from debellis.odds.order import Plan, enumerated
from debellis.odds.toll import WORTH
from debellis.odds.work import Work
from debellis.table import writing
from debellis.table.value import replace
from tests.odds import brute
from tests.odds.lines import line, picked_shooter
from tests.odds.positions import pick

TWO = (("3Kn", "4Sp"), ("4Bd", "4Wb"))
THREE = (("3Kn", "4Sp"), ("4Bd", "4Wb"), ("4Ax", "2Ps"))


def _worth_by_brute_force(rules: Any, state: Any, order: tuple[Any, ...]) -> Fraction:
    def worth(end: Any) -> Fraction:
        return WORTH(rules.survey, state, end, "red")

    return sum((chance * value for value, chance in brute.chances(rules, state, order, worth, {}).items()), Fraction(0))


def test_order_matters_in_a_line_and_the_best_is_found() -> None:
    rules, state = line(TWO)
    fights = tuple(step[0] for step in steps(rules, state))
    values = {order: _worth_by_brute_force(rules, state, order) for order in permutations(fights)}
    assert len(set(values.values())) == 2
    advice = best_order(rules, state)
    assert advice.every_order and advice.odds.exact
    assert values[tuple(step[0] for step in advice.order)] == max(values.values()) == advice.odds.worth.value
    assert advice.worst == min(values.values())
    assert advice.first == {(order[0],): value for order, value in values.items()}


def test_choosing_anew_is_worth_what_every_die_says() -> None:
    rules, state = line(THREE)
    known: dict[bytes, Fraction] = {}
    assert best_order(rules, state).reconsidered == _chosen_anew(rules, state, state, known)


def _chosen_anew(rules: Any, start: Any, state: Any, known: dict[bytes, Fraction]) -> Fraction:
    key = writing.encode(state, order="deterministic")
    if key not in known:
        fights = [idea for idea in rules.ideas(state) if rules.allows(state, idea)] if state.phase == "melee" else []
        known[key] = (
            WORTH(rules.survey, start, state, "red")
            if not fights
            else max(
                sum(
                    (c * _chosen_anew(rules, start, end, known) for c, end in brute.taken(rules, state, fight)),
                    Fraction(0),
                )
                for fight in fights
            )
        )
    return known[key]


def test_no_order_is_worth_more_than_the_best() -> None:
    rules, state = line(THREE)
    advice = best_order(rules, state)
    values = [of_order(rules, state, order).worth.value for order in permutations(steps(rules, state))]
    assert (max(values), min(values)) == (advice.odds.worth.value, advice.worst)
    assert advice.reconsidered is not None and advice.reconsidered >= max(values) > min(values)


def test_combats_far_apart_are_independent_as_icepool_says() -> None:
    rules, state = line(TWO, gap=200.0)
    values = {of_order(rules, state, order).worth.value for order in permutations(steps(rules, state))}
    assert len(values) == 1
    deaths: list[Any] = []
    for step in steps(rules, state):
        chance = sum(o.chance for o in of_fight(rules, state, step).outcomes if "blue" in o.lost)
        deaths.append(icepool.coin(chance))
    together = sum(deaths[1:], deaths[0])
    lost = of_order(rules, state, steps(rules, state)).lost("blue")
    assert {number: estimate.value for number, estimate in lost.items()} == {
        number: together.probability(number) for number in together
    }


def test_results_that_come_to_the_same_are_one() -> None:
    rules, state = line(TWO, gap=200.0)
    course = Course(rules, Work(10**6))
    one, two = steps(rules, state)
    ends = [enumerated(course, Plan(state, order))[0] for order in ((one, two), (two, one))]
    assert {way.moment.key for way in ends[0]} == {way.moment.key for way in ends[1]}


def test_a_fight_that_is_over_is_passed_and_one_that_is_parted_waits() -> None:
    rules, state = line(TWO)
    one, two = (step[0] for step in steps(rules, state))
    assert of_order(rules, state, (one, one, two)).chances == of_order(rules, state, (one, two)).chances
    nowhere = Fight("R1", "B2")
    assert of_order(rules, state, (nowhere, one)).chances == of_order(rules, state, (one,)).chances
    with pytest.raises(Refused):
        of_fight(rules, state, nowhere)


def test_the_rest_of_a_phase_is_for_the_policy() -> None:
    rules, state = line(TWO)
    one, two = (step[0] for step in steps(rules, state))
    asked: list[str] = []

    def policy(rules: Any, state: Any) -> Any:
        asked.append(state.phase)
        return two

    assert (
        of_order(rules, state, (one,), rest=True, policy=policy).chances == of_order(rules, state, (one, two)).chances
    )
    assert set(asked) == {"melee"}
    assert of_order(rules, state, (one,)).chances != of_order(rules, state, (one, two)).chances


def test_who_picks_the_target_is_a_parameter() -> None:
    found = pick("shooting", 2, 0)
    asked: list[Any] = []

    def last_idea(rules: Any, state: Any) -> Any:
        asked.append(state.picked)
        return [idea for idea in rules.ideas(state) if rules.allows(state, idea)][-1]

    step = found.order[0]
    of_fight(found.rules, found.state, step, policy=last_idea)
    assert asked == [step[0].shooter]


def test_the_measure_is_a_parameter() -> None:
    rules, state = line(TWO)

    def only_own(survey: Survey, before: Any, after: Any, side: str) -> Fraction:
        return Fraction(len(survey.field(after, side).mine))

    order = steps(rules, state)
    odds = of_order(rules, state, order, measure=only_own)
    assert odds.worth.value == 2 - odds.expected("red").value


def test_what_losses_weigh() -> None:
    plain = Worth()
    rules, state = line((("4Bd", "4Bd"), ("4Bd general", "4Bd")), lost={"red": ("4Bd", "4Bd"), "blue": ()})
    start = state.position

    def after(*gone: str) -> Fraction:
        lost = dict(start.lost)
        for name in gone:
            base = start.base(name)
            lost[base.side] = (*lost[base.side], "4Bd general" if base.general else "4Bd")
        left = replace(start.without(*gone), lost=lost)
        return plain(rules.survey, state, replace(state, position=left), "red")

    assert after("B1") == 1
    assert after("B1", "B2") == 1 + Fraction(4, 3)
    assert after("R1") == -(1 + Fraction(2, 3))
    assert after("R2") == -(1 + Fraction(2, 3)) - 3 - 8
    assert after("R2", "B1", "B2") == after("B1", "B2") - (1 + Fraction(2, 3)) - 3 - 8


def test_work_is_limited_and_can_be_interrupted() -> None:
    rules, state = line(THREE)
    order = steps(rules, state)
    exact = of_order(rules, state, order)
    some = of_order(rules, state, order, work=20, samples=50)
    assert exact.exact and not some.exact and some.samples == 50
    by_pairs = best_order(rules, state, work=200, samples=50)
    assert not by_pairs.every_order and sorted(map(str, by_pairs.order)) == sorted(map(str, order))
    with pytest.raises(Spent):
        of_order(rules, state, order, enough=lambda: True)
    asked = iter([False] * 60 + [True] * 10**6)
    stopped = of_order(rules, state, order, work=20, samples=10**6, enough=lambda: next(asked))
    assert 0 < stopped.samples < 10**6


def test_the_order_alone_takes_less_work() -> None:
    rules, state = line(THREE)
    assert order_to_fight(rules, state) == best_order(rules, state).order
    assert order_to_fight(rules, state, work=200) == best_order(rules, state, work=200, samples=2).order
    assert set(order_to_fight(rules, state, work=0)) == set(steps(rules, state))
    assert set(order_to_fight(rules, state, enough=lambda: True)) == set(steps(rules, state))
    alone = line(THREE[:1])
    assert order_to_fight(*alone, work=0) == steps(*alone)


def test_pairs_find_the_best_order_of_a_line() -> None:
    rules, state = line(THREE)
    best = best_order(rules, state)
    by_pairs = best_order(rules, state, work=200, samples=50)
    value = of_order(rules, state, by_pairs.order).worth.value
    assert best.worst is not None and value > best.worst


def test_moves_end_before_combat_and_somebody_must_fight() -> None:
    rules, state = line(TWO)
    moving = rules.from_position(state.position, Opening("moves", 0))
    assert before_combat(rules, moving).melees == state.melees
    with pytest.raises(NoCombat, match="time to roll for PIPs"):
        before_combat(rules, rules.from_position(state.position, Opening("pips", 0)))
    alone = state.position.without("R1", "R2")
    with pytest.raises(NoCombat, match=r"nobody shoots or fights now$"):
        before_combat(rules, rules.from_position(alone, Opening("moves", 0)))


def test_a_report_says_it_in_plain_values() -> None:
    rules, state = line(TWO)
    found = report(rules, state)
    again = msgspec.json.decode(writing.encode(found))
    assert again["losses"]["red"]["expected"]["fraction"] == str(best_order(rules, state).odds.expected("red").value)
    assert [sum(Fraction(o["chance"]["fraction"]) for o in combat["outcomes"]) for combat in again["combats"]] == [1, 1]
    assert sorted(again["order"]) == [0, 1] and again["reconsidered"] == max(again["first"])


def test_the_shot_of_a_picked_shooter_is_one_of_its_targets() -> None:
    rules, state = picked_shooter()
    choices = steps(rules, state)
    advice = best_order(rules, state)
    values = {step: of_order(rules, state, (step,), rest=True).worth.value for step in choices}
    assert len(choices) > 1 and len(set(values.values())) > 1
    assert advice.order == (max(values, key=values.__getitem__),)
    assert advice.first == values and advice.worst == min(values.values())


def test_who_does_not_decide_gets_the_worst_for_himself() -> None:
    rules, state = line(TWO)
    mine, theirs = (best_order(rules, state, side=side) for side in ("red", "blue"))
    assert theirs.order == mine.order and theirs.odds.worth.value == -mine.odds.worth.value
    assert theirs.reconsidered == -mine.reconsidered
