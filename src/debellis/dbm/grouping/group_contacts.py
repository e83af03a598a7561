"""A group and its enemies: members held by contact, zones on its way, and the contact it ends in."""

from __future__ import annotations

from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.contacts import FRONT, Legal
from debellis.dbm.grouping.ways import limit, turned_about
from debellis.dbm.moving.bows import could_shoot
from debellis.dbm.moving.breaking_off import BREAKING_OFF, fighting_with, is_front_to_front, touching, why_held
from debellis.dbm.moving.conforming import is_alone_or_skirmishing, judge_conforming
from debellis.dbm.moving.contacting import Ending
from debellis.dbm.moving.zone_moves import Way as ZoneWay
from debellis.dbm.moving.zone_moves import judge_zones
from debellis.dbm.moving.zones import pinning
from debellis.dbm.troops import among, arm, troop
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.ways import GroupWay
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict, permit
from debellis.umpire.wording import together


def judge_engaged(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Judge members that start in close combat: they may only break off straight back."""
    if found.breaks_off:
        return
    for base, way in zip(_as_they_stood(found), found.ways, strict=True):
        if way.length <= COINCIDE and not found.turned:
            continue
        holding = fighting_with(position, base)
        if holding:
            says = f"{base.id} is engaged by {holding[0].id}: it may only break off straight back"
            verdict.bar(base.id, wherever=True)
            verdict.refuse(says, BREAKING_OFF)


def _as_they_stood(found: GroupWay) -> tuple[Base, ...]:
    """The members as they stood before they turned about, if they did."""
    return turned_about(found.members) if found.turned else found.members


def judge_breaking_off(position: Position, members: tuple[Base, ...], back: float, verdict: Verdict) -> None:
    """Judge a group that goes straight back out of contact: all must be touched in front only, and be faster."""
    if not any(is_front_to_front(base, enemy) for base in members for enemy in touching(position, base)):
        who = together([base.id for base in members])
        verdict.refuse(f"{who} touch no enemy: a group goes straight back only to break off", BREAKING_OFF)
        return
    for base in members:
        own = limit(position, base)
        fault = why_held(position, base)
        if fault is not None:
            verdict.refuse(fault, BREAKING_OFF)
        if back < base.depth - COINCIDE or back > own + COINCIDE:
            says = f"{base.id} breaks off by its depth of {base.depth:g} mm at least and {own:g} mm at most"
            verdict.refuse(says, BREAKING_OFF)
    permit(verdict, "the group breaks off straight back, being faster than the enemy it touches", BREAKING_OFF)


def judge_group_zones(position: Position, found: GroupWay, contacts: list[Legal], verdict: Verdict) -> None:
    """Judge the zones its members start in or meet. Legal contact by one member counts for the whole group."""
    if found.breaks_off:
        return
    moving = [step for step in found.steps if step.advance or step.wheel or step.shift]
    if abs(found.shift) > COINCIDE and all(way.length <= COINCIDE for way in found.ways):
        _judge_sideways(position, found, contacts, verdict)
        return
    for base, way, before in zip(found.members, found.ways, _as_they_stood(found), strict=True):
        stood = before.rectangle if found.turned else None
        kept = tuple(leg for k, leg in enumerate(way.legs) if k >= len(moving) or not moving[k].shift)
        if kept and way.length > COINCIDE:
            judge_zones(position, ZoneWay(base, kept, way.end, tuple(contacts), False, stood), verdict)


def _judge_sideways(position: Position, found: GroupWay, contacts: list[Legal], verdict: Verdict) -> None:
    """Judge a group that only shifts sideways.

    It gets no nearer, so pinned members need legal contact with a pinning enemy.
    """
    reached = {legal.enemy for legal in contacts}
    for base in found.members:
        pins = [enemy.id for enemy in pinning(position, base.side, base.rectangle)]
        if pins and not reached.intersection(pins):
            says = f"{base.id} is in the zone of {' and '.join(pins)} and lines up only sideways, getting no nearer"
            verdict.refuse(says, "DBM-B17.7", "IWF-13.3c")
            return


def judge_contact(position: Position, found: GroupWay, endings: list[Ending], verdict: Verdict) -> None:
    """Judge a group that comes to touch enemies: a member must be in legal contact, or the enemy must conform."""
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
    excuses = Finding()
    conforming = why_conforming(position, found, fresh, excuses)
    if conforming is not None:
        for reason in conforming.reasons.values():
            permit(verdict, reason.says, reason.clause)
        return
    for base, each in zip(found.members, endings, strict=True):
        for clause, says in each.ill_begun:
            verdict.refuse(f"{base.id} may not contact {each.touched[0].id} so: {says}", clause)
            return
    names = ", ".join(dict.fromkeys(enemy.id for enemy in fresh))
    verdict.absorb(excuses)
    who = together([base.id for base in found.members])
    verdict.refuse(f"{who} would touch {names}, and none ends in legal contact", "DBM32-P18-para4-scope", "IWF-1.1")


def _judge_bows(position: Position, found: GroupWay, endings: list[Ending], verdict: Verdict) -> None:
    """Judge bowmen: they do not move into the front of mounted enemies they can, or could on the way, shoot at."""
    for base, way, each in zip(found.members, found.ways, endings, strict=True):
        if troop(base).type != "Bw":
            continue
        for one in each.legal:
            enemy = position.base(one.enemy)
            mounted = arm(position.edition, enemy.kind) == "mounted"
            if one.kind == FRONT and mounted and could_shoot(position, base, way.legs, enemy):
                says = f"{base.id} can shoot at the mounted {enemy.id} before it would touch its front"
                verdict.refuse(says, "IWF-13.9", "DBM-B17.19")


def why_conforming(position: Position, found: GroupWay, fresh: list[Base], excuses: Finding) -> Finding | None:
    """What makes an enemy conform to a group that moved straight into it. None if no enemy must; excuses are cited.

    If several members touch an enemy equally, the player whose bound it is chooses one it can conform to.
    """
    if not found.straight or abs(found.shift) > COINCIDE or len(found.members) < 2:
        return None
    ends = {base.id: at_place(base, end) for base, end in zip(found.members, found.ends, strict=True)}
    after = replace(position, bases=tuple(ends.get(base.id, base) for base in position.bases))
    gone = sum(step.advance for step in found.steps)
    for enemy in {enemy.id: enemy for enemy in fresh}.values():
        if not is_alone_or_skirmishing(after, enemy):
            continue
        for chosen in ends:
            told = Finding()
            if judge_conforming(after, enemy, chosen, tuple(ends), gone, True, told) is not None:
                return told
        excuses.absorb(told)
    return None
