"""Losses: wounds and bases, and when a unit group breaks."""

from __future__ import annotations

from debellis.meg.arguments import FACE, FILE, STANDING, UNIT_OR_CAMP, question
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMP, ELEPHANTS, SUG, is_flexible
from debellis.meg.units import bases_of, named_file, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import WHOLE, list_of
from debellis.umpire.ruling import Finding, Ruling

SKULL, WOUND = "skull", "wound"
#: Troops of whom one might think that they are lost otherwise.
LARGE = (ELEPHANTS, BATTLEWAGONS, ARTILLERY)


def lost_by(unit: Unit, faces: tuple[str, ...]) -> tuple[int, int]:
    """Bases that a unit group loses by some faces, and the wounds then on it. Wounds are applied before skulls."""
    wounds = unit.wounds + sum(face == WOUND for face in faces)
    return wounds // 2 + sum(face == SKULL for face in faces), wounds % 2


def break_point(position: Position, unit: Unit) -> int:
    """The number of bases whose loss breaks a unit group: more than half, of a SuG more than a third (MEG-B20.1)."""
    skirmishers = unit.kind == SUG and not is_flexible(unit)
    share = 3 if skirmishers else 2
    return unit.original // share + 1


def breaks_at(position: Position, unit: Unit, lost: int) -> bool:
    """Whether a unit group that has lost so many bases in all is broken."""
    return lost >= break_point(position, unit)


def near_breaking(position: Position, unit: Unit) -> bool:
    """Whether the loss of one more base would break it (MEG-B3.8)."""
    gone = unit.original - len(bases_of(position, unit.id))
    return breaks_at(position, unit, gone + 1)


def _losses(position: Position, unit: str, file: str, results: tuple[str, ...]) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    bases, wounds = lost_by(group, results)
    found.cite("MEG-B5.3", "A skull takes a base and a wound marks the unit group.")
    if group.wounds + sum(face == WOUND for face in results) > 1:
        found.cite("MEG-B18.1", "A second wound takes a base and clears the marker.")
    if bases > len(named_file(position, file)):
        found.cite("MEG-03g", "Losses are those of the unit group, not only of the file that was hit.")
        found.cite("MEG-B18.4", "Losses are not limited to the file that was hit.")
    if SKULL in results and WOUND in results:
        found.cite("MEG-B18.6", "Wounds and skulls of one roll are applied one after the other, wounds first.")
    if group.kind == CAMP or group.troops.type in LARGE:
        found.cite("MEG-B18.9", f"{unit} loses bases like others.")
    return found.rule("losses", {"bases": bases, "wounds": wounds})


def _breaks(position: Position, unit: str, lost: int) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    point = break_point(position, group)
    found.measure("bases lost", lost, "bases", point)
    clause = "MEG-B23.2" if group.kind == CAMP else "MEG-B20.1"
    found.cite(clause, f"{unit} began with {group.original} bases and breaks when {point} are lost.")
    if is_flexible(group):
        found.cite("MEG-20l", f"{unit} is flexible and counts as a TuG whatever its form.")
    return found.rule("breaks", lost >= point)


QUESTIONS = (
    question(
        "losses",
        "the bases lost by some results, and the wounds then on the unit group",
        {"unit": STANDING, "file": FILE, "results": list_of(FACE)},
        _losses,
    ),
    question("breaks", "whether a unit group is broken", {"unit": UNIT_OR_CAMP, "lost": WHOLE}, _breaks),
)
