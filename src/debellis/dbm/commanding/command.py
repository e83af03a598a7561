"""Command: whether elements are near enough to their general, and whether he can still command them."""

from __future__ import annotations

from debellis.dbm.commands import command_notes
from debellis.dbm.measures import in_paces, paces
from debellis.dbm.moving.zones import front_engaged
from debellis.dbm.sight import can_see
from debellis.dbm.troops import service
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import gap
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position

CLAUSE = "DBM-B14.5"
LOST, STRAGGLING = "general_lost", "straggling"


def general_of(position: Position, base: Base) -> Base | None:
    """The general's element of the command that an element serves in. None if he is not on the table."""
    own = service(base).command
    for friend in position.friends(base.side):
        if service(friend).rank is not None and service(friend).command == own:
            return friend
    return None


def why_out(position: Position, bases: tuple[Base, ...], in_sight: bool | None = None) -> str | None:
    """Why elements are out of command, in one sentence. None if they are in command.

    They also count as in command if no general is on the table and none is noted as lost or straggling.
    """
    told = command_notes(position, bases[0])
    if LOST in told:
        return "the general is lost"
    general = general_of(position, bases[0])
    if general is None:
        return "the general is not on the table" if STRAGGLING in told else None
    if front_engaged(position, general):
        return f"the general, {general.id}, is in front-edge contact with enemy"
    distances = table(position, "distances")
    far, unseen = (paces(position, float(distances[key])) for key in ("command_distance", "command_distance_unseen"))
    for base in bases:
        away = gap(base.rectangle, general.rectangle)
        said = f"{base.id} is {in_paces(position, away):.0f} paces from the general, {general.id}"
        if away > far + COINCIDE:
            return f"{said}, more than {distances['command_distance']}"
        if away > unseen + COINCIDE and not _in_sight(position, base, general, in_sight):
            return f"{said}, more than {distances['command_distance_unseen']}, and neither sees the other"
    return None


def _in_sight(position: Position, base: Base, general: Base, told: bool | None) -> bool:
    if told is not None:
        return told
    return can_see(position, base, general) or can_see(position, general, base)
