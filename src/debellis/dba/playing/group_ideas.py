"""More ideas for moves of groups: parts of a line alone, and lines that wheel up to the enemy's line.

They are not among the suggestions. A player that searches further may ask for them. Like every idea, they must be
checked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from debellis.dba.attached import is_own_element
from debellis.dba.book import in_mm, table
from debellis.dba.fighting.fights import Fights
from debellis.dba.moving.moves import Move
from debellis.dba.playing.ideas import groups_of, ideas_for_group, reach_of
from debellis.dba.troops import move_bad, type_of
from debellis.geometry.plane import direction, distance, same_direction, turn_between, turned
from debellis.geometry.rectangle import REAR, Rectangle
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.groups import joined
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.steps_between import steps_between
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.pose import Pose
from debellis.table.position import Position

#: Distances at which a group may stop before an enemy line, in mm; 0 is contact.
_SHORT = (0.0, 12.0)

#: How many of the nearest enemies a group tries to face squarely, and how much of its move it uses after the wheel.
_SQUARELY = 2
_REST = 0.95
#: The greatest number of files of a line that stay behind when the others move on.
_LEFT_BEHIND = 4
#: The part of a move that counts as a short step.
_BIT = 0.25
#: The distance from a zone at which a base is outside it.
_OUTSIDE = 0.5

Members = tuple[Base, ...]


def more_ideas(position: Position, side: str, found: Fights) -> Iterator[Move]:
    """Moves of parts of groups, and moves of groups and their parts up to the enemy's line."""
    whole = groups_of(position, side, found)
    parts = list(_parts(position, whole))
    for members in [*whole, *parts]:
        yield from _lining_up(position, members)
        yield from _up_to_zone(position, members)
        yield from _parallel(position, members)
    for members in parts:
        yield from (move for move in ideas_for_group(position, members) if not any(s.wheel for s in move.steps))
    for members in whole:
        names = tuple(base.id for base in members)
        slow = min(reach_of(position, base) for base in members) * _BIT
        yield Move(names, steps=(Step(advance=slow),))
    yield from slow_ideas(position, side)


def _parts(position: Position, groups: list[Members]) -> Iterator[Members]:
    """The parts of groups that are groups themselves: mounted, foot, one type, the faster, all but the general."""
    known = set(groups)
    for members in groups:
        slow = min(reach_of(position, base) for base in members)
        for part in _ends_off(members):
            if part not in known:
                known.add(part)
                yield part
        for chosen in (
            tuple(b for b in members if type_of(position, b).mounted),
            tuple(b for b in members if not type_of(position, b).mounted),
            *(tuple(b for b in members if b.kind == kind) for kind in dict.fromkeys(b.kind for b in members)),
            tuple(b for b in members if reach_of(position, b) > slow),
            tuple(b for b in members if not b.general),
        ):
            for part in _joined(chosen):
                if part not in known:
                    known.add(part)
                    yield part


def _ends_off(members: Members) -> Iterator[Members]:
    """A line without some files at its ends, which an obstacle may stop; and each file alone, if it has two or more."""
    lead = members[0].rectangle
    across = sorted(members, key=lambda base: lead.local(base.front)[0])
    files = list(dict.fromkeys(round(lead.local(base.front)[0]) for base in across))
    for without in range(1, min(_LEFT_BEHIND, len(files) - 2) + 1):
        for kept in (files[without:], files[:-without], files[without:-without]):
            chosen = tuple(base for base in members if round(lead.local(base.front)[0]) in kept)
            yield from _joined(chosen)
    for file in files if len(files) > 1 else ():
        yield from _joined(tuple(base for base in members if round(lead.local(base.front)[0]) == file))


def _joined(bases: Members) -> Iterator[Members]:
    """The groups of two or more that these bases form."""
    free = list(bases)
    while free:
        together = [free.pop()]
        for base in together:
            for other in [b for b in free if joined(base.rectangle, b.rectangle)]:
                free.remove(other)
                together.append(other)
        if len(together) > 1:
            yield tuple(sorted(together, key=lambda base: base.id))


