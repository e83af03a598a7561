"""Enemies that press a fighting element: overlaps by corner or side, and fronts on its flank or rear."""

from __future__ import annotations

from debellis.dbm.contacts import BESIDE, FIGHTING, FLANK, legal_contacts, overlaps_by_corner, position_of
from debellis.dbm.contacts import REAR as REAR_CONTACT
from debellis.dbm.fighting.fighters import CombatSetting, Fighter
from debellis.dbm.fighting.ranks import Rank
from debellis.dbm.fighting.support import Supports
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT
from debellis.manoeuvre.contact import Meeting, meet
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding

HELD, SIDE, CORNER = "held", "side", "corner"
_SIDES = (LEFT, RIGHT)
_FLANK_OR_REAR = (LEFT, RIGHT, REAR)


class Press(Value, frozen=True):
    """One enemy that presses an element: how, whether in legal contact, and the rear rank it touches, if any."""

    enemy: Base
    kind: str
    legal: bool = True
    by: Rank | None = None


def pressing(
    position: Position, who: Fighter, against: Fighter, setting: CombatSetting, backing: Supports, finding: Finding
) -> tuple[Press, ...]:
    """Every enemy that overlaps a fighting element or holds its flank or rear, each once.

    A front on the rear half of its base, or on a rank that supports it, counts as on itself. A side there does not.
    """
    found: list[Press] = []
    for enemy in position.enemies(who.base.side):
        if enemy.id == against.id and setting.not_in_front != who.id:
            continue
        press = _pressed_by(position, who, enemy, setting, backing, finding)
        if press is not None:
            found.append(press)
    return tuple(found)


def _pressed_by(
    position: Position, who: Fighter, enemy: Base, setting: CombatSetting, backing: Supports, finding: Finding
) -> Press | None:
    meeting = meet(enemy.rectangle, who.where.fronting(who.edge))
    if front_on_flank_or_rear(meeting):
        return Press(enemy, HELD, _legal(position, enemy, (who.id,)))
    behind = _ranks_that_count(who, backing)
    if setting.not_in_front is None:
        touched = [rank for rank in behind if front_on_flank_or_rear(meet(enemy.rectangle, rank.where))]
        if touched:
            return Press(enemy, HELD, _legal(position, enemy, tuple(rank.id for rank in touched)), touched[0])
        _cite_idle(enemy, backing, finding)
    if side_on_side(meeting):
        says = f"side edges of {enemy.id} and {who.id} lie together over {meeting.length:.2f} mm: edge contact"
        finding.cite("DBM32-GLOSS-edge-contact", says)
        return Press(enemy, SIDE)
    if overlaps_by_corner(enemy.rectangle, who.where, meeting):
        return None if busy_in_front(position, enemy) else Press(enemy, CORNER)
    _cite_no_overlap(who, enemy, meeting, behind, finding)
    return None


def _ranks_that_count(who: Fighter, backing: Supports) -> tuple[Rank, ...]:
    """The rear half of the element's own base, and the ranks that give support."""
    halves = tuple(rank for rank in backing.ranks[1:] if rank.id == who.id)
    return (*halves, *(rank for rank in backing.supporters if rank.id != who.id))


def front_on_flank_or_rear(meeting: Meeting) -> bool:
    """Whether part of an enemy's front edge lies on a side or rear edge."""
    return any(t.mine == FRONT and t.theirs in _FLANK_OR_REAR and t.length > COINCIDE for t in meeting.touches)


def side_on_side(meeting: Meeting) -> bool:
    """Whether two side edges share some length."""
    return any(t.mine in _SIDES and t.theirs in _SIDES and t.length > COINCIDE for t in meeting.touches)


def front_touches(meeting: Meeting) -> bool:
    """Whether part of an enemy's front edge lies on any edge."""
    return any(t.mine == FRONT and t.length > COINCIDE for t in meeting.touches)


def busy_in_front(position: Position, enemy: Base) -> bool:
    """Whether an element has an enemy front on its front edge, or holds an enemy's flank or rear with it."""
    for foe in position.near_enemies(enemy.side, enemy.rectangle):
        meeting = meet(enemy.rectangle, foe.rectangle)
        if meeting.edge_on(FRONT, FRONT) > COINCIDE or position_of(enemy.rectangle, foe.rectangle) in FIGHTING:
            return True
    return False


def _legal(position: Position, enemy: Base, touched: tuple[str, ...]) -> bool:
    """Whether an enemy is in legal contact with the flank or rear of one of the elements it touches."""
    kinds = (FLANK, REAR_CONTACT, BESIDE)
    return any(one.enemy in touched and one.kind in kinds for one in legal_contacts(position, enemy))


def _cite_idle(enemy: Base, backing: Supports, finding: Finding) -> None:
    """Cite that an enemy's front on a rank that gives no support does not count against the front element."""
    for rank in backing.idle:
        if rank.id != backing.ranks[0].id and front_on_flank_or_rear(meet(enemy.rectangle, rank.where)):
            says = f"nothing is listed for {rank.id} here: it gives no support, {enemy.id} on it does not count"
            finding.cite("DBM32-GLOSS-rear-support", says)


def _cite_no_overlap(who: Fighter, enemy: Base, meeting: Meeting, behind: tuple[Rank, ...], finding: Finding) -> None:
    """Cite why an enemy that touches the element or a rank behind it does not overlap."""
    for rank in behind:
        if not side_on_side(meet(enemy.rectangle, rank.where)):
            continue
        if rank.id == who.id:
            says = f"{enemy.id} touches only the rear half of {who.id} with its side: no overlap"
            finding.cite("DBM32-P21-cc-overlap-dbe", says)
        else:
            says = f"{enemy.id} touches only {rank.id}, which supports {who.id}, with its side: no overlap"
            finding.cite("DBM32-P21-cc-overlap-supp", says)
    if meeting.touching and all(touch.length <= COINCIDE for touch in meeting.touches):
        says = f"{enemy.id} meets {who.id} only at a corner: that is no edge contact"
        finding.cite("DBM32-GLOSS-edge-contact", says)
