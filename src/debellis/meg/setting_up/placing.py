"""Placing terrain: sectors by the placement die, edges to touch, spacing, boundaried fields."""

from __future__ import annotations

from typing import Any

from debellis.geometry.overlap import shared_area
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import Box, Polygon, between_polygons, box
from debellis.mechanics.tables import table
from debellis.mechanics.years import year_words
from debellis.meg.arguments import SIDE, question
from debellis.meg.going import terrain_row
from debellis.meg.setting_up.fitting import fits_in_square, holds_rectangle, least_width
from debellis.meg.setting_up.sizes import from_flank, from_own_edge, game_size, secure_hand
from debellis.meg.units import bw, moment
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import FLAG, POINT, TEXT, WHOLE, BadQuestion, die, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

FIELD = "boundaried_field"
TOWNS = ("village", "town")
WATER = ("river", "coast")
LEFT, CENTRE, RIGHT = "left", "centre", "right"
#: The sector that a score of the placement die names.
SECTORS = {1: LEFT, 2: LEFT, 3: CENTRE, 4: CENTRE, 5: RIGHT, 6: RIGHT}


def _kind(position: Position, kind: str) -> str:
    if terrain_row(position, kind) is None:
        raise BadQuestion(f"there is no terrain {kind!r}", "kind")
    return kind


def _terrain_dice(position: Position, kind: str) -> Ruling:
    found = Finding()
    placement = _kind(position, kind) != FIELD
    if not placement:
        found.cite("MEG-07b", "No placement die is rolled for a boundaried field, but the opponent may adjust it.")
    else:
        found.cite("MEG-B9.9", "A placement die is rolled for the item.")
        found.cite("MEG-B9.10", "The opponent rolls the adjustment die.")
    return found.rule("terrain_dice", {"placement": placement, "adjustment": True})


def touch(a: Polygon, b: Polygon) -> bool:
    """Whether two outlines touch without overlapping by more than the tolerance."""
    return between_polygons(a, b)[2] <= COINCIDE


def adjoins_town(position: Position, outline: Polygon, but: str = "") -> bool:
    """Whether a field touches a village or town, or a field that itself touches one (MEG-07a)."""
    towns = position.features(*TOWNS)
    if any(touch(outline, town.ground) for town in towns):
        return True
    fields = [piece for piece in position.features(FIELD) if piece.id != but]
    return any(
        touch(outline, field.ground) and any(touch(field.ground, town.ground) for town in towns) for field in fields
    )


def place_terrain(
    position: Position,
    side: str,
    kind: str,
    outline: tuple[Point, ...],
    roll: int | None = None,
    item: str = "optional",
    adjusted: bool = False,
) -> Ruling:
    """Whether an item may be placed there; `adjusted` where it lay legally and is moved or pivoted."""
    verdict = Verdict()
    _kind(position, kind)
    if kind == FIELD and not position.features(*TOWNS) and not adjusted:
        verdict.refuse("No village or town is on the table, so the field is lost.", "MEG-07d")
        return verdict.decide("may_place_terrain", lost=True)
    _judge_choice(verdict, position, kind, item)
    _judge_on_table(verdict, position, outline)
    _judge_overlap(verdict, position, outline)
    _judge_size(verdict, position, outline, item)
    if kind == FIELD:
        _judge_field(verdict, position, outline)
    elif item == "secure":
        _judge_secure(verdict, position, side, outline)
        _judge_spacing(verdict, position, outline, item)
    elif not adjusted:
        _judge_spacing(verdict, position, outline, item)
        if roll is not None:
            _judge_sector(verdict, position, side, outline, roll)
    lost = roll is not None and not adjusted and kind != FIELD and _is_lost(verdict, position, side, outline, roll)
    return verdict.decide("may_place_terrain", lost=lost)


