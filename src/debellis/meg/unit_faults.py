"""What cannot be: formations, forms and depths that no unit group of that description can have."""

from __future__ import annotations

from debellis.mechanics.tables import load
from debellis.meg.troops import ARMOURED_HORSES, DISMOUNTABLE, HORSE, INFANTRY, MOUNTED, SKIRMISHER, TUG, is_flexible
from debellis.table.units import Unit


def fault_of(edition: str, unit: Unit, files: int, bases: int) -> tuple[str, str] | None:
    """The key that is wrong in a written unit group, and why; None if it can be as it is written.

    `files` is how wide it stands; 0 where it is placed base by base.
    """
    troops = unit.troops
    if unit.form and not is_flexible(unit):
        return "form", "form is for flexible troops"
    if unit.mounted and not (troops.type == INFANTRY and DISMOUNTABLE in troops.traits):
        return "mounted", "mounted is for infantry with the characteristic dismountable"
    if unit.formation == "cantabrian" and (troops.type not in MOUNTED or "cantabrian" not in troops.traits):
        return "formation", "the Cantabrian formation is for mounted troops with the characteristic cantabrian"
    if unit.formation == "orb" and unit.kind != TUG:
        return "formation", "only a TuG forms orb"
    if troops.horse == ARMOURED_HORSES and troops.type not in HORSE:
        return "horse", "only cavalry, camelry and chariots have armoured horses"
    if troops.order == SKIRMISHER and unit.kind == TUG:
        return "order", "skirmishers are a SuG"
    if unit.slowed < 0:
        return "slowed", "slowed is 0 or more base widths"
    return _depth_fault(edition, files, bases)


def _depth_fault(edition: str, files: int, bases: int) -> tuple[str, str] | None:
    """A unit group stands at most 6 ranks deep, except in a column one file wide (MEG-B3.4)."""
    most = int(load(edition)["formation_change"]["max_ranks"])
    ranks = -(-bases // files) if files > 1 else 0
    if ranks <= most:
        return None
    return "files", f"{bases} bases in {files} files are {ranks} ranks deep, and at most {most} are allowed"
