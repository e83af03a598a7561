"""One file as it fights: what it is, how deep, whether it charges, what the ground and works do to it."""

from __future__ import annotations

import math

from msgspec import UNSET

from debellis.geometry.plane import COINCIDE, SLIGHT, Point, distance, nearest_on_segment, same_direction
from debellis.geometry.rectangle import FRONT
from debellis.mechanics.tables import table
from debellis.meg.fighting.contacts import Fight, charges_of, fighting_files, has_no_flanks
from debellis.meg.going import effect_of, going_under
from debellis.meg.troops import (
    ARTILLERY,
    BATTLEWAGONS,
    CAMP,
    INFANTRY,
    LOOSE,
    MOUNTED,
    SKIRMISHER,
    SUG,
    is_mounted_infantry,
    order_of,
)
from debellis.meg.units import facing_of, generals_of, moment, unit_name, unit_of
from debellis.meg.words import EVADES
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import TroopDescription, Unit
from debellis.table.value import Value, replace

#: Works that keep attackers from claims that need order (MEG-39a).
WORKS = ("barricades", "obstacles", "stakes", "caltrops")
#: Lines of terrain, and the works that those behind them defend.
LINES = {"barricade": "barricades", "obstacle": "obstacles"}
#: Works that count in charge combat only, for those who stand to receive a charge.
STANDING_WORKS = ("stakes", "caltrops", "pavises")
#: What a unit group does to leave its stakes or caltrops, beside its actions of movement, and those that move nobody.
LEAVING = ("C1", "C2", "free_charge", "forced_charge", "countercharge", "intercept", "pushed_back", "pursuit", *EVADES)
STAYING = ("M1", "MF1", "MF2")


class Combatant(Value, frozen=True):
    """A file in one combat, seen from its own side."""

    unit: Unit
    troops: TroopDescription
    file: tuple[Base, ...]
    edge: int
    ranks: int
    charging: bool
    shot: bool
    general: str
    effect: str
    works: str
    good_going: bool
    evaded: bool = False
    line_of: str = ""

    @property
    def on_front(self) -> bool:
        """Whether it fights on a front edge, or on one that counts as such."""
        return self.edge == FRONT or has_no_flanks(self.unit)

    @property
    def is_foot(self) -> bool:
        return self.troops.type == INFANTRY

    @property
    def is_mounted(self) -> bool:
        return self.troops.type in MOUNTED

    @property
    def stands(self) -> bool:
        """Whether it stands to receive a charge: it neither charges nor was caught in an evade (MEG-B15.23)."""
        return not self.charging and not self.evaded

    @property
    def is_sug(self) -> bool:
        """Whether it counts as skirmishers: a SuG, or flexible troops in skirmisher form."""
        return self.unit.kind == SUG or (self.unit.kind != CAMP and order_of(self.unit) == SKIRMISHER)


def combatant(
    position: Position,
    file: tuple[Base, ...],
    fight: Fight | None,
    combat: str,
    charging: frozenset[str],
    shot: frozenset[str],
    general: str,
) -> Combatant:
    """A file as it stands in a combat. Without a contact it is taken to fight on its front."""
    unit = unit_of(position, unit_name(file[0]))
    edge = FRONT if fight is None else fight.edge
    charges = unit.id in charging
    effect, good = state_of_ground(position, unit, file)
    works = works_of(unit, combat, charges)
    line, laid = ("", "") if works else line_before(position, file[0], edge)
    return Combatant(
        unit,
        as_fighter(described(unit, file[0])),
        file,
        edge,
        ranks_of(unit, file, fight),
        charges,
        unit.id in shot,
        general or fighting_general(position, file),
        effect,
        works or line,
        good,
        any(one in EVADES for one in unit.did),
        laid,
    )


def described(unit: Unit, base: Base) -> TroopDescription:
    """What the troops on a base are in combat: of its part in a mixed unit group, and a camp by MEG-16f."""
    if unit.kind == CAMP:
        return TroopDescription(INFANTRY, LOOSE, "", "poor", "protected")
    troops = unit.troops
    if unit.parts and base.unit is not UNSET:
        troops = unit.parts[base.unit.part].troops
    if is_mounted_infantry(unit):
        troops = replace(troops, melee="")
    return replace(troops, order=order_of(unit))


def as_fighter(troops: TroopDescription) -> TroopDescription:
    """What troops fight as: artillery as poor, unprotected skirmish foot without a weapon (MEG-B15.22)."""
    if troops.type != ARTILLERY:
        return troops
    return replace(
        troops, type=INFANTRY, order=SKIRMISHER, quality="poor", protection="unprotected", melee="", traits=()
    )


