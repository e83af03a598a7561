"""Characteristics as they count now, what troops fight as, and which moves are outcomes."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import table
from debellis.meg.arguments import CAMP_NAME, UNIT, question
from debellis.meg.fighting.combatant import as_fighter, described
from debellis.meg.fighting.places import is_keil
from debellis.meg.troops import (
    ARTILLERY,
    CAMP,
    CLOSE,
    DISMOUNTABLE,
    ELEPHANTS,
    INFANTRY,
    is_flexible,
    is_mounted,
    is_mounted_infantry,
    is_skirmishing,
    order_of,
)
from debellis.meg.units import files_of, front_rank, unit_of
from debellis.meg.words import OTHER_MOVES, TRAITS
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion, Kind, WrongValue, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: What a question may ask for: the characteristics of descriptions, and those that follow from what troops are.
CHARACTERISTICS = (*TRAITS, "shatter", "mounted infantry")
#: Moves that the rules force upon a unit group.
OUTCOMES = ("rout", "pushed_back", "pursuit")


def _known(value: Any, position: Position) -> str:
    if not isinstance(value, str) or value.casefold() not in CHARACTERISTICS:
        raise WrongValue(f"a characteristic, one of {', '.join(CHARACTERISTICS)}")
    return value


def _all(edition: str) -> tuple[str, ...]:
    return CHARACTERISTICS


CHARACTERISTIC = Kind("characteristic", _known, choices=_all)


def _has_characteristic(position: Position, unit: str, characteristic: str) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    name = characteristic.casefold()
    if name == "shatter":
        always = group.troops.type == ELEPHANTS
        if always:
            found.cite("MEG-17a", f"{unit} are elephants and always have shatter.")
        return found.rule("has_characteristic", always or "shatter" in group.troops.traits)
    return found.rule("has_characteristic", _counts(position, group, name, found))


def _counts(position: Position, group: Unit, name: str, found: Finding) -> bool:
    """Whether a unit group counts for a characteristic as it stands."""
    named = name in (trait.casefold() for trait in group.troops.traits)
    if name == "keil" and named:
        counts = is_keil(position, group)
        found.cite("MEG-21a", f"A Keil is two bases wide; {group.id} is {len(front_rank(position, group))}.")
        return counts
    if name == "shieldwall" and named:
        deep = all(len(file) >= 2 for file in files_of(position, group.id)[:1])
        found.cite("MEG-B25.4", f"Shieldwall needs close foot two ranks deep: {group.id}.")
        return group.troops.type == INFANTRY and group.troops.order == CLOSE and deep
    if name == "cantabrian" and named:
        verdict = Verdict()
        judge_cantabrian(verdict, position, group)
        found.absorb(verdict)
        return verdict.legal
    if name == "mounted infantry":
        riding = group.troops.type == INFANTRY and DISMOUNTABLE in group.troops.traits
        found.cite("MEG-22a", "Mounted infantry are infantry with the dismountable characteristic, while mounted.")
        return riding and group.mounted
    if name == "flexible":
        if is_flexible(group):
            found.cite("MEG-B25.7", f"{group.id} is flexible.")
            if group.troops.type == INFANTRY:
                found.cite("MEG-B25.20", f"{group.id} is flexible infantry, which follows the same clauses.")
        return is_flexible(group)
    return named


def judge_cantabrian(verdict: Verdict, position: Position, unit: Unit) -> None:
    """Refuse the Cantabrian formation to those who cannot use it."""
    numbers = table(position, "other_distance")
    if "cantabrian" not in unit.troops.traits or not is_mounted(unit):
        verdict.refuse(f"{unit.id} are no mounted shooters with Cantabrian.", "MEG-B25.6")
    if unit.troops.skill == "unskilled":
        verdict.refuse(f"{unit.id} are unskilled shooters, who cannot use Cantabrian.", "MEG-52c")
    files = files_of(position, unit.id)
    wide, deep = len(front_rank(position, unit)), max((len(file) for file in files), default=0)
    if wide < int(numbers["cantabrian_min_wide"]) or deep < int(numbers["cantabrian_min_deep"]):
        verdict.refuse(f"Cantabrian needs 2 files and 3 ranks; {unit.id} has {wide} and {deep}.", "MEG-B25.6")


def _fights_as(position: Position, unit: str | None = None, camp: str | None = None) -> Ruling:
    found = Finding()
    if (unit is None) == (camp is None):
        raise BadQuestion("name a unit or a camp", "unit")
    group = unit_of(position, unit or camp or "")
    file = files_of(position, group.id)[0]
    troops = as_fighter(described(group, file[0]))
    if group.kind == CAMP:
        found.cite("MEG-16f", "A basic camp fights as poor, loose, protected foot.")
    elif group.troops.type == ARTILLERY:
        found.cite("MEG-B15.22", f"{unit} is artillery and fights as poor, unprotected skirmish foot.")
    elif is_flexible(group) and is_skirmishing(group):
        found.cite("MEG-20e", f"{group.id} is in skirmisher form and fights as skirmishers.")
    elif is_mounted_infantry(group):
        found.cite("MEG-B4.10", f"{group.id} is mounted infantry and claims no weapon.")
    else:
        found.cite("MEG-B3.6", f"{group.id} fights as it is described.")
    return found.rule(
        "fights_as",
        {
            "type": troops.type,
            "order": troops.order if group.kind == CAMP or group.troops.type == ARTILLERY else order_of(group),
            "quality": troops.quality,
            "protection": troops.protection,
            "melee": troops.melee or None,
        },
    )


def _is_outcome_move(position: Position, move: str) -> Ruling:
    found = Finding()
    forced = move in OUTCOMES
    if forced:
        found.cite("MEG-59a", f"The rules force this move upon a unit group: {move.replace('_', ' ')}.")
    return found.rule("is_outcome_move", forced)


QUESTIONS = (
    question(
        "has_characteristic",
        "whether a unit group counts for a characteristic as it stands",
        {"unit": UNIT, "characteristic": CHARACTERISTIC},
        _has_characteristic,
    ),
    question(
        "fights_as",
        "what a unit group or a camp is in combat",
        {"unit": UNIT.or_none(), "camp": CAMP_NAME.or_none()},
        _fights_as,
    ),
    question(
        "is_outcome_move",
        "whether a move is an outcome move",
        {"move": one_of(*OTHER_MOVES, "M12", "M13")},
        _is_outcome_move,
    ),
)
