"""Possible deployments: battle lines fitted to the ground, garrisons, landing forces."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from debellis.dba.attached import is_own_element
from debellis.dba.book import table
from debellis.dba.setting_up.auto_camp import camp_places
from debellis.dba.setting_up.auto_ground import FINE, Ground
from debellis.dba.setting_up.auto_landing import landings
from debellis.dba.setting_up.auto_line import File, Plan, draw_up
from debellis.dba.setting_up.auto_order import order_of, supported_by_light_foot
from debellis.dba.troops import is_mounted
from debellis.geometry.plane import COINCIDE
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value, replace

__all__ = ["Deployment", "camp_places", "deployments", "landings"]

#: Poses by id, places by id for bases inside a town, and the ids held back for a landing.
Deployment = tuple[dict[str, Pose], dict[str, str], tuple[str, ...]]

#: Costs: a break within a part of the line, a break between the centre and a wing, and each mm away from the
#: preferred place, in the line and behind it.
_BREAK = 1.5
_BREAK_BESIDE_WING = 0.4
_PULL = 0.002
_PULL_BEHIND = 0.006
#: How many plans are compared on broken ground.
_COMPARED = 3
#: A line with at most this cost needs no alternative; fewer files than this are not a line.
_WELL = 2.5
_LEAST_FILES = 4
#: How many failed attempts to take another file out of the line are made.
_IN_VAIN = 2


class Spot(Value, frozen=True):
    """Where a base stands in the frame of its side.

    `left` is how far across its left side is, `front` how far out from the edge its front is. The base of a `sideways`
    spot has its width and depth exchanged.
    """

    base: Base
    left: float
    front: float
    sideways: bool = False

    @property
    def rear(self) -> float:
        return self.front - self.base.depth


class Line(Value, frozen=True):
    """A whole army on the ground, and the total cost of its places (`ill`)."""

    spots: tuple[Spot, ...]
    ill: float


def deployments(
    position: Position,
    side: str,
    base_edge: str,
    bases: tuple[Base, ...],
    town: str | None,
    may_hold_back: int,
    seed: int,
    count: int,
    part: tuple[int, int] = (0, 1),
) -> list[Deployment]:
    """At most `count` ways to deploy these elements from a base edge; fewer only if the ground leaves no space.

    `town` is the place this side may garrison, `may_hold_back` how many elements it may keep for a landing. They stand
    in one `part` of the zone: its number from the left, and how many there are.
    """
    rng = Random(seed)
    absent = {base.id for base in bases}
    ground = Ground(position.without(*absent) if position.bases else position, side, base_edge, part)
    found: list[Deployment] = []
    for _ in range(count):
        garrison = _garrison(rng, position, bases, town)
        held = _held_back(rng, position, side, bases, garrison, may_hold_back)
        marching = tuple(b for b in bases if b.id not in garrison and b.id not in held)
        line = _best_line(rng, ground, marching) or _anyhow(ground, marching)
        if line is not None:
            places = {spot.base.id: _pose(ground, spot) for spot in line.spots}
            found.append((places, garrison, held))
    return found


def _pose(ground: Ground, spot: Spot) -> Pose:
    """Where a base stands and which way it faces: forward, or to its right if it stands sideways."""
    ahead = ground.pose(spot.base, spot.left, spot.front)
    if not spot.sideways:
        return ahead
    (x, y), (fx, fy) = ahead.front, ahead.facing
    half, back = 0.5 * spot.base.width, 0.5 * spot.base.depth
    return Pose((x - fx * back + fy * half, y - fy * back - fx * half), (fy, -fx))


def _garrison(rng: Random, position: Position, bases: tuple[Base, ...], town: str | None) -> dict[str, str]:
    """One element of foot for the town, in about half of the deployments."""
    if town is None or position.within(town) is not None or rng.random() < 0.5:
        return {}
    kinds = order_of(position).garrisons
    could = [base for base in bases if base.kind in kinds and not base.general]
    if not could:
        return {}
    chosen = min(could, key=lambda base: kinds.index(base.kind) + rng.uniform(0.0, 4.0))
    return {chosen.id: town}


def _held_back(
    rng: Random, position: Position, side: str, bases: tuple[Base, ...], garrison: dict[str, str], most: int
) -> tuple[str, ...]:
    """Two to four elements kept for a landing, in some deployments, if they could land."""
    if most < 1 or not position.features("waterway") or rng.random() < 0.6:
        return ()
    clumsy = order_of(position).clumsy
    could = [b for b in bases if b.id not in garrison and not b.general and b.kind not in clumsy]
    size = min(len(could), most, rng.randint(2, max(2, int(table(position, "deployment")["littoral_reserve_max"]))))
    kinds = sorted(
        dict.fromkeys(base.kind for base in could), key=lambda kind: (is_mounted(position, kind), rng.random())
    )
    force = tuple(sorted(could, key=lambda base: kinds.index(base.kind))[:size])
    return tuple(base.id for base in force) if force and landings(position, side, force, rng.randrange(1 << 30)) else ()


def _best_line(rng: Random, ground: Ground, bases: tuple[Base, ...]) -> Line | None:
    """The best of several orders of battle on this ground, with a small random element in the choice."""
    best: tuple[float, Line] | None = None
    rough = ground.rough_patches()
    order, supported = order_of(ground.position), supported_by_light_foot(ground.position)
    for i in range(1 if ground.is_open else _COMPARED):
        plan = draw_up(rng, order, bases, ground.scale.base_width, supported)
        if rough and i % 2 == 0:
            plan = _with_light_foot_in(ground, plan, *rng.choice(rough))
        line = _fitted(rng, ground, plan)
        worth = math.inf if line is None else line.ill + rng.uniform(0.0, 1.0)
        if line is not None and (best is None or worth < best[0]):
            best = (worth, line)
        if worth < 0.5:
            break
    return None if best is None else best[1]


def _with_light_foot_in(ground: Ground, plan: Plan, patch: float, width: float) -> Plan:
    """The plan with light foot where bad going lies across its line."""
    share = (patch - ground.left) / (ground.right - ground.left)
    return plan.with_light_foot_at(share, 1 + int(width / ground.scale.base_width))


def _fitted(rng: Random, ground: Ground, plan: Plan) -> Line | None:
    """A plan laid out on the ground. The line is further back, or has fewer files, if that is better."""
    room = int((ground.right - ground.left + COINCIDE) / ground.scale.base_width)
    while len(plan.files) > room:
        plan = plan.thinned()
    back = rng.choice((0.0, 0.0, 0.1, 0.2)) * ground.depth
    middle = 0.5 * (ground.left + ground.right) + rng.uniform(-0.6, 0.6) * ground.scale.base_width
    best: Line | None = None
    in_vain = 0
    fewest = min(_LEAST_FILES, len(plan.files))
    while len(plan.files) >= fewest > 0 and in_vain < _IN_VAIN:
        before = best
        for front in _lines_to_try(ground, plan, back):
            spots = _line_up(ground, plan, front, middle)
            line = None if spots is None else _with_reserves(rng, ground, plan, spots, middle)
            if line is not None and (best is None or line.ill < best.ill):
                best = line
            if best is not None and best.ill < _WELL:
                return best
        in_vain = in_vain + 1 if best is not None and best is before else 0
        plan = plan.thinned()
    return best


def _lines_to_try(ground: Ground, plan: Plan, back: float) -> list[float]:
    """How far out the line may be: the chosen distance first, then fully forward, then well back."""
    screen = max(file.ranks[0].depth if file.ahead else 0.0 for file in plan.files)
    forward = ground.foremost - screen
    return list(dict.fromkeys((forward - back, forward, forward - 0.3 * ground.depth)))


def _line_up(ground: Ground, plan: Plan, front: float, middle: float) -> list[Spot] | None:
    """The files of a plan side by side in their best places, in order; None if they do not all fit."""
    wished = _wished(plan, ground.scale.base_width, middle)
    fronts = [_fronts(file, front - (plan.refused if file.part else 0.0)) for file in plan.files]
    best: list[float] = []
    came: list[list[int]] = []
    for i, file in enumerate(plan.files):
        here = [_PULL * abs(left - wished[i]) for left in ground.lefts]
        for base, out in zip(file.ranks, fronts[i], strict=True):
            here = [ill + more for ill, more in zip(here, ground.row(base, out), strict=True)]
        gap = _BREAK if i == 0 or file.part == plan.files[i - 1].part else _gap_beside_wing(plan)
        best, back = _join(best, here, gap) if i else (here, [-1] * len(here))
        came.append(back)
    at = min(range(len(best)), key=best.__getitem__)
    if best[at] == math.inf:
        return None
    spots: list[Spot] = []
    for i in range(len(plan.files) - 1, -1, -1):
        left = ground.lefts[at]
        spots += [Spot(base, left, out) for base, out in zip(plan.files[i].ranks, fronts[i], strict=True)]
        at = came[i][at]
    return spots


def _gap_beside_wing(plan: Plan) -> float:
    return 0.0 if plan.apart > 0.0 else _BREAK_BESIDE_WING


def _join(best: list[float], here: list[float], gap: float) -> tuple[list[float], list[int]]:
    """The cost of the line with one more file at each place, and where the file before it then stands."""
    costs = [math.inf] * FINE
    back = [-1] * FINE
    least, far = math.inf, -1
    for k in range(FINE, len(here)):
        closed = best[k - FINE]
        if closed <= least + gap:
            costs.append(here[k] + closed)
            back.append(k - FINE)
        else:
            costs.append(here[k] + least + gap)
            back.append(far)
        if closed < least:
            least, far = closed, k - FINE
    return costs, back


def _wished(plan: Plan, width: float, middle: float) -> list[float]:
    """Where the left side of each file would be without obstacles."""
    at = 0.0
    lefts: list[float] = []
    for i, file in enumerate(plan.files):
        if i and file.part != plan.files[i - 1].part:
            at += plan.apart
        lefts.append(at)
        at += width
    return [left + middle - 0.5 * at for left in lefts]


def _fronts(file: File, line: float) -> list[float]:
    """How far out the front of each rank is, if the file's leader stands in the line."""
    at = line + sum(base.depth for base in file.ranks[: file.ahead])
    fronts: list[float] = []
    for base in file.ranks:
        fronts.append(at)
        at -= base.depth
    return fronts


