"""The army of a side as a set-up names it: its list, its elements, and in a big battle its commands."""

from __future__ import annotations

from typing import Any

from debellis.battle.armies import ArmyInfo
from debellis.dba.book import Book, book
from debellis.dba.playing.state import Force
from debellis.dba.setting_up.armies import may_field
from debellis.dba.setting_up.lists import armies, find_army, rosters
from debellis.dba.troops import read_troops
from debellis.table.bases import Base
from debellis.table.position import Position


def force_of(chosen: Any, side: str, position: Position, variety: int) -> Force:
    """The army of a side in an ordinary battle; ValueError with one clear sentence if it may not be fielded."""
    told = chosen_army(chosen, side, position.edition, ("army", "elements"))
    army = army_named(position.edition, told["army"])
    elements = texts(told, "elements", side) or roster_of(book(position), army, variety)
    ruling = may_field(position, army=army.id, elements=elements)
    if not ruling.answer["legal"]:
        raise ValueError(f"{side} cannot field this army: {ruling.answer['faults'][0]}")
    bases = tuple(element_of(text, side, i, position) for i, text in enumerate(elements, 1))
    return Force(army.id, army.name, army.topography, army.aggression, bases)


def chosen_army(chosen: Any, side: str, edition: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """What a set-up says of a side's army, as a table with no other keys than these."""
    if isinstance(chosen, str):
        chosen = {"army": chosen}
    if not isinstance(chosen, dict) or not isinstance(chosen.get("army"), str):
        example = next(iter(armies(edition)))
        raise ValueError(f"{side} needs an army, like {{ army = {example!r} }}")
    if extra := sorted(set(chosen) - set(keys)):
        names = " and ".join(f"`{key}`" for key in keys)
        raise ValueError(f"{side}'s army has the unknown key {extra[0]!r}; it may have {names}")
    return dict(chosen)


def army_named(edition: str, name: str) -> ArmyInfo:
    """The list of that number or name; ValueError if there is none."""
    army = find_army(edition, name)
    if army is None:
        raise ValueError(f"there is no army {name!r}")
    return army


def texts(told: dict[str, Any], key: str, side: str) -> tuple[str, ...]:
    """The troops that a side chose, or none; ValueError if they are no list of troops."""
    found = told.get(key)
    if found is None:
        return ()
    if not isinstance(found, list | tuple) or not all(isinstance(one, str) for one in found):
        raise ValueError(f"`{key}` of {side}'s army is a list of troops like '4Bd', not {found!r:.60}")
    return tuple(found)


def roster_of(rules: Book, army: ArmyInfo, variety: int) -> tuple[str, ...]:
    """One choice of elements from a list, with the general marked unless he is a separate element."""
    every = list(rosters(army))
    roster = every[variety % len(every)]
    chosen: list[str] = []
    for slot in roster:
        for i in range(slot.count):
            code = slot.any_of[(variety + i) % len(slot.any_of)]
            marked = slot.general and i == 0 and not (code in rules.codes and rules.codes[code].general)
            chosen.append(f"{code} general" if marked else code)
    return tuple(chosen)


def element_of(text: str, side: str, number: int, position: Position) -> Base:
    """An element of a side, not yet placed."""
    read = read_troops(book(position), text, position.scale)
    return Base(
        f"{side[0].upper()}{number}",
        side,
        read.code,
        read.kind,
        read.width,
        read.depth,
        general=read.general,
        dismounts=read.dismounts,
        moved=False,
        recoiled=False,
        sacking=False,
        dismounted_this_bound=False,
    )
