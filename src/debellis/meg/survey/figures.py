"""The unit groups on the table as a general sees them: places, reach, prices, and the worth of their fights."""

from __future__ import annotations

from debellis.battle.pieces import Weights
from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle, gap
from debellis.meg.charging.projecting import charge_distance
from debellis.meg.charging.way import counts_as_sug
from debellis.meg.fighting.contacts import fights_of, has_no_flanks
from debellis.meg.shooting.shooters import shooting_rank, weapon_row
from debellis.meg.survey.clash import Course, worn
from debellis.meg.survey.matchups import fight_of, force_of
from debellis.meg.troops import ARTILLERY, CAMP, TUG, has
from debellis.meg.units import bases_of, bw, files_of, generals_of, on_table, outline, unit_name, units_of
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit

#: What losing a unit group counts towards defeat: only TuGs and camps are counted (MEG-B27.1).
PRICES = {TUG: 1.0, CAMP: 1.0}
SKIRMISHERS = 0.12
#: How much more it is worth that an enemy breaks, for the tests and the gap it causes.
ROUT = 0.15


class Figure:
    """A unit group or camp on the table. Treat it as a value.

    `place` is the rectangle round its bases, `reach` how far it charges, `shot` how far it shoots (0 if it does not),
    `price` what its loss counts. `fights` are the enemies it is in combat with.
    """

    def __init__(self, position: Position, unit: Unit, fights: tuple[str, ...]) -> None:
        self.unit = unit
        self.id = unit.id
        self.side = unit.side
        self.place: Rectangle = outline(position, unit)
        self.is_camp = unit.kind == CAMP
        self.light = not self.is_camp and counts_as_sug(unit)
        self.reach = 0.0 if self.is_camp or unit.troops.type == ARTILLERY else charge_distance(position, unit)
        self.shot = _range_of(position, unit)
        self.files = len(files_of(position, unit.id))
        spent = has(unit, "expendable")
        self.price = SKIRMISHERS if spent else PRICES.get(unit.kind, SKIRMISHERS)
        self.fights = fights
        self.left = force_of(position, unit.id).left
        self.led = any(one.unit == unit.id for one in generals_of(position))
        self.no_flanks = has_no_flanks(unit)


def _range_of(position: Position, unit: Unit) -> float:
    if unit.kind == CAMP:
        return 0.0
    best = 0.0
    for file in files_of(position, unit.id):
        rank = shooting_rank(unit, file)
        if rank is not None:
            best = max(best, bw(position, float(weapon_row(position, rank[1])["long_bw"])))
    return best


class Picture:
    """Both armies as figures, and cached values of fights between them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.bw = bw(position, 1.0)
        self.figures: dict[str, Figure] = {}
        against: dict[str, list[str]] = {}
        for fight in fights_of(position):
            mine, theirs = unit_name(fight.mine), unit_name(fight.theirs)
            found = against.setdefault(mine, [])
            if theirs not in found:
                found.append(theirs)
        for unit in units_of(position):
            if not unit.broken and on_table(position, unit):
                self.figures[unit.id] = Figure(position, unit, tuple(against.get(unit.id, ())))
        self._worths: dict[tuple[str, str, bool, bool, bool, float], float] = {}
        self._gaps: dict[tuple[str, str], float] = {}

    def of(self, side: str) -> list[Figure]:
        """The figures of a side, without its camp."""
        return [one for one in self.figures.values() if one.side == side and not one.is_camp]

    def against(self, side: str) -> list[Figure]:
        """The enemies of a side, with their camp."""
        return [one for one in self.figures.values() if one.side != side]

    def apart(self, one: Figure, two: Figure) -> float:
        """The distance between two unit groups."""
        key = (one.id, two.id)
        found = self._gaps.get(key)
        if found is None:
            found = self._gaps[key] = self._gaps[(two.id, one.id)] = gap(one.place, two.place)
        return found

    def worth(self, one: Figure, two: Figure, by: Weights, charges: bool, charged: bool, flank: bool = False) -> float:
        """What a fight of two unit groups is worth to the first, in TuGs."""
        key = (one.id, two.id, charges, charged, flank, by.own_loss)
        found = self._worths.get(key)
        if found is None:
            course = fight_of(self.position, one.id, two.id, charges, charged, flank)
            found = self._worths[key] = balance(course, one.price, two.price, by)
        return found

    def melee(self, one: Figure, two: Figure, by: Weights) -> float:
        """What it is worth to the first to fight on."""
        course = fight_of(self.position, one.id, two.id, False, False, fighting=True)
        return balance(course, one.price, two.price, by)

    def near_loss(self, one: Figure) -> float:
        """What half a base more costs a unit group."""
        return one.price * worn(1, one.left)


def balance(course: Course, mine: float, theirs: float, by: Weights) -> float:
    """What a fight is worth by the prices of both: what it costs the enemy, less what it costs us."""
    gain = theirs * (course.gain + ROUT * course.broken)
    return gain - by.own_loss * mine * (course.cost + ROUT * course.breaks)


_PICTURES = Memory[Picture]("both armies as figures")


def picture_of(position: Position) -> Picture:
    """Both armies as they stand."""
    return _PICTURES.of(position, None, Picture)


def is_behind(corners: tuple[Point, ...], place: Rectangle) -> bool:
    """Whether corners are wholly behind the line through the front edge of a place (MEG-B2.5)."""
    return all(place.local(corner)[1] <= 0.5 for corner in corners)


def bases_left(position: Position, name: str) -> int:
    return len(bases_of(position, name))
