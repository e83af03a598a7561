"""Forced conforming: a lone element, or one among skirmishers, faces the group that moved straight ahead into it."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.friends import may_pass, may_push
from debellis.dbm.aftermath.obstructions import at_place, step_back
from debellis.dbm.fighting.fighters import defends_works
from debellis.dbm.grouping.groups import partners
from debellis.dbm.measures import paces
from debellis.dbm.moving.speeds import bars
from debellis.dbm.moving.zones import straight_before
from debellis.dbm.troops import among, arm, is_skirmisher, noted, troop
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE, bearing, opposite_direction
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle, overlaps
from debellis.manoeuvre.contact import meet
from debellis.mechanics.brought_up import brought_up
from debellis.mechanics.move_arguments import WrittenStep, group_steps
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

_FRONT_PARTS = (FRONT, CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)
#: Precision of the distance by which a group is eased back (mm).
_FINE = 1e-6


class Conformed(Value, frozen=True):
    """The place of an element that conforms, and how far the group that moved is eased straight back for it."""

    place: Rectangle
    eased: float = 0.0


def group_of(position: Position, base: Base) -> tuple[Base, ...]:
    """The whole group of an element, with the element first."""
    found = [base]
    for one in found:
        known = {member.id for member in found}
        found += [friend for friend in partners(position, one) if friend.id not in known]
    return tuple(found)


def front_contact(mover: Base, element: Base) -> float | None:
    """The length of a mover's front edge on an element. 0 for a corner only, None if its front does not touch."""
    touches = [touch for touch in meet(mover.rectangle, element.rectangle).touches if touch.mine in _FRONT_PARTS]
    return sum(touch.length for touch in touches if touch.mine == FRONT) if touches else None


def most_in_contact(position: Position, element: Base, moved: tuple[str, ...], chosen: str) -> Base | None:
    """Which mover touches an element most with its front. Of equals, the chosen one."""
    movers = [position.base(name) for name in moved]
    found = [(front_contact(mover, element), mover) for mover in movers]
    touching = [(length, mover) for length, mover in found if length is not None]
    if not touching:
        return None
    longest = max(length for length, _ in touching)
    best = [mover for length, mover in touching if length >= longest - COINCIDE]
    return next((mover for mover in best if mover.id == chosen), best[0])


def is_alone_or_skirmishing(position: Position, element: Base) -> bool:
    """Whether an element is alone, or in a group of skirmishers only."""
    group = group_of(position, element)
    return len(group) == 1 or all(is_skirmisher(position.edition, troop(base)) for base in group)


def _is_bound(position: Position, element: Base, moved: tuple[str, ...], straight: bool, verdict: Verdict) -> bool:
    """Whether the way an element was touched makes it conform. The reason is cited if not."""
    if not is_alone_or_skirmishing(position, element):
        verdict.refuse(f"{element.id} stands in a group that is not all skirmishers", "DBM-B17.10")
    elif len(moved) < 2:
        verdict.refuse(f"what touches {element.id} is no group, so it need not conform", "DBM-B17.10")
    elif not straight:
        says = f"the group that touches {element.id} did not move only straight ahead without a shift"
        verdict.refuse(says, "DBM-B17.10")
    return verdict.legal


def _excused(position: Position, element: Base, toucher: Base, moved: tuple[str, ...], finding: Finding) -> bool:
    """Whether something about an element as it stands excuses it from conforming."""
    if not straight_before(toucher.rectangle, element.rectangle):
        says = f"no part of {element.id} is straight ahead of the front edge of {toucher.id}"
        finding.cite("DBM32-P18-para3-ex1", says)
        finding.cite("DBM32-GLOSS-straight-ahead", says)
        return True
    near = position.near_enemies(element.side, element.rectangle)
    others = [enemy for enemy in near if enemy.id not in moved]
    held = next((enemy.id for enemy in others if meet(element.rectangle, enemy.rectangle).touching), None)
    if held is not None:
        finding.cite("DBM32-P18-para3-ex2", f"{element.id} was touching {held} already")
        return True
    if defends_works(element) or noted(element, "defends_edge"):
        finding.cite("DBM32-P18-para3-ex3", f"{element.id} defends works or the edge of a terrain feature")
        return True
    if among(position.edition, troop(element), table(position, "turning_to_face")["never"]):
        finding.cite("DBM32-P18-para3-ex4", f"{element.id}, {troop(element).name}, is of a type that does not turn")
        return True
    return False


