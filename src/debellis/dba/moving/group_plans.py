"""Computing a group move: whether the bases are a group, what their steps or ends mean, and what no group can do."""

from __future__ import annotations

from debellis.dba.fighting.fights import fights
from debellis.dba.moving.breaking_off import in_melee_with
from debellis.dba.moving.columns import asked_places, column_order, contract, follow_road
from debellis.dba.moving.groups import is_group
from debellis.dba.moving.moves import Move
from debellis.dba.moving.single_plans import as_foot
from debellis.geometry.plane import COINCIDE, coincide
from debellis.geometry.rectangle import Rectangle, gap
from debellis.geometry.turning import furthest_corner
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.groups import face_alike, frontage, hold_together, joined
from debellis.manoeuvre.legs import leg
from debellis.manoeuvre.march import March, close_up, march
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.steps_between import keeps_formation, steps_between, straight_way
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

_TOGETHER = Memory[tuple[bool, Finding]]("whether bases are one group")
_ORDERS = Memory[list[int] | None]("order of a column")


class Plan(Value, frozen=True):
    """A group move that was computed, or only measured. `march` is None if no group could make the move asked for."""

    members: tuple[Base, ...]
    march: March | None
    road: Terrain | None = None
    asked: float = 0.0


def plan_group(position: Position, move: Move, verdict: Verdict) -> Plan:
    """Compute a group move. Moves that no group can ever make are refused."""
    members = tuple(position.base(name) for name in dict.fromkeys(move.elements))
    road = None if move.road is None else position.feature(move.road)
    if not _judge_asked(move, members, road, verdict):
        return Plan(members, None, road)
    if not _judge_together(position, members, road, verdict):
        return Plan(members, None, road)
    _judge_melee(position, members, verdict)
    here = [b.rectangle for b in members]
    order = _order(position, members, road)
    if road is not None:
        found = _by_road(position, members, order, move, road, verdict)
        return Plan(members, None if found is None else _dismounted(position, found, move, verdict), road)
    head = None if order is None else order[0]
    found = (
        _by_steps(members, move, head, verdict) if not move.ends else _by_ends(position, members, move, head, verdict)
    )
    if found is None:
        asked = max(furthest_corner(a, b)[1] for a, b in zip(here, asked_places(members, move), strict=True))
        return Plan(members, None, None, asked)
    return Plan(members, _dismounted(position, found, move, verdict))


def _judge_asked(move: Move, members: tuple[Base, ...], road: Terrain | None, verdict: Verdict) -> bool:
    """Refuse a request that makes no sense.

    It needs steps or ends, a road if one is named, and no camp or town off the road.
    """
    names = {b.id for b in members}
    if bool(move.steps) == bool(move.ends) or not set(move.ends) <= names or not set(move.dismount) <= names:
        says = f"the move of {_who(members)} must be given by its steps, or by where each of them ends"
        verdict.refuse(says, "DBA22-B12.2.2")
    if any(step.wheel and step.pivot not in ("left", "right") for step in move.steps):
        _refuse_turn(members, "wheel about neither the left nor the right front corner", verdict)
    if move.enters is not None or (move.through is not None and road is None):
        says = (
            f"{_who(members)} cannot enter together: one base ends in a camp or town, and a group passes only by road"
        )
        verdict.refuse(says, "DBA22-B8.5")
    if road is not None and road.kind != "road":
        verdict.refuse(f"{_who(members)} cannot move along {road.id}, which is no road", "DBA22-B13.2")
    return verdict.legal


def _judge_together(position: Position, members: tuple[Base, ...], road: Terrain | None, verdict: Verdict) -> bool:
    """Refuse bases that are not one group. On a road they may be a bent column."""
    together, trial = _TOGETHER.of(position, _key(members, road), lambda p: _together(p, members, road))
    if together:
        bent = trial.reasons.get("BOB-MOV-7f")
        if bent is not None:
            verdict.cite(bent.clause, bent.says)
        return True
    for reason in trial.reasons.values():
        verdict.cite(reason.clause, reason.says)
    names = ", ".join(b.id for b in members)
    verdict.refuse(f"{names} are not one group", "DBA22-B12.2.1")
    return False


def _together(position: Position, members: tuple[Base, ...], road: Terrain | None) -> tuple[bool, Finding]:
    trial = Finding()
    return is_group(position, list(members), road, trial), trial


def _order(position: Position, members: tuple[Base, ...], road: Terrain | None) -> list[int] | None:
    key = _key(members, road)
    return _ORDERS.of(position, key, lambda p: column_order([b.rectangle for b in members], road is not None))


