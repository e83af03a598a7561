"""Laying out fortifications: models, joints and corners, gaps, and walls round a town."""

from __future__ import annotations

from debellis.db.verdict import Verdict
from debellis.dbm.rulebook import base_width, table
from debellis.dbm.setting_up.enclosing import judge_enclosure
from debellis.dbm.setting_up.sections import SECTION, Section, in_order, inside_angle, joint, meeting, reaches_out
from debellis.geometry.plane import COINCIDE, coincide, distance
from debellis.geometry.polygon import between_polygons
from debellis.table.position import Position
from debellis.umpire.questions import FEATURE, Question, list_of
from debellis.umpire.ruling import Ruling

#: Angles that differ by less than this are the same (degrees).
_SAME_ANGLE = 0.01


def may_fortify(position: Position, *, sections: tuple[Section, ...], bua: str | None = None) -> Ruling:
    """Whether sections may be laid out so: those of one run are continuous, in order; a town is to be enclosed."""
    verdict = Verdict()
    warnings: list[str] = []
    runs: dict[str, list[Section]] = {}
    for section in sections:
        runs.setdefault(section.run, []).append(section)
        if not section.is_corner:
            _judge_model(verdict, position, section, warnings)
    ordered = {name: in_order([one for one in members if not one.is_corner]) for name, members in runs.items()}
    for name, members in ordered.items():
        closed = len(members) > 2 and coincide(members[-1].inside[1], members[0].inside[0])
        pairs = list(zip(members, members[1:] + members[:1] if closed else members[1:], strict=False))
        for one, other in pairs:
            _judge_joint(verdict, position, one, other)
        for corner in (one for one in runs[name] if one.is_corner):
            _judge_corner(verdict, corner, members, warnings)
    _judge_gaps(verdict, position, ordered)
    if bua is not None:
        judge_enclosure(verdict, position, position.feature(bua), list(ordered.values()))
    return verdict.decide("may_fortify", warnings=len(warnings), warned=warnings)


def _judge_model(verdict: Verdict, position: Position, section: Section, warnings: list[str]) -> None:
    """Report a model whose edges are not parallel; warn of one that is deep or of an odd width."""
    row = table(position, "setup")["fortification"]
    if not section.parallel:
        verdict.refuse(f"Outside and inside edge of {section.name} must be parallel.", "IWF-G4.1c")
        return
    deep = row["depth_bw"] * base_width(position)
    if section.depth > deep + COINCIDE:
        warnings.append(f"{section.name} is {section.depth:g} mm deep; {deep:g} is the most it should be.")
        verdict.cite("IWF-G4.1a", warnings[-1])
    wide = row["width_bw"] * base_width(position)
    odd = abs(section.width - wide * round(section.width / wide))
    if odd > COINCIDE or section.width < wide - COINCIDE:
        warnings.append(f"{section.name} is {section.width:g} mm wide; it should be a whole multiple of {wide:g}.")
        verdict.cite("IWF-G4.1b", warnings[-1])


def _judge_joint(verdict: Verdict, position: Position, one: Section, other: Section) -> None:
    """Two neighbours of a run must meet on their inside edges, at an angle from 90 to 270 degrees."""
    row = table(position, "setup")["fortification"]
    angle = inside_angle(one, other)
    straight = abs(angle - 180.0) <= _SAME_ANGLE
    if joint(one, other) is None:
        gap = distance(one.inside[1], other.inside[0])
        verdict.measure("break along the inside edge", gap, limit=0.0)
        if straight:
            says = f"The inside edges of {one.name} and {other.name} have a break of {gap:.2f} mm between them."
            verdict.refuse(says, "IWF-2.1a")
        else:
            says = f"At their corner the inside edges of {one.name} and {other.name} must meet in one point."
            verdict.refuse(says, "IWF-2.1b")
        return
    if straight:
        if not coincide(one.outside[1], other.outside[0]):
            verdict.cite("IWF-2.1a", "Only the inside edge must be without a break; the outside edge may show one.")
        return
    verdict.measure("angle on the inside", angle, "degrees", row["corner_least"])
    if angle < row["corner_least"] - _SAME_ANGLE or angle > row["corner_most"] + _SAME_ANGLE:
        says = f"{one.name} and {other.name} meet at {angle:.2f} degrees on the inside; 90 to 270 are allowed."
        verdict.refuse(says, "DBM32-P9-fort-angle", "IWF-G4.1e")
    elif not coincide(one.outside[1], other.outside[0]):
        verdict.cite("IWF-2.1b", f"The inside edges of {one.name} and {other.name} meet; the outside edges need not.")


def _judge_corner(verdict: Verdict, corner: Section, members: list[Section], warnings: list[str]) -> None:
    """Warn of a corner piece that juts out beyond the outside edges of the sections it touches."""
    beside = [one for one in members if between_polygons(corner.ground, one.ground)[2] <= COINCIDE]
    out = max((reaches_out(p, one) for one in beside for p in corner.ground), default=0.0)
    if out > COINCIDE:
        warnings.append(f"{corner.name} juts {out:.1f} mm out beyond its neighbours.")
        verdict.cite("IWF-G4.1d", warnings[-1])


def _judge_gaps(verdict: Verdict, position: Position, runs: dict[str, list[Section]]) -> None:
    """Pieces that are not continuous must be an element apart."""
    least = table(position, "setup")["fortification"]["gap_bw"] * base_width(position)
    names = list(runs)
    for i, name in enumerate(names):
        for other in names[i + 1 :]:
            pairs = [(one, two) for one in runs[name] for two in runs[other]]
            joined = [(one, two) for one, two in pairs if _joined(one, two)]
            for one, two in joined:
                _judge_joint(verdict, position, *meeting(one, two))
            if not pairs or joined:
                continue
            gap = min(between_polygons(one.ground, two.ground)[2] for one, two in pairs)
            verdict.measure(f"gap between {name} and {other}", gap, limit=least)
            if gap < least - COINCIDE:
                says = f"{name} and {other} are not continuous and only {gap:.2f} mm apart; {least:g} mm are needed."
                verdict.refuse(says, "DBM32-P9-fort-gap")


def _joined(one: Section, other: Section) -> bool:
    """Whether the inside edges of two sections meet end on end."""
    return any(coincide(p, q) for p in one.inside for q in other.inside)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_fortify",
        "whether sections of fortification may be laid out so",
        {"sections": list_of(SECTION), "bua": FEATURE.or_none()},
        may_fortify,
    ),
)
