"""Built-up areas: where the defender's town may lie, alone, with its fields, or on a hill."""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.dbm.setting_up.room import longest
from debellis.dbm.setting_up.sectors import LEFT, RIGHT, in_third, sectors_of
from debellis.geometry.overlap import greatest_overlap, lies_within, shared_area
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import Polygon, area, between_polygons, holds_point
from debellis.mechanics.tables import table
from debellis.table.board import nearest_inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict


class Town(Value, frozen=True):
    """A town to be placed, with the hill it stands on, its fields and its gateways."""

    piece: Terrain
    hill: Terrain | None = None
    fields: tuple[Terrain, ...] = ()
    gateways: tuple[Point, ...] = ()
    fortified: bool = False


def judge_town(
    verdict: Verdict, position: Position, town: Town, base_edge: str, die: int | None, roads: tuple[Terrain, ...]
) -> None:
    """Report what is wrong with where the defender's town lies; `roads` are those of the invader."""
    if len(position.features("bua")) > table(position, "setup")["terrain"]["bua_max"]:
        verdict.refuse("The defender may have one BUA.", "DBM32-P12-def-bua-place")
    _judge_place(verdict, position, town, base_edge, roads)
    _judge_rear_edge(verdict, position, town, base_edge, die)
    parts = tuple(p for part in (town.piece, *town.fields) for p in part.ground)
    if not sectors_of(parts, base_edge, position):
        verdict.refuse("A BUA and all its fields lie inside one sector.", "DBM32-P12-def-bua-sector")
    if town.hill is not None:
        _judge_hill(verdict, position, town, town.hill, base_edge)


def _judge_place(verdict: Verdict, position: Position, town: Town, base_edge: str, roads: tuple[Terrain, ...]) -> None:
    """A town touches the waterway; without one it lies in a flank sector or is linked to the invader's road."""
    waters = position.features("waterway")
    if waters:
        away = min(_gap(town.piece.ground, water.ground) for water in waters)
        verdict.measure("from the BUA to the waterway", away, limit=0.0)
        if town.hill is not None and any(_gap(town.hill.ground, water.ground) <= COINCIDE for water in waters):
            if away > COINCIDE:
                verdict.refuse("Where a town on a hill touches the waterway its BUA part must.", "IWF-5.6g")
        elif away > COINCIDE:
            verdict.refuse("With a waterway on the table the BUA must touch it.", "DBM32-P12-def-bua-place")
        return
    if any(all(in_third(p, third, base_edge, position) for p in town.piece.ground) for third in (LEFT, RIGHT)):
        return
    if any(holds_point(gate, road.ground) for gate in town.gateways for road in roads):
        says = "One of its gateways joins the invader's road: the BUA need not be in a flank sector."
        verdict.cite("DBM32-P12-def-bua-place", says)
        return
    says = "A BUA lies in a flank sector or has a gateway on the invader's road."
    verdict.refuse(says, "DBM32-P12-def-bua-place")


def _judge_rear_edge(verdict: Verdict, position: Position, town: Town, base_edge: str, die: int | None) -> None:
    """A town, or its hill, touches the defender's rear edge unless he threw 5 or 6."""
    parts = [town.piece] if town.hill is None else [town.piece, town.hill]
    away = min(nearest_inward(part.ground, base_edge, position.size) for part in parts)
    if away <= COINCIDE:
        return
    free = table(position, "terrain")["dice"]["bua_forward_defender"]
    if die in free:
        verdict.cite("DBM32-P12-def-bua-edge", f"A {die} frees the BUA from the defender's rear edge.")
    else:
        says = f"The BUA must touch the defender's rear edge; it is {away:.2f} mm away and no 5 or 6 was thrown."
        verdict.refuse(says, "DBM32-P12-def-bua-edge")


def _judge_hill(verdict: Verdict, position: Position, town: Town, hill: Terrain, base_edge: str) -> None:
    """Report what is wrong with a town on a hill as one feature."""
    both = (*town.piece.ground, *hill.ground)
    if not sectors_of(both, base_edge, position):
        verdict.refuse("A town on a hill, both parts of it, lies inside one sector.", "IWF-5.6e")
    across = longest(town.piece.ground)
    limit = paces(position, table(position, "terrain")["fe_dimensions"]["bua_needs_pf_above"])
    verdict.measure("across the BUA", across, limit=limit)
    if across > limit + COINCIDE and not town.fortified:
        says = f"A BUA more than {limit:g} mm across on a hill has permanent fortifications; this is {across:.2f} mm."
        verdict.refuse(says, "IWF-5.6d")
    small, large = sorted((town.piece.ground, hill.ground), key=lambda ground: abs(area(ground)))
    if lies_within(small, large):
        return
    shared, most = shared_area(small, large), greatest_overlap(small, large)
    verdict.measure("shared by hill and BUA", shared, "mm2", most)
    if shared < most * float(table(position, "setup")["bua_on_hill"]["overlap_share"]):
        says = f"Hill and BUA must overlap as far as they can: they share {shared / most:.0%} of what they could."
        verdict.refuse(says, "IWF-5.6f")


def _gap(a: Polygon, b: Polygon) -> float:
    return between_polygons(a, b)[2]
