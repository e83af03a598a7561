"""Those who fight: a base on the table, or whoever holds a camp or town."""

from __future__ import annotations

from msgspec import Struct

from debellis.db.book import book
from debellis.db.tables import TroopType
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain


class Fighter(Struct, frozen=True):
    """One side of a combat. `base` is None for followers and denizens, `place` None for a base in the open."""

    id: str
    side: str | None
    type: TroopType
    base: Base | None
    place: Terrain | None

    @property
    def kind(self) -> str:
        return self.type.id

    @property
    def mounted(self) -> bool:
        return self.type.mounted

    @property
    def general(self) -> bool:
        return self.base is not None and self.base.general

    @property
    def name(self) -> str:
        """How the account calls it."""
        return self.id if self.base is None else f"{self.base.code} {self.id}"


def fighter(position: Position, name: str) -> Fighter | None:
    """The fighter of that id: a base, or the holder of a camp or town; None for an empty place."""
    types = book(position).types
    if position.has_base(name):
        base = position.base(name)
        place = None if base.inside is None else position.feature(base.inside)
        return Fighter(base.id, base.side, types[base.kind], base, place)
    place = position.feature(name)
    holder = position.within(name)
    if holder is not None:
        return Fighter(holder.id, holder.side, types[holder.kind], holder, place)
    kind = residents(place)
    return None if kind is None else Fighter(place.id, place.owner, types[kind], None, place)


def in_the_open(position: Position, base: Base) -> Fighter:
    """A base as a fighter by itself."""
    return Fighter(base.id, base.side, book(position).types[base.kind], base, None)


def residents(place: Terrain) -> str | None:
    """Who lives in a place when no troops hold it: followers or denizens unless it is said to be empty."""
    if place.occupant == "none" or not place.is_place:
        return None
    if place.occupant == "followers" or (place.occupant is None and place.kind == "camp"):
        return "camp_followers"
    return "denizens"


def holding_side(position: Position, place: Terrain) -> str | None:
    """The side that holds a place now: that of the troops in it, else of the side said to control it."""
    holder = position.within(place.id)
    return place.owner if holder is None else holder.side


def basic_factor(who: Fighter, against: Fighter, phase: str) -> int:
    """The factor of a fighter against an opponent, in close combat or shooting."""
    row = who.type
    if phase == "shooting" and row.shooting_factor_vs_foot is not None and row.shooting_factor_vs_mounted is not None:
        return row.shooting_factor_vs_mounted if against.mounted else row.shooting_factor_vs_foot
    return row.factor_vs_mounted if against.mounted else row.factor_vs_foot


def basic_clauses(against: Fighter) -> tuple[str, ...]:
    """What a basic factor comes from; followers and denizens, outside the twelve, are fought as foot."""
    return ("DBA22-B23", "DBA22-B2.2") if against.base is None else ("DBA22-B23",)
