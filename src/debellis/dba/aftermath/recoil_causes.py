"""Why a recoil ended as it did: the clauses for each obstacle met, and which other bases are destroyed."""

from __future__ import annotations

from debellis.dba.aftermath.pushback import Pushback, is_unpushable
from debellis.dba.aftermath.straight import stands_in_river
from debellis.dba.book import table
from debellis.dba.moving.movement import recoil_into
from debellis.dba.troops import passing_rows
from debellis.geometry.plane import Point, same_direction
from debellis.manoeuvre.backing_into import Parts, parts_met
from debellis.manoeuvre.stops import Stop
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: Results of the recoil table that destroy the friend.
FATAL_TO_FRIENDS = ("tramples", "both_destroyed")


def cite_fatal(base: Base, finding: Finding) -> None:
    """Cite that a recoil that cannot be made destroys the recoiler."""
    finding.cite_all(("BOB-REC-1b", "DBA22-B29.4"), f"{base.id} cannot make its recoil and is destroyed")


def cite_table(position: Position, recoiler: Base, friend: Base, result: str, finding: Finding) -> None:
    """Cite the cell of the recoil table that applies, and the rows that allow the recoiler to pass."""
    what = f"{recoiler.code} {recoiler.id} recoiling into {friend.code} {friend.id}: {result.replace('_', ' ')}"
    cells = table(position, "recoil_into")
    finding.cite_all(tuple(cells.get(f"{result}_clauses", ())), what)
    if result in FATAL_TO_FRIENDS:
        finding.cite("DBA22-B29.3", what)
    else:
        finding.cite_all(tuple(cells.get(f"into_{friend.kind}_clauses", ())), what)
    if result == "pass":
        finding.cite("DBA22-B29.2", what)
    for row in passing_rows(position, recoiler, friend, "recoil") if result == "pass" else ():
        finding.cite_all(row.clauses, what)


def tramples(position: Position, base: Base) -> bool:
    """Whether a recoiler of this type goes over friends: the recoil table has a column for the type that says so."""
    return "tramples" in _own_column(position, base)


def passes_nobody(position: Position, base: Base) -> bool:
    """Whether a recoiler that goes over friends goes over all of them and passes through none."""
    return "pass" not in _own_column(position, base)


def _own_column(position: Position, base: Base) -> tuple[str, ...]:
    cells = table(position, "recoil_into")
    if base.kind not in cells["columns"]:
        return ()
    return tuple(row[cells["columns"].index(base.kind)] for row in cells["rows"].values())


def cite_facing(position: Position, recoiler: Base, friend: Base, finding: Finding) -> None:
    """Cite that a friend cannot be passed through only because of its facing."""
    if recoil_into(position, recoiler, friend) == "pass":
        sentence = f"{recoiler.id} may not pass through {friend.id}, which does not face exactly the same way"
        finding.cite_all(tuple(table(position, "recoil_into")["facing_clauses"]), sentence)


def enemies_met(position: Position, base: Base, towards: Point, went: Pushback, finding: Finding) -> list[str]:
    """The enemies that a recoiler backed into and that are destroyed with it. The parts that met decide."""
    there = base.rectangle.moved(towards[0] * went.got, towards[1] * went.got)
    lost: list[str] = []
    for member, stop in went.blocked:
        if member != base.id or stop.what != "enemy":
            continue
        parts = parts_met(there, position.base(stop.id).rectangle)
        met = f"the {parts.mine} of {base.id} meets the {parts.theirs} of {stop.id} after {went.got:.2f} mm"
        finding.cite("BOB-REC-6a", f"{met}: {base.id} is destroyed")
        finding.measure(f"{base.id} to {stop.id}", went.got)
        if tramples(position, base):
            finding.cite("BOB-REC-2b", f"elephants do not trample enemies: {met}")
        if _dies_too(parts, met, finding):
            lost.append(stop.id)
    return lost


def _dies_too(parts: Parts, met: str, finding: Finding) -> bool:
    """Whether the enemy is destroyed too: the recoiler met its rear, or met its flank with a rear corner."""
    if parts.on_flank:
        finding.cite("BOB-REC-6d", f"edge and corner are told apart: {met}")
    on_flank = parts.on_flank and parts.mine == "rear corner"
    if on_flank:
        finding.cite("BOB-REC-6c", f"{met}, which destroys both")
    if on_flank or parts.on_rear:
        finding.cite_all(("BOB-REC-6b", "DBA22-B29.5"), f"{met}: both are destroyed")
        return True
    return False