def facing_it(toucher: Base, element: Base) -> Rectangle:
    """The place exactly facing an enemy, front edge on front edge."""
    x, y = toucher.facing
    return Rectangle(toucher.front, (-x, -y), element.width, element.depth)


def _only_shifts(position: Position, element: Base) -> str | None:
    """The friend, other than a skirmisher, that touches an element edge to edge. It saves the element from pivoting."""
    for friend in position.near_friends(element.side, element.rectangle):
        if friend.id == element.id or is_skirmisher(position.edition, troop(friend)):
            continue
        if any(
            touch.mine < CORNER and touch.theirs < CORNER for touch in meet(element.rectangle, friend.rectangle).touches
        ):
            return friend.id
    return None


def _spoilt(position: Position, element: Base, place: Rectangle) -> str | None:
    """Why a recoil or a flight from the place would fail. None if it would not."""
    there = at_place(element, place)
    back = step_back(position, element)
    blocked = _blocked(position.with_base(there), there, back, {element.id})
    if blocked is not None:
        return f"a recoil from there would meet {blocked}, which {element.id} can neither pass nor push"
    far = back + paces(position, float(table(position, "move_special")["flee_distance"]))
    return (
        f"a flight from there would take {element.id} off the table"
        if is_off(place.advanced(-far), position.size)
        else None
    )


def _blocked(position: Position, base: Base, back: float, going: set[str]) -> str | None:
    """The friend that stops an element going straight back, directly or through the elements it pushes."""
    end = base.rectangle.advanced(-back)
    swept = _swept(base.rectangle, back)
    for friend in position.near_friends(base.side, swept):
        if friend.id in going or not overlaps(swept, friend.rectangle):
            continue
        if may_pass(position, base, friend):
            continue
        if not may_push(position, base, friend):
            return friend.id
        needed = max(end.local(corner)[1] for corner in friend.rectangle.corners) + end.depth
        stopped = _blocked(position, friend, max(needed, 0.0), going | {friend.id})
        if stopped is not None:
            return stopped
    return None


def _swept(place: Rectangle, back: float) -> Rectangle:
    return Rectangle(place.front, place.facing, place.width, place.depth + back)


def _filled(position: Position, element: Base, place: Rectangle, ignoring: tuple[str, ...]) -> str | None:
    """What occupies a place. None if the element has space there."""
    for other in position.standing:
        if other.id != element.id and other.id not in ignoring and overlaps(place, other.rectangle):
            return other.id
    for piece in position.terrain:
        if bars(position, element, piece) and partly_in(place, piece.ground):
            return piece.id
    return "the edge of the table" if is_off(place, position.size) else None


def _eased(position: Position, element: Base, place: Rectangle, moved: tuple[str, ...], most: float) -> float | None:
    """How far straight back a group must go so that the element can face it. None if further than the group moved."""
    if _filled(position, element, place.advanced(most), moved) is not None:
        return None
    low, high = 0.0, most
    while high - low > _FINE:
        half = (low + high) * 0.5
        if _filled(position, element, place.advanced(half), moved) is not None:
            low = half
        else:
            high = half
    return min(high + COINCIDE, most)


