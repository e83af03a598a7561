"""The results of a storming: the beaten give way, the winner comes in over the works, flankers stay or recoil."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.destruction import CLOSE_COMBAT, destroy
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.forks import FIRST, Choices
from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.aftermath.recoil import recoil
from debellis.dbm.fighting.outcome import DESTROYED, FLEE, NO_EFFECT, RECOIL
from debellis.dbm.storming.fight import base_depths
from debellis.dbm.storming.parties import Parties
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.stops import slid
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Ended(Value, frozen=True):
    """How a storming ended: the position after it, whether the main attacker came in, who was lost or moved back."""

    position: Position
    storms: bool = False
    lost: tuple[str, ...] = ()
    moved_back: tuple[str, ...] = ()
    recoiled: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()


def carry_out(
    position: Position,
    party: Parties,
    result: dict[str, Any],
    edges: dict[str, str],
    finding: Finding,
    choices: Choices = FIRST,
) -> Ended:
    """Make all outcome moves after a fight over works. `edges` are the base edges by side, `choices` their owners'."""
    main, defender = party.main, party.defender
    fates: dict[str, str] = result["outcomes"]
    lost: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    for who, foe in ((defender, main), (main, defender)):
        if who is not None:
            against = None if foe is None else foe.id
            position, gone, ran = _suffers(position, who, fates[who.id], against, edges, finding, choices)
            lost, fled = (*lost, *gone), (*fled, *ran)
    ended = Ended(position, lost=tuple(dict.fromkeys(lost)), fled=fled)
    if fates[main.id] != NO_EFFECT:
        return _flankers_recoil(ended, party, finding, choices)
    if defender is None:
        return _comes_in(ended, party, finding) if result.get("loser") == party.manned.section.name else ended
    return _comes_in(ended, party, finding) if fates[defender.id] != NO_EFFECT else ended


def _suffers(
    position: Position,
    who: Base,
    end: str,
    foe: str | None,
    edges: dict[str, str],
    finding: Finding,
    choices: Choices,
) -> tuple[Position, tuple[str, ...], tuple[str, ...]]:
    """The position after an element's result, the elements lost by it, and those that fled."""
    foe = foe if foe is not None and position.has_base(foe) else None
    if not position.has_base(who.id) or end == NO_EFFECT:
        return position, (), ()
    if end == DESTROYED:
        gone = destroy(position, who.id, finding, opponent=foe)
        return gone.position, gone.lost, ()
    if end == RECOIL:
        back = recoil(position, who.id, finding, opponent=foe, cause=CLOSE_COMBAT, choices=choices)
        return back.position, back.lost, back.fled
    assert end == FLEE
    ways = (edges[who.side],) if who.side in edges else ()
    fled = flee(position, who.id, How(True, foe, open_edges=ways, choices=choices), finding)
    return fled.position, fled.lost, (who.id, *fled.fled)


def _flankers_recoil(ended: Ended, party: Parties, finding: Finding, choices: Choices) -> Ended:
    """Make the flankers of a beaten main attacker recoil with it."""
    position, lost, fled, names = ended.position, ended.lost, ended.fled, []
    for flanker in party.flankers:
        finding.cite("DBM32-P21-fort-flanker", f"{flanker.id}, the flanker, recoils as {party.main.id} is beaten")
        back = recoil(position, flanker.id, finding, cause=CLOSE_COMBAT, choices=choices)
        position, lost, fled = back.position, (*lost, *back.lost), (*fled, *back.fled)
        names.append(flanker.id)
    return Ended(position, lost=lost, recoiled=tuple(names), fled=fled)


def _comes_in(ended: Ended, party: Parties, finding: Finding) -> Ended:
    """Make a winning main attacker pursue over the works, if no friend is in the way. Flankers stay."""
    position, main, section = ended.position, party.main, party.manned.section
    for flanker in party.flankers:
        says = f"{flanker.id}, the flanker, does not pursue over {section.name}"
        finding.cite("DBM32-P21-fort-flanker", says)
    place = main.rectangle.advanced(section.depth + base_depths(position) * main.depth)
    blocking = [
        base.id for base in position.friends(main.side) if base.id != main.id and overlaps(base.rectangle, place)
    ]
    if blocking:
        names = " and ".join(blocking)
        finding.cite("DBM32-P25-storm", f"{main.id} won its way in, but {names}, its friend, is in the way: it stays")
        return ended
    says = f"{main.id} won its way in and pursues to {main.depth:g} mm, its base depth, beyond the inner edge"
    finding.cite("DBM32-P25-storm", says)
    finding.draw("area", place.corners, "ghost", f"{main.id} comes in")
    position, moved = make_room(position, place, main.side)
    position = position.with_base(at_place(main, place))
    return Ended(position, storms=True, lost=ended.lost, moved_back=moved, fled=ended.fled)


def make_room(position: Position, place: Rectangle, side: str) -> tuple[Position, tuple[str, ...]]:
    """The position with the enemies of a side moved straight back out of a place, each by the least distance."""
    moved: dict[str, Base] = {}
    enemies = sorted(position.enemies(side), key=lambda base: (_nearness(base, place), base.id))
    again = True
    while again:
        again = False
        for enemy in enemies:
            base = moved.get(enemy.id, enemy)
            solid = [place, *(other.rectangle for name, other in moved.items() if name != enemy.id)]
            far = max((_clearance(base.rectangle, one, place.facing) for one in solid), default=0.0)
            if far > COINCIDE:
                moved[enemy.id] = slid(base, place.facing, far)
                again = True
    for base in moved.values():
        position = position.with_base(base)
    return position, tuple(moved)


def _nearness(base: Base, place: Rectangle) -> float:
    """How far ahead of the front of a place the nearest corner of a base is, to the tolerance of the table."""
    return round(min(place.local(p)[1] for p in base.rectangle.corners) / COINCIDE) * COINCIDE


def _clearance(where: Rectangle, solid: Rectangle, towards: Point) -> float:
    """How far a footprint must go in a direction until it no longer overlaps another."""
    if not overlaps(where, solid):
        return 0.0
    reach = 2.0 * (where.radius + solid.radius)
    away = where.moved(towards[0] * reach, towards[1] * reach)
    return reach - free_slide(away, (-towards[0], -towards[1]), reach, solid)
