"""Reading the [[base]]s of a case: what they are, and where they stand."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from debellis.casebook.case_text import CaseError
from debellis.casebook.section import Section, one_line, shown, suggest
from debellis.casebook.terrain import SIDES
from debellis.geometry.plane import direction
from debellis.geometry.rectangle import Rectangle, overlaps, penetration
from debellis.table.bases import Base, Service
from debellis.table.placing import RELATIONS, place
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.editions import Commands, Troops

FLAGS = ("moved", "recoiled", "sacking", "dismounted_this_bound")
PLACED_BY = ("front", "facing", *RELATIONS, "in", "undeployed")
KEYS = ("id", "side", "troops", *PLACED_BY, "depth", "crossing", *FLAGS, "attached")
SERVICE_KEYS = ("command", "notes")


class Entry(Struct, frozen=True):
    """A base as written: what it is, and by which key it is placed ("front", a relation, "in" or "undeployed").

    `turn_notes` are what is noted of it until the next turn begins, in editions with such notes.
    """

    section: Section
    base: Base
    placed_by: str
    turn_notes: tuple[str, ...] = ()


def read_base(section: Section, troops: Callable[[str], Troops], commands: Commands | None = None) -> Entry:
    """One base as written, not yet placed by others."""
    section.allow(KEYS + _service_keys(commands))
    section.need("id", "it a short name of its own")
    name = section.text("id")
    section.name = f"base {name}"
    section.need("side", "red or blue")
    side = section.word("side", SIDES)
    section.need("troops", "its notation in the edition")
    assert side is not None
    try:
        what = troops(section.text("troops"))
    except ValueError as error:
        raise section.fault("troops", one_line(error)) from None
    depth = section.number("depth")
    if depth is not None and depth <= 0.0:
        raise section.wrong("depth", "more than 0 millimetres")
    base = Base(
        id=name,
        side=side,
        code=what.code,
        kind=what.kind,
        width=what.width,
        depth=what.depth if depth is None else depth,
        general=what.general,
        dismounts=what.dismounts,
        crossing=section.number("crossing"),
        attached=section.text("attached") if section.has("attached") else None,
    )
    if commands is None or commands.optional:
        flags = {flag: section.flag(flag) for flag in FLAGS}
        if section.has("command"):
            base = replace(base, service=Service(section.text("command")))
        return Entry(section, replace(base, **flags), _placed_by(section))
    # Without a command, the base belongs to the only one of its side.
    noted = read_notes(section, (*commands.base_notes, *commands.turn_notes))
    lasting = tuple(note for note in noted if note in commands.base_notes)
    serving = Service(section.text("command", side), what.rank, lasting)
    passing = (*[flag for flag in FLAGS if section.flag(flag)], *[note for note in noted if note not in lasting])
    return Entry(section, replace(base, service=serving), _placed_by(section), passing)


def _service_keys(commands: Commands | None) -> tuple[str, ...]:
    if commands is None:
        return ()
    return SERVICE_KEYS[:1] if commands.optional else SERVICE_KEYS


def read_notes(section: Section, known: tuple[str, ...]) -> tuple[str, ...]:
    """The notes of a table, each a word the edition knows."""
    found = section.names("notes")
    for i, note in enumerate(found):
        if note not in known:
            place = (*section.path, "notes", i)
            raise section.case_text.fault(place, f"{section.name} has no note {note!r}; {suggest(note, known)}")
    return found


def _placed_by(section: Section) -> str:
    """The one key that places a base; an attached general who is not placed stands behind his element."""
    ways = [key for key in ("front", "in", *RELATIONS) if section.has(key)]
    if section.flag("undeployed"):
        ways.append("undeployed")
    if len(ways) > 1:
        raise section.fault(ways[1], f"{section.name} is placed twice, by {ways[0]} and by {ways[1]}; keep one")
    if not ways and section.has("attached"):
        ways = ["attached"]
    if not ways:
        sentence = f"{section.name} has no place; give front and facing, a relation such as behind, or in"
        raise section.case_text.fault(section.path, sentence)
    if ways[0] == "front":
        section.need("facing", "degrees clockwise from north")
    elif section.has("facing"):
        raise section.fault("facing", f"{section.name} is placed twice, by {ways[0]} and by facing; keep one")
    return ways[0]


def place_bases(entries: list[Entry], features: tuple[Terrain, ...]) -> tuple[Base, ...]:
    """All the bases where they stand, in the order written; each may be placed by one written later."""
    by_name = {entry.base.id: entry for entry in entries}
    places = {piece.id for piece in features if piece.is_place}
    placed: dict[str, Base] = {}
    for entry in entries:
        _check_attached(entry, by_name)
        for step in reversed(_chain(entry, by_name, placed)):
            placed[step.base.id] = _placed(step, placed, places)
    return tuple(placed[entry.base.id] for entry in entries)


def _chain(entry: Entry, by_name: dict[str, Entry], placed: dict[str, Base]) -> list[Entry]:
    """The entry, the one it is placed by, and so on up to one that needs no other."""
    chain: list[Entry] = []
    names: dict[str, None] = {}
    while entry.base.id not in placed:
        if entry.base.id in names:
            ring = ", ".join([*list(names)[list(names).index(entry.base.id) :], entry.base.id])
            sentence = f"bases are placed by each other in a ring ({ring}); give one of them front and facing"
            raise entry.section.fault(entry.placed_by, sentence)
        names[entry.base.id] = None
        chain.append(entry)
        if entry.placed_by in ("front", "in"):
            break
        target = entry.section.text(entry.placed_by)
        if target not in by_name:
            raise _no_base(entry.section, entry.placed_by, by_name)
        entry = by_name[target]
    return chain


def _placed(entry: Entry, placed: dict[str, Base], places: set[str]) -> Base:
    section, base, way = entry.section, entry.base, entry.placed_by
    if way == "in":
        inside = section.text("in")
        if inside not in places:
            known = f"the camps and towns are {', '.join(sorted(places))}" if places else "there are none in this case"
            raise section.fault("in", f"in must name a camp or town (bua), but {inside!r} is not one; {known}")
        return replace(base, inside=inside)
    if way == "front":
        degrees = section.number("facing")
        assert degrees is not None
        return replace(base, front=section.point("front"), facing=direction(degrees))
    named = placed[section.text(way)]
    if not named.on_table:
        raise section.fault(way, f"{named.id} is inside {named.inside}, so nothing can be placed beside it")
    where = place("behind" if way == "attached" else way, named.rectangle, base.width, base.depth)
    return replace(base, front=where.front, facing=where.facing)


def _check_attached(entry: Entry, by_name: dict[str, Entry]) -> None:
    if entry.base.attached is not None and entry.base.attached not in by_name:
        raise _no_base(entry.section, "attached", by_name)


def _no_base(section: Section, key: str, by_name: dict[str, Entry]) -> CaseError:
    known = ", ".join(by_name)
    return section.fault(key, f"{key} names {shown(section.values[key])}, but there is no such base; there are {known}")


def check_standing(entries: list[Entry], bases: tuple[Base, ...], size: tuple[float, float]) -> None:
    """Refuse bases that overlap or stand wholly off the table. A base may stand partly off the table."""
    table = Rectangle((size[0] * 0.5, size[1]), (0.0, 1.0), size[0], size[1])
    standing = [(base, entry) for base, entry in zip(bases, entries, strict=True) if base.on_table]
    for base, entry in standing:
        if not overlaps(base.rectangle, table):
            x, y = base.front
            sentence = f"base {base.id} at [{x:g}, {y:g}] is off the table, which is {size[0]:g} by {size[1]:g} mm"
            raise entry.section.fault(entry.placed_by, sentence)
    # From west to east, so that only neighbours need comparing.
    standing.sort(key=lambda pair: pair[0].rectangle.centre[0] - pair[0].rectangle.radius)
    for i, (base, entry) in enumerate(standing):
        reach = base.rectangle.centre[0] + base.rectangle.radius
        for other, other_entry in standing[i + 1 :]:
            if other.rectangle.centre[0] - other.rectangle.radius > reach:
                break
            if overlaps(base.rectangle, other.rectangle):
                raise _overlap(base, entry, other, other_entry)


def _overlap(base: Base, entry: Entry, other: Base, other_entry: Entry) -> CaseError:
    """The fault is reported at whichever of the two is written later."""
    if entry.section.path > other_entry.section.path:
        base, entry, other, other_entry = other, other_entry, base, entry
    deep = penetration(base.rectangle, other.rectangle)
    sentence = f"base {other.id} overlaps base {base.id} by {deep:.2f} mm; bases may touch but not overlap"
    return other_entry.section.fault(other_entry.placed_by, sentence)
