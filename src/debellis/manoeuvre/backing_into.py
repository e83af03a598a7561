"""Backing into an enemy: which part of the recoiling base meets which part of the enemy.

A corner does not belong to an edge. Where edges meet squarely they decide, even if a corner lies on the other edge.
"""

from __future__ import annotations

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.rectangle import FRONT, LEFT, REAR, REAR_LEFT, REAR_RIGHT, RIGHT, Rectangle
from debellis.table.value import Value

_SIDES = (LEFT, RIGHT)
_REAR_CORNERS = (CORNER + REAR_RIGHT, CORNER + REAR_LEFT)


class Parts(Value, frozen=True):
    """The parts that meet: for the recoiler "rear edge", "rear corner" or other; for the enemy also "flank edge"."""

    mine: str
    theirs: str

    @property
    def on_flank(self) -> bool:
        """Whether a flank of the enemy is met."""
        return self.theirs == "flank edge"

    @property
    def on_rear(self) -> bool:
        """Whether the rear edge or a rear corner of the enemy is met."""
        return self.theirs in ("rear edge", "rear corner")


def parts_met(recoiler: Rectangle, other: Rectangle) -> Parts:
    """The parts by which a recoiling base, moved back until it touches an enemy, meets it: edges before corners."""
    found = [touch for touch in touches(recoiler, other) if touch.mine == REAR or touch.mine in _REAR_CORNERS]
    if not found:
        return Parts("none", "none")
    first = found[0]
    return Parts(_name(first.mine), _name(first.theirs))


def _name(part: int) -> str:
    if part >= CORNER:
        return "rear corner" if part in _REAR_CORNERS else "front corner"
    if part in _SIDES:
        return "flank edge"
    return "front edge" if part == FRONT else "rear edge"
