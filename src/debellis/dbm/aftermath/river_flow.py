"""Outcome moves in rivers: land troops that recoil, are pushed back, flee or pursue ignore the flow."""

from __future__ import annotations

from debellis.dbm.aftermath.friends import is_naval
from debellis.dbm.moving.speeds import WADING, going_in
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def ignore_flow(position: Position, base: Base, way: Rectangle, what: str, finding: Finding) -> None:
    """Cite that a straight move takes no drift from a river on its path that must be waded."""
    rivers = [
        piece.id
        for piece in position.features("river")
        if going_in(position, base, piece) == WADING and partly_in(way, piece.ground)
    ]
    if rivers and not is_naval(position, base):
        says = f"{what} of {base.id} lies in {' and '.join(rivers)} or leads into it and ignores the flow"
        finding.cite("DBM32-P39-wade", says)


def way_back(base: Base, far: float) -> Rectangle:
    """The ground that a base covers when it goes straight back."""
    return Rectangle(base.front, base.facing, base.width, base.depth + far)


def way_ahead(start: Rectangle, end: Rectangle) -> Rectangle:
    """The ground that a straight move covers from one place to another."""
    far = max(0.0, start.local(end.front)[1])
    return Rectangle(end.front, end.facing, end.width, end.depth + far)
