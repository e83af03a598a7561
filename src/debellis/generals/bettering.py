"""Makes a course better, change by change, where rehearsals with the same dice show a clear gain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from debellis.generals.budget import Budget
from debellis.generals.varying import Change, Course

#: A change is rehearsed this often before it is made, and dropped as soon as its average gain is below the least.
TIMES: Final = 4
#: The gain that a change needs, in elements, and how much more for each move that it leaves out: what a move is good
#: for may come after the end of a rehearsal. The average gain must exceed that by so many standard errors. With a least
#: gain of 0.3 changes did no good over 24 battles.
LEAST: Final = 1.0
UNMADE: Final = 0.2
_ERRORS: Final = 2.0
#: The cost of a rehearsal, in positions evaluated.
WORK: Final = 20

#: The value of a course with the dice of a seed.
Rehearsal = Callable[[Course, int], float]


class Known:
    """A course, and its value with the dice of each seed, found when it is needed."""

    def __init__(self, course: Course, rehearsal: Rehearsal, seeds: list[int], budget: Budget) -> None:
        self.course = course
        self.rehearsal = rehearsal
        self.seeds = seeds
        self.budget = budget
        self.values: list[float] = []

    def value(self, number: int) -> float:
        """The value in the rehearsal of that number."""
        while len(self.values) <= number:
            self.values.append(self.rehearsal(self.course, self.seeds[len(self.values)]))
            self.budget.count(WORK)
        return self.values[number]


def bettered(
    usual: Course,
    changes: Iterator[Change],
    changed: Callable[[Change, Course], Course],
    rehearsal: Rehearsal,
    dice: Random,
    budget: Budget,
) -> Course:
    """The usual course with the changes that are clearly for the better, as far as there is time to rehearse them."""
    seeds = [dice.getrandbits(32) for _ in range(TIMES)]
    best = Known(usual, rehearsal, seeds, budget)
    ends = [usual.end]
    for change in changes:
        if budget.spent:
            break
        course = changed(change, best.course)
        if course.end in ends:
            continue
        ends.append(course.end)
        other = Known(course, rehearsal, seeds, budget)
        if is_better(other, best):
            best = other
    return best.course


def is_better(other: Known, best: Known) -> bool:
    """Whether a course is clearly better than the best so far; with time for some of the rehearsals only, it is not."""
    least = LEAST + UNMADE * max(0, len(best.course.moves) - len(other.course.moves))
    gains: list[float] = []
    for number in range(TIMES):
        if other.budget.spent:
            return False
        gains.append(other.value(number) - best.value(number))
        if sum(gains) / len(gains) < least:
            return False
    mean = sum(gains) / len(gains)
    spread = math.sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (len(gains) - 1) / len(gains))
    return mean > least + _ERRORS * spread
