"""Minuses by enemies around a fight: overlaps, flank and rear contacts; at most one for each side and one for the
rear."""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.fighting.factor_rows import factor_line
from debellis.dba.fighting.fighters import Fighter
from debellis.dba.fighting.fights import Fights, fighting_rectangle, fights, touches_place
from debellis.geometry.contact import CORNER
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, LEFT, REAR, REAR_LEFT, REAR_RIGHT, RIGHT
from debellis.manoeuvre.contact import Meeting, meet
from debellis.manoeuvre.places import edge_touches
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line


class _Help(Value, frozen=True):
    """One enemy that causes a minus: on which hand ("left", "right", "rear"), how, and by which clauses."""

    hand: str
    how: str
    enemy: str
    clauses: tuple[str, ...]


def contact_lines(
    position: Position, who: Fighter, against: Fighter, finding: Finding, first: str | None
) -> list[Line]:
    """The minuses for overlaps, flank and rear contacts on a fighter. Contacts that do not count are cited."""
    if who.base is None or who.place is not None or against.place is not None:
        _cite_no_help(position, who, against, finding, first)
        return []
    found = fights(position, first)
    _cite_place_beside(position, who.base, against, finding)
    helps: list[_Help] = []
    for enemy in position.enemies(who.base.side):
        if enemy.id != against.id and (enemy.id, who.base.id) in found.meetings:
            helps.extend(_judge(position, found, who.base, enemy, finding))
    _cite_only_the_front_fights(who, against, helps, finding)
    for item in helps:
        finding.draw("area", position.base(item.enemy).rectangle.corners, "contact", item.how)
    return _lines(position, who, helps, finding)


def _judge(position: Position, found: Fights, me: Base, enemy: Base, finding: Finding) -> list[_Help]:
    """The minus that one touching enemy causes, if any."""
    meeting = meet(enemy.rectangle, fighting_rectangle(found, me))
    hand = meeting.hand or "rear"
    if meeting.kind in ("flank", "rear"):
        return [_Help(hand, f"{meeting.kind} contact", enemy.id, ("BOB-MEL-4a",))]
    if meeting.kind == "side_overlap":
        clauses = ["BOB-MEL-10a", "DBA22-B21.2"]
        if found.fights(enemy.id):
            clauses.append("BOB-MEL-10b")
        return [_Help(hand, "overlap, side on side", enemy.id, (*clauses, *_engine(position, enemy)))]
    if meeting.kind == "corner_overlap":
        return _corner(position, found, me, enemy, meeting, finding)
    _cite_nothing(me, enemy, meeting, finding)
    return []


def _corner(
    position: Position, found: Fights, me: Base, enemy: Base, meeting: Meeting, finding: Finding
) -> list[_Help]:
    if found.fights(enemy.id):
        sentence = f"{enemy.id} fights to its own front, so its corner on {me.id} is no overlap"
        finding.cite_all(("BOB-MEL-8c", "DBA22-B21.2"), sentence)
        return []
    clauses = ["BOB-MEL-8a", "DBA22-B21.2"]
    if me.id in found.acting:
        clauses.append("BOB-CON-8c")
    if any(_front_partly_on(found, enemy.id, other.id) for other in position.enemies(enemy.side) if other.id != me.id):
        clauses.append("BOB-CON-4b")
    names = (*clauses, *_engine(position, enemy))
    return [_Help(meeting.hand or "left", "overlap, corner on corner", enemy.id, names)]


def _front_partly_on(found: Fights, base: str, enemy: str) -> bool:
    meeting = found.meeting(base, enemy)
    return meeting is not None and meeting.kind != "front" and meeting.edge_on(FRONT, FRONT) > 0.0


def _engine(position: Position, enemy: Base) -> tuple[str, ...]:
    """The clause for types that never move into contact, which may come to overlap through the enemy's movement."""
    return ("BOB-MEL-9",) if enemy.kind in table(position, "contacting")["never"] else ()


