"""Slopes: which of two opponents on a hill or in a gully is upslope of the other."""

from __future__ import annotations

from debellis.dbm.fighting.fighters import Fighter
from debellis.geometry.plane import COINCIDE, Point, distance, point_to_segment
from debellis.geometry.polygon import Polygon, area, length_inside, partly_in
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.ruling import Finding


def upslope(position: Position, one: Fighter, two: Fighter, finding: Finding) -> str | None:
    """The id of the one of two opponents that is upslope of the other. None if neither is."""
    slopes = table(position, "slopes")
    for piece in position.terrain:
        if piece.kind in slopes["gullies"]:
            found = _in_gully(piece, one, two, finding)
        elif piece.kind in slopes["hills"]:
            found = _on_hill(piece, one, two, finding)
        else:
            continue
        if found is not None:
            return found
    return None


def _on_hill(hill: Terrain, one: Fighter, two: Fighter, finding: Finding) -> str | None:
    on_it = [who for who in (one, two) if partly_in(who.where, hill.ground)]
    if not on_it or _level(hill, one, two, finding):
        return None
    if len(on_it) == 1:
        higher = on_it[0].id
        finding.cite("IWF-5.5c", f"{higher} is on {hill.id}, its opponent off it: {higher} is upslope")
        return higher
    higher_one = _nearer(hill, one, two)
    if higher_one is None:
        return None
    _cite_line(hill, "highest", finding)
    finding.cite("IWF-5.5c", f"{higher_one.id} is nearer the highest line or point of {hill.id}: it is upslope")
    return higher_one.id


def _in_gully(gully: Terrain, one: Fighter, two: Fighter, finding: Finding) -> str | None:
    inside = [who for who in (one, two) if partly_in(who.where, gully.ground)]
    if not inside:
        return None
    if len(inside) == 1:
        higher = two if inside[0] is one else one
        finding.cite("IWF-5.5e", f"{higher.id} is outside {gully.id}, {inside[0].id} in it: {higher.id} is upslope")
        return higher.id
    if _level(gully, one, two, finding):
        return None
    lower = _nearer(gully, one, two)
    if lower is None:
        return None
    higher = two if lower is one else one
    _cite_line(gully, "lowest", finding)
    finding.cite("IWF-5.5c", f"{higher.id} is further from the lowest line or point of {gully.id}: it is upslope")
    return higher.id


def _cite_line(piece: Terrain, extreme: str, finding: Finding) -> None:
    if piece.crest:
        finding.cite("IWF-5.5a", f"the line marked on {piece.id} says how it slopes")
    else:
        finding.cite("IWF-5.5d", f"no line is marked on {piece.id}: its central point is the {extreme}")


def _level(piece: Terrain, one: Fighter, two: Fighter, finding: Finding) -> bool:
    """Whether both bases lie astride the marked line of a feature."""
    if not (astride(one.where, piece.crest) and astride(two.where, piece.crest)):
        return False
    finding.cite("IWF-5.5b", f"{one.id} and {two.id} both lie astride the line of {piece.id}: they are level")
    return True


def astride(where: Rectangle, line: tuple[Point, ...]) -> bool:
    """Whether a base has ground on both sides of a line, so that the line crosses its interior."""
    inner = where.inset(COINCIDE).corners
    return any(length_inside(line[i], line[i + 1], inner) > COINCIDE for i in range(len(line) - 1))


def _nearer(piece: Terrain, one: Fighter, two: Fighter) -> Fighter | None:
    """Whose base centre is nearer to the line or point of a feature. None if they are level."""
    first, second = (_to_line(who.where.centre, piece) for who in (one, two))
    if abs(first - second) <= COINCIDE:
        return None
    return one if first < second else two


def _to_line(p: Point, piece: Terrain) -> float:
    line = piece.crest or (centre_of(piece.ground),)
    if len(line) == 1:
        return distance(p, line[0])
    return min(point_to_segment(p, line[i], line[i + 1]) for i in range(len(line) - 1))


def centre_of(outline: Polygon) -> Point:
    """The centre of area of an outline."""
    x = y = 0.0
    previous = outline[-1]
    # Measured from one of its corners, so that its place on the table adds no rounding.
    ox, oy = outline[0]
    for q in outline:
        a, b = (previous[0] - ox, previous[1] - oy), (q[0] - ox, q[1] - oy)
        cross = a[0] * b[1] - b[0] * a[1]
        x += (a[0] + b[0]) * cross
        y += (a[1] + b[1]) * cross
        previous = q
    six = 6.0 * area(outline)
    return (ox + x / six, oy + y / six)
