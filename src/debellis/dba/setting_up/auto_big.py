"""Possible deployments of big battles: each command in its part of the zone, the chief's in the middle."""

from __future__ import annotations

from debellis.dba.commands import CHIEF, command_of, commands_of
from debellis.dba.setting_up.auto_deploy import Deployment, deployments
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace

#: The whole zone, for a command that does not fit into its part of it.
_WHOLE = (0, 1)


def big_deployment(
    position: Position,
    side: str,
    base_edge: str,
    bases: tuple[Base, ...],
    commands: tuple[str, ...],
    town: str | None,
    seed: int,
) -> Deployment | None:
    """A way to deploy these commands, whose elements are among the bases; None if the ground leaves no space."""
    places: dict[str, Pose] = {}
    inside: dict[str, str] = {}
    parts = _parts(position, side, seed)
    for number, name in enumerate(commands):
        own = tuple([base for base in bases if command_of(base) == name])
        free = None if town in inside.values() else town
        for part in (parts[name], _WHOLE):
            found = deployments(position, side, base_edge, own, free, 0, seed + number, 1, part)
            if found:
                break
        else:
            return None
        here, within, _ = found[0]
        places |= here
        inside |= within
        standing = [replace(b, front=here[b.id].front, facing=here[b.id].facing) for b in own if b.id in here]
        position = replace(position, bases=(*position.bases, *standing))
    return places, inside, ()


def _parts(position: Position, side: str, seed: int) -> dict[str, tuple[int, int]]:
    """The part of the zone for each command: the chief's in the middle, the others beside it on either hand."""
    commands = commands_of(position, side)
    others = [one.id for one in commands if CHIEF not in one.notes]
    if seed % 2:
        others.reverse()
    middle = [one.id for one in commands if CHIEF in one.notes]
    half = len(others) // 2
    order = [*others[:half], *middle, *others[half:]]
    return {name: (i, len(order)) for i, name in enumerate(order)}