def _key(members: tuple[Base, ...], road: Terrain | None) -> tuple[str | None, ...]:
    """The cache key for these members and their road."""
    return (None if road is None else road.id, *[b.id for b in members])


def _judge_melee(position: Position, members: tuple[Base, ...], verdict: Verdict) -> None:
    """Refuse a group with members in melee."""
    for base in members:
        enemies = in_melee_with(position, base)
        if not enemies:
            continue
        front = fights(position).opponent.get(base.id)
        if front is not None:
            says = f"{base.id} is in front contact with {front} and cannot move as part of a group"
            verdict.bar(base.id, wherever=True)
            verdict.refuse(says, "DBA22-B12.2.1")
        else:
            says = f"{base.id} is in melee with {', '.join(enemies)}: it could only break off, and by itself"
            verdict.bar(base.id, wherever=True)
            verdict.refuse(says, "DBA22-B17")


def _by_road(
    position: Position,
    members: tuple[Base, ...],
    order: list[int] | None,
    move: Move,
    road: Terrain,
    verdict: Verdict,
) -> March | None:
    if order is None:
        says = f"{_who(members)} stand side by side, and only a column moves along {road.id}"
        verdict.refuse(says, "BOB-MOV-6a", "DBA22-B12.2.4", "DBA22-B5.3.5")
        return None
    return follow_road(position, members, order, move, road, verdict)


def _by_steps(members: tuple[Base, ...], move: Move, head: int | None, verdict: Verdict) -> March:
    """A move given by its steps. Steps that no group can make are refused."""
    for step in move.steps:
        if step.advance < 0.0:
            _refuse_back(members, -step.advance, verdict)
        if step.wheel < 0.0:
            says = f"wheel {-step.wheel:g} degrees backward about the {step.pivot} front corner"
            _refuse_turn(members, says, verdict)
    return march(members, move.steps, head)


def _who(members: tuple[Base, ...]) -> str:
    return together([base.id for base in members])


def _refuse_back(members: tuple[Base, ...], by: float, verdict: Verdict) -> None:
    says = f"{_who(members)} would go {by:.2f} mm back, and a group cannot; its members can, one by one"
    verdict.measure("backward", by)
    verdict.refuse(says, "BOB-MOV-7a", "BOB-MOV-8a", "DBA22-B12.2.2")


def _refuse_turn(members: tuple[Base, ...], what: str, verdict: Verdict) -> None:
    says = f"{_who(members)} cannot {what}: a group wheels forward about a front corner, and nobody in it goes back"
    verdict.refuse(says, "BOB-MOV-5c", "BOB-MOV-7a", "DBA22-B12.2.2")


def _by_ends(
    position: Position, members: tuple[Base, ...], move: Move, head: int | None, verdict: Verdict
) -> March | None:
    """A move given by the end places of its members. Members without an end stay behind."""
    movers = tuple(b for b in members if b.id in move.ends)
    if len(movers) < len(members):
        return _leaving_some(position, members, movers, move, verdict)
    here = tuple(b.rectangle for b in members)
    there = tuple(asked_places(members, move))
    lead = _leaders(members, here, move)
    if keeps_formation(tuple(here[i] for i in lead), tuple(there[i] for i in lead)):
        return _in_formation(position, members, here, there, lead, move, head, verdict)
    return _out_of_formation(position, members, here, there, head, verdict)


def _leaders(members: tuple[Base, ...], here: tuple[Rectangle, ...], move: Move) -> list[int]:
    """The members whose places determine the move of the formation: all, or if some dismount, those with nobody
    ahead."""
    if not move.dismount:
        return list(range(len(members)))
    return [i for i, a in enumerate(here) if not any(directly_behind(a, b) for b in here if b is not a)]


def _leaving_some(
    position: Position, members: tuple[Base, ...], movers: tuple[Base, ...], move: Move, verdict: Verdict
) -> March | None:
    """A move of only part of the group. That part must itself be a group, or form a column."""
    ends = {b.id: move.ends[b.id].rectangle(b.width, b.depth) for b in movers}
    there = list(ends.values())
    left = ", ".join(b.id for b in members if b.id not in move.ends)
    if len(movers) > 1 and column_order(there) is not None and column_order([b.rectangle for b in movers]) is None:
        return contract(position, movers, ends, verdict)
    if len(movers) > 1 and hold_together([b.rectangle for b in movers], joined):
        order = column_order([b.rectangle for b in movers])
        return _by_ends(position, movers, move, None if order is None else order[0], verdict)
    verdict.refuse(f"without {left}, who would stay, the others are no group", "DBA22-B12.2.1", "DBA22-B12.2.2")
    return None