def _with_reserves(rng: Random, ground: Ground, plan: Plan, spots: list[Spot], middle: float) -> Line | None:
    """The line with its reserves behind it; None if one of them has no place."""
    ill = sum(ground.ill(spot.base, spot.left, spot.front) for spot in spots)
    lefts = sorted({spot.left for spot in spots})
    ill += _BREAK * sum(b - a > ground.scale.base_width + plan.apart + COINCIDE for a, b in pairwise(lefts))
    standing = list(spots)
    half = 0.5 * ground.scale.base_width
    for base, part in sorted(plan.reserves, key=lambda reserve: (not reserve[0].general, -reserve[0].depth)):
        wish = middle - half + part * 0.3 * (ground.right - ground.left)
        spot = _behind(rng, ground, base, standing, wish) or _anywhere(ground, base, standing, wish)
        if spot is None:
            return None
        standing.append(spot)
        ill += ground.ill(base, spot.left, spot.front) + 0.5
    return Line(tuple(standing), ill)


def _behind(rng: Random, ground: Ground, base: Base, standing: list[Spot], wish: float) -> Spot | None:
    """A good place behind a base of the line, closed up or with space to move, nearest to the preferred part."""
    interval = rng.choice((0.0, 0.0, 0.5, 1.0)) * ground.scale.base_width
    if is_own_element(base):
        interval = 0.0
    best: tuple[float, Spot] | None = None
    gaps = [interval, 0.0] if interval > 0.0 else [0.0]
    for other in standing:
        left, rear = other.left, other.rear
        pull = _PULL_BEHIND * abs(left - wish)
        for gap in gaps:
            ill = ground.ill(base, left, rear - gap) + pull + 0.01 * (interval - gap)
            if (best is None or ill < best[0]) and ill < math.inf:
                spot = Spot(base, left, rear - gap)
                if _is_free(spot, standing):
                    best = (ill, spot)
    return best[1] if best is not None and best[0] < 2.0 else None


