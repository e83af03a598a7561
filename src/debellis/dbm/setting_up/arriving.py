"""Arriving on the table by march moves: which elements come on together, and how deep ones come on."""

from __future__ import annotations

from typing import Any

from debellis.dbm.going import going_at
from debellis.dbm.grouping.groups import shape
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.setting_up.deployment import BAGGAGE
from debellis.dbm.setting_up.zones import EDGE, inward_of
from debellis.dbm.troops import read_troops, troop
from debellis.geometry.plane import COINCIDE, PARALLEL, direction
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import farthest_inward, nearest_inward
from debellis.table.position import Position
from debellis.umpire.questions import NUMBER, POINT, TEXT, WHOLE, BadQuestion, Kind, Question, checked, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def may_arrive(position: Position, *, edge: str, ends: tuple[Base, ...], pips: int = 1, entered: int = 0) -> Ruling:
    """Whether elements may come on together over an edge, ending their first march move there.

    `entered` counts the groups of the same arrivals that came on before in this bound, `pips` what is left.
    """
    verdict = Verdict()
    if not ends:
        raise BadQuestion("ends must name at least one element", "ends")
    if any(troop(base).type == BAGGAGE for base in ends):
        says = "No baggage comes on with a flank march, last or at all."
        verdict.refuse(says, "DBM32-P15-flank-nobaggage", "DBM32-P15-flank-who")
    _judge_pips(verdict, position, pips, entered)
    if len(ends) > 1 and shape([base.rectangle for base in ends]) is None:
        says = "Elements that come on together for one payment must be one group, and these are not."
        verdict.refuse(says, "DBM-B12.5")
    moves = {base.id: _move(position, base) for base in ends}
    deep = [base for base in ends if moves[base.id] < base.depth - COINCIDE]
    _judge_deep(verdict, ends, deep, edge)
    low = min(nearest_inward(base.rectangle.corners, edge, position.size) for base in ends)
    far = max(farthest_inward(base.rectangle.corners, edge, position.size) for base in ends)
    slowest = min(moves.values())
    verdict.measure("from the edge to the foremost part of the group", far, limit=slowest)
    off = [base.id for base in ends if nearest_inward(base.rectangle.corners, edge, position.size) < -COINCIDE]
    if far - low > slowest + COINCIDE and not deep:
        says = (
            f"The group is {far - low:.2f} mm deep and moves {slowest:g} mm: its first march brings only part of it on."
        )
        verdict.refuse(says, "IWF-8.2a")
    elif off:
        says = f"{' and '.join(off)} would not be wholly on the table after the first march of the group."
        verdict.refuse(says, "IWF-8.2a")
    elif far > slowest + COINCIDE and not (deep and verdict.faults):
        verdict.refuse(f"The group moves {slowest:g} mm, and this takes {far:.2f} mm.", "DBM-B12.5")
    return verdict.decide("may_arrive", needs=far - low, move=slowest)


def _judge_pips(verdict: Verdict, position: Position, pips: int, entered: int) -> None:
    """Every group that comes on pays for its own march."""
    cost = table(position, "pip")["base_march"]
    if pips < cost:
        clause = "IWF-8.2b" if entered else "DBM-B12.5"
        verdict.refuse(f"A group that comes on pays {cost} PIP for its march, and {pips} are left.", clause)
    elif entered:
        verdict.cite("IWF-8.2b", f"Another group may come on in this bound for {cost} PIP of its own.")


def _judge_deep(verdict: Verdict, ends: tuple[Base, ...], deep: list[Base], edge: str) -> None:
    """Who is deeper than its move comes on sideways, alone."""
    for base in deep:
        if len(ends) > 1:
            says = f"{base.id} is {base.depth:g} millimetres deep, more than its move: it comes on alone, sideways."
            verdict.refuse(says, "IWF-8.2c")
        elif not _sideways(base, edge):
            says = f"{base.id} is {base.depth:g} millimetres deep, more than its move: it cannot come on forward."
            verdict.refuse(says, "IWF-8.2c")
        else:
            verdict.cite("IWF-8.2c", f"{base.id} is deeper than its move and comes on sideways.")


def _sideways(base: Base, edge: str) -> bool:
    ahead = inward_of(edge)
    return abs(base.facing[0] * ahead[0] + base.facing[1] * ahead[1]) <= PARALLEL


def _move(position: Position, base: Base) -> float:
    going = going_at(position, base.rectangle, troop(base))[0]
    return allowance(position, base, going) or 0.0


def _read_end(value: Any, position: Position) -> Base:
    if not isinstance(value, dict):
        raise BadQuestion("an end is a table with troops, front and facing", "ends")
    found = checked("an end", _END, value, position)
    try:
        what = read_troops(position.edition, found["troops"], position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "ends") from None
    name = found.get("id", found["troops"])
    facing = direction(found["facing"])
    return Base(name, "red", what.code, what.kind, what.width, what.depth, found["front"], facing)


_END = {"id": TEXT.or_none(), "troops": TEXT, "front": POINT, "facing": NUMBER}
QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_arrive",
        "whether elements may come on together over an edge",
        {
            "edge": EDGE,
            "ends": list_of(Kind("end", _read_end)),
            "pips": WHOLE.or_none(),
            "entered": WHOLE.or_none(),
        },
        may_arrive,
    ),
)
