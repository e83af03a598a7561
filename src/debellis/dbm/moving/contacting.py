"""How a move ends in contact: the legal positions, who may not move into contact, and riderless mounts."""

from __future__ import annotations

from debellis.dbm.contacts import FRONT, Legal, cite_legal, legal_contacts
from debellis.dbm.moving.bows import could_shoot
from debellis.dbm.moving.starts import why_not
from debellis.dbm.troops import among, arm, is_holder, noted, troop
from debellis.geometry.contact import CORNER
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.legs import Leg
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict, permit


class Ending(Value, frozen=True):
    """The enemies that a move ends touching, those in legal contact with a legal start, and riderless mounts."""

    touched: tuple[Base, ...]
    legal: tuple[Legal, ...]
    ill_begun: tuple[tuple[str, str], ...]
    mounts: tuple[Base, ...]


def ending(position: Position, base: Base, end: Rectangle) -> Ending:
    """How the end of an element's move touches enemies."""
    enemies = [enemy for enemy in position.near_enemies(base.side, end) if not noted(enemy, "ambush")]
    near = [enemy for enemy in enemies if meet(end, enemy.rectangle).touching]
    mounts = tuple(enemy for enemy in near if is_holder(enemy))
    touched = tuple(enemy for enemy in near if enemy not in mounts)
    legal: list[Legal] = []
    ill: list[tuple[str, str]] = []
    for one in legal_contacts(position, base, end):
        enemy = position.base(one.enemy)
        if enemy not in touched:
            continue
        fault = why_not(base.rectangle, enemy.rectangle, one)
        if fault is None:
            legal.append(one)
        else:
            ill.append(fault)
    return Ending(touched, tuple(legal), tuple(ill), mounts)


def judge_ending(position: Position, base: Base, legs: tuple[Leg, ...], found: Ending, verdict: Verdict) -> None:
    """Judge the contact a single element ends in."""
    for mount in found.mounts:
        says = f"{mount.id} are mounts without riders: any way of touching them is legal, and they are taken off"
        permit(verdict, says, "DBM32-P9-mounts-a")
    fresh = [enemy for enemy in found.touched if not meet(base.rectangle, enemy.rectangle).touching]
    if not found.touched or not (fresh or found.legal):
        return
    names = " and ".join(enemy.id for enemy in found.touched)
    if fresh and among(position.edition, troop(base), table(position, "may_not_contact")["never_move_into_contact"]):
        verdict.refuse(f"{base.id} may never move into contact with enemy", "DBM-B17.19")
        return
    if not found.legal:
        _refuse_touch(base, names, legs[-1].end, found, verdict)
        return
    for one in found.legal:
        permit(verdict, f"{base.id} ends in one of the positions of legal contact with {one.enemy}", "IWF-1.1")
        told = Finding()
        cite_legal(told, base.id, one)
        for reason in told.reasons.values():
            permit(verdict, reason.says, reason.clause)
    _judge_bows(position, base, legs, found, verdict)


def _refuse_touch(base: Base, names: str, end: Rectangle, found: Ending, verdict: Verdict) -> None:
    for clause, says in found.ill_begun:
        verdict.refuse(f"{base.id} may not contact {names} so: {says}", clause)
    if found.ill_begun:
        return
    says = f"{base.id} ends touching {names} in none of the six positions of legal contact"
    verdict.refuse(says, "DBM32-P18-para4-scope", "IWF-1.1")
    touches = [touch for enemy in found.touched for touch in meet(end, enemy.rectangle).touches]
    if all(touch.mine >= CORNER or touch.theirs >= CORNER for touch in touches):
        verdict.cite("DBM32-FIG7", f"{base.id} would touch {names} by a corner without overlapping it")


def _judge_bows(position: Position, base: Base, legs: tuple[Leg, ...], found: Ending, verdict: Verdict) -> None:
    """Judge bowmen: they may not move into the front of mounted enemies they can, or could on the way, shoot at."""
    if troop(base).type != "Bw":
        return
    for one in found.legal:
        enemy = position.base(one.enemy)
        mounted = arm(position.edition, enemy.kind) == "mounted"
        if one.kind == FRONT and mounted and could_shoot(position, base, legs, enemy):
            says = f"{base.id} can shoot at the mounted {enemy.id} before it would touch its front"
            verdict.refuse(says, "IWF-13.9", "DBM-B17.19")
