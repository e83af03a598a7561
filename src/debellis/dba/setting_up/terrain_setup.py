"""Placing terrain: whether a finished board meets the numbers, the quarters, and the limits of size and place."""

from __future__ import annotations

from debellis.dba.book import book, in_mm, table
from debellis.dba.setting_up.roads import judge_road, judge_roads, measure_line
from debellis.dba.setting_up.terrain_choice import Fault, judge_choice, name_of, own_clauses
from debellis.geometry.outline import least_rectangle, share_ground
from debellis.geometry.plane import COINCIDE, Point, distance, middle
from debellis.geometry.polygon import Polygon, area, between_polygons, partly_in
from debellis.table.board import (
    BESIDE,
    EDGES,
    OPPOSITE,
    Size,
    farthest_inward,
    inward,
    length_of,
    nearest_inward,
    on_board,
    quarters,
)
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.table.value import Value
from debellis.table.waterways import edge_of, reaches
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import terrain_name
from debellis.umpire.verdict import Verdict

_STRIPS = ("river", "road", "waterway")


def may_place_terrain(position: Position, *, topography: str) -> Ruling:
    """Whether the terrain on the board, without camps, is a legal battlefield of a topography."""
    verdict = Verdict()
    pieces = tuple(piece for piece in position.terrain if piece.kind != "camp")
    few = judge_choice(position, verdict, topography, tuple(piece.kind for piece in pieces))
    if any(piece.kind not in book(position).terrain_kinds for piece in pieces):
        # The choice is refused for a kind that the edition does not have, and nothing is said of such a piece.
        return verdict.decide("may_place_terrain")
    _judge_quarters(verdict, position, pieces, few)
    for piece in pieces:
        if is_area(position, piece):
            judge_area(verdict, position, piece)
        elif piece.kind == "bua":
            _judge_town(verdict, position, piece)
        elif piece.kind == "waterway":
            _judge_waterway(verdict, position, piece)
        elif piece.kind == "river":
            _judge_river(verdict, position, piece)
        else:
            judge_road(verdict, position, piece)
    judge_gaps(verdict, position, pieces)
    judge_roads(verdict, position)
    return verdict.decide("may_place_terrain")


def is_area(position: Position, piece: Terrain) -> bool:
    """Whether a piece is an area feature, which has an outline and may lie anywhere."""
    return piece.kind in table(position, "terrain_counts")["area_features"]


def _judge_quarters(verdict: Verdict, position: Position, pieces: tuple[Terrain, ...], few: bool) -> None:
    """Report quarters without a feature or an obstacle. Cites a feature that counts in several quarters."""
    for wanted in _wanted_in_quarters(position, pieces):
        verdict.measure(f"quarters with {wanted.what}", wanted.found(position.size), "")
    wanting = quarters_wanting(position, pieces)
    for fault in wanting:
        verdict.refuse(fault.says, *fault.clauses)
    if wanting:
        return
    if any(_once_each(wanted.pieces, position.size) < wanted.least for wanted in _wanted_in_quarters(position, pieces)):
        says = "A feature counts for every quarter it lies in"
        if few:
            verdict.cite("BOB-SCH-3b", f"{says}, but the least number of features must still be placed.")
        else:
            verdict.cite("BOB-SCH-3b", f"{says}.")


class _Wanted(Value, frozen=True):
    """A requirement: the pieces must lie in at least this many quarters."""

    what: str
    least: int
    pieces: tuple[Terrain, ...]
    clauses: tuple[str, ...]

    def found(self, size: Size) -> int:
        """In how many quarters the pieces lie."""
        return len(set().union(*_lies_in(self.pieces, size)))


def _wanted_in_quarters(position: Position, pieces: tuple[Terrain, ...]) -> tuple[_Wanted, _Wanted]:
    """The requirements: some feature in at least three quarters; a river, waterway or bad going in at least two."""
    limits = table(position, "terrain_limits")
    obstacles = tuple(p for p in pieces if p.kind in book(position).tables.going.bad or p.kind in limits["obstacles"])
    features, hard = "quarters_with_any", "quarters_with_obstacle"
    return (
        _Wanted("a feature", int(limits[f"{features}_min"]), pieces, own_clauses(position, "terrain_limits", features)),
        _Wanted("an obstacle", int(limits[f"{hard}_min"]), obstacles, own_clauses(position, "terrain_limits", hard)),
    )


