"""Ranks: elements one behind another, and the faults that keep a rank from supporting."""

from __future__ import annotations

from debellis.dbm.fighting.fighters import Fighter
from debellis.dbm.going import halves
from debellis.dbm.troops import Troop, service
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import FRONT, REAR, Rectangle
from debellis.manoeuvre.contact import directly_behind, meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value


class Rank(Value, frozen=True):
    """One rank: its base, troops, place, and its number from the front (1 is the front).

    `fault` says why its place or its command keeps it from supporting.
    """

    base: Base
    what: Troop
    where: Rectangle
    number: int
    fault: str | None = None

    @property
    def id(self) -> str:
        return self.base.id

    @property
    def rear_half(self) -> bool:
        """Whether it is the rear half of a double base."""
        return self.where.front != self.base.rectangle.front


def ranks_behind(position: Position, who: Fighter) -> tuple[Rank, ...]:
    """The ranks of a file from an element backward. Ranks that cannot support have a fault."""
    if who.edge != FRONT:
        return (Rank(who.base, who.what, who.where, 1),)
    most = int(table(position, "rear_support_common")["most_ranks"])
    found: list[Rank] = []
    base: Base | None = who.base
    fault: str | None = None
    while base is not None and len(found) < most:
        for where, what in halves(position, base):
            fault = fault or _wrong_type_between(who, found)
            found.append(Rank(base, what, where, len(found) + 1, fault or _other_command(who.base, base)))
        base, amiss = _next(position, base, tuple(rank.id for rank in found))
        if base is not None:
            fault = fault or amiss
    return tuple(found[:most])


def _wrong_type_between(who: Fighter, found: list[Rank]) -> str | None:
    """The fault of a further rank if the last one does not have the front's type. None if there is no fault."""
    if len(found) < 2 or found[-1].what.type == who.what.type:
        return None
    last = found[-1]
    return f"the rank between is {last.what.type}, not {who.what.type} like the front rank"


def _other_command(front: Base, other: Base) -> str | None:
    return None if service(front).command == service(other).command else f"{other.id} serves in another command"


def _next(position: Position, base: Base, taken: tuple[str, ...]) -> tuple[Base | None, str | None]:
    """The friend behind a base, and the fault of its place."""
    friends = [friend for friend in position.friends(base.side) if friend.id not in taken]
    close = [friend for friend in position.near_friends(base.side, base.rectangle) if friend.id not in taken]
    for friend in close:
        if directly_behind(friend.rectangle, base.rectangle):
            return friend, None
    touching = [(_shared(friend.rectangle, base.rectangle), friend.id) for friend in close]
    length, name = max(touching, default=(0.0, ""))
    if length > COINCIDE:
        friend = position.base(name)
        if not same_direction(friend.rectangle.facing, base.rectangle.facing):
            return friend, f"{name} faces another way than {base.id}"
        return friend, f"{name} is not lined up with {base.id}"
    for friend in friends:
        if _follows_with_gap(friend.rectangle, base.rectangle):
            return friend, f"{friend.id} does not touch {base.id}"
    return None, None


def _shared(rear: Rectangle, front: Rectangle) -> float:
    """The length of one base's rear edge that another base touches with any edge."""
    return max((touch.length for touch in meet(rear, front).touches if touch.theirs == REAR), default=0.0)


def _follows_with_gap(rear: Rectangle, front: Rectangle) -> bool:
    """Whether a base stands straight behind another with a gap of less than its own depth."""
    if not same_direction(rear.facing, front.facing):
        return False
    right, ahead = front.local(rear.front)
    gap = -front.depth - ahead
    return abs(right) <= COINCIDE and COINCIDE < gap < rear.depth


def files_ahead(position: Position, base: Base) -> tuple[Base, ...]:
    """The bases ahead of a base in its file, each directly behind the next, nearest first."""
    found: list[Base] = []
    here = base
    while True:
        near = position.near_friends(base.side, here.rectangle)
        ahead = [f for f in near if directly_behind(here.rectangle, f.rectangle)]
        if not ahead or ahead[0] in found:
            return tuple(found)
        here = ahead[0]
        found.append(here)
