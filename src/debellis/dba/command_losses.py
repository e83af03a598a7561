"""What the commands of a big battle have lost, and which of them are demoralised by it."""

from __future__ import annotations

from msgspec import UNSET

from debellis.dba.book import table
from debellis.dba.commands import ALLIED, DEMORALISED, GENERAL_LOST, camp_name, command_of, noted
from debellis.dba.victory import captured_places
from debellis.table.bases import Base
from debellis.table.position import Command, Position
from debellis.table.value import replace
from debellis.umpire.wording import several


def with_command_losses(position: Position, gone: tuple[Base, ...]) -> Position:
    """The position in which these lost elements are counted by their commands, and lost generals are noted."""
    if position.commands is UNSET or not gone:
        return position
    ignored = table(position, "victory")["not_counted"]
    found: list[Command] = []
    for one in position.commands:
        lost = [base for base in gone if command_of(base) == one.id]
        counted = sum(base.kind not in ignored for base in lost)
        command = replace(one, gone=one.gone + counted) if counted else one
        found.append(noted(command, GENERAL_LOST) if any(base.general for base in lost) else command)
    return replace(position, commands=tuple(found))


def counted_losses(position: Position, command: Command) -> tuple[float, int]:
    """The elements that a command has lost, and what camps in enemy hands add to them.

    An ally's camp counts against his command, every other place of the side against each command that is no ally's.
    """
    worth = int(table(position, "victory")["camp_or_bua_counts"])
    places = captured_places(position).get(command.side, ())
    if ALLIED in command.notes:
        taken = sum(name == camp_name(command.id) for name in places)
    else:
        allied = [camp_name(one.id) for one in _all(position) if ALLIED in one.notes and one.side == command.side]
        taken = sum(name not in allied for name in places)
    return command.gone, worth * taken


def why_demoralised(position: Position, command: Command) -> tuple[str, tuple[str, ...]] | None:
    """Why a command is demoralised at the start of its bound, with the clauses; None if it is not."""
    if GENERAL_LOST in command.notes:
        return "its general is lost", ("DBA22-B33.6",)
    lost, camps = counted_losses(position, command)
    least = command.strength * float(table(position, "big_battle")["demoralised_fraction"])
    if command.strength <= 0.0 or lost + camps < least:
        return None
    says = f"it has lost {several(int(lost), 'element')} of {command.strength:g}"
    if not camps:
        return says, ("DBA22-B33.6",)
    return f"{says}, and {camps} more count for camps", ("DBA22-B33.5", "DBA22-B33.6")


def with_morale(position: Position, side: str) -> tuple[Position, tuple[tuple[str, str, tuple[str, ...]], ...]]:
    """The position at the start of a side's bound, and its commands that become demoralised, with why and clauses."""
    if position.commands is UNSET:
        return position, ()
    found: list[Command] = []
    told: list[tuple[str, str, tuple[str, ...]]] = []
    for one in position.commands:
        why = why_demoralised(position, one) if one.side == side else None
        if why is not None and DEMORALISED not in one.notes:
            told.append((one.id, *why))
        found.append(one if one.side != side else noted(one, DEMORALISED, why is not None))
    return replace(position, commands=tuple(found)), tuple(told)


def _all(position: Position) -> tuple[Command, ...]:
    return () if position.commands is UNSET else position.commands
