"""Room for terrain: how large an area feature is, how far from others it lies, and that it is on the table and dry."""

from __future__ import annotations

import math

from debellis.dbm.measures import base_width, paces
from debellis.dbm.setting_up.features import FIELDS, HILLS, TOWN, code_of, is_area, sizes
from debellis.geometry.outline import share_ground
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Polygon, between_polygons, inside
from debellis.mechanics.tables import table
from debellis.table.board import EDGES, nearest_inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.verdict import Verdict


def judge_area(
    verdict: Verdict, position: Position, piece: Terrain, fe: float | None = None, hill: Terrain | None = None
) -> None:
    """Report an area feature of a wrong size, off the table, in the water or too near another.

    `fe` is its size in feature equivalents, `hill` the one that a town stands on. Where its size is not told, a town
    and a hill that share ground are taken for one feature.
    """
    if any(nearest_inward(piece.ground, edge, position.size) < -COINCIDE for edge in EDGES):
        verdict.refuse(f"{piece.id} is not wholly on the table.")
    judge_size(verdict, position, piece, fe)
    _judge_others(verdict, position, piece, hill, fe is None)


def judge_size(verdict: Verdict, position: Position, piece: Terrain, fe: float | None) -> None:
    """Report an area feature that is not as large as its feature equivalents say, or as any may be."""
    if fe is not None and fe not in sizes(position):
        verdict.refuse(f"{piece.id} of {fe:g} FE: there is no such size.", "DBM-B9.8")
        return
    least, most = across(position, fe)
    found = longest(piece.ground)
    verdict.measure(f"across {piece.id}", found, limit=most)
    if not least - COINCIDE <= found <= most + COINCIDE:
        what = "An area feature" if fe is None else f"A feature of {fe:g} FE"
        verdict.refuse(f"{what} is {least:g} to {most:g} mm across; {piece.id} is {found:.2f} mm.", "DBM-B9.8")


def across(position: Position, fe: float | None) -> tuple[float, float]:
    """The least and the greatest longest dimension of an area feature of so many feature equivalents, or of any."""
    row = table(position, "terrain")["fe_dimensions"]
    limits = (row["min_any"], row["small_max"], row["medium_max"], row["large_max"])
    if fe is None:
        return (paces(position, limits[0]), paces(position, limits[-1]))
    i = sizes(position).index(fe)
    return (paces(position, limits[i]), paces(position, limits[i + 1]))


def longest(ground: Polygon) -> float:
    """The longest straight dimension of an outline."""
    return max(math.dist(p, q) for p in ground for q in ground)


def apart(a: Terrain, b: Terrain, gap: float) -> bool:
    """Whether two features lie at least so far apart."""
    west, south, east, north = a.box
    left, below, right, above = b.box
    if west - right >= gap or left - east >= gap or south - above >= gap or below - north >= gap:
        return True
    if any(inside(p, b.ground) for p in a.ground) or any(inside(p, a.ground) for p in b.ground):
        return False
    return between_polygons(a.ground, b.ground)[2] >= gap


def _judge_others(verdict: Verdict, position: Position, piece: Terrain, hill: Terrain | None, combined: bool) -> None:
    """Report an area feature too near another, or in the water."""
    gap = base_width(position)
    for other in position.terrain:
        if other.id == piece.id:
            continue
        if _goes_with(position, piece, other, hill, combined):
            if FIELDS in (_code(position, piece), _code(position, other)) and share_ground(piece.ground, other.ground):
                verdict.refuse(f"{piece.id} lies on {other.id}.")
        elif _keeps_apart(position, other) and not apart(piece, other, gap - COINCIDE):
            verdict.refuse(f"{piece.id} and {other.id} are less than a base width apart.", "DBM-B9.8")
        elif other.kind == "waterway" and share_ground(piece.ground, other.ground):
            verdict.refuse(f"{piece.id} lies in {other.id}.")


def _goes_with(position: Position, piece: Terrain, other: Terrain, hill: Terrain | None, combined: bool) -> bool:
    """Whether two features belong together: a town, its fields and the hill it stands on."""
    codes = {_code(position, piece), _code(position, other)}
    if codes <= {TOWN, FIELDS} and codes != {TOWN}:
        return True
    if hill is not None and other.id == hill.id:
        return True
    rises = combined and TOWN in codes and any(code in HILLS for code in codes)
    return rises and share_ground(piece.ground, other.ground)


def _keeps_apart(position: Position, other: Terrain) -> bool:
    """Whether a feature is one that others keep their distance from: areas, but not works."""
    found = _code(position, other)
    return is_area(position, found) and found not in table(position, "setup")["terrain"]["works"]


def judge_flooding(verdict: Verdict, position: Position, piece: Terrain) -> None:
    """Report a waterway over a feature that lies there already."""
    for other in position.terrain:
        if is_area(position, _code(position, other)) and share_ground(piece.ground, other.ground):
            verdict.refuse(f"{piece.id} would cover {other.id}.")


def _code(position: Position, piece: Terrain) -> str:
    found = code_of(position.edition, piece.kind)
    assert found is not None
    return found
