"""Impassable ground for members of a group: water for land troops, and going in which the tables give no move."""

from __future__ import annotations

from debellis.dbm.grouping.ways import by_road, limit, meets_ground
from debellis.dbm.moving.routes import Wall, find_route
from debellis.dbm.moving.speeds import bars
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.legs import comes_near
from debellis.manoeuvre.ways import GroupWay, Way
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

BARRED = "DBM-B20.1"


def judge_ground(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Judge that no member of a group enters ground its troops cannot enter, except by road."""
    if by_road(position, found):
        return
    stopped: dict[str, str] = {}
    for base, way in zip(found.members, found.ways, strict=True):
        met = _barring(position, base, way)
        if met and not (found.forms and _goes_round(position, base, way)):
            stopped[base.id] = met[0].id
    if stopped:
        verdict.bar(*stopped)
        ground = together(list(dict.fromkeys(stopped.values())))
        verdict.refuse(f"{together(list(stopped))} cannot enter {ground}", BARRED)


def _barring(position: Position, base: Base, way: Way) -> list[Terrain]:
    """The features on a member's way that it cannot enter."""
    near = [piece for piece in position.terrain if comes_near(way.legs, piece)]
    return [piece for piece in near if bars(position, base, piece) and meets_ground(way, piece)]


def _goes_round(position: Position, base: Base, way: Way) -> bool:
    """Whether a member with its own way in a change of formation goes round the ground it cannot enter."""
    walls = [Wall(piece.id, piece.ground) for piece in position.terrain if bars(position, base, piece)]
    far = limit(position, base)
    route = find_route(base.rectangle, way.end, walls, far + COINCIDE)
    return route is not None and route.measured <= far + COINCIDE
