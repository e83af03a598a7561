"""Targets that change on the way: another enemy becomes the nearest, or comes directly in front, in a wheel or turn."""

from __future__ import annotations

import math
from itertools import pairwise

from debellis.dbm.spontaneous.impetuous import known_enemies
from debellis.dbm.spontaneous.ways import about, apart
from debellis.geometry.plane import COINCIDE, SLIGHT, Point, distance, turn_between
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, Rectangle, gap, overlaps
from debellis.geometry.turning import free_share, wheel
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, NUMBER, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

NEARER, IN_FRONT = "nearer", "in_front"
#: A squared distance to a fixed point while a corner turns: constant, cosine and sine part.
_Wave = tuple[float, float, float]


#: More than any tolerance (mm, or square mm).
_MARGIN = 0.5
#: The strip ahead begins a right angle before the facing, seen from the corner of a wheel (degrees of a circle).
_STRIP_BEGINS = 269.0


class Change(Value, frozen=True):
    """A change of target: the new enemy, the degrees of the wheel at which it happens, and the reason."""

    enemy: Base
    degrees: float
    why: str


_IN_WHEEL = Memory[Change | None]("the change of target in a wheel")


def ahead_of(place: Rectangle, enemy: Rectangle) -> Rectangle:
    """The strip straight ahead of a front edge, long enough to reach past an enemy whichever way it turns."""
    far = gap(place, enemy) + 2.0 * (place.radius + enemy.radius) + place.width
    return Rectangle(place.advanced(far).front, place.facing, place.width, far)


def change_in_wheel(
    position: Position, base: Base, place: Rectangle, target: Base, corner: int, degrees: float
) -> Change | None:
    """The first change of target in a wheel forward about a front corner; None if the target stays."""
    key = (base.side, place.front, place.facing, place.width, place.depth, target.id, corner, degrees)
    return _IN_WHEEL.of(position, key, lambda p: _find_change(p, base.side, place, target, corner, degrees))


def _find_change(
    position: Position, side: str, place: Rectangle, target: Base, corner: int, degrees: float
) -> Change | None:
    others = [enemy for enemy in known_enemies(position, side) if enemy.id != target.id]
    mine = _waves(place, target.rectangle, corner)
    most = max([constant + math.hypot(cosine, sine) for constant, cosine, sine in mine]) + _MARGIN
    best: Change | None = None
    for enemy in others:
        at = _becomes_nearer(place, mine, most, enemy.rectangle, corner, degrees)
        if at is not None and (best is None or at < best.degrees):
            best = Change(enemy, at, NEARER)
    begins = [(_ahead_after(place, others[i].rectangle, corner), i) for i in range(len(others))]
    until = degrees if best is None else min(best.degrees, degrees)
    first: tuple[float, int] | None = None
    for begin, i in sorted(begins):
        if begin > until:
            break
        at = _comes_ahead(place, others[i].rectangle, corner, degrees)
        if at is not None and (first is None or (at, i) < first):
            first = (at, i)
            until = min(until, at)
    if first is None or (best is not None and best.degrees < first[0]):
        return best
    return Change(others[first[1]], first[0], IN_FRONT)


def _comes_ahead(place: Rectangle, enemy: Rectangle, corner: int, degrees: float) -> float | None:
    """After how many degrees an enemy that was not comes directly in front; None if he does not."""
    strip = ahead_of(place, enemy)
    if overlaps(strip, enemy):
        return None
    # The strip turns about the corner of the element, which is a rear corner of the strip.
    share = free_share(wheel(strip, REAR_RIGHT if corner == FRONT_RIGHT else REAR_LEFT, degrees), enemy)
    return share * degrees if share < 1.0 else None


def _ahead_after(place: Rectangle, enemy: Rectangle, corner: int) -> float:
    """The degrees of a wheel before which an enemy certainly stays out of the strip ahead, or less.

    The strip lies within a right angle on the outer side of the corner, so angles are measured about that.
    """
    still = place.corners[corner]
    away = distance(still, enemy.centre)
    if away <= enemy.radius + _MARGIN:
        return 0.0
    turn = turn_between(place.facing, (enemy.centre[0] - still[0], enemy.centre[1] - still[1]))
    inward = (turn if corner == FRONT_RIGHT else -turn) % 360.0
    wide = math.degrees(math.asin((enemy.radius + _MARGIN) / away))
    return max(0.0, inward - wide) if inward + wide < _STRIP_BEGINS else 0.0


