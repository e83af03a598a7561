"""What the zones of enemies allow a move to do.

`judge_zones(position, base, legs, verdict, ...)` judges one element, alone or in a group: by the zones it starts in,
else by the zones its path enters. `exempt` names enemies whose zones do not count for a group member.
"""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.moving.contacting import Touched
from debellis.dba.moving.zone import faces_of, is_bound, is_carpet, zone_size
from debellis.dba.moving.zone_bonds import (
    NONE,
    Restricted,
    first_within,
    is_open,
    is_open_to_place,
    is_within,
    near_place,
    place_radius,
    restricted_by,
    starts_in_zones,
    zones_of,
)
from debellis.geometry.plane import COINCIDE, PARALLEL, opposite_direction
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import FRONT, Rectangle, gap
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.field_of_fire import part_ahead
from debellis.manoeuvre.legs import Leg, goes_straight, way_of
from debellis.manoeuvre.places import front_touches
from debellis.manoeuvre.zones import FAR_SIDE, INSIDE, lies_to, square
from debellis.manoeuvre.zones import lined_up as stands_lined_up
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict, permit

__all__ = [
    "Restricted",
    "is_open",
    "is_open_to_place",
    "judge_zones",
    "place_radius",
    "restricted_by",
    "starts_in_zones",
    "zones_of",
]


def judge_zones(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    verdict: Verdict,
    contacts: tuple[Touched, ...],
    *,
    exempt: frozenset[str] = NONE,
    dismounting: bool = False,
    enters: str | None = None,
    bound: Restricted | None = None,
) -> Restricted:
    """Judge a move by the zones that bind it, and refuse what none of the options allows.

    `contacts` are the enemies touched at the end, `enters` the place it ends in. `bound` gives the enemies that bind it
    if they are already known, as for a group.
    """
    if bound is None:
        bound = restricted_by(position, base, legs, exempt)
    if bound.shaded or bound.shadowed:
        _cite_screens(position, base, legs, contacts, bound, enters, verdict)
    if not bound.all:
        return bound
    chosen = _chosen(position, base, legs, contacts, bound, enters)
    straight_back = all(goes_straight(part, ahead=False) for part in legs)
    if dismounting:
        _judge_dismounting(position, base, legs, bound, verdict)
    elif chosen is not None:
        _cite_choice(position, base, legs, bound, chosen, verdict)
    elif straight_back and bound.start:
        _judge_back(position, base, legs, bound, contacts, verdict)
    else:
        _refuse(position, base, legs, bound, contacts, verdict)
    return bound


def _cite_screens(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    contacts: tuple[Touched, ...],
    bound: Restricted,
    enters: str | None,
    verdict: Verdict,
) -> None:
    """Cite screens that free a move, if without them none of the options would allow it."""
    if bound.start or (bound.entered and not bound.shaded):
        return
    unscreened = Restricted(bound.shaded, bound.entered + bound.shadowed)
    back = bool(bound.shaded) and all(goes_straight(part, ahead=False) for part in legs)
    if back or _chosen(position, base, legs, contacts, unscreened, enters) is not None:
        return
    names = bound.shaded or bound.shadowed
    if is_carpet(position) and any(position.has_base(name) for name in names):
        says = f"the zone of {', '.join(names)} grows ahead only until it meets another, and does not bind {base.id}"
        permit(verdict, says, "DBA22-B14.5")
        return
    who = ", ".join(names)
    says = f"others stand between {who} and every edge of {base.id} it could reach: that zone does not bind it"
    permit(verdict, says, "BOB-ZOC-3a", "BOB-ZOC-3c", "DBA22-B14.5")


def _chosen(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    contacts: tuple[Touched, ...],
    bound: Restricted,
    enters: str | None,
) -> str | None:
    """The binding enemy or place that the move ends in contact with, or ends lined up with; None if there is none."""
    names = bound.start or bound.entered
    fitting = [n for n in names if _contacts(position, legs, contacts, n, enters)]
    fitting += [n for n in names if position.has_base(n) and _lines_up(position, legs, position.base(n))]
    for name in fitting:
        if bound.start or all(_still_bound(position, base, legs, other, name) for other in bound.entered):
            return name
    return None


