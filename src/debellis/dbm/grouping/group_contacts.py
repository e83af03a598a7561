"""How a group stands to enemy: members held by contact, zones on its way, and the contact it ends in."""

from __future__ import annotations

from debellis.db.contact import meet
from debellis.db.moving.weighing import permit
from debellis.db.verdict import Verdict
from debellis.dbm.contacts import FRONT, Legal, position_of
from debellis.dbm.grouping.groups import partners
from debellis.dbm.grouping.ways import GroupWay, limit
from debellis.dbm.moving.bows import could_shoot
from debellis.dbm.moving.contacting import Ending
from debellis.dbm.moving.zone_moves import Way as ZoneWay
from debellis.dbm.moving.zone_moves import judge_zones
from debellis.dbm.rulebook import table
from debellis.dbm.troops import among, arm, is_skirmisher, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT as FRONT_EDGE
from debellis.table.bases import Base
from debellis.table.position import Position

BREAKING_OFF = "DBM-B16.10"


def held_by(position: Position, base: Base) -> list[Base]:
    """The enemies in front-to-front contact with an element."""
    return [e for e in position.enemies(base.side) if position_of(base.rectangle, e.rectangle) == FRONT]


def judge_engaged(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Judge members whose front is held: they move only by breaking off straight back."""
    for base, way in zip(found.members, found.ways, strict=True):
        if way.length <= COINCIDE and not found.turned:
            continue
        holding = held_by(position, base)
        if holding and not found.breaks_off:
            says = f"{base.id} is engaged by {holding[0].id}: it may only break off straight back"
            verdict.refuse(says, BREAKING_OFF)


def judge_breaking_off(position: Position, members: tuple[Base, ...], back: float, verdict: Verdict) -> None:
    """Judge a group that goes straight back out of contact: all must be touched in front only, and be faster."""
    if not any(held_by(position, base) for base in members):
        verdict.refuse("a group goes straight back only to break off from enemy", BREAKING_OFF)
        return
    for base in members:
        holding = held_by(position, base)
        own = limit(position, base)
        elsewhere = [e.id for e in position.enemies(base.side) if _touched_elsewhere(base, e)]
        faster = [e.id for e in holding if limit(position, e) >= own - COINCIDE]
        if elsewhere:
            verdict.refuse(f"{base.id} is touched by {elsewhere[0]} otherwise than front to front", BREAKING_OFF)
        if faster:
            verdict.refuse(f"{base.id} is not faster than {faster[0]} and cannot break off", BREAKING_OFF)
        if back < base.depth - COINCIDE or back > own + COINCIDE:
            says = f"{base.id} breaks off by its depth of {base.depth:g} mm at least and {own:g} mm at most"
            verdict.refuse(says, BREAKING_OFF)
    permit(verdict, "the group breaks off straight back, being faster than the enemy it touches", BREAKING_OFF)


def _touched_elsewhere(base: Base, enemy: Base) -> bool:
    """Whether an edge of an enemy lies along an element otherwise than front on front; corners alone do not count."""
    touches = meet(base.rectangle, enemy.rectangle).touches
    return any(touch.length > COINCIDE and (touch.mine, touch.theirs) != (FRONT_EDGE, FRONT_EDGE) for touch in touches)


def judge_group_zones(position: Position, found: GroupWay, touching: list[Legal], verdict: Verdict) -> None:
    """Judge the zones its members start in or meet; legal contact by one of the group serves all of it."""
    if found.breaks_off:
        return
    moving = [step for step in found.steps if step.advance or step.wheel or step.shift]
    for base, way in zip(found.members, found.ways, strict=True):
        kept = tuple(leg for k, leg in enumerate(way.legs) if k >= len(moving) or not moving[k].shift)
        if kept and way.length > COINCIDE:
            judge_zones(position, ZoneWay(base, kept, way.end, tuple(touching)), verdict)


def judge_contact(position: Position, found: GroupWay, endings: list[Ending], verdict: Verdict) -> None:
    """Judge that a group that comes to touch enemy has an element in legal contact, or makes that enemy conform."""
    fresh: list[Base] = []
    never = table(position, "may_not_contact")["never_move_into_contact"]
    for base, each in zip(found.members, endings, strict=True):
        new = [enemy for enemy in each.touched if not meet(base.rectangle, enemy.rectangle).touching]
        if new and among(position.edition, troop(base), never):
            verdict.refuse(f"{base.id} may never move into contact with enemy", "DBM-B17.19")
        fresh += new
    if not fresh:
        return
    legal = [one for each in endings for one in each.legal]
    if legal:
        _judge_bows(position, found, endings, verdict)
        permit(verdict, f"the group ends in legal contact with {legal[0].enemy}", "IWF-1.1")
        return
    if found.straight and abs(found.shift) <= COINCIDE and all(_conforms(position, enemy) for enemy in fresh):
        says = f"{', '.join(enemy.id for enemy in fresh)} must conform to a group that moves straight into it"
        permit(verdict, says, "DBM32-P18-para3-trigger")
        return
    for each in endings:
        for clause, says in each.ill_begun:
            verdict.refuse(f"it may not be contacted so: {says}", clause)
            return
    names = ", ".join(dict.fromkeys(enemy.id for enemy in fresh))
    verdict.refuse(f"no element of the group ends in legal contact with {names}", "DBM32-P18-para4-scope", "IWF-1.1")


def _judge_bows(position: Position, found: GroupWay, endings: list[Ending], verdict: Verdict) -> None:
    """Bowmen do not move into the front of mounted enemies they can, or would become able to, shoot at."""
    for base, way, each in zip(found.members, found.ways, endings, strict=True):
        if troop(base).type != "Bw":
            continue
        for one in each.legal:
            enemy = position.base(one.enemy)
            mounted = arm(position.edition, enemy.kind) == "mounted"
            if one.kind == FRONT and mounted and could_shoot(position, base, way.legs, enemy):
                says = f"{base.id} can shoot at the mounted {enemy.id} before it would touch its front"
                verdict.refuse(says, "IWF-13.9", "DBM-B17.19")


def _conforms(position: Position, enemy: Base) -> bool:
    """Whether an enemy stands alone, or in a group wholly of skirmishers."""
    group = (enemy, *partners(position, enemy))
    return len(group) == 1 or all(is_skirmisher(position.edition, troop(base)) for base in group)
