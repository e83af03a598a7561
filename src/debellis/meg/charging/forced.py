"""Forced and free charges: who must charge, why some need not, and through which friends forced chargers burst."""

from __future__ import annotations

from debellis.mechanics.tables import table
from debellis.meg.arguments import ANY_UNIT, FILE, UNIT, question
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.way import charge_way, counts_as_sug, draw_reach, reached_at, slid
from debellis.meg.fighting.combatant import WORKS
from debellis.meg.fighting.contacts import in_combat, opponents
from debellis.meg.fighting.support import engaged_bases
from debellis.meg.general_facts import HESITANT
from debellis.meg.going import effect_of, going_under
from debellis.meg.losses import near_breaking
from debellis.meg.moving.nearness import beside_the_strip, directly_ahead
from debellis.meg.troops import ELEPHANTS, INFANTRY, SUG, TUG, has, is_flexible, is_mounted, is_mounted_infantry
from debellis.meg.units import bases_of, bw, file_name, files_of, generals_of, named_file, on_table, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

LANCER = "charging lancer"
DEVASTATING = "devastating charger"
#: Works behind which nobody charges.
BEHIND = ("barricades", "obstacles")
POINTS = ("long spear", "pike")


def is_impetuous(unit: Unit) -> bool:
    """Whether it is of those who are forced to charge: devastating chargers and charging lancers."""
    return unit.kind == TUG and (has(unit, DEVASTATING) or unit.troops.melee == LANCER)


def is_hesitant(position: Position, unit: Unit) -> bool:
    """Whether it belongs to an ally who hesitates."""
    return bool(unit.contingent) and any(
        general.state == HESITANT and general.side == unit.side and general.contingent == unit.contingent
        for general in generals_of(position)
    )


def held_back(position: Position, unit: Unit, found: Finding) -> bool:
    """Whether a forced charge is out of the question for a unit group as it stands (MEG-B15.27)."""
    if counts_as_sug(unit) and is_flexible(unit):
        found.cite("MEG-20k", f"{unit.id} is in skirmisher form, in which it makes no forced charges.")
        return True
    if is_mounted_infantry(unit):
        found.cite("MEG-22c", f"{unit.id} is mounted infantry, which does not charge.")
        return True
    why = ""
    if unit.broken or not on_table(position, unit):
        why = "is broken or not on the table"
    elif in_combat(position, unit.id):
        why = "is in combat"
    elif unit.defends in BEHIND:
        why = f"stands behind {unit.defends}"
    elif is_hesitant(position, unit):
        why = "belongs to a hesitant ally"
        found.cite("MEG-B7.16", "Forced charges of hesitant allies are not made.")
    if why:
        found.cite("MEG-B15.27", f"{unit.id} {why} and is not forced to charge.")
    return bool(why)


def forced_targets(position: Position, unit: Unit, found: Finding) -> tuple[Unit, ...]:
    """The enemy TuGs directly ahead that make a unit group charge; flexible ones in skirmisher form do not."""
    far = bw(position, float(table(position, "charge")["forced_charge_trigger_bw"]))
    targets: list[Unit] = []
    for apart, enemy in directly_ahead(position, unit, far, (TUG,)):
        if counts_as_sug(enemy):
            found.cite("MEG-20k", f"{enemy.id} is in skirmisher form and does not cause a forced charge.")
            continue
        found.measure(f"distance to {enemy.id}", apart, "mm", far)
        targets.append(enemy)
    if not targets:
        for name in beside_the_strip(position, unit, far):
            found.cite("MEG-B1.9", f"{name} only shares the border of the strip ahead of {unit.id}.")
    return tuple(targets)


def reasons_against(position: Position, unit: Unit, targets: tuple[Unit, ...]) -> tuple[str, ...]:
    """Why a charge that is due is not forced but free (MEG-B15.4)."""
    found: list[str] = []
    if all(target.defends in WORKS for target in targets):
        found.append("all targets stand behind works")
    way = charge_way(position, (unit.id,))
    reached = [reached_at(way, bases_of(position, target.id)) for target in targets]
    far = min((one for one in reached if one is not None), default=way.far)
    steps = 20
    for i in range(steps + 1):
        bases = slid(way.bases, way.towards, far * i / steps)
        if effect_of(position, unit, going_under(position, bases, unit)[0]) != "none":
            found.append("the way leads into going that affects it")
            break
    if is_mounted(unit):
        if any(target.troops.type == ELEPHANTS for target in targets):
            found.append("it is mounted and would charge elephants")
        if any(_bristles(position, target) for target in targets):
            found.append("it is mounted and would charge long spears or pikes")
    if near_breaking(position, unit):
        found.append("it is within one base of breaking")
    return tuple(found)


def _bristles(position: Position, unit: Unit) -> bool:
    """Foot with long spears or pikes, two or more deep, in good going."""
    deep = any(len(file) >= 2 for file in files_of(position, unit.id))
    good = going_under(position, bases_of(position, unit.id), unit)[0] == "good"
    return unit.troops.type == INFANTRY and unit.troops.melee in POINTS and deep and good


def _must_charge(position: Position, unit: str) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    return found.rule("must_charge", is_forced(position, group, found))


def is_forced(position: Position, unit: Unit, found: Finding) -> bool:
    """Whether a forced charge is due."""
    if not is_impetuous(unit):
        found.cite("MEG-B15.3", f"{unit.id} has neither devastating chargers nor charging lancers.")
        return False
    if held_back(position, unit, found):
        return False
    targets = forced_targets(position, unit, found)
    draw_reach(found, charge_way(position, (unit.id,)))
    if not targets:
        found.cite("MEG-B15.3", f"No enemy TuG that counts is directly ahead of {unit.id} within 3 BW.")
        return False
    against = reasons_against(position, unit, targets)
    if against:
        found.cite("MEG-B15.4", f"{unit.id} may charge free but need not: {against[0]}.")
        return False
    found.cite("MEG-B15.3", f"{targets[0].id} is directly ahead within 3 BW.")
    return True


def judge_burst(verdict: Verdict, position: Position, unit: Unit, file: str) -> None:
    """Refuse bursting through a file that is engaged, or by a charge that is not forced."""
    charge = charge_of(position, unit.id)
    if charge is not None and charge.kind != "forced":
        verdict.refuse(f"The charge of {unit.id} is not forced.", "MEG-B15.5")
    mine = named_file(position, file)
    friend = unit_of(position, unit_name(mine[0]))
    if friend.side != unit.side:
        verdict.refuse(f"{friend.id} is enemy.", "MEG-B15.5")
    engaged = {base.id for base in engaged_bases(position, friend, Finding())}
    if any(base.id in engaged for base in mine):
        verdict.refuse(f"{file_name(mine)} is engaged in combat and cannot be burst through.", "MEG-40a")
        if not opponents(position, mine):
            verdict.cite("MEG-58d", f"{file_name(mine)} is a supporting file.")
    elif verdict.legal:
        after = "is removed" if friend.kind == SUG else "takes its KaB tests"
        permit(verdict, f"{file_name(mine)} is not engaged; {friend.id} {after}.", "MEG-B15.5")


def _may_burst_through(position: Position, unit: str, file: str) -> Ruling:
    verdict = Verdict()
    judge_burst(verdict, position, unit_of(position, unit), file)
    return verdict.decide("may_burst_through")


QUESTIONS = (
    question("must_charge", "whether a forced charge is due", {"unit": ANY_UNIT}, _must_charge),
    question(
        "may_burst_through",
        "whether forced chargers may burst through a file of a friend",
        {"unit": UNIT, "file": FILE},
        _may_burst_through,
    ),
)
