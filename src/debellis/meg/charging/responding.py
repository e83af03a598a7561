"""Responses to a charge: who may stand, countercharge, skirmish or run away, and who must; the variable distance."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.meg.arguments import UNIT, question
from debellis.meg.charging.forced import BEHIND
from debellis.meg.charging.projecting import charge_of, chargers
from debellis.meg.charging.way import Way, body_of, charge_way, counts_as_sug, reached_at
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.going import effect_of, going_under
from debellis.meg.losses import near_breaking
from debellis.meg.troops import (
    ARTILLERY,
    BATTLEWAGONS,
    HORSE,
    INFANTRY,
    LOOSE,
    SUG,
    has,
    is_flexible,
    is_foot,
    is_mounted_infantry,
    order_of,
)
from debellis.meg.units import bases_of, bw, distance_between, unit_of
from debellis.meg.words import EVADES, RESPONSES
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import die, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: Charges that answer another, and are not declared.
ANSWERS = ("countercharge", "intercept")


def has_declared(position: Position, unit: str) -> bool:
    """Whether it has declared a charge this turn; a countercharge or interception is no declaration."""
    charge = charge_of(position, unit)
    return charge is not None and charge.kind not in ANSWERS


def way_of(position: Position, charger: str) -> Way:
    """The way a charger is declared to go, after its wheel; straight ahead if no charge of it is known."""
    charge = charge_of(position, charger)
    if charge is None:
        return charge_way(position, (charger,))
    degrees = 0.0 if charge.moved else charge.wheel
    return charge_way(position, charge.by, degrees, charge.pivot or "left")


def must_evade(position: Position, unit: Unit, charger: Unit) -> bool:
    """Whether it has to skirmish or run away: SuGs, and flexible troops in skirmisher form, before TuGs (MEG-B15.6)."""
    if not counts_as_sug(unit) or counts_as_sug(charger) or unit.troops.type == ARTILLERY:
        return False
    if in_combat(position, unit.id) or has_declared(position, unit.id):
        return False
    return not _may_stand(position, unit, charger)


def _may_stand(position: Position, unit: Unit, charger: Unit) -> bool:
    """The exceptions: difficult going that badly affects the charger, works, or a charger near to breaking."""
    going, _ = going_under(position, bases_of(position, unit.id), unit)
    shelter = going == "difficult" and effect_of(position, charger, going) in ("badly_affected", "not_allowed")
    return shelter or unit.defends in BEHIND or near_breaking(position, charger)


def is_agile(unit: Unit, charger: Unit) -> bool:
    """Whether it is of the troops that may choose to skirmish or run away (MEG-B15.6)."""
    if unit.troops.type == ARTILLERY or has(unit, "expendable"):
        return False
    if unit.kind == SUG or is_flexible(unit):
        return True
    loose_shots = order_of(unit) == LOOSE and bool(_weapon(unit))
    if unit.troops.type in HORSE:
        return loose_shots
    return unit.troops.type == INFANTRY and loose_shots and is_foot(charger)


def _weapon(unit: Unit) -> str:
    return unit.troops.shoot or next((part.troops.shoot for part in unit.parts if part.troops.shoot), "")


def judge_response(verdict: Verdict, position: Position, unit: Unit, charger: Unit, response: str) -> None:
    """Refuse a response that is closed to a charged unit group."""
    if unit.broken:
        clause = "MEG-26a" if unit.broken_by == "shooting" else "MEG-57a"
        verdict.refuse(f"{unit.id} is broken and answers nothing.", clause)
    if has_declared(position, unit.id) and response != "stand":
        _judge_declared(verdict, unit, response)
    if in_combat(position, unit.id) and response != "stand":
        verdict.refuse(f"{unit.id} is in combat and stands.", "MEG-B15.32")
    if response in EVADES:
        judge_evade(verdict, position, unit, charger, response)
    elif response == "countercharge":
        judge_countercharger(verdict, position, unit, charger)
    elif must_evade(position, unit, charger):
        verdict.refuse(f"{unit.id} is charged by a TuG and has to skirmish or run away.", "MEG-B15.6")
        if is_flexible(unit):
            verdict.cite("MEG-20k", f"{unit.id} is in skirmisher form and counts as a SuG for its response.")


def _judge_declared(verdict: Verdict, unit: Unit, response: str) -> None:
    clause = "MEG-36a" if counts_as_sug(unit) and response in EVADES else "MEG-B15.12"
    verdict.refuse(f"{unit.id} has declared a charge and has to fight whom it meets.", clause, "MEG-B15.33")


def judge_evade(verdict: Verdict, position: Position, unit: Unit, charger: Unit, response: str) -> None:
    """Refuse a skirmish or run away move by troops to whom it is closed, or a second one."""
    if unit.troops.type == BATTLEWAGONS:
        verdict.refuse(f"{unit.id} are battlewagons, which do not evade.", "MEG-19a")
    elif is_mounted_infantry(unit):
        verdict.refuse(f"{unit.id} is mounted infantry, which does not evade while mounted.", "MEG-22d")
    elif unit.troops.type == ARTILLERY:
        verdict.refuse(f"{unit.id} is artillery, which cannot evade.", "MEG-B15.22")
    elif not is_agile(unit, charger):
        verdict.refuse(f"{unit.id} is not of the troops that skirmish or run away from this charger.", "MEG-B15.6")
    if any(move in unit.did for move in EVADES):
        _judge_second(verdict, position, unit, charger, response)
    if verdict.legal and is_flexible(unit) and must_evade(position, unit, charger):
        permit(verdict, f"{unit.id} is in skirmisher form and has to evade like a SuG.", "MEG-20k")


def _judge_second(verdict: Verdict, position: Position, unit: Unit, charger: Unit, response: str) -> None:
    """A second evade is a run away, from another charger, by those who had to make the first (MEG-02g)."""
    if unit.evaded_from == charger.id:
        verdict.refuse(f"{unit.id} has already evaded from {charger.id}.", "MEG-02g")
    if response != "run_away":
        verdict.refuse("A second evade has to be a run away.", "MEG-02g")
    first = unit.evaded_from
    obliged = counts_as_sug(unit) and not (first and counts_as_sug(unit_of(position, first)))
    if not obliged:
        verdict.refuse(f"{unit.id} was not obliged to evade the first time.", "MEG-02g", "MEG-02a")
    if reached_at(way_of(position, charger.id), bases_of(position, unit.id)) is None:
        verdict.refuse(f"{charger.id} would not reach {unit.id} where it stands now.", "MEG-02g")
    if verdict.legal:
        permit(verdict, f"{unit.id} had to evade and would be hit by another charger.", "MEG-02g")


def judge_countercharger(verdict: Verdict, position: Position, unit: Unit, charger: Unit) -> None:
    """Refuse a countercharge by SuGs, by those who do not charge, and by those who are too near (MEG-B15.7)."""
    if counts_as_sug(unit):
        verdict.refuse(f"{unit.id} counts as a SuG, which does not countercharge.", "MEG-B15.7")
        if is_flexible(unit):
            verdict.cite("MEG-20k", f"{unit.id} is in skirmisher form and counts as a SuG for its response.")
    judge_meeter(verdict, unit)
    least = bw(position, float(table(position, "charge")["no_countercharge_if_within_bw"]))
    theirs = body_of(position, chargers(position, charger.id))
    apart = distance_between(bases_of(position, unit.id), theirs)
    verdict.measure("distance to the charger", apart, "mm", least)
    if apart <= least + COINCIDE:
        verdict.refuse(f"{unit.id} is within 1 BW of {charger.id}.", "MEG-B15.7")
    if any(move in unit.did for move in EVADES):
        verdict.refuse(f"{unit.id} has already acted this turn.", "MEG-02a")


def judge_meeter(verdict: Verdict, unit: Unit) -> None:
    """Refuse countercharges and interceptions by troops that do not charge."""
    if unit.troops.type == BATTLEWAGONS:
        verdict.refuse(f"{unit.id} are battlewagons, which do not charge.", "MEG-19a")
    if is_mounted_infantry(unit):
        verdict.refuse(f"{unit.id} is mounted infantry, which does not charge.", "MEG-22c")
    if unit.formation == "orb":
        verdict.refuse(f"{unit.id} is in orb and does not countercharge.", "MEG-B25.17")
    if unit.defends in BEHIND or unit.formation == "cantabrian" or unit.troops.type == ARTILLERY:
        verdict.refuse(f"{unit.id} is of those who do not charge.", "MEG-B15.1")


def _may_respond(position: Position, unit: str, charger: str, response: str) -> Ruling:
    verdict = Verdict()
    judge_response(verdict, position, unit_of(position, unit), unit_of(position, charger), response)
    return verdict.decide("may_respond")


def variable_distance(position: Position, unit: Unit, thrown: int, found: Finding) -> tuple[int, float]:
    """The score of the variable distance die after modifiers, and by how many mm it lengthens the move."""
    numbers = table(position, "vmd")
    score = thrown
    if unit.formation == "cantabrian":
        score += int(numbers["cantabrian_die_modifier"])
        found.cite("MEG-52b", f"{unit.id} comes out of Cantabrian formation: one less on the die.")
    score = max(int(numbers["min_modified_score"]), score)
    by = float(numbers[str(score)])
    found.cite("MEG-B15.11", f"A score of {score} changes the distance by {by:g} BW.")
    return score, bw(position, by)


def _vmd(position: Position, unit: str, die: int) -> Ruling:
    found = Finding()
    score, by = variable_distance(position, unit_of(position, unit), die, found)
    return found.rule("vmd", {"score": score, "distance": by})


QUESTIONS = (
    question(
        "may_respond",
        "whether a charged unit group may answer so",
        {"unit": UNIT, "charger": UNIT, "response": one_of(*RESPONSES)},
        _may_respond,
    ),
    question("vmd", "the variable move distance for a die", {"unit": UNIT, "die": die(6)}, _vmd),
)
