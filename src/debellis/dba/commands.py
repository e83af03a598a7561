"""Commands of a big battle: which one an element serves in, and whether it is demoralised.

In an ordinary game an army is one body without commands, and nothing here applies.
"""

from __future__ import annotations

import math

from msgspec import UNSET

from debellis.dba.book import table
from debellis.table.bases import Base
from debellis.table.position import Command, Position
from debellis.table.value import replace

#: Notes on a command: it is demoralised, its general is lost, the commander-in-chief leads it, it is an ally's.
DEMORALISED, GENERAL_LOST = "demoralised", "general_lost"
CHIEF, ALLIED = "chief", "allied"
NOTES = (DEMORALISED, GENERAL_LOST, CHIEF, ALLIED)


def command_of(base: Base) -> str | None:
    """The command an element serves in; None in an ordinary game."""
    return None if base.service is UNSET else base.service.command


def has_note(position: Position, command: str | None, note: str) -> bool:
    """Whether a command has this note."""
    if command is None or position.commands is UNSET:
        return False
    return any(one.id == command and note in one.notes for one in position.commands)


def is_big(position: Position) -> bool:
    """Whether it is a big battle: armies of several commands."""
    return position.commands is not UNSET


def commands_of(position: Position, side: str) -> tuple[Command, ...]:
    """The commands of a side; none in an ordinary game."""
    return () if position.commands is UNSET else tuple([one for one in position.commands if one.side == side])


def is_demoralised(position: Position, base: Base) -> bool:
    """Whether an element serves in a demoralised command."""
    return has_note(position, command_of(base), DEMORALISED)


def chief_lost(position: Position, side: str) -> bool:
    """Whether the commander-in-chief of a side is lost."""
    return any(CHIEF in one.notes and GENERAL_LOST in one.notes for one in commands_of(position, side))


def is_chief(position: Position, base: Base) -> bool:
    """Whether an element is that of its side's commander-in-chief."""
    return base.general and has_note(position, command_of(base), CHIEF)


def noted(command: Command, note: str, there: bool = True) -> Command:
    """The command with or without a note."""
    if (note in command.notes) == there:
        return command
    notes = (*command.notes, note) if there else tuple([one for one in command.notes if one != note])
    return replace(command, notes=notes)


def camp_name(whose: str) -> str:
    """The name of the camp of a side, or of an allied command."""
    return f"{whose} camp"


def enough_lost(position: Position, side: str) -> int:
    """How many elements a side of a big battle can lose before it may have too many demoralised commands."""
    rules = table(position, "big_battle")
    share = float(rules["demoralised_fraction"])
    least = sorted([math.ceil(one.strength * share) for one in commands_of(position, side)])
    return max(1, sum(least[: int(rules["demoralised_commands_to_lose"])]))