def _contacts(
    position: Position, legs: tuple[Leg, ...], contacts: tuple[Touched, ...], name: str, enters: str | None
) -> bool:
    """Whether a move ends in front contact with an enemy, or with its front on, or inside, a camp or town."""
    end = legs[-1].end
    if position.has_base(name):
        touching = any(one.enemy == name and one.melee for one in contacts)
        return touching and any(meet(end, face).kind == "front" for face in _faces_met(position, legs, name))
    ground = position.feature(name).ground
    return enters == name or (polygon_gap(end, ground) <= COINCIDE and front_touches(end, ground))


def _faces_met(position: Position, legs: tuple[Leg, ...], name: str) -> list[Rectangle]:
    """The edges of an enemy, each as its front, in whose zone a move starts.

    If it starts in none: all its zone edges.
    """
    faces = faces_of(position, position.base(name))
    here = [face for face in faces if lies_to(legs[0].start, square(face, *zone_size(position))) in (INSIDE, FAR_SIDE)]
    return here or list(faces)


def _lines_up(position: Position, legs: tuple[Leg, ...], enemy: Base) -> bool:
    """Whether a move ends lined up with an enemy, in its zone and no further back than it began."""
    end = legs[-1].end
    return any(
        stands_lined_up(end, face)
        and lies_to(end, square(face, *zone_size(position))) in (INSIDE, FAR_SIDE)
        and not _retires(legs, face)
        for face in _faces_met(position, legs, enemy.id)
    )


def _retires(legs: tuple[Leg, ...], enemy: Rectangle) -> bool:
    """Whether the front ends further from an enemy than it began, or than it was at some point of the move."""
    before = [enemy.local(p)[1] for p in legs[0].start.edge(FRONT)]
    furthest = max(before)
    ends = [[enemy.local(p)[1] for p in part.end.edge(FRONT)] for part in legs]
    reached = [max(here) for here in ends]
    lowest = min([furthest, *reached])
    after = reached[-1]
    return after > furthest + COINCIDE or after > lowest + COINCIDE


def _still_bound(position: Position, base: Base, legs: tuple[Leg, ...], name: str, chosen: str) -> bool:
    """Whether an enemy whose zone was entered still bound the move when it entered the zone of the chosen enemy."""
    if name == chosen or is_within(position, legs[-1].end, name):
        return True
    for part in legs:
        at = first_within(position, base, part, chosen)
        if at is not None:
            return is_within(position, at, name)
    return False


def _cite_choice(
    position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, chosen: str, verdict: Verdict
) -> None:
    """Cite what allowed a move that contacts, or lines up with, an enemy that binds it."""
    if not position.has_base(chosen):
        return
    enemy = position.base(chosen)
    end = legs[-1].end
    if gap(end, enemy.rectangle) > COINCIDE:
        says = f"{base.id} ends parallel to {chosen}, front towards it and within its front edge: lined up"
        permit(verdict, says, "BOB-ZOC-8c")
    if chosen in bound.start and _was_lined_up(position, legs, chosen):
        permit(verdict, f"{base.id} was lined up with {chosen} and may come closer or contact it", "BOB-ZOC-8a")
    others = [n for n in bound.start if n != chosen and position.has_base(n)]
    own = gap(base.rectangle, enemy.rectangle) if base.on_table else 0.0
    if any(gap(base.rectangle, position.base(n).rectangle) < own - COINCIDE for n in others):
        says = f"{base.id} is in the zones of {', '.join(bound.start)} and may go for any of them"
        permit(verdict, says, "BOB-ZOC-6a", "DBA22-B14.2")