def _is_lost(verdict: Verdict, position: Position, side: str, outline: Polygon, roll: int) -> bool:
    """Whether an item has no legal place on this roll: the free part of its sector is too narrow for it."""
    sector = SECTORS[roll]
    if verdict.legal or sector != secure_hand(position, side):
        return False
    free = bw(position, float(game_size(position)["flank_sector_bw"]))
    for piece in position.features(*WATER):
        free -= max((from_flank(position, side, point, sector) for point in piece.ground), default=0.0)
    if least_width(outline) <= free + COINCIDE:
        return False
    verdict.cite("MEG-B9.15", f"Only {max(0.0, free):g} mm of the sector are free, so the item is lost.")
    return True


def _judge_choice(verdict: Verdict, position: Position, kind: str, item: str) -> None:
    """Refuse a kind that the territory does not offer, and a hill as a compulsory item."""
    row = terrain_row(position, kind) or {}
    territory = moment(position).territory
    offered = [str(name).casefold() for name in row.get("territories", ())]
    if territory and offered and territory.casefold() not in offered:
        verdict.refuse(f"The {territory} territory offers no {kind.replace('_', ' ')}.", "MEG-B9.20")
    if item == "secure" and row.get("class") != "difficult" and kind != "steep_hill":
        verdict.refuse("A secure flank item is of class difficult, or a steep hill.", "MEG-B9.20")
    if item == "compulsory" and row.get("hill"):
        verdict.refuse("Hills are optional items only.", "MEG-B9.14")


def _judge_secure(verdict: Verdict, position: Position, side: str, outline: Polygon) -> None:
    """Secure flank items lie wholly in that flank sector and in the own half of the table (MEG-B9.7, MEG-B9.20)."""
    hand = secure_hand(position, side)
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    if hand and any(from_flank(position, side, point, hand) > reach + COINCIDE for point in outline):
        verdict.refuse("A secure flank item lies wholly in that flank sector.", "MEG-B9.20", "MEG-B9.7")
    half = position.size[1] / 2.0
    if any(from_own_edge(position, side, point) > half + COINCIDE for point in outline):
        verdict.refuse("A secure flank item lies wholly in its owner's half of the table.", "MEG-B9.20", "MEG-B9.7")


def _judge_on_table(verdict: Verdict, position: Position, outline: Polygon) -> None:
    width, depth = position.size
    if any(not (-COINCIDE <= x <= width + COINCIDE and -COINCIDE <= y <= depth + COINCIDE) for x, y in outline):
        verdict.refuse("The item must lie on the table.", "MEG-B9.10")


def _judge_overlap(verdict: Verdict, position: Position, outline: Polygon) -> None:
    around = box(outline)
    for piece in position.terrain:
        if _boxes_apart(around, piece.box) <= 0.0 and shared_area(outline, piece.ground) > 1.0:
            verdict.refuse(f"It overlaps {piece.id}.", "MEG-B9.10")


