"""Claims: what each file counts for its weapon, its quality, its works and its opponent, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.geometry.rectangle import REAR
from debellis.mechanics.tables import rows, table
from debellis.meg.fighting.combatant import WORKS, Combatant, has_left_works
from debellis.meg.fighting.places import Meeting
from debellis.meg.troops import ARMOURED_HORSES, BATTLEWAGONS, CAMP, CHARIOTS, CLOSE, ELEPHANTS, HORSE, is_flexible
from debellis.table.position import Position
from debellis.table.value import Value

LONG_SPEAR, PIKE, SHORT_SPEAR = "long spear", "pike", "short spear"
POLEARM, TWO_HANDED, IMPACT, LANCER = "polearm", "2HCC", "impact weapon", "charging lancer"
DEVASTATING = "devastating charger"
CHARGE, MELEE = "charge", "melee"
#: The names of the claims in an answer, in the order of the table.
NAMES = (
    "flank_charge",
    "unturned_flank",
    "tug_against_sug",
    "combat_shy",
    "target_shot",
    "general",
    "uphill",
    "badly_affected",
    "unprotected",
    "fully_armoured",
    "quality",
    "long_spear",
    "pike",
    "short_spear",
    "two_handed",
    "polearm",
    "impact_weapon",
    "charging_lancer",
    "devastating_charger",
    "elephants",
    "melee_expert",
    "barricades",
    "obstacles",
    "stakes",
    "caltrops",
    "pavises",
    "shatter",
    "shove",
)


class Claim(Value, frozen=True):
    """One claim of a file: its name, its value, the reason in words, and the clauses it rests on."""

    name: str
    value: int
    reason: str
    clauses: tuple[str, ...]


def claims_of(position: Position, own: Combatant, enemy: Combatant, combat: str, met: Meeting) -> tuple[Claim, ...]:
    """Every claim of a file against its opponent. Claims of 0 are kept where a clause takes them away."""
    general = _general_claims(position, own, enemy, combat, met)
    weapons = _weapon_claims(position, own, enemy, combat) if own.on_front else _idle_weapon(own)
    return (*general, *weapons, *_work_claims(position, own, enemy, combat))


def _idle_weapon(own: Combatant) -> tuple[Claim, ...]:
    """The weapon of a base that is struck from aside, which counts nothing until it has turned."""
    if not own.troops.melee:
        return ()
    name = "two_handed" if own.troops.melee == TWO_HANDED else own.troops.melee.replace(" ", "_")
    return (_claim(name, 0, own, ("MEG-B17.3",)),)


def number(position: Position, row: str, key: str = "claim") -> int:
    """A number of the table of claims."""
    found: dict[str, Any] = next(one for one in rows(position, "claim") if one["id"] == row)
    return int(found[key])


def order_lost(own: Combatant, enemy: Combatant) -> tuple[str, ...]:
    """The clauses by which claims that need order are cancelled; none if they hold."""
    if own.effect in ("affected", "badly_affected"):
        return ("MEG-B10.4", "MEG-B10.3")
    return ("MEG-39a",) if enemy.works in WORKS else ()


def _general_claims(position: Position, own: Combatant, enemy: Combatant, combat: str, met: Meeting) -> Iterator[Claim]:
    """The claims that any troops may have, in charge combat and in melee."""
    name, other = own.unit.id, enemy.unit.id
    if combat == CHARGE and met.flank_charge:
        wide = ("MEG-21a",) if "keil" in enemy.troops.traits else ()
        if enemy.edge == REAR and "run_away" in enemy.unit.did:
            wide = (*wide, "MEG-B15.23")
        reason = f"{name} charged {other} in flank or rear"
        yield Claim("flank_charge", number(position, "GC2"), reason, ("MEG-B15.15", "MEG-B2.5", "MEG-B2.6", *wide))
    if met.denied and (combat == MELEE or own.charging) and not (combat == MELEE and met.unturned):
        name_of = "flank_charge" if combat == CHARGE else "unturned_flank"
        yield Claim(name_of, 0, f"{other} has no flanks and no rear", met.denied)
    if combat == MELEE and met.unturned:
        reason = f"{other} has not turned to face {name}"
        yield Claim("unturned_flank", number(position, "GM1"), reason, ("MEG-B17.8",))
    if enemy.is_sug and not own.is_sug:
        clauses = ["MEG-B17.5" if combat == CHARGE else "MEG-B17.8"]
        if own.unit.kind == CAMP:
            clauses.append("MEG-16e")
        if is_flexible(enemy.unit):
            clauses.append("MEG-20e")
        yield Claim("tug_against_sug", number(position, "GB1"), f"{other} are skirmishers", tuple(clauses))
    elif enemy.is_sug and own.is_sug:
        reason = f"{name} are skirmishers too"
        yield Claim("tug_against_sug", 0, reason, ("MEG-B17.17",))
    if "combat shy" in enemy.troops.traits:
        yield Claim("combat_shy", number(position, "GB2"), f"{other} are combat shy", ("MEG-B25.2",))
    if combat == CHARGE and enemy.shot and not enemy.charging and enemy.troops.type in HORSE:
        reason = f"{other} shot in this phase"
        yield Claim("target_shot", number(position, "GC1"), reason, ("MEG-B17.5", "MEG-B17.24"))
    if own.general:
        yield Claim("general", number(position, "GB3"), f"{own.general} fights in this file", ("MEG-B17.12",))
    if met.uphill:
        yield Claim("uphill", number(position, "GB4"), f"{name} is uphill of {other}", ("MEG-B10.6",))
    if enemy.effect == "badly_affected" and own.effect != "badly_affected":
        reason = f"{other} is badly affected by the going"
        yield Claim("badly_affected", number(position, "GB5"), reason, ("MEG-B10.4",))
    if combat == MELEE:
        yield from _armour(position, own, enemy)
    grade = int(table(position, "quality")[own.troops.quality or "average"])
    yield Claim("quality", grade, f"{name} is {own.troops.quality or 'average'}", ("MEG-B17.7",) if grade else ())


def _armour(position: Position, own: Combatant, enemy: Combatant) -> Iterator[Claim]:
    if enemy.troops.protection == "unprotected":
        yield Claim("unprotected", number(position, "GM2"), f"{enemy.unit.id} is unprotected", ("MEG-B17.8",))
    if own.troops.protection == "FArm":
        spoiled = enemy.troops.melee == TWO_HANDED or enemy.troops.type == ELEPHANTS
        value = 0 if spoiled else number(position, "GM3")
        yield Claim("fully_armoured", value, f"{own.unit.id} is fully armoured", ("MEG-B17.8",))


def _weapon_claims(position: Position, own: Combatant, enemy: Combatant, combat: str) -> tuple[Claim, ...]:
    """The claims of the weapon a file fights with, and of characteristics that add to it."""
    if combat == CHARGE:
        found = (*_charge_weapon(position, own, enemy), *_devastating(position, own, enemy))
    else:
        found = (*_melee_weapon(position, own, enemy), *_expert(position, own, enemy))
    return (*found, *_elephants(position, own, enemy, combat))


def _claim(name: str, value: int, own: Combatant, clauses: tuple[str, ...]) -> Claim:
    return Claim(name, value, f"{own.unit.id}: {name.replace('_', ' ')}", clauses)


def _charge_weapon(position: Position, own: Combatant, enemy: Combatant) -> Iterator[Claim]:
    """The line of the weapon in charge combat (MEG-B17.5)."""
    weapon, base = own.troops.melee, ("MEG-B17.5",)
    lost = order_lost(own, enemy)
    horse = enemy.troops.type in HORSE
    if weapon in (LONG_SPEAR, PIKE) and not own.is_mounted:
        row = "CC1" if weapon == LONG_SPEAR else "CC2"
        value = number(position, row) if horse else number(position, row, "otherwise")
        if weapon == PIKE and own.ranks >= int(table(position, "document")["pike_engaged_ranks"]):
            value += 1
        if own.ranks < 2 or lost:
            value = 0
        yield _claim(weapon.replace(" ", "_"), value, own, base + lost)
    elif weapon == SHORT_SPEAR and not own.is_mounted:
        yield _claim("short_spear", number(position, "CC3"), own, base)
    elif weapon == TWO_HANDED:
        yield _claim("two_handed", number(position, "CC5") if enemy.is_foot else 0, own, base)
    elif weapon == POLEARM and not own.is_mounted:
        yield _claim("polearm", number(position, "CC6"), own, base)
    elif weapon == IMPACT:
        yield _claim("impact_weapon", number(position, "CC7"), own, base)
    elif weapon == LANCER:
        if own.charging:
            value = 0 if lost or _stops_lancers(enemy) else number(position, "CC8")
            yield _claim("charging_lancer", value, own, base + lost)
        else:
            yield _claim("charging_lancer", 0, own, ("MEG-B17.6",))
    elif weapon == LONG_SPEAR:
        held = enemy.stands and enemy.troops.melee in (LONG_SPEAR, PIKE)
        yield _claim("long_spear", 0 if held else number(position, "CC9"), own, base)
    elif weapon == POLEARM:
        fit = enemy.is_mounted and enemy.troops.melee not in (LANCER, LONG_SPEAR) and not lost
        yield _claim("polearm", number(position, "CC10") if fit else 0, own, base + lost)
    elif weapon == SHORT_SPEAR:
        value = 0 if _has_points(enemy) and enemy.is_foot and enemy.stands else number(position, "CC11")
        yield _claim("short_spear", value, own, base)


def _has_points(enemy: Combatant) -> bool:
    return enemy.troops.melee in (LONG_SPEAR, PIKE, POLEARM)


def _stops_lancers(enemy: Combatant) -> bool:
    """Elephants, battlewagons, and foot with points that stands, against which lances count nothing."""
    if enemy.troops.type in (ELEPHANTS, BATTLEWAGONS):
        return True
    return enemy.is_foot and enemy.stands and _has_points(enemy)


def _devastating(position: Position, own: Combatant, enemy: Combatant) -> Iterator[Claim]:
    """Devastating chargers, who count only when they charge."""
    if DEVASTATING not in own.troops.traits:
        return
    clauses: tuple[str, ...] = ("MEG-B17.5", "MEG-B25.3")
    if not own.charging:
        yield _claim("devastating_charger", 0, own, ("MEG-B17.6",))
        return
    if own.is_mounted:
        held = enemy.stands and enemy.troops.melee in (LONG_SPEAR, PIKE)
        value = 0 if enemy.troops.type in (ELEPHANTS, BATTLEWAGONS) or held else number(position, "CC12")
    elif enemy.troops.type == ELEPHANTS or (enemy.troops.melee == LANCER and enemy.good_going):
        value = 0
    else:
        value = number(position, "CC4") if enemy.is_foot else number(position, "CC4", "otherwise")
    yield _claim("devastating_charger", 0 if own.ranks < 2 else value, own, clauses)


def _melee_weapon(position: Position, own: Combatant, enemy: Combatant) -> Iterator[Claim]:
    """The line of the weapon in melee (MEG-B17.8)."""
    weapon, base = own.troops.melee, ("MEG-B17.8",)
    lost = order_lost(own, enemy)
    if weapon == PIKE:
        needed = int(table(position, "document")["pike_melee_claim_ranks"])
        close = enemy.is_foot or enemy.troops.type == BATTLEWAGONS
        value = number(position, "MC1") if close else number(position, "MC1", "otherwise")
        yield _claim("pike", 0 if own.ranks < needed or lost else value, own, base + lost)
    elif weapon == LONG_SPEAR and not own.is_mounted:
        fit = own.ranks >= 2 and enemy.troops.type in HORSE and not lost
        yield _claim("long_spear", number(position, "MC2") if fit else 0, own, base + lost)
    elif weapon == POLEARM and not own.is_mounted:
        clauses = (*base, "MEG-19g") if own.troops.type == BATTLEWAGONS else base
        yield _claim("polearm", number(position, "MC3") if own.ranks >= 2 else 0, own, clauses)
    elif weapon == TWO_HANDED:
        fit = enemy.is_foot or enemy.troops.horse == ARMOURED_HORSES
        yield _claim("two_handed", number(position, "MC4") if fit else 0, own, base)
    elif weapon == SHORT_SPEAR and not own.is_mounted:
        yield _claim("short_spear", number(position, "MC8") if enemy.is_mounted else 0, own, base)


def _expert(position: Position, own: Combatant, enemy: Combatant) -> Iterator[Claim]:
    """Melee experts, and the opponents who deny them (MEG-B25.1)."""
    if "melee expert" not in own.troops.traits:
        return
    if own.troops.type in HORSE:
        wall = "shieldwall" in enemy.troops.traits and has_shieldwall(enemy)
        spears = enemy.troops.melee in (LONG_SPEAR, PIKE) and enemy.ranks >= 2
        denied = enemy.troops.type == ELEPHANTS or (own.good_going and enemy.good_going and (wall or spears))
    else:
        denied = enemy.troops.type == ELEPHANTS or "expendable" in enemy.troops.traits
    row = "MC6" if own.troops.type in HORSE else "MC5"
    yield _claim("melee_expert", 0 if denied else number(position, row), own, ("MEG-B25.1",))


def has_shieldwall(own: Combatant) -> bool:
    """Whether a file stands in shieldwall: close foot two ranks deep that does not charge (MEG-B25.4)."""
    fit = own.is_foot and own.troops.order == CLOSE and own.ranks >= 2 and not own.charging
    return fit and "shieldwall" in own.troops.traits


def _elephants(position: Position, own: Combatant, enemy: Combatant, combat: str) -> Iterator[Claim]:
    """Elephants, by what they fight."""
    if own.troops.type != ELEPHANTS:
        return
    if combat == MELEE:
        value = number(position, "MC7") if enemy.troops.type in HORSE else number(position, "MC7", "otherwise")
        yield _claim("elephants", value, own, ("MEG-B17.8",))
        return
    kind = enemy.troops.type
    if kind in (CHARIOTS, BATTLEWAGONS):
        row = "CC13c"
    elif enemy.is_mounted:
        row = "CC13d"
    elif enemy.is_foot and enemy.troops.order == CLOSE and enemy.troops.training in ("tribal", "formed"):
        row = "CC13a"
    elif enemy.is_foot:
        row = "CC13b"
    else:
        return
    yield _claim("elephants", number(position, row), own, ("MEG-B17.5",))


def _work_claims(position: Position, own: Combatant, enemy: Combatant, combat: str) -> tuple[Claim, ...]:
    """Claims of those behind works, and of stakes, caltrops and pavises."""
    horse, works = enemy.troops.type in HORSE, own.works
    if not own.on_front or not works:
        return _useless_works(own, combat)
    if works == "barricades":
        clauses: tuple[str, ...] = ("MEG-B24.1",)
        if own.troops.type == BATTLEWAGONS:
            clauses = (*clauses, "MEG-19e")
        elif own.unit.kind != CAMP and not own.unit.defends:
            clauses = (*clauses, "MEG-B24.7", *_laid(own))
        return (_claim("barricades", number(position, "CF1" if horse else "CF2"), own, clauses),)
    if works == "obstacles":
        return (_claim("obstacles", number(position, "CF3"), own, ("MEG-B24.1", *_laid(own))),)
    if works == "stakes":
        value = number(position, "CF1b") if horse else 0
        if enemy.troops.type == ELEPHANTS:
            value = number(position, "CF1b", "otherwise_elephants")
        return (_claim("stakes", value, own, ("MEG-B24.2",)),)
    if works == "caltrops":
        clauses = ("MEG-B24.2", "MEG-17c") if enemy.troops.type == ELEPHANTS else ("MEG-B24.2",)
        return (_claim("caltrops", number(position, "CF1c") if enemy.is_mounted else 0, own, clauses),)
    return (_claim("pavises", number(position, "CF4"), own, ("MEG-B24.2",)),)


def _laid(own: Combatant) -> tuple[str, ...]:
    """The paragraph by which works that a unit group laid serve whoever stands at them."""
    return ("MEG-B24.6",) if own.line_of else ()


def _useless_works(own: Combatant, combat: str) -> tuple[Claim, ...]:
    """Stakes, caltrops and pavises of troops that charge, which count nothing."""
    works = own.unit.defends or ("pavises" if "pavise" in own.troops.traits else "")
    if combat == CHARGE and own.on_front and has_left_works(own.unit) and not own.charging:
        return (_claim(works, 0, own, ("MEG-B24.5",)),)
    if combat == CHARGE and own.charging and works in ("stakes", "caltrops", "pavises"):
        return (_claim(works, 0, own, ("MEG-41a",)),)
    return ()
