"""Whether a file may shoot at a target: the shooter, the edge, the phase and the target it names."""

from __future__ import annotations

from debellis.geometry.rectangle import EDGES
from debellis.meg.arguments import ANYTHING, question
from debellis.meg.fighting.support import supported_files
from debellis.meg.shooting.reach import draw_arcs, nearest_of, over_troops, reaches
from debellis.meg.shooting.shooters import (
    SHOOT_AND_CHARGE,
    declared_charge,
    edges_of,
    judge_shooter,
    shooting_rank,
)
from debellis.meg.shooting.sight import behind_ridge, hidden_at
from debellis.meg.shooting.targets import (
    AT_CHARGERS,
    charger_targets,
    chosen_targets,
    clear_of_friends,
    coming_near,
    files_named,
    may_be_hit,
    near_friends,
)
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMP
from debellis.meg.units import (
    File,
    file_name,
    file_of,
    files_of,
    moment,
    named_bases,
    unit_name,
    unit_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit


def _may_shoot(position: Position, shooter: str, target: str, edge: str | None = None, **given: str) -> Ruling:
    verdict = Verdict()
    way = given.get("as")
    phase = moment(position).phase or "3.1"
    files = files_named(position, shooter)
    aimed = named_bases(position, target)
    enemy = unit_of(position, unit_name(aimed[0])) if aimed else unit_of(position, target.partition("/")[0])
    edges = None if edge is None else (EDGES.index(edge),)
    best: Verdict | None = None
    for file in files:
        one = Verdict()
        judge_shooter(one, position, file, way)
        _judge_edge(one, position, file, edge)
        _judge_target(one, position, file, enemy, aimed, phase, way, target, edges)
        if best is None or (one.legal and not best.legal):
            best = one
    assert best is not None
    verdict = best
    for file in files:
        draw_arcs(verdict, position, file)
    if verdict.legal and phase in AT_CHARGERS:
        _permit_at_chargers(verdict, position, enemy)
        charge = declared_charge(position, enemy.id)
        phase = "2.4" if charge is not None and charge.kind in ("countercharge", "intercept") else "2.5"
    return verdict.decide("may_shoot", phase=phase)


def _judge_edge(verdict: Verdict, position: Position, file: File, edge: str | None) -> None:
    """Refuse an edge from which such troops do not shoot."""
    unit = unit_of(position, unit_name(file[0]))
    if edge is None or EDGES.index(edge) in edges_of(unit):
        return
    if unit.troops.type == BATTLEWAGONS:
        verdict.refuse(f"{unit.id} shoots from its long edges only.", "MEG-19d")
    else:
        verdict.refuse(f"{unit.id} shoots from its front only.", "MEG-B16.2")


def _permit_at_chargers(verdict: Verdict, position: Position, enemy: Unit) -> None:
    charge = declared_charge(position, enemy.id)
    if charge is not None and charge.kind in ("countercharge", "intercept"):
        permit(verdict, f"{enemy.id} is shot at as if it charged.", "MEG-29a")
        permit(verdict, "Fire at those who answer a charge is taken in SP 2.4.", "MEG-29b")
    permit(verdict, "The front base of a file that comes within 1 BW is the target.", "MEG-28a")


def _judge_target(
    verdict: Verdict,
    position: Position,
    file: File,
    enemy: Unit,
    aimed: tuple[Base, ...],
    phase: str,
    way: str | None,
    name: str,
    edges: tuple[int, ...] | None,
) -> None:
    """Refuse a target that is a camp, fights, is out of reach, or is not the one to be shot at."""
    unit = unit_of(position, unit_name(file[0]))
    if enemy.kind == CAMP:
        verdict.refuse(f"{enemy.id} is a camp, which is never shot at.", "MEG-16a")
        return
    if not aimed or enemy.side == unit.side:
        verdict.refuse(f"{name} is no enemy on the table.", "MEG-B16.3")
        return
    if phase in AT_CHARGERS or way == SHOOT_AND_CHARGE:
        if way == SHOOT_AND_CHARGE:
            _judge_at_the_charged(verdict, position, unit, enemy)
        else:
            _judge_charger(verdict, position, file, enemy, aimed)
        return
    legal = chosen_targets(position, file, edges)
    wanted = {base.id for base in aimed}
    if any(base.id in wanted for base in legal):
        if any(supported_files(position, file_of(position, base)) for base in legal if base.id in wanted):
            permit(verdict, "A supporting file may be shot at, with the die one colour lower.", "MEG-45c")
        if unit.troops.type == ARTILLERY and near_friends(position, file, unit, enemy):
            permit(verdict, f"Some part of {enemy.id} is more than 2 BW from friends.", "MEG-44b")
        return
    _say_why(verdict, position, file, unit, enemy, aimed, legal)


def _say_why(
    verdict: Verdict,
    position: Position,
    file: File,
    unit: Unit,
    enemy: Unit,
    aimed: tuple[Base, ...],
    legal: list[Base],
) -> None:
    """Why a target of the shooting phase is refused."""
    wanted = {base.id for base in aimed}
    meant = [one for one in files_of(position, enemy.id) if any(base.id in wanted for base in one)]
    tried = aimed if len(aimed) == 1 else tuple(nearest_of(file, one) for one in meant)
    barred = [clause for base in tried for clause in may_be_hit(position, base)]
    in_reach = [base for base in tried if shooting_rank(unit, file) and reaches(position, file, unit, base)]
    if barred and all(may_be_hit(position, base) for base in tried):
        verdict.refuse(f"{tried[0].id} takes part in fighting and may not be shot at.", *dict.fromkeys(barred))
    elif shooting_rank(unit, file) is None:
        return
    elif not in_reach and any(hidden_at(position, file[0], base) for base in tried):
        verdict.refuse(f"{enemy.id} is hidden at this distance by the ground it stands in.", "MEG-B10.5")
    elif not in_reach and over_troops(position, file, unit, tried):
        verdict.refuse(f"Troops stand in the line of {file_name(file)} to {enemy.id}.", "MEG-B16.4", "MEG-B10.12")
    elif not in_reach and any(behind_ridge(position, file[0], base) for base in tried):
        verdict.refuse(f"{enemy.id} is beyond a ridge and more than 2 BW away.", "MEG-B10.5", "MEG-B10.12")
    elif not in_reach:
        verdict.refuse(f"{enemy.id} is not in range, arc and sight of {file_name(file)}.", "MEG-B16.2")
    elif not clear_of_friends(position, unit, enemy):
        verdict.refuse(f"No part of {enemy.id} is more than 2 BW from friends.", "MEG-44b")
    elif legal:
        verdict.refuse(f"{file_name(file)} must shoot at {legal[0].id}, which is nearer.", "MEG-B16.3")
    else:
        first = nearest_of(file, meant[0])
        verdict.refuse(
            f"{first.id}, the nearest of its file, may not be shot at.", "MEG-B16.3", *may_be_hit(position, first)
        )


def _judge_at_the_charged(verdict: Verdict, position: Position, unit: Unit, enemy: Unit) -> None:
    """Those who shoot as they declare a charge shoot at a target of this charge only (MEG-B16.18)."""
    charge = declared_charge(position, unit.id)
    if charge is not None and charge.on and enemy.id not in charge.on:
        verdict.refuse(f"{enemy.id} is no target of the charge of {unit.id}.", "MEG-B16.18")
    elif verdict.legal:
        permit(verdict, f"{unit.id} shoots at a target of its charge as it declares it.", "MEG-B16.18")


def _judge_charger(verdict: Verdict, position: Position, file: File, enemy: Unit, aimed: tuple[Base, ...]) -> None:
    """At chargers a file shoots only at the front base of a file that comes within 1 BW."""
    targets = charger_targets(position, file, enemy)
    fronts = {base.id for base in targets}
    wanted = {base.id for base in aimed}
    if not targets and coming_near(position, file, enemy):
        verdict.refuse(f"Troops stand between {file_name(file)} and where {enemy.id} comes.", "MEG-B10.12", "MEG-B15.8")
    elif not targets:
        verdict.refuse(f"No file of {enemy.id} comes within 1 BW of {file_name(file)}.", "MEG-28a")
    elif not any(file_of(position, base)[0].id in wanted for base in aimed):
        verdict.refuse(f"{file_name(file)} shoots at the front base of a file, never at a rear rank.", "MEG-28a")
    elif not fronts & wanted:
        verdict.refuse(f"{file_name(file)} shoots at {targets[0].id}, the first to come within 1 BW.", "MEG-28b")


QUESTIONS = (
    question(
        "may_shoot",
        "whether a file may shoot at a target",
        {
            "shooter": ANYTHING,
            "target": ANYTHING,
            "as": one_of(SHOOT_AND_CHARGE).or_none(),
            "edge": one_of(*EDGES).or_none(),
        },
        _may_shoot,
    ),
)
