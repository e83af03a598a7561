"""Dismounting: what riders become on foot, and where their bases then stand (MEG-B25.16)."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import table
from debellis.meg.troops import INFANTRY, base_size, code
from debellis.meg.units import bases_of, files_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import TroopDescription, Unit
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict, permit


def troops_on_foot(position: Position, troops: TroopDescription) -> TroopDescription:
    """What cavalry or camelry become when they dismount; infantry stay what their line says."""
    if troops.type == INFANTRY:
        return troops
    rules = table(position, "dismounted")
    order = str(rules["order_if_FArm"]) if troops.protection == "FArm" else str(rules["order"])
    lost = tuple(rules["loses_traits"])
    return replace(
        troops,
        type=str(rules["type"]),
        order=order,
        horse="",
        melee=str(rules["melee"].get(troops.melee, troops.melee)),
        traits=tuple(trait for trait in troops.traits if trait not in lost),
    )


def tell_footmen(verdict: Verdict, position: Position, unit: Unit) -> dict[str, Any]:
    """What the riders of a unit group become, in the words of cases."""
    permit(verdict, "Foot bases with the same front take the place of the riders.", "MEG-B25.16")
    troops = troops_on_foot(position, unit.troops)
    words = {key: getattr(troops, key) or None for key in ("type", "order", "training", "quality", "protection")}
    more = {"melee": troops.melee or None, "shoot": troops.shoot or None, "traits": list(troops.traits)}
    return {"becomes": {**words, **more}}


def unit_on_foot(position: Position, unit: Unit) -> Unit:
    """A unit group after it has dismounted."""
    return replace(
        unit,
        troops=troops_on_foot(position, unit.troops),
        parts=tuple(replace(part, troops=troops_on_foot(position, part.troops)) for part in unit.parts),
        mounted=False,
        form="",
        formation="",
    )


def bases_on_foot(position: Position, unit: Unit) -> tuple[Base, ...]:
    """The bases of a unit group on foot: each front edge where it was, the ranks closed up behind it."""
    after = unit_on_foot(position, unit)
    width, depth = base_size(position.edition, after.troops, False, position.scale)
    sign = code(after.troops)
    placed: dict[str, Base] = {}
    for file in files_of(position, unit.id):
        front, facing = file[0].front, file[0].facing
        for base in file:
            placed[base.id] = replace(
                base, code=sign, kind=after.troops.type, width=width, depth=depth, front=front, facing=facing
            )
            front = (front[0] - facing[0] * depth, front[1] - facing[1] * depth)
    return tuple(placed[base.id] for base in bases_of(position, unit.id))
