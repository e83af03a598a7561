"""What an army takes from a list: notations of elements, or a number for each of its lines."""

from __future__ import annotations

from typing import Any

from debellis.dbm.armies.elements import Element, read_elements
from debellis.dbm.armies.lists import ArmyList, lines_of
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
        if key not in lines or count < 0:
            known = ", ".join(lines) or "none, since no list is named"
            raise BadQuestion(f"{key} = {count} is nothing the list offers; its lines are {known}", argument)
        element = lines[key].element
        rank = ALLY if as_ally and element.rank is not None else element.rank
        found += [Element(element.what, rank, element.foot)] * count
    return tuple(found)
