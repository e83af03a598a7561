"""Two dice against each other: how often each comparison of totals comes up."""

from __future__ import annotations

from functools import cache

from debellis.table.value import Value

DICE = 36


class Comparisons(Value, frozen=True):
    """How many of the 36 rolls end each way, seen from the first side."""

    equal: int
    beats: int
    doubles: int
    beaten: int
    doubled: int


@cache
def comparisons(mine: int, theirs: int) -> Comparisons:
    """The 36 rolls of one die each, for the sums of factors before the dice."""
    equal = beats = doubles = beaten = doubled = 0
    for my_die in range(1, 7):
        for their_die in range(1, 7):
            me = mine + my_die
            they = theirs + their_die
            if me == they:
                equal += 1
            elif me > they:
                if me >= 2 * they:
                    doubles += 1
                else:
                    beats += 1
            elif they >= 2 * me:
                doubled += 1
            else:
                beaten += 1
    return Comparisons(equal, beats, doubles, beaten, doubled)
