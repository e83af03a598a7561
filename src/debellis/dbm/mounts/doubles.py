"""Double bases that dismount: as two single elements, or as one double base if the foot can support each other."""

from __future__ import annotations

from debellis.dbm.troops import Troop, among, written
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

REAR = " rear"


def supports_its_own(position: Position, what: Troop) -> bool:
    """Whether rear support exists for an element with another of its own type and grade behind it."""
    return among(position.edition, what, table(position, "dismounting")["support_their_own"])


def may_be_double(position: Position, what: Troop, name: str, finding: Finding) -> bool:
    """Whether a double base may become one double base of foot."""
    able = supports_its_own(position, what)
    can = "can" if able else "cannot"
    finding.cite("IWF-4.1b", f"{what.name} {can} give rear support to one another: {name} on one base of foot {can} be")
    return able


def exchange_price(position: Position) -> int:
    """What one element pays to mount or dismount: its own move, and the surcharge of the exchange."""
    added = [row["value"] for row in table(position, "pip_modifier") if row["when"] == "the move mounts or dismounts"]
    return int(table(position, "pip")["base_tactical"]) + int(added[0])


def split(position: Position, base: Base, front: Troop, rear: Troop, depths: tuple[float, float]) -> Position:
    """The position with a double base split where it stands: two elements, one behind the other."""
    first = replace(base, code=written(front), kind=front.type, depth=depths[0])
    behind = base.rectangle.advanced(-depths[0]).front
    second = replace(first, id=base.id + REAR, code=written(rear), kind=rear.type, depth=depths[1], front=behind)
    second = replace(second, general=False)
    bases: list[Base] = []
    for other in position.bases:
        bases += [first, second] if other.id == base.id else [other]
    return replace(position, bases=tuple(bases))
