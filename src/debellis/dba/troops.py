"""Troop types and list codes: reading a notation, base sizes, who is mounted, who shoots."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from debellis.dba.book import Book, book, book_of
from debellis.dba.options import option
from debellis.dba.tables import Passing, TroopType
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.umpire.editions import Troops


def read_troops(rules: Book, text: str, scale: Scale) -> Troops:
    """The troops that a notation such as "4Bd", "4Bd general", "3Kn//4Bd" or "Gen foot" means; ValueError if it is
    invalid."""
    words = " ".join(text.split())
    marked = words.endswith(" general")
    code, _, foot = words.removesuffix(" general").partition("//")
    example = next(iter(rules.codes))
    for part in (code, foot) if foot else (code,):
        if part not in rules.codes and (not part or " " in part):
            raise ValueError(f"{text!r} is not a troop notation; write a list code like {example}{_marking(rules)}")
        if part not in rules.codes:
            raise ValueError(f"{part!r} is no list code; known are {', '.join(rules.codes)}")
    row = rules.codes[code]
    if foot and (not rules.types[row.type].mounted or rules.types[rules.codes[foot].type].mounted):
        raise ValueError(f"{code}//{foot!r} cannot be: only mounted dismount, and only as foot")
    if marked and _own_general(rules):
        raise ValueError(f"{text!r} cannot be: the general is an element of his own, not a remark on another")
    return Troops(
        code=code,
        kind=row.type,
        width=scale.base_width,
        depth=float(row.depth_mm_large if scale.large else row.depth_mm_small),
        general=marked or row.general,
        dismounts=foot or None,
    )


def _own_general(rules: Book) -> bool:
    """Whether the general is a separate element."""
    return any(row.general for row in rules.codes.values())


def _marking(rules: Book) -> str:
    return "" if _own_general(rules) else ", with 'general' after it if so"


def type_of(position: Position, base: Base) -> TroopType:
    return book(position).types[base.kind]


def is_mounted(position: Position, kind: str) -> bool:
    return book(position).types[kind].mounted


def is_camel(position: Position, base: Base) -> bool:
    """Whether dunes and oases are good going for it."""
    return book(position).codes[base.code].camel


def shoots(position: Position, base: Base) -> bool:
    """Whether it ever shoots. A litter does not, although it otherwise counts as a War Wagon."""
    return type_of(position, base).range > 0 and book(position).codes[base.code].shoots


def fits(position: Position, kind: str, names: Collection[str]) -> bool:
    """Whether a troop type is among these names, which may include "any", "mounted" and "foot"."""
    return book(position).fits(kind, names)


def move_good(position: Position, kind: str) -> int:
    """How far a troop type moves in good going, in the edition's unit. An option of the game may change it."""
    row = book(position).types[kind]
    if row.alternative_move is None:
        return row.move_good
    chosen = option(position, f"{kind}_move")
    assert isinstance(chosen, int)
    return chosen


def move_bad(position: Position, kind: str) -> int:
    """How far a troop type moves in bad going; 0 if it cannot.

    A type that bad going does not slow moves as in good going.
    """
    row = book(position).types[kind]
    return move_good(position, kind) if row.move_bad == row.move_good else row.move_bad


def move_clauses(position: Position, kind: str) -> tuple[str, ...]:
    """The clauses in the edition's tables that say how far a troop type moves."""
    row = book(position).types[kind]
    usual = move_good(position, kind) == row.move_good
    return row.move_clauses + row.presumed_move_clauses if usual else row.move_clauses


def passing_rows(position: Position, mover: Base, friend: Base, situation: str) -> tuple[Passing, ...]:
    """The rows that allow a base to pass through a friend in a situation, by type alone."""
    return _passing_rows(position.edition, mover.kind, friend.kind, situation)


@cache
def _passing_rows(edition: str, mover: str, friend: str, situation: str) -> tuple[Passing, ...]:
    rules = book_of(edition)
    return tuple(
        row
        for row in rules.tables.interpenetration
        if row.situation == situation
        and rules.fits(mover, row.mover)
        and rules.fits(friend, row.through)
        and not rules.fits(friend, row.excluded)
    )
