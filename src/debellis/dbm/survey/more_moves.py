"""More ideas for moves near the enemy: elements on flanks and overlaps, parts of lines, lines that line up with his."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from debellis.dbm.moving.speeds import allowance
from debellis.dbm.moving.zones import front_engaged
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.move_ideas import groups_of
from debellis.dbm.playing.state import State
from debellis.dbm.survey.files import files_of
from debellis.dbm.survey.split_moves import split_moves
from debellis.dbm.troops import service
from debellis.geometry.plane import direction, distance, turn_between, turned
from debellis.geometry.rectangle import REAR, Rectangle, overlaps
from debellis.geometry.sweep import first_touch
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.steps_between import steps_between
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.pose import Pose
from debellis.table.position import Position

Members = tuple[Base, ...]

#: Where an element may strike an enemy that nobody fights in front, and one that somebody does.
_FREE: Final = ("against", "on_left_flank_of", "on_right_flank_of", "on_rear_of")
_HELD: Final = ("overlapping_left_of", "overlapping_right_of", "on_left_flank_of", "on_right_flank_of", "on_rear_of")
#: How many files may be left out at an end of a line, and how many enemies a line tries to line up with.
_LEFT_OUT: Final = 3
_LINED_UP: Final = 3
#: The least wheel worth a move (degrees), and the share of the way left that a line goes on after it.
_LEAST: Final = 0.5
_REST: Final = 0.95
#: How far from an enemy front a line is clear of his zone, in base widths.
_CLEAR: Final = 1.02
#: How far a corner may seem to go beyond the allowance, because a curved way is measured by its chord.
_SLACK: Final = 0.5


def more_moves(state: State) -> Iterator[MoveElements]:
    """Moves of single elements and of parts of lines that the usual ideas leave out."""
    position = state.position
    pips = state.bound.pips
    groups = [
        group
        for group in groups_of(state)
        if pips.get(service(group[0]).command, 0) > 0 and not any([base.id in state.bound.acts for base in group])
    ]
    behind = {one.id for file in files_of(position.friends(state.turn)).values() for one in file}
    for group in groups:
        for base in group:
            if base.id not in behind:
                yield from _strikes(position, base)
    for group in groups:
        if len(group) > 1:
            yield from _of_line(position, group)
            yield from split_moves(position, group)


def _strikes(position: Position, base: Base) -> Iterator[MoveElements]:
    """Moves of one element to the front, a flank or the rear of an enemy, or beside a friend who fights him."""
    far = allowance(position, base) or 0.0
    for enemy in position.near_enemies(base.side, base.rectangle, far + base.width):
        for relation in _HELD if front_engaged(position, enemy) else _FREE:
            there = place(relation, enemy.rectangle, base.width, base.depth)
            if _starts_right(base, enemy, relation) and _fits(position, base, there, far):
                yield MoveElements((base.id,), path=(Pose(there.front, there.facing),))


def _starts_right(base: Base, enemy: Base, relation: str) -> bool:
    """Whether an element stands where such a move must begin: before him, beyond his flank, or behind him."""
    right, ahead = enemy.rectangle.local(base.rectangle.centre)
    if relation == "on_rear_of":
        return ahead < -enemy.depth
    if relation == "on_left_flank_of":
        return right < -0.5 * enemy.width
    if relation == "on_right_flank_of":
        return right > 0.5 * enemy.width
    return ahead > 0.0


def _fits(position: Position, base: Base, there: Rectangle, far: float) -> bool:
    """Whether a place is in reach and nobody stands in it."""
    here = base.rectangle.corners
    if any([distance(here[i], there.corners[i]) > far + _SLACK for i in (0, 1)]):
        return False
    return not any([one.id != base.id and overlaps(there, one.rectangle) for one in position.near(there)])


def _of_line(position: Position, group: Members) -> Iterator[MoveElements]:
    """Moves of a line and of its parts towards the enemies near it."""
    far = min([allowance(position, base) or 0.0 for base in group])
    if far <= 0.0:
        return
    width = position.scale.base_width
    near = _near(position, group, far + 2.0 * width)
    if not near:
        return
    for part in _parts(group):
        names = tuple([base.id for base in part])
        reach = min([allowance(position, base) or 0.0 for base in part])
        if part is not group:
            yield from _ahead(position, part, names, reach)
        yield from _short(part, names, near, reach, width)
        yield from _lining_up(part, names, near, reach)
        yield from _parallel(part, names, near, reach)


def _near(position: Position, group: Members, far: float) -> Members:
    """The enemies near a line, the nearest first."""
    found: dict[str, tuple[float, Base]] = {}
    for base in group:
        for enemy in position.near_enemies(base.side, base.rectangle, far):
            away = distance(base.front, enemy.front)
            if enemy.id not in found or away < found[enemy.id][0]:
                found[enemy.id] = (away, enemy)
    return tuple([one for _, one in sorted(found.values(), key=lambda pair: (pair[0], pair[1].id))])


def _parts(group: Members) -> Iterator[Members]:
    """A line, and the line without some files at either end or without the troops slower than the rest."""
    yield group
    lead = group[0].rectangle
    column = {base.id: round(lead.local(base.front)[0]) for base in group}
    files = sorted(set(column.values()))
    known = {group}
    for out in range(1, min(_LEFT_OUT, len(files) - 1) + 1):
        for kept in (files[out:], files[:-out], files[out:-out]):
            part = tuple([base for base in group if column[base.id] in kept])
            if len(part) > 1 and part not in known:
                known.add(part)
                yield part
    for kind in dict.fromkeys([base.kind for base in group]):
        part = tuple([base for base in group if base.kind == kind])
        if len(part) > 1 and part not in known:
            known.add(part)
            yield part


def _ahead(position: Position, part: Members, names: tuple[str, ...], far: float) -> Iterator[MoveElements]:
    """Straight ahead as far as nobody else is in the way."""
    free = far
    for base in part:
        for one in position.near(base.rectangle, far):
            if one.id not in names:
                free = min(free, first_touch(base.rectangle, base.facing, free, one.rectangle))
    if free > 1.0:
        yield MoveElements(names, steps=(Step(advance=free),))


def _short(part: Members, names: tuple[str, ...], near: Members, far: float, width: float) -> Iterator[MoveElements]:
    """Straight ahead to the edge of the zones of the enemies in front."""
    free = far + _CLEAR * width
    for base in part:
        for enemy in near:
            free = min(free, first_touch(base.rectangle, base.facing, free, enemy.rectangle))
    ahead = free - _CLEAR * width
    if 1.0 < ahead < far:
        yield MoveElements(names, steps=(Step(advance=ahead),))


def _lining_up(part: Members, names: tuple[str, ...], near: Members, far: float) -> Iterator[MoveElements]:
    """Moves of a line by which one of its elements stands front to front with an enemy."""
    here = tuple([base.rectangle for base in part])
    tried = 0
    for enemy in near:
        against = place("against", enemy.rectangle, here[0].width, here[0].depth)
        i = min(range(len(here)), key=lambda one: distance(here[one].front, against.front))
        if here[i].local(enemy.front)[1] <= 0.0 or distance(here[i].front, enemy.front) > far + here[i].width:
            continue
        tried += 1
        ends = tuple([_carried(one, here[i], against) for one in here])
        steps = steps_between(here, ends)
        if steps:
            yield MoveElements(names, steps=steps)
        else:
            right, ahead = here[i].local(enemy.front)
            if abs(right) <= 0.5 * here[i].width and ahead <= far:
                yield MoveElements(names, steps=(Step(advance=ahead), Step(shift=right)))
        if tried >= _LINED_UP:
            return


def _parallel(part: Members, names: tuple[str, ...], near: Members, far: float) -> Iterator[MoveElements]:
    """A wheel that brings a line parallel to the nearest enemy, and then on."""
    lead = part[0].rectangle
    degrees = turn_between(lead.facing, near[0].rectangle.outward(REAR))
    wide = [lead.local(base.front)[0] for base in part]
    arc = math.radians(abs(degrees)) * (max(wide) - min(wide) + lead.width)
    if abs(degrees) > _LEAST and arc < far:
        turn = Step(wheel=abs(degrees), pivot="right" if degrees > 0.0 else "left")
        yield MoveElements(names, steps=(turn,))
        yield MoveElements(names, steps=(turn, Step(advance=(far - arc) * _REST)))


def _carried(one: Rectangle, lead: Rectangle, there: Rectangle) -> Rectangle:
    """Where a rectangle ends if it keeps its place relative to another one that moves."""
    by = direction(turn_between(lead.facing, there.facing))
    x, y = turned((one.front[0] - lead.front[0], one.front[1] - lead.front[1]), by)
    return Rectangle((there.front[0] + x, there.front[1] + y), turned(one.facing, by), one.width, one.depth)
