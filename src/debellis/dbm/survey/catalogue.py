"""What players must know to set up a position or a battle of DBM: its troops, and where armies are drawn up."""

from __future__ import annotations

from debellis.battle.armies import NumbersInfo, SettingUpInfo, SetUpStep, TroopInfo, ZoneInfo
from debellis.dbm.measures import measures, paces
from debellis.dbm.playing.setting_up.start import USUAL_LIMIT
from debellis.dbm.setting_up.features import code_of, is_area
from debellis.dbm.setting_up.zones import depth_of_zone
from debellis.dbm.shooting.shooters import arms
from debellis.dbm.troops import Troop, read_troops, written
from debellis.mechanics.tables import load, table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import Scale

_MOUNTED = "mounted"
_SKY = "sky"
_STEPS = (
    SetUpStep("Invader", {"invader": "Who invades?"}),
    SetUpStep("Season", {"season": "Choose the season"}, option=_SKY),
    SetUpStep(
        "Invader's ground",
        {"option": "Choose the invader's terrain", "place_option": "Place the invader's terrain"},
    ),
    SetUpStep(
        "Defender's ground",
        {"features": "Choose the defender's terrain", "place_features": "Place the defender's terrain"},
    ),
    SetUpStep("Late ground", {"late": "Add terrain to the defender's", "place_late": "Place what you add"}),
    SetUpStep("Weather", {"weather": "Throw for the weather"}, option=_SKY),
    SetUpStep("Works", {"works": "Lay out your works"}, troops=True, rare=True),
    SetUpStep("Orders", {"orders": "Write your orders"}, troops=True),
    SetUpStep("Troops", {"deploy": "Deploy your commands"}, troops=True),
    SetUpStep("Baggage", {"baggage": "Place your baggage"}, troops=True),
)


def troops(edition: str) -> dict[str, TroopInfo]:
    """Every kind of troops, by its notation."""
    found: dict[str, TroopInfo] = {}
    for kind, row in load(edition)["type"].items():
        for drill in row["drill"]:
            for grade in row["grades"]:
                told = _told(edition, Troop(drill, kind, grade), row["name"], row["class"])
                found[told.code] = told
    return found


def _told(edition: str, what: Troop, name: str, arm: str) -> TroopInfo:
    code = written(what)
    depths = {scale.name: read_troops(edition, code, scale).depth for scale in measures(edition)}
    base = Base("", "red", code, what.type, 1.0, 1.0)
    shoots = arms(Position(edition, (1.0, 1.0)), base) is not None
    return TroopInfo(code, what.type, name, arm, arm == _MOUNTED, shoots, False, depths)


def setting_up(edition: str) -> SettingUpInfo:
    """Where armies are drawn up. What ground there may be depends on the army list of the defender."""
    none = (0, 0)
    return SettingUpInfo(
        topographies={},
        numbers=NumbersInfo(none, none, None, 0, ()),
        areas=_areas(edition),
        zones={scale.name: _zone(edition, scale) for scale in measures(edition)},
        reserve=0,
        exchanges=0,
        modifies=False,
        steps=_STEPS,
        limit=USUAL_LIMIT,
    )


def _areas(edition: str) -> tuple[str, ...]:
    """The kinds of ground that have an outline and a size."""
    empty = Position(edition, (1.0, 1.0))
    codes = {kind: code_of(edition, kind) for kind in load(edition)["ground"]}
    return tuple(kind for kind, code in codes.items() if code is not None and is_area(empty, code))


def _zone(edition: str, scale: Scale) -> ZoneInfo:
    width, depth = load(edition)["scale"][scale.name]["table_mm"]
    board = Position(edition, (float(width), float(depth)), scale=scale)
    return ZoneInfo(depth_of_zone(board, "south"), paces(board, table(board, "deploy")["side_margin"]))
