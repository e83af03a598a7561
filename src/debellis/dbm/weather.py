"""The weather of a battle, if the players agreed on any: what it does to going, sight, marches and factors.

The option `weather` of a position says what it is like, and `wind` the way one looks straight into the wind.
"""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.dbm.troops import Troop, arm
from debellis.geometry.plane import COINCIDE, direction, turn_between
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position

CLAUSE = "DBM-B11.1"
WEATHER, WIND = "weather", "wind"
CLEAR, FOG, SNOW, MUD, BLOWING, DUST = "clear", "fog", "snow", "mud", "wind", "dust"
_POINTS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_FOOT = "foot"


def weather_of(position: Position) -> str:
    """What the weather is like: clear unless something was agreed or thrown."""
    found: str = position.options.get(WEATHER, CLEAR)
    return found


def is_soft(position: Position, what: Troop) -> bool:
    """Whether good going counts as rough for an element: in snow for everybody, in mud for mounted and train."""
    weather = position.options.get(WEATHER, CLEAR)
    return weather == SNOW or (weather == MUD and arm(position.edition, what.type) not in (_FOOT, "naval"))


def sight_ends_at(position: Position) -> float | None:
    """How far anybody sees in fog, in millimetres; None if nothing limits sight."""
    if position.options.get(WEATHER, CLEAR) != FOG:
        return None
    return paces(position, float(table(position, WEATHER)["fog_sight"]))


def against(position: Position, base: Base, shooting: bool) -> str | None:
    """The weather that is against an element by the way it faces: wind if it shoots, dust always; None if none is."""
    weather = position.options.get(WEATHER, CLEAR)
    if weather != DUST and not (weather == BLOWING and shooting):
        return None
    into = direction(_POINTS.index(position.options.get(WIND, _POINTS[0])) * 360.0 / len(_POINTS))
    limit = float(table(position, "shooting")["weather_angle"])
    return weather if abs(turn_between(base.facing, into)) <= limit + COINCIDE else None


def point_of(die: int) -> str:
    """The compass point that a die of eight sides means."""
    return _POINTS[(die - 1) % len(_POINTS)]
