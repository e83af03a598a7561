"""Orders: what an element or group is ordered to do, and the facts about the finished move that decide its PIP cost."""

from __future__ import annotations

from debellis.dbm.contacts import FIGHTING, OVERLAPPING, REAR, legal_contacts
from debellis.dbm.grouping.group_contacts import why_conforming
from debellis.dbm.grouping.neighbourhood import around, is_near, reach_of
from debellis.dbm.grouping.planning import plan
from debellis.dbm.grouping.ways import reach, shares
from debellis.dbm.measures import base_width
from debellis.dbm.moving.lining_up import all_lined_up, within_base_width
from debellis.dbm.moving.speeds import bars
from debellis.dbm.troops import Troop, is_holder, is_light, service, troop
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.polygon import OUTSIDE, lies, polygon_gap
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.legs import boxes_apart
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.ways import GroupWay, Way, block_ways, direct
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import DeferredVerdict

NONE, LEGAL, ILLEGAL = "none", "legal", "illegal"


class Mover(Value, frozen=True):
    """An element for the PIP cost: its troops, and whether it is a general or on a base with one.

    The troops are both halves of a double base, unless each half pays separately.
    """

    base: Base
    troops: tuple[Troop, ...]
    company: bool

    @property
    def irregular(self) -> bool:
        return any(not what.regular for what in self.troops)


class Done(Value, frozen=True):
    """The facts about a finished move.

    `full`: every irregular that may not stop short went its full distance. `slide`: it slid sideways to line up.
    `lines_up`: it ended lined up within a base width. `back`: part of it crossed the line of its first rear edge.
    `about`: it ended facing about. `barred`: it ended when it touched a river or ground it cannot enter.
    """

    straight: bool = True
    full: bool = True
    contact: str = NONE
    went_on: bool = False
    slide: bool = False
    lines_up: bool = False
    back: bool = False
    about: bool = False
    barred: bool = False


def mover(base: Base) -> Mover:
    what = troop(base)
    return Mover(base, (what,) if what.rear is None else (what, what.rear), service(base).rank is not None)


def may_stop_short(position: Position, one: Mover) -> bool:
    """Whether an element may stop short without extra cost: it is regular, light, or based with a general."""
    return one.company or all(what.regular or is_light(position.edition, what) for what in one.troops)


def finished(
    position: Position,
    bases: tuple[Base, ...],
    to: Pose | None,
    path: tuple[Pose, ...],
    steps: tuple[Step, ...],
    ends: dict[str, Pose],
    manoeuvre: str | None,
    about: bool,
) -> Done | None:
    """The facts about a move given by its places or steps. None if no move is given, or no group could make it."""
    found = _way(position, bases, to, path, steps, ends, manoeuvre, about)
    return None if found is None else describe(around(position, found), bases, found)


def describe(position: Position, bases: tuple[Base, ...], found: GroupWay) -> Done:
    """The facts about the move of elements by a way."""
    after = found.ends
    contact, touching = _contact(position, found)
    slide = abs(found.shift) > COINCIDE
    width = base_width(position)
    near = any(
        is_near(enemy, reach_of((way,)), width) and within_base_width(position, way.end, enemy_of)
        for way, enemy_of in ((way, base.side) for way, base in zip(found.ways, found.members, strict=True))
        for enemy in position.enemies(enemy_of)
    )
    lined = near and bool(all_lined_up(position, list(zip(found.members, after, strict=True))))
    used = shares(position, found)
    full = all(
        share >= 1.0 - COINCIDE / max(reach(position, found, base), COINCIDE) or may_stop_short(position, mover(base))
        for share, base in zip(used, found.members, strict=True)
    )
    return Done(
        straight=found.straight and (not slide or lined),
        full=full,
        contact=contact,
        went_on=touching and _touched_before(position, found),
        slide=slide and lined,
        lines_up=lined and contact == NONE,
        back=any(crosses_rear(base.rectangle, end) for base, end in zip(bases, after, strict=True)),
        about=all(not _same_way(base, end) for base, end in zip(bases, after, strict=True)),
        barred=any(_ends_barred(position, base, way) for base, way in zip(found.members, found.ways, strict=True)),
    )