def _becomes_nearer(
    place: Rectangle, mine: list[_Wave], most: float, enemy: Rectangle, corner: int, degrees: float
) -> float | None:
    """After how many degrees an enemy comes nearer than the target, front corners furthest apart.

    One that is further off all the time, even from the corner that stays where it is, never does.
    """
    still = place.corners[corner]
    if max(_square(still, enemy.corners[0]), _square(still, enemy.corners[1])) > most:
        return None
    theirs = _waves(place, enemy, corner)
    moments = {0.0, degrees}
    for a in mine:
        for b in theirs:
            moments |= {at for at in _crossings(a, b) if 0.0 < at < degrees}
    ordered = sorted(moments)
    for low, high in pairwise(ordered):
        middle = 0.5 * (low + high)
        if _worst(theirs, middle) < _worst(mine, middle) - SLIGHT and high - low > SLIGHT:
            return low
    return None


def _waves(place: Rectangle, enemy: Rectangle, corner: int) -> list[_Wave]:
    """The squared distances of both front corners to those of an enemy as the element wheels, in degrees wheeled."""
    still = place.corners[corner]
    moving = place.corners[FRONT_LEFT if corner == FRONT_RIGHT else FRONT_RIGHT]
    sense = 1.0 if corner == FRONT_RIGHT else -1.0
    found: list[_Wave] = []
    for point in enemy.corners[:2]:
        found.append((_square(still, point), 0.0, 0.0))
        vx, vy = moving[0] - still[0], moving[1] - still[1]
        qx, qy = point[0] - still[0], point[1] - still[1]
        constant = vx * vx + vy * vy + qx * qx + qy * qy
        found.append((constant, -2.0 * (vx * qx + vy * qy), -2.0 * sense * (vy * qx - vx * qy)))
    return found


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _crossings(a: _Wave, b: _Wave) -> list[float]:
    """The degrees at which two such distances are equal."""
    constant, cosine, sine = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    size = math.hypot(cosine, sine)
    if size <= SLIGHT or abs(constant) > size:
        return []
    middle, off = math.atan2(sine, cosine), math.acos(-constant / size)
    return [math.degrees(at) % 360.0 for at in (middle - off, middle + off)]


def _worst(waves: list[_Wave], degrees: float) -> float:
    angle = math.radians(degrees)
    return max(c + a * math.cos(angle) + b * math.sin(angle) for c, a, b in waves)


def nearest_after_turn(position: Position, base: Base, place: Rectangle, target: Base) -> Base:
    """The nearest enemy of an element that has turned about; its target, if that is as near as any."""
    turned = about(place)
    enemies = known_enemies(position, base.side)
    best = min(enemies, key=lambda enemy: apart(turned, enemy.rectangle))
    nearer = apart(turned, best.rectangle) < apart(turned, target.rectangle) - COINCIDE
    return best if nearer else target


def cite_change(name: str, change: Change, finding: Finding) -> None:
    """Cite why the target changes."""
    if change.why == IN_FRONT:
        says = f"some part of {change.enemy.id} comes directly in front after {change.degrees:.2f} degrees"
        finding.cite("IWF-15.1h", says)
    else:
        says = f"after {change.degrees:.2f} degrees {change.enemy.id} is nearer than {name}, by front corners"
        finding.cite("IWF-15.1g", says)


def spontaneous_retarget(
    position: Position,
    *,
    element: str,
    target: str,
    wheel: float | None = None,
    pivot: str | None = None,
    turn: float | None = None,
) -> Ruling:
    """Whether the target of an advancing element changes while it wheels, or once it has turned about."""
    finding = Finding()
    base, enemy = position.base(element), position.base(target)
    if enemy.side == base.side:
        raise BadQuestion(f"target must be an enemy of {element}", "target")
    if (wheel is None) == (turn is None) or (wheel is None) != (pivot is None):
        raise BadQuestion("give wheel with its pivot, or turn", "wheel")
    if turn is not None:
        if turn != 180:
            raise BadQuestion("one turns about by 180 degrees", "turn")
        found = nearest_after_turn(position, base, base.rectangle, enemy)
        if found.id != target:
            finding.cite("IWF-15.1g", f"having turned about, {element} is nearer {found.id} than {target}")
        answer = {"target": found.id, "changes": found.id != target, "at": 180.0 if found.id != target else None}
        return finding.rule("spontaneous_retarget", answer)
    assert wheel is not None
    corner = FRONT_RIGHT if pivot == "right" else FRONT_LEFT
    change = change_in_wheel(position, base, base.rectangle, enemy, corner, wheel)
    if change is None:
        return finding.rule("spontaneous_retarget", {"target": target, "changes": False, "at": None})
    cite_change(target, change, finding)
    answer = {"target": change.enemy.id, "changes": True, "at": change.degrees, "why": change.why}
    return finding.rule("spontaneous_retarget", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "spontaneous_retarget",
        "whether the target of an advancing element changes in a wheel or turn",
        {
            "element": BASE,
            "target": BASE,
            "wheel": NUMBER.or_none(),
            "pivot": one_of("left", "right").or_none(),
            "turn": NUMBER.or_none(),
        },
        spontaneous_retarget,
    ),
)
