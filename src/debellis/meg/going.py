"""The going under a unit group: what it is for these troops, and what it does to them."""

from __future__ import annotations

from typing import Any

from debellis.geometry.polygon import partly_in
from debellis.mechanics.tables import table
from debellis.meg.arguments import UNIT, question
from debellis.meg.troops import LOOSE, is_flexible, is_skirmishing, movement_row
from debellis.meg.units import bases_of, unit_of
from debellis.meg.words import GOING
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import one_of
from debellis.umpire.ruling import Finding, Ruling

IMPASSABLE = "impassable"
#: From the best to the worst.
GRADES = (*GOING, IMPASSABLE)
EFFECTS = {"none": "none", "affected": "affected", "badly": "badly_affected", "not_allowed": "not_allowed"}
_WATER = ("river", "coast")
_LINES = ("obstacle", "barricade")
_GOING = Memory[str]("going of unit groups")


def terrain_row(position: Position, kind: str) -> dict[str, Any] | None:
    """The row of a kind of terrain; None for a line, which is no ground."""
    if kind in _LINES:
        return None
    name = "deep water" if kind in _WATER else kind.replace("_", " ")
    found: dict[str, Any] | None = next(
        (row for row in table(position, "terrain_type") if row["name"].casefold() == name), None
    )
    return found


def going_in(position: Position, piece: Terrain, kind: str) -> tuple[str, tuple[str, ...]]:
    """The going of a terrain piece for a type of troops, and the clauses that say so."""
    row = terrain_row(position, piece.kind)
    if row is None:
        return GOING[0], ()
    own = row.get("going_for", {}).get(kind)
    if own is not None:
        return own, ("MEG-B10.10",)
    return row["going"], ("MEG-B10.1", "MEG-B10.7")


def going_under(position: Position, bases: tuple[Base, ...], unit: Unit) -> tuple[str, tuple[str, ...]]:
    """The worst going that any of some bases of a unit group is in, and the clauses that say so (MEG-B10.2)."""
    worst = GOING[0]
    clauses: tuple[str, ...] = ()
    for piece in position.terrain:
        if piece.kind in _LINES or not any(partly_in(base.rectangle, piece.ground) for base in bases):
            continue
        found, cited = going_in(position, piece, unit.troops.type)
        if GRADES.index(found) > GRADES.index(worst) or (cited == ("MEG-B10.10",) and worst == GOING[0]):
            worst, clauses = found, cited
    return worst, clauses


def going_of(position: Position, unit: Unit) -> str:
    """The worst going that any base of a unit group is in."""
    return _GOING.of(position, unit.id, lambda here: going_under(here, bases_of(here, unit.id), unit)[0])


def effect_of(position: Position, unit: Unit, going: str) -> str:
    """What going does to a unit group: none, affected, badly_affected, or not_allowed."""
    if going == GOING[0]:
        return "none"
    if going == IMPASSABLE:
        return "not_allowed"
    return EFFECTS[movement_row(position, unit)[f"{going}_effect"]]


def _going(position: Position, unit: str, going: str | None = None) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    clauses: tuple[str, ...] = ()
    if going is None:
        going, clauses = going_under(position, bases_of(position, unit), group)
    found.cite_all(clauses, f"For {group.troops.type} this is {going} going.")
    if going == GOING[0] and _in_open_area(position, unit):
        found.cite("MEG-B10.11", f"{unit} is in an open area, which is good going.")
    effect = effect_of(position, group, going)
    if going != GOING[0]:
        found.cite("MEG-B10.1", f"{going.capitalize()} going: {effect.replace('_', ' ')}.")
    if (
        is_flexible(group)
        and is_skirmishing(group)
        and effect != effect_of(position, replace(group, form=LOOSE), going)
    ):
        found.cite("MEG-20a", f"{unit} is in skirmisher form and suffers the ground as a SuG does.")
    return found.rule("going", {"going": going, "effect": effect})


def _in_open_area(position: Position, unit: str) -> bool:
    """Whether a base of a unit group is in an open area."""
    areas = position.features("open_area")
    return any(partly_in(base.rectangle, piece.ground) for piece in areas for base in bases_of(position, unit))


QUESTIONS = (
    question(
        "going",
        "what the ground under a unit group is for it, and what it does to it",
        {"unit": UNIT, "going": one_of(*GOING).or_none()},
        _going,
    ),
)
