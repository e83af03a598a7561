"""Army lists, read from armies/*.toml or from the question itself, and the meaning of each of their lines.

A line gives troops with their minimum and maximum. A line with `optional` may be left out completely, but has a minimum
if it is taken. `in_front_of` and `behind` name the other line of a double base that the list requires. `allies` is the
minimum and maximum that the list itself gives a contingent of allies.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from debellis.dbm.armies.elements import Element, read_element
from debellis.dbm.troops import ALLY, CINC, SUB, Troop
from debellis.mechanics.army_files import BadArmy, read_folder
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.writing import convert
from debellis.umpire.questions import BadQuestion, Kind

Count = Annotated[int, Meta(ge=0)]
RANK_OF = {"cinc": CINC, "sub": SUB, "ally": ALLY}
MUST, MAY, NEVER = "must", "may", "never"


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a list as it is written. Troops are given by notation, or by drill, type and grade."""

    key: str
    max: Count
    min: Count = 0
    name: str = ""
    troops: str = ""
    drill: str = ""
    type: str = ""
    grade: str = ""
    general: Literal["cinc", "sub", "ally"] | None = None
    chariot: bool = False
    mounted_infantry: bool | Literal["must", "may"] = False
    optional: bool = False
    in_front_of: str | None = None
    behind: str | None = None
    regular_general: bool = False
    nation: str | None = None
    not_with_allies: bool = False
    allies: tuple[Count, Count] | None = None
    ap: dict[str, float] = {}
    ee: float | None = None
    note: str = ""
    mark: str = ""


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True):
    """An upgrade: part of a line may or must be better troops.

    `how` is "0-9", "All", "All/0", "Any", "1/2-All" or "4-All".
    """

    of: str
    to: str
    how: str
    note: str = ""