def _cite_nothing(me: Base, enemy: Base, meeting: Meeting, finding: Finding) -> None:
    """Cite why a touching enemy causes no minus."""
    if meeting.edge_on(FRONT, LEFT) or meeting.edge_on(FRONT, RIGHT):
        sentence = f"the front of {enemy.id} is on the side of {me.id} but no front corners meet: no flank factor"
        finding.cite_all(("BOB-MEL-4c", "BOB-TAC-8"), sentence)
        return
    if meeting.edge_on(FRONT, REAR):
        finding.cite("BOB-MEL-4b", f"the front of {enemy.id} is not on the whole rear edge of {me.id}: no rear contact")
    if _front_on_rear_corner(meeting):
        finding.cite("BOB-MEL-8b", f"a front corner of {enemy.id} is on a rear corner of {me.id}: no overlap")


def _front_on_rear_corner(meeting: Meeting) -> bool:
    fronts = (CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)
    rears = (CORNER + REAR_LEFT, CORNER + REAR_RIGHT)
    return any(t.mine in fronts and t.theirs in rears for t in meeting.touches)


def _cite_only_the_front_fights(who: Fighter, against: Fighter, helps: list[_Help], finding: Finding) -> None:
    if any("contact" in item.how for item in helps):
        sentence = f"only {who.name} and {against.name}, front to front, fight; the others in contact only take off"
        finding.cite_all(("BOB-MEL-3a", "BOB-OUT-1b", "DBA22-B21.4"), sentence)
    if helps:
        finding.cite("BOB-OUT-2b", f"one combat for the pair {who.name} and {against.name}; the rest are minuses")


def _lines(position: Position, who: Fighter, helps: list[_Help], finding: Finding) -> list[Line]:
    lines: list[Line] = []
    for hand in ("left", "right", "rear"):
        here = [item for item in helps if item.hand == hand]
        if not here:
            continue
        if len(here) > 1:
            sentence = f"{who.name} is helped against more than once on its {hand}, which counts once"
            finding.cite_all(("BOB-MEL-11", "BOB-TAC-8", "DBA22-B21.3"), sentence)
        clauses = tuple(dict.fromkeys(name for item in here for name in item.clauses))
        reason = "; ".join(f"{item.how} of {item.enemy} on its {hand}" for item in here)
        lines.append(factor_line(position, "contact", reason, clauses))
    return lines


def _cite_no_help(position: Position, who: Fighter, against: Fighter, finding: Finding, first: str | None) -> None:
    """Cite that in an attack on a camp or town no other base counts, if another base is there."""
    place = against.place or who.place
    outside = who if who.place is None else against
    if place is None or outside.base is None:
        return
    others = [b.id for b in position.friends(outside.base.side) if b.id != outside.id and touches_place(b, place)]
    found = fights(position, first)
    others += [e.id for e in position.enemies(outside.base.side) if found.meeting(e.id, outside.base.id) is not None]
    if others:
        name = "town" if place.kind == "bua" else "camp"
        sentence = f"{', '.join(others)} beside the attack on the {name} counts for nothing"
        finding.cite("BOB-MEL-14", sentence)
        finding.cite("BOB-MEL-12a" if place.kind == "bua" else "BOB-MEL-13", sentence)


def _cite_place_beside(position: Position, me: Base, against: Fighter, finding: Finding) -> None:
    """Cite that a base inside a camp or town gives no overlap to a fight that touches it."""
    for place in position.features("bua", "camp"):
        holder = position.within(place.id)
        if holder is not None and holder.side != me.side and _touches(me, place.ground):
            finding.cite("BOB-MEL-14", f"{holder.id} inside gives no overlap to the fight of {me.id} outside")


def _touches(base: Base, outline: tuple[tuple[float, float], ...]) -> bool:
    return any(edge_touches(base.rectangle.edge(i), outline) for i in range(4))
