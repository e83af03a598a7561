"""What an army takes from a list: notations of elements, or a number for each of its lines.

A number may also be given for part of a line ("companion: Irr Kn (O)") or for a notation ("Irr Kn (O)").
"""

from __future__ import annotations

from typing import Any

from debellis.dbm.armies.elements import Element, read_element, read_elements
from debellis.dbm.armies.lists import ArmyList, Line, lines_of
from debellis.dbm.troops import ALLY
from debellis.table.position import Position
from debellis.umpire.questions import TEXT, WHOLE, BadQuestion, Kind, list_of, table_of

Taken = tuple[str, ...] | dict[str, int]


def _read(value: Any, position: Position) -> Taken:
    kind = table_of(WHOLE) if isinstance(value, dict) else list_of(TEXT)
    found: Taken = kind.check(value, position)
    return found


TROOPS = Kind("list of troops, or how many of each line of the list", _read)


def elements_of(
    position: Position, army: ArmyList | None, taken: Taken, argument: str, as_ally: bool = False
) -> tuple[Element, ...]:
    """The elements taken. With `as_ally` a general's line gives an ally-general."""
    if not isinstance(taken, dict):
        return read_elements(position, taken, argument)
    lines = {} if army is None else lines_of(position.edition, army)
    found: list[Element] = []
    for key, count in taken.items():
        found += [element_of(position, lines, key, count, argument, as_ally)] * count
    return tuple(found)


def element_of(
    position: Position, lines: dict[str, Line], key: str, count: int, argument: str, as_ally: bool = False
) -> Element:
    """The element of a line's key, of a key with a notation, or of a notation; BadQuestion if it is none of them."""
    line, _, notation = key.partition(":")
    if key in lines:
        element = lines[key].element
    else:
        try:
            text = notation if line in lines else key
            element = read_element(position.edition, text.strip(), position.scale)
        except ValueError:
            known = ", ".join(lines) or "none, since no list is named"
            says = f"{key} = {count} is nothing the list offers; its lines are {known}"
            raise BadQuestion(says, argument) from None
        if line in lines and lines[line].rank is not None and element.rank is None:
            element = Element(element.what, lines[line].rank, element.foot)
    if count < 0:
        raise BadQuestion(f"the number of {key} must be 0 or more, not {count}", argument)
    rank = ALLY if as_ally and element.rank is not None else element.rank
    return Element(element.what, rank, element.foot)
