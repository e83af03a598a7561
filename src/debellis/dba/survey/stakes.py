"""What is at stake on the table: losses, camps and towns to take, and elements beyond their general's reach."""

from __future__ import annotations

from collections.abc import Sequence

from debellis.battle.pieces import Piece, Prize, Strength
from debellis.battle.sides import SIDES
from debellis.dba.book import in_mm, table
from debellis.dba.commands import command_of, commands_of, is_big
from debellis.dba.fighting.fighters import holding_side, residents
from debellis.dba.survey.elements import field_of
from debellis.dba.victory import tallies, winner_of
from debellis.table.memory import Memory
from debellis.table.position import Position

#: How near defeat both sides are, and who would have won.
Losses = tuple[tuple[Strength, ...], str | None]
_LOSSES = Memory[Losses]("losses of both sides")


def losses(position: Position) -> Losses:
    """How near defeat both sides are, and who would have won if the bound ended so."""
    return _LOSSES.of(position, None, _count)


def _count(position: Position) -> Losses:
    found = tallies(position)
    winner = winner_of(found)
    told = {
        tally.side: Strength(tally.side, tally.total, tally.enough, len(tally.uncounted), tally.general)
        for tally in found
    }
    for side in SIDES:
        if side not in told:
            told[side] = Strength(side, 0, found[0].enough)
    return tuple(told.values()), None if winner == "none" else winner


def out_of_command(position: Position, side: str) -> float:
    """How many base widths the elements of a side are beyond the reach of their general, all together."""
    pieces = field_of(position, side).mine
    if not is_big(position):
        return _out_of_reach(position, pieces)
    names = [one.id for one in commands_of(position, side)]
    bodies = [[piece for piece in pieces if command_of(position.base(piece.id)) == name] for name in names]
    return sum([_out_of_reach(position, body) for body in bodies])


def _out_of_reach(position: Position, pieces: Sequence[Piece]) -> float:
    """The same for elements under one general; nothing if he is lost."""
    leader = next((piece for piece in pieces if piece.leads), None)
    if leader is None:
        return 0.0
    radius = in_mm(position, float(table(position, "pips")["command_radius"]))
    over = 0.0
    for piece in pieces:
        far = ((piece.x - leader.x) ** 2 + (piece.y - leader.y) ** 2) ** 0.5 - radius
        over += max(0.0, min(far / piece.width, 1.0))
    return over


def prizes(position: Position, side: str) -> tuple[Prize, ...]:
    """The camps and towns of the enemy that nobody is in."""
    found: list[Prize] = []
    for camp in position.features("camp", "bua"):
        if holding_side(position, camp) in (side, None) or position.within(camp.id) is not None:
            continue
        if camp.kind == "bua" and residents(camp) is not None:
            continue
        x = sum(point[0] for point in camp.ground) / len(camp.ground)
        y = sum(point[1] for point in camp.ground) / len(camp.ground)
        found.append(Prize(x, y))
    return tuple(found)
