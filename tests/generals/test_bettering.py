"""How a legate of several commands departs from what a centurion would do: only for a clear gain in rehearsals."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.battle import rolled
from debellis.battle.chance import Throw
from debellis.battle.game import Game
from debellis.battle.playable import rules_of
from debellis.battle.survey import ALLOTMENT, ENDS, MOVES
from debellis.dbm.playing.actions import EndMoves, MoveElements
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.state import State
from debellis.generals.bettering import LEAST, TIMES, UNMADE, WORK, Known, bettered, is_better
from debellis.generals.budget import Budget
from debellis.generals.centurion import Centurion
from debellis.generals.character import character_of
from debellis.generals.legate import Legate
from debellis.generals.rehearsing import DiceByName
from debellis.generals.varying import Change, Course, changes, course_of, may_end, replayed
from debellis.table.value import replace
from tests.dbm.small import base, battle

STEADY = character_of("steady")


def lines(gap: float = 120.0) -> tuple[Game, State]:
    """Two lines of three so far apart, of two commands each; the generals are in them."""
    red = [base(f"r{i}", "Reg Bd (O)", (400.0 + 40.0 * i, 400.0, 0.0), command="RA") for i in range(3)]
    more = [base(f"q{i}", "Reg Kn (O)", (900.0 + 40.0 * i, 400.0, 0.0), command="RB") for i in range(3)]
    blue = [base(f"b{i}", "Reg Sp (O)", (400.0 + 40.0 * i, 400.0 + gap, 180.0), command="BA") for i in range(3)]
    foes = [base(f"c{i}", "Irr Ps (O)", (900.0 + 40.0 * i, 400.0 + gap, 180.0), command="BB") for i in range(3)]
    return battle(*red, *more, *blue, *foes)


def named(number: int) -> Course:
    """A course that is told apart by the number at its end."""
    return Course((), number)


def bettered_by(values: dict[int, list[float]], work: int = 10_000) -> tuple[Course, int]:
    """The best of courses with these values in each rehearsal, 0 being the usual; and how many were rehearsed."""
    had: list[tuple[int, int]] = []
    seeds: list[int] = []

    def rehearsal(course: Course, seed: int) -> float:
        if seed not in seeds:
            seeds.append(seed)
        had.append((course.end, seed))
        return values[course.end][seeds.index(seed)]

    def changed(change: Change, course: Course) -> Course:
        return named(change.first[0])

    ways = iter([Change((), (number,)) for number in values if number])
    found = bettered(named(0), ways, changed, rehearsal, Random(1), Budget(0.0, work))
    return found, len(had)


def test_a_clear_gain_in_every_rehearsal_is_taken() -> None:
    usual = [1.0, 5.0, 3.0, 4.0]
    clear = [value + LEAST + 0.2 for value in usual]
    found, times = bettered_by({0: usual, 1: clear, 2: [value + 0.1 for value in clear]})
    assert found.end == 1
    assert times == 2 * TIMES + 1


def test_a_gain_that_is_small_or_may_be_luck_is_not() -> None:
    usual = [1.0, 5.0, 3.0, 4.0]
    assert bettered_by({0: usual, 1: [value + LEAST / 2 for value in usual]})[0].end == 0
    assert bettered_by({0: [1.0] * TIMES, 1: [9.0, 1.0, 1.2, 1.1]})[0].end == 0


def test_a_move_is_left_out_only_for_a_greater_gain() -> None:
    budget = Budget(0.0, 10_000)
    usual = Known(Course(((1, "a"), (2, "b")), 3), lambda course, seed: 0.0, [5, 6, 7, 8], budget)

    def found(moves: int, gain: float) -> bool:
        course = Course(tuple((i, "a") for i in range(moves)), 4)
        return is_better(Known(course, lambda course, seed: gain, [5, 6, 7, 8], budget), usual)

    assert found(2, LEAST + 0.5 * UNMADE) and not found(1, LEAST + 0.5 * UNMADE)
    assert found(1, LEAST + 1.5 * UNMADE) and not found(0, LEAST + 1.5 * UNMADE)


def test_without_time_to_rehearse_it_stays_as_it_was() -> None:
    values = {0: [0.0] * TIMES, 1: [9.0] * TIMES}
    for work in (0, 2 * WORK, 2 * (TIMES - 1) * WORK):
        assert bettered_by(values, work)[0].end == 0
    assert bettered_by(values, 2 * TIMES * WORK)[0].end == 1


def test_each_rehearsal_of_a_course_is_made_once() -> None:
    calls: list[int] = []

    def rehearsal(course: Course, seed: int) -> float:
        calls.append(seed)
        return (LEAST + 1.0) * course.end

    budget = Budget(0.0, 1000)
    best = Known(named(0), rehearsal, [5, 6, 7, 8], budget)
    assert is_better(Known(named(1), rehearsal, [5, 6, 7, 8], budget), best)
    assert not is_better(Known(named(-1), rehearsal, [5, 6, 7, 8], budget), best)
    assert sorted(calls) == [5, 5, 5, 6, 6, 7, 7, 8, 8]


def test_the_dice_of_a_fight_are_the_same_in_any_order() -> None:
    one, two = DiceByName(4), DiceByName(4)
    throws = [Throw(6, "a fights b"), Throw(6, "b fights a"), Throw(6, "a fights b"), Throw(6, "c fights d")]
    first = [one(throw) for throw in throws]
    assert [two(throw) for throw in (throws[3], throws[0], throws[2], throws[1])] == [first[i] for i in (3, 0, 2, 1)]
    many = {DiceByName(seed)(throws[0]) for seed in range(60)}
    assert many == {1, 2, 3, 4, 5, 6}


def test_a_course_without_a_change_is_a_centurions() -> None:
    game, state = lines()
    usual = course_of(game, "red", STEADY, 3, Course((), state))
    general = Centurion(3, STEADY)
    here = state
    assert usual.moves
    for before, action in usual.moves:
        assert before == here and general.next_move(game, here, "red").action == action
        here = rolled(game, here, action, lambda throw: 3)[0]
    assert here == usual.end
    assert game.survey.kind_of(general.next_move(game, here, "red").action) == ENDS
    assert replayed(game, state, list(usual.actions)) == usual


def test_changes_leave_out_moves_and_whole_commands_and_begin_otherwise() -> None:
    game, state = lines()
    usual = course_of(game, "red", STEADY, 3, Course((), state))
    found = list(changes(game, state, "red", STEADY, STEADY, 3, usual))
    assert [one.without for one in found if one.without and not one.first and len(one.without) == 1] == [
        (action,) for action in reversed(usual.actions)
    ]
    begun = [one for one in found if one.first]
    assert begun
    for one in begun:
        course = one.made_to(game, state, usual)
        assert course.actions[0] == one.first[0] and one.first[0] not in usual.actions
        assert not {name for name in one.first[0].elements} & {
            name for action in course.actions[1:] for name in action.elements
        }


class MustMove(Game):
    """A battle in which the moves may not end before somebody of RB has moved, as when a flank march must come on."""

    def allows(self, state: Any, action: Any) -> bool:
        moved = any(name.startswith("q") for name in state.bound.acts)
        return super().allows(state, action) and (moved or not isinstance(action, EndMoves))

    def ideas(self, state: Any, shuffle: Any = None) -> Any:
        return [
            idea for idea in super().ideas(state, shuffle) if self.survey.about(idea)[0] in (None, "q0", "q1", "q2")
        ]


def test_what_must_be_done_is_done_and_not_left_out() -> None:
    state = lines(500.0)[1]
    game = MustMove("dbm31", FAMILY)
    usual = course_of(game, "red", replace(STEADY, advance=0.0, face=0.0, exposed=1.0), 3, Course((), state))
    assert usual.moves and may_end(game, usual) and not may_end(game, Course((), state))
    assert Change(usual.actions).made_to(game, state, usual) is usual


def test_a_legate_without_time_moves_as_a_centurion_and_ends_when_he_does() -> None:
    game, state = lines()
    legate, centurion = Legate(3, STEADY, work=0), Centurion(3, STEADY)
    for _ in range(12):
        found = legate.decide(game, state)
        assert found.action == centurion.decide(game, state).action
        if game.survey.kind_of(found.action) == ENDS:
            return
        assert isinstance(found.action, MoveElements) and found.reason
        state = rolled(game, state, found.action, lambda throw: 3)[0]
    raise AssertionError("he does not end his moves")


def test_a_legate_without_time_sets_up_and_does_the_rest_as_a_centurion() -> None:
    """From the first die of a battle to the end of the first bound of each side."""
    game = rules_of("dbm31")
    state = game.start({"red": "early_imperial_roman", "blue": "new_kingdom_egyptian", "variety": 4, "limit": 1})
    dice = Random(4)
    moments: set[str] = set()
    while game.result(state) is None:
        found = Legate(3, STEADY, work=0).decide(game, state).action
        assert found == Centurion(3, STEADY).decide(game, state).action
        moments.add(game.survey.moment(state))
        state = rolled(game, state, found, lambda throw: dice.randint(1, throw.sides))[0]
    assert moments >= {ALLOTMENT, MOVES}