def _boxes_apart(one: Box, other: Box) -> float:
    """How far two upright boxes are from each other along one of their sides; 0 or less if they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def _judge_size(verdict: Verdict, position: Position, outline: Polygon, item: str) -> None:
    """Compulsory and secure items 6 to 10 BW, optional ones 4 to 8 BW, of this size of game (MEG-B9.8)."""
    least, most = game_size(position)["optional_bw" if item == "optional" else "compulsory_bw"]
    if not fits_in_square(outline, bw(position, most)):
        verdict.refuse(f"The item must fit in a square of {most} BW.", "MEG-B9.8")
    if not holds_rectangle(outline, bw(position, least), bw(position, least)):
        verdict.refuse(f"The item must hold a square of {least} BW.", "MEG-B9.8")


def _judge_field(verdict: Verdict, position: Position, outline: Polygon) -> None:
    if adjoins_town(position, outline):
        permit(verdict, "The field touches a village or town, or a field that does.", "MEG-07a")
    else:
        verdict.refuse("The field touches no village or town, and no field that touches one.", "MEG-07a")


def _judge_spacing(verdict: Verdict, position: Position, outline: Polygon, item: str) -> None:
    """Items lie at least 2 BW apart, but they may touch deep water, and secure flank items each other."""
    spacing = bw(position, float(table(position, "document")["terrain_spacing_bw"]))
    around = box(outline)
    for piece in position.terrain:
        if piece.kind in WATER or _boxes_apart(around, piece.box) >= spacing:
            continue
        apart = between_polygons(outline, piece.ground)[2]
        if apart < spacing - COINCIDE and not (item == "secure" and _is_secure(position, piece)):
            verdict.refuse(f"It is nearer than 2 BW to {piece.id}.", "MEG-B9.9")


def _is_secure(position: Position, piece: Terrain) -> bool:
    hand = secure_hand(position, "red")
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    return bool(hand) and all(from_flank(position, "red", point, hand) <= reach + COINCIDE for point in piece.ground)


def _judge_sector(verdict: Verdict, position: Position, side: str, outline: Polygon, roll: int) -> None:
    """The sector by the placement die, from the placing player's own side, and the edge to touch on odd scores."""
    sector = SECTORS[roll]
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    secure = sector == secure_hand(position, side)
    clause = "MEG-06a" if secure and roll in (1, 5) else "MEG-B9.22"
    if not in_sector(position, side, outline, sector, reach):
        verdict.refuse(f"On a {roll} it must lie wholly in the {sector} sector.", clause)
    if roll % 2 == 0:
        return
    if touches_edge(position, outline):
        return
    verdict.refuse(f"On a {roll} it must touch a table edge.", clause)
    if any(touch(outline, piece.ground) for piece in position.features(*WATER)):
        verdict.cite("MEG-06b", "A river or coast is not a table edge.")


def in_sector(position: Position, side: str, outline: Polygon, sector: str, reach: float) -> bool:
    """Whether an outline lies wholly in a sector, as a side sees it (MEG-B9.22)."""
    if sector != CENTRE:
        return all(from_flank(position, side, point, sector) <= reach + COINCIDE for point in outline)
    return all(
        from_flank(position, side, point, hand) >= reach - COINCIDE for point in outline for hand in (LEFT, RIGHT)
    )


def touches_edge(position: Position, outline: Polygon) -> bool:
    """Whether a corner lies on an edge of the table that no deep water covers."""
    width, depth = position.size
    on_edge = [(x, y) for x, y in outline if min(abs(x), abs(y), abs(width - x), abs(depth - y)) <= COINCIDE]
    secure = moment(position).secure_flank
    water = position.features(*WATER)
    if secure and water:
        return any(min(abs(y), abs(depth - y)) <= COINCIDE for _, y in on_edge)
    return bool(on_edge)


def _field_boundary(position: Position, **given: Any) -> Ruling:
    found = Finding()
    defender = given.get("defender") or moment(position).defender
    years: dict[str, int] = given.get("year") or moment(position).year
    if not defender or defender not in years:
        raise BadQuestion("name the defender and the year of his army", "year")
    since = int(table(position, "document")["field_barricade_from_year_ad"])
    year = year_words(years[defender])
    found.cite("MEG-07c", f"The defender's army is of {year}; from {year_words(since)} on there is a choice.")
    choices = ["obstacle", "barricade"] if years[defender] >= since else ["obstacle"]
    return found.rule("field_boundary", choices)


QUESTIONS = (
    question("terrain_dice", "which dice are rolled for an item of terrain", {"kind": TEXT}, _terrain_dice),
    question(
        "may_place_terrain",
        "whether an item of terrain may be placed there",
        {
            "side": SIDE,
            "kind": TEXT,
            "outline": list_of(POINT),
            "roll": die(6).or_none(),
            "item": one_of("optional", "compulsory", "secure").or_none(),
            "adjusted": FLAG.or_none(),
        },
        place_terrain,
        tied_to_table=True,
    ),
    question(
        "field_boundary",
        "what the boundary of a field may be",
        {"by": SIDE.or_none(), "defender": SIDE.or_none(), "year": table_of(WHOLE).or_none()},
        _field_boundary,
    ),
)
