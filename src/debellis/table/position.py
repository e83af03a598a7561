"""The position: everything that stands on the table at one moment, as an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.grid import Sides, sides_of
from debellis.table.pose import Pose
from debellis.table.scale import SCALES, Scale
from debellis.table.terrain import Terrain
from debellis.table.units import Charge, General, Moment, Unit
from debellis.table.value import replace


class Command(Struct, frozen=True):
    """A command of an army: the words its edition records about it ("demoralised"), and its strength.

    `strength` is what it had at the start and `gone` what it has lost of that, in the edition's measure.
    """

    id: str
    side: str
    notes: tuple[str, ...] = ()
    strength: float = 0.0
    gone: float = 0.0


class Position(Struct, frozen=True, dict=True):
    """What stands where, whose bound it is, and what has already been lost.

    `bound` counts the active side's own bounds from 1. `lost` gives the notations of elements already lost by side, and
    `unlanded` how many never landed. `options` are switches agreed for this game. Only editions with commands set
    `commands`, and only those with units set `units`, `generals`, `charges` and `moment`; elsewhere these fields are
    unset and not written.
    """

    edition: str
    size: tuple[float, float]
    bases: tuple[Base, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    scale: Scale = SCALES["15mm"]
    active: str | None = None
    bound: int | None = None
    lost: dict[str, tuple[str, ...]] = {}
    unlanded: dict[str, int] = {}
    options: dict[str, Any] = {}
    commands: tuple[Command, ...] | UnsetType = UNSET
    turn_notes: dict[str, tuple[str, ...]] | UnsetType = UNSET
    units: tuple[Unit, ...] | UnsetType = UNSET
    generals: tuple[General, ...] | UnsetType = UNSET
    charges: tuple[Charge, ...] | UnsetType = UNSET
    moment: Moment | UnsetType = UNSET

    @cached_property
    def _bases(self) -> dict[str, Base]:
        return {base.id: base for base in self.bases}

    @cached_property
    def _terrain(self) -> dict[str, Terrain]:
        return {piece.id: piece for piece in self.terrain}

    def base(self, name: str) -> Base:
        """The base of that id; KeyError if there is none."""
        return self._bases[name]

    def feature(self, name: str) -> Terrain:
        """The terrain feature of that id; KeyError if there is none."""
        return self._terrain[name]

    def has_base(self, name: str) -> bool:
        return name in self._bases

    def has_feature(self, name: str) -> bool:
        return name in self._terrain

    @cached_property
    def by_side(self) -> Sides:
        """The standing bases by side. What is cached there depends on nothing but the bases."""
        return sides_of(self.bases)

    @property
    def standing(self) -> tuple[Base, ...]:
        """The bases on the table that are not inside a camp or town."""
        return self.by_side.standing

    def enemies(self, side: str) -> tuple[Base, ...]:
        """The standing bases of the other side."""
        return self.by_side.enemies(side)

    def friends(self, side: str) -> tuple[Base, ...]:
        """The standing bases of a side."""
        return self.by_side.friends(side)

    def near(self, place: Rectangle, by: float = 0.0) -> list[Base]:
        """The standing bases that may come within a distance of a place, in their order: no others do."""
        return self.by_side.near_all().near(place.centre, place.radius + by)

    def near_enemies(self, side: str, place: Rectangle, by: float = 0.0) -> list[Base]:
        """The enemies of a side that may come within a distance of a place, in their order: no others do."""
        return self.by_side.near_enemies(side).near(place.centre, place.radius + by)

    def near_friends(self, side: str, place: Rectangle, by: float = 0.0) -> list[Base]:
        """The bases of a side that may come within a distance of a place, in their order: no others do."""
        return self.by_side.near_friends(side).near(place.centre, place.radius + by)

    def features(self, *kinds: str) -> tuple[Terrain, ...]:
        """The terrain features of the given kinds."""
        found = self._features.get(kinds)
        if found is None:
            found = self._features[kinds] = tuple(piece for piece in self.terrain if piece.kind in kinds)
        return found

    @cached_property
    def _features(self) -> dict[tuple[str, ...], tuple[Terrain, ...]]:
        return {}

    def within(self, place: str) -> Base | None:
        """The troop base that holds a camp or town from inside, if there is one; the first of several."""
        return self._within.get(place)

    @cached_property
    def _within(self) -> dict[str, Base]:
        return {base.inside: base for base in reversed(self.bases) if base.inside is not None}

    def placed(self, places: Mapping[str, Rectangle | Pose]) -> Position:
        """The position with some bases at other places."""
        return replace(self, bases=tuple([_set_down(base, places.get(base.id)) for base in self.bases]))

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this position (`Memory`). It is not written and not compared."""
        return self.__dict__

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that appear, in order of first appearance."""
        return tuple(dict.fromkeys(base.side for base in self.bases))

    def with_base(self, base: Base) -> Position:
        """The position with one base replaced by another of the same id."""
        if self._bases.get(base.id) is base:
            return self
        return replace(self, bases=tuple(base if b.id == base.id else b for b in self.bases))

    def without(self, *names: str) -> Position:
        """The position with some bases removed."""
        return replace(self, bases=tuple(b for b in self.bases if b.id not in names))


def _set_down(base: Base, place: Rectangle | Pose | None) -> Base:
    return base if place is None else replace(base, front=place.front, facing=place.facing)
