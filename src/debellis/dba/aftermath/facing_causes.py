"""Why an element turned to face as it did: the clauses for ranks, pushed elements, space and other attackers."""

from __future__ import annotations

from debellis.dba.fighting.fights import fights
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.contact import Meeting, directly_behind, meet
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

_LEGAL = ("flank", "rear")


def cite_void(turners: list[Base], enemy: Base, finding: Finding) -> None:
    """Cite that the attack cannot be made: the target has no room to turn, and the attacker has no room to move
    back."""
    sentence = f"{turners[0].id} has no room to turn to {enemy.id}, which has none to back up: the attack is void"
    finding.cite_all(("BOB-MEL-7a", "DBA22-B16.2"), sentence)
    if len(turners) > 1:
        finding.cite("BOB-MEL-6e", sentence)


def cite_turn(
    before: Position,
    after: Position,
    turners: list[Base],
    enemy: Base,
    back: float,
    pushed: dict[str, float],
    was_pushed: bool,
    finding: Finding,
) -> None:
    """Cite everything that decided a turn."""
    base = turners[0]
    sentence = f"{base.id}, in legal contact with {enemy.id} and none to its front, turns to face it"
    finding.cite_all(("BOB-MEL-5a", "BOB-MOV-1b", "BOB-CON-6b", "DBA22-B16.2"), sentence)
    finding.cite("BOB-MOV-1a", f"{base.id} turns to face, which is no tactical move and costs no PIPs")
    _cite_ranks(before, turners, enemy, pushed, was_pushed, finding)
    if back > 0.0:
        sentence = f"{enemy.id} backs {back:.2f} mm to make room for {', '.join(b.id for b in turners)}"
        finding.cite("BOB-MEL-7a", sentence)
        if len(turners) > 1:
            finding.cite("BOB-MEL-6e", sentence)
    _cite_other_attackers(before, after, turners, enemy, pushed, finding)
    there = after.base(base.id).rectangle
    finding.draw("area", there.corners, "ghost", base.id)


def _cite_ranks(
    before: Position, turners: list[Base], enemy: Base, pushed: dict[str, float], was_pushed: bool, finding: Finding
) -> None:
    base = turners[0]
    thin = sum(b.depth for b in turners) <= before.scale.base_width + COINCIDE
    if len(turners) > 1 and thin:
        both = " and ".join(b.id for b in turners)
        finding.cite_all(("BOB-MEL-7b", "BOB-MEL-3c"), f"{both} together are no deeper than a base width: both turn")
        for name, far in pushed.items():
            if not _is_rear_attacker(before, base, name):
                finding.cite("BOB-MEL-7c", f"{name} behind them is pushed back {far:.2f} mm, whatever it is")
    if was_pushed:
        finding.cite("BOB-MEL-3d", f"{base.id} was pushed into line with {enemy.id} and turns to it")
    if _head_fights(before, base):
        finding.cite("BOB-MEL-3e", f"the head of the column fights to its front; {base.id} behind it turns")


def _is_rear_attacker(position: Position, base: Base, name: str) -> bool:
    other = position.base(name)
    return other.side != base.side and meet(other.rectangle, base.rectangle).kind == "rear"


def _head_fights(position: Position, base: Base) -> bool:
    found = fights(position)
    return any(
        found.fights(friend.id) and directly_behind(base.rectangle, friend.rectangle)
        for friend in position.friends(base.side)
        if friend.id != base.id
    )


def _cite_other_attackers(
    before: Position, after: Position, turners: list[Base], enemy: Base, pushed: dict[str, float], finding: Finding
) -> None:
    """Cite what happens to the other enemies that were in legal contact with the element that turned."""
    base = turners[0]
    to_rear = meet(enemy.rectangle, base.rectangle).kind == "rear"
    for other in before.enemies(base.side):
        was = meet(other.rectangle, base.rectangle)
        if other.id == enemy.id or was.kind not in _LEGAL:
            continue
        now = [meet(after.base(other.id).rectangle, after.base(b.id).rectangle) for b in turners]
        if was.kind == "rear" and other.id in pushed:
            sentence = f"{other.id} at the rear of {base.id} backs {pushed[other.id]:.2f} mm to let it turn"
            finding.cite("BOB-MEL-6c", sentence)
        elif any(there.kind in _LEGAL for there in now):
            finding.cite("BOB-MEL-6a", f"{other.id} is still in contact: the footprint is square")
        else:
            _cite_broken(base, other, was, now, to_rear, finding)


def _cite_broken(base: Base, other: Base, was: Meeting, now: list[Meeting], to_rear: bool, finding: Finding) -> None:
    if to_rear and any(there.touching for there in now):
        finding.cite("BOB-MEL-6d", f"{base.id} turned about: {other.id} on its flank is no legal contact any more")
    elif was.kind == "flank" and not to_rear:
        finding.cite("BOB-MEL-6b", f"{base.id} turns away from {other.id}, which is left out of contact")
    finding.cite("DBA22-B16.3", f"{other.id} is left as it stands and gives no minus, but still blocks a recoil")
