"""Crossing an enemy front: which bases are bound by the zone of an enemy base, camp or town, and who is lined up."""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.fighting.fights import fights
from debellis.geometry.plane import COINCIDE, opposite_direction, same_direction
from debellis.geometry.polygon import between_polygon, segment_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.geometry.sight import BLOCKED, OPEN, corridor, corridor_lines
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.zones import (
    FAR_SIDE,
    INSIDE,
    MARGIN,
    OUTSIDE,
    Screening,
    begins_ahead,
    carpet,
    lies_to,
    open_through_itself,
    open_through_itself_from_outline,
    screening,
    screening_from_outline,
    square,
    touches_front,
    wholly_ahead,
)
from debellis.manoeuvre.zones import lined_up as stands_lined_up
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import Terrain
from debellis.umpire.questions import BASE, BASE_OR_PLACE, BadQuestion, Question
from debellis.umpire.ruling import Finding, Ruling

#: The clauses cited when a zone reaches further because of large figures.
_LARGE = ("BOB-GLO-4", "DBA22-B1.2")


def in_zone(position: Position, *, element: str, enemy: str) -> Ruling:
    """Whether an element is bound by the zone of an enemy: part of it is in the zone and not screened."""
    finding = Finding()
    return finding.rule("in_zone", is_bound(position, position.base(element), enemy, finding))


def binding(position: Position, base: Base) -> tuple[str, ...]:
    """The ids of every enemy base, camp and town in whose zone a base is."""
    names = [enemy.id for enemy in position.enemies(base.side)]
    names += [place.id for place in position.terrain if place.is_place]
    return tuple(name for name in names if is_bound(position, base, name, Finding()))


def is_bound(position: Position, base: Base, enemy: str, finding: Finding) -> bool:
    """Judge and cite whether a base is bound by an enemy base, or by a camp or town or the base inside it."""
    place = place_called(position, enemy, "enemy")
    if not base.on_table:
        return False
    if place is not None:
        return is_hostile(position, place, base.side) and _bound_by_place(position, base, place, finding)
    other = position.base(enemy)
    return other.side != base.side and _bound_by_base(position, base, other, finding)


def place_called(position: Position, name: str, argument: str) -> Terrain | None:
    """The camp or town with this name, or the one that a base with this name is inside; None for a base on the
    table."""
    if position.has_base(name):
        inside = position.base(name).inside
        return None if inside is None else position.feature(inside)
    place = position.feature(name)
    if not place.is_place:
        raise BadQuestion(f"{argument} must be a base, camp or town, and {name} is {place.kind}", argument)
    return place


def is_hostile(position: Position, place: Terrain, side: str) -> bool:
    """Whether a camp or town is held against a side: by the troops inside, else its owner, else the other side."""
    troops = position.within(place.id)
    return (troops.side if troops is not None else place.owner) != side


def faces_of(position: Position, enemy: Base) -> tuple[Rectangle, ...]:
    """The edges that have a zone before them, each as if it were the front.

    Most bases have one. A base with a zone all round has four, or none while it fights.
    """
    if enemy.kind not in table(position, "zone")["all_round"]:
        return (enemy.rectangle,)
    return () if fights(position).fights(enemy.id) else edges_of(enemy)


def edges_of(enemy: Base) -> tuple[Rectangle, ...]:
    """The footprint of a base with each of its edges as front, the real front first."""
    return tuple(enemy.rectangle.fronting(which) for which in range(4))


def zone_size(position: Position) -> tuple[float, float]:
    """The width and depth of the zone before a front."""
    rules = table(position, "zone")
    return (position.scale.base_widths(rules["width_bw"]), position.scale.base_widths(rules["depth_bw"]))


def is_carpet(position: Position) -> bool:
    """Whether a zone grows ahead until it meets a base. Otherwise lines from the front decide who is screened."""
    return bool(table(position, "zone")["screened_by"] == "carpet")


def carpet_meets(position: Position, base: Base, at: Rectangle, enemy: Base, face: Rectangle) -> bool:
    """Whether a zone that grows ahead of an enemy's edge meets an element at a place before any other base."""
    width, depth = zone_size(position)
    begins = begins_ahead(at, face, width)
    if begins is None or lies_to(at, square(face, width, depth)) not in (INSIDE, FAR_SIDE):
        return False
    return begins <= carpet(face, width, depth, [b.rectangle for b in _others(position, base, enemy)]) + COINCIDE


def _bound_by_base(position: Position, base: Base, enemy: Base, finding: Finding) -> bool:
    faces = faces_of(position, enemy)
    if not faces:
        return _free_of_fighter(position, base, enemy, finding)
    near = [face for face in faces if lies_to(base.rectangle, square(face, *zone_size(position))) != OUTSIDE]
    return any([_bound_by_face(position, base, enemy, face, finding) for face in near or faces[:1]])


