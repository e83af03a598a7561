"""What happens to a general attached to an element: he is destroyed, goes back, flees and pursues with it."""

from __future__ import annotations

from debellis.dba.aftermath.straight import is_barred
from debellis.dba.attached import general_with
from debellis.dba.book import table
from debellis.dba.going import WET
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Finding


def _clauses(position: Position) -> tuple[str, ...]:
    return tuple(table(position, "recoil")["attached_general_clauses"])


def destroyed_with(before: Position, lost: tuple[str, ...], finding: Finding) -> tuple[str, ...]:
    """The given bases that are lost, and every general who was attached to one of them."""
    found = dict.fromkeys(lost)
    for name in lost:
        general = general_with(before, before.base(name)) if before.has_base(name) else None
        if general is not None and general.id not in found:
            found[general.id] = None
            finding.cite_all(_clauses(before), f"{general.id} is attached to {name} and is destroyed with it")
    return tuple(found)


def cite_goes_back(position: Position, general: Base, base: Base, far: float, finding: Finding) -> None:
    """Cite that he keeps his place behind the element that goes back.

    He is neither passed through nor merely pushed.
    """
    sentence = f"{general.id} is attached to {base.id} and goes back {far:g} mm with it"
    finding.cite_all(_clauses(position), sentence)


def follows_pursuit(position: Position, base: Base, along: tuple[str, ...]) -> tuple[str, ...]:
    """The general attached to a pursuer. None if a base that stays behind stands between them."""
    general = general_with(position, base)
    if general is None:
        return ()
    before_him = (base, *(position.base(name) for name in along))
    return (general.id,) if any(directly_behind(general.rectangle, b.rectangle) for b in before_him) else ()


def cite_pursues(position: Position, general: Base, base: Base, far: float, finding: Finding) -> None:
    """Cite that he keeps his place behind the element that pursues."""
    finding.cite_all(_clauses(position), f"{general.id} is attached to {base.id} and goes along by the same {far:g} mm")


def after_flight(before: Position, after: Position, general: Base, element: str, finding: Finding) -> Position | None:
    """The position with a general put back into it: directly behind the element he fled with, or where he was.

    None if there is no room for him in either place.
    """
    fled = after.base(element)
    there = place("behind", fled.rectangle, general.width, general.depth)
    if _is_room(after, general, there):
        finding.cite_all(_clauses(before), f"{general.id} is attached to {element} and flees with it, directly behind")
        return _with(before, after, replace(general, front=there.front, facing=there.facing, crossing=None))
    if any(overlaps(general.rectangle, other.rectangle) for other in after.standing):
        return None
    finding.cite_all(_clauses(before), f"there is no room for {general.id} behind {element}: he stays where he was")
    return _with(before, after, general)


def _is_room(position: Position, general: Base, there: Rectangle) -> bool:
    """Whether he can stand there: on the board, on no other base, and on ground that is neither barred nor a river."""
    if is_off(there, position.size):
        return False
    if any(overlaps(there, other.rectangle) for other in position.standing):
        return False
    under = (piece for piece in position.terrain if lies(there, piece.ground) != OUTSIDE)
    return all(_may_stand_in(position, general, piece) for piece in under)


def _may_stand_in(position: Position, general: Base, piece: Terrain) -> bool:
    wet = piece.kind == "river" and piece.nature in WET
    return not (piece.is_place or wet or is_barred(position, piece, general))


def _with(before: Position, after: Position, general: Base) -> Position:
    """The position with the general in it again. The bases keep their earlier order."""
    names = [b.id for b in before.bases if b.id == general.id or after.has_base(b.id)]
    return replace(after, bases=tuple(general if name == general.id else after.base(name) for name in names))
