"""Laying out fortifications: models, joints and corners, gaps, and walls round a town."""

from __future__ import annotations

from itertools import combinations

from debellis.dbm.conduct.guidelines import guidelines_hold, set_aside
from debellis.dbm.measures import base_width
from debellis.dbm.setting_up.enclosing import at_edge_or_water, judge_enclosure
from debellis.dbm.setting_up.sections import (
    SECTION,
    Section,
    are_joined,
    facing_each_other,
    inside_angle,
    loose_ends,
    meeting,
    reaches_out,
    works_of,
)
from debellis.geometry.plane import COINCIDE, coincide, distance
from debellis.geometry.polygon import between_polygons, segment_gap
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.questions import FEATURE, Question, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: Angles that differ by less than this are the same (degrees).
_SAME_ANGLE = 0.01
#: Works of fewer sections do not turn back on themselves; an open one has two ends.
_LEAST_RING, _TWO_ENDS = 3, 2


def may_fortify(position: Position, *, sections: tuple[Section, ...], bua: str | None = None) -> Ruling:
    """Whether sections may be laid out so: those of one run are continuous; a town is to be enclosed."""
    verdict = Verdict()
    warnings: list[str] = []
    walls = [section for section in sections if not section.is_corner]
    for section in walls:
        _judge_model(verdict, position, section, warnings)
    for one, other in combinations(walls, 2):
        if are_joined(one, other):
            _judge_joint(verdict, position, *meeting(one, other))
    for corner in (section for section in sections if section.is_corner):
        _judge_corner(verdict, position, corner, [wall for wall in walls if wall.run == corner.run], warnings)
    works = works_of(walls)
    _judge_breaks(verdict, position, works, bua is not None)
    _judge_gaps(verdict, position, works)
    for work in works:
        _judge_ring(verdict, position, work, bua is not None)
    if bua is not None:
        judge_enclosure(verdict, position, position.feature(bua), walls)
    return verdict.decide("may_fortify", warnings=len(warnings), warned=warnings)


def _judge_model(verdict: Verdict, position: Position, section: Section, warnings: list[str]) -> None:
    """Report a model whose edges are not parallel; warn of one that is deep or of an odd width."""
    row = table(position, "setup")["fortification"]
    deep = row["depth_bw"] * base_width(position)
    wide = row["width_bw"] * base_width(position)
    odd = abs(section.width - wide * round(section.width / wide))
    is_odd = odd > COINCIDE or section.width < wide - COINCIDE
    if not guidelines_hold(position):
        if not section.parallel or section.depth > deep + COINCIDE or is_odd:
            set_aside(verdict, f"the shape of {section.name} is allowed")
        return
    if not section.parallel:
        verdict.refuse(f"Outside and inside edge of {section.name} must be parallel.", "IWF-G4.1c")
        return
    if section.depth > deep + COINCIDE:
        warnings.append(f"{section.name} is {section.depth:g} mm deep; {deep:g} mm is the most it should be.")
        verdict.cite("IWF-G4.1a", warnings[-1])
    if is_odd:
        warnings.append(f"{section.name} is {section.width:g} mm wide; it should be a whole multiple of {wide:g} mm.")
        verdict.cite("IWF-G4.1b", warnings[-1])


def _judge_joint(verdict: Verdict, position: Position, one: Section, other: Section) -> None:
    """Two sections whose inside edges meet do so straight on or at an angle from 90 to 270 degrees."""
    row = table(position, "setup")["fortification"]
    angle = inside_angle(one, other)
    flush = coincide(one.outside[1], other.outside[0])
    if _is_straight(angle):
        if not flush:
            verdict.cite("IWF-2.1a", "Only the inside edge must be without a break; the outside edge may show one.")
        return
    verdict.measure("angle on the inside", angle, "degrees", row["corner_least"])
    if angle < row["corner_least"] - _SAME_ANGLE or angle > row["corner_most"] + _SAME_ANGLE:
        says = f"{one.name} and {other.name} meet at {angle:.2f} degrees on the inside; 90 to 270 are allowed."
        guideline = ("IWF-G4.1e",) if guidelines_hold(position) else ()
        verdict.refuse(says, "DBM32-P9-fort-angle", *guideline)
    elif not flush:
        verdict.cite("IWF-2.1b", f"The inside edges of {one.name} and {other.name} meet; the outside edges need not.")


