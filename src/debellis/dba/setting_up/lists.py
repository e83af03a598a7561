"""The army lists, read from armies/*.toml at first use, and the elements of each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import product

import msgspec

from debellis.battle.armies import ArmyInfo, Slot
from debellis.dba.book import book_of
from debellis.mechanics.army_files import BadArmy, read_folder
from debellis.table.value import replace
from debellis.table.writing import convert

_NUMBER = re.compile(r"(I|II|III|IV)/([1-9]\d*)[a-z]?")

Roster = tuple[Slot, ...]


def army_size(edition: str, army: ArmyInfo | None = None) -> int:
    """How many elements an army has. Its own list may give the number."""
    if army is None:
        return int(book_of(edition).tables.other["army"]["elements"])
    return sum(slot.count for slot in next(rosters(army)))


def _sizes(edition: str) -> tuple[int, ...]:
    """The numbers of elements that a list may add up to. The first is the usual one."""
    army = book_of(edition).tables.other["army"]
    return (int(army["elements"]), *army.get("elements_of_some_lists", ()))


def _books(edition: str) -> dict[str, int]:
    """How many lists each printed book has; empty if an edition has no printed lists."""
    found: dict[str, int] = book_of(edition).tables.other["army"].get("books", {})
    return found


@cache
def armies(edition: str) -> dict[str, ArmyInfo]:
    """Every list, by its number in the rules or its name."""
    found = read_folder(edition, read_army)
    return {army.id: army for army in sorted(found, key=lambda army: _order(edition, army.id))}


@cache
def find_army(edition: str, number: str) -> ArmyInfo | None:
    """The list with this number or name; None if it is not on file."""
    name = number.replace("/", "_") + ".toml"
    if not is_printed(edition, number):
        return armies(edition).get(number)
    file = resources.files("debellis.editions").joinpath(edition, "armies", name)
    return read_army(edition, file.read_text("utf-8")) if file.is_file() else None


def is_printed(edition: str, number: str) -> bool:
    """Whether a number is that of a list printed in the rules, whether or not it is on file."""
    match = _NUMBER.fullmatch(number)
    return match is not None and int(match[2]) <= _books(edition).get(match[1], 0)


def read_army(edition: str, text: str) -> ArmyInfo:
    """One list from its file; BadArmy if it does not add up."""
    try:
        army = convert(tomllib.loads(text), ArmyInfo)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadArmy(f"this is not an army list: {error}") from None
    sizes = _sizes(edition)
    for roster in rosters(army):
        count = sum(slot.count for slot in roster)
        if count not in sizes or count != army_size(edition, army):
            raise BadArmy(f"{army.id} {army.name} has {count} elements; an army has {sizes[0]}")
        for code in (code for slot in roster for choice in slot.any_of for code in choice.split("//")):
            if code not in book_of(edition).codes:
                raise BadArmy(f"{army.id} {army.name} names {code!r}, which is no list code")
    commanders = [slot for slot in army.elements if slot.general]
    if len(commanders) != 1 or commanders[0].count != 1 or set(commanders[0].any_of) != set(army.general):
        raise BadArmy(f"{army.id} {army.name} must have one general's element, of a type its `general` names")
    return army


def rosters(army: ArmyInfo) -> Iterator[Roster]:
    """Every way to choose from the list: each block of the alternatives, and each choice where all must be the same."""
    for block in army.alternatives or ((),):
        slots = (*army.elements, *block)
        choices = [slot.any_of if slot.all_same else (None,) for slot in slots]
        for chosen in product(*choices):
            yield tuple(
                slot if code is None else replace(slot, any_of=(code,), all_same=False)
                for slot, code in zip(slots, chosen, strict=True)
            )


def misfits(army: ArmyInfo, elements: tuple[str, ...], general: int | None) -> tuple[str, ...]:
    """The elements that fit no way to choose from the list, by the way that fits most.

    `general` is the index of the general's element. Without it any element may take the general's place.
    """
    return min((_unplaced(roster, elements, general) for roster in rosters(army)), key=len)


def _unplaced(roster: Roster, elements: tuple[str, ...], general: int | None) -> tuple[str, ...]:
    places = [slot for slot in roster for _ in range(slot.count)]
    holder: dict[int, int] = {}

    def find_place(element: int, tried: set[int]) -> bool:
        for i, slot in enumerate(places):
            wrong_role = general is not None and slot.general != (element == general)
            if i in tried or wrong_role or not any(is_choice(elements[element], code) for code in slot.any_of):
                continue
            tried.add(i)
            if i not in holder or find_place(holder[i], tried):
                holder[i] = element
                return True
        return False

    return tuple(elements[i] for i in range(len(elements)) if not find_place(i, set()))


def is_choice(element: str, choice: str) -> bool:
    """Whether an element is a choice of a list. An element that may dismount may be written without its foot."""
    return element in (choice, choice.partition("//")[0])


def _order(edition: str, number: str) -> tuple[int, int, str]:
    books = list(_books(edition))
    book, _, rest = number.partition("/")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return (books.index(book) if book in books else len(books), int(digits or 0), rest or number)