def cite_blocked(
    position: Position, base: Base, went: Pushback, supporters: list[str], finding: Finding, general: str | None = None
) -> None:
    """Cite what stopped a recoil: an obstacle that the recoiler met, or no room for the bases it pushed.

    Bases that are not lost as `supporters` survive, except the `general` attached to the recoiler.
    """
    pushed = [name for name in went.moved if name not in (base.id, general)]
    for member, stop in went.blocked:
        if member == base.id:
            _cite_met(position, base, stop, finding)
        else:
            _cite_no_room(position, base, member, stop, finding)
            if member not in supporters and member != general:
                sentence = f"only {base.id}, which was in combat, dies of it; {member} survives"
                finding.cite_all(("BOB-INT-2b", "DBA22-B29.6"), sentence)
    if pushed:
        shares = ", ".join(f"{name} {went.moved[name]:.2f} mm" for name in pushed)
        finding.cite("BOB-INT-2e", f"though the recoil fails, they go as far as they can: {shares}")


def _cite_met(position: Position, base: Base, stop: Stop, finding: Finding) -> None:
    """Cite what the recoiler itself met. Enemies are judged by the parts that met."""
    after = f"after {stop.at:.2f} mm"
    if stop.what == "place":
        finding.cite("BOB-REC-5c", f"{base.id} recoils into {stop.id} {after}")
    elif stop.what == "edge":
        finding.cite_all(("BOB-REC-5b", "BOB-PUR-3a"), f"{base.id} recoils over the {stop.id} edge {after}")
    elif stop.what == "impassable":
        kind = position.feature(stop.id).kind
        finding.cite("BOB-REC-5b", f"{base.id} recoils into {stop.id} ({kind}) {after}, impassable to it")
        if kind != "waterway":
            finding.cite("BOB-RMV-2b", f"{kind} is impassable to {base.code}")
    elif stop.what == "friend" and not tramples(position, base):
        _cite_friend(position, base, position.base(stop.id), finding)


def _cite_friend(position: Position, base: Base, friend: Base, finding: Finding) -> None:
    if not same_direction(friend.facing, base.facing):
        sentence = f"{friend.id} does not face exactly as {base.id} does and cannot be pushed"
        finding.cite_all(("BOB-REC-4c", "BOB-REC-5d"), sentence)
    else:
        finding.cite("DBA22-B29.2", f"{friend.code} {friend.id} cannot be pushed")
        _cite_unpushable(position, friend, finding)


def _cite_unpushable(position: Position, friend: Base, finding: Finding) -> None:
    """Cite that Elephants and War Wagons cannot be pushed."""
    clauses = tuple(table(position, "recoil_into").get(f"unpushable_{friend.kind}_clauses", ()))
    finding.cite_all(clauses, f"{friend.code} such as {friend.id} cannot be pushed")


def _cite_no_room(position: Position, base: Base, member: str, stop: Stop, finding: Finding) -> None:
    """Cite that the pushed bases had no room: the recoiler is destroyed, and they stop where they are."""
    sentence = f"{member}, pushed by {base.id}, has room for only {stop.at:.2f} mm"
    finding.cite("BOB-REC-4b", sentence)
    if stop.what == "friend":
        friend = position.base(stop.id)
        if not same_direction(friend.facing, base.facing):
            finding.cite("BOB-REC-4c", f"{friend.id} does not face exactly the same way and cannot be pushed")
        elif is_unpushable(position, friend):
            finding.cite("DBA22-B29.2", f"{friend.code} {friend.id} cannot be pushed")
        _cite_unpushable(position, friend, finding)


def cite_off_board(names: tuple[str, ...], finding: Finding) -> None:
    """Cite that bases pushed over the edge are lost, and that the recoiler goes on."""
    sentence = f"pushed over the edge of the board: {', '.join(names)}"
    finding.cite_all(("BOB-REC-4d", "BOB-INT-2d", "BOB-PUR-3a", "BOB-VIC-3b", "DBA22-B29.6"), sentence)


def cite_river(position: Position, before: Base, after: Base, recoiler: bool, finding: Finding) -> None:
    """Cite that the base began to cross a river by going backwards into it."""
    if not stands_in_river(position, after) or stands_in_river(position, before):
        return
    finding.cite("BOB-RIV-1c", f"{after.id} enters the river with its rear edge leading")
    if recoiler:
        sentence = f"{after.id} is in the river and must go on in the direction it entered until its front is out"
        finding.cite_all(("BOB-RIV-5b", "BOB-REC-1d", "BOB-REC-5b3", "DBA22-B6.10"), sentence)
