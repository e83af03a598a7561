"""Measuring unit groups: their files, footprints, and the distances between them."""

from __future__ import annotations

from msgspec import UNSET

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import between
from debellis.meg.arguments import ANYTHING, BASE, STANDING, question
from debellis.meg.nearby import can_come_within, circle_of, circle_round
from debellis.meg.troops import BATTLEWAGONS, CAMP, CLOSE, INFANTRY, base_size
from debellis.meg.units import (
    bases_of,
    distance_between,
    file_of,
    files_of,
    has_unit,
    named_bases,
    on_table,
    outline,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BadQuestion, list_of
from debellis.umpire.ruling import Finding, Ruling


def standing(position: Position, argument: str, name: str) -> tuple[Base, ...]:
    """The bases that a name means; BadQuestion if they are not on the table."""
    found = named_bases(position, name)
    if not found:
        raise BadQuestion(f"{name} is not on the table", argument)
    return found


def _files(position: Position, units: tuple[str, ...]) -> Ruling:
    found = Finding()
    files = [file for name in units for file in files_of(position, name) if standing(position, "units", name)]
    found.cite("MEG-03a", "A file is a front base with the bases joined to it directly behind, facing the same way.")
    if any(_has_turned(position, name) for name in units):
        found.cite("MEG-03b", "Bases that have turned form files of their own.")
        if len(units) > 1:
            found.cite("MEG-03d", "Files are counted by facing, not by column.")
    return found.rule("files", {"count": len(files), "files": [[base.id for base in file] for file in files]})


def _has_turned(position: Position, name: str) -> bool:
    facings = {(round(base.facing[0], 6), round(base.facing[1], 6)) for base in bases_of(position, name)}
    return len(facings) > 1


def _file(position: Position, base: str) -> Ruling:
    found = Finding()
    one = position.base(base)
    file = file_of(position, one)
    if len(file) > 1:
        found.cite("MEG-03a", "A file is a front base with the bases joined directly behind it, facing the same way.")
    if _has_turned(position, unit_name(one)):
        found.cite("MEG-03b", "Bases that have turned form files of their own.")
    if file[0].id != one.id:
        found.cite("MEG-B2.4", f"{base} stands in rank {file.index(one) + 1} of its file.")
    return found.rule("file", [other.id for other in file])


def _footprint(position: Position, unit: str) -> Ruling:
    found = Finding()
    standing(position, "unit", unit)
    place = outline(position, unit_of(position, unit))
    if unit_of(position, unit).troops.type == BATTLEWAGONS:
        found.cite("MEG-B2.2", "A battlewagon is 1 BW wide and 2 BW long.")
    elif unit_of(position, unit).kind == CAMP:
        found.cite("MEG-B2.3", "The elements of a camp have a size of their own.")
    else:
        found.cite("MEG-B2.1", "Width and depth are those of its bases together.")
    _cite_depth(position, unit, found)
    found.measure("width", place.width)
    found.measure("depth", place.depth)
    return found.rule("footprint", {"width": place.width, "depth": place.depth})


def _cite_depth(position: Position, unit: str, found: Finding) -> None:
    """Close foot may have bases of another depth than usual, and its real footprint counts."""
    group, base = unit_of(position, unit), bases_of(position, unit)[0]
    if group.troops.type == INFANTRY and group.troops.order == CLOSE:
        usual = base_size(position.edition, group.troops, group.mounted, position.scale)[1]
        if abs(base.depth - usual) > COINCIDE:
            found.cite("MEG-18a", f"The bases of {unit} are {base.depth:g} mm deep, and this depth counts.")


def separation(position: Position, some: tuple[Base, ...], others: tuple[Base, ...]) -> tuple[float, bool]:
    """The distance between two sets of bases, and whether a unit group that fills it makes it a whole one (MEG-B1.3).

    Two unit groups with another between them that touches both count as just so far apart as that one is wide.
    """
    apart = distance_between(some, others)
    names = {unit_name(base) for base in (*some, *others)}
    first, second = circle_round(some), circle_round(others)
    for unit in units_of(position):
        if unit.id in names or not on_table(position, unit):
            continue
        middle = bases_of(position, unit.id)
        around = circle_of(position, unit.id)
        if not can_come_within(around, first, 0.0) or not can_come_within(around, second, 0.0):
            continue
        if distance_between(some, middle) > COINCIDE or distance_between(middle, others) > COINCIDE:
            continue
        wide = outline(position, unit).width
        if wide < apart:
            return wide, True
    return apart, False


def _distance(position: Position, a: str, b: str) -> Ruling:
    found = Finding()
    some, others = standing(position, "a", a), standing(position, "b", b)
    apart, filled = separation(position, some, others) if _are_units(position, a, b) else (0.0, False)
    if not filled:
        apart = distance_between(some, others)
    if filled:
        found.cite("MEG-B1.3", "The unit group between them touches both, so they are as far apart as it is wide.")
    elif _are_units(position, a, b):
        found.cite("MEG-B1.3", "Unit groups are as far apart as the nearest points of their bases.")
    nearest = min(
        (between(one.rectangle, other.rectangle) for one in some for other in others), key=lambda ends: ends[2]
    )
    found.draw("line", (nearest[0], nearest[1]), "distance")
    found.measure("distance", apart)
    return found.rule("distance", apart)


def _are_units(position: Position, a: str, b: str) -> bool:
    return position.units is not UNSET and has_unit(position, a) and has_unit(position, b)


QUESTIONS = (
    question("files", "the files of unit groups, together", {"units": list_of(STANDING)}, _files),
    question("file", "the bases of the file in which a base stands", {"base": BASE}, _file),
    question("footprint", "the width and depth of a unit group", {"unit": STANDING}, _footprint),
    question(
        "distance", "the distance between the nearest points of two things", {"a": ANYTHING, "b": ANYTHING}, _distance
    ),
)
