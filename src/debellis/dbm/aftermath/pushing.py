"""Going straight back: whom the recoiler and the elements it pushes meet, pass or push, and how far the chain gets."""

from __future__ import annotations

from collections.abc import Iterable

from debellis.dbm.aftermath.friends import is_psiloi, may_embark, may_pass, may_push
from debellis.dbm.aftermath.obstructions import ground_stops, present
from debellis.geometry.plane import COINCIDE, SLIGHT, same_direction
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.backing_into import Parts, parts_met
from debellis.manoeuvre.pushing import clearing
from debellis.manoeuvre.stops import ENEMY, FRIEND, Stop, backwards, base_stops, edge_stops, nearest, slid
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value

PASS, PUSH, EMBARK = "pass", "push", "embark"


class PushPlan(Value, frozen=True):
    """A chain computed before any element moves: how far each goes back, who passes whom, how far the recoiler gets.

    `blocked` gives the elements that stop the recoiler, each with its obstacle, in the order of the chain.
    """

    moved: dict[str, float]
    pushed: tuple[tuple[str, str], ...]
    passed: tuple[tuple[str, str], ...]
    got: float
    blocked: tuple[tuple[str, Stop], ...]
    embarked: tuple[tuple[str, str], ...] = ()


class Ways(Value, frozen=True):
    """How elements that go back treat friends whom they may either pass through or push.

    `told` holds for single elements and `usual` for all others. Only who `looks` is told who had the choice.
    """

    usual: str = PUSH
    told: tuple[tuple[str, str], ...] = ()
    looks: bool = False

    def of(self, name: str) -> str:
        return next((way for one, way in self.told if one == name), self.usual)


