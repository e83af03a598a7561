"""Zones and groups: each member is judged separately, but enemies straight ahead do not hinder a move into contact.

When a member enters a zone, the others stand where the same moment of the move has brought them.
"""

from __future__ import annotations

from debellis.dba.moving.group_contacts import Contacts
from debellis.dba.moving.restrictions import (
    Restricted,
    is_open,
    is_open_to_place,
    judge_zones,
    place_radius,
    restricted_by,
    starts_in_zones,
    zones_of,
)
from debellis.dba.moving.zone import faces_of
from debellis.dba.moving.zone_bonds import enemies_near, places_near
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.geometry.turning import free_share
from debellis.manoeuvre.field_of_fire import part_ahead
from debellis.manoeuvre.legs import Leg, boxes_apart, rectangle_box
from debellis.manoeuvre.march import March
from debellis.manoeuvre.zone_entry import enters_round, enters_square, place_of_nearing
from debellis.manoeuvre.zones import FAR_SIDE, INSIDE, lies_to
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import QuietVerdict, Verdict


def judge_group_zones(
    position: Position, found: March, contacts: Contacts, shifted: bool, dismounting: bool, verdict: Verdict
) -> None:
    """Judge every member by the zones that bind it. `shifted` says that the group has made a legal sideways shift."""
    bound = [_bound(position, found, i) for i in range(len(found.members))]
    if not any(one.all for one in bound):
        return
    names = {name for one in bound for name in one.all}
    ahead = frozenset(name for name in names if is_ahead(position, found, name))
    spared = contacts.conforming
    if shifted or (contacts.good and not dismounting):
        spared = spared | ahead
    faults: list[tuple[int, Verdict]] = []
    free: list[str] = []
    for i in range(len(bound)):
        own = Verdict()
        _judge_member(position, found, i, contacts, _without(bound[i], spared), dismounting, own)
        if own.legal:
            verdict.absorb(own)
            if shifted:
                strict = QuietVerdict()
                _judge_member(position, found, i, contacts, bound[i], dismounting, strict)
                free += [] if strict.legal else [found.names[i]]
        else:
            faults.append((i, own))
    if free:
        says = f"only enemies straight ahead have {', '.join(free)} in their zones, and they do not hinder the shift"
        verdict.cite_all(("BOB-ZOC-13a", "DBA22-B14.6"), says)
    for i, own in faults:
        _refuse(found, i, own, _without(bound[i], spared), ahead, len(faults) < len(bound), verdict)


def _without(bound: Restricted, spared: frozenset[str]) -> Restricted:
    return Restricted(
        tuple(name for name in bound.start if name not in spared),
        tuple(name for name in bound.entered if name not in spared),
    )


def _judge_member(
    position: Position,
    found: March,
    i: int,
    contacts: Contacts,
    bound: Restricted,
    dismounting: bool,
    verdict: Verdict,
) -> None:
    if bound.all:
        base, legs, touched = found.members[i], found.legs[i], contacts.touched[i]
        judge_zones(position, base, legs, verdict, touched, dismounting=dismounting, bound=bound)


def _refuse(
    found: March, i: int, own: Verdict, bound: Restricted, ahead: frozenset[str], others: bool, verdict: Verdict
) -> None:
    """Refuse with the reasons that forbid a member's move, and cite that each member is judged separately."""
    name = found.names[i]
    verdict.absorb(own)
    verdict.bar(name)
    verdict.faults += own.faults
    aside = [enemy for enemy in (bound.start or bound.entered) if enemy not in ahead]
    if aside:
        says = f"{name} must itself satisfy the zone of {', '.join(aside)}, which is not straight ahead of the group"
        verdict.cite_all(("BOB-ZOC-13b", "DBA22-B14.6"), says)
    if others:
        says = f"{name} is judged by itself, whatever the others of its group may do"
        verdict.cite_all(("BOB-ZOC-7a", "DBA22-B14.6"), says)


def is_ahead(position: Position, found: March, name: str) -> bool:
    """Whether an enemy stands straight ahead of the group and faces it: part of its front is before a member's
    front."""
    if not position.has_base(name):
        return False
    for enemy in faces_of(position, position.base(name)):
        for i, base in enumerate(found.members):
            facing = found.end(i).facing
            if facing[0] * enemy.facing[0] + facing[1] * enemy.facing[1] >= 0.0:
                continue
            if any(_before(enemy, a) for a in (base.rectangle, found.end(i))):
                return True
    return False


