"""Exact odds agree, fraction for fraction and base for base, with brute force over all dice through the battle."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import icepool
import pytest

from debellis.battle.chance import Chance, Needed
from debellis.dba.survey.falling import falls_of
from debellis.odds import NoCombat, before_combat, of_fight, of_order, steps
from debellis.odds.course import Course
from debellis.odds.order import Plan, enumerated
from debellis.odds.toll import toll
from debellis.odds.work import Work
from tests.odds import brute
from tests.odds.positions import Found, of_size, pick

#: Phases by their name, their number of combats, and which of the kept ones: fifty in all.
SINGLE = [(phase, 1, number) for phase in ("melee", "shooting") for number in range(12)]
DOUBLE = [("melee", 2, number) for number in range(8)] + [("shooting", 2, number) for number in range(7)]
LONGER = [("melee", 3, number) for number in range(3)] + [("shooting", 3, number) for number in range(2)]
LONGEST = [("melee", 4, 0), ("shooting", 4, 0), ("shooting", 4, 1)]
FIVE = [("melee", 5, 0), ("shooting", 5, 0), ("shooting", 5, 1)]
FIFTY = [*SINGLE, *DOUBLE, *LONGER, *LONGEST, *FIVE]

of_phases = partial(pytest.mark.parametrize, "which", ids=lambda which: "-".join(map(str, which)))


def test_they_are_fifty_different_positions() -> None:
    assert len({pick(*which).name for which in FIFTY}) == 50
    assert {pick(*which).state.position.edition for which in FIFTY} == {"dba22", "rrr"}


def _worked_out(found: Found) -> dict[Any, Fraction]:
    """The chance of every table that an order can end with."""
    ways, done = enumerated(Course(found.rules, Work(10**6)), Plan(found.state, found.order))
    assert done
    chances: dict[Any, Fraction] = {}
    for way in ways:
        label = brute.table(way.moment.state)
        chances[label] = chances.get(label, Fraction(0)) + way.chance
    return chances


@of_phases(FIFTY)
def test_agrees_with_every_die_of_the_battle(which: tuple[str, int, int]) -> None:
    """Raw dice, all 36 of every combat; only states equal to the last bit with all their history are looked up."""
    found = pick(*which)
    assert _worked_out(found) == brute.chances(found.rules, found.state, found.actions, brute.table, {})


@of_phases([DOUBLE[0], DOUBLE[-1]])
def test_agrees_with_every_die_when_nothing_is_looked_up(which: tuple[str, int, int]) -> None:
    found = pick(*which)
    assert _worked_out(found) == brute.chances(found.rules, found.state, found.actions, brute.table)


@of_phases([*SINGLE[::3], *DOUBLE[::3]])
def test_losses_agree_with_every_die(which: tuple[str, int, int]) -> None:
    found = pick(*which)
    odds = of_order(found.rules, found.state, found.order)
    start, survey = found.state, found.rules.survey

    def cost(state: Any) -> Any:
        return toll(survey, start, state)

    worked_out: dict[Any, Fraction] = {}
    for (label, _), chance in odds.chances.items():
        worked_out[label] = worked_out.get(label, Fraction(0)) + chance
    assert worked_out == brute.chances(found.rules, found.state, found.actions, cost, {})
    assert odds.exact and sum(estimate.value for estimate in odds.lost("red").values()) == 1


@of_phases(SINGLE)
def test_rolls_that_compare_alike_come_to_the_same(which: tuple[str, int, int]) -> None:
    """Each of the 36 rolls of a combat leads to the very state of the roll that is played for it."""
    found = pick(*which)
    odds = of_fight(found.rules, found.state, found.order[0])
    course = Course(found.rules, Work())
    roll = course.roll(course.moment(found.state), found.order[0])
    ends: dict[str, list[Any]] = {}
    for outcome in odds.outcomes:
        ends.setdefault(outcome.how, []).append(brute.table(outcome.state))
    for fall in falls_of(*odds.factors):
        assert fall.rolls == sum(
            1 for one, two in product(range(1, 7), repeat=2) if _how(odds.factors, one, two) == fall.how
        )
    for one, two in product(range(1, 7), repeat=2):
        reached = [brute.table(state) for state in _with(roll, (one, two))]
        assert reached == ends[_how(odds.factors, one, two)]


def _how(sums: tuple[int, int], one: int, two: int) -> str:
    mine, theirs = sums[0] + one, sums[1] + two
    if mine == theirs:
        return "equal"
    if mine > theirs:
        return "doubles" if mine >= 2 * theirs else "beats"
    return "doubled" if theirs >= 2 * mine else "beaten"


def _with(roll: Any, dice: tuple[int, ...]) -> list[Any]:
    try:
        return [roll.rules.apply(roll.state, roll.action, Chance(dice))[0]]
    except Needed:
        return [state for face in range(1, 7) for state in _with(roll, (*dice, face))]


@pytest.mark.parametrize(("mine", "theirs"), list(product(range(-2, 9), repeat=2)))
def test_comparisons_agree_with_icepool(mine: int, theirs: int) -> None:
    dice = icepool.map(lambda one, two: _how((mine, theirs), one, two), icepool.d6, icepool.d6)
    assert {fall.how: Fraction(fall.rolls, 36) for fall in falls_of(mine, theirs)} == {
        how: dice.probability(how) for how in dice
    }


def test_an_order_goes_on_from_shooting_into_close_combat() -> None:
    found = next(shots for shots in of_size("shooting", 1) if _fights_after(shots))
    bound = Found(found.name, found.rules, found.state, (*found.order, *_fights_after(found)[:1]))
    assert _worked_out(bound) == brute.chances(bound.rules, bound.state, bound.actions, brute.table, {})
    assert len(_worked_out(bound)) > len(_worked_out(found))


def _fights_after(found: Found) -> tuple[Any, ...]:
    try:
        return steps(found.rules, before_combat(found.rules, found.state, shooting=False))
    except NoCombat:
        return ()
