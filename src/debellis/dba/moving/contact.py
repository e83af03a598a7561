"""Contact: how a base meets an enemy, and whether that is a legal combat contact now."""

from __future__ import annotations

from typing import Any

from debellis.dba.fighting.fights import Fights, fighting_rectangle, fights, never_turns
from debellis.dba.moving.zone import is_hostile, place_called
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, Rectangle
from debellis.manoeuvre.contact import Meeting, meet
from debellis.manoeuvre.places import edge_touches, front_touches, length_along
from debellis.mechanics.brought_up import at_pose
from debellis.mechanics.move_arguments import POSE
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import BASE, BASE_OR_PLACE, Question
from debellis.umpire.ruling import Finding, Ruling

#: Contacts that are melee whatever the enemy is doing, each with its clause.
MELEE = {"front": "BOB-CON-2a", "rear": "BOB-CON-2b", "flank": "BOB-CON-2c"}
#: Contacts that help in a melee, each with its clause.
OVERLAPS = {"corner_overlap": "BOB-CON-2d", "side_overlap": "BOB-CON-2e"}

_FRONT_CORNERS = (CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)
_REAR_CORNERS = (CORNER + REAR_LEFT, CORNER + REAR_RIGHT)


def contact(position: Position, *, mover: str, target: str, to: Pose | None = None) -> Ruling:
    """How a base meets a target: `kind`, whether it is a `legal` combat contact now, `length` in mm.

    With `to` the mover is treated as standing there.
    """
    finding = Finding()
    position = at_pose(position, mover, to)
    base = position.base(mover)
    place = place_called(position, target, "target")
    if not base.on_table:
        answer = _answer("none", False, 0.0)
    elif place is not None:
        answer = _with_place(position, base, place, finding)
    else:
        answer = _with_base(position, base, position.base(target), finding)
    return finding.rule("contact", answer)


def _answer(kind: str, legal: bool, length: float) -> dict[str, Any]:
    return {"kind": kind, "legal": legal, "length": length}


def _with_base(position: Position, base: Base, target: Base, finding: Finding) -> dict[str, Any]:
    found = fights(position)
    meeting = meeting_with(found, base, target)
    legal = base.side != target.side and _is_legal(position, found, base, target, meeting, finding)
    finding.measure("shared edge", meeting.length)
    _draw(base, meeting, finding)
    return _answer(meeting.kind, legal, meeting.length)


def meeting_with(found: Fights, base: Base, target: Base) -> Meeting:
    """How a base meets a target. Overlaps on a War Wagon are judged at the edge that acts as its front."""
    return meeting_at(found, base.rectangle, target)


def meeting_at(found: Fights, at: Rectangle, target: Base) -> Meeting:
    """The same for a base that stands at a given place."""
    meeting = meet(at, target.rectangle)
    if meeting.kind in MELEE or target.id not in found.acting:
        return meeting
    return meet(at, fighting_rectangle(found, target))


def _is_legal(position: Position, found: Fights, base: Base, target: Base, meeting: Meeting, finding: Finding) -> bool:
    if meeting.kind in MELEE:
        _cite_melee(position, base, target, meeting, finding)
        return True
    if meeting.kind in OVERLAPS:
        return _overlap_is_legal(position, found, base, target, meeting, finding)
    if meeting.touching:
        _cite_no_combat(position, found, base, target, meeting, finding)
    return False


def _cite_melee(position: Position, base: Base, target: Base, meeting: Meeting, finding: Finding) -> None:
    length = f"{meeting.length:g} mm"
    if meeting.kind == "flank":
        where = f"the {meeting.hand} side of {target.id}"
        sentence = f"the front of {base.id} is on {where} over {length}, front corners together"
        if target.depth > position.scale.base_width + COINCIDE:
            finding.cite("BOB-MEL-4b", f"{where} is deeper than a base width, so {length} of it is enough")
    else:
        sentence = f"the whole front edge of {base.id} is on the whole {meeting.kind} edge of {target.id}"
    finding.cite(MELEE[meeting.kind], sentence)


def _overlap_is_legal(
    position: Position, found: Fights, base: Base, target: Base, meeting: Meeting, finding: Finding
) -> bool:
    """Whether an overlap is legal: the target is already in front melee, or the base is in melee with another enemy."""
    hand = meeting.hand
    if meeting.kind == "corner_overlap":
        corners = f"the front {hand} corner of {base.id} is on the front {hand} corner of {target.id}"
        finding.cite("BOB-CON-2d", corners)
        finding.cite_all(
            ("BOB-GLO-3", "DBA22-B2.1"), f"{base.id} and {target.id} share a corner, which is no part of an edge"
        )
    else:
        sides = f"a side of {base.id} is on the {hand} side of {target.id} over {meeting.length:g} mm"
        finding.cite("BOB-CON-2e", sides)
    if target.id in found.acting:
        finding.cite("BOB-CON-8c", f"overlaps on {target.id} are judged at the edge that acts as its front")
    if found.fights(target.id):
        return True
    if _is_in_melee(position, found, base, target):
        finding.cite("BOB-CON-3b", f"{base.id} is itself in melee, so {target.id} need not be fighting to its front")
        return True
    finding.cite("BOB-CON-3a", f"{target.id} is not in melee to its front, so it cannot be overlapped")
    return False


