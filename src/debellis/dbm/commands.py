"""Commands: what is noted of the one an element serves in."""

from __future__ import annotations

from debellis.dbm.troops import service
from debellis.table.bases import Base
from debellis.table.position import Position

DEMORALISED = "demoralised"


def command_notes(position: Position, base: Base) -> tuple[str, ...]:
    """What is noted of the command an element serves in."""
    mine = service(base).command
    for command in position.commands or ():
        if command.id == mine and command.side == base.side:
            return command.notes
    return ()


def is_demoralised(position: Position, base: Base) -> bool:
    """Whether the command of an element is demoralised."""
    return DEMORALISED in command_notes(position, base)