def _anywhere(ground: Ground, base: Base, standing: list[Spot], wish: float) -> Spot | None:
    """The best free place in the zone."""
    step = ground.scale.base_width / FINE
    across = int((ground.right - ground.left - base.width + COINCIDE) / step) + 1
    out = int((ground.foremost + _deepest(ground) - base.depth) / step) + 1
    best: tuple[float, Spot] | None = None
    for j in range(out):
        front = ground.foremost + _deepest(ground) - j * step
        for i in range(across):
            left = ground.left + i * step
            ill = ground.ill(base, left, front)
            ill += _PULL_BEHIND * abs(left - wish) + 0.2 * _PULL_BEHIND * (ground.foremost - front)
            if (best is None or ill < best[0]) and ill < math.inf:
                spot = Spot(base, left, front)
                if _is_free(spot, standing):
                    best = (ill, spot)
    return None if best is None else best[1]


def _deepest(ground: Ground) -> float:
    """How much further out than the foremost line parts of the zone may reach, along an uneven shore."""
    return 0.0 if ground.shore is None else ground.depth


def _is_free(spot: Spot, standing: list[Spot]) -> bool:
    """Whether a base overlaps none of the others."""
    left, right, front, rear = spot.left, spot.left + spot.base.width, spot.front, spot.rear
    return not any(
        right > other.left + COINCIDE
        and rear < other.front - COINCIDE
        and left < other.left + other.base.width - COINCIDE
        and front > other.rear + COINCIDE
        for other in standing
    )


def _anyhow(ground: Ground, bases: tuple[Base, ...]) -> Line | None:
    """Every base in any free place, the least manoeuvrable first, if no line can be formed.

    They crowd in the middle, or at one end if that leaves more space. If necessary the deepest stand sideways.
    """
    wishes = (0.5 * (ground.left + ground.right), ground.left, ground.right)
    for sideways in (False, True):
        for wish in wishes:
            spots = _crowded(ground, bases, wish, sideways)
            if spots is not None:
                return Line(tuple(spots), math.inf)
    return None


def _sideways(ground: Ground, base: Base, standing: list[Spot], wish: float) -> Spot | None:
    """The best place for a base that is deeper than wide and stands sideways."""
    if base.depth <= base.width:
        return None
    spot = _anywhere(ground, replace(base, width=base.depth, depth=base.width), standing, wish)
    return None if spot is None else replace(spot, sideways=True)


def _crowded(ground: Ground, bases: tuple[Base, ...], wish: float, sideways: bool) -> list[Spot] | None:
    """Every base as near to a place as possible, deep ones `sideways` if they can; None if not all fit."""
    standing: list[Spot] = []
    clumsy = order_of(ground.position).clumsy
    for base in sorted(bases, key=lambda base: (-base.depth, base.kind not in clumsy)):
        spot = _sideways(ground, base, standing, wish) if sideways else None
        spot = spot or _anywhere(ground, base, standing, wish)
        if spot is None:
            return None
        standing.append(spot)
    return standing
