"""Assigning elements to the lines of a list, each line within its minimum and maximum.

Several lines may offer the same troops. Then an element goes to any line where it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from debellis.dbm.armies.doubles import alike, must_be_double, pair_of, singles_allowed
from debellis.dbm.armies.elements import Element, alone
from debellis.dbm.armies.lists import MUST, NEVER, Line
from debellis.dbm.troops import Troop
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import Value

PLAIN, FREED_FROM_MOUNTS, FREED_FROM_DOUBLE, BETTER = "plain", "unmounted", "single", "better"


class Place(Value, frozen=True):
    """The place of an element in a line, and its manner: plain, upgraded, or allowed by a later amendment."""

    line: str
    manner: str
    better: int = 0


class Share(Value, frozen=True):
    """The assignment of an army's elements to lines, with elements that found no place and elements that no line
    offers.

    Elements without a place are stored with the keys of the lines that offer such troops.
    """

    places: tuple[Place, ...]
    crowded: tuple[tuple[Element, tuple[str, ...]], ...]
    strange: tuple[Element, ...]
    pairs: tuple[tuple[str, str], ...]

    def taken(self, line: str) -> int:
        """The number of elements from a line. Each half of a double base counts separately."""
        return sum(place.line == line for place in self.places) + sum(pair.count(line) for pair in self.pairs)

    def upgraded(self, line: str, better: int) -> int:
        """The number of elements from a line that have one of its upgrades."""
        return sum(place == Place(line, BETTER, better) for place in self.places)

    def some(self, manner: str) -> bool:
        """Whether any element has its place in the given manner."""
        return any(place.manner == manner for place in self.places)


def share_out(
    position: Position,
    lines: dict[str, Line],
    elements: Sequence[Element],
    limits: dict[str, tuple[int, int]],
    any_rank: bool = False,
) -> Share:
    """An assignment that fills the minimum numbers first and places as many elements as possible.

    `limits` are the minimum and maximum by line. With `any_rank` a general may belong to any general's line.
    """
    pairs: list[tuple[str, str]] = []
    singles: list[Element] = []
    for element in elements:
        pair = pair_of(lines, element)
        if pair is not None:
            pairs.append((pair[0].key, pair[1].key))
        else:
            singles += _apart(element)
    offers = [_offers(position, lines, element, any_rank) for element in singles]
    used = {key: sum(pair.count(key) for pair in pairs) for key in lines}
    least = {key: max(0, limits[key][0] - used[key]) for key in lines}
    most = {key: max(0, limits[key][1] - used[key]) for key in lines}
    places = _fill(offers, least, most)
    return Share(
        tuple(place for place in places if place is not None),
        tuple((singles[i], _keys(offers[i])) for i, place in enumerate(places) if place is None and offers[i]),
        tuple(singles[i] for i, place in enumerate(places) if place is None and not offers[i]),
        tuple(pairs),
    )


def _keys(offers: list[Place]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.line for place in offers))


def _apart(element: Element) -> list[Element]:
    """The halves of a double base that the list does not mention, as single elements."""
    first, *behind = element.halves
    return [Element(first, element.rank, element.foot), *(Element(half) for half in behind)]


def _fill(offers: list[list[Place]], least: dict[str, int], most: dict[str, int]) -> list[Place | None]:
    """A place for each element, or None: first up to the minimum of each line, then up to the maximum."""
    places: list[Place | None] = [None] * len(offers)
    holders: dict[str, list[int]] = {line: [] for line in most}

    def settle(i: int, room: dict[str, int], tried: set[str]) -> bool:
        for place in offers[i]:
            if place.line in tried:
                continue
            tried.add(place.line)
            held = holders[place.line]
            if len(held) < room[place.line]:
                held.append(i)
                places[i] = place
                return True
            for other in tuple(held):
                if settle(other, room, tried):
                    held.remove(other)
                    held.append(i)
                    places[i] = place
                    return True
        return False

    for room in (least, {line: max(most[line], least[line]) for line in most}):
        for i in range(len(offers)):
            if places[i] is None:
                settle(i, room, set())
    return places


def _offers(position: Position, lines: dict[str, Line], element: Element, any_rank: bool) -> list[Place]:
    """The places an element may have: plain places first, then those by amendment, then upgrades."""
    found: list[tuple[int, Place]] = []
    for line in lines.values():
        if not _rank_fits(line, element, any_rank):
            continue
        manner = _manner(position, lines, line, element)
        if manner is not None:
            found.append(((PLAIN, FREED_FROM_MOUNTS, FREED_FROM_DOUBLE).index(manner), Place(line.key, manner)))
        for i, better in enumerate(line.better):
            if alike(better.what.what, element.what) and better.what.foot == element.foot:
                found.append((3, Place(line.key, BETTER, i)))
    found.sort(key=lambda one: one[0])
    return [place for _, place in found]


def _rank_fits(line: Line, element: Element, any_rank: bool) -> bool:
    if any_rank:
        return (line.rank is None) == (element.rank is None)
    return line.rank == element.rank


def _manner(position: Position, lines: dict[str, Line], line: Line, element: Element) -> str | None:
    """How an element belongs to a line as printed. None if it does not."""
    if element.foot is not None or not _same_but_for_mounts(line.what, element.what):
        return None
    if must_be_double(line):
        return FREED_FROM_DOUBLE if singles_allowed(position, lines, line) else None
    if element.what.on_mounts:
        return None if line.mounts == NEVER else PLAIN
    if line.mounts != MUST:
        return PLAIN
    return None if table(position, "listed_mounts")["must_be_taken"] else FREED_FROM_MOUNTS


def _same_but_for_mounts(what: Troop, other: Troop) -> bool:
    return alike(alone(what), Troop(other.drill, other.type, other.grade, other.chariot))