def _lining_up(position: Position, members: Members) -> Iterator[Move]:
    """Moves of the whole group up to an enemy, so that one of its members stands front to front with that enemy."""
    reach = min(reach_of(position, base) for base in members)
    here = tuple(base.rectangle for base in members)
    names = tuple(base.id for base in members)
    for i, base in enumerate(members):
        if is_own_element(base):
            continue
        for enemy in position.enemies(base.side):
            if distance(base.front, enemy.front) > reach + base.width:
                continue
            for short in _SHORT:
                there = place("against", enemy.rectangle, base.width, base.depth).advanced(-short)
                ends = tuple(_carried(one, here[i], there) for one in here)
                steps = steps_between(here, ends)
                if steps:
                    yield Move(names, steps=steps)
                elif _shifts(position, here[0], ends[0]):
                    yield Move(names, ends={n: Pose(e.front, e.facing) for n, e in zip(names, ends, strict=True)})


def _shifts(position: Position, here: Rectangle, there: Rectangle) -> bool:
    """Whether a group would move ahead and slightly sideways, as it may to line up with an enemy."""
    if not same_direction(here.facing, there.facing):
        return False
    right, ahead = here.local(there.front)
    most = position.scale.base_widths(table(position, "group")["sideways_shift_max_bw"])
    return 0.0 < abs(right) <= most and ahead >= 0.0


def _up_to_zone(position: Position, members: Members) -> Iterator[Move]:
    """A move straight ahead to the edge of the enemy's zones."""
    reach = min(reach_of(position, base) for base in members)
    zone = position.scale.base_widths(table(position, "zone")["depth_bw"])
    free = reach + zone
    for base in members:
        for enemy in position.enemies(base.side):
            if distance(base.rectangle.centre, enemy.rectangle.centre) < free + base.width + enemy.rectangle.radius:
                free = min(free, free_slide(base.rectangle, base.facing, free, enemy.rectangle))
    far = free - zone - _OUTSIDE
    if 1.0 < far < reach:
        yield Move(tuple(base.id for base in members), steps=(Step(advance=far),))


def _parallel(position: Position, members: Members) -> Iterator[Move]:
    """A wheel that makes the group face the nearest enemies squarely, then the rest of the move straight ahead."""
    lead = members[0].rectangle
    enemies = sorted(position.enemies(members[0].side), key=lambda e: (distance(e.rectangle.centre, lead.centre), e.id))
    reach = min(reach_of(position, base) for base in members)
    wide = max(abs(lead.local(base.front)[0]) for base in members) * 2.0 + lead.width
    names = tuple(base.id for base in members)
    for enemy in enemies[:_SQUARELY]:
        degrees = turn_between(lead.facing, enemy.rectangle.outward(REAR))
        arc = math.radians(abs(degrees)) * wide
        if abs(degrees) > 0.5 and arc < reach:
            turn = Step(wheel=abs(degrees), pivot="right" if degrees > 0.0 else "left")
            yield Move(names, steps=(turn,))
            yield Move(names, steps=(turn, Step(advance=(reach - arc) * _REST)))


def slow_ideas(position: Position, side: str) -> Iterator[Move]:
    """Short moves straight ahead of single elements, for rivers and bad going."""
    for base in position.friends(side):
        slow = in_mm(position, move_bad(position, base.kind))
        for far in (slow, slow * 0.5):
            if 0.5 < far < reach_of(position, base):
                there = base.rectangle.advanced(far)
                yield Move((base.id,), path=(Pose(there.front, there.facing),))


def _carried(one: Rectangle, lead: Rectangle, there: Rectangle) -> Rectangle:
    """Where a rectangle ends if it keeps its place relative to another one that moves."""
    by = direction(turn_between(lead.facing, there.facing))
    x, y = turned((one.front[0] - lead.front[0], one.front[1] - lead.front[1]), by)
    return Rectangle((there.front[0] + x, there.front[1] + y), turned(one.facing, by), one.width, one.depth)