def _before(enemy: Rectangle, a: Rectangle) -> bool:
    """Whether some length of an enemy's front edge is straight ahead of a front edge."""
    part = part_ahead(enemy.edge(FRONT), a.edge(FRONT), 0.0)
    if part is None:
        return False
    width = a.width * 0.5 - COINCIDE
    here, there = a.local(part[0])[0], a.local(part[1])[0]
    return min(here, there) < width and max(here, there) > -width


def _bound(position: Position, found: March, i: int) -> Restricted:
    """The enemies that bind a member: at the start, and on its path while the rest of the group moves along."""
    base = found.members[i]
    if not found.strides:
        return _bound_alone(position, found, i)
    start = starts_in_zones(position, base)
    boxes = tuple(part.bounds for part in found.legs[i])
    near = enemies_near(position, base.side, boxes)
    entered = [enemy.id for enemy in near if enemy.id not in start and _enters(position, found, i, enemy)]
    for spot in places_near(position, base.side, boxes):
        if spot.id not in start and _nears(position, found, i, spot):
            entered.append(spot.id)
    return Restricted(start, tuple(entered))


def _bound_alone(position: Position, found: March, i: int) -> Restricted:
    """The same for a member with a separate path. Members before it in the new formation have already arrived."""
    ahead = found.end(i)
    gone = {
        b.id: found.end(k)
        for k, b in enumerate(found.members)
        if k != i and ahead.local(found.end(k).front)[1] > COINCIDE
    }
    base = found.members[i]
    later = restricted_by(position.placed(gone), base, found.legs[i])
    start = starts_in_zones(position, base)
    return Restricted(start, tuple(name for name in later.all if name not in start))


def _enters(position: Position, found: March, i: int, enemy: Base) -> bool:
    """Whether a member enters a zone of an enemy at a moment when nobody screens it."""
    return any(_enters_zone(position, found, i, enemy, zone) for zone in zones_of(position, enemy))


def _enters_zone(position: Position, found: March, i: int, enemy: Base, zone: Rectangle) -> bool:
    box = rectangle_box(zone)
    base = found.members[i]
    for k, part in enumerate(found.legs[i]):
        if boxes_apart(part.bounds, box, COINCIDE) or not enters_square(part, zone):
            continue
        if k >= len(found.strides):
            now = position.placed({b.id: found.end(j) for j, b in enumerate(found.members)})
            return lies_to(part.end, zone) in (INSIDE, FAR_SIDE) and is_open(now, base, part.end, enemy)
        motion = found.strides[k].motions[i]
        shares = [free_share(motion, zone)]
        if lies_to(motion.end, zone) in (INSIDE, FAR_SIDE):
            shares.append(1.0)
        for share in shares:
            if share >= 1.0 and lies_to(motion.end, zone) not in (INSIDE, FAR_SIDE):
                continue
            if is_open(found.at(position, k, share), base, motion.at(share), enemy):
                return True
    return False


def _nears(position: Position, found: March, i: int, spot: Terrain) -> bool:
    """Whether a member enters the zone of a camp or town at a moment when nobody screens it."""
    radius = place_radius(position)
    base = found.members[i]
    for k, part in enumerate(found.legs[i]):
        if not enters_round(part, spot.ground, radius):
            continue
        share = _share_near(part, spot, radius)
        moments = [(share, found.strides[k].motions[i].at(share)), (1.0, part.end)] if k < len(found.strides) else []
        for at, there in moments:
            if polygon_gap(there, spot.ground) > radius + COINCIDE:
                continue
            if is_open_to_place(found.at(position, k, at), base, there, spot):
                return True
    return False


def _share_near(part: Leg, spot: Terrain, radius: float) -> float:
    """The share of a leg that is done when it first comes within a distance of a place."""
    near = place_of_nearing(part, spot.ground, radius)
    whole = part.start.local(part.end.front)
    gone = part.start.local(near.front)
    far = whole[0] * whole[0] + whole[1] * whole[1]
    return 1.0 if far <= COINCIDE else min(1.0, (gone[0] * whole[0] + gone[1] * whole[1]) / far)
