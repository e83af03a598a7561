"""Pressing forward: a group of foot moves straight ahead. Skirmishers flee before it; other enemies stop it."""

from __future__ import annotations

from functools import partial
from typing import Any

from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.forks import FIRST, HAND, LEFT, ORDER, RIGHT, Choices, standing
from debellis.dbm.aftermath.holding import front_opponents
from debellis.dbm.aftermath.obstructions import WORKS, ground_stops, present
from debellis.dbm.aftermath.press_conditions import may_press
from debellis.dbm.aftermath.pursuit import DESTROYED, FLEE, RECOIL
from debellis.dbm.going import DIFFICULT
from debellis.dbm.grouping.groups import front_rank, names_each_once
from debellis.dbm.measures import in_paces
from debellis.dbm.moving.contacting import ending
from debellis.dbm.moving.speeds import parts, spend
from debellis.dbm.moving.zones import met, straight_before
from debellis.dbm.troops import is_skirmisher
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.groups import frontage
from debellis.manoeuvre.legs import leg
from debellis.manoeuvre.stops import Stop, base_stops, edge_stops, fronts_of, nearest, slid
from debellis.table.bases import Base
from debellis.table.board import EDGES
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, NUMBER, WHOLE, BadQuestion, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: A smaller share of a move counts as zero.
_SHARE = 1e-4
#: A press meets an element if it touches it within this distance beyond its end (mm).
_TOUCHING = 3.0 * COINCIDE


class Press(Value, frozen=True):
    """The result of a press forward: the position, the distance, the elements that fled, and the losses."""

    position: Position
    distance: float
    fled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def press(
    position: Position,
    names: tuple[str, ...],
    far: float,
    edge: str | None,
    finding: Finding,
    choices: Choices = FIRST,
) -> Press | None:
    """Move a group straight ahead as far as declared, or until something stops it. None if it may not press.

    `choices` are those of the owner of enemies who flee before it.
    """
    bases = tuple(position.base(name) for name in names)
    if not _within_reach(position, bases, far, finding):
        return None
    limit = _short_of_works(position, bases, far, finding)
    if not _way_is_open(position, bases, limit, finding) or not _begins(position, bases, limit, finding):
        return None
    done = _drive_off(Press(position, limit), names, edge, choices, finding)
    limit = min(limit, nearest(_enemies_ahead(done.position, bases, limit, skirmishers=False)))
    on = _keeps_to_zones(done.position, bases, limit, finding)
    pressed = _arrive(replace(done, distance=limit), bases, finding) if on else None
    # Their owner may have sent those who flee where the group cannot go on: they have fled all the same.
    return replace(done, distance=0.0) if pressed is None and choices.asks else pressed


def _begins(position: Position, bases: tuple[Base, ...], far: float, finding: Finding) -> bool:
    """Whether a group can go any distance before works or enemies other than skirmishers stop it."""
    stop = nearest(_enemies_ahead(position, bases, far, skirmishers=False))
    if min(far, stop) > COINCIDE:
        return True
    if stop <= far:
        finding.cite(
            "DBM32-P25-press-newenemy", "enemies who do not flee stand right before it: it cannot press at all"
        )
    return False


def _within_reach(position: Position, bases: tuple[Base, ...], far: float, finding: Finding) -> bool:
    """Whether the slowest element of a group can move the distance."""
    for base in bases:
        way = (leg(base.rectangle, base.rectangle.advanced(far), far),)
        if spend(position, base, way, far).share > 1.0 + _SHARE:
            sentence = f"{in_paces(position, far):.0f} paces are more than the tactical move of {base.id}"
            finding.cite("DBM32-P25-press-distance", sentence)
            return False
    return True


def _short_of_works(position: Position, bases: tuple[Base, ...], far: float, finding: Finding) -> float:
    """The distance a group can go before it meets works."""
    stops = [stop for base in bases for stop in ground_stops(position, base, base.facing, far) if stop.what == WORKS]
    if stops:
        first = min(stops, key=lambda stop: stop.at)
        finding.cite("DBM32-P25-press-fort", f"the press stops at {first.id} after {first.at:g} mm")
        return first.at
    return far