def _free_of_fighter(position: Position, base: Base, enemy: Base, finding: Finding) -> bool:
    """Cite that a base with a zone all round has none while it fights, if that zone would bind the element."""
    if any(carpet_meets(position, base, base.rectangle, enemy, face) for face in edges_of(enemy)):
        says = f"{fights(position).opponent[enemy.id]} is in front contact with {enemy.id}, which has no zone now"
        finding.cite_all(table(position, "zone")["all_round_clauses"], says)
    return False


def _bound_by_face(position: Position, base: Base, enemy: Base, face: Rectangle, finding: Finding) -> bool:
    width, depth = zone_size(position)
    zone = square(face, width, depth)
    where = lies_to(base.rectangle, zone)
    finding.draw("area", zone.corners, "zone", f"zone of {enemy.id}")
    front = face.edge(FRONT)
    finding.measure(f"{base.id} to the front of {enemy.id}", segment_gap(*front, base.rectangle.corners), limit=depth)
    if where == MARGIN:
        finding.cite("BOB-ZOC-2b", f"{base.id} only touches a side or corner of the zone of {enemy.id} from outside")
    if where in (MARGIN, OUTSIDE):
        return False
    _cite_rank(position, base, finding)
    if is_carpet(position):
        if not carpet_meets(position, base, base.rectangle, enemy, face):
            says = f"the zone of {enemy.id} grows ahead only until it meets somebody, and {base.id} is not the first"
            finding.cite("DBA22-B14.5", says)
            return False
    elif not touches_front(base.rectangle, face):
        others = _others(position, base, enemy)
        rectangles = [b.rectangle for b in others]
        seen = screening(front, base.rectangle, rectangles)
        _draw_ways(base, enemy, seen, finding)
        if seen.screened:
            hidden = open_through_itself(front, base.rectangle, seen, rectangles)
            return _cite_screened(base, enemy.id, seen, others, hidden, finding)
        _cite_open(base, enemy.id, seen, finding)
    _cite_zone(position, base, enemy, face, where, finding)
    return True


def _cite_zone(position: Position, base: Base, enemy: Base, face: Rectangle, where: str, finding: Finding) -> None:
    """Cite why a base that is not screened is bound by an enemy base."""
    depth = position.scale.base_widths(table(position, "zone")["depth_bw"])
    sentence = f"{base.id} is in front of {enemy.id} at one base width or less with nobody between"
    finding.cite("BOB-ZOC-1a", sentence)
    finding.cite("BOB-ZOC-1b", f"the zone of {enemy.id} is the {depth:g} mm square on its front edge")
    if not same_direction(face.facing, enemy.facing):
        says = f"{enemy.id} has a zone on all four sides, and {base.id} is in that of its side or rear"
        finding.cite_all(table(position, "zone")["all_round_clauses"], says)
    squarely = opposite_direction(base.facing, face.facing)
    if not squarely or not wholly_ahead(base.rectangle, face):
        finding.cite("BOB-ZOC-2a", f"some part of {base.id} in the zone is enough, whichever way it stands")
    if where == FAR_SIDE:
        finding.cite("BOB-ZOC-2b", f"{base.id} touches the far side of the zone, which counts")
        finding.cite_all(("BOB-ZOC-2c", "DBA22-B1.5"), f"exactly {depth:g} mm is within one base width")
    if stands_lined_up(base.rectangle, face) and (where == FAR_SIDE or base.recoiled):
        finding.cite("BOB-REC-1f", f"a recoil of one base width or less leaves {base.id} in the zone of {enemy.id}")
    small = square(face, enemy.width, _smallest_base_width() * table(position, "zone")["depth_bw"])
    if lies_to(base.rectangle, small) not in (INSIDE, FAR_SIDE):
        finding.cite_all(_LARGE, f"one base width is {position.scale.base_width:g} millimetres in this scale")


def _bound_by_place(position: Position, base: Base, place: Terrain, finding: Finding) -> bool:
    radius = position.scale.base_widths(table(position, "zone")["camp_and_bua_radius_bw"])
    here, there, gap = between_polygon(base.rectangle, place.ground)
    finding.draw("line", (here, there), "distance", f"{gap:.2f} mm")
    finding.measure(f"{base.id} to {place.id}", gap, limit=radius)
    if gap > radius + COINCIDE:
        return False
    _cite_rank(position, base, finding)
    if gap > COINCIDE:
        others = _others(position, base, None)
        rectangles = [b.rectangle for b in others]
        width = position.scale.base_width
        seen = screening_from_outline(place.ground, width, base.rectangle, rectangles)
        if seen.screened:
            hidden = open_through_itself_from_outline(place.ground, width, base.rectangle, seen, rectangles)
            return _cite_screened(base, place.id, seen, others, hidden, finding)
        _cite_open(base, place.id, seen, finding)
    _cite_place(position, base, place, gap, radius, finding)
    return True


