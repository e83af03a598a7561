"""What players must know to set up a battle: troop codes in words, topographies, deployment zones."""

from __future__ import annotations

from typing import Any

from debellis.battle.armies import GroundInfo, NumbersInfo, SettingUpInfo, SetUpStep, TroopInfo, ZoneInfo
from debellis.dba.book import Book, book_of
from debellis.dba.setting_up.steps import USUAL_LIMIT
from debellis.table.scale import SCALES
from debellis.umpire.editions import edition

_STEPS = (
    SetUpStep("Invader", {"invader": "Who invades?"}),
    SetUpStep("Terrain", {"terrain": "Lay out the battlefield"}),
    SetUpStep("Changes", {"modify": "Change the battlefield"}),
    SetUpStep("Edges", {"edges": "Number the edges"}),
    SetUpStep("Camps", {"camps": "Pitch your camp"}),
    SetUpStep("Troops", {"deploy": "Deploy your army"}, troops=True),
    SetUpStep("Exchanges", {"exchange": "Exchange elements"}, troops=True),
)


def troops(name: str) -> dict[str, TroopInfo]:
    """The list codes of an edition."""
    book, scales = book_of(name), edition(name).scales
    return {code: _troop(book, code, scales) for code in book.codes}


def _troop(book: Book, code: str, scales: tuple[str, ...]) -> TroopInfo:
    row = book.codes[code]
    kind = book.types[row.type]
    depths = {name: float(row.depth_mm_large if SCALES[name].large else row.depth_mm_small) for name in scales}
    shoots = row.shoots and kind.range > 0
    return TroopInfo(code, kind.id, kind.name, kind.arm, kind.mounted, shoots, row.general, depths)


def setting_up(name: str) -> SettingUpInfo:
    """What there is to know about the board and the deployment of an edition."""
    book = book_of(name)
    other = book.tables.other
    deployment = other["deployment"]
    modifies = "terrain_modification" in other
    return SettingUpInfo(
        topographies={row["id"]: _ground(row) for row in other["topography"]},
        numbers=_numbers(other["terrain_limits"]),
        areas=tuple(other["terrain_counts"]["area_features"]),
        zones={scale: _zone(book, scale, deployment) for scale in edition(name).scales},
        reserve=int(deployment["littoral_reserve_max"]),
        exchanges=int(deployment["swap_pairs"]),
        modifies=modifies,
        steps=tuple(step for step in _STEPS if modifies or "modify" not in step.headings),
        camp="camp",
        limit=USUAL_LIMIT,
    )


def _ground(row: dict[str, Any]) -> GroundInfo:
    return GroundInfo(tuple(row["compulsory_any_of"]), tuple(tuple(either) for either in row["optional"]))


def _numbers(limits: dict[str, Any]) -> NumbersInfo:
    return NumbersInfo(
        compulsory=tuple(limits["compulsory"]),
        optional=tuple(limits["optional"]),
        total=tuple(limits["total"]) if "total" in limits else None,
        alike=int(limits["same_optional_type_max"]),
        single=tuple(limits["single_only"]),
    )


def _zone(book: Book, scale: str, deployment: dict[str, Any]) -> ZoneInfo:
    depth, margin = (book.in_mm(SCALES[scale], deployment[key]) for key in ("depth", "side_margin"))
    return ZoneInfo(depth, margin)