def _way_is_open(position: Position, bases: tuple[Base, ...], far: float, finding: Finding) -> bool:
    """Whether neither friends nor ground block a group from moving a distance straight ahead."""
    names = {base.id for base in bases}
    friends = [other for other in present(position) if other.side == bases[0].side and other.id not in names]
    for base in bases:
        stops = [
            *base_stops(friends, base, base.facing, far, COINCIDE),
            *ground_stops(position, base, base.facing, far),
            *edge_stops(position.size, base, base.facing, far),
        ]
        if stops:
            finding.cite("DBM32-P25-press-restrictions", f"{stops[0].id} is in the way of {base.id}")
            return False
    if frontage([base.rectangle for base in bases]) == 1 or all(p.type == "Ps" for base in bases for p in parts(base)):
        return True
    for base in bases:
        way = (leg(base.rectangle, base.rectangle.advanced(far), far),)
        if DIFFICULT in spend(position, base, way, far).goings:
            sentence = f"{base.id} would be in difficult going in a group more than one element wide"
            finding.cite("DBM32-P25-press-restrictions", sentence)
            return False
    return True


def _enemies_ahead(position: Position, bases: tuple[Base, ...], far: float, *, skirmishers: bool) -> list[Stop]:
    """The enemies in the way of a group within a distance, skirmishers or others, nearest first."""
    enemies = [e for e in present(position) if e.side != bases[0].side and _is_light(position, e) == skirmishers]
    stops = [stop for base in bases for stop in base_stops(enemies, base, base.facing, far, COINCIDE)]
    return sorted(stops, key=lambda stop: (round(stop.at, 3), stop.id))


def _is_light(position: Position, base: Base) -> bool:
    return all(is_skirmisher(position.edition, part) for part in parts(base))


def _drive_off(done: Press, names: tuple[str, ...], edge: str | None, choices: Choices, finding: Finding) -> Press:
    """Make the skirmishers flee that would be in the way, once each, in the order their owner says.

    Those who are in the way again are destroyed.
    """
    bases = tuple(done.position.base(name) for name in names)
    edges = () if edge is None else (edge,)
    how = How(pressed_by=names[0], open_edges=edges, choices=choices)
    while True:
        reach = min(done.distance, nearest(_enemies_ahead(done.position, bases, done.distance, skirmishers=False)))
        stops = _enemies_ahead(done.position, bases, reach + _TOUCHING, skirmishers=True)
        if not stops:
            return done
        fresh = tuple([stop.id for stop in stops if stop.id not in done.fled])
        if fresh:
            order = choices.in_order(fresh[0], fresh, partial(_ended, done, edges, names))
            done = _flee_in(done, order, how, finding)
            continue
        name = stops[0].id
        finding.cite("DBM32-P25-press-skirm-hit", f"{name} fled, had to deviate and is caught: it is destroyed")
        done = replace(done, position=done.position.without(name), lost=(*done.lost, name))


def _flee_in(done: Press, order: tuple[str, ...], how: How, finding: Finding) -> Press:
    """The flights of skirmishers in the way, one after the other; who has been swept along does not flee again."""
    for name in order:
        if name in done.fled or not done.position.has_base(name):
            continue
        finding.cite("DBM32-P25-press-skirm-flee", f"{name} would be in the way of the press and flees untouched")
        ran = flee(done.position, name, how, finding)
        fled = (*done.fled, name, *ran.fled)
        done = replace(done, position=ran.position, fled=fled, lost=(*done.lost, *ran.lost))
    return done


def _ended(done: Press, edges: tuple[str, ...], names: tuple[str, ...], order: tuple[str, ...]) -> object:
    """How the flights end in an order, to compare it with others."""
    tried = _flee_in(done, order, How(pressed_by=names[0], open_edges=edges), Finding())
    return (standing(tried.position), frozenset(tried.lost))


