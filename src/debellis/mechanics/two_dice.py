"""Ordinary dice: one die as the argument of a question, and two dice compared by their totals."""

from __future__ import annotations

from functools import cache
from typing import Final

from debellis.table.value import Value
from debellis.umpire.questions import die

_SIDES: Final = 6
#: The numbers an ordinary die shows.
FACES: Final = range(1, _SIDES + 1)
#: The number of possible throws of two dice.
THROWS: Final = _SIDES * _SIDES
#: The number shown by an ordinary die, as an argument.
DIE: Final = die(_SIDES)


class Comparisons(Value, frozen=True):
    """How many of the 36 throws end each way, seen from the first side."""

    equal: int
    beats: int
    doubles: int
    beaten: int
    doubled: int


@cache
def comparisons(mine: int, theirs: int) -> Comparisons:
    """The 36 throws of one die each, for the sums of factors before the dice."""
    equal = beats = doubles = beaten = doubled = 0
    for my_die in FACES:
        for their_die in FACES:
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
