"""Surcharges for the kinds of movers: horse and foot together, artillery, mounting."""

from __future__ import annotations

from typing import Any

from debellis.dbm.commanding.orders import Mover
from debellis.dbm.troops import among, arm
from debellis.manoeuvre.contact import directly_behind
from debellis.mechanics.tables import rows
from debellis.table.position import Position
from debellis.umpire.sheet import Line


def modifier_row(position: Position, name: str) -> dict[str, Any]:
    """The row of a PIP cost modifier in the current version."""
    return next(row for row in rows(position, "pip_modifier") if row["id"] == name)


def modifier(position: Position, name: str) -> int:
    """What a modifier adds or subtracts."""
    return int(modifier_row(position, name)["value"])


def mixed_line(position: Position, movers: tuple[Mover, ...]) -> list[Line]:
    """The surcharge for a group that mixes horse with foot.

    Infantry on its mounts counts as horse. A general's base does not count as horse, and psiloi behind cavalry do not
    count as foot.
    """
    row = modifier_row(position, "mixed")
    edition = position.edition
    horse = [
        one.base.id
        for one in movers
        if not one.company and any(what.on_mounts or among(edition, what, row["horse"]) for what in one.troops)
    ]
    foot = [
        one.base.id
        for one in movers
        if any(arm(edition, what.type) == "foot" and not what.on_mounts for what in one.troops)
        and not _behind_horse(position, one, movers, row["behind"])
    ]
    if not horse or not foot:
        return []
    return [Line(int(row["value"]), f"{horse[0]} and {foot[0]} mix horse and foot in one group", ("DBM-B14.7",))]


def _behind_horse(position: Position, one: Mover, movers: tuple[Mover, ...], row: dict[str, Any]) -> bool:
    """Whether psiloi stand directly behind cavalry of the group."""
    edition = position.edition
    if not all(among(edition, what, row["who"]) for what in one.troops):
        return False
    return any(
        directly_behind(one.base.rectangle, other.base.rectangle) and among(edition, other.troops[-1], row["front"])
        for other in movers
    )


def artillery_line(position: Position, movers: tuple[Mover, ...]) -> list[Line]:
    """The surcharge for artillery that is neither fast nor short-ranged."""
    row = modifier_row(position, "artillery")
    edition = position.edition
    for one in movers:
        if any(among(edition, what, row["who"]) and not among(edition, what, row["not"]) for what in one.troops):
            return [Line(int(row["value"]), f"{one.base.id} is artillery", ("DBM-B14.8",))]
    return []


def mounting_line(position: Position, one: Mover) -> list[Line]:
    """The surcharge for a single element that mounts or dismounts."""
    return [Line(modifier(position, "mounting"), f"{one.base.id} mounts or dismounts", ("DBM-B14.9",))]
