"""Possible boards: the defender's terrain as a player would lay it out, and ways to number the edges."""

from __future__ import annotations

from itertools import permutations
from random import Random

from debellis.dba.book import book, in_mm, table
from debellis.dba.commands import is_big
from debellis.dba.setting_up.setup import may_number_edges
from debellis.dba.setting_up.terrain_choice import faults_of_choice, limits_of, topography_row
from debellis.dba.setting_up.terrain_setup import may_place_terrain
from debellis.geometry.outline import least_rectangle
from debellis.geometry.plane import Point, distance, middle
from debellis.geometry.polygon import Polygon, between_polygons, box, length_inside
from debellis.table.board import EDGES, OPPOSITE, inward, length_of, sideways
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.table.terrain_shapes import lengthened, placed, rounded, shoreline, winding
from debellis.table.value import replace
from debellis.table.waterways import edge_of

Board = tuple[Terrain, ...]
Numbers = dict[str, tuple[int, ...]]

_INWARD: dict[str, Point] = {"north": (0.0, -1.0), "east": (-1.0, 0.0), "south": (0.0, 1.0), "west": (1.0, 0.0)}
#: Features that a river may wind through.
_WET = ("marsh", "woods")
#: How many tries a choice of kinds gets to fit on the board, and how many choices a board gets.
_PATIENCE = 40
_CHOICES = 200


def boards(position: Position, topography: str, defender: str, seed: int, count: int) -> list[Board]:
    """`count` legal boards of a topography for a table of this size and scale. Towns belong to the defender.

    ValueError if the table is too small for any.
    """
    rng = Random(seed)
    empty = replace(position, bases=(), terrain=())
    return [_board(position, rng, empty, topography, defender) for _ in range(count)]


def _board(position: Position, rng: Random, empty: Position, topography: str, defender: str) -> Board:
    for attempt in range(_CHOICES):
        kinds = _choose(position, rng, empty, topography)
        ease = 1.0 - 0.5 * attempt / _CHOICES
        pieces = _lay_out(rng, empty, kinds, ease)
        if pieces is None:
            continue
        owned = tuple(replace(p, owner=defender, occupant="denizens") if p.kind == "bua" else p for p in pieces)
        if may_place_terrain(replace(empty, terrain=owned), topography=topography).answer["legal"]:
            return owned
    wide, deep = empty.size
    raise ValueError(f"a table of {wide:g} by {deep:g} mm has no room for a board of {topography} topography")


def _choose(position: Position, rng: Random, empty: Position, topography: str) -> tuple[str, ...]:
    """Kinds and numbers of features that the topography allows, with at least one obstacle."""
    row = topography_row(empty, topography)
    obstacles = (*book(empty).tables.going.bad, "river", "waterway")
    while True:
        offered = [rng.choice(either) for either in row["optional"]]
        must = rng.choices(row["compulsory_any_of"], k=rng.randint(*limits_of(empty)["compulsory"]))
        kinds = (*must, *rng.choices(offered, k=rng.randint(*limits_of(empty)["optional"])))
        if any(kind in obstacles for kind in kinds) and not faults_of_choice(empty, topography, kinds):
            return kinds


def _lay_out(rng: Random, empty: Position, kinds: tuple[str, ...], ease: float) -> list[Terrain] | None:
    """The features laid out in order: water first, then the town, the areas, and the roads around them.

    None if one does not fit.
    """
    laid: list[Terrain] = []
    areas = sorted(
        (k for k in kinds if k in table(empty, "terrain_counts")["area_features"]),
        key=lambda kind: kind not in book(empty).tables.going.bad,
    )
    for kind in ("waterway", "river", "bua"):
        if kind in kinds:
            piece = _MAKERS[kind](rng, empty, laid)
            if piece is None:
                return None
            laid.append(piece)
    for kind, places in zip(areas, _where(rng, empty, areas, laid), strict=True):
        piece = _area(rng, empty, laid, kind, places, ease)
        if piece is None:
            return None
        laid.append(piece)
    for _ in range(kinds.count("road")):
        piece = _road(rng, empty, laid)
        if piece is None:
            return None
        laid.append(piece)
    return laid


def _name(kind: str, laid: list[Terrain]) -> str:
    number = 1 + sum(piece.kind == kind for piece in laid)
    return kind if number == 1 else f"{kind}{number}"


def _from_edge(edge: str, along: float, in_from: float, empty: Position) -> Point:
    """The point at this distance along an edge (from the west or south) and this distance in from it."""
    wide, deep = empty.size
    if edge == "north":
        return (along, deep - in_from)
    if edge == "south":
        return (along, in_from)
    return (wide - in_from, along) if edge == "east" else (in_from, along)


