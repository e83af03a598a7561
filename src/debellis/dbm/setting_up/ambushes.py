"""Ambushes: what their record must say, and whether the enemy could see them from his deployment zone."""

from __future__ import annotations

from typing import Any

from debellis.dbm.setting_up.zones import EDGE, depth_of_zone, enemy_front, inward_of
from debellis.dbm.sight import PSILOI, can_see
from debellis.dbm.troops import service, troop
from debellis.geometry.plane import COINCIDE, direction, distance, middle
from debellis.geometry.polygon import OUTSIDE, WHOLLY, lies
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import BESIDE, OPPOSITE, farthest_inward, length_of
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.questions import BASE, FLAG, NUMBER, POINT, TABLE, TEXT, Question, checked
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_ENEMY = {"red": "blue", "blue": "red"}
_RECORD = {
    "front": POINT.or_none(),
    "facing": NUMBER.or_none(),
    "command": TEXT.or_none(),
    "mounted": FLAG.or_none(),
}


def may_ambush(position: Position, *, element: str, base_edge: str, record: dict[str, Any] | None = None) -> Ruling:
    """Whether an element may be in ambush as it stands, or as its record says."""
    verdict = Verdict()
    base = position.base(element)
    if record is not None:
        base = _recorded(verdict, position, base, checked("a record", _RECORD, record, position))
    if verdict.legal:
        judge_ambush(verdict, position, base, base_edge)
    return verdict.decide("may_ambush")


def _recorded(verdict: Verdict, position: Position, base: Base, record: dict[str, Any]) -> Base:
    """The element as its record says; report a record that leaves something open."""
    missing = [key for key in ("front", "facing", "command") if key not in record]
    either = base.dismounts is not None or troop(base).on_mounts
    if either and "mounted" not in record:
        missing.append("mounted or dismounted")
    if missing:
        words = {"front": "position"}
        says = f"The record of {base.id} must also give {', '.join(words.get(key, key) for key in missing)}."
        verdict.refuse(says, "IWF-7.1")
        return base
    serves = service(base).command
    if record["command"] != serves:
        says = f"The record gives {base.id} to {record['command']}, and it belongs to {serves}."
        verdict.refuse(says, "IWF-7.1")
        return base
    return replace(base, front=record["front"], facing=direction(record["facing"]))


def judge_ambush(verdict: Verdict, position: Position, base: Base, base_edge: str) -> None:
    """Report an ambusher that is over the centre line, not wholly in or behind cover, or in view of the enemy zone."""
    where = base.rectangle
    half = length_of(BESIDE[base_edge][0], position.size) * 0.5
    if farthest_inward(where.corners, base_edge, position.size) > half + COINCIDE:
        verdict.refuse(f"{base.id} is not wholly in its own half of the table.", "DBM-B12.4")
    sticking_out = _sticks_out_of(position, base)
    if sticking_out is not None:
        says = f"{base.id} is partly in {sticking_out.id}: it must be wholly in cover or wholly behind it."
        verdict.refuse(says, "IWF-7.2b")
    if _seen_from_zone(position, base, base_edge):
        verdict.refuse(f"{base.id} could be seen from the enemy deployment zone.", "IWF-7.2a")


def _sticks_out_of(position: Position, base: Base) -> Terrain | None:
    """The cover an element is partly in and partly out of, if all of it is in none."""
    rows = table(position, "sight")
    kinds = [*rows["screens"], *rows["sunken"]]
    if troop(base).type == PSILOI:
        kinds += rows["hides_psiloi"]
    touched = [piece for piece in position.features(*kinds) if lies(base.rectangle, piece.ground) != OUTSIDE]
    if any(lies(base.rectangle, piece.ground) == WHOLLY for piece in touched):
        return None
    return touched[0] if touched else None


def _seen_from_zone(position: Position, base: Base, base_edge: str) -> bool:
    """Whether some part of an element could be seen from some place of the enemy zone."""
    a, b = enemy_front(position, base_edge)
    depth = depth_of_zone(position, OPPOSITE[base_edge])
    towards = inward_of(OPPOSITE[base_edge])
    zone = Base("the enemy zone", _ENEMY[base.side], base.code, base.kind, distance(a, b), depth, middle(a, b), towards)
    return can_see(replace(position, bases=(base,)), zone, base)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_ambush",
        "whether an element may be in ambush there",
        {"element": BASE, "base_edge": EDGE, "record": TABLE.or_none()},
        may_ambush,
    ),
)
