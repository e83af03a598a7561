"""Who may shoot at all: the weapon of a file, its depth, and what closes its shooting this turn."""

from __future__ import annotations

from typing import Any

from debellis.geometry.rectangle import FRONT, LEFT, RIGHT
from debellis.mechanics.tables import rows, table
from debellis.meg.fighting.combatant import described
from debellis.meg.fighting.contacts import charges_of, fights_of_base
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMP, ELEPHANTS, SUG, is_mounted_infantry, is_skirmishing
from debellis.meg.units import File, moment, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Charge, TroopDescription, Unit
from debellis.umpire.verdict import Verdict

SHOOT_AND_CHARGE = "shoot_and_charge"
#: The charges that are answers, which do not count as declared.
ANSWERS = ("countercharge", "intercept")


def shooting_rank(unit: Unit, file: File) -> tuple[int, TroopDescription] | None:
    """The first rank of a file that has a shooting weapon, and its troops; None if none has."""
    for i, base in enumerate(file):
        troops = described(unit, base)
        if troops.shoot:
            return i, troops
    return None


def shooting_ranks(unit: Unit, file: File) -> int:
    """How many ranks of a file have the shooting weapon; ranks in front of them give no depth (MEG-B16.13)."""
    return sum(bool(described(unit, base).shoot) for base in file)


def full_depth(position: Position, unit: Unit) -> int:
    """How many shooting ranks a file needs for full effect (MEG-B16.5, MEG-20f)."""
    if unit.troops.type in (ARTILLERY, ELEPHANTS, BATTLEWAGONS):
        return 1
    numbers = table(position, "shooting")
    skirmishing = unit.kind == SUG or is_skirmishing(unit)
    return int(numbers["full_depth_sug"] if skirmishing else numbers["full_depth_tug"])


def weapon_row(position: Position, troops: TroopDescription) -> dict[str, Any]:
    """The row of a shooting weapon."""
    return next(row for row in rows(position, "shooting_weapon") if row["name"].casefold() == troops.shoot.casefold())


def edges_of(unit: Unit) -> tuple[int, ...]:
    """The edges from which troops shoot: battlewagons from both long ones, all others from the front."""
    if unit.formation == "orb":
        return (FRONT, RIGHT, 2, LEFT)
    return (RIGHT, LEFT) if unit.troops.type == BATTLEWAGONS else (FRONT,)


def declared_charge(position: Position, unit: str) -> Charge | None:
    """The charge of a unit group this turn; None if it has none."""
    return next((charge for charge in charges_of(position) if unit in charge.by), None)


def judge_shooter(verdict: Verdict, position: Position, file: File, way: str | None) -> None:
    """Refuse shooting by a file that has no weapon, fights, or whose unit group has lost its shooting this turn."""
    unit = unit_of(position, unit_name(file[0]))
    name = unit.id
    if unit.kind == CAMP or shooting_rank(unit, file) is None:
        verdict.refuse(f"{name} has no shooting weapon there.", "MEG-B16.1")
    if is_mounted_infantry(unit):
        verdict.refuse(f"{name} is mounted infantry and cannot shoot while mounted.", "MEG-22b")
    if unit.broken:
        clause = "MEG-26a" if unit.broken_by == "shooting" else "MEG-57a"
        verdict.refuse(f"{name} is broken and does not shoot.", clause)
    for move in ("skirmish", "run_away"):
        if move in unit.did:
            verdict.refuse(f"{name} made a {move.replace('_', ' ')} move, which was its shooting this turn.", "MEG-37b")
    if "shield_cover" in unit.did:
        verdict.refuse(f"{name} used shield cover and may not shoot this turn.", "MEG-43b")
    if "shot" in unit.did:
        verdict.refuse(f"{name} has already shot this turn.", "MEG-B16.10")
    if _fights(position, unit, file):
        verdict.refuse(f"The front of {file[0].id} is in combat.", "MEG-B16.1")
    _judge_charging(verdict, position, unit, way)


def _fights(position: Position, unit: Unit, file: File) -> bool:
    fights = fights_of_base(position, file[0])
    if unit.troops.type == BATTLEWAGONS:
        return {fight.edge for fight in fights} >= {LEFT, RIGHT}
    return bool(fights)


def _judge_charging(verdict: Verdict, position: Position, unit: Unit, way: str | None) -> None:
    """Chargers do not shoot in the charge phase, but by shoot & charge when they declare."""
    charge = declared_charge(position, unit.id)
    if way == SHOOT_AND_CHARGE:
        if "shoot & charge" not in unit.troops.traits:
            verdict.refuse(f"{unit.id} does not have shoot & charge.", "MEG-B25.12")
        if charge is not None and charge.kind in ANSWERS:
            verdict.refuse(f"{unit.id} answers a charge and has declared none of its own.", "MEG-34a")
        elif charge is None:
            verdict.refuse(f"{unit.id} has declared no charge.", "MEG-34a")
        return
    if charge is not None and charge.kind not in ANSWERS and moment(position).phase in ("2.4", "2.5"):
        verdict.refuse(f"{unit.id} has declared a charge and does not shoot at others.", "MEG-B15.8")


def front_of_fire(unit: Unit, file: File, edge: int) -> Base:
    """The base from whose edge a file shoots: the first with the weapon, over those in front of it (MEG-44a)."""
    found = shooting_rank(unit, file)
    return file[0 if found is None or unit.troops.type == BATTLEWAGONS else found[0]]
