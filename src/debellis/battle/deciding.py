"""Selects the few clauses that decided an event from all that were cited for it."""

from __future__ import annotations

from debellis.battle.rules import Event
from debellis.umpire.ruling import Ruling

#: The largest number of clauses named with an event.
FEW = 4
#: The first line of a factor sheet is the basic factor, which every combat has.
_BASIC = 1


def deciding(event: Event) -> tuple[str, ...]:
    """The clauses that decided an event, at most FEW of them; `event.clauses` has all.

    For a combat these are the clauses whose sentences name both sides, which settle the outcome, and those of the
    factors other than the basic ones. For any other event they are the first clauses cited.
    """
    found = () if event.ruling is None else _of_combat(event.ruling, event.bases)
    return (found or event.clauses)[:FEW]


def _of_combat(ruling: Ruling, bases: tuple[str, ...]) -> tuple[str, ...]:
    outcome = [reason.clause for reason in ruling.because if _names(reason.says, bases)]
    on_top = [
        line.clauses[0] for sheet in ruling.sheets for line in sheet.lines[_BASIC:] if line.value and line.clauses
    ]
    return tuple(dict.fromkeys((*outcome, *on_top)))


def _names(says: str, bases: tuple[str, ...]) -> bool:
    """Whether a sentence names at least two bases, and all of those given."""
    words = says.replace(",", " ").replace(":", " ").split()
    return len(bases) > 1 and all(base in words for base in bases)
