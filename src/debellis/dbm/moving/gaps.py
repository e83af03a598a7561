"""Gaps: the shortest line between two bodies, and which elements may enter a gap narrower than an element."""

from __future__ import annotations

from functools import lru_cache

from debellis.dbm.measures import base_width
from debellis.dbm.moving.lining_up import GAPS, shift_is_straight
from debellis.dbm.moving.passing import direction_of, may_pass
from debellis.dbm.moving.speeds import bars
from debellis.dbm.troops import noted
from debellis.geometry.outline import hull, nearest_lines
from debellis.geometry.plane import COINCIDE, Point, Segment, coincide, distance
from debellis.geometry.polygon import Polygon, between_polygons, box, runs_through
from debellis.manoeuvre.legs import Leg, boxes_apart, goes_straight, shared_depth
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

CORNERS, EDGES, EDGE_CORNER, NONE = "corner_to_corner", "edge_to_edge", "edge_to_corner", "none"
_CLAUSE = {CORNERS: "IWF-16.1b", EDGES: "IWF-16.1c", EDGE_CORNER: "IWF-16.1d"}


class Gap(Value, frozen=True):
    """The gap between two bodies: the kind of measurement, the width, the first and last shortest line."""

    between: tuple[str, str]
    kind: str
    width: float
    lines: tuple[Segment, Segment]

    @property
    def band(self) -> Polygon:
        """The outline between the first and the last shortest line. Empty if there is only one line."""
        (a, b), (c, d) = self.lines
        return hull((a, b, c, d)) if distance(a, c) > COINCIDE else ()


#: How many gaps are remembered. Most bodies stay where they are from one move to the next.
_KEPT = 4096


@lru_cache(_KEPT)
def measure_gap(a: tuple[str, Polygon], b: tuple[str, Polygon]) -> Gap:
    """The gap between two bodies given by name and outline."""
    lines = nearest_lines(a[1], b[1])
    here, there, wide = between_polygons(a[1], b[1])
    names = (a[0], b[0])
    if wide <= COINCIDE:
        return Gap(names, NONE, 0.0, lines)
    if distance(lines[0][0], lines[1][0]) > COINCIDE:
        return Gap(names, EDGES, wide, lines)
    corners = _is_corner(here, a[1]) and _is_corner(there, b[1])
    return Gap(names, CORNERS if corners else EDGE_CORNER, wide, ((here, there), (here, there)))


def _is_corner(p: Point, outline: Polygon) -> bool:
    return any(coincide(p, corner) for corner in outline)


def outline_of(position: Position, name: str) -> Polygon:
    """The outline of a base or feature."""
    return position.base(name).rectangle.corners if position.has_base(name) else position.feature(name).ground


def bodies(position: Position, base: Base, direction: str) -> list[tuple[str, Polygon]]:
    """The bodies that form gaps for an element moving in a direction: elements it cannot pass, and barred ground."""
    found = [(enemy.id, enemy.rectangle.corners) for enemy in position.enemies(base.side) if not noted(enemy, "ambush")]
    for friend in position.friends(base.side):
        if friend.id != base.id and not may_pass(position, base, friend, direction):
            found.append((friend.id, friend.rectangle.corners))
    found += [(piece.id, piece.ground) for piece in position.terrain if bars(position, base, piece)]
    return found


def narrow_gaps(position: Position, base: Base, legs: tuple[Leg, ...], direction: str) -> list[Gap]:
    """The gaps narrower than an element near a way."""
    near = base_width(position)
    found: list[Gap] = []
    close = [
        body
        for body in bodies(position, base, direction)
        if any(not boxes_apart(leg.bounds, box(body[1]), near) for leg in legs)
    ]
    for i, one in enumerate(close):
        for other in close[i + 1 :]:
            if boxes_apart(box(one[1]), box(other[1]), near):
                continue
            gap = measure_gap(one, other)
            if gap.kind != NONE and gap.width < near - COINCIDE:
                found.append(gap)
    return found


def lies_across(gap: Gap, area: Polygon) -> bool:
    """Whether part of a gap lies in an area."""
    band = gap.band
    return shared_depth(area, band) > COINCIDE if band else runs_through(*gap.lines[0], area)