def _is_in_melee(position: Position, found: Fights, base: Base, apart_from: Base) -> bool:
    """Whether a base is in melee with an enemy other than the given one, or with the holder of a camp or town."""
    for enemy in found.touching(base.id):
        meeting = found.meeting(base.id, enemy)
        if enemy != apart_from.id and meeting is not None and meeting.kind in MELEE:
            return True
    places = [p for p in position.terrain if p.is_place and is_hostile(position, p, base.side)]
    return found.opponent.get(base.id, apart_from.id) != apart_from.id or any(
        front_touches(base.rectangle, place.ground) for place in places
    )


def _cite_no_combat(
    position: Position, found: Fights, base: Base, target: Base, meeting: Meeting, finding: Finding
) -> None:
    """Cite why a touch is not a combat contact."""
    finding.cite("BOB-CON-2h", f"{base.id} touches {target.id}, but in none of the ways that are combat contacts")
    edges = [touch for touch in meeting.touches if touch.mine < CORNER and touch.theirs < CORNER]
    if not edges:
        finding.cite_all(
            ("BOB-GLO-3", "DBA22-B2.1"),
            f"{base.id} and {target.id} touch by a corner alone, which is no part of an edge",
        )
        if _involves_rear_corner(meeting):
            finding.cite("BOB-MEL-8b", f"a rear corner is involved: {base.id} does not overlap {target.id}")
    elif any(touch.mine == FRONT for touch in edges):
        sentence = (
            f"the front of {base.id} is on {meeting.length:g} mm of an edge of {target.id} without the corners it needs"
        )
        finding.cite("BOB-MEL-4b", sentence)
        first = never_turns(position, target) and not found.fights(target.id)
        if first and any(touch.mine == FRONT and touch.theirs != FRONT for touch in edges):
            finding.cite("BOB-CON-8b", f"the first contact with {target.id} must be a legal one, corners together")


def _involves_rear_corner(meeting: Meeting) -> bool:
    """Whether a front corner lies on a rear corner, of either base."""
    pairs = [(touch.mine, touch.theirs) for touch in meeting.touches]
    return any(
        (mine in _FRONT_CORNERS and theirs in _REAR_CORNERS) or (mine in _REAR_CORNERS and theirs in _FRONT_CORNERS)
        for mine, theirs in pairs
    )


def _with_place(position: Position, base: Base, place: Terrain, finding: Finding) -> dict[str, Any]:
    """Contact with a camp or town. It is legal if any part of the front edge touches, and not otherwise."""
    outline = place.ground
    if polygon_gap(base.rectangle, outline) > COINCIDE:
        return _answer("none", False, 0.0)
    length = length_along(base.rectangle.edge(FRONT), outline)
    finding.measure("front edge along the outline", length)
    if not is_hostile(position, place, base.side):
        return _answer("place", False, length)
    legal = front_touches(base.rectangle, outline)
    if legal:
        finding.cite("BOB-CON-7", f"part of the front edge of {base.id} touches {place.id}, which is enough")
    else:
        finding.cite("BOB-CON-7", f"{base.id} touches {place.id}, but not with its front edge")
        if not any(edge_touches(base.rectangle.edge(which), outline) for which in range(4)):
            finding.cite_all(
                ("BOB-GLO-3", "DBA22-B2.1"),
                f"{base.id} touches {place.id} by a corner alone, which is no part of an edge",
            )
    return _answer("place", legal, length)


def _draw(base: Base, meeting: Meeting, finding: Finding) -> None:
    """Mark the edges and corners of the base that touch."""
    for touch in meeting.touches:
        if touch.mine < CORNER and touch.length > 0.0:
            finding.draw("line", base.rectangle.edge(touch.mine), "contact")
        elif touch.mine >= CORNER:
            finding.draw("point", (base.rectangle.corners[touch.mine - CORNER],), "contact")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "contact",
        "how a base meets a target as they stand, and whether that is a legal combat contact now",
        {"mover": BASE, "target": BASE_OR_PLACE, "to": POSE.or_none()},
        contact,
    ),
)
