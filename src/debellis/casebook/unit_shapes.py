"""The shape of the units and camps of a case: their bases in files and ranks, or one by one."""

from __future__ import annotations

from debellis.casebook.section import Section
from debellis.casebook.unit_places import UnitEntry, placed_by_key
from debellis.geometry.plane import Point, direction
from debellis.table.bases import Base
from debellis.table.units import Unit, UnitPlace
from debellis.table.value import replace
from debellis.umpire.editions import UnitWords

CAMP = "camp"


def shaped(
    section: Section, words: UnitWords, unit: Unit, count: int | None, size: Point, parts: tuple[int, ...]
) -> UnitEntry:
    """The unit with its bases in files and ranks, or base by base, not yet set down."""
    way = placed_by_key(section)
    if way == "at":
        bases = _one_by_one(section, words, unit, size, parts)
        facing = direction(section.number("facing") or 0.0) if section.has("facing") else bases[0].facing
        _check(section, words, unit, 0, len(bases))
        return UnitEntry(section, _with_original(section, unit, len(bases), facing), bases, way)
    written = section.whole("bases", 1)
    if count is None:
        if written is None:
            raise section.case_text.fault(section.path, f"{section.name} has no bases; give the number of its bases")
        count = written
    elif written is not None and written != count:
        raise section.fault("bases", f"{section.name} has {written} bases, but its parts have {count} left")
    unit = _with_original(section, unit, count, None)
    files = section.whole("files", 1) or words.files(unit.troops, unit.kind, count)
    if files > count:
        raise section.fault("files", f"{section.name} has only {count} bases and cannot stand {files} files wide")
    _check(section, words, unit, files, count)
    last = section.word("last_rank", ("left", "right")) or "left"
    bases = _in_ranks(unit, words, count, files, last, size, parts)
    ranks = -(-count // files)
    return UnitEntry(section, unit, bases, way, files * size[0], ranks * size[1])


def _check(section: Section, words: UnitWords, unit: Unit, files: int, bases: int) -> None:
    """Refuse what no unit of the edition can be."""
    wrong = words.fault(unit, files, bases) if unit.kind != CAMP else None
    if wrong is None:
        return
    key, why = wrong
    sentence = f"{section.name} cannot be so: {why}"
    raise section.fault(key, sentence) if section.has(key) else section.case_text.fault(section.path, sentence)


def _with_original(section: Section, unit: Unit, now: int, facing: Point | None) -> Unit:
    began = section.whole("original", 1) or (sum(part.bases for part in unit.parts) or now)
    if began < now:
        raise section.fault("original", f"{section.name} has {now} bases but began with only {began}")
    return replace(unit, original=began, facing=facing)


def _in_ranks(
    unit: Unit, words: UnitWords, count: int, files: int, last: str, size: Point, parts: tuple[int, ...]
) -> tuple[Base, ...]:
    """The bases of a rectangle whose front edge has its middle at (0, 0), facing north; the last rank may be short."""
    width, depth = size
    bases: list[Base] = []
    for i in range(count):
        rank, file = divmod(i, files)
        short = count - rank * files
        if short < files and last == "right":
            file += files - short
        across = (file - (files - 1) / 2.0) * width
        part = parts[i] if parts else 0
        troops = unit.parts[part].troops if unit.parts else unit.troops
        name = f"{unit.id}/{file + 1}" if unit.kind == CAMP and rank == 0 else f"{unit.id}/{file + 1}.{rank + 1}"
        bases.append(_base(unit, name, words.code(troops), size, (across, -rank * depth), (0.0, 1.0), part))
    return tuple(bases)


def _base(unit: Unit, name: str, code: str, size: Point, front: Point, facing: Point, part: int) -> Base:
    return Base(
        id=name,
        side=unit.side,
        code=code,
        kind=unit.troops.type,
        width=size[0],
        depth=size[1],
        front=front,
        facing=facing,
        unit=UnitPlace(unit.id, part),
    )


def _one_by_one(
    section: Section, words: UnitWords, unit: Unit, size: Point, parts: tuple[int, ...]
) -> tuple[Base, ...]:
    """The bases of a unit that is placed base by base."""
    bases: list[Base] = []
    for i, entry in enumerate(section.tables("at", f"a base of {section.name}")):
        entry.path = (*section.path, *entry.path)
        entry.allow(("id", "front", "facing"))
        for key, what in (("id", "it a short name"), ("front", "[x, y]"), ("facing", "degrees")):
            entry.need(key, what)
        name = f"{unit.id}/{entry.text('id').removeprefix(unit.id + '/')}"
        if any(base.id == name for base in bases):
            raise entry.fault("id", f"there are two bases {name!r}; give each its own id")
        part = parts[i] if i < len(parts) else 0
        troops = unit.parts[part].troops if unit.parts else unit.troops
        facing = direction(entry.number("facing") or 0.0)
        bases.append(_base(unit, name, words.code(troops), size, entry.point("front"), facing, part))
    if not bases:
        raise section.fault("at", f"{section.name} has no bases; list each as {{ id, front, facing }}")
    written = section.whole("bases", 1)
    if written is not None and written != len(bases):
        raise section.fault("bases", f"{section.name} has {written} bases, but `at` places {len(bases)}")
    return tuple(bases)
