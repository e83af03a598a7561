"""Countercharges and interceptions: the moves by which unit groups go to meet a charge."""

from __future__ import annotations

import math
from functools import partial

from debellis.geometry.plane import COINCIDE, turn_between
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.turning import arc
from debellis.mechanics.tables import table
from debellis.meg.arguments import UNIT, question
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.reaching import targets_on
from debellis.meg.charging.responding import judge_meeter, judge_response, way_of
from debellis.meg.charging.way import Way, counts_as_sug, met_on, slid, turned_about
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.nearness import ahead_within
from debellis.meg.moving.steps import ADVANCE, STEP, WHEEL, UnitStep
from debellis.meg.troops import SUG
from debellis.meg.units import bases_of, bw, distance_between, frame_of, outline, unit_of
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

#: Farther than any two things on a table are apart (mm).
BEYOND = 20000.0
#: A wheel this near to the most that is possible has gone as far as it can (degrees).
ALMOST = 0.1
_STRIPS = Memory[list[Rectangle]]("what charges sweep")


def _moved(
    verdict: Verdict, position: Position, unit: Unit, steps: tuple[UnitStep, ...]
) -> tuple[tuple[Base, ...], float]:
    """The bases of a unit group after some steps, and the path used. What stands in the way refuses it."""
    bases = bases_of(position, unit.id)
    used = 0.0
    for step in steps:
        if step.kind not in (ADVANCE, WHEEL):
            verdict.refuse(f"No {step.kind} belongs to this move.", "MEG-B15.7")
            continue
        ahead = bases[0].facing
        place = frame_of(bases, ahead)
        if step.kind == WHEEL:
            bases = turned_about(bases, place.corners[0 if step.hand == "left" else 1], step.amount, step.hand)
            used += arc(place.width, step.amount)
            continue
        way = Way((unit.id,), bases, ahead, step.amount)
        for _, other in met_on(position, way):
            if other.side != unit.side or other.kind != SUG or in_combat(position, other.id):
                verdict.refuse(f"{other.id} is in the way of {unit.id}.", "MEG-B13.21")
                break
        bases = slid(bases, ahead, step.amount)
        used += step.amount
    return bases, used


def _has_ahead(bases: tuple[Base, ...], others: tuple[Base, ...]) -> bool:
    """Whether some part of others lies directly ahead, however far."""
    return any(ahead_within(base, other, BEYOND) is not None for base in bases for other in others)


def _judge_distance(
    verdict: Verdict, position: Position, unit: Unit, charger: Unit, bases: tuple[Base, ...], used: float, clause: str
) -> float:
    """Refuse a move that is too long or comes too near to the charger. The distance at the end."""
    numbers = table(position, "charge")
    most = bw(position, float(numbers["countercharge_max_bw"]))
    least = bw(position, float(numbers["countercharge_min_distance_bw"]))
    verdict.measure("path", used, "mm", most)
    if used > most + COINCIDE:
        verdict.refuse(f"{unit.id} would move more than 3 BW.", clause)
    apart = distance_between(bases, bases_of(position, charger.id))
    verdict.measure("distance to the charger", apart, "mm", least)
    if apart < least - COINCIDE:
        verdict.refuse(f"{unit.id} would come nearer than 1 BW to {charger.id}.", clause)
    return apart


def _judge_wheel(verdict: Verdict, position: Position, unit: Unit, charger: Unit, steps: tuple[UnitStep, ...]) -> None:
    """Refuse a countercharge that does not wheel towards the charger as far as it has to (MEG-38a)."""
    own, theirs = bases_of(position, unit.id), bases_of(position, charger.id)
    if any(step.kind == WHEEL for step in steps[1:]):
        verdict.refuse("A countercharge wheels once, before it goes ahead.", "MEG-B15.26")
    wheel = steps[0] if steps and steps[0].kind == WHEEL else UnitStep(WHEEL)
    if not wheel.amount and _has_ahead(own, theirs):
        return
    place = outline(position, unit)
    centre = frame_of(theirs, theirs[0].facing).centre
    side = turn_between(place.facing, (centre[0] - place.front[0], centre[1] - place.front[1]))
    towards = "right" if side > 0.0 else "left"
    most = min(
        float(table(position, "charge")["wheel_max_deg"]),
        math.degrees(bw(position, float(table(position, "charge")["countercharge_max_bw"])) / place.width),
    )
    turned = own
    if wheel.amount:
        turned = turned_about(own, place.corners[0 if wheel.hand == "left" else 1], wheel.amount, wheel.hand)
    far_enough = _has_ahead(turned, theirs) or (wheel.hand == towards and wheel.amount >= most - ALMOST)
    if not far_enough:
        verdict.refuse(f"{unit.id} has to wheel to the {towards} until {charger.id} is directly ahead.", "MEG-38a")
    else:
        permit(verdict, f"{unit.id} wheels towards {charger.id} as it has to.", "MEG-38a")


