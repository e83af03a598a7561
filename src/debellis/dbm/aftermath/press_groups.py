"""Which groups could press forward at all: whether anybody can, found exactly, and the widest group round a victor.

Whoever may press some distance may press a very short one, since nothing that bars a short way lets a longer one pass.
So a very short press decides. A group takes along who stands behind its elements or touches them in front, and leaves
out whoever may not press; what is left and hangs together is the widest group, and all others are parts of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from debellis.dbm.aftermath.obstructions import ground_stops, present
from debellis.dbm.aftermath.press_conditions import fault_of_combats, fault_of_troops, moved_straight
from debellis.dbm.aftermath.pursuit import FLEE
from debellis.dbm.commands import is_demoralised, is_unreliable
from debellis.dbm.going import DIFFICULT
from debellis.dbm.moving.speeds import allowance, parts, spend
from debellis.dbm.moving.zones import met, straight_before
from debellis.dbm.troops import is_holder, is_skirmisher
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.groups import frontage, joined
from debellis.manoeuvre.legs import leg
from debellis.manoeuvre.stops import base_stops, edge_stops
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: A press so short (mm) decides whether any distance can be pressed.
SHORT = 0.1


def pressing_groups(
    position: Position, side: str, outcomes: dict[str, str], pressed: Iterable[str]
) -> list[tuple[Base, ...]]:
    """The widest groups that may press forward, each with an element whose frontal opponent fled.

    A file of a victor by itself, where it is a group, comes after them. The list is empty if nobody may press.
    """
    victors = [name for name, fate in outcomes.items() if fate == FLEE and position.has_base(name)]
    victors = sorted(name for name in victors if position.base(name).side == side)
    if not victors:
        return []
    sets = _Sets(position, side, outcomes, frozenset(pressed))
    found: dict[frozenset[str], None] = {}
    for whole in (True, False):
        for name in victors:
            group = sets.widest(name) if whole else sets.file(name)
            if group:
                found[group] = None
    return [tuple([base for base in position.friends(side) if base.id in group]) for group in found]


class _Sets:
    """The elements of a side that may press, each with those who must come along."""

    def __init__(self, position: Position, side: str, outcomes: dict[str, str], pressed: frozenset[str]) -> None:
        self.position = position
        self.friends = [base for base in position.friends(side) if not is_holder(base)]
        self.holders = [base for base in position.friends(side) if is_holder(base)]
        fit = {base.id for base in self.friends if base.id not in pressed and _is_fit(position, base, outcomes)}
        self.with_it = {base.id: self._closure(base) for base in self.friends}
        fit = {name for name in fit if self._is_covered(name)}
        self.usable = {name for name in fit if self.with_it[name] <= fit}
        self.difficult = {name for name in self.usable if _in_difficult(position, position.base(name))}

    def widest(self, victor: str) -> frozenset[str]:
        """The widest group with a victor; a file of its own in difficult going, where no wider one can be."""
        left = {name for name in self.usable if not self.with_it[name] & self.difficult}
        while victor in left:
            group = self._together(victor, left)
            wrong = {name for name in group if self._crosses(name, group)}
            if not wrong:
                return frozenset(group) if len(group) > 1 else frozenset()
            left = {name for name in left if not self.with_it[name] & wrong}
        return self.file(victor)

    def file(self, victor: str) -> frozenset[str]:
        """A victor with those who must come along, if they are a group one element wide."""
        group = self.with_it[victor]
        places = [self.position.base(name).rectangle for name in group]
        if victor not in self.usable or len(group) < _FEWEST or frontage(places) > 1:
            return frozenset()
        if len(self._together(victor, set(group))) < len(group) or any(self._crosses(name, group) for name in group):
            return frozenset()
        return group

    def _closure(self, base: Base) -> frozenset[str]:
        """An element with all ranks behind it, and those who touch it in front and theirs."""
        found = [base]
        for one in found:
            known = {other.id for other in found}
            near = [friend for friend in self.friends if friend.id not in known]
            found += [f for f in near if directly_behind(f.rectangle, one.rectangle)]
            ahead = base_stops([f for f in near if f not in found], one, one.facing, SHORT, COINCIDE)
            found += [self.position.base(stop.id) for stop in ahead]
        return frozenset(other.id for other in found)

    def _is_covered(self, name: str) -> bool:
        """Whether an element is no skirmisher, or stands behind one that is none, and no holders are in its way."""
        base = self.position.base(name)
        if base_stops(self.holders, base, base.facing, SHORT, COINCIDE):
            return False
        if not _is_light(self.position, base):
            return True
        ahead = [self.position.base(other) for other in self.with_it[name] if other != name]
        before = [other for other in ahead if directly_behind(base.rectangle, other.rectangle)]
        return any(self._is_covered(other.id) for other in before)

    def _together(self, victor: str, left: set[str]) -> set[str]:
        """Those who hang together with a victor, facing as he does, with all who must come along."""
        found = [victor]
        facing = self.position.base(victor).facing
        for name in found:
            here = self.position.base(name)
            for other in sorted(left - set(found)):
                there = self.position.base(other)
                if same_direction(there.facing, facing) and joined(here.rectangle, there.rectangle):
                    found.append(other)
        kept = {name for name in found if self.with_it[name] <= set(found)}
        return set(found) if len(kept) == len(found) else self._together(victor, kept) if victor in kept else set()

    def _crosses(self, name: str, group: Iterable[str]) -> bool:
        """Whether an element is in, or comes into, the zone of an enemy who is straight ahead of none of its group."""
        base = self.position.base(name)
        way = (leg(base.rectangle, base.rectangle.advanced(SHORT), SHORT),)
        places = [self.position.base(other).rectangle for other in group]
        enemies = met(self.position, base.side, way)
        return any(not any(straight_before(one, enemy.rectangle) for one in places) for enemy in enemies)


#: A single element is no group.
_FEWEST = 2


def _is_light(position: Position, base: Base) -> bool:
    return all(is_skirmisher(position.edition, part) for part in parts(base))


def _is_fit(position: Position, base: Base, outcomes: dict[str, str]) -> bool:
    """Whether an element may press forward, whoever goes with it."""
    if fault_of_troops(position, (base,)) or is_demoralised(position, base) or is_unreliable(position, base):
        return False
    if fault_of_combats(position, base, outcomes) or not moved_straight(position, (base,), Finding()):
        return False
    if not allowance(position, base):
        return False
    enemies = [other for other in present(position) if other.side != base.side and not _is_light(position, other)]
    stops = [
        *base_stops(enemies, base, base.facing, SHORT, COINCIDE),
        *ground_stops(position, base, base.facing, SHORT),
        *edge_stops(position.size, base, base.facing, SHORT),
    ]
    return not stops


def _in_difficult(position: Position, base: Base) -> bool:
    if all(part.type == "Ps" for part in parts(base)):
        return False
    way = (leg(base.rectangle, base.rectangle.advanced(SHORT), SHORT),)
    return DIFFICULT in spend(position, base, way, SHORT).goings