def _judge_back(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    bound: Restricted,
    contacts: tuple[Touched, ...],
    verdict: Verdict,
) -> None:
    """Judge a whole move straight back. It is allowed, but not into new contact with an enemy that binds it."""
    hit = [one.enemy for one in contacts if not one.before and one.enemy in bound.all]
    if hit:
        says = f"{base.id} may go straight back towards {', '.join(hit)} but not so far as to touch it"
        verdict.refuse(says, "BOB-ZOC-5b")
        return
    lined = [n for n in bound.start if position.has_base(n) and _was_lined_up(position, legs, n)]
    if lined:
        permit(verdict, f"{base.id} was lined up with {lined[0]} and may go straight back", "BOB-ZOC-8a")


def _was_lined_up(position: Position, legs: tuple[Leg, ...], name: str) -> bool:
    return any(stands_lined_up(legs[0].start, face) for face in _faces_met(position, legs, name))


def _judge_dismounting(
    position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, verdict: Verdict
) -> None:
    """Refuse a dismounting move that starts in or enters a zone, unless it ends lined up with an enemy of such a
    zone."""
    enemies = [n for n in bound.start or bound.entered if position.has_base(n)]
    lined = [n for n in enemies if _lines_up(position, legs, position.base(n))]
    where = "starts inside" if bound.start else "enters"
    if lined:
        says = f"{base.id} {where} the zone of {lined[0]} and dismounts lined up with it"
        permit(verdict, says, "BOB-ZOC-12a", "BOB-MOV-9c")
        return
    says = f"{base.id} {where} the zone of {', '.join(bound.all)} and may dismount there only lining up"
    if bound.start:
        verdict.refuse(says, "BOB-ZOC-12a", "BOB-MOV-9c")
    else:
        verdict.refuse(says, "BOB-ZOC-8b", "DBA22-B14.8")


def _refuse(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    bound: Restricted,
    contacts: tuple[Touched, ...],
    verdict: Verdict,
) -> None:
    """Refuse a move that none of the options allows, with every reason that forbids it."""
    names = ", ".join(bound.start or bound.entered)
    for name in bound.start:
        is_bound(position, base, name, verdict)
    for name in bound.entered:
        for zone in zones_of(position, position.base(name)) if position.has_base(name) else ():
            verdict.draw("area", zone.corners, "zone", f"zone of {name}")
    if not bound.start:
        says = f"the way of {base.id} enters the zone of {names}: from there it must line up or make front contact"
        verdict.refuse(says, "BOB-ZOC-8b", "DBA22-B14.8")
        _cite_out_of_line(position, base, legs, bound, verdict)
    else:
        says = f"{base.id} is in the zone of {names} and may only make front contact, line up or go straight back"
        verdict.refuse(says, "BOB-ZOC-4a", "DBA22-B14.2", "DBA22-B14.1")
        _cite_retreat(position, base, legs, bound, verdict)
        _cite_one_option(position, base, legs, bound, verdict)
        _cite_rear(position, base, legs, bound, verdict)
    flanked = [one for one in contacts if one.enemy in bound.all and one.kind in ("flank", "rear")]
    if flanked:
        says = f"{base.id} may not leave the zone of {flanked[0].enemy} to reach its {flanked[0].kind}"
        verdict.cite_all(("BOB-ZOC-11a", "DBA22-B14.4"), says)
    _cite_places(position, base, legs, bound, verdict)


def _cite_out_of_line(
    position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, verdict: Verdict
) -> None:
    """Cite a move into a zone that ends facing the enemy but fails to line up, only by its angle or only by its
    place."""
    end = legs[-1].end
    for name in bound.entered:
        faces = _faces_met(position, legs, name) if position.has_base(name) else []
        facing = next((f for f in faces if lies_to(end, square(f, *zone_size(position))) in (INSIDE, FAR_SIDE)), None)
        if facing is None or gap(end, facing) <= COINCIDE:
            continue
        parallel = opposite_direction(end.facing, facing.facing)
        most = facing.width * 0.5 + COINCIDE
        within = all(abs(facing.local(p)[0]) <= most and facing.local(p)[1] >= -COINCIDE for p in end.edge(FRONT))
        towards = end.facing[0] * facing.facing[0] + end.facing[1] * facing.facing[1] < -PARALLEL
        if towards and parallel != within:
            off = "not parallel to it" if within else "not within its front edge extended"
            verdict.cite("BOB-ZOC-8c", f"{base.id} ends with its front towards {name} but {off}: that is not lined up")