def judge_conforming(
    position: Position,
    element: Base,
    touched_by: str,
    moved: tuple[str, ...],
    advanced: float | None,
    straight: bool,
    finding: Finding,
) -> Conformed | None:
    """Where an element must go to conform to the group that touches it. None if it need not."""
    verdict = Verdict()
    toucher = most_in_contact(position, element, moved, touched_by)
    if toucher is None:
        return None
    if not _is_bound(position, element, moved, straight, verdict):
        finding.absorb(verdict)
        return None
    if _excused(position, element, toucher, moved, finding):
        return None
    place = facing_it(toucher, element)
    friend = _only_shifts(position, element)
    if friend is not None and not opposite_direction(element.facing, toucher.facing):
        finding.cite("DBM32-P18-para3-partial", f"{element.id} is joined to {friend} and need not pivot")
        return None
    found = _with_room(position, element, toucher, place, moved, advanced, finding)
    if found is None:
        return None
    spoilt = _spoilt(position, element, found.place)
    if spoilt is not None:
        finding.cite("DBM32-P18-para3-ex5", spoilt)
        return None
    if friend is not None:
        says = f"{element.id} is joined to {friend}: it only shifts to face {toucher.id}"
        finding.cite("DBM32-P18-para3-partial", says)
    says = f"{element.id} must face {toucher.id}, which of the group that moved straight into it touches it most"
    finding.cite("DBM32-P18-para3-trigger", says)
    return found


def _with_room(
    position: Position,
    element: Base,
    toucher: Base,
    place: Rectangle,
    moved: tuple[str, ...],
    advanced: float | None,
    finding: Finding,
) -> Conformed | None:
    """A place where the element can conform. None if there is none.

    If foot touches skirmishers, the group is eased back where needed.
    """
    filled = _filled(position, element, place, moved)
    if filled is None:
        return Conformed(place)
    edition = position.edition
    on_foot = all(arm(edition, position.base(name).kind) == "foot" for name in moved)
    if is_skirmisher(edition, troop(element)) and on_foot and advanced is not None:
        eased = _eased(position, element, place, moved, advanced)
        if eased is not None:
            says = f"{filled} leaves {element.id} no room, so the foot touching it goes {eased:.2f} mm straight back"
            finding.cite("DBM32-P18-para3-ex6", says)
            finding.cite("DBM32-GLOSS-straight-back", says)
            return Conformed(place.advanced(eased), eased)
    finding.cite("DBM32-P18-para3-ex6", f"{filled} leaves {element.id} no room to face {toucher.id}")
    return None


def conform(
    position: Position,
    *,
    element: str,
    moved: tuple[str, ...],
    touched_by: str | None = None,
    steps: tuple[WrittenStep, ...] = (),
    straight: bool | None = None,
    advanced: float | None = None,
    order: tuple[str, ...] = (),
) -> Ruling:
    """Answers whether and where an element conforms to a group that touches it.

    Elements before it in the order go first.

    If the group is shown before its move, it makes its steps, or goes straight ahead until it touches.
    """
    finding = Finding()
    up = brought_up(position, moved, element, group_steps(steps)[0], touched_by)
    position, touched_by = up.position, up.touched_by
    straight = straight if straight is not None else up.straight is not False
    advanced = up.advanced if advanced is None else advanced
    for name in order:
        if name == element:
            break
        other = position.base(name)
        found = judge_conforming(position, other, touched_by, moved, advanced, straight, Finding())
        if found is not None:
            says = f"the player whose bound it is lets {name} conform before {element}"
            finding.cite("DBM32-P18-para3-order", says)
            position = position.with_base(at_place(other, found.place))
    base = position.base(element)
    found = judge_conforming(position, base, touched_by, moved, advanced, straight, finding)
    place = base.rectangle if found is None else found.place
    answer: dict[str, Any] = {
        "conforms": found is not None,
        "front": list(place.front),
        "facing": bearing(place.facing),
        "eased": 0.0 if found is None else found.eased,
    }
    finding.draw("area", place.corners, "ghost", element)
    return finding.rule("conform", answer)