class Works(Struct, frozen=True, forbid_unknown_fields=True):
    """Fortifications of a list, counted in element widths."""

    kind: str
    max: Count
    min: Count = 0


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready command: the number of elements from each line."""

    name: str
    elements: dict[str, Count]
    ap: dict[str, float] = {}
    elements_total: int | None = None
    ee: float | None = None
    break_ee: float | None = None


class Allies(Struct, frozen=True, forbid_unknown_fields=True):
    """A list from which the army may take an allied contingent, and the terms of the contingent."""

    list: str
    foot_optional: bool = False
    max_size: int | None = None
    note: str = ""
    mark: str = ""


class ArmyList(Struct, frozen=True, forbid_unknown_fields=True):
    """One army list."""

    entry: tuple[Entry, ...]
    id: str = "this list"
    name: str = ""
    list: str = ""
    years: tuple[int, int] | None = None
    aggression: int | None = None
    aggression_mark: str = ""
    aggression_note: str = ""
    climate: str = ""
    climate_mark: str = ""
    terrain: tuple[str, ...] = ()
    compulsory_terrain: tuple[str, ...] = ()
    terrain_mark: str = ""
    src: tuple[str, ...] = ()
    note: str = ""
    nation: str | None = None
    roster_ap: dict[str, float] = {}
    roster_elements: int | None = None
    roster_ee: float | None = None
    army_break_ee: float | None = None
    command: tuple[Roster, ...] = ()
    upgrade: tuple[Upgrade, ...] = ()
    fortification: tuple[Works, ...] = ()
    ally: tuple[Allies, ...] = ()


class Better(Struct, frozen=True):
    """The troops that a line may be upgraded to, and how many."""

    what: Element
    how: str


class Line(Struct, frozen=True):
    """One line of a list with the troops it means. `name` is what people call it."""

    key: str
    name: str
    what: Troop
    rank: str | None
    low: int
    high: int
    optional: bool
    mounts: str
    in_front_of: str | None
    behind: str | None
    regular_general: bool
    nation: str | None
    not_with_allies: bool
    allies: tuple[int, int] | None
    better: tuple[Better, ...]

    @property
    def compulsory(self) -> bool:
        """Whether some of the line must be taken. Lines of generals are not counted as compulsory."""
        return self.low > 0 and not self.optional and self.rank is None

    @property
    def element(self) -> Element:
        """One element of the line, on its mounts if it must have them."""
        what = self.what
        if self.mounts == MUST:
            what = Troop(what.drill, what.type, what.grade, what.chariot, True, what.weapon)
        return Element(what, self.rank)


@cache
def armies(edition: str) -> dict[str, ArmyList]:
    """All stored lists by id. An edition based on another edition includes the lists of that edition."""
    found = read_folder(edition, _read_text)
    return {army.id: army for army in found}


def _read_text(edition: str, text: str) -> ArmyList:
    return read_list(edition, tomllib.loads(text))


def read_list(edition: str, written: Any) -> ArmyList:
    """A list from its plain values. Raises BadArmy if they are not valid."""
    try:
        army = convert(written, ArmyList)
    except msgspec.ValidationError as error:
        raise BadArmy(f"this is not an army list: {error}") from None
    lines_of(edition, army)
    return army


def lines_of(edition: str, army: ArmyList) -> dict[str, Line]:
    """The lines of a list by key. Raises BadArmy for a line that is not valid."""
    found: dict[str, Line] = {}
    for entry in army.entry:
        if entry.key in found:
            raise BadArmy(f"{army.id} has two lines {entry.key!r}")
        if entry.max < entry.min:
            raise BadArmy(f"{army.id} asks for at least {entry.min} and at most {entry.max} of {entry.key}")
        found[entry.key] = _line(edition, army, entry)
    named = [upgrade.of for upgrade in army.upgrade] + [key for roster in army.command for key in roster.elements]
    named += [key for entry in army.entry for key in (entry.in_front_of, entry.behind) if key is not None]
    for key in named:
        if key not in found:
            raise BadArmy(f"{army.id} names a line {key!r} and has none; it has {', '.join(found)}")
    return found


def _line(edition: str, army: ArmyList, entry: Entry) -> Line:
    notation = entry.troops or f"{entry.drill} {entry.type} ({entry.grade})"
    what = _element(edition, army, notation)
    mounts = {True: MUST, False: NEVER, MUST: MUST, MAY: MAY}[entry.mounted_infantry]
    front = what.what
    chariot = entry.chariot or front.chariot
    better = tuple(Better(_element(edition, army, up.to), up.how) for up in army.upgrade if up.of == entry.key)
    return Line(
        key=entry.key,
        name=entry.name or entry.key.replace("_", " "),
        what=Troop(front.drill, front.type, front.grade, chariot, False, front.weapon),
        rank=what.rank if entry.general is None else RANK_OF[entry.general],
        low=entry.min,
        high=entry.max,
        optional=entry.optional,
        mounts=MUST if front.on_mounts else mounts,
        in_front_of=entry.in_front_of,
        behind=entry.behind,
        regular_general=entry.regular_general,
        nation=entry.nation,
        not_with_allies=entry.not_with_allies,
        allies=entry.allies,
        better=better,
    )


def _element(edition: str, army: ArmyList, notation: str) -> Element:
    try:
        return read_element(edition, notation, SCALES["15mm"])
    except ValueError as error:
        raise BadArmy(f"{army.id}: {error}") from None


def ready_commands(edition: str, army: ArmyList) -> tuple[tuple[Element, ...], ...]:
    """The ready commands of a list."""
    lines = lines_of(edition, army)
    return tuple(
        tuple(lines[key].element for key, count in roster.elements.items() for _ in range(count))
        for roster in army.command
    )


def find_list(position: Position, army: str | ArmyList) -> ArmyList:
    """The list with that name, or the list itself. Raises BadQuestion if no such list is stored."""
    if isinstance(army, ArmyList):
        return army
    on_file = armies(position.edition)
    found = on_file.get(army) or next((one for one in on_file.values() if army in (one.list, one.name)), None)
    if found is None:
        raise BadQuestion(f"there is no army list {army!r}; on file are {', '.join(on_file)}", "army")
    return found


def _read(value: Any, position: Position) -> str | ArmyList:
    if isinstance(value, str):
        return value
    try:
        return read_list(position.edition, value)
    except BadArmy as error:
        raise BadQuestion(str(error), "army") from None


ARMY = Kind("name of an army list, or a list", _read)