def _cite_retreat(position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, verdict: Verdict) -> None:
    """Cite a retreat that is not straight to the rear all the way."""
    right, ahead = legs[0].start.local(legs[-1].end.front)
    if ahead >= -COINCIDE and not any(way_of(part)[1] < -COINCIDE for part in legs[:1]):
        return
    off = f"{abs(right):.2f} mm to the side" if abs(right) > COINCIDE else "with a change of facing"
    says = f"{base.id} goes back, but {off}: straight back means straight, for the whole move"
    verdict.cite("BOB-ZOC-9a", says)
    if len(bound.start) > 1:
        verdict.cite("BOB-ZOC-9b", f"bound by {', '.join(bound.start)}, {base.id} still goes straight to its own rear")
    lined = [n for n in bound.start if position.has_base(n) and _was_lined_up(position, legs, n)]
    if lined:
        verdict.cite("BOB-ZOC-1c", f"being lined up with {lined[0]} gives {base.id} no more freedom than the options")
    if base.kind in table(position, "further_moves")["keeping_away"]:
        verdict.cite("BOB-EXT-2b", f"{base.id} starts in a zone: its whole first move must be straight back")


def _cite_one_option(
    position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, verdict: Verdict
) -> None:
    """Cite a move that lines up and retires at once, if each would have been allowed alone."""
    for name in bound.start:
        for face in _faces_met(position, legs, name) if position.has_base(name) else ():
            before = stands_lined_up(legs[0].start, face)
            if not before and stands_lined_up(legs[-1].end, face) and _retires(legs, face):
                says = f"{base.id} would line up with {name} and retire as well: one move does only one of them"
                verdict.cite_all(("BOB-ZOC-5a", "DBA22-B14.3"), says)
                return


def _cite_rear(position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, verdict: Verdict) -> None:
    """Cite that an element with its back to the enemy must first spend a move to face it."""
    for name in bound.start:
        if position.has_base(name) and any(_is_behind(legs[0].start, f) for f in _faces_met(position, legs, name)):
            says = f"{base.id} has its back to {name}: it must first turn to face it, then go back with another move"
            verdict.cite_all(("BOB-ZOC-5b", "DBA22-B14.3"), says)


def _is_behind(base: Rectangle, enemy: Rectangle) -> bool:
    """Whether all of an enemy's front edge is behind the line of a base's rear edge."""
    return all(base.local(p)[1] <= -base.depth + COINCIDE for p in enemy.edge(FRONT))


def _cite_places(position: Position, base: Base, legs: tuple[Leg, ...], bound: Restricted, verdict: Verdict) -> None:
    """Cite that a camp or town may be contacted, but not merely faced."""
    for name in bound.start or bound.entered:
        if position.has_base(name):
            continue
        place = position.feature(name)
        end = legs[-1].end
        if polygon_gap(end, place.ground) > COINCIDE and near_place(position, end, place) and _faces(end, place):
            says = f"{base.id} may not merely face {name}: it may only touch it with its front or go straight back"
            verdict.cite("BOB-ZOC-6b", says)
        if place.kind == "bua":
            verdict.cite("BOB-SCH-6b", f"within one base width of {name}, {base.id} is bound by it whoever is in it")


def _faces(a: Rectangle, place: Terrain) -> bool:
    """Whether part of a place lies straight ahead of a front edge."""
    ground = place.ground
    return any(part_ahead((ground[i - 1], ground[i]), a.edge(FRONT), 0.0) is not None for i in range(len(ground)))