def _is_straight(angle: float) -> bool:
    return abs(angle - 180.0) <= _SAME_ANGLE


def _judge_breaks(verdict: Verdict, position: Position, works: list[list[Section]], town: bool) -> None:
    """Report sections of one run that are not one continuous work, each break once where it is least.

    Walls of a town may break off where it lies against a table edge or a waterway.
    """
    parts = [list(work) for work in works]
    while True:
        pairs = [
            (*facing_each_other(one, other), i, j)
            for (i, here), (j, there) in combinations(enumerate(parts), 2)
            for one in here
            for other in there
            if one.run == other.run
        ]
        if not pairs:
            return
        one, other, i, j = min(pairs, key=lambda pair: distance(pair[0].inside[1], pair[1].inside[0]))
        _judge_break(verdict, position, one, other, town)
        parts[i] += parts.pop(j)


def _judge_break(verdict: Verdict, position: Position, one: Section, other: Section, town: bool) -> None:
    ends = (one.inside[1], other.inside[0])
    if town and all(at_edge_or_water(end, position) for end in ends):
        return
    gap = distance(*ends)
    verdict.measure("break along the inside edge", gap, limit=0.0)
    if _is_straight(inside_angle(one, other)):
        says = f"The inside edges of {one.name} and {other.name} have a break of {gap:.2f} mm between them."
        verdict.refuse(says, "IWF-2.1a")
    else:
        says = f"At their corner the inside edges of {one.name} and {other.name} must meet in one point."
        verdict.refuse(says, "IWF-2.1b")


def _judge_ring(verdict: Verdict, position: Position, work: list[Section], town: bool) -> None:
    """A continuous work that does not close leaves a way in as wide as an element, or none."""
    ends = loose_ends(work)
    if len(work) < _LEAST_RING or len(ends) != _TWO_ENDS:
        return
    (one, first), (other, second) = ends
    if town and all(at_edge_or_water(end[0], position) for end in (first, second)):
        return
    gap = segment_gap(*first, second)
    least = table(position, "setup")["fortification"]["gap_bw"] * base_width(position)
    verdict.measure("way in where the works do not close", gap, limit=least)
    if gap < least - COINCIDE:
        says = f"{one.name} and {other.name} do not meet, and the break of {gap:.2f} mm is no gap of {least:g} mm."
        corner = not _is_straight(inside_angle(*facing_each_other(one, other)))
        verdict.refuse(says, "DBM32-P9-fort-gap", "IWF-2.1a", *(("IWF-2.1b",) if corner else ()))


def _judge_corner(
    verdict: Verdict, position: Position, corner: Section, members: list[Section], warnings: list[str]
) -> None:
    """Warn of a corner piece that juts out beyond the outside edges of the sections it touches."""
    beside = [one for one in members if between_polygons(corner.ground, one.ground)[2] <= COINCIDE]
    out = max((reaches_out(p, one) for one in beside for p in corner.ground), default=0.0)
    if out > COINCIDE and not guidelines_hold(position):
        set_aside(verdict, f"{corner.name} may jut out")
    elif out > COINCIDE:
        warnings.append(f"{corner.name} juts {out:.2f} mm out beyond its neighbours.")
        verdict.cite("IWF-G4.1d", warnings[-1])


def _judge_gaps(verdict: Verdict, position: Position, works: list[list[Section]]) -> None:
    """Works that are not continuous must be an element apart."""
    least = table(position, "setup")["fortification"]["gap_bw"] * base_width(position)
    for one, other in combinations(works, 2):
        names, others = ({section.run for section in work} for work in (one, other))
        if names & others:
            continue
        gap = min(between_polygons(here.ground, there.ground)[2] for here in one for there in other)
        what = f"{' and '.join(sorted(names))} and {' and '.join(sorted(others))}"
        verdict.measure(f"gap between {what}", gap, limit=least)
        if gap < least - COINCIDE:
            says = f"{what} are not continuous and only {gap:.2f} mm apart; {least:g} mm are needed."
            verdict.refuse(says, "DBM32-P9-fort-gap")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_fortify",
        "whether sections of fortification may be laid out like this",
        {"sections": list_of(SECTION), "bua": FEATURE.or_none()},
        may_fortify,
    ),
)
