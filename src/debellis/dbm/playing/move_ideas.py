"""Ideas for moves: whole groups ahead, into contact, lining up or wheeling, marches far from the enemy, and halts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from debellis.battle.phase import Shuffle, drawn
from debellis.dbm.commands import is_demoralised
from debellis.dbm.going import GOOD, WATER
from debellis.dbm.grouping.groups import MARCH, partners
from debellis.dbm.measures import paces
from debellis.dbm.moving.passing import AHEAD, may_pass
from debellis.dbm.moving.speeds import allowance, is_immobile, is_naval
from debellis.dbm.moving.zones import front_engaged
from debellis.dbm.playing.actions import Action, Halt, MoveElements
from debellis.dbm.playing.boarding import ideas as boarding_ideas
from debellis.dbm.playing.formation_ideas import ideas as formation_ideas
from debellis.dbm.playing.mounting import ideas as mounting_ideas
from debellis.dbm.playing.state import State
from debellis.dbm.spontaneous.impetuous import is_impetuous
from debellis.dbm.troops import has_moved, service, troop
from debellis.dbm.works import TF, kind_of, works_on
from debellis.geometry.plane import COINCIDE, distance, opposite_direction, turn_between
from debellis.geometry.sweep import first_touch
from debellis.geometry.turning import arc_degrees
from debellis.manoeuvre.legs import crosses, leg
from debellis.manoeuvre.pushing import until_ground
from debellis.manoeuvre.steps import Step
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.grid import Sides
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position

_NEAREST = Memory[float]("how near the nearest enemy of an element is")

#: So many ideas are given at most, in order.
_MOST = 60
#: So many elements of a group are tried by themselves.
_FEW = 4
#: Wheels worth trying are between these (degrees).
_LEAST_WHEEL, _MOST_WHEEL = 2.0, 40.0
#: So near an enemy it is worth going at him.
_STRAIGHT_ON = 1.5


def groups_of(state: State) -> list[tuple[Base, ...]]:
    """The groups of the active side by command, the largest first; every element that cannot move is left out."""
    position = state.position
    waiting = {b.id: b for b in position.friends(state.turn) if not is_immobile(b) and not front_engaged(position, b)}
    found: list[tuple[Base, ...]] = []
    while waiting:
        _, first = waiting.popitem()
        members = [first]
        for one in members:
            for friend in partners(position, one):
                same = service(friend).command == service(first).command
                if same and friend.id in waiting:
                    members.append(waiting.pop(friend.id))
        found.append(tuple(sorted(members, key=lambda base: (len(base.id), base.id))))
    return sorted(found, key=lambda group: (-len(group), group[0].id))


def ideas(state: State, shuffle: Shuffle | None = None) -> Iterator[Action]:
    """What may be worth ordering now, the most promising first, or in any order."""
    if shuffle is not None:
        return drawn(sources(state), shuffle)
    return islice(chain.from_iterable(sources(state)), _MOST)


def sources(state: State) -> list[Iterable[Action]]:
    """The same by groups and kinds of orders. Nothing is worked out before it is asked for."""
    position = state.position
    paid = [group for group in groups_of(state) if state.bound.pips.get(service(group[0]).command, 0) > 0]
    found: list[Iterable[Action]] = []
    for group in paid:
        names = tuple([base.id for base in group])
        if not any(name in state.bound.acts and MARCH not in state.bound.acts[name] for name in names):
            found.append(_of_group(state, position, group, names))
    resting = [group for group in paid if not any(base.id in state.bound.acts for base in group)]
    found += [_of_few(state, position, group) for group in resting if len(group) > 1]
    unmoved = {group[0].id for group in resting}
    for group in paid:
        if group[0].id in unmoved:
            found.append(_in_formation(position, group))
            if is_demoralised(position, group[0]):
                found.append(_back(position, group))
        found.append(mounting_ideas(state, group))
        found.append(boarding_ideas(state, group))
    found += [_halts(state, group) for group in resting]
    return found


def _in_formation(position: Position, group: tuple[Base, ...]) -> Iterator[Action]:
    yield from formation_ideas(position, group, nearest_enemy(position, group))


def _halts(state: State, group: tuple[Base, ...]) -> Iterator[Action]:
    if any(_goes_alone(state, base) for base in group):
        yield Halt(tuple(base.id for base in group))
    if is_demoralised(state.position, group[0]):
        for base in group[:_FEW] if len(group) > 1 else ():
            yield Halt((base.id,))


def _back(position: Position, group: tuple[Base, ...]) -> Iterator[Action]:
    """Single elements straight back, and a group that has turned about: what a demoralised command may still do."""
    for base in group[:_FEW]:
        behind = base.rectangle.advanced(-_far(position, base))
        yield MoveElements((base.id,), path=(Pose(behind.front, behind.facing),))
    if len(group) > 1:
        far = min(_far(position, base) for base in group)
        yield MoveElements(tuple(base.id for base in group), steps=(Step(advance=far),), about=True)


def ideas_for(state: State, group: tuple[Base, ...]) -> Iterator[Action]:
    """Moves of one group, or of one element by itself."""
    return _of_group(state, state.position, group, tuple(base.id for base in group))


def _goes_alone(state: State, base: Base) -> bool:
    return is_impetuous(state.position, troop(base)) or is_demoralised(state.position, base)


def _of_group(state: State, position: Position, group: tuple[Base, ...], names: tuple[str, ...]) -> Iterator[Action]:
    """Moves of a whole group, or of one element by itself."""
    far = min(_far(position, base) for base in group)
    if far <= 0.0:
        return
    near = nearest_enemy(position, group)
    limit = paces(position, float(table(position, "distances")["march_limit"]))
    if not any(has_moved(position, base) for base in group) and near - far >= limit:
        yield MoveElements(names, steps=(Step(advance=far),), march=True)
    if any(base.id in state.bound.acts for base in group):
        return
    yield from _contact(position, group, names, far)
    yield from _wheel(position, group, names, far)
    free = min(far, max(0.0, _free_ahead(position, group, far)))
    if free > 1.0:
        yield MoveElements(names, steps=(Step(advance=free),))
        yield MoveElements(names, steps=(Step(advance=free * 0.5),))


def _far(position: Position, base: Base) -> float:
    """How far an element goes at most: vessels on water, all others in good going."""
    return allowance(position, base, WATER if is_naval(position, troop(base)) else GOOD) or 0.0


def nearest_enemy(position: Position, group: tuple[Base, ...]) -> float:
    """How near the nearest enemy is at least: between the circles round him and round any of a group."""
    return min((_nearest_of(position, base) for base in group), default=math.inf)


def _nearest_of(position: Position, base: Base) -> float:
    return _NEAREST.of(position.by_side, base.id, lambda sides: _nearest_to(sides, base))


def _nearest_to(sides: Sides, base: Base) -> float:
    place = base.rectangle
    return min(
        (
            distance(place.centre, enemy.rectangle.centre) - place.radius - enemy.rectangle.radius
            for enemy in sides.enemies(base.side)
        ),
        default=math.inf,
    )


def _free_ahead(position: Position, group: tuple[Base, ...], far: float) -> float:
    """How far a group may go straight ahead before it touches anybody that is not of it."""
    names = {base.id for base in group}
    free = far
    for base in group:
        for other in position.near(base.rectangle, far):
            reach = far + base.rectangle.radius + other.rectangle.radius
            if other.id not in names and distance(base.rectangle.centre, other.rectangle.centre) <= reach:
                free = min(free, first_touch(base.rectangle, base.facing, free, other.rectangle))
        for piece, _ in works_on(position):
            free = min(free, until_ground(base.rectangle, base.facing, free, piece.ground))
    return free


def _climb(position: Position, base: Base) -> Iterator[Action]:
    """Straight over earthworks at the front of an element."""
    for piece, section in works_on(position):
        if kind_of(piece) == TF and until_ground(base.rectangle, base.facing, 1.0, piece.ground) <= COINCIDE:
            end = base.rectangle.advanced(section.depth + base.depth)
            yield MoveElements((base.id,), path=(Pose(end.front, end.facing),))
            return


def _contact(position: Position, group: tuple[Base, ...], names: tuple[str, ...], far: float) -> Iterator[Action]:
    """Straight into an enemy that faces the group, shifted by what lines up with him."""
    side = group[0].side
    half = position.scale.base_width * 0.5
    for base in group:
        for enemy in position.near_enemies(side, base.rectangle, far * _STRAIGHT_ON + base.width + base.depth):
            right, ahead = base.rectangle.local(enemy.front)
            if not 0.0 < ahead <= far * _STRAIGHT_ON or abs(right) > base.width:
                continue
            if opposite_direction(base.facing, enemy.facing) and ahead <= far and abs(right) <= half:
                shift = (Step(shift=right),) if abs(right) > 0.01 else ()
                yield MoveElements(names, steps=(Step(advance=ahead), *shift))
                if len(names) == 1 and _gets_to(position, base, Pose(enemy.front, base.facing), far):
                    yield MoveElements(names, path=(Pose(enemy.front, base.facing),))
            elif len(names) == 1 and distance(base.front, enemy.front) <= far + base.width:
                x, y = enemy.facing
                there = Pose(enemy.front, (-x, -y))
                if _gets_to(position, base, there, far):
                    yield MoveElements(names, path=(there,))


def _gets_to(position: Position, base: Base, there: Pose, far: float) -> bool:
    """Whether an element may get to a place: not if it is further than a move, or somebody stands in the way."""
    place = there.rectangle(base.width, base.depth)
    way = leg(base.rectangle, place)
    if way.length > far + COINCIDE:
        return False
    for other in position.near(place, far):
        if other.id == base.id or not crosses(way, other.rectangle):
            continue
        if other.side != base.side or not may_pass(position, base, other, AHEAD):
            return False
    return True


def _wheel(position: Position, group: tuple[Base, ...], names: tuple[str, ...], far: float) -> Iterator[Action]:
    """A wheel that turns the group towards the nearest enemy, as far as its outer corner goes, then straight on."""
    enemies = position.enemies(group[0].side)
    if not enemies:
        return
    lead = group[0].rectangle
    target = min(enemies, key=lambda enemy: (distance(lead.front, enemy.rectangle.centre), enemy.id))
    x, y = target.rectangle.centre
    off = turn_between(lead.facing, (x - lead.front[0], y - lead.front[1]))
    wide = max(abs(lead.local(corner)[0]) for base in group for corner in base.rectangle.corners[:2])
    most = min(_MOST_WHEEL, abs(off), arc_degrees(wide + position.scale.base_width, far) * 0.9)
    if most >= _LEAST_WHEEL:
        yield MoveElements(names, steps=(Step(wheel=most, pivot="right" if off > 0.0 else "left"),))


def _of_few(state: State, position: Position, group: tuple[Base, ...]) -> Iterator[Action]:
    """Moves of the elements of a group that are nearest the enemy, into contact or straight ahead by themselves."""
    enemies = position.enemies(state.turn)
    if not enemies:
        return
    nearest = sorted(group, key=lambda base: (nearest_enemy(position, (base,)), base.id))
    for base in nearest[:_FEW]:
        far = _far(position, base)
        yield from _contact(position, (base,), (base.id,), far)
        free = _free_ahead(position, (base,), far)
        if free > 1.0:
            x, y = base.facing
            ahead = Pose((base.front[0] + x * free, base.front[1] + y * free), base.facing)
            yield MoveElements((base.id,), path=(ahead,))
        yield from _climb(position, base)
