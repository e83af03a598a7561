"""What losing an element costs an army: itself, who dies with it, and how near to breaking its command is."""

from __future__ import annotations

from typing import Final

from debellis.battle.sides import other
from debellis.dbm.aftermath.destruction import is_exempt
from debellis.dbm.armies.equivalents import army_breaks_at, command_breaks_at, equivalent
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.troops import troop
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: A loss counts for this much more in a command that the next one breaks.
_BREAKING: Final = 2.5
#: A demoralised command counts as lost already; what is left of it still fights and holds ground.
_BROKEN: Final = 0.3


def urgency_of(position: Position, side: str) -> dict[str, float]:
    """How much more than usual a loss counts in each command of a side: more in a small army and near its breaking."""
    found: dict[str, float] = {}
    size = _size(position, side)
    for command in position.commands or ():
        if command.side != side:
            continue
        if DEMORALISED in command.notes:
            found[command.id] = size * _BROKEN
        elif command.strength > 0.0:
            share = command.gone / max(command_breaks_at(position, command.strength), 0.5)
            found[command.id] = size * (1.0 + _BREAKING * min(1.0, share))
    return found


def _size(position: Position, side: str) -> float:
    """How much more a loss counts to a side than in an army of the average size of both."""
    enough = [_enough(position, one) for one in (side, other(side))]
    return 1.0 if min(enough) <= 0.0 else 0.5 * (enough[0] + enough[1]) / enough[0]


def _enough(position: Position, side: str) -> float:
    """The losses that defeat a side."""
    return army_breaks_at(position, sum([one.strength for one in position.commands or () if one.side == side]))


def price_of(position: Position, base: Base, behind: tuple[Base, ...], urgency: float) -> float:
    """The price of an element in close combat: its equivalents, and those of the rank that dies with it."""
    price = equivalent(position, troop(base), Finding())
    if behind and not is_exempt(position, base, behind[0]):
        price += equivalent(position, troop(behind[0]), Finding())
    return price * urgency
