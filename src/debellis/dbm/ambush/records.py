"""The record of a revealed ambush: shown to an opponent who asks, or checked by an umpire instead."""

from __future__ import annotations

from typing import Any

from debellis.dbm.ambush.placing import is_hidden
from debellis.geometry.plane import coincide, same_direction
from debellis.mechanics.move_arguments import POSE
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, Question, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling

SIDES = ("red", "blue")


def _conforms(base: Base, written: Pose | None) -> bool:
    """Whether a placed element has the place and facing of its record."""
    if written is None:
        return False
    return coincide(base.front, written.front) and same_direction(base.facing, written.facing)


def ambush_record(position: Position, *, side: str, record: dict[str, Pose], umpire: bool = False) -> Ruling:
    """What the opponent learns when he asks for the ambush record of a side: only about revealed ambushers.

    With `umpire` an umpire checks the record, and the ambushing player shows nothing.
    """
    finding = Finding()
    told = {base.id: base for base in position.bases if base.side == side and base.id in record}
    revealed = [name for name, base in told.items() if not is_hidden(base)]
    secret = sorted(set(record) - set(revealed))
    answer: dict[str, Any] = {"revealed": revealed, "secret": secret, "shown": {}, "conforms": None}
    if not revealed:
        return finding.rule("ambush_record", answer)
    answer["conforms"] = all(_conforms(told[name], record[name]) for name in revealed)
    names = " and ".join(revealed)
    if umpire:
        says = f"the umpire checks the record of {names} for both sides, and the rest stays secret"
        finding.cite("IWF-G7.1b", says)
        return finding.rule("ambush_record", answer)
    finding.cite("IWF-G7.1a", f"{names} is revealed: its record is shown to the opponent who asks")
    answer["shown"] = {name: list(record[name].front) for name in revealed}
    return finding.rule("ambush_record", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "ambush_record",
        "what the opponent learns of the ambush record of a side",
        {"side": one_of(*SIDES), "record": table_of(POSE), "umpire": FLAG.or_none()},
        ambush_record,
    ),
)
