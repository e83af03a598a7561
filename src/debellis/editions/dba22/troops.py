"""Troop types and list codes: reading a notation, base sizes, who is mounted, who shoots."""

from __future__ import annotations

from debellis.editions.dba22.tables import TABLES, Code, TroopType
from debellis.table.bases import Base
from debellis.table.scale import Scale
from debellis.umpire.editions import Troops

TYPES: dict[str, TroopType] = {row.id: row for row in TABLES.troop_type}
CODES: dict[str, Code] = {row.code: row for row in TABLES.code}


def read_troops(text: str, scale: Scale) -> Troops:
    """What a notation like "4Bd", "4Bd general" or "3Kn//4Bd" stands for; ValueError if it is none."""
    words = text.split()
    if not words or len(words) > 2 or (len(words) == 2 and words[1] != "general"):
        raise ValueError(f"{text!r} is not a troop notation; write a list code like 4Bd, with 'general' after it if so")
    code, _, foot = words[0].partition("//")
    for part in (code, foot) if foot else (code,):
        if part not in CODES:
            raise ValueError(f"{part!r} is no list code; known are {', '.join(CODES)}")
    if foot and (not TYPES[CODES[code].type].mounted or TYPES[CODES[foot].type].mounted):
        raise ValueError(f"{words[0]!r} cannot be: only mounted dismount, and only as foot")
    row = CODES[code]
    return Troops(
        code=code,
        kind=row.type,
        width=scale.base_width,
        depth=float(row.depth_mm_large if scale.large else row.depth_mm_small),
        general=len(words) == 2,
        dismounts=foot or None,
    )


def type_of(base: Base) -> TroopType:
    return TYPES[base.kind]


def is_mounted(kind: str) -> bool:
    return TYPES[kind].mounted


def is_camel(base: Base) -> bool:
    """Whether dunes and oases are good going for it (3Cm and 2Cm)."""
    return CODES[base.code].camel


def shoots(base: Base) -> bool:
    """Whether it ever shoots (a litter does not, though it is a War Wagon otherwise)."""
    return TYPES[base.kind].range > 0 and CODES[base.code].shoots


def fits(kind: str, names: tuple[str, ...]) -> bool:
    """Whether a troop type is among some names, which may include "any", "mounted" and "foot"."""
    return "any" in names or kind in names or TYPES[kind].arm in names
