"""Where troops may lie in ambush: the part of a piece of terrain far from the enemy's zone, or beyond a crest."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Polygon
from debellis.meg.going import terrain_row
from debellis.meg.setting_up.fitting import part_beyond
from debellis.meg.setting_up.sizes import game_size, inward_from
from debellis.meg.shooting.sight import hides
from debellis.meg.units import bw
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit
from debellis.umpire.verdict import Verdict


def is_hill(position: Position, piece: Terrain) -> bool:
    row = terrain_row(position, piece.kind)
    return bool(row and row.get("hill")) and len(piece.crest) > 1


def may_hide(position: Position, piece: Terrain, unit: Unit) -> bool:
    """Whether a piece of terrain hides troops of this kind, a hill beyond its crest (MEG-B11.8, MEG-B11.10)."""
    return is_hill(position, piece) or hides(position, piece, unit)


def usable_part(position: Position, side: str, piece: Terrain) -> Polygon:
    """The part of a piece in which a side may hide: far from the zone of enemy TuGs, beyond the crest of a hill."""
    sizes = game_size(position)
    count = float(sizes["tug_max_from_own_edge_bw"]) + float(sizes["ambush_min_from_enemy_zone_bw"])
    enemy = "blue" if side == "red" else "red"
    inward, edge = inward_from(position, enemy)
    found = part_beyond(piece.ground, inward, edge + bw(position, count) - COINCIDE)
    if not is_hill(position, piece) or not found:
        return found
    a, b = piece.crest[0], piece.crest[-1]
    across = (-(b[1] - a[1]), b[0] - a[0])
    if across[0] * inward[0] + across[1] * inward[1] < 0.0:
        across = (-across[0], -across[1])
    return part_beyond(found, across, across[0] * a[0] + across[1] * a[1])


def judge_hill(verdict: Verdict, position: Position, piece: Terrain) -> None:
    """Say of a hill where its ambush lies."""
    if is_hill(position, piece):
        verdict.cite("MEG-B11.10", f"On {piece.id} it is the part beyond the crest, seen from the enemy's edge.")
