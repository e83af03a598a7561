"""The rolls of a combat, grouped by their result. Only the comparison of the two totals matters."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from debellis.battle.pieces import Fall
from debellis.dba.fighting.outcome import compare
from debellis.mechanics.two_dice import FACES
from debellis.umpire.ruling import Ruling

#: How the first of two totals compares with the second.
EQUAL: Final = "equal"
BEATS: Final = "beats"
DOUBLES: Final = "doubles"
BEATEN: Final = "beaten"
DOUBLED: Final = "doubled"


def falls(ruling: Ruling) -> tuple[Fall, ...] | None:
    """The rolls of the combat a ruling settled; None if it settled none."""
    answer = ruling.answer
    if not isinstance(answer, dict) or "totals" not in answer:
        return None
    mine, theirs = (total - die for total, die in zip(answer["totals"], answer["dice"], strict=True))
    return falls_of(mine, theirs)


@cache
def falls_of(mine: int, theirs: int) -> tuple[Fall, ...]:
    """All rolls of two dice for two sums of factors, by how the totals compare."""
    found: dict[str, list[tuple[int, int]]] = {}
    for one, two in product(FACES, repeat=2):
        found.setdefault(comparison(mine + one, theirs + two), []).append((one, two))
    return tuple([Fall(how, len(rolls), rolls[0]) for how, rolls in found.items()])


def comparison(mine: int, theirs: int) -> str:
    """How my total compares with theirs: equal, beats, doubles, beaten or doubled."""
    how = compare(mine, theirs)
    if how == EQUAL:
        return EQUAL
    won, lost = (DOUBLES, DOUBLED) if how == "doubled" else (BEATS, BEATEN)
    return won if mine > theirs else lost
