"""How an outcome move treats friends in its way: which types it passes through or pushes, and which block it."""

from __future__ import annotations

from debellis.dbm.moving import passing
from debellis.dbm.moving.speeds import parts
from debellis.dbm.troops import among, arm, noted, troop
from debellis.geometry.plane import same_direction
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position


def may_pass(position: Position, mover: Base, friend: Base) -> bool:
    """Whether an element that goes straight may pass through a friend. Both halves of a double base must allow it."""
    return passing.may_pass(position, mover, friend, passing.BACK)


def is_trampled(position: Position, mover: Base, friend: Base) -> bool:
    """Whether a friend is destroyed by being passed through."""
    return passing.is_destroyed(position, mover, friend, passing.BACK)


def may_push(position: Position, mover: Base, friend: Base) -> bool:
    """Whether an element that goes back pushes a friend. The friend must face the same way and be able to give way."""
    return same_direction(mover.facing, friend.facing) and gives_way(position, mover, friend)


def gives_way(position: Position, mover: Base, friend: Base) -> bool:
    """Whether a friend has a type that an element can push."""
    rules = table(position, "push_back")
    if is_naval(position, mover):
        return all(among(position.edition, part, rules["recoiling_naval_pushes"]) for part in parts(friend))
    return not any(among(position.edition, part, rules["recoiling_land_cannot_push"]) for part in parts(friend))


def may_burst(position: Position, mover: Base, friend: Base) -> bool:
    """Whether a fleer breaks through a friend it cannot avoid: only a friend of a type that can be pushed."""
    return is_naval(position, mover) == is_naval(position, friend) and gives_way(position, mover, friend)


def flees_when_passed(position: Position, base: Base, friend: Base) -> bool:
    """Whether a friend that is passed through flees: foot passed by horse of the heavier kind."""
    foot = all(arm(position.edition, part.type) == "foot" for part in parts(friend))
    return foot and among(position.edition, troop(base), table(position, "burst_through")["foot_by"])


def may_embark(position: Position, mover: Base, friend: Base) -> bool:
    """Whether troops pushed back to a friend go aboard it: land troops, and a vessel that carries nobody."""
    return not is_naval(position, mover) and is_naval(position, friend) and noted(friend, "unladen")


def is_naval(position: Position, base: Base) -> bool:
    return arm(position.edition, troop(base).type) == "naval"


def is_psiloi(base: Base) -> bool:
    """Whether an element is psiloi. A double base is psiloi only if both halves are."""
    return all(part.type == "Ps" for part in parts(base))