def _waterway(rng: Random, empty: Position, laid: list[Terrain]) -> Terrain | None:
    edge = rng.choice(EDGES)
    length = length_of(edge, empty.size)
    least, most = (empty.scale.base_widths(n) for n in table(empty, "terrain_linear")["waterway_depth_bw"])
    usual = empty.scale.base_widths(table(empty, "terrain_counts")["waterway_deep_bw"])
    shore = shoreline(rng, length, least, usual, most)
    outline = [_from_edge(edge, along, deep, empty) for along, deep in shore]
    outline += [_from_edge(edge, length, 0.0, empty), _from_edge(edge, 0.0, 0.0, empty)]
    return Terrain("waterway", "waterway", tuple(outline))


def _river(rng: Random, empty: Position, laid: list[Terrain]) -> Terrain | None:
    """A river across the board, or from the waterway to the edge opposite."""
    water = next((piece for piece in laid if piece.kind == "waterway"), None)
    source = rng.choice(EDGES) if water is None else OPPOSITE[edge_of(water.ground, empty.size)]
    bw = empty.scale.base_width
    width = float(round(rng.uniform(0.5, 0.75) * bw))
    margin = empty.scale.base_widths(table(empty, "terrain_linear")["river_from_parallel_edge_min_bw"]) + 0.6 * width
    across = length_of(source, empty.size)
    length = empty.size[1] if source in ("north", "south") else empty.size[0]
    if across - 2.0 * margin < 0.2 * bw:
        return None
    least = 0.0 if water is None else empty.scale.base_widths(table(empty, "terrain_linear")["waterway_depth_bw"][0])
    course = winding(rng, 0.0, length - least, margin, across - margin, 0.8 * bw)
    if water is not None:
        course = _to_shore(course, length, water, empty, width)
    line = tuple(_from_edge(source, aside, ahead, empty) for ahead, aside in course)
    nature = "unknown" if "river_nature" in book(empty).tables.other else None
    return Terrain("river", "river", line=line, width=width, nature=nature)


def _to_shore(course: list[Point], length: float, water: Terrain, empty: Position, width: float) -> list[Point]:
    """The course of a river, ended just inside the water that it reaches."""
    edge = edge_of(water.ground, empty.size)
    shore = sorted((sideways(p, edge), inward(p, edge, empty.size)) for p in water.outline[:-2])

    def reaches_in(aside: float) -> float:
        i = next(i for i in range(1, len(shore)) if shore[i][0] >= aside)
        (a, first), (b, last) = shore[i - 1], shore[i]
        return first + (last - first) * (aside - a) / (b - a)

    kept = list(course)
    while len(kept) > 2 and kept[-1][0] > length - reaches_in(kept[-1][1]) - width:
        kept.pop()
    aside = kept[-1][1]
    return [*kept, (round(length - reaches_in(aside) + 0.25 * width, 1), aside)]


def _town(rng: Random, empty: Position, laid: list[Terrain]) -> Terrain | None:
    """A town towards a corner of the board, clear of water."""
    bw = empty.scale.base_width
    within = in_mm(empty, table(empty, "terrain_linear")["bua_within_of_two_edges"])
    for _ in range(_PATIENCE):
        length = rng.uniform(1.9, 2.9) * bw
        shape = rounded(rng, length, rng.uniform(0.65, 0.9) * length, rng.randint(7, 9), 0.05)
        near, far = shape.radius + 0.25 * bw, within - shape.radius
        if far <= near:
            continue
        x, y = rng.uniform(near, far), rng.uniform(near, far)
        centre = (
            x if rng.random() < 0.5 else empty.size[0] - x,
            y if rng.random() < 0.5 else empty.size[1] - y,
        )
        outline, _ = placed(shape, centre, empty.size)
        if all(_apart(outline, piece.ground, 0.25 * bw) for piece in laid):
            return Terrain("bua", "bua", outline)
    return None


_MAKERS = {"waterway": _waterway, "river": _river, "bua": _town}


def _where(rng: Random, empty: Position, areas: list[str], laid: list[Terrain]) -> list[list[int]]:
    """The quarters for each area feature, so that they spread. A single obstacle lies across two."""
    quarters = [0, 1, 3, 2]
    turn, hand = rng.randrange(4), rng.choice((1, -1))
    order = [quarters[(turn + hand * i) % 4] for i in (0, 2, 1, 3)]
    obstacles = sum(kind in book(empty).tables.going.bad for kind in areas)
    places = [[order[i % 4]] for i in range(len(areas))]
    if obstacles == 1 and all(piece.kind == "bua" for piece in laid):
        places[0] = [order[0], rng.choice((order[2], order[3]))]
    return places


