"""What players must know to set up a battle of an edition: troop codes in words, topographies, deployment zones."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath
from msgspec import Struct

from debellis.battle.playable import playable
from debellis.dba.book import Book, book_of
from debellis.server.faults import RequestError
from debellis.table.scale import SCALES
from debellis.umpire.editions import edition


class TroopTold(Struct, frozen=True):
    """What a list code stands for, and how deep its base is at each scale (mm)."""

    kind: str
    name: str
    mounted: bool
    general: bool
    depths: dict[str, float]


class GroundTold(Struct, frozen=True):
    """The features a topography must have one of, and those it may have; of several in one entry only one."""

    must: tuple[str, ...]
    may: tuple[tuple[str, ...], ...]


class NumbersTold(Struct, frozen=True):
    """How many features there are at least and at most, compulsory, optional and in all; and which only once."""

    compulsory: tuple[int, int]
    optional: tuple[int, int]
    total: tuple[int, int] | None
    alike: int
    single: tuple[str, ...]


class ZoneTold(Struct, frozen=True):
    """How far from their base edge troops deploy, and how far from the side edges they keep (mm)."""

    depth: float
    margin: float


class Muster(Struct, frozen=True):
    """Troops by list code, topographies by name, numbers of features, deployment zones by scale."""

    troops: dict[str, TroopTold]
    topographies: dict[str, GroundTold]
    numbers: NumbersTold
    areas: tuple[str, ...]
    zones: dict[str, ZoneTold]
    reserve: int
    exchanges: int
    modifies: bool


@get("/api/muster/{name:str}", sync_to_thread=True, tags=["umpire"])
def told_muster(name: FromPath[str]) -> Muster:
    """What one must know to set up a battle of an edition."""
    if name not in playable():
        raise RequestError("not_found", f"There is no edition {name!r}; there are {', '.join(playable())}.")
    return muster(name)


def muster(name: str) -> Muster:
    """What there is to know about an edition."""
    book = book_of(name)
    other = book.tables.other
    deployment = other["deployment"]
    return Muster(
        troops={code: _troop(book, code, edition(name).scales) for code in book.codes},
        topographies={row["id"]: _ground(row) for row in other["topography"]},
        numbers=_numbers(other["terrain_limits"]),
        areas=tuple(other["terrain_counts"]["area_features"]),
        zones={scale: _zone(book, scale, deployment) for scale in edition(name).scales},
        reserve=int(deployment["littoral_reserve_max"]),
        exchanges=int(deployment["swap_pairs"]),
        modifies="terrain_modification" in other,
    )


def _troop(book: Book, code: str, scales: tuple[str, ...]) -> TroopTold:
    row = book.codes[code]
    kind = book.types[row.type]
    depths = {name: float(row.depth_mm_large if SCALES[name].large else row.depth_mm_small) for name in scales}
    return TroopTold(kind.id, kind.name, kind.mounted, row.general, depths)


def _ground(row: dict[str, Any]) -> GroundTold:
    return GroundTold(tuple(row["compulsory_any_of"]), tuple(tuple(either) for either in row["optional"]))


def _numbers(limits: dict[str, Any]) -> NumbersTold:
    return NumbersTold(
        compulsory=tuple(limits["compulsory"]),
        optional=tuple(limits["optional"]),
        total=tuple(limits["total"]) if "total" in limits else None,
        alike=int(limits["same_optional_type_max"]),
        single=tuple(limits["single_only"]),
    )


def _zone(book: Book, scale: str, deployment: dict[str, Any]) -> ZoneTold:
    depth, margin = (book.in_mm(SCALES[scale], deployment[key]) for key in ("depth", "side_margin"))
    return ZoneTold(depth, margin)
