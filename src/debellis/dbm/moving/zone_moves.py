"""What an element in an enemy zone may do: go straight at the enemy, line up, retire, or touch it.

If several enemies pin it at the start, it may choose one to deal with. Each zone it enters on the way must be satisfied
separately. Judgement begins with the first leg that meets a zone and covers all later legs.
"""

from __future__ import annotations

from debellis.dbm.contacts import FLANK, Legal
from debellis.dbm.moving.lining_up import lined_up, opposite
from debellis.dbm.moving.zones import hidden, met, pinning, rear_in_zone, rear_towards, straight_before, zone_of
from debellis.geometry.plane import COINCIDE, opposite_direction, same_direction
from debellis.geometry.rectangle import REAR, Rectangle, gap
from debellis.manoeuvre.legs import Leg, crosses, goes_straight, is_straight, way_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict, permit

Cited = tuple[tuple[str, str], ...]


class Way(Value, frozen=True):
    """A move as zones judge it: the mover, its legs without a waived shift, its end, its legal contacts.

    `whole` says that a zone binds all of the move, not only the part after the zone is met. `stood` is the place before
    a free turn about, if it made one.
    """

    base: Base
    legs: tuple[Leg, ...]
    end: Rectangle
    touching: tuple[Legal, ...] = ()
    whole: bool = False
    stood: Rectangle | None = None

    @property
    def start(self) -> Rectangle:
        return self.legs[0].start if self.stood is None else self.stood


def judge_zones(position: Position, way: Way, verdict: Verdict) -> tuple[str, ...]:
    """Judge a way by every zone it starts in or meets. Returns the owners of the zones that forbid it."""
    pins = pinning(position, way.base.side, way.start)
    entered = [enemy for enemy in met(position, way.base.side, way.legs) if enemy not in pins]
    refused: list[str] = []
    if pins:
        found = [(enemy, permission(position, way, enemy)) for enemy in pins]
        chosen = next(((enemy, cited) for enemy, cited in found if cited is not None), None)
        if chosen is None:
            for enemy in pins:
                _refuse(position, way, enemy, verdict)
                refused.append(enemy.id)
        else:
            _permit(chosen[1] or (), verdict)
    for enemy in entered:
        cited = permission(position, way, enemy)
        if cited is None and lined_up(position, way.base, way.end, enemy) is not None and _no_turn_away(way, enemy):
            says = f"{way.base.id} ends lined up with {enemy.id} by its corner"
            cited = (("DBM-B17.3", says), ("IWF-13.6b", says))
        if cited is None:
            _refuse(position, way, enemy, verdict)
            refused.append(enemy.id)
        else:
            _permit(cited, verdict)
    if not refused:
        _cite_hidden(position, way, verdict)
    return tuple(refused)


def _cite_hidden(position: Position, way: Way, verdict: Verdict) -> None:
    """Cite that ambushers not yet placed have no zones, if their zones would have forbidden a way."""
    for enemy in hidden(position, way.base.side):
        zone = zone_of(position, enemy)
        if not any(crosses(leg, zone) for leg in way.legs) or permission(position, way, enemy) is not None:
            continue
        says = f"{enemy.id} is in an ambush not yet placed: its zone does not bind {way.base.id}"
        permit(verdict, says, "IWF-9.1b")


def _permit(cited: Cited, verdict: Verdict) -> None:
    for name, says in cited:
        permit(verdict, says, name)


def _no_turn_away(way: Way, enemy: Base) -> bool:
    return opposite_direction(way.end.facing, enemy.facing)


def permission(position: Position, way: Way, enemy: Base) -> Cited | None:
    """What allows a way in the zone of an enemy, with the clauses. None if nothing does."""
    legs = _bound_legs(position, way, enemy)
    for allowed in (_contact, _ahead, _line_up, _retire):
        cited = allowed(position, way, enemy, legs)
        if cited is not None:
            return cited
    return None


def _bound_legs(position: Position, way: Way, enemy: Base) -> tuple[Leg, ...]:
    """The legs that a zone binds: from the first that meets it, or all legs if the way is bound as a whole."""
    zone = zone_of(position, enemy)
    for i, leg in enumerate(way.legs):
        if crosses(leg, zone) and not way.whole:
            return way.legs[i:]
    return way.legs


def _contact(position: Position, way: Way, enemy: Base, legs: tuple[Leg, ...]) -> Cited | None:
    """Allow a move into legal contact with the enemy that owns the zone."""
    if all(legal.enemy != enemy.id for legal in way.touching):
        return None
    says = f"{way.base.id} ends in legal contact with {enemy.id}, in whose zone it moves"
    wheel = () if all(is_straight(leg) for leg in legs) else (("IWF-13.3d", says),)
    return (("DBM-B17.6", says), *wheel)


def _ahead(position: Position, way: Way, enemy: Base, legs: tuple[Leg, ...]) -> Cited | None:
    """Allow a move straight ahead towards an enemy that is partly straight ahead, if not onto another's flank."""
    name, other = way.base.id, enemy.rectangle
    straight = all(goes_straight(leg, ahead=True) and straight_before(leg.start, other) for leg in legs)
    if not straight or any(legal.kind == FLANK for legal in way.touching):
        return None
    says = f"some part of {enemy.id} is straight ahead of {name}, which goes straight forward towards it"
    cited: Cited = (("DBM-B17.2", says), ("IWF-13.1a", says), ("DBM32-GLOSS-straight-ahead", says))
    if not opposite(way.end, other):
        cited += (("IWF-13.1b", f"{name} need not line up with {enemy.id}"),)
    return cited