def _area(
    rng: Random, empty: Position, laid: list[Terrain], kind: str, quarters: list[int], ease: float
) -> Terrain | None:
    """A wood, hill or similar area in a quarter, clear of the others. It is smaller if it is hard to fit."""
    bw = empty.scale.base_width
    crossed = kind in _WET and rng.random() < 0.35
    for attempt in range(_PATIENCE):
        length = max(rng.uniform(2.5, 4.6) * bw * ease * (1.0 - 0.5 * attempt / _PATIENCE), 1.5 * bw)
        narrow = 0.45 if kind in table(empty, "terrain_limits")["length_ratio_exempt"] else 0.6
        width = max(rng.uniform(narrow, 0.95) * length, 1.1 * bw)
        shape = rounded(rng, length, width, rng.randint(10, 14), rng.uniform(0.06, 0.16))
        outline, crest = placed(shape, _centre(rng, empty, quarters, 0.65 * shape.radius), empty.size)
        if _fits(empty, outline, kind) and _is_clear(empty, outline, kind, laid, crossed):
            return Terrain(_name(kind, laid), kind, outline, crest=crest if kind in HILLS else ())
    return None


def _centre(rng: Random, empty: Position, quarters: list[int], rim: float) -> Point:
    """A point in a quarter, or on the line between two. Quarters are numbered from the south-west, eastwards first."""
    wide, deep = empty.size[0] * 0.5, empty.size[1] * 0.5
    x = rng.uniform(rim, wide) + wide * (quarters[0] % 2)
    y = rng.uniform(rim, deep) + deep * (quarters[0] // 2)
    x, y = min(x, 2.0 * wide - rim), min(y, 2.0 * deep - rim)
    if len(quarters) > 1 and quarters[0] % 2 != quarters[1] % 2:
        x = wide + rng.uniform(-0.5, 0.5) * rim
    elif len(quarters) > 1:
        y = deep + rng.uniform(-0.5, 0.5) * rim
    return (x, y)


def _fits(empty: Position, outline: Polygon, kind: str) -> bool:
    """Whether an area feature has a legal size, also after the board edge has cut it."""
    length, width = least_rectangle(outline)
    limits, bw = table(empty, "terrain_limits"), empty.scale.base_width
    slim = kind in limits["length_ratio_exempt"] or length <= limits["length_to_width_max"] * width
    least, most = limits["area_side_min_bw"] * bw, limits["area_length_plus_width_max_bw"] * bw
    return bool(slim and width >= least and length + width <= most)


def _is_clear(empty: Position, outline: Polygon, kind: str, laid: list[Terrain], crossed: bool) -> bool:
    bw = empty.scale.base_width
    for piece in laid:
        if piece.kind in table(empty, "terrain_counts")["area_features"]:
            gap = table(empty, "terrain_limits")["gap_between_area_features_bw"] * bw + 0.5
        elif piece.kind == "river" and crossed:
            continue
        else:
            gap = 0.4 * bw if piece.kind == "bua" else 0.15 * bw
        if not _apart(outline, piece.ground, gap):
            return False
    return True


def _apart(a: Polygon, b: Polygon, gap: float) -> bool:
    """Whether two outlines are at least this far apart."""
    west, south, east, north = box(a)
    left, below, right, above = box(b)
    if west - right >= gap or left - east >= gap or south - above >= gap or below - north >= gap:
        return True
    return between_polygons(a, b)[2] >= gap


def _road(rng: Random, empty: Position, laid: list[Terrain]) -> Terrain | None:
    """The best of several straight roads: it runs least through other features. The first road reaches the town."""
    width = round(0.5 * empty.scale.base_width, 1)
    town = next((piece for piece in laid if piece.kind == "bua"), None)
    if town is not None and any(piece.kind == "road" for piece in laid) and rng.random() < 0.5:
        town = None
    best: tuple[float, Terrain] | None = None
    for _ in range(8):
        line = _edge_to_edge(rng, empty, laid, width) if town is None else _to_town(rng, empty, laid, width, town)
        if line is None:
            continue
        road = Terrain(_name("road", laid), "road", line=line, width=width)
        cost = _hardship(road, laid)
        if best is None or cost < best[0]:
            best = (cost, road)
    return None if best is None or best[0] >= _IMPOSSIBLE else best[1]


_IMPOSSIBLE = 1e6


def _open_edges(empty: Position, laid: list[Terrain]) -> list[str]:
    """The edges without a waterway."""
    waters = [edge_of(piece.ground, empty.size) for piece in laid if piece.kind == "waterway"]
    return [edge for edge in EDGES if edge not in waters]


def _edge_to_edge(rng: Random, empty: Position, laid: list[Terrain], width: float) -> tuple[Point, ...] | None:
    free = _open_edges(empty, laid)
    start = rng.choice(free)
    others = [edge for edge in free if edge != start]
    facing = OPPOSITE[start]
    end = facing if facing in others and rng.random() < 0.75 else rng.choice(others)
    first = _from_edge(start, rng.uniform(0.18, 0.82) * length_of(start, empty.size), 0.0, empty)
    last = _from_edge(end, rng.uniform(0.18, 0.82) * length_of(end, empty.size), 0.0, empty)
    return (lengthened(last, first, _INWARD[start], width), lengthened(first, last, _INWARD[end], width))


def _to_town(
    rng: Random, empty: Position, laid: list[Terrain], width: float, town: Terrain
) -> tuple[Point, ...] | None:
    """A road from the gate of a town to an edge, preferably a far one."""
    low, high = box(town.ground)[:2], box(town.ground)[2:]
    heart = middle(low, high)
    free = _open_edges(empty, laid)
    end = rng.choices(free, [inward(heart, edge, empty.size) ** 1.5 for edge in free])[0]
    last = _from_edge(end, rng.uniform(0.15, 0.85) * length_of(end, empty.size), 0.0, empty)
    away = distance(heart, last)
    depth = length_inside(heart, last, town.ground) - 0.5 * width
    if depth <= 0.0 or away - depth < 2.0 * width:
        return None
    share = depth / away
    gate = (round(heart[0] + (last[0] - heart[0]) * share, 1), round(heart[1] + (last[1] - heart[1]) * share, 1))
    return (gate, lengthened(gate, last, _INWARD[end], width))


def _hardship(road: Terrain, laid: list[Terrain]) -> float:
    """How much of a road runs through features (mm, approximately); infinite through a waterway."""
    start, end = road.line
    cost = -0.15 * distance(start, end)
    for piece in laid:
        if piece.kind == "waterway" and not _apart(road.ground, piece.ground, 1.0):
            return _IMPOSSIBLE
        if piece.kind == "road" and _apart(road.ground, piece.ground, 4.0 * road.width):
            cost -= 10.0
        elif piece.kind == "road":
            cost += 60.0 if not _crosses(road, piece) else 0.0
        elif piece.kind != "bua":
            cost += length_inside(start, end, piece.ground)
    return cost


def _crosses(a: Terrain, b: Terrain) -> bool:
    """Whether two straight roads cross at a good angle."""
    (p, q), (r, s) = a.line, b.line
    sine = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    return abs(sine) > 0.6 * distance(p, q) * distance(r, s)


def edge_numberings(position: Position, seed: int) -> list[Numbers]:
    """Ways for the invader to number the edges: two for each edge that may have 4, 5 and 6."""
    rng = Random(seed)
    rolls = table(position, "deployment")["invader_edge_rolls"]
    best, singles = tuple(rolls["one_edge"]), rolls["others"]
    if is_big(position):
        return _of_long_edges(position, rng, best, tuple(singles))
    found: list[Numbers] = []
    for preferred in rng.sample(EDGES, len(EDGES)):
        others = [edge for edge in EDGES if edge != preferred]
        for order in rng.sample(list(permutations(singles)), 2):
            numbers = {preferred: best, **{edge: (number,) for edge, number in zip(others, order, strict=True)}}
            north, east, south, west = (numbers[edge] for edge in EDGES)
            if may_number_edges(position, north=north, east=east, south=south, west=west).answer["legal"]:
                found.append({edge: numbers[edge] for edge in EDGES})
    return found


def _of_long_edges(position: Position, rng: Random, best: tuple[int, ...], others: tuple[int, ...]) -> list[Numbers]:
    """The same in a big battle: the armies come from the long edges."""
    long = [edge for edge in EDGES if length_of(edge, position.size) == max(position.size)]
    found: list[Numbers] = []
    for preferred in rng.sample(long, len(long)):
        given = {edge: best if edge == preferred else others if edge in long else () for edge in EDGES}
        north, east, south, west = (given[edge] for edge in EDGES)
        if may_number_edges(position, north=north, east=east, south=south, west=west).answer["legal"]:
            found.append(given)
    return found
