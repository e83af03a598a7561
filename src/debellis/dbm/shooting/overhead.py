"""Those a shooter may shoot over: enemy it cannot see, enemy below it on its own steep hill, riderless mounts."""

from __future__ import annotations

from debellis.dbm.measures import base_width, paces
from debellis.dbm.shooting.engaged import AMBUSH
from debellis.dbm.sight import can_see, sees
from debellis.dbm.troops import is_holder, noted
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import OUTSIDE, box, lies
from debellis.geometry.rectangle import Rectangle, gap
from debellis.mechanics.remarks import Remark
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position


def near_the_way(position: Position, shooter: Base, place: Rectangle, target: Base) -> list[Base]:
    """The other elements that could stand between a shooting edge and a target, or be a side of a gap there."""
    west, south, east, north = box((*place.corners, *target.rectangle.corners))
    margin = base_width(position)
    found: list[Base] = []
    across = (place.centre[0] - target.rectangle.centre[0], place.centre[1] - target.rectangle.centre[1])
    far = distance((0.0, 0.0), across) + place.radius + 3.0 * margin
    for other in position.near(target.rectangle, far):
        (x, y), far = other.rectangle.centre, other.rectangle.radius + margin
        outside = x + far < west or x - far > east or y + far < south or y - far > north
        if other.id not in (shooter.id, target.id) and not outside:
            found.append(other)
    return found


def shot_over(position: Position, shooter: Base, target: Base, other: Base) -> Remark | None:
    """Why an element between does not stop a shot; None if it does. Friends do, even those still in ambush."""
    if other.side == shooter.side:
        return None
    if is_holder(other):
        return Remark(f"{other.id} is riderless mounts: it shields nobody", ("IWF-3.3e",))
    if noted(other, AMBUSH):
        says = f"{other.id} is still in ambush and does not stop the shooting of its enemies"
        return Remark(says, ("IWF-9.1b", "IWF-17.4b"))
    view = sees(position, shooter, other)
    if not view.seen:
        more = tuple(clause for clause, _ in view.reasons if clause == "IWF-17.4c")
        return Remark(f"{shooter.id} does not see {other.id} and shoots over it", ("IWF-17.4b", *more))
    hill = _own_hill(position, shooter, target, other)
    if hill is not None:
        return Remark(f"{shooter.id} shoots from {hill} over {other.id}, far enough off on it", ("IWF-17.4d",))
    return None


def is_shot_over(position: Position, shooter: Base, target: Base, other: Base) -> bool:
    """Whether `shot_over` finds a reason."""
    if other.side == shooter.side:
        return False
    if is_holder(other) or noted(other, AMBUSH) or not can_see(position, shooter, other):
        return True
    return _own_hill(position, shooter, target, other) is not None


def _own_hill(position: Position, shooter: Base, target: Base, other: Base) -> str | None:
    """The steep hill both shooter and another are on and the target is not, the other beyond the distance for it."""
    hills = position.features(*table(position, "shooting")["overhead_hills"])
    if not hills:
        return None
    beyond = paces(position, float(table(position, "distances")["steep_hill_overhead_beyond"]))
    if gap(shooter.rectangle, other.rectangle) <= beyond + COINCIDE:
        return None
    for hill in hills:
        on_it = all(lies(base.rectangle, hill.ground) != OUTSIDE for base in (shooter, other))
        if on_it and lies(target.rectangle, hill.ground) == OUTSIDE:
            return hill.id
    return None
