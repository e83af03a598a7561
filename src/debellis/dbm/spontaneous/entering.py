"""Entering the table by a spontaneous advance: forward if it gets wholly on, else sideways."""

from __future__ import annotations

from debellis.dbm.going import DIFFICULT, GOOD, ROUGH
from debellis.dbm.measures import in_paces
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.spontaneous.impetuous import is_impetuous
from debellis.dbm.troops import read_troops, troop
from debellis.geometry.plane import COINCIDE
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, TEXT, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

FORWARD, SIDEWAYS, NOT_AT_ALL = "forward", "sideways", "not"
#: A second move follows where no known enemy is near.
_MOVES = {False: 1, True: 2}


def spontaneous_entry(position: Position, *, troops: str, double: bool = False, going: str = GOOD) -> Ruling:
    """How an element that must advance spontaneously onto the table comes on.

    `double` says that it is entitled to a second move; `going` is that by the table edge.
    """
    finding = Finding()
    try:
        found = read_troops(position.edition, troops, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "troops") from None
    base = Base("it", "red", found.code, found.kind, found.width, found.depth)
    if not is_impetuous(position, troop(base)):
        raise BadQuestion(f"troops must be impetuous, and {troops} are not", "troops")
    once = allowance(position, base, going) or 0.0
    far = once * _MOVES[double]
    finding.measure("depth", in_paces(position, base.depth), "paces", in_paces(position, far))
    if base.depth <= far + COINCIDE:
        if base.depth > once + COINCIDE:
            finding.cite("IWF-8.2e", f"two moves bring all {base.depth:g} mm of it on, facing forward")
        return finding.rule("spontaneous_entry", {"enters": FORWARD, "needs": base.depth, "move": far})
    if base.width <= far + COINCIDE:
        says = f"it is {base.depth:g} mm deep and goes {far:g} mm: only sideways, {base.width:g} mm, is all of it on"
        finding.cite("IWF-8.2d", says)
        return finding.rule("spontaneous_entry", {"enters": SIDEWAYS, "needs": base.width, "move": far})
    return finding.rule("spontaneous_entry", {"enters": NOT_AT_ALL, "needs": base.width, "move": far})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "spontaneous_entry",
        "how an element that advances spontaneously onto the table comes on",
        {"troops": TEXT, "double": FLAG.or_none(), "going": one_of(GOOD, ROUGH, DIFFICULT).or_none()},
        spontaneous_entry,
    ),
)
