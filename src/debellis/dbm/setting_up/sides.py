"""Who invades and who defends, and what must be declared before the dice are thrown for it."""

from __future__ import annotations

from debellis.dbm.setting_up.features import CODE
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.umpire.questions import NUMBER, Question, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_NONE: tuple[tuple[str, ...], ...] = ((), ())


def invader(
    position: Position,
    *,
    rolls: tuple[int, int],
    aggression: tuple[float, float],
    alternatives: tuple[tuple[str, ...], ...] = _NONE,
    declared: tuple[tuple[str, ...], ...] = _NONE,
) -> Ruling:
    """Who invades: the higher of die and aggression. Alternative compulsory terrain is declared before."""
    verdict = Verdict()
    for choices, named in zip(alternatives, declared, strict=True):
        if choices and (len(named) != 1 or named[0] not in choices):
            says = f"One of {' or '.join(choices)} must be declared as compulsory before any dice are thrown."
            verdict.refuse(says, "IWF-25.5")
    if not verdict.legal:
        return verdict.decide("invader", totals=[], invader=None, reroll=False)
    totals = [roll + factor for roll, factor in zip(rolls, aggression, strict=True)]
    if totals[0] == totals[1]:
        verdict.cite("DBM-B9.2", f"Both have {totals[0]:g}: they throw again.")
        return verdict.decide("invader", totals=totals, invader=None, reroll=True)
    higher = 0 if totals[0] > totals[1] else 1
    verdict.cite("DBM-B9.2", f"{totals[higher]:g} is more than {totals[1 - higher]:g}: that side invades.")
    return verdict.decide("invader", totals=totals, invader=higher, defender=1 - higher, reroll=False)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "invader",
        "who invades, by the dice and the aggression of the lists",
        {
            "rolls": list_of(DIE, 2),
            "aggression": list_of(NUMBER, 2),
            "alternatives": list_of(list_of(CODE), 2).or_none(),
            "declared": list_of(list_of(CODE), 2).or_none(),
        },
        invader,
    ),
)