def may_countercharge(position: Position, unit: str, charger: str, steps: tuple[UnitStep, ...]) -> Ruling:
    """Whether a charged unit group may make this countercharge."""
    verdict = Verdict()
    group, enemy = unit_of(position, unit), unit_of(position, charger)
    judge_response(verdict, position, group, enemy, "countercharge")
    _judge_wheel(verdict, position, group, enemy, steps)
    bases, used = _moved(verdict, position, group, steps)
    apart = _judge_distance(verdict, position, group, enemy, bases, used, "MEG-B15.26")
    before = distance_between(bases_of(position, unit), bases_of(position, charger))
    if apart > before + COINCIDE:
        verdict.measure("distance before", before)
        verdict.refuse(f"{unit} would end farther from {charger} than it was.", "MEG-38b")
    return verdict.decide("may_countercharge")


def _strip(position: Position, charger: str) -> list[Rectangle]:
    """What the bases of a charge sweep after its wheel, to contact or to the end of its move."""
    return _STRIPS.of(position, charger, partial(_swept, charger))


def _swept(charger: str, position: Position) -> list[Rectangle]:
    way = way_of(position, charger)
    met = targets_on(position, way)
    far = max((reached for reached, _ in met), default=way.far)
    strips: list[Rectangle] = []
    for base in way.bases:
        end = base.rectangle.advanced(far)
        strips.append(Rectangle(end.front, end.facing, base.width, far + base.depth))
    return strips


def judge_interceptor(verdict: Verdict, position: Position, unit: Unit, charger: Unit) -> None:
    """Refuse an interception by a SuG, a target of the charge, and those who fight or have acted (MEG-B15.25)."""
    if unit.broken:
        verdict.refuse(f"{unit.id} is broken.", "MEG-57a")
    if counts_as_sug(unit):
        verdict.refuse(f"{unit.id} counts as a SuG, which does not intercept.", "MEG-B15.25")
    judge_meeter(verdict, unit)
    charge = charge_of(position, charger.id)
    if charge is not None and unit.id in charge.on:
        verdict.refuse(f"{unit.id} is a target of the charge itself.", "MEG-B15.25")
    if in_combat(position, unit.id):
        verdict.refuse(f"{unit.id} is in combat.", "MEG-B15.32")
    if charge_of(position, unit.id) is not None or any(one not in ("shot", "pushed_back") for one in unit.did):
        verdict.refuse(f"{unit.id} has already acted this turn.", "MEG-02a")


def may_intercept(position: Position, unit: str, charger: str, steps: tuple[UnitStep, ...]) -> Ruling:
    """Whether a unit group may intercept a charge by this move."""
    verdict = Verdict()
    group, enemy = unit_of(position, unit), unit_of(position, charger)
    judge_interceptor(verdict, position, group, enemy)
    if any(step.kind == WHEEL for step in steps):
        verdict.refuse("An interception goes straight ahead, without a wheel.", "MEG-B15.25")
    bases, used = _moved(verdict, position, group, steps)
    _judge_distance(verdict, position, group, enemy, bases, used, "MEG-B15.25")
    strips = _strip(position, charger)
    reaches = any(overlaps(base.rectangle, strip) for base in bases for strip in strips)
    if not reaches:
        verdict.refuse(f"{unit} would not reach the way of {charger}.", "MEG-B15.25")
    elif verdict.legal:
        permit(verdict, f"{unit} moves into the way of {charger}.", "MEG-B15.25")
    return verdict.decide("may_intercept")


QUESTIONS = (
    question(
        "may_countercharge",
        "whether a charged unit group may make this countercharge",
        {"unit": UNIT, "charger": UNIT, "steps": list_of(STEP)},
        may_countercharge,
    ),
    question(
        "may_intercept",
        "whether a unit group may intercept a charge by this move",
        {"unit": UNIT, "charger": UNIT, "steps": list_of(STEP)},
        may_intercept,
    ),
)
