"""How a river is crossed: entered by an edge or squarely enough, then crossed in a straight line.

In some editions direction and angle of entry are kept until the front is out on the far side. In others a base in a
river moves straight ahead or back. Both allow an exception to make a legal contact.
"""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.going import WET
from debellis.dba.moving.moves import Bound
from debellis.dba.moving.rivers import Ford, crossed_one_way
from debellis.geometry.plane import COINCIDE, PARALLEL, Point, bearing, direction, opposite_direction
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import FRONT, REAR, Rectangle, gap
from debellis.manoeuvre.legs import Leg, goes_straight, is_straight
from debellis.manoeuvre.rivers import direction_of, entry_angle, front_passage, keeps_direction, leads_with_edge
from debellis.manoeuvre.zones import lined_up
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict, permit


def judge_crossing(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    found: tuple[Ford, ...],
    bound: Bound,
    lines_up: bool,
    verdict: Verdict,
) -> None:
    """Refuse a river entry that is not by an edge, and a change of direction or angle while crossing.

    `lines_up` says that the move ends in a legal contact, for which a crossing element may deviate.
    """
    if not found:
        return
    if not crossed_one_way(position):
        _judge_ahead_or_back(position, base, legs, found, lines_up, verdict)
        return
    for ford in found:
        towards = None if base.crossing is None else direction(base.crossing)
        for part, here in zip(legs, ford.passages, strict=True):
            if here.held and not keeps_direction(part, towards):
                _judge_deviation(base, part, ford.river, towards, lines_up, verdict)
            elif here.enters:
                _judge_entry(base, part, ford.river, bound, lines_up, verdict)
            if here.concerned:
                towards = direction_of(part) or towards
            if not here.held and not is_straight(part) and lies(part.end, ford.river.ground) != OUTSIDE:
                says = f"{base.id} may not be turned so that it ends partly in {ford.river.id}"
                verdict.refuse(says, "BOB-RIV-9", "DBA22-B6.4")


def _judge_ahead_or_back(
    position: Position, base: Base, legs: tuple[Leg, ...], found: tuple[Ford, ...], lines_up: bool, verdict: Verdict
) -> None:
    """Refuse a river entry that is not square enough, and any move in a river that is not straight ahead or back."""
    lines_up = lines_up or _ends_lined_up(position, base, legs[-1].end)
    for ford in found:
        for part in legs:
            here = front_passage(part, ford.river.ground)
            if here is None:
                continue
            if here.comes_in:
                _judge_angle(position, base, part, ford.river, verdict)
            if goes_straight(part, ahead=True) or goes_straight(part, ahead=False):
                continue
            if lines_up:
                says = f"{base.id} leaves its line in {ford.river.id} only to contact an enemy or line up with one"
                permit(verdict, says, "BOB-RIV-6a")
                continue
            says = f"{base.id} is in {ford.river.id} on this leg and goes otherwise than straight ahead or back"
            verdict.refuse(says, "BOB-RIV-1d", "DBA22-B6.4")


def _ends_lined_up(position: Position, base: Base, end: Rectangle) -> bool:
    """Whether it ends lined up with an enemy within a base width."""
    near = position.scale.base_width + COINCIDE
    enemies = [enemy.rectangle for enemy in position.enemies(base.side)]
    return any(lined_up(end, there) and gap(end, there) <= near for there in enemies)


def _judge_angle(position: Position, base: Base, part: Leg, river: Terrain, verdict: Verdict) -> None:
    """Refuse an entry that is too many degrees off square to the river or its other bank."""
    most: float = table(position, "river_move")["entry_degrees"]
    square = entry_angle(part, river.ground)
    if square >= direction(most)[1] - PARALLEL:
        return
    off = bearing(((1.0 - square * square) ** 0.5, square))
    says = f"{base.id} would enter {river.id} {off:.1f} degrees off square, and at most {most:g} are allowed"
    verdict.measure("off square", off, "degrees", most)
    verdict.refuse(says, *table(position, "river_move")["entry_clauses"])


def _judge_deviation(
    base: Base, part: Leg, river: Terrain, towards: Point | None, lines_up: bool, verdict: Verdict
) -> None:
    """Refuse a change of direction or angle while crossing, unless it reaches a legal contact without going back."""
    if lines_up and _goes_on(part, towards):
        permit(verdict, f"{base.id} deviates from its line in {river.id} only to make a legal contact", "BOB-RIV-6a")
        return
    what = "direction" if is_straight(part) else "angle"
    says = f"{base.id} is crossing {river.id} and must keep the {what} in which it entered"
    names = ["BOB-RIV-1d", "DBA22-B6.4"]
    if river.nature not in WET:
        names += ["BOB-RIV-2a", "DBA22-B6.2"]
    if towards is not None and opposite_direction(base.facing, towards):
        names += ["BOB-RIV-5b", "BOB-REC-5b3", "DBA22-B6.10"]
    verdict.refuse(says, *names)


def _goes_on(part: Leg, towards: Point | None) -> bool:
    """Whether a leg does not lead back against the direction of a crossing. A sidestep is allowed."""
    if towards is None:
        return True
    east = part.end.centre[0] - part.start.centre[0]
    north = part.end.centre[1] - part.start.centre[1]
    return east * towards[0] + north * towards[1] >= -COINCIDE


def _judge_entry(base: Base, part: Leg, river: Terrain, bound: Bound, lines_up: bool, verdict: Verdict) -> None:
    """Refuse an entry that is not straight in the direction of an edge, or into a river shut for this bound."""
    if river.id in bound.closed:
        says = f"{base.id} cannot enter {river.id}: a crossing of it has failed this bound, and nobody else may enter"
        verdict.refuse(says, "BOB-RMV-3a", "DBA22-B6.6")
    if not is_straight(part):
        if lies(part.end, river.ground) == OUTSIDE:
            says = f"{base.id} would turn while it is in {river.id}: turn before entering, as a leg of its own"
            verdict.refuse(says, "BOB-RIV-1d", "DBA22-B6.4")
        return
    edge = leads_with_edge(part)
    if edge is None and lines_up:
        permit(verdict, f"{base.id} deviates from its line in {river.id} only to make a legal contact", "BOB-RIV-6a")
    elif edge is None:
        says = f"{base.id} would enter {river.id} slantwise: it must go in the direction of one of its edges"
        verdict.refuse(says, "BOB-RIV-1c", "DBA22-B6.4")
    elif edge != FRONT:
        which = "its rear" if edge == REAR else "a side"
        permit(verdict, f"{base.id} enters {river.id} with {which} leading, which is allowed", "BOB-RIV-1c")
