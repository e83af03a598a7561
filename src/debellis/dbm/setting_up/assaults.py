"""Assaulting a section of fortification: at its outside edge, against whoever stands at its inside edge."""

from __future__ import annotations

from debellis.dbm.setting_up.sections import SECTIONS, Section, reaches_out
from debellis.geometry.plane import (
    COINCIDE,
    PARALLEL,
    Point,
    along,
    offset_from_line,
    part_way,
)
from debellis.geometry.polygon import segment_gap
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling


def assaults(position: Position, *, element: str, section: Section, defender: str | None = None) -> Ruling:
    """Whether an element is assaulting a section, and whom at its inside edge it then fights."""
    finding = Finding()
    base = position.base(element)
    gap = segment_gap(*section.outside, base.rectangle.corners)
    finding.measure("from the outside edge", gap, limit=0.0)
    outside = all(reaches_out(p, section) >= -COINCIDE for p in base.rectangle.corners)
    touching = gap <= COINCIDE and outside
    if touching:
        finding.cite("IWF-2.2a", f"{element} touches the outside edge of {section.name}: it assaults it.")
    answer: dict[str, object] = {"assaults": touching, "fights": None}
    if defender is None:
        return finding.rule("assaults", answer)
    stands = _defends_from(position.base(defender), section)
    if stands is None:
        return finding.rule("assaults", {**answer, "defends": False})
    on_top = reaches_out(position.base(defender).front, section) > -section.depth + COINCIDE
    if on_top:
        says = f"{defender} stands on the model for looks only: it counts as at the inside edge."
        finding.cite("IWF-2.2c", says)
    if touching and _apart_along(base, stands, section) < base.width - COINCIDE:
        says = f"{element} outside and {defender} at the inside edge fight each other over the works between them."
        finding.cite("IWF-2.2b", says)
        answer["fights"] = defender
    return finding.rule("assaults", {**answer, "defends": True, "defender_front": list(stands)})


def ask_assaults(
    position: Position, *, element: str, sections: tuple[Section, ...], defender: str | None = None
) -> Ruling:
    """The same of several sections: of the first it assaults, or of the last of them if it assaults none."""
    found = [assaults(position, element=element, section=section, defender=defender) for section in sections]
    return next((ruling for ruling in found if ruling.answer["assaults"]), found[-1])


def _defends_from(base: Base, section: Section) -> Point | None:
    """Where the front of a defender counts as standing: on the inside edge; None if it is no defender of it."""
    rectangle = base.rectangle
    (a, b), length = section.inside, section.width
    sine = (rectangle.facing[0] * (b[0] - a[0]) + rectangle.facing[1] * (b[1] - a[1])) / length
    outward = _out(rectangle.facing, section)
    if abs(sine) > PARALLEL or not outward:
        return None
    off = -reaches_out(base.front, section)
    if off < -COINCIDE or off > section.depth + COINCIDE:
        return None
    at = along(base.front, a, b)
    if at <= -base.width * 0.5 + COINCIDE or at >= length + base.width * 0.5 - COINCIDE:
        return None
    return part_way(a, b, at / length)


def _out(facing: Point, section: Section) -> bool:
    """Whether a direction points from the inside edge towards the outside edge."""
    a = section.inside[0]
    off = offset_from_line((a[0] + facing[0], a[1] + facing[1]), *section.inside)
    return off > 0.0 if section.outside_on_left else off < 0.0


def _apart_along(base: Base, stands: Point, section: Section) -> float:
    """How far apart along the works an assaulter and a defender stand, middle to middle."""
    here = along(base.front, *section.inside)
    there = along(stands, *section.inside)
    return abs(here - there)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "assaults",
        "whether an element assaults a section of fortification, and whom it fights there",
        {"element": BASE, "sections": SECTIONS, "defender": BASE.or_none()},
        ask_assaults,
        old_names={"section": "sections"},
    ),
)