def quarters_wanting(position: Position, pieces: tuple[Terrain, ...]) -> list[Fault]:
    """The faults of the quarters of a board."""
    faults: list[Fault] = []
    for wanted in _wanted_in_quarters(position, pieces):
        count = wanted.found(position.size)
        if count < wanted.least:
            says = f"At least {wanted.least} quarters of the board must have {wanted.what} in them, and {count} have."
            faults.append(Fault(says, ("BOB-SCH-3a", "DBA22-B5.1.3", *wanted.clauses), True))
    return faults


def _lies_in(pieces: tuple[Terrain, ...], size: Size) -> list[set[int]]:
    """The quarters each piece lies in."""
    return [{i for i, q in enumerate(quarters(size)) if partly_in(q, piece.ground)} for piece in pieces]


def _once_each(pieces: tuple[Terrain, ...], size: Size) -> int:
    """How many quarters would have a feature if only rivers, roads and waterways counted in more than one."""
    strips = tuple(piece for piece in pieces if piece.kind in _STRIPS)
    crossed = set().union(*_lies_in(strips, size))
    rest = _lies_in(tuple(piece for piece in pieces if piece.kind not in _STRIPS), size)
    reachable = {frozenset(crossed)}
    for lies in rest:
        reachable |= {held | {quarter} for held in reachable for quarter in lies}
    return max(len(held) for held in reachable)


def judge_area(verdict: Verdict, position: Position, piece: Terrain) -> None:
    """Report an area feature that is too large, too narrow or too long."""
    length, width = least_rectangle(piece.ground)
    scale = position.scale
    most = scale.base_widths(table(position, "terrain_limits")["area_length_plus_width_max_bw"])
    least = scale.base_widths(table(position, "terrain_limits")["area_side_min_bw"])
    name = name_of(piece.kind)
    if length + width > most + COINCIDE:
        says = f"Length and width of the {name} are at most {most:g} mm together, not {length + width:.2f} mm."
        verdict.refuse(says, "DBA22-B5.2.1")
    if width < least - COINCIDE:
        verdict.refuse(f"The {name} is at least {least:g} mm wide, not {width:.2f} mm.", "DBA22-B5.2.1")
    ratio = table(position, "terrain_limits")["length_to_width_max"]
    if piece.kind not in table(position, "terrain_limits")["length_ratio_exempt"] and length > ratio * width + COINCIDE:
        says = f"The {name} is at most {ratio} times as long as wide; it is {length:.2f} by {width:.2f} mm."
        verdict.refuse(says, "DBA22-B5.2.1")


def judge_gaps(
    verdict: Verdict, position: Position, pieces: tuple[Terrain, ...], clauses: tuple[str, ...] = ()
) -> None:
    """Report area features that are too close to each other. `clauses` are cited in addition to the usual one."""
    least = position.scale.base_widths(table(position, "terrain_limits")["gap_between_area_features_bw"])
    areas = [piece for piece in pieces if is_area(position, piece)]
    for i, a in enumerate(areas):
        for b in areas[i + 1 :]:
            here, there, gap = between_polygons(a.ground, b.ground)
            if gap < least - COINCIDE:
                verdict.draw("line", (here, there), "distance", f"{gap:.2f} mm")
                one, two = terrain_name(position, a.id), terrain_name(position, b.id)
                says = f"{one[:1].upper()}{one[1:]} and {two} must lie at least {least:g} mm apart, not {gap:.2f} mm."
                verdict.refuse(says, "DBA22-B5.2.2", *clauses)


def _judge_town(verdict: Verdict, position: Position, town: Terrain) -> None:
    """Report a town that is not wholly near two edges, or has not the size of an area feature."""
    within = in_mm(position, table(position, "terrain_linear")["bua_within_of_two_edges"])
    near = [e for e in EDGES if farthest_inward(town.ground, e, position.size) <= within + COINCIDE]
    if len(near) < 2:
        says = f"All of the town must lie within {within:g} mm of two board edges; it does of {len(near)}."
        verdict.refuse(says, "DBA22-B5.2.6")
    length, width = least_rectangle(town.ground)
    most = position.scale.base_widths(table(position, "terrain_limits")["area_length_plus_width_max_bw"])
    least = position.scale.base_widths(table(position, "terrain_limits")["area_side_min_bw"])
    if length + width > most + COINCIDE or width < least - COINCIDE:
        size = f"{length:.2f} by {width:.1f}"
        says = f"A town is at least {least:g} mm wide, length and width at most {most:g} mm together; it is {size} mm."
        verdict.refuse(says, "DBA22-B5.2.6")


