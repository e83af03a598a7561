"""What forbids rear support: chariots, difficult going, works, shooting, expendables, artillery (S) just met."""

from __future__ import annotations

from debellis.dbm.fighting.fighters import SHOT, CombatSetting, Fighter, defends_works, ground_of
from debellis.dbm.fighting.ranks import Rank
from debellis.dbm.going import DIFFICULT, GOOD, going_at, halves
from debellis.dbm.troops import among, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import EDGES, FRONT
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def forbid(
    position: Position, used: tuple[Rank, ...], against: Fighter, setting: CombatSetting, finding: Finding
) -> bool:
    """Whether something forbids support by these ranks. The front rank counts too.

    One rank is enough to forbid all support. Every clause that forbids it is cited.
    """
    found = [
        chariots(used, finding),
        _difficult(position, used, finding),
        _works(used, finding),
        _shot_at(position, used, setting, finding),
        _expendables(position, used, finding),
        _artillery(position, used, against, setting, finding),
    ]
    return any(found)


def chariots(used: tuple[Rank, ...], finding: Finding) -> bool:
    """Whether one of the ranks has chariots, which neither give nor receive rear support."""
    found = [rank.id for rank in used if rank.what.chariot]
    if found:
        finding.cite("DBM32-P22-rs-ban-chariot", f"{found[0]} are chariots: no rear support")
    return bool(found)


def _difficult(position: Position, used: tuple[Rank, ...], finding: Finding) -> bool:
    """Whether a rank is in difficult going. Each half of a double base is judged separately."""
    banned = False
    for rank in used:
        if _going(position, rank) != DIFFICULT:
            continue
        banned = True
        ground_of(position, rank.what, rank.where, rank.id, finding)
        finding.cite("DBM32-P22-rs-ban-going", f"{rank.id} is in difficult going: no rear support")
        front_where, front_what = halves(position, rank.base)[0]
        front = going_at(position, front_where, front_what)[0]
        if rank.rear_half and front != DIFFICULT:
            says = f"the halves of {rank.id} are judged apart: {front} and difficult going"
            finding.cite("IWF-4.2a", says)
            finding.cite("IWF-4.2b", f"the rear half of {rank.id} is in difficult going and supports nobody")
    return banned


def _works(used: tuple[Rank, ...], finding: Finding) -> bool:
    found = [rank.id for rank in used if defends_works(rank.base)]
    if found:
        finding.cite("DBM32-P22-rs-ban-fort", f"{found[0]} defends fortifications: no rear support")
    return bool(found)


def _shot_at(position: Position, used: tuple[Rank, ...], setting: CombatSetting, finding: Finding) -> bool:
    common = table(position, "rear_support_common")
    if setting.mode != SHOT or among(position.edition, used[0].what, common["though_shot_at"]):
        return False
    finding.cite("DBM32-P22-rs-ban-shot", f"{used[0].id} is being shot at: no rear support")
    return True


def _expendables(position: Position, used: tuple[Rank, ...], finding: Finding) -> bool:
    names = table(position, "rear_support_common")["charging"]
    for enemy in position.enemies(used[0].base.side):
        if not among(position.edition, troop(enemy), names):
            continue
        for rank in used:
            touches = meet(enemy.rectangle, rank.where).touches
            if any(t.mine == FRONT and t.theirs < len(EDGES) and t.length > COINCIDE for t in touches):
                finding.cite("DBM32-P22-rs-ban-exp", f"the front of {enemy.id} touches {rank.id}: no rear support")
                return True
    return False


def _artillery(
    position: Position, used: tuple[Rank, ...], against: Fighter, setting: CombatSetting, finding: Finding
) -> bool:
    names = table(position, "rear_support_common")["just_contacted"]
    if setting.mode == SHOT or not among(position.edition, against.what, names):
        return False
    if not any(rank.id in setting.moved for rank in used):
        return False
    finding.cite("DBM32-P22-rs-ban-artS", f"{used[0].id} has just moved into {against.id}, {against.what.name}")
    return True


def merely_rough(position: Position, used: tuple[Rank, ...]) -> bool:
    """Whether one of the ranks is in rough going. Difficult going does not count here, because it is a ban."""
    return any(_going(position, rank) not in (GOOD, DIFFICULT) for rank in used)


def _going(position: Position, rank: Rank) -> str:
    return going_at(position, rank.where, rank.what)[0]
