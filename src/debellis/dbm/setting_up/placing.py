"""Placing terrain: whether a feature may lie where it does, by who placed it and by the dice."""

from __future__ import annotations

from typing import Any

from debellis.dbm.measures import paces
from debellis.dbm.setting_up.room import judge_area, judge_flooding
from debellis.dbm.setting_up.sectors import CENTRE, in_third, long_edges, sector_of_die, sectors_of, to_nearest_edge
from debellis.dbm.setting_up.towns import Town, judge_town
from debellis.dbm.setting_up.water import judge_defender_river, judge_invader_river, judge_waterway
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import Polygon, between_polygons
from debellis.mechanics.tables import table
from debellis.mechanics.two_dice import DIE
from debellis.table.board import inward, on_board
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import FEATURE, FLAG, NUMBER, POINT, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

AREA = "area"
#: Features with rules of their own; all others cover an area.
_KIND = {kind: kind for kind in ("waterway", "river", "road", "bua")}
#: Of which features some arguments tell anything.
_ONLY_FOR = {
    "die": ("waterway", "river", "bua"),
    "sector": ("bua", AREA),
    "place": ("bua", AREA),
    "compulsory": ("river", "road"),
    "hill": ("bua", AREA),
    "fields": ("bua",),
    "gateways": ("bua",),
    "fortified": ("bua",),
    "fe": ("bua", AREA),
}


def may_place_terrain(
    position: Position,
    *,
    piece: str,
    by: str = "defender",
    base_edge: str = "south",
    die: int | None = None,
    sector: int | None = None,
    place: int | None = None,
    compulsory: bool = False,
    invader_placed: tuple[str, ...] = (),
    hill: str | None = None,
    fields: tuple[str, ...] = (),
    gateways: tuple[Point, ...] = (),
    fortified: bool = False,
    fe: float | None = None,
) -> Ruling:
    """Whether a feature may lie where it does. `base_edge` is the defender's rear edge, `fe` the feature's size."""
    verdict = Verdict()
    feature = position.feature(piece)
    theirs = tuple(position.feature(name) for name in invader_placed)
    if feature.kind in ("river", "road") and not feature.line:
        raise BadQuestion(f"a {feature.kind} is placed by its line and width", "piece")
    if len(on_board(feature.ground, position.size)) < 3:
        verdict.refuse(f"{piece} is not on the table.")
        return verdict.decide("may_place_terrain")
    if feature.kind == "waterway":
        judge_flooding(verdict, position, feature)
        before = by == "defender" and any(other.kind == "waterway" for other in theirs)
        judge_waterway(verdict, position, feature, base_edge, _needed(die, feature), by, before)
    elif feature.kind == "river" and by == "invader":
        judge_invader_river(verdict, position, feature, base_edge, _needed(die, feature))
    elif feature.kind == "river":
        judge_defender_river(verdict, position, feature, base_edge, die, compulsory, theirs)
    elif feature.kind == "road" and by == "invader":
        _judge_invader_road(verdict, position, feature, base_edge)
    elif feature.kind == "road":
        _judge_defender_road(verdict, position, feature, compulsory, theirs)
    else:
        rises = None if hill is None else position.feature(hill)
        judge_area(verdict, position, feature, fe, rises)
        if feature.kind == "bua" and by == "invader":
            verdict.refuse("The invader never places a BUA.", "DBM32-P12-inv-late")
        elif feature.kind == "bua":
            town = Town(feature, rises, tuple(position.feature(name) for name in fields), gateways, fortified)
            roads = tuple(other for other in theirs if other.kind == "road")
            judge_town(verdict, position, town, base_edge, die, roads)
        _judge_by_dice(verdict, position, feature, rises, base_edge, sector, place)
    return verdict.decide("may_place_terrain")


def ask_may_place_terrain(position: Position, *, piece: str, **given: Any) -> Ruling:
    """The same as a question; BadQuestion for an argument that tells nothing about such a feature."""
    kind = position.feature(piece).kind
    for argument in given:
        if _KIND.get(kind, AREA) not in _ONLY_FOR.get(argument, (_KIND.get(kind, AREA),)):
            raise BadQuestion(f"may_place_terrain has no use for {argument} of {kind}", argument)
    return may_place_terrain(position, piece=piece, **given)


def _needed(die: int | None, feature: Terrain) -> int:
    if die is None:
        raise BadQuestion(f"may_place_terrain needs die, the throw for the place of this {feature.kind}", "die")
    return die


