"""Places for terrain: features laid out one after another, each where its dice say, as one would on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from debellis.dbm.measures import paces
from debellis.dbm.playing.actions import Action, PlaceTerrain
from debellis.dbm.playing.setting_up.auto_terrain_lines import courses, roads, shores
from debellis.dbm.playing.setting_up.auto_terrain_spots import by_shore, edges_of, sector_box
from debellis.dbm.playing.setting_up.terrain_laying import Wanted, fits, wanted, with_piece
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.room import across, apart
from debellis.dbm.setting_up.sectors import CENTRE, NEAR, Sector, sector_of_die
from debellis.geometry.plane import Point
from debellis.geometry.polygon import box, inside
from debellis.mechanics.tables import table
from debellis.table.board import EDGES, length_of
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.terrain_shapes import Shape, placed, rounded

#: A feature is tried in so many places; so many of them at first only where it looks well.
_TRIES, _CHOOSY = 80, 50
_HILLS = ("gentle_hill", "rough_hill", "steep_hill", "wooded_hill")
_LINES = ("river", "road", "waterway")
#: What may be laid across or against what lies there already.
_MEET = {
    ("road", "road"),
    ("road", "river"),
    ("road", "bua"),
    ("river", "road"),
    ("river", "river"),
    ("river", "waterway"),
    ("bua", "road"),
    ("bua", "waterway"),
}
#: How far features keep from rivers and roads where they can (mm).
_CLEAR = 6.0
_ANYWHERE = "anywhere"
Margins = dict[str, float]


def layouts(state: State) -> Iterator[Action]:
    """Ways to lay out what was chosen; what fits nowhere is left out."""
    for variant in range(3):
        yield PlaceTerrain(tuple(_laid_out(state, f"{state.variety} {variant}")))


def _laid_out(state: State, seed: str) -> list[Terrain]:
    position = state.position
    found: list[Terrain] = []
    for want in wanted(state):
        piece = place_for(position, want, seed) or room_for(position, want)
        if piece is not None:
            found.append(piece)
            position = with_piece(position, piece)
    return found


def room_for(position: Position, want: Wanted) -> Terrain | None:
    """A place for a feature, always the same one; None if none was found, and then it counts as having no room."""
    return place_for(position, want, _ANYWHERE)


def place_for(position: Position, want: Wanted, seed: str) -> Terrain | None:
    """A place for a feature: the first that looks well, or else the first that is lawful."""
    rng = Random(f"{seed} {want.name}")
    spare: Terrain | None = None
    for i, piece in enumerate(_tried(position, want, rng)):
        well = _looks_well(position, piece)
        if (well or (spare is None and i >= _CHOOSY)) and fits(position, want, piece):
            return piece
        if not well and spare is None and fits(position, want, piece):
            spare = piece
    return spare


def _tried(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    makers: dict[str, Callable[[Position, Wanted, Random], Iterator[Terrain]]] = {
        "waterway": shores,
        "river": courses,
        "road": roads,
        "bua": _towns,
        "enclosure": _nowhere,
    }
    return makers.get(want.kind, _areas)(position, want, rng)


def _nowhere(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    """Fields are only laid out by people."""
    return iter(())


def _looks_well(position: Position, piece: Terrain) -> bool:
    """Whether water and roads keep clear of other features, but for those they may meet."""
    for other in position.terrain:
        lines = piece.kind in _LINES or other.kind in _LINES
        if lines and (piece.kind, other.kind) not in _MEET and not apart(piece, other, _CLEAR):
            return False
    return True


def _areas(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    """Rounded shapes in the sector of the first die, as far from the edges as the second says."""
    sector = sector_of_die(position, want.drawn.dice[0])
    around = sector_box(position, want.base_edge, sector)
    row = table(position, "setup")["position"]
    place = want.drawn.dice[1]
    for i in range(_TRIES):
        shape = _shape(position, want, rng, i / _TRIES)
        if place in row["touching"]:
            margins = _margins(position, around, 0.0)
            towards, low, high = _dry_edge(position, around, rng), -0.4, -0.08
        elif place in row["between"]:
            near, far = paces(position, row["near"]), paces(position, row["far"])
            margins = _margins(position, around, near + 0.5)
            towards = rng.choice(edges_of(position, around))
            low, high = margins[towards], margins[towards] + far - near - 1.0
        else:
            margins = _margins(position, around, paces(position, row["far"]) + 0.5)
            towards, low, high = None, 0.0, 0.0
        centre = _centre(position, shape, around, margins, towards, (low, high), rng)
        if centre is not None:
            yield _put(position, want, shape, centre)


def _shape(position: Position, want: Wanted, rng: Random, haste: float) -> Shape:
    """A rounded shape of the size that was chosen, the smaller the longer a place is sought."""
    least, most = across(position, want.drawn.choice.size)
    share = rng.uniform(0.12, 0.7) * (1.0 - 0.85 * haste)
    length = least + (0.04 + share) * (most - least)
    width = length * rng.uniform(0.5, 0.8 - 0.25 * haste)
    return rounded(rng, length, width, rng.randint(9, 12), rng.uniform(0.05, 0.14))


def _put(position: Position, want: Wanted, shape: Shape, centre: Point) -> Terrain:
    outline, crest = placed(shape, centre, position.size)
    kept = tuple(p for p in crest if inside(p, outline)) if want.kind in _HILLS else ()
    return Terrain(want.name, want.kind, outline, crest=kept)


def _margins(position: Position, around: dict[str, float], least: float) -> Margins:
    """How far from each side of a sector a feature keeps: so far from table and waterway edges, nothing from others."""
    found: Margins = dict.fromkeys(EDGES, 0.0)
    for edge in edges_of(position, around):
        found[edge] = least
    for water in position.features("waterway"):
        west, _, east, _ = water.box
        if west <= 0.0:
            found["west"] = max(found["west"], east - around["west"] + least)
        else:
            found["east"] = max(found["east"], around["east"] - west + least)
    return found


def _dry_edge(position: Position, around: dict[str, float], rng: Random) -> str:
    """A table edge of a sector, one without a waterway."""
    wet = ["west" if water.box[0] <= 0.0 else "east" for water in position.features("waterway")]
    return rng.choice([edge for edge in edges_of(position, around) if edge not in wet])


def _centre(
    position: Position,
    shape: Shape,
    around: dict[str, float],
    margins: Margins,
    towards: str | None,
    gap: tuple[float, float],
    rng: Random,
) -> Point | None:
    """Where a shape may have its middle in a sector; `gap` is how far it keeps from the edge it lies towards.

    A gap below nothing is the share of the shape that hangs over that edge.
    """
    west, south, east, north = box(shape.outline)
    low_x, high_x = around["west"] + margins["west"] - west, around["east"] - margins["east"] - east
    low_y, high_y = around["south"] + margins["south"] - south, around["north"] - margins["north"] - north
    wide, deep = east - west, north - south
    share = rng.uniform(*gap)
    away = share * (deep if towards in ("north", "south") else wide) if share < 0.0 else share
    if towards == "south":
        low_y = high_y = around["south"] + away - south
    elif towards == "north":
        low_y = high_y = around["north"] - away - north
    elif towards == "west":
        low_x = high_x = around["west"] + away - west
    elif towards == "east":
        low_x = high_x = around["east"] - away - east
    if low_x > high_x or low_y > high_y:
        return None
    return (rng.uniform(low_x, high_x), rng.uniform(low_y, high_y))


def _towns(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    """Towns on the shore, or else on a flank at the defender's edge, or off it if his die allows that."""
    least, most = across(position, want.drawn.choice.size)
    free = want.drawn.dice[0] in table(position, "terrain")["dice"]["bua_forward_defender"]
    for water in position.features("waterway"):
        for i in range(_TRIES):
            size = least + rng.uniform(0.2, 0.5) * (most - least)
            start = rng.uniform(0.0, length_of(want.base_edge, position.size) / 3.0) if free and i % 2 else 0.0
            yield Terrain(want.name, want.kind, by_shore(position, water, want.base_edge, start, size, rng))
        return
    flanks = _near_flanks(position)
    for i in range(_TRIES):
        around = sector_box(position, want.base_edge, rng.choice(flanks))
        length = least + rng.uniform(0.25, 0.65) * (most - least)
        shape = rounded(rng, length, rng.uniform(0.6, 0.8) * length, rng.randint(7, 9), 0.05)
        gap = (0.1 * least, most) if free and i < _CHOOSY else (-0.35, -0.1)
        centre = _centre(position, shape, around, dict.fromkeys(EDGES, 0.0), want.base_edge, gap, rng)
        if centre is not None:
            yield _put(position, want, shape, centre)


def _near_flanks(position: Position) -> list[Sector]:
    """The flank sectors in the defender's half."""
    found = [sector_of_die(position, die) for die in range(1, 7)]
    return [sector for sector in found if sector[0] == NEAR and sector[1] != CENTRE]
