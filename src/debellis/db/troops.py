"""Troop types and list codes: reading a notation, base sizes, who is mounted, who shoots."""

from __future__ import annotations

from debellis.db.book import Book, book
from debellis.db.tables import TroopType
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.umpire.editions import Troops


def read_troops(rules: Book, text: str, scale: Scale) -> Troops:
    """What a notation like "4Bd", "4Bd general" or "3Kn//4Bd" stands for; ValueError if it is none."""
    words = text.split()
    if not words or len(words) > 2 or (len(words) == 2 and words[1] != "general"):
        raise ValueError(f"{text!r} is not a troop notation; write a list code like 4Bd, with 'general' after it if so")
    code, _, foot = words[0].partition("//")
    for part in (code, foot) if foot else (code,):
        if part not in rules.codes:
            raise ValueError(f"{part!r} is no list code; known are {', '.join(rules.codes)}")
    if foot and (not rules.types[rules.codes[code].type].mounted or rules.types[rules.codes[foot].type].mounted):
        raise ValueError(f"{words[0]!r} cannot be: only mounted dismount, and only as foot")
    row = rules.codes[code]
    return Troops(
        code=code,
        kind=row.type,
        width=scale.base_width,
        depth=float(row.depth_mm_large if scale.large else row.depth_mm_small),
        general=len(words) == 2,
        dismounts=foot or None,
    )


def type_of(position: Position, base: Base) -> TroopType:
    return book(position).types[base.kind]


def is_mounted(position: Position, kind: str) -> bool:
    return book(position).types[kind].mounted


def is_camel(position: Position, base: Base) -> bool:
    """Whether dunes and oases are good going for it."""
    return book(position).codes[base.code].camel


def shoots(position: Position, base: Base) -> bool:
    """Whether it ever shoots (a litter does not, though it is a War Wagon otherwise)."""
    return type_of(position, base).range > 0 and book(position).codes[base.code].shoots


def fits(position: Position, kind: str, names: tuple[str, ...]) -> bool:
    """Whether a troop type is among some names, which may include "any", "mounted" and "foot"."""
    return book(position).fits(kind, names)
