"""What a general is and where he stands: rank, cards, company, and how far he is from others."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import Point, distance, nearest_on_segment
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.tables import table
from debellis.meg.units import distance_between, file_of, generals_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import General

ARMY_COMMANDER = "AC"
SUB_GENERAL = "sub"
ALLY = "ally"
PROFESSIONAL = "professional"
FLANK_MARCHING = "flank_marching"
DEAD = "dead"
HESITANT = "hesitant"
STUNNED = "stunned"
#: Who in these states is not on the table, or can do nothing there.
IDLE = (FLANK_MARCHING, DEAD, STUNNED)


def general_of(position: Position, name: str) -> General:
    """The general of that id; StopIteration if there is none."""
    return next(general for general in generals_of(position) if general.id == name)


def rank_row(position: Position, general: General) -> dict[str, Any]:
    """The row of the table of ranks for a general."""
    found: dict[str, Any] = next(
        row for row in table(position, "general_rank") if row["name"].casefold() == general.rank.casefold()
    )
    return found


def allowance(position: Position, general: General) -> int:
    """How many cards he is dealt up to: by his rank, or fewer after a wound."""
    return int(rank_row(position, general)["cards"]) if general.cards is None else general.cards


def held(general: General) -> tuple[str, ...]:
    """The cards he holds; none where the case does not tell."""
    return general.hand or ()


def company(position: Position, general: General) -> tuple[Base, ...]:
    """The bases of the file he is with; none if he is independent or off the table."""
    if general.file and position.has_base(general.file):
        return file_of(position, position.base(general.file))
    return ()


def reach_from(position: Position, general: General, others: tuple[Base, ...]) -> float | None:
    """How far some bases are from a general: from the file he is with, or from where he stands (MEG-B7.11).

    None if he is not on the table.
    """
    own = company(position, general)
    if own and others:
        return distance_between(own, others)
    if general.front is None or not others:
        return None
    return min(point_to(general.front, base.rectangle) for base in others)


def point_to(point: Point, place: Rectangle) -> float:
    """The distance of a point from a rectangle; 0 inside it."""
    across, ahead = place.local(point)
    if abs(across) <= place.width / 2.0 and -place.depth <= ahead <= 0.0:
        return 0.0
    corners = place.corners
    ends = [(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    return min(distance(point, nearest_on_segment(point, a, b)) for a, b in ends)


def apart(position: Position, one: General, other: General) -> float | None:
    """How far two generals are from each other; None if one is off the table."""
    theirs = company(position, other)
    if theirs:
        return reach_from(position, one, theirs)
    own = company(position, one)
    if other.front is None:
        return None
    if own:
        return min(point_to(other.front, base.rectangle) for base in own)
    return None if one.front is None else distance(one.front, other.front)