class Chain:
    """A recoiler and all elements it may push, as they stand before the recoil."""

    def __init__(
        self,
        position: Position,
        base: Base,
        ways: Ways,
        apart_from: Iterable[str],
        left: Iterable[str] = (),
    ) -> None:
        self.position = position
        self.base = base
        self.ways = ways
        self.open: dict[str, None] = {}
        self.left = frozenset(left)
        self.towards = backwards(base)
        away = frozenset(apart_from)
        bases = [other for other in present(position) if other.id not in away]
        self.friends = [other for other in bases if other.side == base.side]
        self.enemies = [other for other in bases if other.side != base.side]
        self.moved: dict[str, float] = {}
        self.pushed: dict[str, str] = {}
        self.passed: dict[str, list[str]] = {}
        self.stuck: dict[str, list[Stop]] = {}
        self.embarked: dict[str, str] = {}

    def plan(self, far: float) -> PushPlan:
        """The chain of a recoil by a given distance."""
        self.moved, self.pushed, self.passed, self.stuck = {self.base.id: far}, {}, {}, {}
        self.embarked = {}
        pending = [self.base]
        while pending:
            pending += self._set_off(pending.pop(0))
        blocked: list[tuple[str, Stop]] = []
        got = far
        for name, share in self.moved.items():
            limit = nearest(self._stops(self.position.base(name), share))
            got = min(got, max(0.0, far - share + limit))
        if got < far - COINCIDE:
            for name, share in self.moved.items():
                stops = self._stops(self.position.base(name), share)
                blocked += [(name, stop) for stop in stops if far - share + stop.at <= got + COINCIDE]
        else:
            got = far
        pushes = tuple((pusher, name) for name, pusher in self.pushed.items())
        passes = tuple((mover, name) for mover, names in self.passed.items() for name in names)
        return PushPlan(dict(self.moved), pushes, passes, got, tuple(blocked), tuple(self.embarked.items()))

    def _set_off(self, mover: Base) -> list[Base]:
        """Apply a mover to the friends in its way. Returns the elements that now move, or move further than before."""
        off: list[Base] = []
        far = self.moved[mover.id]
        for free, friend in self._met(mover, far):
            if far - free <= self.moved.get(friend.id, 0.0) + SLIGHT:
                continue
            way = self._way(mover, friend, far)
            if isinstance(way, float):
                self.moved[mover.id] = way
                return off
            if way == EMBARK:
                self.moved[mover.id] = free
                self.embarked[mover.id] = friend.id
                return off
            if way == PUSH:
                self.moved[friend.id] = far - free
                self.pushed.setdefault(friend.id, mover.id)
                off.append(friend)
            else:
                self.stuck.setdefault(mover.id, []).append(Stop(free, FRIEND, friend.id))
        return off

    def _met(self, mover: Base, far: float) -> list[tuple[float, Base]]:
        """The friends in the way of an element that goes back, with their distances, nearest first."""
        found = []
        for friend in self.friends:
            if friend.id not in (mover.id, self.base.id):
                free = free_slide(mover.rectangle, self.towards, far, friend.rectangle)
                if free < far - COINCIDE:
                    found.append((free, friend))
        return sorted(found, key=lambda one: (round(one[0], 3), one[1].id))

    def _way(self, mover: Base, friend: Base, far: float) -> str | float | None:
        """What a mover does with a friend: push it, go aboard it, nothing, or pass it and go back a total distance."""
        if mover.id != self.base.id and may_embark(self.position, mover, friend):
            return EMBARK
        if not same_direction(mover.facing, friend.facing):
            return None
        pushes = may_push(self.position, mover, friend)
        if is_psiloi(mover) or not pushes:
            place = self._place_behind(mover, friend, far)
            return place if place is not None else PUSH if pushes else None
        if self.ways.of(mover.id) == PUSH and not self.ways.looks:
            return PUSH
        place = self._place_behind(mover, friend, far)
        if place is None:
            return PUSH
        self.open[mover.id] = None
        if self.ways.of(mover.id) == PASS:
            return place
        self.passed.pop(mover.id, None)
        return PUSH

    def _place_behind(self, mover: Base, friend: Base, far: float) -> float | None:
        """How far a mover goes back to stand behind the friends it passes. None if it cannot."""
        passed = [friend]
        if not may_pass(self.position, mover, friend):
            return None
        while True:
            afar = far + 2.0 * sum(other.rectangle.radius for other in passed) + 2.0 * mover.rectangle.radius
            needed = clearing(mover.rectangle, self.towards, [other.rectangle for other in passed], afar)
            needed = max(far, needed)
            more = [other for _, other in self._met(mover, needed) if all(other is not one for one in passed)]
            if not more:
                break
            if not all(same_direction(mover.facing, o.facing) and may_pass(self.position, mover, o) for o in more):
                return None
            passed += more
        if base_stops(self.enemies, mover, self.towards, needed, COINCIDE) or self._ground(mover, needed):
            return None
        if edge_stops(self.position.size, mover, self.towards, needed):
            return None
        self.passed[mover.id] = [other.id for other in passed]
        return needed

    def _ground(self, mover: Base, far: float) -> list[Stop]:
        return ground_stops(self.position, mover, self.towards, far, self.left)

    def _stops(self, base: Base, far: float) -> list[Stop]:
        """Everything that stops a member within a distance."""
        found = base_stops(self.enemies, base, self.towards, far, COINCIDE)
        return [*found, *self._ground(base, far), *self.stuck.get(base.id, ())]

    def enemies_met(self, plan: PushPlan) -> list[tuple[Base, Base, Parts]]:
        """The pushed members that an enemy stops, the enemy, and the parts of both that touch."""
        return [self._meeting(name, stop) for name, stop in _by_enemy(plan) if name != self.base.id]

    def met_itself(self, plan: PushPlan) -> list[tuple[Base, Base, Parts]]:
        """The recoiler with every enemy that it meets directly, and the parts of both that touch."""
        return [self._meeting(name, stop) for name, stop in _by_enemy(plan) if name == self.base.id]

    def _meeting(self, name: str, stop: Stop) -> tuple[Base, Base, Parts]:
        member, enemy = self.position.base(name), self.position.base(stop.id)
        there = slid(member, self.towards, stop.at)
        return member, enemy, parts_met(there.rectangle, enemy.rectangle)


def _by_enemy(plan: PushPlan) -> list[tuple[str, Stop]]:
    return [(name, stop) for name, stop in plan.blocked if stop.what == ENEMY]