def _keeps_to_zones(position: Position, bases: tuple[Base, ...], far: float, finding: Finding) -> bool:
    """Whether a group goes straight at every enemy whose zone it passes, and so crosses no enemy front."""
    for base in bases:
        way = (leg(base.rectangle, base.rectangle.advanced(far), far),)
        for enemy in met(position, base.side, way) if far > COINCIDE else ():
            if not any(straight_before(one.rectangle, enemy.rectangle) for one in bases):
                sentence = f"{base.id} would cross the front of {enemy.id}, no part of which is straight ahead"
                finding.cite("DBM32-P25-press-restrictions", sentence)
                return False
    return True


def _arrive(done: Press, bases: tuple[Base, ...], finding: Finding) -> Press | None:
    """Place a group at the end of its press. If it touches enemies, at least one element must be in legal contact."""
    position, far = done.position, done.distance
    fresh: list[str] = []
    legal = False
    for base in bases:
        end = base.rectangle.advanced(far)
        found = ending(position, base, end)
        new = [enemy.id for enemy in found.touched if not meet(base.rectangle, enemy.rectangle).touching]
        fresh += [name for name in new if name not in fresh]
        legal = legal or any(one.enemy in new for one in found.legal)
    if fresh and not legal:
        sentence = f"it would touch {' and '.join(fresh)}, and none of it in a position of legal contact"
        finding.cite("DBM32-P25-press-restrictions", sentence)
        return None
    for base in bases:
        position = position.with_base(slid(base, base.facing, far))
    others = [name for name in fresh if not _is_light(position, position.base(name))]
    if others:
        sentence = f"the press ends in contact with {' and '.join(others)}, whom it fights in the next bound"
        finding.cite("DBM32-P25-press-newenemy", sentence)
    return replace(done, position=position)


def _as_they_stand(position: Position, bases: tuple[Base, ...]) -> dict[str, str]:
    """The fate of frontal opponents if it is not stated: they fled, unless an enemy is still on a front edge."""
    first = [bases[i] for i in front_rank([base.rectangle for base in bases])]
    return {base.id: "no_effect" if front_opponents(position, base) else FLEE for base in first}


def ask_press_forward(
    position: Position,
    *,
    group: tuple[str, ...],
    distance: float,
    outcomes: dict[str, str] | None = None,
    unfought: int = 0,
    enemy_edge: str | None = None,
    choice: str = LEFT,
    order: tuple[str, ...] = (),
) -> Ruling:
    """Answers whether a group may press forward a distance, how far it gets, who flees, and whom it ends touching."""
    leave, finding = Verdict(), Finding()
    if distance < 0.0:
        raise BadQuestion("distance must not be less than 0 mm", "distance")
    names = group
    bases = tuple(position.base(name) for name in names)
    refused: dict[str, Any] = {"legal": False, "distance": 0.0, "fled": [], "lost": [], "in_contact": []}
    fought = _as_they_stand(position, bases) if outcomes is None else outcomes
    if not names_each_once(group, leave):
        return leave.rule("press_forward", refused)
    if not may_press(position, bases, fought, unfought, leave):
        return leave.rule("press_forward", refused)
    chosen = Choices(preferred=((HAND, (choice,)), (ORDER, order)))
    done = press(position, names, distance, enemy_edge, finding, chosen)
    if done is None:
        return finding.rule("press_forward", refused)
    touched = {
        enemy.id: None
        for name in names
        for enemy in done.position.enemies(bases[0].side)
        if meet(done.position.base(name).rectangle, enemy.rectangle).touching
    }
    answer = {
        "legal": True,
        "distance": done.distance,
        "fled": list(done.fled),
        "lost": list(done.lost),
        "in_contact": list(touched),
        "pips": 0,
        "fronts": fronts_of(done.position),
    }
    leave.absorb(finding)
    return leave.rule("press_forward", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "press_forward",
        "whether a group may press forward, how far it gets, who flees before it and whom it ends touching",
        {
            "group": list_of(BASE),
            "distance": NUMBER,
            "outcomes": table_of(one_of(DESTROYED, RECOIL, FLEE, "no_effect")).or_none(),
            "unfought": WHOLE.or_none(),
            "enemy_edge": one_of(*EDGES).or_none(),
            "choice": one_of(LEFT, RIGHT).or_none(),
            "order": list_of(BASE).or_none(),
        },
        ask_press_forward,
    ),
)
