"""Special moves: expanding from and contracting into columns, turns of lone skirmishers, mounts met on the way."""

from __future__ import annotations

from msgspec import UNSET

from debellis.dbm.moving.moves import Move
from debellis.dbm.moving.zones import pinning
from debellis.dbm.troops import depth_of, is_holder, is_skirmisher, noted_now, service, troop, written
from debellis.geometry.contact import meet
from debellis.geometry.plane import COINCIDE, coincide, distance, same_direction
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.contact import beside, directly_behind
from debellis.manoeuvre.legs import Leg, crosses, goes_straight, is_straight
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict, permit

EXPENDABLES = "Exp"


def is_wheel(leg: Leg) -> bool:
    """Whether a leg is a wheel forward about a front corner."""
    a, b = leg.start.corners, leg.end.corners
    if is_straight(leg):
        return False
    for still, other in ((FRONT_LEFT, FRONT_RIGHT), (FRONT_RIGHT, FRONT_LEFT)):
        if coincide(a[still], b[still]) and leg.start.local(b[other])[1] > COINCIDE:
            return True
    return False


def judge_column(position: Position, move: Move, legs: tuple[Leg, ...], verdict: Verdict) -> None:
    """Judge expanding from a column or contracting into one."""
    if move.expands_on is not None:
        _judge_expanding(position, move, position.base(move.expands_on), verdict)
    if move.contracts_behind is not None:
        _judge_contracting(move, position.base(move.contracts_behind), legs, verdict)


def _judge_expanding(position: Position, move: Move, head: Base, verdict: Verdict) -> None:
    base = move.base
    if troop(base).type == EXPENDABLES:
        verdict.refuse(f"{base.id} are expendables, which never expand from a column", "IWF-13.10c")
        return
    if not _in_file(position, base, head) or not _joins_level(position, move, head):
        verdict.refuse(f"{base.id} does not expand from behind {head.id} to a place level beside it", "DBM-B16.4")
        return
    says = f"{base.id} expands beside {head.id} and is measured as a single element that moves there"
    permit(verdict, says, "IWF-12.1d")
    if pinning(position, head.side, head.rectangle):
        permit(verdict, f"{head.id} is in an enemy zone, which does not keep friends from expanding on it", "IWF-13.5b")


def _in_file(position: Position, base: Base, head: Base) -> bool:
    """Whether one element stands in the file behind another."""
    behind, found = head, True
    while found and behind.id != base.id:
        follower = [f for f in position.friends(head.side) if directly_behind(f.rectangle, behind.rectangle)]
        found = bool(follower)
        behind = follower[0] if found else behind
    return behind.id == base.id and base.id != head.id


def _joins_level(position: Position, move: Move, head: Base) -> bool:
    """Whether the end is level beside the head, or beside a friend that is level with it."""
    for friend in position.friends(head.side):
        level = abs(head.rectangle.local(friend.front)[1]) <= COINCIDE and same_direction(friend.facing, head.facing)
        if level and beside(move.end, friend.rectangle) is not None:
            return True
    return False


def _judge_contracting(move: Move, ahead: Base, legs: tuple[Leg, ...], verdict: Verdict) -> None:
    base = move.base
    if not directly_behind(move.end, ahead.rectangle):
        verdict.refuse(f"{base.id} does not end directly behind {ahead.id}", "DBM-B16.4")
    if troop(base).type != EXPENDABLES:
        return
    if move.told and all(is_wheel(leg) or goes_straight(leg, ahead=True) for leg in legs):
        permit(verdict, f"{base.id} are expendables and file in by wheeling only", "IWF-13.10a")
    else:
        verdict.refuse(f"{base.id} are expendables and cannot file in by wheeling only", "IWF-13.10a")


def free_turn(position: Position, move: Move) -> bool:
    """Whether a halted skirmisher of a demoralised command only turns on the spot to face an enemy."""
    base = move.base
    found = () if position.commands is UNSET else position.commands
    demoralised = any(c.id == service(base).command and "demoralised" in c.notes for c in found)
    if not (demoralised and noted_now(position, base, "halted") and is_skirmisher(position.edition, troop(base))):
        return False
    return distance(move.start.centre, move.end.centre) <= COINCIDE and _nearer_front(position, move)


def _nearer_front(position: Position, move: Move) -> bool:
    """Whether the nearest enemy is ahead of the front that the element ends with."""
    enemies = position.enemies(move.base.side)
    nearest = min(enemies, key=lambda e: distance(e.rectangle.centre, move.start.centre), default=None)
    return nearest is not None and move.end.local(nearest.rectangle.centre)[1] > 0.0


def judge_turn(position: Position, move: Move, free: bool, over: float, verdict: Verdict) -> None:
    """Cite how the turn of a lone skirmisher counts."""
    base = move.base
    turned = not same_direction(move.start.facing, move.end.facing)
    if not turned or not is_skirmisher(position.edition, troop(base)):
        return
    if free:
        says = f"{base.id} is halted in a demoralised command and turns to face enemy for nothing"
        permit(verdict, says, "IWF-12.2", "DBM-B29.3d")
    elif over > COINCIDE:
        verdict.cite("IWF-12.2", f"the turn of {base.id}, a lone skirmisher, counts as part of its move")
    else:
        permit(verdict, f"the turn of {base.id}, a lone skirmisher, is counted in its move", "IWF-12.2")


def mounts_met(position: Position, base: Base, legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The riderless mounts that a way touches. They are removed."""
    return tuple(
        enemy.id
        for enemy in position.enemies(base.side)
        if is_holder(enemy) and any(crosses(leg, enemy.rectangle) or meet(leg.end, enemy.rectangle) for leg in legs)
    )


def exchange_met(position: Position, base: Base, places: tuple[Rectangle, ...]) -> tuple[Position, tuple[str, ...]]:
    """The position after touched mounted infantry has become foot on the same front line, and the elements changed."""
    changed: list[str] = []
    for enemy in position.enemies(base.side):
        what = troop(enemy)
        if what.on_mounts and not is_holder(enemy) and any(meet(place, enemy.rectangle) for place in places):
            foot = replace(what, on_mounts=False)
            depth = depth_of(position.edition, foot, position.scale)
            position = position.with_base(replace(enemy, code=written(foot), depth=depth))
            changed.append(enemy.id)
    return position, tuple(changed)
