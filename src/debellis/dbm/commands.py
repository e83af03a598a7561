"""Commands: the notes on the command that an element serves in."""

from __future__ import annotations

from collections.abc import Collection

from debellis.dbm.troops import service
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace

DEMORALISED, UNRELIABLE = "demoralised", "unreliable"


def command_notes(position: Position, base: Base) -> tuple[str, ...]:
    """The notes on the command that an element serves in."""
    mine = service(base).command
    for command in position.commands or ():
        if command.id == mine and command.side == base.side:
            return command.notes
    return ()


def with_turn_notes(position: Position, names: Collection[str], *notes: str) -> Position:
    """The position with notes added to some elements until the next bound begins."""
    found = dict(position.turn_notes or {})
    for name in names:
        if position.has_base(name):
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *notes)))
    return replace(position, turn_notes=found)


def without_turn_notes(position: Position, notes: Collection[str], names: Collection[str]) -> Position:
    """The position with such notes removed from some elements. The same object if they have none of them."""
    found = position.turn_notes or {}
    if not any(note in found.get(name, ()) for name in names for note in notes):
        return position
    left = {name: tuple(note for note in found[name] if name not in names or note not in notes) for name in found}
    return replace(position, turn_notes={name: kept for name, kept in left.items() if kept})


def is_unreliable(position: Position, base: Base) -> bool:
    """Whether an element serves an ally-general who is unreliable so far."""
    return UNRELIABLE in command_notes(position, base)


def is_demoralised(position: Position, base: Base) -> bool:
    """Whether the command of an element is demoralised."""
    return DEMORALISED in command_notes(position, base)
