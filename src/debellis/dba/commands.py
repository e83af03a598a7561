"""Commands of a big battle: which one an element serves in, and whether it is demoralised.

In an ordinary game an army is one body without commands, and nothing here applies.
"""

from __future__ import annotations

from msgspec import UNSET

from debellis.table.bases import Base
from debellis.table.position import Position

#: Notes on a command: it is demoralised, or its general is lost.
DEMORALISED, GENERAL_LOST = "demoralised", "general_lost"
NOTES = (DEMORALISED, GENERAL_LOST)


def command_of(base: Base) -> str | None:
    """The command an element serves in; None in an ordinary game."""
    return None if base.service is UNSET else base.service.command


def has_note(position: Position, command: str | None, note: str) -> bool:
    """Whether a command has this note."""
    if command is None or position.commands is UNSET:
        return False
    return any(one.id == command and note in one.notes for one in position.commands)
