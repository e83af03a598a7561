"""Countercharges and interceptions: the moves by which unit groups go to meet a charge."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from debellis.geometry.plane import COINCIDE, turn_between
from debellis.geometry.rectangle import Rectangle, gap, overlaps
from debellis.geometry.turning import arc
from debellis.mechanics.tables import table
from debellis.meg.arguments import UNIT, question
from debellis.meg.charging.projecting import charge_of, chargers
from debellis.meg.charging.reaching import targets_on
from debellis.meg.charging.responding import judge_meeter, judge_response, way_of
from debellis.meg.charging.way import Way, body_of, counts_as_sug, met_at, met_on, slid, turned_about
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.nearness import ahead_within
from debellis.meg.moving.steps import ADVANCE, STEP, WHEEL, UnitStep
from debellis.meg.nearby import Circle, can_come_within, circle_round
from debellis.meg.troops import SUG
from debellis.meg.units import bases_of, bw, distance_between, facing_of, frame_of, outline, unit_of
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough, permit

#: Farther than any two things on a table are apart (mm).
BEYOND = 20000.0
#: A wheel this near to the most that is possible has gone as far as it can (degrees).
ALMOST = 0.1
#: Wheels are written in hundredths of a degree, and lengths tried so much before and behind an end (mm).
ROUNDED, HAIR = 0.005, 0.05
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
    apart = distance_between(bases, body_of(position, chargers(position, charger.id)))
    verdict.measure("distance to the charger", apart, "mm", least)
    if apart < least - COINCIDE:
        verdict.refuse(f"{unit.id} would come nearer than 1 BW to {charger.id}.", clause)
    return apart


def _judge_wheel(verdict: Verdict, position: Position, unit: Unit, charger: Unit, steps: tuple[UnitStep, ...]) -> None:
    """Refuse a countercharge that does not wheel towards the charger as far as it has to (MEG-38a)."""
    own, theirs = bases_of(position, unit.id), body_of(position, chargers(position, charger.id))
    if any(step.kind == WHEEL for step in steps[1:]):
        verdict.refuse("A countercharge wheels once, before it goes ahead.", "MEG-B15.26")
    wheel = steps[0] if steps and steps[0].kind == WHEEL else UnitStep(WHEEL)
    if not wheel.amount and _has_ahead(own, theirs):
        return
    place = outline(position, unit)
    towards, most = _hand_towards(position, unit, theirs), _most_wheel(position, unit)
    turned = own
    if wheel.amount:
        turned = turned_about(own, place.corners[0 if wheel.hand == "left" else 1], wheel.amount, wheel.hand)
    far_enough = _has_ahead(turned, theirs) or (wheel.hand == towards and wheel.amount >= most - ALMOST)
    if not far_enough:
        verdict.refuse(f"{unit.id} has to wheel to the {towards} until {charger.id} is directly ahead.", "MEG-38a")
    else:
        permit(verdict, f"{unit.id} wheels towards {charger.id} as it has to.", "MEG-38a")


def _hand_towards(position: Position, unit: Unit, theirs: tuple[Base, ...]) -> str:
    """The hand to which a charger lies."""
    place = outline(position, unit)
    centre = frame_of(theirs, theirs[0].facing).centre
    side = turn_between(place.facing, (centre[0] - place.front[0], centre[1] - place.front[1]))
    return "right" if side > 0.0 else "left"


def _most_wheel(position: Position, unit: Unit) -> float:
    """The widest wheel of a countercharge: what a wheel may be, and what its path allows (degrees)."""
    numbers = table(position, "charge")
    path = bw(position, float(numbers["countercharge_max_bw"]))
    return min(float(numbers["wheel_max_deg"]), math.degrees(path / outline(position, unit).width))


def least_wheel(position: Position, unit: Unit, charger: str) -> UnitStep | None:
    """The wheel that a countercharge has to begin with, and no wider; None if it needs none (MEG-38a)."""
    own, theirs = bases_of(position, unit.id), body_of(position, chargers(position, charger))
    if _has_ahead(own, theirs):
        return None
    hand, place = _hand_towards(position, unit, theirs), outline(position, unit)
    about = place.corners[0 if hand == "left" else 1]
    low, high = 0.0, math.floor(_most_wheel(position, unit) * 100.0) / 100.0
    if not _has_ahead(turned_about(own, about, high, hand), theirs):
        return UnitStep(WHEEL, high, hand)
    while high - low > ROUNDED:
        half = (low + high) / 2.0
        if _has_ahead(turned_about(own, about, half, hand), theirs):
            high = half
        else:
            low = half
    return UnitStep(WHEEL, math.ceil(high * 100.0) / 100.0, hand)


def room_ahead(position: Position, unit: Unit, charger: str, wheel: UnitStep | None = None) -> float:
    """How far a unit group may go straight ahead to meet a charge, after a wheel; less than nothing if not at all.

    That is up to 3 BW with the wheel, short of all who are in its way, and short of 1 BW from the charger.
    """
    bases = bases_of(position, unit.id)
    numbers = table(position, "charge")
    most = bw(position, float(numbers["countercharge_max_bw"]))
    if wheel is not None:
        place = outline(position, unit)
        bases = turned_about(bases, place.corners[0 if wheel.hand == "left" else 1], wheel.amount, wheel.hand)
        most -= arc(place.width, wheel.amount)
    ahead = bases[0].facing
    for reached, other in met_on(position, Way((unit.id,), bases, ahead, max(0.0, most))):
        if other.side != unit.side or other.kind != SUG or in_combat(position, other.id):
            most = min(most, reached - 2.0 * COINCIDE)
    least = bw(position, float(numbers["countercharge_min_distance_bw"]))
    theirs = body_of(position, chargers(position, charger))
    near = [_first_and_last(base, other, max(0.0, most), least) for base in bases for other in theirs]
    return min([most, *(first for first, _ in near)])


def _first_and_last(base: Base, other: Base, far: float, near: float) -> tuple[float, float]:
    """Between which distances straight ahead a base is too near to another; beyond all distance if it never is."""

    def apart(gone: float) -> float:
        return gap(base.rectangle.advanced(gone), other.rectangle)

    low, high = 0.0, far
    for _ in range(50):
        third = (high - low) / 3.0
        if apart(low + third) < apart(high - third):
            high -= third
        else:
            low += third
    nearest = (low + high) / 2.0
    if apart(nearest) >= near:
        return BEYOND, BEYOND
    return _edge_of(apart, nearest, 0.0, near), _edge_of(apart, nearest, far, near)


def _edge_of(apart: Callable[[float], float], inside: float, outside: float, near: float) -> float:
    """Where the distance passes the limit between a place that is too near and one that may not be."""
    if apart(outside) < near:
        return outside
    for _ in range(50):
        half = (inside + outside) / 2.0
        if apart(half) < near:
            inside = half
        else:
            outside = half
    return outside


def interceptions(position: Position, unit: Unit, charger: str) -> tuple[float, ...]:
    """How far ahead a unit group may go to intercept a charge, the ends of each stretch; none if it cannot at all.

    What is legal begins and ends where it comes into the way of the charge or leaves it, where it comes too near to the
    charger or is far enough again, or where its own move begins and ends.
    """
    most = bw(position, float(table(position, "charge")["countercharge_max_bw"]))
    bases, ahead = bases_of(position, unit.id), facing_of(position, unit)
    strips = _strip(position, charger)
    here = circle_round(bases)
    if not any(can_come_within(here, Circle(one.centre, one.radius), most) for one in strips):
        return ()
    ends = {0.0, most}
    for reached, _ in met_on(position, Way((unit.id,), bases, ahead, most)):
        ends.add(reached)
    back = (-ahead[0], -ahead[1])
    for base in bases:
        for strip in strips:
            entered = met_at(base.rectangle, ahead, most, strip)
            left = met_at(base.rectangle.advanced(most), back, most, strip)
            ends |= {most - left if left is not None else most, entered if entered is not None else 0.0}
    least = bw(position, float(table(position, "charge")["countercharge_min_distance_bw"]))
    for base in bases:
        for other in body_of(position, chargers(position, charger)):
            ends |= {one for one in _first_and_last(base, other, most, least) if one <= most}
    tried = sorted({round(end + by, 2) for end in ends for by in (-HAIR, 0.0, HAIR) if 0.0 <= end + by <= most})
    return tuple(far for far in tried if _is_open(position, unit, charger, far))


def _is_open(position: Position, unit: Unit, charger: str, far: float) -> bool:
    try:
        with first_fault_is_enough():
            return bool(may_intercept(position, unit.id, charger, (UnitStep(ADVANCE, far),)).answer["legal"])
    except FirstFault:
        return False


def may_countercharge(position: Position, unit: str, charger: str, steps: tuple[UnitStep, ...]) -> Ruling:
    """Whether a charged unit group may make this countercharge."""
    verdict = Verdict()
    group, enemy = unit_of(position, unit), unit_of(position, charger)
    judge_response(verdict, position, group, enemy, "countercharge")
    _judge_wheel(verdict, position, group, enemy, steps)
    bases, used = _moved(verdict, position, group, steps)
    apart = _judge_distance(verdict, position, group, enemy, bases, used, "MEG-B15.26")
    theirs = chargers(position, charger)
    if len(theirs) > 1:
        verdict.cite("MEG-32a", f"{' and '.join(theirs)} come on as one charge.")
    before = distance_between(bases_of(position, unit), body_of(position, theirs))
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
