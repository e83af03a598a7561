"""Water on the table: how far waterways reach in, where rivers may run."""

from __future__ import annotations

from itertools import pairwise

from debellis.dbm.measures import paces
from debellis.dbm.setting_up.sectors import long_edges, short_edges
from debellis.geometry.plane import COINCIDE, SLIGHT, Point, Segment, part_way
from debellis.geometry.polygon import Polygon, segment_gap
from debellis.mechanics.tables import table
from debellis.table.board import OPPOSITE, farthest_inward, inward, length_of, nearest_inward, on_board, sideways
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict

Profile = list[tuple[float, float, float, float]]


def by_die(position: Position, name: str, die: int) -> float:
    """A distance that is a constant and so much for each pip of a die, in millimetres."""
    constant, each = table(position, "setup")["water"][name]
    return paces(position, constant + each * die)


def judge_waterway(
    verdict: Verdict, position: Position, piece: Terrain, base_edge: str, die: int, by: str, before: bool
) -> None:
    """Report a waterway of the wrong shape or in the wrong place; `before` tells that the invader has placed one."""
    if len(position.features("waterway")) > 1:
        also = ("DBM32-P12-def-ww",) if before else ()
        verdict.refuse("Only one waterway may be used.", "DBM32-P13-ww-shape", *also)
    ground = on_board(piece.ground, position.size)
    along = [edge for edge in short_edges(base_edge) if nearest_inward(ground, edge, position.size) <= COINCIDE]
    if not along:
        fleet = ("DBM32-P12-inv-ww-elig",) if by == "invader" else ()
        verdict.refuse("A waterway lies along a short table edge.", "DBM32-P13-ww-shape", *fleet)
        return
    edge = min(along, key=lambda name: farthest_inward(ground, name, position.size))
    row = table(position, "setup")["water"]
    least, most = paces(position, row["waterway_least"]), by_die(position, "waterway_most", die)
    profile = _profile(ground, edge, position)
    if profile is None:
        says = f"A waterway occupies the full length of its edge, {length_of(edge, position.size):g} mm."
        verdict.refuse(says, "DBM32-P13-ww-shape")
        return
    shallowest = min(min(at, then) for _, _, at, then in profile)
    deepest = max(max(at, then) for _, _, at, then in profile)
    verdict.measure("least reach of the waterway", shallowest, limit=least)
    verdict.measure("greatest reach of the waterway", deepest, limit=most)
    if shallowest < least - COINCIDE or deepest > most + COINCIDE:
        says = (
            f"With a {die} the waterway reaches {least:g} to {most:g} mm in, not {shallowest:.2f} to {deepest:.2f} mm."
        )
        verdict.refuse(says, "DBM32-P13-ww-shape")
    deep = _length_beyond(profile, paces(position, row["waterway_deep"]) + COINCIDE)
    allowed = float(row["waterway_deep_share"]) * length_of(edge, position.size)
    verdict.measure("length of the waterway that is deep", deep, limit=allowed)
    if deep > allowed + COINCIDE:
        says = f"At most {allowed:g} mm of it may reach over {row['waterway_deep']} paces in; {deep:.2f} mm do."
        verdict.refuse(says, "DBM32-P13-ww-shape")


def _profile(ground: Polygon, edge: str, position: Position) -> Profile | None:
    """How far in a waterway reaches along its edge, in straight pieces (from, to, reach there, reach there).

    None if it does not lie on all of the edge.
    """
    length = length_of(edge, position.size)
    cuts = sorted({0.0, length, *(min(length, max(0.0, sideways(p, edge))) for p in ground)})
    found: Profile = []
    for low, high in pairwise(cuts):
        if high - low <= SLIGHT:
            continue
        quarter = (high - low) * 0.25
        one, other = (_reach_at(ground, edge, position, at) for at in (low + quarter, high - quarter))
        if one is None or other is None:
            return None
        slope = (other - one) / (2.0 * quarter)
        found.append((low, high, one - slope * quarter, other + slope * quarter))
    return found


def _reach_at(ground: Polygon, edge: str, position: Position, at: float) -> float | None:
    """How far in a waterway reaches at a place along its edge; None where it does not begin at the edge."""
    crossings: list[float] = []
    previous = ground[-1]
    for p in ground:
        here, there = sideways(previous, edge), sideways(p, edge)
        if (here > at) != (there > at):
            meeting = part_way(previous, p, (at - here) / (there - here))
            crossings.append(inward(meeting, edge, position.size))
        previous = p
    return max(crossings) if crossings and min(crossings) <= COINCIDE else None


