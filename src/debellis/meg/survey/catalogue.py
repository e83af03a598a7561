"""What players must know to set up a battle of Mortem et Gloriam: the steps, and where armies are drawn up."""

from __future__ import annotations

from typing import Any

from debellis.battle.armies import ListedUnits, NumbersInfo, SettingUpInfo, SetUpStep, UnitLine, ZoneInfo
from debellis.mechanics.tables import rows_of
from debellis.meg.setting_up.lists import army_lists
from debellis.umpire.editions import edition, ground_of

_STEPS = (
    SetUpStep("Invader", {"prepare": "Before the battle", "invader": "Who invades?", "part": "Invade or defend?"}),
    SetUpStep(
        "Pre-battle cards",
        {
            "card": "Play a card",
            "territory": "Choose the territory",
            "intercept": "Set the marker",
            "marker": "Move the marker",
        },
    ),
    SetUpStep("Secure flank", {"flank": "Which flank is secure?", "secure": "Secure the flank"}, rare=True),
    SetUpStep(
        "Ground",
        {
            "choose": "Choose terrain",
            "next": "Which item is next?",
            "place": "Place the item",
            "adjust": "Adjust the item",
        },
    ),
    SetUpStep("Camps", {"camp": "Place your camp"}, troops=True),
    SetUpStep("Notes", {"notes": "Write your notes"}, troops=True),
    SetUpStep("Troops", {"deploy": "Deploy a unit group"}, troops=True),
    SetUpStep("Generals", {"generals": "Place your generals"}, troops=True),
)


def setting_up(name: str) -> SettingUpInfo:
    """The steps before the first turn, and the zones of the full game by scale."""
    none = (0, 0)
    rows = rows_of(name, "game_size")
    zones: dict[str, ZoneInfo] = {}
    for scale in edition(name).measures:
        row = next(row for row in rows if row["figures"] == scale.name)
        depth, margin = float(row["tug_max_from_own_edge_bw"]), float(row["side_zone_bw"])
        zones[scale.name] = ZoneInfo(scale.base_widths(depth), scale.base_widths(margin))
    return SettingUpInfo(
        topographies={},
        numbers=NumbersInfo(none, none, None, 0, ()),
        areas=tuple(ground_of(name)),
        zones=zones,
        reserve=0,
        exchanges=0,
        modifies=False,
        steps=_STEPS,
        limit=int(rows[0]["turn_limit"]) // 2,
    )


#: What a list says of a unit group and a case file does not.
_OF_LISTS = ("name", "n", "group", "conf")


def listed_units(name: str) -> tuple[ListedUnits, ...]:
    """The unit groups of every ready army, as a case file describes them."""
    return tuple(
        ListedUnits(str(army["name"]), tuple(_line(group) for group in army["ug"]))
        for army in army_lists(name).values()
    )


def _line(group: dict[str, Any]) -> UnitLine:
    told = {key: value for key, value in group.items() if key not in _OF_LISTS}
    return UnitLine(str(group["name"]), told)