def judge_gaps(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    verdict: Verdict,
    *,
    touching: bool,
    contracting: bool = False,
    shift: int | None = None,
) -> None:
    """Judge every narrow gap that a way enters.

    `touching` says that it ends touching an enemy. `shift` is the leg that lines up.
    """
    seen: set[tuple[str, str]] = set()
    for direction in dict.fromkeys(direction_of(leg) for leg in legs):
        for gap in narrow_gaps(position, base, legs, direction):
            within = [i for i, leg in enumerate(legs) if lies_across(gap, leg.area)]
            if gap.between in seen or not any(direction_of(legs[i]) == direction for i in within):
                continue
            seen.add(gap.between)
            _judge_gap(position, base, legs, within, gap, verdict, touching, contracting, shift)


def _judge_gap(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    within: list[int],
    gap: Gap,
    verdict: Verdict,
    touching: bool,
    contracting: bool,
    shift: int | None,
) -> None:
    names = " and ".join(gap.between)
    wide = f"the gap of {gap.width:.2f} mm between {names}"
    if lies_across(gap, legs[0].start.corners):
        permit(verdict, f"{base.id} starts in {wide}: it goes out of it, not into it", "DBM32-P20-gap-note")
        return
    if contracting:
        permit(verdict, f"{base.id} contracts into column, so {wide} does not bar it", "DBM32-P20-gap-column")
        return
    inside = [legs[i] for i in within if i != shift or not shift_is_straight(position, GAPS)]
    if all(goes_straight(leg, ahead=True) for leg in inside) and touching:
        says = f"{base.id} goes only straight ahead in {wide} and ends touching enemy"
        permit(verdict, says, "DBM32-P20-gap-ahead", "IWF-16.1a", "DBM32-GLOSS-straight-ahead")
        if shift in within:
            permit(verdict, f"the shift of {base.id} does not spoil its going straight ahead", "DBM32-P18-para2b")
        return
    ends_in = lies_across(gap, legs[-1].end.corners)
    if all(goes_straight(leg, ahead=False) for leg in inside) and not ends_in and not touching:
        says = f"{base.id} goes only straight back through {wide} and ends clear of it"
        permit(verdict, says, "DBM32-P20-gap-back", "IWF-16.1a", "DBM32-GLOSS-straight-back")
        return
    verdict.measure("gap", gap.width, limit=base_width(position))
    verdict.draw("line", gap.lines[0], "distance", f"{gap.width:.2f} mm")
    clauses = ["DBM32-P20-gap-forbid", "IWF-16.1a"]
    if shift is not None and shift in within and touching:
        clauses += ["IWF-13.8b", "IWF-13.8a"]
        says = f"{base.id} lines up sideways inside {wide}, narrower than an element"
    elif all(goes_straight(leg, ahead=True) for leg in inside):
        clauses.append("DBM32-P20-gap-ahead")
        says = f"{base.id} enters {wide}, narrower than an element, and does not end touching enemy"
    elif all(goes_straight(leg, ahead=False) for leg in inside):
        clauses.append("DBM32-P20-gap-back")
        says = f"{base.id} goes straight back into {wide} and does not end clear of it and of enemy"
    else:
        says = f"{base.id} enters {wide}, narrower than an element, other than straight ahead or straight back"
    verdict.refuse(says, *clauses)


def ask_gap(position: Position, *, between: tuple[str, str], element: str | None = None) -> Ruling:
    """Answers the width of a gap between two bodies, how it is measured, and whether an element may enter it freely."""
    finding = Finding()
    first, second = between
    gap = measure_gap((first, outline_of(position, first)), (second, outline_of(position, second)))
    limit = base_width(position)
    answer = {"width": gap.width, "kind": gap.kind, "narrow": gap.kind != NONE and gap.width < limit - COINCIDE}
    if gap.kind == NONE:
        finding.cite("IWF-16.1b", f"{first} and {second} touch: there is no gap between them")
    else:
        says = f"the shortest line between {first} and {second} is {gap.width:.2f} mm"
        finding.cite("IWF-16.1a", says)
        finding.cite(_CLAUSE[gap.kind], f"{says}, measured {gap.kind.replace('_', ' ')}")
        finding.measure("gap", gap.width, limit=limit)
        finding.draw("line", gap.lines[0], "distance", f"{gap.width:.2f} mm")
    if element is not None:
        answer["may_enter"] = gap.kind != NONE and not (answer["narrow"] and _both_solid(position, element, between))
        if answer["narrow"] and not answer["may_enter"]:
            says = f"the gap is narrower than an element: {element} may go in it only straight ahead or straight back"
            finding.cite("DBM32-P20-gap-forbid", says)
    return finding.rule("gap", answer)


def _both_solid(position: Position, element: str, between: tuple[str, str]) -> bool:
    """Whether an element could pass through neither body by going sideways or turning."""
    names = [name for name, _ in bodies(position, position.base(element), "other")]
    return all(name in names for name in between)
