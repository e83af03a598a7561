"""Who is who: foot and mounted, the order they stand in now, the size of their bases, and how they move.

What a unit group is depends on its form (flexible troops) and on whether mounted infantry is mounted.
"""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import load, table
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.units import TroopDescription, Unit

INFANTRY = "infantry"
CAVALRY = "cavalry"
CAMELRY = "camelry"
CHARIOTS = "chariots"
ELEPHANTS = "elephants"
BATTLEWAGONS = "battlewagons"
ARTILLERY = "artillery"
CAMP = "camp"
TUG = "TuG"
SUG = "SuG"
#: Cavalry, camelry and chariots, which many rules name together.
HORSE = (CAVALRY, CAMELRY, CHARIOTS)
MOUNTED = (*HORSE, ELEPHANTS)
SKIRMISHER = "skirmisher"
FLEXIBLE = "flexible"
LOOSE = "loose"
CLOSE = "close"
ARMOURED_HORSES = "ArmHrs"
DISMOUNTABLE = "dismountable"

_SIGNS = {
    CAVALRY: "Cv",
    CAMELRY: "Cm",
    CHARIOTS: "Ch",
    ELEPHANTS: "El",
    BATTLEWAGONS: "BWg",
    ARTILLERY: "Art",
    CAMP: "Camp",
}


def is_camp(unit: Unit) -> bool:
    return unit.kind == CAMP


def is_foot(unit: Unit) -> bool:
    """Infantry, mounted infantry included (MEG-B4.1, MEG-B4.10)."""
    return unit.troops.type == INFANTRY


def is_mounted(unit: Unit) -> bool:
    """Cavalry, camelry, chariots or elephants. Battlewagons are neither foot nor mounted (MEG-B4.1)."""
    return unit.troops.type in MOUNTED


def is_mounted_infantry(unit: Unit) -> bool:
    """Infantry with horses to ride on, while it rides (MEG-B4.10)."""
    return is_foot(unit) and unit.mounted


def is_flexible(unit: Unit) -> bool:
    return unit.troops.order == FLEXIBLE or FLEXIBLE in unit.troops.traits


def order_of(unit: Unit) -> str:
    """The order it stands in now: flexible troops are loose unless they are in skirmisher form."""
    if is_flexible(unit):
        return unit.form or LOOSE
    return unit.troops.order


def is_skirmishing(unit: Unit) -> bool:
    """Whether it stands in skirmisher order now."""
    return order_of(unit) == SKIRMISHER


def has(unit: Unit, trait: str) -> bool:
    """Whether its description names a characteristic."""
    return trait in unit.troops.traits


def movement_row(position: Position, unit: Unit) -> dict[str, Any]:
    """The row of the movement table for a unit group as it stands now."""
    return named_movement(position, movement_type(unit))


def named_movement(position: Position, name: str) -> dict[str, Any]:
    """The row of the movement table with that name."""
    found: dict[str, Any] = next(row for row in table(position, "movement") if row["type"] == name)
    return found


def movement_type(unit: Unit) -> str:
    """The name of its row of the movement table."""
    kind, order = unit.troops.type, order_of(unit)
    if kind == ELEPHANTS:
        return "elephants"
    if kind == BATTLEWAGONS:
        return "battlewagons and mobile camps"
    if kind == ARTILLERY:
        return "artillery SuG"
    if is_mounted_infantry(unit):
        return "loose cavalry or camelry"
    if kind == INFANTRY:
        return {CLOSE: "close infantry", LOOSE: "loose infantry"}.get(order, "skirmish infantry")
    armoured = unit.troops.horse == ARMOURED_HORSES
    if kind == CHARIOTS:
        return "close chariots, or any with ArmHrs" if armoured or order == CLOSE else "loose chariots"
    if armoured or order == CLOSE:
        return "close cavalry or camelry, or any with ArmHrs"
    return "skirmish cavalry or camelry" if order == SKIRMISHER else "loose cavalry or camelry"


def code(troops: TroopDescription) -> str:
    """A short sign of the troops for drawings."""
    if troops.type == INFANTRY:
        return {CLOSE: "CF", SKIRMISHER: "SF"}.get(troops.order, "LF")
    sign = _SIGNS.get(troops.type, troops.type)
    return f"S{sign}" if troops.order == SKIRMISHER and troops.type in HORSE else sign


def _size_row(troops: TroopDescription, mounted: bool) -> str:
    if troops.type == INFANTRY:
        if mounted:
            return "mounted infantry"
        return {CLOSE: "close foot", SKIRMISHER: "skirmish foot"}.get(troops.order, "loose foot")
    if troops.type in (CAVALRY, CAMELRY):
        return "skirmish cavalry or camelry" if troops.order == SKIRMISHER else "cavalry or camelry"
    return "camp element" if troops.type == CAMP else troops.type


def base_size(edition: str, troops: TroopDescription, mounted: bool, scale: Scale) -> tuple[float, float]:
    """Width and depth of one base, in millimetres. The table has them for 15 mm figures."""
    name = _size_row(troops, mounted)
    row = next(row for row in load(edition)["base_size"] if row["type"] == name)
    larger = scale.base_width / float(load(edition)["scale"]["bw_mm_15mm_figures"])
    return float(row["width"]) * larger, float(row["depth"]) * larger


def default_files(edition: str, troops: TroopDescription, kind: str, bases: int) -> int:
    """How many files wide so many bases stand if their owner names no other shape (MEG-B3.7)."""
    rows: dict[str, Any] = load(edition)["default_files"]
    if troops.type == BATTLEWAGONS:
        return min(int(rows["battlewagons"]), bases)
    if kind == CAMP or troops.type in (ELEPHANTS, ARTILLERY):
        return bases
    deep = troops.melee == "pike" or "keil" in troops.traits
    named = rows["sug"] if kind == SUG else rows["pike_or_keil"] if deep else rows["tug"]
    found = named.get(str(bases)) or rows["tug"].get(str(bases))
    return int(found) if found else max(1, -(-bases // 2))
