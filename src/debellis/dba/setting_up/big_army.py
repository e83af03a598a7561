"""Armies of big battles: three commands, each with a general, of one list or with allies from other lists."""

from __future__ import annotations

import re
from typing import Any

from debellis.battle.armies import ArmyInfo
from debellis.battle.sides import SIDES
from debellis.dba.book import book, table
from debellis.dba.commands import ALLIED, CHIEF
from debellis.dba.playing.state import Force
from debellis.dba.setting_up.armies import Element, may_field, read_elements
from debellis.dba.setting_up.forces import army_named, chosen_army, element_of, roster_of, texts
from debellis.dba.setting_up.lists import is_choice, misfits
from debellis.table.bases import Base, Service
from debellis.table.position import Command, Position
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion

#: The elements of one command, as troops are written.
Texts = tuple[str, ...]
_YEARS = re.compile(r"(\d+)\s*(BC|AD)?\s*-\s*(\d+)\s*(BC|AD)?")
_FEWEST_OWN = 1


def command_name(side: str, number: int) -> str:
    """The name of a side's command, counted from 1. The commander-in-chief leads the first."""
    return f"{side} {number}"


def big_force(chosen: Any, side: str, position: Position, variety: int) -> Force:
    """The army of a side in a big battle; ValueError with one clear sentence if it may not be fielded.

    It is a list three times, or a list with one or two `allies`, in a table or written like "II/33+II/12". `commands`
    may name the elements of each command of its own, the commander-in-chief's first.
    """
    if isinstance(chosen, str) and "+" in chosen:
        first, *others = (name.strip() for name in chosen.split("+"))
        chosen = {"army": first, "allies": others}
    told = chosen_army(chosen, side, position.edition, ("army", "allies", "commands"))
    army = army_named(position.edition, told["army"])
    allies = [army_named(position.edition, name) for name in texts(told, "allies", side)]
    own = int(table(position, "big_battle")["commands"]) - len(allies)
    _judge_allies(side, army, allies, own)
    commands = _own_commands(told, side, position, army, own, variety)
    commands += [_allied_command(side, position, ally, variety) for ally in allies]
    bases: list[Base] = []
    for number, elements in enumerate(commands, 1):
        for text in elements:
            base = element_of(text, side, len(bases) + 1, position)
            bases.append(replace(base, service=Service(command_name(side, number))))
    name = " with ".join([army.name, *(ally.name for ally in allies)])
    return Force(army.id, name, army.topography, army.aggression, tuple(bases))


def commands_at_start(position: Position, allies: dict[str, int]) -> tuple[Command, ...]:
    """The commands of both sides before deployment. The last of a side are its allies'."""
    count = int(table(position, "big_battle")["commands"])
    found: list[Command] = []
    for side in SIDES:
        for number in range(1, count + 1):
            notes = (CHIEF,) if number == 1 else (ALLIED,) if number > count - allies[side] else ()
            found.append(Command(command_name(side, number), side, notes))
    return tuple(found)


def count_allies(chosen: Any) -> int:
    """How many allies a side has, by what its set-up says."""
    if isinstance(chosen, str):
        return chosen.count("+")
    return len(chosen.get("allies") or ()) if isinstance(chosen, dict) else 0


def _judge_allies(side: str, army: ArmyInfo, allies: list[ArmyInfo], own: int) -> None:
    """ValueError for too many allies, an ally of the same list as another command, or one of another period."""
    if own < _FEWEST_OWN:
        raise ValueError(f"{side} has {len(allies)} allied commands, and one of the three must be its own")
    seen = [army]
    for ally in allies:
        if any(ally.id == one.id for one in seen):
            raise ValueError(f"{side}'s ally {ally.id} is not of another list than the other commands")
        if not _same_period(army.years, ally.years):
            raise ValueError(f"{side}'s ally {ally.id} ({ally.years}) is not of the period of {army.id} ({army.years})")
        seen.append(ally)


def _same_period(one: str, two: str) -> bool:
    """Whether two lists have a year in common."""
    return any(a[0] <= b[1] and b[0] <= a[1] for a in _spans(one) for b in _spans(two))


def _spans(years: str) -> list[tuple[int, int]]:
    """The first and last years of the parts of a period, negative before Christ. An era holds for the years before."""
    found: list[tuple[int, int]] = []
    era = "AD"
    parts: list[tuple[str, str, str, str]] = _YEARS.findall(years)
    for first, first_era, last, last_era in reversed(parts):
        era = last_era or era
        start = int(first) if (first_era or era) == "AD" else -int(first)
        found.append((start, int(last) if era == "AD" else -int(last)))
    return found


def _own_commands(
    told: dict[str, Any], side: str, position: Position, army: ArmyInfo, own: int, variety: int
) -> list[Texts]:
    """The commands of the side's own list: one copy of the list each, unless the set-up names their elements."""
    given = told.get("commands")
    if given is None:
        return [roster_of(book(position), army, variety) for _ in range(own)]
    if not isinstance(given, list | tuple) or len(given) != own:
        raise ValueError(f"`commands` of {side}'s army is a list of its {own} own commands")
    commands = [texts({"commands": one}, "commands", side) for one in given]
    try:
        read = [read_elements(one, position, "commands") for one in commands]
    except BadQuestion as error:
        raise ValueError(f"{side} cannot field this army: {error}") from None
    _judge_commands(side, position, army, read)
    return commands


def _judge_commands(side: str, position: Position, army: ArmyInfo, commands: list[tuple[Element, ...]]) -> None:
    rules = table(position, "big_battle")
    least, own = int(rules["command_min"]), len(commands)
    total = int(rules["elements"]) * own // int(rules["commands"])
    for number, elements in enumerate(commands, 1):
        generals = [one for one in elements if one.general]
        if len(elements) < least:
            raise ValueError(f"{side}'s command {number} has {len(elements)} elements; a command has at least {least}")
        if len(generals) != 1:
            raise ValueError(f"{side}'s command {number} has {len(generals)} generals; a command has one")
        if number == 1 and not any(is_choice(generals[0].notation, code) for code in army.general):
            types = " or ".join(army.general)
            raise ValueError(f"{side}'s commander-in-chief must be {types}, as the list says")
        if generals[0].kind in rules["no_generals"]:
            raise ValueError(f"{side}'s command {number} has a general who may not be {generals[0].notation}")
    count = sum(len(elements) for elements in commands)
    if count != total:
        raise ValueError(f"{side} has {count} elements of its own list, and needs {total}")
    left = misfits(_times(army, own), tuple(one.notation for elements in commands for one in elements), None)
    if left:
        raise ValueError(f"{army.id} {army.name}, {own} times, does not allow this many: {', '.join(left)}")


def _times(army: ArmyInfo, count: int) -> ArmyInfo:
    """A list with every number multiplied."""
    slots = tuple(replace(slot, count=slot.count * count) for slot in army.elements)
    blocks = tuple(tuple(replace(slot, count=slot.count * count) for slot in block) for block in army.alternatives)
    return replace(army, elements=slots, alternatives=blocks)


def _allied_command(side: str, position: Position, ally: ArmyInfo, variety: int) -> Texts:
    elements = roster_of(book(position), ally, variety)
    ruling = may_field(position, army=ally.id, elements=elements)
    if not ruling.answer["legal"]:
        raise ValueError(f"{side} cannot field this ally: {ruling.answer['faults'][0]}")
    return elements
