"""Choosing the options of an army list: which elements to field against an army of which only the list is known.

What either side fields is not shown before it deploys, so the enemy may have anything his list offers; and who
defends, and on whose ground, is as probable as the aggression of both makes it.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from debellis.battle.armies import ArmyInfo, Slot
from debellis.battle.pieces import Fielded, Stakes, Weights
from debellis.dba.book import Book, book_of
from debellis.dba.setting_up.lists import Roster, find_army, rosters
from debellis.dba.survey.duels import Kind, duel_of_files, shot_of_kinds
from debellis.mechanics.two_dice import FACES
from debellis.table.value import Value

Options = tuple[tuple[str, Any], ...]
#: The expected share of troops, by their code and whether they are the general's.
Shares = tuple[tuple[tuple[str, bool], float], ...]
#: The share of the fighting in bad going, on a board with only bad going to place.
_ROUGHEST = 0.5
#: The value of holding a place in the line, in addition to the expected result there.
_IN_LINE = 0.05


class Foe(Value, frozen=True):
    """What is known of the enemy and the ground: his troops by their share, and how much fighting is in bad going."""

    edition: str
    options: Options
    shares: Shares
    rough: float


@lru_cache(maxsize=2000)
def fielded(edition: str, army: str, enemy: str, by: Weights, options: Options = ()) -> Fielded:
    """What suits best against the other list; ValueError if there is no such list."""
    mine, theirs = _list(edition, army), _list(edition, enemy)
    foe = Foe(edition, options, expected(edition, enemy), _rough(edition, mine, theirs))
    _, elements = max((_taken(foe, roster, by) for roster in rosters(mine)), key=lambda one: one[0])
    open_ones = _left_open(mine, elements)
    if not open_ones:
        return Fielded(army, elements, "The list leaves nothing to choose.")
    told = ", ".join(f"{count} {code}" for code, count in sorted(open_ones.items()))
    return Fielded(army, elements, f"Of what the list leaves open {told} do best against what {theirs.name} may field.")


def _list(edition: str, name: str) -> ArmyInfo:
    found = find_army(edition, name)
    if found is None:
        raise ValueError(f"there is no army {name!r}")
    return found


def _left_open(army: ArmyInfo, elements: tuple[str, ...]) -> Counter[str]:
    """The elements chosen in addition to those that every way to choose from the list has."""
    chosen = Counter(element.removesuffix(" general") for element in elements)
    for slot in army.elements:
        if len(slot.any_of) == 1:
            chosen[slot.any_of[0]] -= slot.count
    return +chosen


@lru_cache(maxsize=500)
def expected(edition: str, name: str) -> Shares:
    """The share of each kind of troops in an army, if every choice of its list were as probable."""
    found: dict[tuple[str, bool], float] = {}
    every = list(rosters(_list(edition, name)))
    for roster in every:
        total = sum(slot.count for slot in roster) * len(every)
        for slot in roster:
            for code in slot.any_of:
                who = (_bare(code), slot.general)
                found[who] = found.get(who, 0.0) + slot.count / (len(slot.any_of) * total)
    return tuple(found.items())


def hampered_share(edition: str, name: str) -> float:
    """The share of an army that is likely to fight badly in bad going."""
    rules = book_of(edition)
    return sum(share for (code, _), share in expected(edition, name) if _suffers(rules, code))


def _suffers(rules: Book, code: str) -> bool:
    return bool(rules.types[rules.codes[code].type].minus_two_in_bad_going)


def _bare(code: str) -> str:
    """A code without the foot that it may dismount as."""
    return code.partition("//")[0]


def _rough(edition: str, mine: ArmyInfo, theirs: ArmyInfo) -> float:
    """How much of the fighting is likely to be in bad going: on our ground or theirs, as the dice for invader fall."""
    rolls = [(one + mine.aggression, two + theirs.aggression) for one in FACES for two in FACES]
    decided = [one > two for one, two in rolls if one != two]
    invades = sum(decided) / len(decided)
    return _ROUGHEST * (invades * _bad_share(edition, theirs) + (1.0 - invades) * _bad_share(edition, mine))


def _bad_share(edition: str, army: ArmyInfo) -> float:
    """The share of bad going among what may lie on the home ground of an army."""
    tables = book_of(edition).tables
    row = next(row for row in tables.other["topography"] if row["id"] == army.topography)
    kinds = [*row["compulsory_any_of"], *(kind for either in row["optional"] for kind in either)]
    return sum(kind in tables.going.bad for kind in kinds) / len(kinds)


def _taken(foe: Foe, roster: Roster, by: Weights) -> tuple[float, tuple[str, ...]]:
    """The best choice from every slot of one way to take a list, and what all of it is worth."""
    mates = tuple(dict.fromkeys(_bare(code) for slot in roster if not slot.general for code in slot.any_of[:1]))
    total = 0.0
    chosen: list[str] = []
    for slot in roster:
        merits = {code: _merit(foe, _bare(code), slot.general, mates, by) for code in slot.any_of}
        code = max(merits, key=lambda one: merits[one])
        total += merits[code] * slot.count
        chosen += _written(foe.edition, slot, code)
    return total, tuple(chosen)


def _written(edition: str, slot: Slot, code: str) -> list[str]:
    row = book_of(edition).codes.get(code)
    marked = slot.general and not (row is not None and row.general)
    return [f"{code} general" if marked else code] * slot.count


@lru_cache(maxsize=5000)
def _merit(foe: Foe, code: str, general: bool, mates: tuple[str, ...], by: Weights) -> float:
    """What an element is worth in an army: in the line, or behind one of the others to support it."""
    row = book_of(foe.edition).codes[code]
    if row.general:
        return 0.0
    line = _IN_LINE + _in_fights(foe, ((code, general),), by) + by.shot * _by_shooting(foe, code, by)
    if general:
        return line
    alone = {mate: _in_fights(foe, ((mate, False),), by) for mate in mates}
    behind = max((_in_fights(foe, ((mate, False), (code, False)), by) - alone[mate] for mate in mates), default=0.0)
    return max(line, behind) if behind > 0.0 else line


@lru_cache(maxsize=5000)
def _in_fights(foe: Foe, file: tuple[tuple[str, bool], ...], by: Weights) -> float:
    """What is to be expected of a file against what the enemy may have, in good going and in bad."""
    price = by.general if file[0][1] else 1.0
    total = 0.0
    for (code, general), share in foe.shares:
        if book_of(foe.edition).codes[code].general:
            continue
        for bad, weight in ((False, 1.0 - foe.rough), (True, foe.rough)):
            mine = tuple(Kind(one, his, bad) for one, his in file)
            duel = duel_of_files(foe.edition, foe.options, mine, (Kind(code, general, bad),))
            total += share * weight * duel.worth(by, Stakes(price, by.general if general else 1.0))
    return total


def _by_shooting(foe: Foe, code: str, by: Weights) -> float:
    """What an element may do by shooting, less what is done to it."""
    rules = book_of(foe.edition)
    total = 0.0
    one = Kind(code, False, False)
    for (other, general), share in foe.shares:
        two = Kind(other, general, False)
        if rules.codes[code].shoots:
            total += share * shot_of_kinds(foe.edition, foe.options, one, two).harm(by)
        if rules.codes[other].shoots:
            total -= share * shot_of_kinds(foe.edition, foe.options, two, one).harm(by)
    return total
