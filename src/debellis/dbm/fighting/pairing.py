"""Pairing: fronts together, or a front that holds the flank or rear of an element with no enemy on its front."""

from __future__ import annotations

from debellis.dbm.contacts import FIGHTING, FLANK, FRONT, REAR, position_of
from debellis.dbm.fighting.fighters import CLOSE, CombatSetting, Fighter, fighter
from debellis.dbm.fighting.pressing import front_on_flank_or_rear
from debellis.dbm.fighting.ranks import files_ahead
from debellis.dbm.fighting.support import supports
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT as FRONT_EDGE
from debellis.geometry.rectangle import gap
from debellis.manoeuvre.contact import beside, meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Pair(Value, frozen=True):
    """Two elements that fight each other.

    `not_in_front` names an element that is only held in flank or rear by the other.
    """

    one: Fighter
    two: Fighter
    not_in_front: str | None = None

    def setting(self, moved: tuple[str, ...] = ()) -> CombatSetting:
        """The close combat they fight, given the elements that moved into front contact this bound."""
        return CombatSetting(CLOSE, frozenset(moved), self.not_in_front)


def pair(position: Position, attacker: str, defender: str, finding: Finding) -> Pair | None:
    """The two elements as a fighting pair. None, with the clause, if they do not fight."""
    one, two = position.base(attacker), position.base(defender)
    if one.side == two.side:
        return None
    if position_of(one.rectangle, two.rectangle) == FRONT:
        return Pair(fighter(position, one), fighter(position, two))
    for holder, held in ((one, two), (two, one)):
        if position_of(holder.rectangle, held.rectangle) in (FLANK, REAR):
            return _hold(position, holder, held, one, finding)
    _cite_no_fight(position, one, two, finding)
    return None


def _hold(position: Position, holder: Base, held: Base, first: Base, finding: Finding) -> Pair | None:
    """A fight between a holder of a flank or rear and the held element.

    None if the held element fights to its front, or supports an element that does.
    """
    if engaged_in_front(position, held):
        finding.cite("DBM-B24.1", f"{held.id} fights to its front: {holder.id} on its flank or rear only weakens it")
        return None
    front = supported_front(position, held)
    if front is not None:
        says = f"{held.id} supports {front.id}: the front of {holder.id} counts as on {front.id} and fights nobody"
        finding.cite("DBM32-P21-cc-rearhit", says)
        return None
    any_edge = bool(table(position, "type")[held.kind].get("any_edge_is_front"))
    edge = _edge_held(holder, held) if any_edge else FRONT_EDGE
    fighters = {holder.id: fighter(position, holder), held.id: fighter(position, held, edge)}
    second = held if first.id == holder.id else holder
    if any_edge:
        finding.cite("DBM-B3.27", f"the edge of {held.id} that {holder.id} touches acts as its front")
    return Pair(fighters[first.id], fighters[second.id], None if any_edge else held.id)


def _edge_held(holder: Base, held: Base) -> int:
    touches = meet(holder.rectangle, held.rectangle).touches
    return next(t.theirs for t in touches if t.mine == FRONT_EDGE and t.length > COINCIDE)


def engaged_in_front(position: Position, base: Base) -> bool:
    """Whether the front edge of an element is in legal contact with an enemy that fights it or that it holds."""
    near = position.near_enemies(base.side, base.rectangle)
    return any(position_of(base.rectangle, foe.rectangle) in FIGHTING for foe in near)


def supported_front(position: Position, base: Base, kinds: tuple[str, ...] = (FRONT,)) -> Base | None:
    """The element ahead in its file that it supports in a fight to the front. None if there is none."""
    for ahead in files_ahead(position, base):
        for foe in position.near_enemies(base.side, ahead.rectangle):
            if position_of(ahead.rectangle, foe.rectangle) not in kinds:
                continue
            found = supports(position, fighter(position, ahead), fighter(position, foe), CombatSetting())
            if any(rank.id == base.id for rank in found.supporters):
                return ahead
    return None


def _cite_no_fight(position: Position, one: Base, two: Base, finding: Finding) -> None:
    """Cite why two elements that touch do not fight."""
    for holder, other in ((one, two), (two, one)):
        if not front_on_flank_or_rear(meet(holder.rectangle, other.rectangle)):
            continue
        if stays_in_column(position, holder, other):
            says = f"{other.id} stayed when others of its column turned: {holder.id} only touches it, nobody fights"
            finding.cite("IWF-18.1c", says)
            return
        front = supported_front(position, other)
        if front is not None:
            says = f"{other.id} supports {front.id}: the front of {holder.id} counts as on {front.id}"
            finding.cite("DBM32-P21-cc-rearhit", says)
            return
    if meet(one.rectangle, two.rectangle).touching:
        says = f"{one.id} and {two.id} touch, but neither is in front contact with the other or holds its flank or rear"
        finding.cite("DBM-B24.1", says)


def stays_in_column(position: Position, holder: Base, other: Base) -> bool:
    """Whether an element is in a column whose elements ahead were struck by a neighbour of the holder."""
    ahead = [base.id for base in files_ahead(position, other)]
    for friend in position.near_friends(holder.side, holder.rectangle):
        if friend.id == holder.id or beside(friend.rectangle, holder.rectangle) is None:
            continue
        for foe in position.near_friends(other.side, friend.rectangle):
            kind = position_of(friend.rectangle, foe.rectangle)
            struck = kind == FLANK and foe.id in ahead
            turned = kind == FRONT and foe.id != other.id and gap(foe.rectangle, other.rectangle) < other.depth
            if struck or turned:
                return True
    return False
