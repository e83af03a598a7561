"""Supporters of an element that could not make its recoil: which of them are lost with it."""

from __future__ import annotations

from debellis.dba.aftermath.pushback import Pushback
from debellis.dba.book import book, table
from debellis.dba.fighting.fighters import Fighter, fighter, in_the_open
from debellis.dba.fighting.fights import fights, touches_place
from debellis.dba.fighting.support import Given, supports
from debellis.geometry.plane import same_direction
from debellis.manoeuvre.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def supporters_lost(
    position: Position, base: Base, opponent: str | None, went: Pushback | None, finding: Finding
) -> list[str]:
    """The supporters lost with an element that could not recoil.

    `went` says how far the recoil went and what stopped it.
    """
    against = _front_opponent(position, base, opponent)
    if against is None or base.inside is not None:
        return []
    given = supports(position, in_the_open(position, base), against, finding)
    lost = [item.supporter for item in given if _is_lost(item, base, went, finding)]
    _cite_two_ranks(position, base, went, lost, finding)
    _cite_idle_rank(position, base, [item.supporter for item in given], finding)
    return lost


def _front_opponent(position: Position, base: Base, opponent: str | None) -> Fighter | None:
    """The enemy that the element fights to its front; None if the given opponent is not in front contact (it shot)."""
    found = fights(position, opponent).opponent.get(base.id)
    if opponent is None:
        return None if found is None else fighter(position, found)
    if found == opponent:
        return fighter(position, opponent)
    who = fighter(position, opponent)
    if who is not None and who.place is not None and touches_place(base, who.place):
        return who
    return None


def _is_lost(item: Given, base: Base, went: Pushback | None, finding: Finding) -> bool:
    """Whether a supporter is destroyed with the front it supported; cites the clause in either case."""
    name = item.supporter
    if not item.direct:
        sentence = f"{name} stands behind the neighbour and is not lost"
        finding.cite_all(("BOB-OUT-4c", "BOB-SUP-2c", "DBA22-B24.7"), sentence)
        return False
    if not item.row.supporter_lost_with_front:
        sentence = f"{name} supported {base.id} and is not lost with it"
        finding.cite_all(("BOB-OUT-4b", "BOB-INT-2c", "DBA22-B24.7"), sentence)
        return False
    of_psiloi = item.row.reaches_same_type_neighbours
    names = ("BOB-OUT-4c", "BOB-SUP-2c") if of_psiloi else ("BOB-OUT-4a",)
    finding.cite_all((*names, "BOB-INT-2c", "DBA22-B24.7"), f"{name} supported {base.id} and is lost with it")
    if went is not None:
        finding.cite("BOB-REC-4f", f"{base.id} cannot complete its recoil; {name}, which supported it, is lost too")
        if any(member == name for member, _ in went.blocked) or name in went.moved:
            finding.cite("BOB-OUT-4e", f"{name} cannot be pushed far enough, so both are lost")
    return True


def _cite_two_ranks(position: Position, base: Base, went: Pushback | None, lost: list[str], finding: Finding) -> None:
    """Cite the rule for two ranks of one type before a friend facing another way: the second is lost only if it
    supported."""
    clauses = tuple(table(position, "recoil")["two_ranks_clauses"].get(base.kind, ()))
    if went is None or not clauses:
        return
    for member, stop in went.blocked:
        if stop.what != "friend" or not position.has_base(member) or position.base(member).kind != base.kind:
            continue
        turned = not same_direction(position.base(stop.id).facing, base.facing)
        second = position.base(member)
        if turned and member != base.id and directly_behind(second.rectangle, base.rectangle):
            fate = "is lost too, for it supported" if member in lost else "stays, for it gave no support"
            finding.cite_all(clauses, f"{second.id} before {stop.id}, which faces another way, {fate}")


def _cite_idle_rank(position: Position, base: Base, supporters: list[str], finding: Finding) -> None:
    """Cite that a second rank is not lost because it gave no support, for types whose supporting ranks are lost."""
    rows = book(position).tables.rear_support
    kinds = {
        kind
        for row in rows
        if row.supporter_lost_with_front and not row.reaches_same_type_neighbours
        for kind in row.supporter
    }
    for friend in position.friends(base.side):
        if friend.id == base.id or friend.id in supporters or friend.kind != base.kind:
            continue
        if friend.kind in kinds and directly_behind(friend.rectangle, base.rectangle):
            sentence = f"{friend.id} behind gave no support in this fight and is not lost"
            finding.cite_all(("BOB-OUT-4d", "DBA22-B24.7"), sentence)
