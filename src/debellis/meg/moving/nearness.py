"""Near the enemy: what stands directly ahead, and who is pinned."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import FRONT, Rectangle, gap, overlaps
from debellis.mechanics.tables import table
from debellis.meg.nearby import at_least, can_come_within, circle_of, unit_gap
from debellis.meg.units import bases_of, bw, enemy_tugs, facing_of, front_rank, on_table, units_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit


def ahead_within(front: Base, other: Base, far: float) -> float | None:
    """How far another base is directly ahead of a front base; None if it is not within reach there (MEG-B1.9)."""
    longer = far + 1.0
    across, ahead = front.rectangle.local(other.rectangle.centre)
    near = other.rectangle.radius + COINCIDE
    if abs(across) > front.width / 2.0 + near or not -near <= ahead <= longer + near:
        return None
    strip = front.rectangle.advanced(longer)
    swept = Rectangle(strip.front, strip.facing, front.width, longer)
    if not overlaps(swept, other.rectangle):
        return None
    apart = first_ahead(front, other)
    return apart if apart <= far + COINCIDE else None


def first_ahead(front: Base, other: Base) -> float:
    """The shortest way straight ahead from a front edge to a base that lies in its strip."""
    half = front.width / 2.0
    corners = [front.rectangle.local(corner) for corner in other.rectangle.corners]
    found: list[float] = [ahead for across, ahead in corners if abs(across) <= half + COINCIDE]
    for i in range(4):
        (x, y), (u, v) = corners[i], corners[(i + 1) % 4]
        for edge in (-half, half):
            if (x - edge) * (u - edge) < 0.0:
                found.append(y + (v - y) * (edge - x) / (u - x))
    return max(0.0, min(found)) if found else gap(front.rectangle, other.rectangle)


def pinned_by(position: Position, unit: Unit) -> Unit | None:
    """The enemy TuG that pins a unit group: its front edge within 2 BW directly ahead of either of them (MEG-B14.4)."""
    far = bw(position, float(table(position, "pinned")["enemy_tug_front_within_bw"]))
    best: tuple[float, Unit] | None = None
    here = circle_of(position, unit.id)
    for enemy in enemy_tugs(position, unit.side):
        if not can_come_within(here, circle_of(position, enemy.id), far):
            continue
        apart = _pins(position, unit, enemy, far)
        if apart is not None and (best is None or apart < best[0]):
            best = (apart, enemy)
    return None if best is None else best[1]


def _pins(position: Position, unit: Unit, enemy: Unit, far: float) -> float | None:
    """How near the front edge of an enemy is, if one of both has the other directly ahead."""
    ours, theirs = front_rank(position, unit), front_rank(position, enemy)
    found: list[float] = []
    for front in theirs:
        for base in bases_of(position, unit.id):
            apart = ahead_within(front, base, far)
            if apart is not None:
                found.append(apart)
    for front in ours:
        for base in theirs:
            apart = ahead_within(front, base, far)
            if apart is not None and _front_faces(front, base):
                found.append(apart)
    return min(found, default=None)


def _front_faces(front: Base, base: Base) -> bool:
    """Whether the edge of a base that lies ahead is its front edge."""
    a, b = base.rectangle.edge(FRONT)
    nearest = min(front.rectangle.local(corner)[1] for corner in base.rectangle.corners)
    return min(front.rectangle.local(a)[1], front.rectangle.local(b)[1]) <= nearest + COINCIDE


def nearest_tug(position: Position, unit: Unit) -> tuple[float, Unit] | None:
    """The nearest enemy TuG and its distance; None if there is none."""
    here = circle_of(position, unit.id)
    tugs = enemy_tugs(position, unit.side)
    order = sorted([(at_least(here, circle_of(position, enemy.id)), i) for i, enemy in enumerate(tugs)])
    best: tuple[float, int] | None = None
    for least, i in order:
        if best is not None and least > best[0]:
            break
        found = (unit_gap(position, unit.id, tugs[i].id), i)
        if best is None or found < best:
            best = found
    return None if best is None else (best[0], tugs[best[1]])


def directly_ahead(position: Position, unit: Unit, far: float, kinds: tuple[str, ...]) -> list[tuple[float, Unit]]:
    """The enemy unit groups of some kinds directly ahead within a distance, nearest first."""
    found: dict[str, tuple[float, Unit]] = {}
    ahead = facing_of(position, unit)
    here = circle_of(position, unit.id)
    for enemy in (one for one in _enemies(position, unit) if one.kind in kinds):
        if not can_come_within(here, circle_of(position, enemy.id), far):
            continue
        for front in front_rank(position, unit):
            if not same_direction(front.facing, ahead):
                continue
            for base in bases_of(position, enemy.id):
                apart = ahead_within(front, base, far)
                if apart is not None and (enemy.id not in found or apart < found[enemy.id][0]):
                    found[enemy.id] = (apart, enemy)
    return sorted(found.values(), key=lambda pair: pair[0])


def beside_the_strip(position: Position, unit: Unit, far: float) -> tuple[str, ...]:
    """The enemy TuGs within a distance that only share the border line of the strip ahead (MEG-B1.9)."""
    found: list[str] = []
    for enemy in enemy_tugs(position, unit.side):
        for front in front_rank(position, unit):
            half = front.width / 2.0
            for base in bases_of(position, enemy.id):
                x, y = base.front[0] - front.front[0], base.front[1] - front.front[1]
                if x * x + y * y > (far + 2.0 * (front.rectangle.radius + base.rectangle.radius)) ** 2:
                    continue
                places = [front.rectangle.local(corner) for corner in base.rectangle.corners]
                right, left = min(across for across, _ in places) - half, -half - max(across for across, _ in places)
                on_border = min(abs(right), abs(left)) <= COINCIDE and max(right, left) >= -COINCIDE
                if on_border and -COINCIDE <= min(ahead for _, ahead in places) <= far + COINCIDE:
                    found.append(enemy.id)
    return tuple(dict.fromkeys(found))


def _enemies(position: Position, unit: Unit) -> list[Unit]:
    return [one for one in units_of(position) if one.side != unit.side and not one.broken and on_table(position, one)]
