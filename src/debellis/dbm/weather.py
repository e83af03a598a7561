"""The weather of a battle, if the players agreed on any: what it does to going, sight, marches and factors.

The option `weather` of a position says what it is like, and `wind` the way one looks straight into the wind;
`sun` says where the sun stands low, if it does.
"""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.dbm.troops import Troop, arm
from debellis.geometry.plane import COINCIDE, Point, direction, turn_between
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position

CLAUSE = "DBM-B11.1"
WEATHER, WIND, SUN = "weather", "wind", "sun"
CLEAR, FOG, SNOW, MUD, BLOWING, DUST = "clear", "fog", "snow", "mud", "wind", "dust"
DAZZLE, HIGH = "sun", "high"
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
    """The weather that is against an element by the way it faces: wind or a low sun if it shoots, dust always.

    None if none is.
    """
    weather = position.options.get(WEATHER, CLEAR)
    if weather == DUST or (weather == BLOWING and shooting):
        return weather if _faces(position, base, position.options.get(WIND, _POINTS[0])) else None
    sun = position.options.get(SUN, HIGH)
    if sun != HIGH and weather == CLEAR and shooting and _faces(position, base, sun):
        return DAZZLE
    return None


def _faces(position: Position, base: Base, point: str) -> bool:
    """Whether an element faces nearly the way of one who looks to a point of the compass."""
    limit = float(table(position, "shooting")["weather_angle"])
    return abs(turn_between(base.facing, _towards(point))) <= limit + COINCIDE


def _towards(point: str) -> Point:
    return direction(_POINTS.index(point) * 360.0 / len(_POINTS))


def down_wind(position: Position) -> Point | None:
    """The way a strong wind blows; None if there is none."""
    if position.options.get(WEATHER, CLEAR) != BLOWING:
        return None
    x, y = _towards(position.options.get(WIND, _POINTS[0]))
    return (-x, -y)


def into_wind(position: Position, base: Base) -> bool:
    """Whether an element heads into a strong wind."""
    blowing = position.options.get(WEATHER, CLEAR) == BLOWING
    return blowing and _faces(position, base, position.options.get(WIND, _POINTS[0]))


def sun_at(position: Position, begun: str, gone: int, dark: int) -> str:
    """Where the sun stands after some bounds of both sides: low in the first bounds of a dawn and the last of a day."""
    low = int(table(position, "time_of_day")["low_sun_bounds"])
    if begun == "dawn" and gone < low:
        return "east"
    return "west" if gone >= dark - low else HIGH


def point_of(die: int) -> str:
    """The compass point that a die of eight sides means."""
    return _POINTS[(die - 1) % len(_POINTS)]
