"""Passing through friends: who may pass whom in which direction, and what happens to the friends passed through."""

from __future__ import annotations

from functools import cache
from typing import Any

from debellis.dbm.moving.speeds import parts
from debellis.dbm.troops import Troop, arm, fits
from debellis.geometry.plane import COINCIDE, distance, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import Leg, crosses, goes_straight
from debellis.mechanics.tables import rows_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

AHEAD, BACK, OTHER = "ahead", "back", "other"
DIRECTIONS = (AHEAD, BACK, OTHER)
TACTICAL, RECOIL = "tactical", "recoil"
_ANY = "any "
_EXCEPT = " except "


@cache
def _means(edition: str, what: Troop, name: str) -> bool:
    """Whether a name in the passing table covers a troop: a type, or a class with exceptions."""
    if not name.startswith(_ANY):
        return fits(edition, what, name)
    whole, _, exceptions = name.removeprefix(_ANY).partition(_EXCEPT)
    for left_out in exceptions.split(" and ") if exceptions else ():
        kind, _, grade = left_out.partition(" ")
        if what.type == kind and grade in ("", what.grade):
            return False
    if whole == "land troops":
        return arm(edition, what.type) != "naval"
    return whole == "friends" or arm(edition, what.type) == whole


def row_for(position: Position, mover: Base, friend: Base, direction: str) -> dict[str, Any] | None:
    """The row of the table that lets one element pass through another in a direction. None if none does."""
    return _row_for(position.edition, parts(mover), parts(friend), direction)


@cache
def _row_for(
    edition: str, movers: tuple[Troop, ...], friends: tuple[Troop, ...], direction: str
) -> dict[str, Any] | None:
    found: list[dict[str, Any]] = []
    for row in rows_of(edition, "pass_through"):
        if row["direction"] != "any" and direction == OTHER:
            continue
        goes = all(any(_means(edition, what, name) for name in row["mover"]) for what in movers)
        lets = all(any(_means(edition, what, name) for name in row["through"]) for what in friends)
        if goes and lets:
            found.append(row)
    return next((row for row in found if "effect" in row), found[0] if found else None)


def may_pass(position: Position, mover: Base, friend: Base, direction: str) -> bool:
    """Whether an element may pass through a friend by type and direction."""
    return row_for(position, mover, friend, direction) is not None


def direction_of(leg: Leg) -> str:
    """The direction of a leg for passing: straight ahead, straight back, or other."""
    if goes_straight(leg, ahead=True):
        return AHEAD
    return BACK if goes_straight(leg, ahead=False) else OTHER


def is_destroyed(position: Position, mover: Base, friend: Base, direction: str) -> bool:
    """Whether a friend is destroyed as soon as the passage starts."""
    row = row_for(position, mover, friend, direction)
    return row is not None and "effect" in row


def passed_through(position: Position, base: Base, legs: tuple[Leg, ...]) -> list[tuple[Base, str]]:
    """The friends that a way passes through, even partly, each with the direction there, in the order of the way."""
    found: dict[str, tuple[Base, str]] = {}
    for leg in legs:
        direction = direction_of(leg)
        for friend in _friends_along(position, base.side, leg):
            if friend.id == base.id or friend.id in found or not may_pass(position, base, friend, direction):
                continue
            if crosses(leg, friend.rectangle):
                found[friend.id] = (friend, direction)
    return list(found.values())


def _friends_along(position: Position, side: str, leg: Leg) -> list[Base]:
    """The bases of a side that a leg may come near, in their order."""
    west, south, east, north = leg.bounds
    centre = (0.5 * (west + east), 0.5 * (south + north))
    return position.by_side.near_friends(side).near(centre, distance(centre, (east, north)) + COINCIDE)


def judge_passing(position: Position, base: Base, legs: tuple[Leg, ...], verdict: Verdict) -> tuple[str, ...]:
    """Cite which friends a way passes through and how that counts. Returns those that it destroys."""
    found = passed_through(position, base, legs)
    destroyed: list[str] = []
    for friend, direction in found:
        if is_destroyed(position, base, friend, direction):
            destroyed.append(friend.id)
            says = f"{base.id} passes through {friend.id}, which is destroyed as that starts"
            permit(verdict, says, "DBM32-P20-hordeI")
        else:
            permit(verdict, f"{base.id} may pass through its friend {friend.id}", "DBM-B21.2")
        if any(_partly(leg, friend.rectangle) for leg in legs):
            says = f"{base.id} overlaps {friend.id} only partly, which is passing through it all the same"
            permit(verdict, says, "IWF-16.4b")
    if _is_deep([friend.rectangle for friend, _ in found]):
        names = ", ".join(friend.id for friend, _ in found)
        permit(verdict, f"{base.id} is measured by itself as it passes the deep formation {names}", "IWF-16.4a")
    return tuple(destroyed)


def _partly(leg: Leg, friend: Rectangle) -> bool:
    """Whether a straight way overlaps only part of a friend's breadth across that way."""
    if not crosses(leg, friend) or direction_of(leg) == OTHER:
        return False
    half = leg.start.width * 0.5
    seen = [leg.start.local(corner)[0] for corner in friend.corners]
    return min(seen) < -half - COINCIDE or max(seen) > half + COINCIDE


def _is_deep(friends: list[Rectangle]) -> bool:
    """Whether some of the friends passed stand one behind the other."""
    for a in friends:
        for b in friends:
            right, ahead = a.local(b.front)
            behind = same_direction(a.facing, b.facing) and abs(right) <= COINCIDE
            if a is not b and behind and abs(ahead + a.depth) <= COINCIDE:
                return True
    return False


def may_pass_through(
    position: Position, *, mover: str, friend: str, move: str = TACTICAL, direction: str | None = None
) -> Ruling:
    """Answers whether an element may pass through a friend, by type and direction. Space behind is assumed."""
    verdict = Verdict()
    base, other = position.base(mover), position.base(friend)
    way = direction or (BACK if move == RECOIL else AHEAD)
    row = row_for(position, base, other, way)
    destroyed: list[str] = []
    if base.side != other.side:
        verdict.refuse(f"{friend} is an enemy of {mover}", "DBM-B21.2")
    elif move == RECOIL and not same_direction(base.facing, other.facing):
        verdict.refuse(f"{friend} does not face the same way as {mover} that recoils", "DBM-B21.2")
    elif row is None:
        says = f"{mover} may not pass through {friend}"
        if row_for(position, base, other, AHEAD) is not None:
            says = f"{mover} may pass through {friend} only straight ahead or straight back"
        verdict.refuse(says, "DBM-B21.2")
    elif "effect" in row:
        destroyed.append(friend)
        verdict.cite("DBM32-P20-hordeI", f"any land troops may pass through {friend}, which is destroyed as it starts")
    else:
        verdict.cite("DBM-B21.2", f"{mover} may pass through {friend}")
    return verdict.decide("may_pass_through", destroyed=destroyed)
