"""Fighters: a base on the table, or the holder of a camp or town."""

from __future__ import annotations

from debellis.dba.book import book, table
from debellis.dba.tables import TroopType
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line


class Fighter(Value, frozen=True):
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
        """The name of the fighter in the account."""
        return self.id if self.base is None else f"{self.base.code} {self.id}"


def fighter(position: Position, name: str) -> Fighter | None:
    """The fighter with this id: a base, or the holder of a camp or town; None for an empty place."""
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
    # An edition without towns has no denizens, so nobody is in a place said to hold some.
    return None if kind not in types else Fighter(place.id, place.owner, types[kind], None, place)


def in_the_open(position: Position, base: Base) -> Fighter:
    """A base as a fighter, outside any place."""
    return Fighter(base.id, base.side, book(position).types[base.kind], base, None)


def among(who: Fighter, names: tuple[str, ...]) -> bool:
    """Whether a fighter is of one of these types, which may include "any", "mounted" and "foot"."""
    return "any" in names or who.kind in names or who.type.arm in names


def of_two_classes(who: Fighter) -> bool:
    """Whether it fights as one class and moves as another."""
    return who.type.moves_as not in (None, who.type.arm)


def as_it_moves(who: Fighter) -> Fighter:
    """The fighter as if it fought as the class it moves as, to find whether its class makes a difference."""
    if not of_two_classes(who):
        return who
    return replace(who, type=replace(who.type, arm=who.type.moves_as, moves_as=None, class_clauses=()))


def cite_class(finding: Finding, *fighters: Fighter) -> None:
    """Cite that fighters of two classes count here as the class they fight as."""
    for who in fighters:
        if of_two_classes(who):
            finding.cite_all(who.type.class_clauses, f"{who.name} counts as {who.type.arm} in combat")


def cite_unmanned(position: Position, who: Fighter, finding: Finding) -> None:
    """Cite that followers hold a camp for which no occupant is given."""
    if who.base is None and who.place is not None and who.place.kind == "camp" and who.place.occupant is None:
        clauses = tuple(table(position, "unmanned_camp")["clauses"])
        finding.cite_all(clauses, f"no troops are in {who.place.id}: its followers fight for it")


def residents(place: Terrain) -> str | None:
    """The residents of a place that no troops hold: followers or denizens, or None if it is marked as empty."""
    if place.occupant == "none" or not place.is_place:
        return None
    if place.occupant == "followers" or (place.occupant is None and place.kind == "camp"):
        return "camp_followers"
    return "denizens"


def holding_side(position: Position, place: Terrain) -> str | None:
    """The side that holds a place now: the side of the troops in it, else the side that controls it."""
    holder = position.within(place.id)
    return place.owner if holder is None else holder.side


def basic_factor(who: Fighter, against: Fighter, phase: str) -> int:
    """The factor of a fighter against an opponent, in close combat or shooting."""
    versus_foot, versus_mounted = _columns(who, phase)
    return versus_mounted if against.mounted else versus_foot


def _columns(who: Fighter, phase: str) -> tuple[int, int]:
    """The factors of a fighter against foot and against mounted."""
    row = who.type
    if phase == "shooting" and row.shooting_factor_vs_foot is not None and row.shooting_factor_vs_mounted is not None:
        return (row.shooting_factor_vs_foot, row.shooting_factor_vs_mounted)
    return (row.factor_vs_foot, row.factor_vs_mounted)


def basic_line(position: Position, who: Fighter, against: Fighter, phase: str) -> Line:
    """The line of a factor sheet for the basic factor, in close combat or shooting."""
    value = basic_factor(who, against, phase)
    shoots_otherwise = phase == "shooting" and who.type.shooting_factor_vs_foot is not None
    own = who.type.shooting_factor_clauses if shoots_otherwise else who.type.factor_clauses
    clauses = (*basic_clauses(against), *own, *_column_clauses(position, who, against, phase))
    return Line(value, f"{who.type.name} against {'mounted' if against.mounted else 'foot'}", clauses)


def _column_clauses(position: Position, who: Fighter, against: Fighter, phase: str) -> tuple[str, ...]:
    """The clauses that decide the class of the opponent, if the factor against the other class differs."""
    versus_foot, versus_mounted = _columns(who, phase)
    if versus_foot == versus_mounted:
        return ()
    return (*table(position, "classes")["clauses"], *against.type.class_clauses)


def basic_clauses(against: Fighter) -> tuple[str, ...]:
    """The clauses of a basic factor. Followers and denizens are not among the twelve elements, and count as foot."""
    return ("DBA22-B23", "DBA22-B2.2") if against.base is None else ("DBA22-B23",)