def _ends_barred(position: Position, base: Base, way: Way) -> bool:
    """Whether a way ends by touching a river, or ground the element cannot enter, that it did not touch before."""
    start = base.rectangle
    return any(
        any(not boxes_apart(part.bounds, piece.box, COINCIDE) for part in way.legs)
        and (piece.kind == "river" or bars(position, base, piece))
        and polygon_gap(way.end, piece.ground) <= COINCIDE < polygon_gap(start, piece.ground)
        and lies(way.end, piece.ground) == OUTSIDE
        for piece in position.terrain
    )


def _same_way(base: Base, end: Rectangle) -> bool:
    return base.facing[0] * end.facing[0] + base.facing[1] * end.facing[1] > 0.0


def crosses_rear(start: Rectangle, end: Rectangle) -> bool:
    """Whether part of an end place lies beyond the line of the first rear edge."""
    return any(start.local(corner)[1] < -start.depth - COINCIDE for corner in end.corners)


def _way(
    position: Position,
    bases: tuple[Base, ...],
    to: Pose | None,
    path: tuple[Pose, ...],
    steps: tuple[Step, ...],
    ends: dict[str, Pose],
    manoeuvre: str | None,
    about: bool,
) -> GroupWay | None:
    if len(bases) > 1:
        if not steps and not ends:
            return None
        return plan(position, bases, steps, ends, manoeuvre, about, DeferredVerdict())
    if steps:
        return GroupWay(bases, block_ways(bases, steps), steps)
    poses = (*path, *((to,) if to is not None else ()))
    return _by_poses(position, bases[0], poses) if poses else None


def _by_poses(position: Position, base: Base, poses: tuple[Pose, ...]) -> GroupWay:
    """The way of a single element through poses. A slant of up to half a base width is an advance with a shift."""
    places = [pose.rectangle(base.width, base.depth) for pose in poses]
    here, end = base.rectangle, places[-1]
    right, ahead = here.local(end.front)
    alike = all(same_direction(here.facing, place.facing) for place in places)
    most = float(table(position, "distances")["line_up_slide_bw"]) * base_width(position)
    if alike and ahead >= -COINCIDE and abs(right) <= most + COINCIDE:
        shift = (Step(shift=right),) if abs(right) > COINCIDE else ()
        steps = (Step(advance=max(0.0, ahead)), *shift)
        return GroupWay((base,), block_ways((base,), steps), steps)
    parts: list[Way] = []
    for place in places:
        parts.append(direct(here, place))
        here = place
    way = Way(
        tuple(motion for part in parts for motion in part.motions),
        tuple(leg for part in parts for leg in part.legs),
        tuple(length for part in parts for length in part.lengths),
    )
    return GroupWay((base,), (way,))


def _contact(position: Position, found: GroupWay) -> tuple[str, bool]:
    """The kind of contact at the end, and whether it touches enemies.

    The contact is legal (also if the enemy conforms), illegal or none.
    """
    touched: list[Base] = []
    for base, end in zip(found.members, found.ends, strict=True):
        if any(one.kind in FIGHTING + OVERLAPPING for one in legal_contacts(position, base, end)):
            return (LEGAL, True)
        touched += _touched(position, base, end)
    if not touched:
        return (NONE, False)
    conforms = why_conforming(position, found, touched, Finding()) is not None
    return (LEGAL if conforms else ILLEGAL, True)


def _touched(position: Position, base: Base, place: Rectangle) -> list[Base]:
    """The enemy elements that an element touches at a place."""
    enemies = (enemy for enemy in position.near_enemies(base.side, place) if not is_holder(enemy))
    return [enemy for enemy in enemies if meet(place, enemy.rectangle).touching]


def touches_enemy(position: Position, base: Base, place: Rectangle) -> bool:
    """Whether an element touches an enemy element at a place."""
    return bool(_touched(position, base, place))


def to_front_or_flank(position: Position, base: Base, end: Rectangle) -> bool:
    """Whether an element at a place is in legal contact that fights to front or flank, or that overlaps."""
    return any(one.kind != REAR for one in legal_contacts(position, base, end))


def _touched_before(position: Position, found: GroupWay) -> bool:
    """Whether an element touched an enemy before the last part of the move."""
    for base, way in zip(found.members, found.ways, strict=True):
        for motion, length in zip(way.motions[1:], way.lengths[1:], strict=True):
            moved = length > COINCIDE or motion.shift != (0.0, 0.0)
            if moved and touches_enemy(position, base, motion.start):
                return True
    return False
