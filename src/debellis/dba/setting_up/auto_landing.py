"""Possible landings: where a force held back may come ashore in its first bound."""

from __future__ import annotations

import math
from operator import itemgetter
from random import Random

from debellis.dba.going import in_bad_going
from debellis.dba.playing.notation import notation
from debellis.dba.setting_up.landing import End, may_land
from debellis.dba.troops import type_of
from debellis.geometry.outline import hull
from debellis.geometry.plane import COINCIDE, Point, bearing, distance, middle, part_way
from debellis.geometry.polygon import Polygon, area
from debellis.geometry.rectangle import gap
from debellis.table.bases import Base
from debellis.table.board import EDGES, inward, on_board
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace

Landing = dict[str, Pose]
#: A beach: a point of the shore, the direction along it and the direction inland.
Beach = tuple[Point, Point, Point]

_MOST = 6


def landings(position: Position, side: str, bases: tuple[Base, ...], seed: int) -> list[Landing]:
    """Ways to land elements held back, as many as possible in one group: poses by id, the better ones first."""
    rng = Random(seed)
    chances = [(beach, form) for beach in _beaches(rng, position) for form in (_abreast, _two_deep, _column)]
    rng.shuffle(chances)
    for size in range(len(bases), 0, -1):
        found: list[tuple[float, Landing]] = []
        for beach, form in chances:
            force = rng.sample(bases, size) if size < len(bases) else list(bases)
            landing = form(rng, beach, force)
            if _is_legal(position, side, force, landing):
                found.append((_ill(position, force, landing) + rng.random(), landing))
            if len(found) >= _MOST:
                break
        if found:
            return [landing for _, landing in sorted(found, key=itemgetter(0))]
    return []


def _beaches(rng: Random, position: Position) -> list[Beach]:
    """Places where two bases side by side both touch the shore, and where there is probably no water beyond it."""
    found: list[Beach] = []
    for piece in position.features("waterway"):
        water = on_board(piece.ground, position.size)
        if area(water) < 0.0:
            water = water[::-1]
        around = hull(water)
        for i in range(len(around)):
            a, b = around[i - 1], around[i]
            if _is_shore(a, b, position):
                found += [_beach(a, b, p) for p in (a, b)]
        found += _straights_and_headlands(rng, water, position)
    return found


def _straights_and_headlands(rng: Random, water: Polygon, position: Position) -> list[Beach]:
    """Points along each side of the shore, and places where only the two ends touch it."""
    found: list[Beach] = []
    reach = 2.0 * position.scale.base_width
    for i in range(len(water)):
        a, b = water[i - 1], water[i]
        if not _is_shore(a, b, position):
            continue
        for _ in range(1 + int(distance(a, b) / reach)):
            p = part_way(a, b, rng.random())
            found.append(_beach(a, b, p))
            end = _so_far_on(p, reach, water, i)
            if end is not None and not _is_off_board(end, position):
                found.append(_beach(p, end, middle(p, end)))
    return found


def _beach(a: Point, b: Point, p: Point) -> Beach:
    """The beach at a point, on a shore that runs from a to b with the water on its left."""
    length = distance(a, b)
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    return (p, along, (along[1], -along[0]))


def _so_far_on(p: Point, reach: float, water: Polygon, side: int) -> Point | None:
    """The first point of the shore at exactly this distance from p, on the sides after the one that p is on."""
    for k in range(side + 1, side + len(water)):
        a, b = water[(k - 1) % len(water)], water[k % len(water)]
        if distance(p, a) <= reach < distance(p, b):
            dx, dy, ax, ay = b[0] - a[0], b[1] - a[1], a[0] - p[0], a[1] - p[1]
            square, half, rest = dx * dx + dy * dy, dx * ax + dy * ay, ax * ax + ay * ay - reach * reach
            return part_way(a, b, (math.sqrt(half * half - square * rest) - half) / square)
    return None


def _is_shore(a: Point, b: Point, position: Position) -> bool:
    """Whether a side of the water is shore, not the edge of the board."""
    return distance(a, b) > COINCIDE and not _is_off_board(middle(a, b), position)


def _is_off_board(p: Point, position: Position) -> bool:
    return any(inward(p, edge, position.size) <= COINCIDE for edge in EDGES)


def _shifted(p: Point, along: Point, by: float, inland: Point, further: float) -> Point:
    return (p[0] + along[0] * by + inland[0] * further, p[1] + along[1] * by + inland[1] * further)


def _abreast(rng: Random, beach: Beach, force: list[Base]) -> Landing:
    """Side by side facing inland, rear edges on the shore. Two of them meet at the point of the beach."""
    p, along, inland = beach
    before = rng.randint(1, len(force) - 1) if len(force) > 1 else 0
    landed: Landing = {}
    for i, base in enumerate(force):
        aside = (i - before + 0.5) * base.width if len(force) > 1 else 0.0
        landed[base.id] = Pose(_shifted(p, along, aside, inland, base.depth), inland)
    return landed


def _two_deep(rng: Random, beach: Beach, force: list[Base]) -> Landing:
    """Two on the shore facing inland, the others in front of them."""
    p, along, inland = beach
    out = [0.0, 0.0]
    landed: Landing = {}
    for i, base in enumerate(force):
        hand = i % 2
        out[hand] += base.depth
        aside = (hand - 0.5) * base.width if len(force) > 1 else 0.0
        landed[base.id] = Pose(_shifted(p, along, aside, inland, out[hand]), inland)
    return landed


def _column(rng: Random, beach: Beach, force: list[Base]) -> Landing:
    """One behind the other along the shore. The first two meet at the point of the beach."""
    p, along, inland = beach
    facing = along if rng.random() < 0.5 else (-along[0], -along[1])
    at = force[0].depth
    landed: Landing = {}
    for base in force:
        landed[base.id] = Pose(_shifted(p, facing, at, inland, 0.5 * base.width), facing)
        at -= base.depth
    return landed


def _is_legal(position: Position, side: str, force: list[Base], landing: Landing) -> bool:
    """Whether this landing is legal and touches no enemy."""
    for base in force:
        stands = landing[base.id].rectangle(base.width, base.depth)
        if any(gap(stands, enemy.rectangle) < 1.0 for enemy in position.enemies(side)):
            return False
    ends = tuple(End(notation(b), landing[b.id].front, bearing(landing[b.id].facing), b.id) for b in force)
    return bool(may_land(position, ends=ends, bound=1, side=side).answer["legal"])


def _ill(position: Position, force: list[Base], landing: Landing) -> float:
    """How many bases of the force would land in bad going that hampers them."""
    ill = 0.0
    for base in force:
        stands = replace(base, front=landing[base.id].front, facing=landing[base.id].facing)
        if type_of(position, base).minus_two_in_bad_going and in_bad_going(position, stands):
            ill += 1.0
    return ill