def _line_up(position: Position, way: Way, enemy: Base, legs: tuple[Leg, ...]) -> Cited | None:
    """Allow an advance that ends exactly opposite the enemy, nearer than before."""
    name, other = way.base.id, enemy.rectangle
    if not opposite(way.end, other) or not _closer(way, other):
        return None
    says = f"{name} ends lined up exactly opposite {enemy.id}, in whose zone it moves"
    cited: Cited = (("DBM-B17.3", says), ("IWF-13.3a", says), ("IWF-13.3c", f"{name} gets nearer to {enemy.id}"))
    if _about(way):
        cited += (("IWF-13.3b", f"{name} begins with one about turn to face {enemy.id}"),)
    elif any(not is_straight(leg) for leg in legs):
        cited += (("IWF-13.3d", f"the wheel of {name} brings it nearer and exactly opposite {enemy.id}"),)
    if any(_aside(leg) for leg in legs):
        cited += (("IWF-13.3e", f"{name} lines up by shift or incline"),)
    return cited


def _retire(position: Position, way: Way, enemy: Base, legs: tuple[Leg, ...]) -> Cited | None:
    """Allow a move straight back, ending with either facing, unless the rear is turned to the enemy."""
    if rear_towards(way.start, enemy.rectangle) or not _goes_back(way):
        return None
    name = way.base.id
    says = f"{name} retires straight back out of the zone of {enemy.id}"
    cited: Cited = (("DBM-B17.4", says), ("IWF-13.4a", says), ("DBM32-GLOSS-straight-back", says))
    if _about(way):
        cited += (("IWF-13.4b", f"{name} may end its retirement facing about"),)
    return cited


def _closer(way: Way, enemy: Rectangle) -> bool:
    return gap(way.end, enemy) < gap(way.start, enemy) - COINCIDE


def _about(way: Way) -> bool:
    """Whether it ends facing the opposite way."""
    return opposite_direction(way.start.facing, way.end.facing)


def _aside(leg: Leg) -> bool:
    """Whether a leg goes partly sideways without a wheel. An about turn does not count."""
    if opposite_direction(leg.start.facing, leg.end.facing):
        return abs(leg.start.fronting(REAR).local(leg.end.front)[0]) > COINCIDE
    return is_straight(leg) and abs(way_of(leg)[0]) > COINCIDE


def _goes_back(way: Way) -> bool:
    """Whether every place on the way is straight behind the start, with the first facing or the opposite one."""
    reached = 0.0
    for leg in way.legs:
        if same_direction(leg.end.facing, way.start.facing):
            right, ahead = way.start.local(leg.end.front)
        elif opposite_direction(leg.end.facing, way.start.facing):
            right, ahead = way.start.local(leg.end.fronting(REAR).front)
        else:
            return False
        if abs(right) > COINCIDE or ahead > reached + COINCIDE:
            return False
        reached = ahead
    return True


def _refuse(position: Position, way: Way, enemy: Base, verdict: Verdict) -> None:
    """Refuse a way in the zone of an enemy, with the clause of the permission it comes nearest to."""
    zone = zone_of(position, enemy)
    verdict.draw("area", zone.corners, "zone", enemy.id)
    name, says = _fault(position, way, enemy)
    verdict.refuse(says, "DBM-B17.7", *name)


def _fault(position: Position, way: Way, enemy: Base) -> tuple[tuple[str, ...], str]:
    mover, other = way.base.id, enemy.rectangle
    legs = _bound_legs(position, way, enemy)
    flank = next((legal.enemy for legal in way.touching if legal.kind == FLANK and legal.enemy != enemy.id), None)
    if flank is not None and straight_before(way.start, other):
        says = f"{mover} may not use its way towards {enemy.id} to reach the flank of {flank} through that zone"
        return ("IWF-13.2",), says
    if rear_in_zone(position, way.start, enemy) and not _closer(way, other):
        away = ("IWF-13.4c",) if goes_straight(Leg(way.start, way.end, way.start.corners, 0.0), ahead=True) else ()
        return ("IWF-13.4d", *away), f"{mover} has its rear edge in the zone of {enemy.id} and may only go nearer to it"
    if opposite(way.end, other):
        return ("IWF-13.3c",), f"{mover} lines up with {enemy.id} without getting nearer to it"
    backward = way.start.local(way.end.centre)[1] < -0.5 * way.start.depth - COINCIDE
    if backward and not rear_towards(way.start, other) and not _closer(way, other):
        turned = not (same_direction(way.start.facing, way.end.facing) or _about(way))
        clause = "IWF-13.4b" if turned else "IWF-13.4a"
        return (clause,), f"{mover} does not retire straight back from {enemy.id}, facing as before or about"
    if any(not is_straight(leg) for leg in legs) and not _about(way):
        says = f"{mover} wheels in the zone of {enemy.id} and ends neither in legal contact nor lined up nearer"
        return ("IWF-13.3d",), says
    if all(goes_straight(leg, ahead=True) for leg in legs) and not straight_before(legs[0].start, other):
        return ("IWF-13.1a",), f"no part of {enemy.id} is straight ahead of {mover}"
    return ("IWF-13.3a",), f"{mover} moves in the zone of {enemy.id} and does not end lined up exactly opposite it"