def _length_beyond(profile: Profile, limit: float) -> float:
    """Along how much of its edge a waterway reaches further in than a limit."""
    total = 0.0
    for low, high, at, then in profile:
        if min(at, then) > limit:
            total += high - low
        elif max(at, then) > limit:
            total += (high - low) * (max(at, then) - limit) / abs(then - at)
    return total


def judge_invader_river(verdict: Verdict, position: Position, piece: Terrain, base_edge: str, die: int) -> None:
    """Report an invader's river that does not cross from long edge to long edge in its zone."""
    one, other = long_edges(base_edge)
    if not _joins(piece, position, one, other):
        verdict.refuse("The invader's river flows from one long edge to the other.", "DBM32-P12-inv-rv-dice")
    near, far = by_die(position, "invader_river_near", die), by_die(position, "invader_river_far", die)
    ground = on_board(piece.ground, position.size)
    reaches = [
        (nearest_inward(ground, edge, position.size), farthest_inward(ground, edge, position.size))
        for edge in short_edges(base_edge)
    ]
    if not any(low >= near - COINCIDE and high <= far + COINCIDE for low, high in reaches):
        low, high = min(reaches)
        says = f"With a {die} the river lies {near:g} to {far:g} mm from a short edge, not {low:.2f} to {high:.2f} mm."
        verdict.refuse(says, "DBM32-P12-inv-rv-zone")


def judge_defender_river(
    verdict: Verdict,
    position: Position,
    piece: Terrain,
    base_edge: str,
    die: int | None,
    compulsory: bool,
    invaders: tuple[Terrain, ...],
) -> None:
    """Report a defender's river with a wrong course, or out of the strip its die allows."""
    water = [*position.features("waterway"), *(other for other in invaders if other.kind == "river")]
    if not _flows(piece, position, base_edge, water):
        says = "The defender's river runs from a short edge to the other, into a waterway or the invader's river."
        verdict.refuse(says, "DBM32-P12-def-rv")
    if compulsory or die is None:
        return
    quarter = table(position, "setup")["water"]["quarter_of_die"][str(die)]
    strip = length_of(short_edges(base_edge)[0], position.size) / 4.0
    ground = on_board(piece.ground, position.size)
    low, high = nearest_inward(ground, base_edge, position.size), farthest_inward(ground, base_edge, position.size)
    verdict.measure("nearest part of the river to the defender's edge", low, limit=strip * (quarter - 1))
    verdict.measure("furthest part of the river from it", high, limit=strip * quarter)
    if low < strip * (quarter - 1) - COINCIDE or high > strip * quarter + COINCIDE:
        says = f"With a {die} the river keeps {strip * (quarter - 1):g} to {strip * quarter:g} mm from his edge."
        verdict.refuse(says, "DBM32-P12-def-rv-zone")


def _on_edge(p: Point, edge: str, position: Position) -> bool:
    return inward(p, edge, position.size) <= COINCIDE


def _joins(piece: Terrain, position: Position, one: str, other: str) -> bool:
    """Whether a line runs from one edge to the other."""
    start, end = piece.line[0], piece.line[-1]
    there = _on_edge(start, one, position) and _on_edge(end, other, position)
    return there or (_on_edge(start, other, position) and _on_edge(end, one, position))


def _flows(piece: Terrain, position: Position, base_edge: str, water: list[Terrain]) -> bool:
    for start, end, mouth in ((0, -1, _mouth(piece, -1)), (-1, 0, _mouth(piece, 0))):
        for edge in short_edges(base_edge):
            if not _on_edge(piece.line[start], edge, position):
                continue
            if _on_edge(piece.line[end], OPPOSITE[edge], position):
                return True
            if any(segment_gap(*mouth, other.ground) <= COINCIDE for other in water):
                return True
    return False


def _mouth(piece: Terrain, end: int) -> Segment:
    """Both banks at an end of a river."""
    p, q = piece.line[end], piece.line[1 if end == 0 else -2]
    length = ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5
    half = piece.width * 0.5 / length
    dx, dy = (p[0] - q[0]) * half, (p[1] - q[1]) * half
    return ((p[0] - dy, p[1] + dx), (p[0] + dy, p[1] - dx))
