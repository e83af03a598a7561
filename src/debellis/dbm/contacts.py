"""Legal contact: the six positions in which a move may end in contact with an enemy, and where it must have begun."""

from __future__ import annotations

from debellis.geometry.plane import opposite_direction
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.contact import Meeting, beside, meet
from debellis.mechanics.brought_up import at_pose
from debellis.mechanics.move_arguments import POSE
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

FRONT, FLANK, REAR = "front", "flank", "rear"
CORNER, SIDE, BESIDE = "corner_overlap", "side_overlap", "beside"
#: The positions, each with its clause. The first three are contacts that fight; the next two overlap.
POSITIONS = {
    FRONT: "DBM32-P18-para4-i",
    FLANK: "DBM32-P18-para4-ii",
    REAR: "DBM32-P18-para4-iii",
    CORNER: "DBM32-P18-para4-iv",
    SIDE: "DBM32-P18-para4-v",
    BESIDE: "DBM32-P18-para4-vi",
}
FIGHTING = (FRONT, FLANK, REAR)
OVERLAPPING = (CORNER, SIDE)
_SAYS = {
    FRONT: "the front edge of {mover} lies on all of the front edge of {enemy}, corners together",
    FLANK: "the front edge of {mover} lies on a flank of {enemy}, front corner on front corner",
    REAR: "the front edge of {mover} lies on all of the rear edge of {enemy}, corners together",
    CORNER: "{mover} and {enemy} face exactly opposite ways, same front corner on same front corner",
    SIDE: "a side edge of {mover} lies on a side edge of {enemy}",
    BESIDE: "{mover} stands level beside a friend who holds the flank or rear of {enemy}",
}


class Legal(Value, frozen=True):
    """A legal contact: its position, and the enemy."""

    kind: str
    enemy: str
    meeting: Meeting


def position_of(mover: Rectangle, enemy: Rectangle) -> str | None:
    """Which of the first five positions two footprints are in, the strongest first. None for any other contact."""
    meeting = meet(mover, enemy)
    if meeting.kind in FIGHTING:
        return meeting.kind
    if overlaps_by_corner(mover, enemy, meeting):
        return CORNER
    return SIDE if meeting.kind == SIDE else None


def overlaps_by_corner(mover: Rectangle, enemy: Rectangle, meeting: Meeting) -> bool:
    """Whether right front corner is on right front corner, or left on left, facing exactly opposite ways."""
    corners = ((FRONT_LEFT, FRONT_LEFT), (FRONT_RIGHT, FRONT_RIGHT))
    together = any(meeting.corner_on(mine, theirs) for mine, theirs in corners)
    return together and opposite_direction(mover.facing, enemy.facing)


def legal_contacts(position: Position, mover: Base, place: Rectangle | None = None) -> list[Legal]:
    """The legal contacts of an element at a place (by default where it stands)."""
    where = mover.rectangle if place is None else place
    found: list[Legal] = []
    near = position.near_enemies(mover.side, where)
    touched = [enemy for enemy in near if meet(where, enemy.rectangle).touching]
    for enemy in touched:
        kind = position_of(where, enemy.rectangle)
        if kind is not None:
            found.append(Legal(kind, enemy.id, meet(where, enemy.rectangle)))
    for enemy in touched:
        if all(legal.enemy != enemy.id for legal in found) and _beside_a_holder(position, mover, where):
            found.append(Legal(BESIDE, enemy.id, meet(where, enemy.rectangle)))
    return found


def _beside_a_holder(position: Position, mover: Base, where: Rectangle) -> bool:
    """Whether an element stands level beside a friend whose front holds an enemy's flank or rear."""
    return any(
        friend.id != mover.id
        and beside(where, friend.rectangle) is not None
        and any(
            position_of(friend.rectangle, enemy.rectangle) in (FLANK, REAR)
            for enemy in position.near_enemies(mover.side, friend.rectangle)
        )
        for friend in position.near_friends(mover.side, where)
    )


def cite_legal(finding: Finding, mover: str, legal: Legal) -> None:
    """Cite which legal contact it is."""
    finding.cite(POSITIONS[legal.kind], _SAYS[legal.kind].format(mover=mover, enemy=legal.enemy))


def contact(position: Position, *, mover: str, target: str, to: Pose | None = None) -> Ruling:
    """How one element touches an enemy, now or if it stood at `to`, and whether that is legal contact."""
    finding = Finding()
    position = at_pose(position, mover, to)
    base, enemy = position.base(mover), position.base(target)
    meeting = meet(base.rectangle, enemy.rectangle)
    legal = next((one for one in legal_contacts(position, base) if one.enemy == target), None)
    if legal is not None:
        finding.cite("IWF-1.1", f"{mover} and {target} stand in one of the positions of legal contact")
        cite_legal(finding, mover, legal)
    elif meeting.touching:
        finding.cite("IWF-1.1", f"{mover} touches {target}, but in none of the positions of legal contact")
    kind = legal.kind if legal is not None else meeting.kind if not meeting.touching else "partial"
    finding.measure("shared edge", meeting.length)
    return finding.rule("contact", {"kind": kind, "legal": legal is not None, "length": meeting.length})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "contact",
        "how one element touches an enemy, as they stand or with the mover at a pose, and whether it is legal",
        {"mover": BASE, "target": BASE, "to": POSE.or_none()},
        contact,
    ),
)