def _judge_invader_road(verdict: Verdict, position: Position, road: Terrain, base_edge: str) -> None:
    """The invader's road joins the central stretches of the long edges and keeps to the centre sectors."""
    ends = (road.line[0], road.line[-1])
    one, other = long_edges(base_edge)
    reach = [[inward(p, edge, position.size) <= COINCIDE for p in ends] for edge in (one, other)]
    joins = (reach[0][0] and reach[1][1]) or (reach[0][1] and reach[1][0])
    if not joins or not all(in_third(p, CENTRE, base_edge, position) for p in ends):
        says = "The invader's road runs from the central stretch of one long edge to that of the other."
        verdict.refuse(says, "DBM32-P12-inv-road")
    ground = on_board(road.ground, position.size)
    if not all(in_third(p, CENTRE, base_edge, position) for p in ground):
        verdict.refuse("The invader's road keeps to the centre sectors for its whole length.", "IWF-5.1")


def _judge_defender_road(
    verdict: Verdict, position: Position, road: Terrain, compulsory: bool, theirs: tuple[Terrain, ...]
) -> None:
    """The defender has so many roads, each linked with a town or an earlier road unless roads are compulsory."""
    roads = position.features("road")
    own = [other for other in roads if other not in theirs]
    most = table(position, "setup")["terrain"]["roads_max"]
    if own.index(road) >= most:
        verdict.refuse(f"The defender may have {most} roads.", "DBM32-P12-def-roads")
    earlier = [*theirs, *own[: own.index(road)], *position.features("bua")]
    if compulsory or any(_gap(road.ground, other.ground) <= COINCIDE for other in earlier if _carries(other)):
        return
    verdict.refuse("A road links with a BUA or joins or crosses an earlier road.", "DBM32-P12-def-roads")


def _carries(feature: Terrain) -> bool:
    return feature.kind in ("road", "bua")


def _judge_by_dice(
    verdict: Verdict,
    position: Position,
    feature: Terrain,
    hill: Terrain | None,
    base_edge: str,
    sector: int | None,
    place: int | None,
) -> None:
    """Report an area feature that is not in the sector of the first die, or not where the second die puts it."""
    parts = [feature] if hill is None else [feature, hill]
    if sector is not None:
        wanted = sector_of_die(position, sector)
        if any(wanted not in sectors_of(part.ground, base_edge, position) for part in parts):
            says = f"A {sector} means the sector {wanted[0]} the defender, {wanted[1]} of his table."
            verdict.refuse(says, "DBM-B9.7")
    if place is None:
        return
    wrong = [part for part in parts if not _fits_die(verdict, position, part, place)]
    if wrong:
        says = f"{wrong[0].id} does not lie where a {place} puts it: {_meaning(position, place)}."
        both = hill is not None and len(wrong) == 1
        verdict.refuse(says, "DBM32-P12-position-die", *(("IWF-5.6h",) if both else ()))


def _fits_die(verdict: Verdict, position: Position, part: Terrain, place: int) -> bool:
    row = table(position, "setup")["position"]
    near, far = paces(position, row["near"]), paces(position, row["far"])
    away = _to_edge_or_water(part.ground, position)
    limit = 0.0 if place in row["touching"] else far
    verdict.measure(f"from {part.id} to the nearest table or waterway edge", away, limit=limit)
    if place in row["touching"]:
        return away <= COINCIDE
    if place in row["between"]:
        return near - COINCIDE <= away <= far + COINCIDE
    return away > far + COINCIDE


def _to_edge_or_water(ground: Polygon, position: Position) -> float:
    waters = [_gap(ground, water.ground) for water in position.features("waterway")]
    return min([to_nearest_edge(ground, position), *waters])


def _meaning(position: Position, place: int) -> str:
    row = table(position, "setup")["position"]
    if place in row["touching"]:
        return "touching a table or waterway edge"
    if place in row["between"]:
        return f"its nearest part {row['near']} to {row['far']} paces from such an edge"
    return f"no part within {row['far']} paces of such an edge"


def _gap(a: Polygon, b: Polygon) -> float:
    return between_polygons(a, b)[2]


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_place_terrain",
        "whether a feature may lie where it does",
        {
            "piece": FEATURE,
            "by": one_of("invader", "defender").or_none(),
            "base_edge": one_of("north", "south").or_none(),
            "die": DIE.or_none(),
            "sector": DIE.or_none(),
            "place": DIE.or_none(),
            "compulsory": FLAG.or_none(),
            "invader_placed": list_of(FEATURE).or_none(),
            "hill": FEATURE.or_none(),
            "fields": list_of(FEATURE).or_none(),
            "gateways": list_of(POINT).or_none(),
            "fortified": FLAG.or_none(),
            "fe": NUMBER.or_none(),
        },
        ask_may_place_terrain,
        tied_to_table=True,
    ),
)