def _judge_waterway(verdict: Verdict, position: Position, water: Terrain) -> None:
    """Report a waterway that does not cover one whole edge, or reaches in too little or too far."""
    edge = edge_of(water.ground, position.size)
    whole = length_of(edge, position.size)
    found = reaches(water.ground, edge, position.size)
    if sum(reach.length for reach in found) < whole - COINCIDE:
        verdict.refuse(
            f"A waterway covers one whole board edge; this one leaves part of the {edge} edge free.", "DBA22-B5.2.3"
        )
        return
    least, most = (position.scale.base_widths(n) for n in table(position, "terrain_linear")["waterway_depth_bw"])
    shallow = min(min(reach.first, reach.last) for reach in found)
    deep = max(max(reach.first, reach.last) for reach in found)
    if shallow < least - COINCIDE or deep > most + COINCIDE:
        says = f"A waterway reaches {least:g} to {most:g} mm in from its edge, not {shallow:.2f} to {deep:.2f} mm."
        verdict.refuse(says, "DBA22-B5.2.3")
    limit = position.scale.base_widths(table(position, "terrain_counts")["waterway_deep_bw"])
    share = sum(reach.beyond(limit) for reach in found) / whole
    if share * whole > table(position, "terrain_linear")["waterway_over_2bw_share_max"] * whole + COINCIDE:
        says = f"At most half of a waterway reaches further in than {limit:g} mm; of this one {share:.0%} does."
        verdict.refuse(says, "DBA22-B5.2.3")


def _judge_river(verdict: Verdict, position: Position, river: Terrain) -> None:
    """Report a river with a fault.

    It runs from an edge to the opposite edge, is not too wide or winding, and stays clear of hills and of the edges
    beside it.
    """
    size = position.size
    ground = on_board(river.ground, size)
    ends = {e for e in EDGES if ground and nearest_inward(ground, e, size) <= COINCIDE}
    for water in position.features("waterway"):
        if ground and between_polygons(ground, water.ground)[2] <= COINCIDE:
            ends.add(edge_of(water.ground, size))
    across = [(a, OPPOSITE[a]) for a in ("north", "east") if a in ends and OPPOSITE[a] in ends]
    if not across:
        verdict.refuse("A river runs from one edge, or a waterway, to the opposite edge.", "DBA22-B5.2.4")
        return
    keeps = position.scale.base_widths(table(position, "terrain_linear")["river_from_parallel_edge_min_bw"])
    if all(min(nearest_inward(ground, e, size) for e in BESIDE[pair[0]]) < keeps - COINCIDE for pair in across):
        clauses = own_clauses(position, "terrain_linear", "river_from_parallel_edge", "DBA22-B5.2.4")
        verdict.refuse(f"A river keeps {keeps:g} mm from the edges it runs along.", *clauses)
    _judge_course(verdict, position, river, ground, across[0])
    for hill in position.features(*HILLS):
        if share_ground(ground, hill.ground):
            verdict.refuse(
                f"A river does not cross hills, and this one crosses {terrain_name(position, hill.id)}.", "DBA22-B5.2.4"
            )


def _judge_course(
    verdict: Verdict, position: Position, river: Terrain, ground: Polygon, across: tuple[str, str]
) -> None:
    """Report a river that is too wide or winds too much."""
    length, straight, width = measure_line(river) if river.line else _measure_band(ground, across, position.size)
    widest = position.scale.base_widths(table(position, "terrain_linear")["river_width_max_bw"])
    clauses = own_clauses(position, "terrain_linear", "course", "DBA22-B5.2.4")
    if width > widest + COINCIDE:
        verdict.refuse(f"A river is at most {widest:g} mm wide, not {width:.2f} mm.", *clauses)
    ratio = table(position, "terrain_linear")["river_length_to_chord_max"]
    if length > ratio * straight + COINCIDE:
        says = f"A river is at most {ratio} times as long as the line of its ends: {length:.2f} and {straight:.2f} mm."
        verdict.refuse(says, *clauses)


def _measure_band(ground: Polygon, across: tuple[str, str], size: Size) -> tuple[float, float, float]:
    """Length, straight distance between the ends, and mean width of a river drawn as an outline."""
    banks = 0.0
    mouths: list[Point] = []
    for edge in across:
        on_edge = [p for p in ground if inward(p, edge, size) <= COINCIDE]
        if on_edge:
            mouths.append(middle(min(on_edge), max(on_edge)))
    for i in range(len(ground)):
        a, b = ground[i - 1], ground[i]
        if not any(inward(a, e, size) <= COINCIDE and inward(b, e, size) <= COINCIDE for e in across):
            banks += distance(a, b)
    length = banks * 0.5
    straight = distance(*mouths) if len(mouths) == 2 else length
    return (length, straight, abs(area(ground)) / length if length > 0.0 else 0.0)
