"""Pursuits: who goes after broken enemies, and how far."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.geometry.contact import touches
from debellis.geometry.plane import COINCIDE, bearing, same_direction
from debellis.geometry.rectangle import FRONT
from debellis.geometry.sweep import stages, until_in
from debellis.meg.arguments import UNIT, question
from debellis.meg.charging.turning import to_edge
from debellis.meg.charging.way import Way, body_of, counts_as_sug, met_on, slid
from debellis.meg.fighting.contacts import fights_of, in_combat
from debellis.meg.fighting.places import is_keil
from debellis.meg.going import IMPASSABLE, going_in, going_under, terrain_row
from debellis.meg.moving.limits import speed
from debellis.meg.moving.nearness import ahead_within
from debellis.meg.outcomes.routs import fights_two_ways
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMP, has, is_foot
from debellis.meg.units import bases_of, bw, facing_of, frame_of, front_rank, moment, unit_name, unit_of, units_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import die
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict, permit

#: Farther than any rout goes (BW).
FARTHEST = 20.0
#: What is noted of a unit group that was destroyed where it stood.
DESTROYED = "destroyed"


def fought_to_the_front(position: Position) -> dict[str, tuple[str, ...]]:
    """The enemies that each unit group has to its front in combat; those with none are left out."""
    found: dict[str, list[str]] = {}
    for fight in fights_of(position):
        if fight.edge == FRONT:
            found.setdefault(unit_name(fight.mine), []).append(unit_name(fight.theirs))
    return {name: tuple(sorted(set(enemies))) for name, enemies in found.items()}


def beaten(position: Position, unit: Unit) -> tuple[str, ...]:
    """The enemies whom a unit group fought to its front, if all of them have broken; none if one of them has not.

    Whom it fought is told by the position. One that does not tell it is read as it stands: they are the broken enemies
    on its front, and those that have run away straight ahead of it.
    """
    known = moment(position).fought
    if known is UNSET:
        return _broken_before(position, unit)
    fought = known.get(unit.id, ())
    return fought if all(unit_of(position, name).broken for name in fought) else ()


def _broken_before(position: Position, unit: Unit) -> tuple[str, ...]:
    found: set[str] = set()
    far = bw(position, FARTHEST)
    for front in front_rank(position, unit):
        for other in position.enemies(unit.side):
            name = unit_name(other)
            enemy = unit_of(position, name)
            if not enemy.broken or name in found:
                continue
            touching = any(touch.mine == FRONT for touch in touches(front.rectangle, other.rectangle))
            ran = "rout" in enemy.did and ahead_within(front, other, far) is not None
            if touching or ran:
                found.add(name)
    return tuple(sorted(found))


def keil_mates(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """The unit groups that form a Keil with this one, itself included; none if it is no Keil."""
    if not has(unit, "keil") or not bases_of(position, unit.id):
        return ()
    ahead = facing_of(position, unit)
    mates = [
        one
        for one in units_of(position)
        if unit.block and one.block == unit.block and one.side == unit.side and bases_of(position, one.id)
        if same_direction(facing_of(position, one), ahead)
    ]
    if len(mates) > 1:
        return tuple(mates)
    return (unit,) if is_keil(position, unit) else ()


def judge_pursuer(verdict: Verdict, position: Position, unit: Unit) -> None:
    """Refuse a pursuit by those who never pursue, who still fight, or who have beaten nobody (MEG-B20.6)."""
    if unit.broken:
        verdict.refuse(f"{unit.id} is broken itself.", "MEG-57a")
    if unit.troops.type == BATTLEWAGONS:
        verdict.refuse(f"{unit.id} are battlewagons, which do not pursue.", "MEG-19a")
    if unit.troops.type == ARTILLERY:
        verdict.refuse(f"{unit.id} is artillery, which does not pursue.", "MEG-B20.6")
    if is_foot(unit) and unit.defends == "barricades":
        verdict.refuse(f"{unit.id} stands behind barricades and does not pursue.", "MEG-B20.6")
    if unit.formation == "orb":
        verdict.refuse(f"{unit.id} is in orb and does not pursue.", "MEG-B25.17")
    if has(unit, "expendable"):
        verdict.refuse(f"{unit.id} are expendables, who never pursue.", "MEG-B25.18")
    if in_combat(position, unit.id):
        verdict.refuse(f"{unit.id} is still in combat.", "MEG-B20.6")
    if "F1" in unit.did:
        verdict.refuse(f"{unit.id} is held back.", "MEG-B20.8")


def judge_pursuit(verdict: Verdict, position: Position, unit: Unit) -> None:
    """Refuse a pursuit that is not open to a unit group, or to the Keil it belongs to."""
    judge_pursuer(verdict, position, unit)
    mates = keil_mates(position, unit)
    if not any(beaten(position, one) for one in (unit, *mates)):
        fought = fought_by(position, unit)
        if fought:
            verdict.refuse(f"Not all of those whom {unit.id} fought to its front have broken.", "MEG-B20.6")
        else:
            verdict.refuse(f"No opponent on the front of {unit.id} has broken.", "MEG-B20.6")
    for mate in mates:
        quiet = QuietVerdict()
        judge_pursuer(quiet, position, mate)
        if quiet.faults:
            verdict.refuse(f"{mate.id} cannot pursue, and a Keil pursues only as a whole.", "MEG-21b")
            return


def _may_pursue(position: Position, unit: str) -> Ruling:
    verdict = Verdict()
    judge_pursuit(verdict, position, unit_of(position, unit))
    must = verdict.legal
    if verdict.legal:
        permit(verdict, f"The opponents of {unit} have broken.", "MEG-B20.6")
        must = must_pursue(position, unit_of(position, unit))
        if not must:
            permit(verdict, f"{unit} may pursue, and need not.", "MEG-B20.14")
    return verdict.decide("may_pursue", must=must)


def fought_by(position: Position, unit: Unit) -> tuple[str, ...]:
    """The enemies whom a unit group fought to its front, as far as the position tells it."""
    known = moment(position).fought
    return () if known is UNSET else known.get(unit.id, ())


def must_pursue(position: Position, unit: Unit) -> bool:
    """Whether a pursuit is a duty: not of skirmishers, nor of those whose enemies did not all run (MEG-B20.14).

    A Keil must pursue if one of its unit groups must.
    """
    return any(_is_bound(position, one) for one in keil_mates(position, unit) or (unit,))


def _is_bound(position: Position, unit: Unit) -> bool:
    gone = beaten(position, unit)
    return not counts_as_sug(unit) and bool(gone) and all(_runs(position, name) for name in gone)


def _runs(position: Position, name: str) -> bool:
    """Whether a broken unit group makes a rout move, or has made it: not one that is destroyed, and no camp."""
    unit = unit_of(position, name)
    if "rout" in unit.did or DESTROYED in unit.did:
        return "rout" in unit.did
    return unit.kind != CAMP and bool(bases_of(position, name)) and not fights_two_ways(position, unit)


def _pursue(position: Position, unit: str, die: int | None = None) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    judge_pursuit(verdict, position, group)
    bases, ahead = bases_of(position, unit), facing_of(position, group)
    contacts: list[str] = []
    gone = 0.0
    if verdict.legal:
        gone, contacts = _way(position, keil_mates(position, group) or (group,), verdict)
    place = frame_of(slid(bases, ahead, gone), ahead)
    answer: dict[str, Any] = {"distance": gone, "contacts": contacts, "front": list(place.front)}
    return verdict.rule("pursue", {**answer, "facing": bearing(ahead)})


def _way(position: Position, body: tuple[Unit, ...], found: Finding) -> tuple[float, list[str]]:
    """How far a unit group or a whole Keil pursues straight ahead, and whom it reaches (MEG-B20.13)."""
    names = tuple([unit.id for unit in body])
    bases, ahead = body_of(position, names), facing_of(position, body[0])
    far = to_edge(position, bases, ahead)
    for unit in body:
        rate = speed(position, unit, going_under(position, bases_of(position, unit.id), unit)[0], found)
        far = min(far, bw(position, rate), _slower_ground(position, unit, rate))
    found.cite("MEG-B20.13", f"{' and '.join(names)} {'pursues' if len(names) == 1 else 'pursue'} straight ahead.")
    contacts: list[str] = []
    for reached, other in met_on(position, Way(names, bases, ahead, far)):
        if reached > far + COINCIDE:
            break
        if other.broken and other.kind == CAMP:
            found.cite("MEG-B23.6", f"What is left of {other.id} stands in the way until it is sacked.")
        elif other.broken and reached <= COINCIDE and "rout" not in other.did:
            continue
        far = min(far, reached)
        if other.side != body[0].side:
            contacts.append(other.id)
            if not other.broken:
                found.cite("MEG-B20.7", f"The pursuit meets {other.id}; the combat is fought in the next charge phase.")
                found.cite("MEG-B20.15", "The contact is read like that of a charge.")
    return far, contacts


def _slower_ground(position: Position, unit: Unit, rate: float) -> float:
    """How far it is to terrain that would slow a pursuer."""
    bases, ahead = bases_of(position, unit.id), facing_of(position, unit)
    far = bw(position, rate)
    for piece in position.terrain:
        if terrain_row(position, piece.kind) is None:
            continue
        going, _ = going_in(position, piece, unit.troops.type)
        if going == IMPASSABLE or speed(position, unit, going, Finding()) < rate:
            for base in bases:
                far = min(far, until_in(stages(base.rectangle, ahead, bw(position, rate), piece.ground)))
    return far


QUESTIONS = (
    question("may_pursue", "whether a unit group may pursue", {"unit": UNIT}, _may_pursue),
    question(
        "pursue",
        "how far a pursuit goes and whom it reaches",
        {"unit": UNIT, "die": die(6).or_none()},
        _pursue,
    ),
)
