"""Terrain features: area pieces, hills with a crest, rivers and roads as strips, camps and towns with their holders."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from debellis.geometry.plane import Point
from debellis.geometry.polygon import Box, Polygon, box, strip

HILLS = ("gentle_hill", "steep_hill")
PLACES = ("bua", "camp")
WORKS = ("tf", "pf", "gateway")


class Terrain(Struct, frozen=True, dict=True):
    """One feature. Its ground is `outline` or, for a strip, the band of `width` along `line`.

    `owner` is the side that controls a camp, town or works; `home` is the side it belonged to at first, if known.
    """

    id: str
    kind: str
    outline: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    width: float = 0.0
    crest: tuple[Point, ...] = ()
    owner: str | None = None
    occupant: str | None = None
    nature: str | None = None
    home: str | None = None

    @cached_property
    def ground(self) -> Polygon:
        """The polygon it covers."""
        return self.outline if self.outline else strip(self.line, self.width)

    @cached_property
    def box(self) -> Box:
        """The upright box round its ground: west, south, east, north."""
        return box(self.ground)

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this feature (`Memory`). It is not written and not compared."""
        return self.__dict__

    @property
    def is_place(self) -> bool:
        """Whether it is a camp or town, which holds people and has no going."""
        return self.kind in PLACES
