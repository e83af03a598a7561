"""Orders that the umpire suggests: commands side by side, now and then an ambush in cover or a flank march."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from debellis.battle.phase import Shuffle
from debellis.battle.sides import SIDES
from debellis.dbm.playing.actions import Action, WriteOrders
from debellis.dbm.playing.hidden import in_ambush, with_bases, with_lurking
from debellis.dbm.playing.setting_up.drawing_up import drawn_up, fighters, left_to_right, stretches
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.ambushes import may_ambush
from debellis.dbm.setting_up.deployment import may_deploy
from debellis.dbm.setting_up.zones import inward_of
from debellis.dbm.troops import CINC, service, troop
from debellis.geometry.polygon import WHOLLY, box, lies
from debellis.geometry.rectangle import overlaps
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

#: At most so many elements hide in one piece of cover, and these types first.
_MOST_HIDDEN = 4
_HIDERS = ("Ps", "Ax", "Wb", "LH", "Bd", "Bw", "Sp", "Cv", "Kn")
#: One of so many suggested orders begins with a flank march, and one with an ambush.
_OFTEN = 5
_SHORT_EDGES = ("west", "east")


def ideas(state: State, shuffle: Shuffle | None) -> Iterable[Action]:
    """Orders worth thinking of: now and then a flank march or an ambush first, nothing special at the end."""
    side = state.turn
    plain: Action = WriteOrders(relations_of(state, side))
    number = (2 * state.variety + SIDES.index(side)) % _OFTEN
    marches, ambushes = list(_marches(state, side)), list(_ambushes(state, side))
    if shuffle is not None:
        found: list[Any] = [plain, plain, *marches, *ambushes]
        shuffle(found)
        return [*found, plain]
    first = {0: marches, 1: ambushes}.get(number, [])
    return [*first, plain, *marches, *ambushes, plain]


def _marches(state: State, side: str) -> Iterator[Action]:
    for i, name in enumerate(_may_march(state, side)):
        edge = _SHORT_EDGES[(state.variety + i) % len(_SHORT_EDGES)]
        yield WriteOrders(relations_of(state, side, (name,)), {}, {name: edge})


def _ambushes(state: State, side: str) -> Iterator[Action]:
    for piece in _covers(state.position):
        places = hidden_in(state, side, piece)
        if places:
            yield WriteOrders(relations_of(state, side), places)


def relations_of(state: State, side: str, without: tuple[str, ...] = ()) -> tuple[tuple[str, str, str], ...]:
    """The orders for commands to stand side by side, from left to right."""
    order = [name for name in left_to_right(state, side) if name not in without]
    return tuple((one, "left_of", two) for one, two in pairwise(order))


def _may_march(state: State, side: str) -> list[str]:
    """The commands that may march round a flank, if others stay."""
    found = fighters(state, side)
    led = {service(base).command for base in state.forces[side].elements if service(base).rank == CINC}
    return [name for name in sorted(found) if name not in led] if len(found) > 1 else []


def _covers(position: Position) -> tuple[Terrain, ...]:
    """The features in which troops of any kind can hide."""
    return position.features(*table(position, "sight")["screens"])


def hidden_in(state: State, side: str, piece: Terrain) -> dict[str, Pose]:
    """Places in cover for some elements of the command on whose stretch of the line it lies; none if nobody fits."""
    position = state.position
    edge = state.edges[side]
    west, south, east, north = box(piece.ground)
    found = stretches(state, side)
    width = position.scale.base_width
    facing = inward_of(edge)
    places: dict[str, Pose] = {}
    standing: list[Base] = []
    for name, (first, last) in found.items():
        members = _hiders(state, side, name)
        for i in range(int((east - west) / width) + 1):
            for j in range(int((north - south) / width) + 1):
                if not members or len(places) >= _MOST_HIDDEN:
                    return places
                at = (west + (i + 0.5) * width, south + (j + 0.5) * width)
                along = at[0] if edge == "south" else position.size[0] - at[0]
                if not first + 0.5 * width <= along <= last - 0.5 * width:
                    continue
                base = in_ambush(members[0], Pose(at, facing))
                if lies(base.rectangle, piece.ground) != WHOLLY:
                    continue
                if any(overlaps(base.rectangle, one.rectangle) for one in standing):
                    continue
                if not may_ambush(with_bases(position, (base,)), element=base.id, base_edge=edge).answer["legal"]:
                    continue
                places[base.id] = Pose(at, facing)
                standing.append(base)
                members.pop(0)
        if places:
            return places
    return places


def _hiders(state: State, side: str, name: str) -> list[Base]:
    """Elements of a command that may hide, the best first; the general and half of the others stay in sight."""
    members = [base for base in fighters(state, side).get(name, ()) if troop(base).type in _HIDERS and not base.general]
    members.sort(key=lambda base: (_HIDERS.index(troop(base).type), len(base.id), base.id))
    return members[: len(members) // 2]


def can_be_deployed(ordered: State, side: str) -> bool:
    """Whether the commands of a side can be drawn up one after another by the orders written."""
    trial = ordered
    for name in sorted(fighters(trial, side)):
        members = {base.id: base for base in fighters(trial, side)[name]}
        for places in drawn_up(trial, side, name):
            bases = tuple(replace(members[one], front=at.front, facing=at.facing) for one, at in places.items())
            after = replace(trial, position=with_bases(trial.position, bases))
            if may_deploy(with_lurking(after, side), side=side, base_edge=trial.edges[side]).answer["legal"]:
                trial = after
                break
        else:
            return False
    return True