def _in_formation(
    position: Position,
    members: tuple[Base, ...],
    here: tuple[Rectangle, ...],
    there: tuple[Rectangle, ...],
    lead: list[int],
    move: Move,
    head: int | None,
    verdict: Verdict,
) -> March | None:
    """A move in which all keep their places: an advance, a wheel with advances, or an advance with a shift near the
    enemy."""
    first, last = tuple(here[i] for i in lead), tuple(there[i] for i in lead)
    steps = steps_between(first, last)
    if steps is None:
        straight = straight_way(first, last)
        if straight is None:
            _refuse_turn(members, "get there by any wheel", verdict)
            return None
        steps = _sideways(position, members, straight, verdict)
        if steps is None:
            return None
    found = march(members, steps, head)
    return found if move.dismount else _as_asked(found, there)


def _as_asked(found: March, there: tuple[Rectangle, ...]) -> March:
    """The march to exactly the places asked for, which its steps reach within tolerance."""
    arrived = tuple(replace(b, front=a.front, facing=a.facing) for b, a in zip(found.arrived, there, strict=True))
    legs = tuple((*way[:-1], way[-1].ending(a)) for way, a in zip(found.legs, there, strict=True))
    return replace(found, arrived=arrived, legs=legs)


def _sideways(
    position: Position, members: tuple[Base, ...], way: tuple[float, float], verdict: Verdict
) -> tuple[Step, ...] | None:
    """The steps of a straight move that is not straight ahead: a shift towards an enemy, or none."""
    right, ahead = way
    if ahead < 0.0:
        _refuse_back(members, -ahead, verdict)
    width = position.scale.base_width
    dx, dy = members[0].facing
    end = [b.rectangle.moved(dy * right + dx * ahead, dy * ahead - dx * right) for b in members]
    near = [gap(a, enemy.rectangle) for enemy in position.enemies(members[0].side) for a in end]
    away = min(near, default=float("inf"))
    if ahead < 0.0 or away > width + COINCIDE:
        if right != 0.0:
            says = f"{_who(members)} would go {abs(right):.2f} mm to the side, and a group cannot go aslant or sideways"
            verdict.measure("sideways", abs(right))
            verdict.refuse(says, "BOB-MOV-7a", "BOB-MOV-8a", "DBA22-B12.2.2")
        return None
    before = max(0.0, ahead - (width - away))
    return (Step(advance=before), Step(advance=ahead - before, shift=right))


def _out_of_formation(
    position: Position,
    members: tuple[Base, ...],
    here: tuple[Rectangle, ...],
    there: tuple[Rectangle, ...],
    head: int | None,
    verdict: Verdict,
) -> March | None:
    """A move in which members change their places. Contracting is allowed; widening and all other changes are not."""
    grouped = face_alike(list(there)) and hold_together(list(there), joined)
    if grouped and frontage(list(there)) < frontage(list(here)):
        return contract(position, members, {b.id: a for b, a in zip(members, there, strict=True)}, verdict)
    if face_alike(list(there)) and frontage(list(there)) > frontage(list(here)):
        names = ["DBA22-B12.2.2"]
        if head is not None:
            names.insert(0, "BOB-MOV-7b")
        says = f"{_who(members)} would widen their front, which a group cannot: move each base by itself"
        verdict.refuse(says, *names)
    else:
        says = f"{_who(members)} would not keep their places to each other, as all do in a group move"
        verdict.refuse(says, "DBA22-B12.2.2")
    if grouped:
        verdict.cite("BOB-MOV-8a", "elements moved one by one may end as a group again, but not by a group move")
    return None


def _dismounted(position: Position, found: March, move: Move, verdict: Verdict) -> March:
    """The march in which dismounting bases become foot, in the same places, closed up from the front."""
    if not move.dismount:
        return found
    for base in found.members:
        if base.id in move.dismount and base.dismounts is None:
            verdict.refuse(f"{base.id} is not of those that can dismount", "DBA22-B12.3.1")
    changed = tuple(
        as_foot(position, b) if b.id in move.dismount and b.dismounts is not None else b for b in found.arrived
    )
    arrived = close_up(found.arrived, changed)
    for base in arrived:
        if base.id in move.ends and not coincide(base.front, move.ends[base.id].front):
            says = f"{base.id} would not end in the same place relative to the others"
            verdict.refuse(says, "BOB-PIP-7c", "DBA22-B12.3.1")
    legs = tuple((*way, leg(way[-1].end, b.rectangle, 0.0)) for way, b in zip(found.legs, arrived, strict=True))
    return replace(found, arrived=arrived, legs=legs)