def _cite_place(position: Position, base: Base, place: Terrain, gap: float, radius: float, finding: Finding) -> None:
    """Cite why a base that is not screened is bound by a camp or town."""
    sentence = f"{base.id} is {gap:.2f} mm from {place.id}, whose zone reaches {radius:g} mm all round"
    finding.cite_all(("BOB-ZOC-1a", "BOB-ZOC-1d", "DBA22-B7.8" if place.kind == "camp" else "DBA22-B8.9"), sentence)
    if gap >= radius - COINCIDE:
        finding.cite_all(("BOB-ZOC-2c", "DBA22-B1.5"), f"exactly {radius:g} mm is within one base width")
    if gap > _smallest_base_width() * table(position, "zone")["camp_and_bua_radius_bw"] + COINCIDE:
        finding.cite_all(_LARGE, f"one base width is {position.scale.base_width:g} millimetres in this scale")
    troops = position.within(place.id)
    if place.kind == "bua" and (troops is None or not troops.sacking):
        finding.cite("BOB-SCH-6b", f"{base.id} is bound by the town whoever is in it, wherever it was deployed")


def _cite_rank(position: Position, base: Base, finding: Finding) -> None:
    """Cite that a base behind a friend is judged by its own place and its own screens."""
    for friend in position.friends(base.side):
        if friend.id != base.id and directly_behind(base.rectangle, friend.rectangle):
            finding.cite("BOB-ZOC-7a", f"{base.id} is judged by itself, whatever binds {friend.id} in front of it")


def _cite_screened(base: Base, enemy: str, seen: Screening, others: list[Base], hidden: bool, finding: Finding) -> bool:
    """Cite why a base is free of a zone.

    `hidden` says that an edge would be open if lines could run through the base.
    """
    names = ", ".join(dict.fromkeys(others[i].id for i in seen.blockers if i >= 0))
    finding.cite("BOB-ZOC-3a", f"{names} lies between {enemy} and every edge of {base.id} it can reach")
    if hidden:
        finding.cite("BOB-ZOC-3b", f"an edge of {base.id} that nobody screens can be reached only through {base.id}")
    finding.cite("BOB-ZOC-3c", f"no edge of {base.id} is open to {enemy}, so it is free of that zone")
    return False


def _cite_open(base: Base, enemy: str, seen: Screening, finding: Finding) -> None:
    if seen.half_screened:
        sentence = f"one edge of {base.id} is screened from {enemy} but another is open, which is enough"
        finding.cite("BOB-ZOC-3c", sentence)


def _draw_ways(base: Base, enemy: Base, seen: Screening, finding: Finding) -> None:
    """Draw the lines to an open edge, or to the blocked edges if none is open."""
    shown = OPEN if OPEN in seen.verdicts else BLOCKED
    for which, verdict in enumerate(seen.verdicts):
        if verdict == shown:
            for line in corridor_lines(corridor(enemy.rectangle.edge(FRONT), base.rectangle.edge(which))):
                finding.draw("line", line, shown)
            if shown == OPEN:
                return


def _others(position: Position, base: Base, enemy: Base | None) -> list[Base]:
    """Every base on the table that could screen one from an enemy: all except these two."""
    return [b for b in position.standing if b.id != base.id and (enemy is None or b.id != enemy.id)]


def _smallest_base_width() -> float:
    return min(scale.base_width for scale in SCALES.values())


def lined_up(position: Position, *, element: str, enemy: str) -> Ruling:
    """Whether an element is lined up facing an enemy: parallel, front towards it, within the extension of its front."""
    finding = Finding()
    base = position.base(element)
    other = position.base(enemy)
    if not base.on_table or not other.on_table or base.side == other.side:
        return finding.rule("lined_up", False)
    answer = any(stands_lined_up(base.rectangle, face) for face in faces_of(position, other) or (other.rectangle,))
    if answer:
        sentence = f"{base.id} is parallel to {enemy}, front towards it and within its front edge extended"
        finding.cite("BOB-ZOC-8c", sentence)
    return finding.rule("lined_up", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "in_zone",
        "whether an element is bound by the zone of an enemy base, camp or town",
        {"element": BASE, "enemy": BASE_OR_PLACE},
        in_zone,
    ),
    Question("lined_up", "whether an element is lined up facing an enemy", {"element": BASE, "enemy": BASE}, lined_up),
)
