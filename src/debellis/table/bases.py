"""A base: who it is, how big, and where it stands."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle
from debellis.table.units import UnitPlace


class Service(Struct, frozen=True):
    """Where a base serves in an army of several commands, and what its edition records about it.

    `rank` is that of the general on the base, if there is one. `notes` are words of the edition ("marched").
    """

    command: str
    rank: str | None = None
    notes: tuple[str, ...] = ()


class Base(Struct, frozen=True, dict=True):
    """One base on the table, or inside a camp or town.

    `code` is the edition's notation without remarks ("4Bd"), `kind` the edition's troop type ("blades"), `dismounts`
    the code of the foot it may become. A base inside a camp or town has no position; `inside` names the camp or town.
    Only editions with commands set `service`, only those with units set `unit`, and only those of DBA set `moved`,
    `recoiled`, `sacking` and `dismounted_this_bound`. Elsewhere they are unset, and unset fields are not written.
    """

    id: str
    side: str
    code: str
    kind: str
    width: float
    depth: float
    front: Point = (0.0, 0.0)
    facing: Point = (0.0, 1.0)
    general: bool = False
    dismounts: str | None = None
    inside: str | None = None
    crossing: float | None = None
    moved: bool | UnsetType = UNSET
    recoiled: bool | UnsetType = UNSET
    sacking: bool | UnsetType = UNSET
    dismounted_this_bound: bool | UnsetType = UNSET
    attached: str | None = None
    service: Service | UnsetType = UNSET
    unit: UnitPlace | UnsetType = UNSET

    @cached_property
    def rectangle(self) -> Rectangle:
        """The footprint. Only valid for a base that stands on the table and not inside a camp or town."""
        return Rectangle(self.front, self.facing, self.width, self.depth)

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this base (`Memory`). It is not written and not compared."""
        return self.__dict__

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table, not inside a camp or town."""
        return self.inside is None
