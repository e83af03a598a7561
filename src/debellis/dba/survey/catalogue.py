"""What players must know to set up a battle: troop codes in words, topographies, deployment zones."""

from __future__ import annotations

from typing import Any

from debellis.battle.armies import GroundInfo, NumbersInfo, SettingUpInfo, SetUpStep, TroopInfo, ZoneInfo
from debellis.dba.book import Book, book_of
from debellis.dba.setting_up.steps import USUAL_LIMIT
from debellis.table.scale import SCALES
from debellis.table.value import replace
from debellis.umpire.editions import edition

_STEPS = (
    SetUpStep("Invader", {"invader": "Who invades?"}),
    SetUpStep("Terrain", {"terrain": "Lay out the battlefield"}),
    SetUpStep("Changes", {"modify": "Change the battlefield"}),
    SetUpStep("Edges", {"edges": "Number the edges"}),
    SetUpStep("Dice", {"allot": "Who gets which PIP die?"}),
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
    other = book_of(name).tables.other
    usual = _setting_up(name, None)
    return replace(usual, big=_setting_up(name, other["big_battle"])) if "big_battle" in other else usual


def _setting_up(name: str, big: dict[str, Any] | None) -> SettingUpInfo:
    """The same for ordinary battles, or by the table of big ones."""
    book = book_of(name)
    other = book.tables.other
    deployment = other["deployment"]
    without = {*(() if "terrain_modification" in other else ("modify",)), "exchange" if big else "allot"}
    rolls = deployment["invader_edge_rolls"]
    best, others = tuple(rolls["one_edge"]), tuple(rolls["others"])
    return SettingUpInfo(
        topographies={row["id"]: _ground(row) for row in other["topography"]},
        numbers=_numbers(other["terrain_limits"], big),
        areas=tuple(other["terrain_counts"]["area_features"]),
        zones={scale: _zone(book, scale, deployment, big) for scale in edition(name).scales},
        reserve=int(deployment["littoral_reserve_max"]),
        exchanges=int(deployment["swap_pairs"]),
        modifies="terrain_modification" in other,
        steps=tuple([step for step in _STEPS if not without.intersection(step.headings)]),
        camp="camp",
        limit=USUAL_LIMIT,
        edge_numbers=(best, others) if big else (best, *((number,) for number in others)),
        commands=int(big["commands"]) if big else None,
    )


def _ground(row: dict[str, Any]) -> GroundInfo:
    return GroundInfo(tuple(row["compulsory_any_of"]), tuple(tuple(either) for either in row["optional"]))


def _numbers(limits: dict[str, Any], big: dict[str, Any] | None) -> NumbersInfo:
    own = big or limits
    return NumbersInfo(
        compulsory=tuple(own["compulsory"]),
        optional=tuple(own["optional"]),
        total=tuple(limits["total"]) if "total" in limits and not big else None,
        alike=int(big["same_type_max"] if big else limits["same_optional_type_max"]),
        single=tuple(limits["single_only"]),
    )


def _zone(book: Book, scale: str, deployment: dict[str, Any], big: dict[str, Any] | None) -> ZoneInfo:
    margin = (big or deployment)["side_margin"]
    return ZoneInfo(book.in_mm(SCALES[scale], deployment["depth"]), book.in_mm(SCALES[scale], margin))
