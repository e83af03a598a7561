"""Which elements are one group after a flight: those joined at the end; some only if they were aligned before."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, opposite_direction, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.groups import joined
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Start(Value, frozen=True):
    """Where an element stood before it fled, and whether another element's flight made it flee."""

    base: Base
    induced: bool


def aligned(a: Rectangle, b: Rectangle) -> bool:
    """Whether two elements stood exactly in one file, or level side by side."""
    if same_direction(a.facing, b.facing) and abs(a.local(b.front)[1]) <= COINCIDE:
        return True
    parallel = same_direction(a.facing, b.facing) or opposite_direction(a.facing, b.facing)
    return parallel and abs(a.local(b.front)[0]) <= COINCIDE


def grouped(position: Position, element: str, starts: tuple[Start, ...], finding: Finding) -> tuple[str, ...]:
    """The elements that end as one group with a fleer, the fleer first. Empty if it is alone."""
    begun = {start.base.id: start for start in starts if position.has_base(start.base.id)}
    if element not in begun:
        return ()
    reached = [element]
    for name in reached:
        for other in begun:
            if other not in reached and _links(position, begun[name], begun[other], finding):
                reached.append(other)
    return tuple(reached) if len(reached) > 1 else ()


def _links(position: Position, a: Start, b: Start, finding: Finding) -> bool:
    """Whether two fleers are linked as members of one group at the end."""
    if not joined(position.base(a.base.id).rectangle, position.base(b.base.id).rectangle):
        return False
    names = f"{a.base.id} and {b.base.id}"
    if not a.induced and not b.induced:
        finding.cite("IWF-23.1i", f"{names} end their flights edge on edge, corner on corner: they are a group")
        return True
    if aligned(a.base.rectangle, b.base.rectangle):
        finding.cite("IWF-23.2d", f"{names} were exactly aligned before and end fully joined: they are a group")
        return True
    finding.cite("IWF-23.2d", f"{names} end joined, but were not aligned before they fled: they are no group")
    return False
