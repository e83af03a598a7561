"""Upgrades of a list: how many of a line may or must be better troops, in an army and in an allied contingent."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from debellis.dbm.armies.lists import Line
from debellis.dbm.armies.sharing import Share
from debellis.table.value import Value
from debellis.umpire.questions import BadQuestion
from debellis.umpire.verdict import Verdict

_UP_TO, _ALL, _ALL_OR_NONE, _ANY, _AT_LEAST = "0-X", "All", "All/0", "Any", "X-All"
#: The clause that limits allies, for each form of an upgrade.
_CLAUSES = {
    _UP_TO: "IWF-25.1b",
    _ALL: "IWF-25.1c",
    _ALL_OR_NONE: "IWF-25.1d",
    _ANY: "IWF-25.1e",
    _AT_LEAST: "IWF-25.1f",
}
#: Forms that bind a contingent even if it upgrades nothing.
_BINDING = (_ALL, _ALL_OR_NONE, _AT_LEAST)
_NUMBER = r"(\d+(?:/[1-9]\d*)?)"


class Bounds(Value, frozen=True):
    """How many of the elements taken may be upgraded: from `least` to `most`, or either none or all."""

    way: str
    least: int
    most: int

    def allow(self, upgraded: int) -> bool:
        """Whether the given number may be upgraded."""
        if self.way == _ALL_OR_NONE:
            return upgraded in (0, self.most)
        return self.least <= upgraded <= self.most

    @property
    def words(self) -> str:
        """The allowed numbers in words."""
        if self.way == _ALL_OR_NONE:
            return f"none or all {self.most}"
        return f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"


def bounds_of(how: str, taken: int, highest: int, share: tuple[Fraction, Fraction] | None) -> Bounds:
    """What an upgrade allows for the elements taken from a line with a maximum of `highest`.

    `share` gives an allied contingent's fractions of minimum and maximum. It is None for a whole army.
    """
    if how in (_ALL, _ALL_OR_NONE, _ANY):
        return Bounds(how, taken if how == _ALL else 0, taken)
    most = re.fullmatch(rf"0-{_NUMBER}", how)
    if most is not None:
        number = _count(most[1], highest if share else taken)
        return Bounds(_UP_TO, 0, min(math.floor(number * share[1] if share else number), _floor(most[1], taken)))
    least = re.fullmatch(rf"{_NUMBER}-All", how)
    if least is None:
        raise BadQuestion(f"{how!r} is no upgrade; write 0-9, All, All/0, Any, 1/2-All or 4-All", "army")
    number = _count(least[1], taken)
    if share is not None and "/" not in least[1]:
        number *= share[0]
    return Bounds(_AT_LEAST, min(math.ceil(number), taken), taken)


def _count(text: str, whole: int) -> Fraction:
    """A number, or a fraction of a whole."""
    return Fraction(text) * whole if "/" in text else Fraction(text)


def _floor(text: str, taken: int) -> int:
    return math.floor(Fraction(text) * taken) if "/" in text else taken


def judge_upgrades(verdict: Verdict, line: Line, taken: Share, share: tuple[Fraction, Fraction] | None) -> None:
    """Report how the upgrades of a line were used."""
    count = taken.taken(line.key)
    for i, better in enumerate(line.better):
        upgraded = taken.upgraded(line.key, i)
        bounds = bounds_of(better.how, count, line.high, share)
        clause = _CLAUSES[bounds.way] if share is not None else "DBM-B31.1"
        says = f"{better.how} of {line.name} may be {better.what.notation}: of {count} that is {bounds.words}"
        if not bounds.allow(upgraded):
            verdict.refuse(f"{says}, not {upgraded}.", clause)
        elif upgraded or (count and bounds.way in _BINDING):
            verdict.cite(clause, f"{says}, and {upgraded} are.")
