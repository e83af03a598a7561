"""The clauses of recoil and push-back, cited where they decide."""

from __future__ import annotations

from debellis.dbm.aftermath.friends import gives_way, is_psiloi
from debellis.dbm.aftermath.holding import holders
from debellis.dbm.aftermath.obstructions import WORKS
from debellis.dbm.aftermath.pushing import PushPlan
from debellis.dbm.troops import is_holder, troop
from debellis.geometry.plane import same_direction
from debellis.manoeuvre.backing_into import Parts
from debellis.manoeuvre.stops import ENEMY, FRIEND, Stop
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: Troops that trample everything they recoil into, on any side.
_TRAMPLES = "El"


def cite_chain(position: Position, base: Base, plan: PushPlan, finding: Finding) -> None:
    """Cite which friends a recoiler, and the elements it pushes, pass or push."""
    for pusher, name in plan.pushed:
        if pusher == base.id:
            sentence = f"{name} faces the same way and is pushed back {plan.moved[name]:.2f} mm by {pusher}"
            finding.cite("DBM32-P24-recoil-push", sentence)
        else:
            sentence = f"{name} is pushed on by {pusher}, itself pushed back, by {plan.moved[name]:.2f} mm"
            finding.cite("DBM32-P24-pushback-friends", sentence)
        held = holders(position, position.base(name))
        if held:
            sentence = f"{name} is only pushed back, not recoiling: that {held[0].id} holds it does not destroy it"
            finding.cite("DBM32-P24-pushback-status", sentence)
    for mover, name in plan.embarked:
        sentence = f"{mover} is pushed back to its vessel {name} and goes aboard: it is not blocked"
        finding.cite("DBM32-P24-pushback-terrain", sentence)
    for mover, name in plan.passed:
        must = " and must" if is_psiloi(position.base(mover)) else ""
        if mover == base.id:
            finding.cite("DBM32-P24-recoil-pass", f"{mover} may{must} pass through {name} to a place behind it")
        else:
            sentence = f"{mover}, pushed back, may{must} pass through {name} to a place behind it"
            finding.cite("DBM32-P24-pushback-friends", sentence)


def cite_blocked(position: Position, base: Base, plan: PushPlan, finding: Finding) -> None:
    """Cite what kept a recoiler from completing its recoil."""
    for name, stop in plan.blocked:
        if name == base.id:
            finding.cite("DBM-B28.5", f"{name} meets {stop.id} before it has completed its recoil: it is destroyed")
            if stop.what == FRIEND:
                _cite_stuck(position, base, position.base(stop.id), finding)
        else:
            _cite_member(position, base, name, stop, finding)
            _cite_chain_stuck(base, plan, name, finding)
    _cite_mounts(position, base, plan, finding)


def _cite_stuck(position: Position, base: Base, friend: Base, finding: Finding) -> None:
    """Cite why a recoiler cannot push the friend directly behind it."""
    if same_direction(base.facing, friend.facing) and not gives_way(position, base, friend):
        finding.cite("DBM32-P24-recoil-push", f"{friend.id} is of a type that {base.id} cannot push back")


def _cite_member(position: Position, base: Base, name: str, stop: Stop, finding: Finding) -> None:
    """Cite what stopped a pushed element, which destroys the recoiler."""
    says = f"{name} is stopped by {stop.id} after {stop.at:.2f} mm, before {base.id} has completed its recoil"
    finding.cite("IWF-22.2a", f"{says}: {base.id} is destroyed, not {name}")
    finding.cite("DBM32-P24-pushback-blocked", f"{says}: {base.id} is destroyed, not {name}")
    if stop.what == ENEMY:
        row = table(position, "pushed_into_enemy")
        finding.cite_all(row["clauses"], row["says"].format(member=name, enemy=stop.id))
    elif stop.what == FRIEND:
        says = f"{name} can neither pass through {stop.id} nor push it back far enough"
        finding.cite("IWF-22.2c", says)
        finding.cite("DBM32-P24-pushback-stuckfriend", says)
    else:
        finding.cite("IWF-22.2d", f"{name} cannot cross {stop.id}")
        clause = "DBM32-P24-pushback-fort" if stop.what == WORKS else "DBM32-P24-pushback-terrain"
        finding.cite(clause, f"{name} cannot cross {stop.id}")


def _cite_chain_stuck(base: Base, plan: PushPlan, name: str, finding: Finding) -> None:
    """Cite which pushed element could not push a friend far enough."""
    pusher = next((by for by, pushed in plan.pushed if pushed == name), base.id)
    if pusher != base.id:
        says = f"{pusher}, pushed back, cannot push {name} back far enough"
        finding.cite("IWF-22.2c", says)
        finding.cite("DBM32-P24-pushback-stuckfriend", says)


def _cite_mounts(position: Position, base: Base, plan: PushPlan, finding: Finding) -> None:
    """Cite where horse holders stood in the way of the recoil."""
    names = {name for name, _ in plan.blocked} | {stop.id for _, stop in plan.blocked if stop.what == FRIEND}
    for name in sorted(names - {base.id}):
        if is_holder(position.base(name)):
            sentence = f"{name} are horse holders that cannot be pushed back far enough: they block the recoil"
            finding.cite("IWF-3.3c", sentence)


def yields(enemy: Base, parts: Parts) -> bool:
    """Whether an enemy met by a pushed element flees out of the way: psiloi met on side or rear."""
    return is_psiloi(enemy) and (parts.on_flank or parts.on_rear)


def is_hit_from_behind(parts: Parts) -> bool:
    """Whether an enemy is destroyed by the way it is met: rear by an edge, rear or side edge by a corner."""
    if parts.mine == "rear edge":
        return parts.theirs in ("rear edge", "rear corner")
    return parts.mine == "rear corner" and parts.theirs in ("rear edge", "flank edge")


def runs_down(position: Position, recoiler: Base, enemy: Base, parts: Parts) -> bool:
    """Whether a recoiler destroys the enemy it meets: on a side or the rear, where the rules say so.

    Elephants destroy an enemy on any edge. Psiloi never do, and riderless mounts cannot be destroyed.
    """
    if is_psiloi(recoiler) or is_holder(enemy):
        return False
    if troop(recoiler).type == _TRAMPLES:
        return True
    on = table(position, "pushed_into_enemy")["recoiler_runs_down"]
    return (parts.on_flank and "flank" in on) or (parts.on_rear and "rear" in on)
