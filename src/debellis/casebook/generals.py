"""Reading the [[general]]s and [[charge]]s of a case, and where its turn stands."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from debellis.casebook.section import Section
from debellis.casebook.terrain import SIDES
from debellis.casebook.units import Words
from debellis.geometry.plane import direction
from debellis.table.bases import Base
from debellis.table.board import EDGES
from debellis.table.pose import Pose
from debellis.table.units import Charge, General, Moment, Unit
from debellis.umpire.editions import UnitWords

_HE_IS = ("id", "side", "role", "rank", "style", "floating", "contingent")
GENERAL_KEYS = (*_HE_IS, "cards", "hand", "with", "front", "fighting", "state", "moved")
CHARGE_KEYS = ("by", "on", "kind", "wheel", "from", "flank", "moved")
#: Keys of a case that only editions with units have, beside the tables.
_TURN_KEYS = ("turn", "base_edge", "secure_flank", "territory", "defender", "year", "fought")
CASE_KEYS = (*_TURN_KEYS, "unit", "camp", "general", "charge")
#: Each side's own edge, unless the case says otherwise.
OWN_EDGES = {"red": "south", "blue": "north"}


def read_generals(
    top: Section, words: UnitWords, units: tuple[Unit, ...], bases: tuple[Base, ...]
) -> tuple[General, ...]:
    """The generals of a case."""
    found: list[General] = []
    for section in top.tables("general", "general"):
        section.allow(GENERAL_KEYS)
        section.need("id", "him a short name of his own")
        name = section.text("id")
        section.name = f"general {name}"
        if any(other.id == name for other in found) or any(unit.id == name for unit in units):
            raise section.fault("id", f"two things are called {name!r}; give each its own id")
        section.need("side", "red or blue")
        told = Words(section, words.general)
        unit, file = _company(section, units, bases)
        found.append(
            General(
                id=name,
                side=section.word("side", SIDES) or "",
                role=told.word("role", "sub"),
                rank=told.word("rank", "competent"),
                style=told.word("style", "professional"),
                floating=section.flag("floating"),
                cards=section.whole("cards", 0),
                hand=told.words("hand") if section.has("hand") else None,
                unit=unit,
                file=file,
                front=section.point("front") if section.has("front") else None,
                fighting=section.flag("fighting"),
                state=told.word("state"),
                moved=told.words("moved"),
                contingent=section.text("contingent"),
            )
        )
    return tuple(found)


def _company(section: Section, units: tuple[Unit, ...], bases: tuple[Base, ...]) -> tuple[str, str]:
    """The unit a general is with, and the front base of his file: the middle one, the left of two, if none is named."""
    if not section.has("with"):
        return "", ""
    if section.has("front"):
        raise section.fault("front", f"{section.name} is placed twice, by with and by front; keep one")
    name = section.text("with")
    stem = name.partition("/")[0]
    if all(unit.id != stem for unit in units):
        raise section.fault("with", f"with must name a unit or a file, and there is no unit {stem!r}")
    if section.word("side", SIDES) != next(unit.side for unit in units if unit.id == stem):
        raise section.fault("with", f"{section.name} cannot be with {stem}, which is of the other side")
    ids = [base.id for base in bases]
    if stem != name:
        file = next((one for one in (f"{name}.1", name) if one in ids), None)
        if file is None:
            raise section.fault("with", f"unit {stem} has no file {name!r}")
        return stem, file
    front = [one for one in ids if one.startswith(f"{stem}/") and one.endswith(".1")]
    return stem, front[(len(front) - 1) // 2] if front else next((one for one in ids if one.startswith(f"{stem}/")), "")


def read_charges(top: Section, words: UnitWords, units: tuple[Unit, ...]) -> tuple[Charge, ...]:
    """The charges that a case says were declared."""
    found: list[Charge] = []
    for section in top.tables("charge", "charge"):
        section.allow(CHARGE_KEYS)
        section.need("by", "the charging unit")
        told = Words(section, words.charge)
        wheel, pivot = _wheel(section)
        by, on = _named(section, "by", units), _named(section, "on", units)
        sides = {unit.id: unit.side for unit in units}
        for name in on:
            if by and sides[name.partition("/")[0]] == sides[by[0].partition("/")[0]]:
                raise section.fault("on", f"{by[0]} cannot charge {name}, which is of the same side")
        flank = _named(section, "flank", units) if section.has("flank") else None
        found.append(
            Charge(
                by=by,
                on=on,
                kind=told.word("kind", words.charge["kind"][0]),
                wheel=wheel,
                pivot=pivot,
                origin=_from(section),
                flank=flank,
                moved=section.flag("moved"),
            )
        )
    return tuple(found)


def _named(section: Section, key: str, units: tuple[Unit, ...]) -> tuple[str, ...]:
    """One unit or a list of them."""
    value = section.values.get(key, [])
    names = (value,) if isinstance(value, str) else section.names(key)
    for name in names:
        if all(unit.id != name.partition("/")[0] for unit in units):
            raise section.fault(key, f"{key} names {name!r}, but there is no such unit")
    return names


def _wheel(section: Section) -> tuple[float, str]:
    if not section.has("wheel"):
        return 0.0, ""
    inner = Section(section.case_text, (*section.path, "wheel"), section.table("wheel"), "a wheel")
    inner.allow(("degrees", "pivot"))
    inner.need("degrees", "how far it wheels")
    inner.need("pivot", "left or right, the front corner that stands")
    return inner.number("degrees") or 0.0, inner.word("pivot", ("left", "right")) or ""


def _from(section: Section) -> Pose | None:
    if not section.has("from"):
        return None
    inner = Section(section.case_text, (*section.path, "from"), section.table("from"), "from")
    inner.allow(("front", "facing"))
    inner.need("front", "the midpoint of its front edge [x, y]")
    inner.need("facing", "degrees clockwise from north")
    return Pose(inner.point("front"), direction(inner.number("facing") or 0.0))


def read_moment(top: Section, words: UnitWords, units: tuple[Unit, ...]) -> Moment:
    """Where the turn stands, and what was settled before the battle."""
    told = Words(top, words.case)
    return Moment(
        phase=told.word("phase"),
        turn=top.whole("turn", 1) or 0,
        edges={**OWN_EDGES, **_edges(top)},
        secure_flank=told.word("secure_flank"),
        territory=told.word("territory"),
        defender=told.word("defender"),
        year=_years(top),
        fought=_fought(top, units),
    )


def _fought(top: Section, units: tuple[Unit, ...]) -> dict[str, tuple[str, ...]] | UnsetType:
    """The enemies that units fight to their front in this phase, by unit; UNSET if the case does not say."""
    if not top.has("fought"):
        return UNSET
    inner = Section(top.case_text, ("fought",), top.table("fought"), "fought")
    sides = {unit.id: unit.side for unit in units}
    for name in inner.values:
        if name not in sides:
            raise inner.fault(name, f"fought names {name!r}, but there is no such unit")
        if any(sides[enemy] == sides[name] for enemy in _named(inner, name, units)):
            raise inner.fault(name, f"{name} fights enemies, and one of those named is of its own side")
    return {name: _named(inner, name, units) for name in inner.values}


def _edges(top: Section) -> dict[str, str]:
    inner = Section(top.case_text, ("base_edge",), top.table("base_edge"), "base_edge")
    inner.allow(SIDES)
    return {side: inner.word(side, EDGES) or "" for side in inner.values if side in SIDES}


def _years(top: Section) -> dict[str, int]:
    inner = Section(top.case_text, ("year",), top.table("year"), "year")
    inner.allow(SIDES)
    return {side: inner.whole(side, -10000) or 0 for side in inner.values if side in SIDES}
