"""Impetuous troops: who advances on its own when its side has moved, and what excuses it."""

from __future__ import annotations

from debellis.dbm.commands import command_notes
from debellis.dbm.contacts import FIGHTING, OVERLAPPING, position_of
from debellis.dbm.contacts import FRONT as IN_FRONT
from debellis.dbm.fighting.fighters import CombatSetting, defends_works, fighter
from debellis.dbm.fighting.support import supports
from debellis.dbm.mounts.exchanging import rank_ahead
from debellis.dbm.troops import Troop, among, has_moved, is_holder, noted, noted_now, troop
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

EXCUSES = "DBM-B19.3"
_ENGAGED = Memory[list[Rectangle]]("elements with an enemy on their front edge")
_KNOWN = Memory[list[Base]]("enemies that a side knows")


def is_impetuous(position: Position, what: Troop) -> bool:
    """Whether troops are of a kind that advances on its own."""
    return among(position.edition, what, table(position, "impetuous")["who"])


def known_enemies(position: Position, side: str) -> list[Base]:
    """The enemy elements that a side knows: all except hidden ambushers and riderless mounts."""
    return _KNOWN.of(position.by_side, side, lambda sides: [enemy for enemy in sides.enemies(side) if is_known(enemy)])


def is_known(enemy: Base) -> bool:
    """Whether the other side knows an element: it is no hidden ambusher and no riderless mount."""
    return not noted(enemy, "ambush") and not is_holder(enemy)


def known_near(position: Position, side: str, place: Rectangle, by: float = 0.0) -> list[Base]:
    """The known enemies of a side that may come within a distance of a place; by default those that may touch it."""
    return [enemy for enemy in position.near_enemies(side, place, by) if is_known(enemy)]


def front_touches_enemy(position: Position, base: Base) -> bool:
    """Whether some of its front edge lies on, or is touched by, an enemy."""
    near = position.near_enemies(base.side, base.rectangle)
    return any(touch.mine == FRONT for e in near for touch in meet(base.rectangle, e.rectangle).touches)


def held_by(position: Position, enemy: Base, without: str = "") -> Base | None:
    """The element, other than a named one, in legal contact with the front edge of an enemy, whoever came to whom."""
    others = [friend for friend in position.near_enemies(enemy.side, enemy.rectangle) if friend.id != without]
    for friend in others:
        if position_of(friend.rectangle, enemy.rectangle) == IN_FRONT:
            return friend
    return next((f for f in others if position_of(enemy.rectangle, f.rectangle) in FIGHTING), None)


def _engaged(position: Position, side: str) -> list[Rectangle]:
    """The places of the elements of a side that have an enemy on their front edge."""
    return _ENGAGED.of(position, side, lambda p: [b.rectangle for b in p.friends(side) if _meets_in_front(p, b)])


def _meets_in_front(position: Position, base: Base) -> bool:
    near = position.near_enemies(base.side, base.rectangle)
    return any(position_of(base.rectangle, enemy.rectangle) == IN_FRONT for enemy in near)


def _may_be_ahead(place: Rectangle, engaged: Rectangle) -> bool:
    """Whether an element could be in the file that a place is in, ahead of it."""
    right, ahead = place.local(engaged.centre)
    return ahead > 0.0 and abs(right) <= place.width


def supports_now(position: Position, base: Base) -> str | None:
    """The friend in combat to whom an element gives rear support as it stands."""
    if not any(_may_be_ahead(base.rectangle, engaged) for engaged in _engaged(position, base.side)):
        return None
    front = base
    while (ahead := rank_ahead(position, front)) is not None:
        front = ahead
    if front.id == base.id:
        return None
    for enemy in position.near_enemies(base.side, front.rectangle):
        if position_of(front.rectangle, enemy.rectangle) != IN_FRONT:
            continue
        found = supports(position, fighter(position, front), fighter(position, enemy), CombatSetting())
        if any(rank.id == base.id for rank in found.supporters):
            return front.id
    return None


def overlaps_now(position: Position, base: Base) -> str | None:
    """The enemy engaged to its front that an element overlaps as it stands."""
    for enemy in known_near(position, base.side, base.rectangle):
        kind = position_of(base.rectangle, enemy.rectangle)
        if kind in OVERLAPPING and held_by(position, enemy, base.id) is not None:
            return enemy.id
    return None


def excuse(position: Position, base: Base) -> str | None:
    """Why an impetuous element does not advance on its own now; None if it does."""
    notes = command_notes(position, base)
    if has_moved(position, base) or noted_now(position, base, "marched"):
        return f"{base.id} has moved this bound"
    if noted_now(position, base, "halted"):
        return f"{base.id} has been halted this bound"
    if front_touches_enemy(position, base):
        return f"the front edge of {base.id} touches enemy"
    helped, overlapped = supports_now(position, base), overlaps_now(position, base)
    if helped is not None:
        return f"{base.id} gives rear support to {helped}, which is in combat"
    if overlapped is not None:
        return f"{base.id} overlaps {overlapped}, which is in combat"
    if defends_works(base):
        return f"{base.id} defends works"
    if noted(base, "ambush"):
        return f"{base.id} is in an ambush that is not yet placed"
    if "demoralised" in notes:
        return f"the command of {base.id} is demoralised"
    if "unreliable" in notes:
        return f"the command of {base.id} is that of an ally who does nothing yet"
    return None if known_enemies(position, base.side) else "no enemy is known"


def advances(position: Position, base: Base) -> bool:
    """Whether an element advances on its own now."""
    return not is_holder(base) and is_impetuous(position, troop(base)) and excuse(position, base) is None


def judge_impetuous(position: Position, base: Base, finding: Finding) -> tuple[bool, bool]:
    """Whether an element is impetuous, and whether it now advances on its own. The reasons are cited."""
    what = troop(base)
    if is_holder(base):
        finding.cite("DBM-B7.5", f"{base.id} is riderless mounts, no element")
        return False, False
    if not is_impetuous(position, what):
        if what.name == "Bd(X)" and is_impetuous(position, replace(what, grade="F")):
            says = f"{base.id} counts as Bd(F) otherwise, but is not impetuous: Bd(X) are not among those who are"
            finding.cite("DBM32-P6-bdx-e", says)
        else:
            finding.cite("DBM-B19.2", f"{what.drill} {what.name} are not impetuous")
        return False, False
    why = excuse(position, base)
    if why is None:
        finding.cite("DBM-B19.2", f"{what.drill} {what.name} are impetuous and nothing holds {base.id}")
        return True, True
    clause = "DBM-B19.1" if noted_now(position, base, "halted") else EXCUSES
    finding.cite(clause, why)
    return True, False


def impetuous(position: Position, *, element: str) -> Ruling:
    """Whether an element advances on its own now."""
    finding = Finding()
    is_so, advances = judge_impetuous(position, position.base(element), finding)
    return finding.rule("impetuous", {"impetuous": is_so, "advances": advances})


QUESTIONS: tuple[Question, ...] = (
    Question("impetuous", "whether an element advances on its own now", {"element": BASE}, impetuous),
)