def ranks_of(unit: Unit, file: tuple[Base, ...], fight: Fight | None) -> int:
    """How many ranks a file fights with. Battlewagons always fight one deep, and so does who is struck from aside."""
    if unit.troops.type == BATTLEWAGONS or unit.kind == CAMP:
        return 1
    return len(file) if fight is None or fight.edge == FRONT else 1


def combat_now(position: Position, combat: str | None) -> str:
    """The combat asked about: as named, else charge combat in the charge phase and melee at any other time."""
    return combat or ("charge" if moment(position).phase.startswith("2.") else "melee")


def charging_units(position: Position, named: tuple[str, ...] | None, combat: str) -> frozenset[str]:
    """The unit groups that count as charging: those named, or those of the charges of this turn."""
    if named is not None:
        return frozenset(named)
    if combat != "charge":
        return frozenset()
    return frozenset(name for charge in charges_of(position) for name in charge.by)


def fighting_general(position: Position, file: tuple[Base, ...]) -> str:
    """The general who fights in the front rank of a file; empty if there is none."""
    for general in generals_of(position):
        if general.fighting and general.file and any(base.id == general.file for base in file):
            return general.id
    return ""


def state_of_ground(position: Position, unit: Unit, file: tuple[Base, ...]) -> tuple[str, bool]:
    """What the ground does to a unit group that fights: by every base that fights or gives ranks (MEG-B10.3)."""
    if unit.kind == CAMP:
        return "none", True
    most = int(table(position, "document")["pike_engaged_ranks"])
    bases = {base.id: base for other in fighting_files(position, unit.id) for base in other[:most]}
    bases.update({base.id: base for base in file[:most]})
    going, _ = going_under(position, tuple(bases.values()), unit)
    return effect_of(position, unit, going), going == "good"


def works_of(unit: Unit, combat: str, charging: bool) -> str:
    """The works behind which a unit group fights, if they count in this combat; empty if none do."""
    if unit.troops.type == BATTLEWAGONS or (unit.kind == CAMP and unit.form == "fortified"):
        return "barricades"
    works = unit.defends
    if not works and "pavise" in unit.troops.traits and not is_mounted_infantry(unit):
        works = "pavises"
    if works in STANDING_WORKS and (charging or combat != "charge"):
        return ""
    return "" if has_left_works(unit) else works


def has_left_works(unit: Unit) -> bool:
    """Whether stakes or caltrops protect it no more, since it has moved this turn (MEG-B24.5)."""
    moved = any(one in LEAVING or (one[:1] == "M" and one not in STAYING) for one in unit.did)
    return unit.defends in ("stakes", "caltrops") and moved


def line_before(position: Position, base: Base, edge: int) -> tuple[str, str]:
    """The works of a line on the table that a base defends with its front (MEG-B24.7), and the side that laid it.

    Both are empty if there is none; who laid it is empty where the line is part of the ground.
    """
    if edge != FRONT:
        return "", ""
    for piece in position.terrain:
        kind = (piece.nature if piece.kind == "boundaried_field" else piece.kind) or ""
        if kind not in LINES:
            continue
        points = (*piece.outline, piece.outline[0]) if piece.kind == "boundaried_field" else piece.line
        if any(_defends(position, base, points[i], points[i + 1]) for i in range(len(points) - 1)):
            return LINES[kind], piece.owner or ""
    return "", ""


def _defends(position: Position, base: Base, a: Point, b: Point) -> bool:
    """Whether the front edge of a base lies on a stretch of a line, or close behind it, and it faces across."""
    numbers = table(position, "other_distance")
    length = distance(a, b)
    if length <= COINCIDE:
        return False
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    across = abs(along[0] * base.facing[1] - along[1] * base.facing[0])
    if across < math.cos(math.radians(float(numbers["defends_line_within_deg"]))) - SLIGHT:
        return False
    near = nearest_on_segment(base.front, a, b)
    aside, ahead = base.rectangle.local(near)
    within = float(numbers["defends_line_within_mm"])
    return abs(aside) <= base.width / 2.0 + COINCIDE and -COINCIDE <= ahead <= within + COINCIDE


def is_turned(position: Position, file: tuple[Base, ...]) -> bool:
    """Whether a file faces another way than its unit group's original front."""
    unit = unit_of(position, unit_name(file[0]))
    return not same_direction(file[0].facing, facing_of(position, unit))
