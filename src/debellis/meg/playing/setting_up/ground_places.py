"""Legal places for items of terrain in the ready shapes, and what an outline leaves open: crests and boundaries."""

from __future__ import annotations

import math
from collections.abc import Iterator

from debellis.battle.sides import SIDES
from debellis.geometry.plane import Point
from debellis.geometry.polygon import box
from debellis.mechanics.tables import table
from debellis.meg.playing.judging import allowed, judged
from debellis.meg.playing.laying_out import sector_middle
from debellis.meg.setting_up.items import COMPULSORY, OPTIONAL, SECURE, octagon, with_crest
from debellis.meg.setting_up.placing import FIELD, SECTORS, TOWNS, in_sector, touches_edge
from debellis.meg.setting_up.sizes import game_size, secure_hand
from debellis.meg.units import bw
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: So many places are offered at most.
OFFERED = 6


def places_for(
    position: Position, side: str, kind: str, roll: int | None, item: str, most: int = OFFERED
) -> Iterator[Terrain]:
    """Legal places for an item, the ready shape before the smallest one, that nearest to its sector's middle first."""
    found = 0
    for shape in _shapes(position, item):
        for centre in _centres(position, side, kind, roll, item, shape):
            outline = tuple((x + centre[0], y + centre[1]) for x, y in shape)
            if not _fits_the_die(position, side, kind, outline, roll):
                continue
            arguments = {"side": side, "kind": kind, "outline": outline, "item": item, "roll": roll}
            if allowed(position, "may_place_terrain", **arguments):
                yield with_crest(position, Terrain(kind, kind, outline))
                found += 1
                if found >= most:
                    return
        if found:
            return


def _fits_the_die(position: Position, side: str, kind: str, outline: tuple[Point, ...], roll: int | None) -> bool:
    """Whether an outline lies in the sector and at the edge that the die names, so that the rest is worth judging."""
    if roll is None or kind == FIELD:
        return True
    west, south, east, north = box(outline)
    x, y = (west + east) / 2.0, (south + north) / 2.0
    if any(piece.box[0] < x < piece.box[2] and piece.box[1] < y < piece.box[3] for piece in position.terrain):
        return False
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    if not in_sector(position, side, outline, SECTORS[roll], reach):
        return False
    return roll % 2 == 0 or touches_edge(position, outline)


def _shapes(position: Position, item: str) -> tuple[tuple[Point, ...], ...]:
    """The ready shape of an item about the origin, and the smallest square that it may be (MEG-B9.21, MEG-B9.8).

    The square is tried upright and on its corner.
    """
    sort = OPTIONAL if item == OPTIONAL else COMPULSORY
    ready = octagon(position, (0.0, 0.0), sort)
    half = bw(position, float(game_size(position)[f"{sort}_bw"][0])) / 2.0
    far = half * math.sqrt(2.0)
    upright = ((-half, -half), (half, -half), (half, half), (-half, half))
    return ready, upright, ((0.0, -far), (far, 0.0), (0.0, far), (-far, 0.0))


def _centres(
    position: Position, side: str, kind: str, roll: int | None, item: str, shape: tuple[Point, ...]
) -> list[Point]:
    half = max(x for x, _ in shape)
    if kind == FIELD:
        return [at for town in position.features(*TOWNS) for at in _beside(town, half)]
    width, depth = position.size
    if item == SECURE:
        want = sector_middle(position, side, secure_hand(position, side) or "left")
        want = (want[0], depth / 4.0 if side == SIDES[0] else depth * 0.75)
    else:
        want = sector_middle(position, side, SECTORS[roll or 3])
    step = bw(position, 1.0)
    beyond = half + bw(position, float(table(position, "document")["terrain_spacing_bw"]))
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    across = [at for piece in position.terrain for at in (piece.box[0] - beyond, piece.box[2] + beyond)]
    across += [reach - half, reach + half, width - reach - half, width - reach + half]
    along = [at for piece in position.terrain for at in (piece.box[1] - beyond, piece.box[3] + beyond)]
    xs = _steps(half, width - half, step, (want[0], *across))
    ys = _steps(half, depth - half, step, (want[1], *along, depth / 2.0 - half, depth / 2.0 + half))
    found = [(x, y) for x in xs for y in ys]
    found.sort(key=lambda at: (round((at[0] - want[0]) ** 2 + (at[1] - want[1]) ** 2, 3), at))
    return found


def _steps(least: float, most: float, step: float, more: tuple[float, ...]) -> list[float]:
    """Where the middle of an item is tried along one side of the table: in steps, and where it just fits."""
    count = int((most - least) / step)
    found = {least, most, *(least + i * step for i in range(count + 1))}
    return sorted(found | {at for at in more if least <= at <= most})


def _beside(town: Terrain, half: float) -> list[Point]:
    """Places at which a square touches a side of the box round a town."""
    west, south, east, north = town.box
    x, y = (west + east) / 2.0, (south + north) / 2.0
    return [(east + half, y), (west - half, y), (x, north + half), (x, south - half)]


def field_natures(position: Position, side: str) -> list[str]:
    """What the boundary of a field may be: the question `field_boundary`."""
    return [str(one) for one in judged(position, "field_boundary", by=side).answer]
