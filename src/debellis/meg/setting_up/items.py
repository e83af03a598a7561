"""Items of terrain: which may be chosen, the water of a secure flank, and what the adjustment die allows."""

from __future__ import annotations

import math
from typing import Any

from debellis.geometry.plane import COINCIDE, Point, direction, turned
from debellis.geometry.polygon import Polygon, area, holds_point
from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import SIDE, question
from debellis.meg.going import terrain_row
from debellis.meg.setting_up.placing import FIELD, TOWNS, WATER, place_terrain
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.units import bw, moment
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.questions import FEATURE, NUMBER, POINT, TEXT, WHOLE, BadQuestion, die, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

COMPULSORY, OPTIONAL, SECURE = "compulsory", "optional", "secure"
#: The numbers of compulsory items, each with the classes of terrain that fill it (MEG-B9.14).
NUMBERS = {"rough_or_open": ("rough", "open"), "difficult": ("difficult",)}
LEAVE, MOVE, PIVOT, REMOVE = "leave", "move", "pivot", "remove"


def number_of(position: Position, kind: str) -> str | None:
    """Which number of compulsory items a kind of terrain fills; None for hills and deep water."""
    row = terrain_row(position, kind)
    if row is None or row.get("hill"):
        return None
    return next((name for name, classes in NUMBERS.items() if row["class"] in classes), None)


def key_of(row: dict[str, Any]) -> str:
    """The kind of terrain as positions write it."""
    return str(row["name"]).lower().replace(" ", "_")


def offered(position: Position, item: str, left: dict[str, int] | None = None) -> list[str]:
    """The kinds of terrain that the territory offers for an item, in the order of the table."""
    territory = moment(position).territory.casefold()
    found: list[str] = []
    for row in rows(position, "terrain_type"):
        kind = key_of(row)
        if territory and territory not in [str(name).casefold() for name in row.get("territories", ())]:
            continue
        if row["going"] == "impassable":
            continue
        if item == SECURE and row["class"] != "difficult":
            continue
        if item == COMPULSORY:
            number = number_of(position, kind)
            if number is None or kind == FIELD or (left is not None and not left.get(number)):
                continue
        found.append(kind)
    return found


def _may_choose_terrain(
    position: Position,
    kind: str,
    item: str = OPTIONAL,
    left: dict[str, int] | None = None,
    picked: tuple[str, ...] = (),
    density: str | None = None,
    chosen: int = 0,
) -> Ruling:
    verdict = Verdict()
    row = terrain_row(position, kind)
    if row is None:
        raise BadQuestion(f"there is no terrain {kind!r}", "kind")
    said = kind.replace("_", " ")
    territory = moment(position).territory
    listed = [str(name).casefold() for name in row.get("territories", ())]
    if kind in WATER or row["going"] == "impassable":
        verdict.refuse("Deep water is no item that a player chooses.", "MEG-B9.20")
    elif territory and territory.casefold() not in listed:
        verdict.refuse(f"The {territory} territory offers no {said}.", "MEG-B9.20")
    if item == COMPULSORY:
        _judge_number(verdict, position, kind, left)
    if item == SECURE and row["class"] != "difficult":
        verdict.refuse("A secure flank item is of class difficult, or a steep hill.", "MEG-B9.20")
    most = int(table(position, "terrain_choice")["villages_or_towns_per_player_max"])
    if kind in TOWNS and sum(one in TOWNS for one in picked) >= most:
        verdict.refuse(f"A player chooses at most {most} village or town.", "MEG-B9.20")
    if item == OPTIONAL and density is not None:
        count = int(density_row(position, density)["optional_per_player"])
        verdict.measure("optional items", chosen, "items", count)
        if chosen >= count:
            says = f"On {density.lower()} ground each player chooses up to {count} optional items."
            verdict.refuse(says, "MEG-B9.6")
    return verdict.decide("may_choose_terrain")


def density_row(position: Position, density: str) -> dict[str, Any]:
    """The row of a density of terrain; BadQuestion if there is none."""
    found = next((one for one in rows(position, "terrain_density") if one["name"] == density), None)
    if found is None:
        raise BadQuestion(f"there is no density {density!r}", "density")
    return found


def _terrain_numbers(position: Position, density: str) -> Ruling:
    found = Finding()
    row = density_row(position, density)
    found.cite("MEG-B9.6", f"{density} ground has its numbers of items.")
    numbers = {name: int(row[f"compulsory_{name}"]) for name in NUMBERS}
    return found.rule("terrain_numbers", {**numbers, "optional": int(row["optional_per_player"])})


def _judge_number(verdict: Verdict, position: Position, kind: str, left: dict[str, int] | None) -> None:
    """Refuse a compulsory item that fills none of the numbers still open."""
    number = number_of(position, kind)
    if number is None:
        verdict.refuse("Hills are optional items only.", "MEG-B9.14")
    elif left is not None and not left.get(number):
        says = "rough or open" if number == "rough_or_open" else number
        verdict.refuse(f"No more {says} items are to be chosen.", "MEG-B9.12")


# The water of a secure flank


def _may_lay_water(position: Position, width: float) -> Ruling:
    """Whether deep water of a width in BW may secure a flank."""
    verdict = Verdict()
    least, most = table(position, "terrain_pieces")["secure_deep_water_bw"]
    verdict.measure("width", width, "BW", float(most))
    if not least - 1e-9 <= width <= most + 1e-9:
        verdict.refuse(f"Deep water along a flank is {least} to {most} BW wide.", "MEG-B9.13", "MEG-B9.7")
    return verdict.decide("may_lay_water")


# Ready shapes


def octagon(position: Position, centre: Point, item: str) -> Polygon:
    """The ready shape of an item: a square with its corners cut (MEG-B9.21)."""
    name = OPTIONAL if item == OPTIONAL else COMPULSORY
    magna = str(game_size(position)["name"]) == "Magna"
    shape = table(position, "ready_shape")[f"magna_{name}" if magna else name]
    half, cut = bw(position, float(shape["side_bw"])) / 2.0, bw(position, float(shape["cut_bw"]))
    x, y = centre
    return (
        (x - half + cut, y - half),
        (x + half - cut, y - half),
        (x + half, y - half + cut),
        (x + half, y + half - cut),
        (x + half - cut, y + half),
        (x - half + cut, y + half),
        (x - half, y + half - cut),
        (x - half, y - half + cut),
    )


def with_crest(position: Position, piece: Terrain) -> Terrain:
    """A hill with its crest: the middle line of its longer axis, half as long, if none was drawn (MEG-B9.21)."""
    row = terrain_row(position, piece.kind)
    if row is None or not row.get("hill"):
        return replace(piece, crest=()) if piece.crest else piece
    if piece.crest:
        return piece
    west, south, east, north = piece.box
    share = float(table(position, "ready_shape")["crest_share_of_longer_axis"]) / 2.0
    x, y = (west + east) / 2.0, (south + north) / 2.0
    if east - west >= north - south:
        far = (east - west) * share
        return replace(piece, crest=((x - far, y), (x + far, y)))
    far = (north - south) * share
    return replace(piece, crest=((x, y - far), (x, y + far)))


def judge_crest(verdict: Verdict, position: Position, piece: Terrain) -> None:
    """Refuse a crest that is no line inside its hill (MEG-B9.14)."""
    whole = with_crest(position, piece)
    if len(whole.crest) == 1 or any(not holds_point(point, whole.outline) for point in whole.crest):
        verdict.refuse("The crest of a hill is a line inside it.", "MEG-B9.14")


def _ready_shape(position: Position, kind: str, at: Point | None = None, item: str = OPTIONAL, **given: Any) -> Ruling:
    """The outline and the crest of an item where its owner draws none, or only an outline."""
    found = Finding()
    outline = given.get("outline")
    crest = given.get("crest") or ()
    if outline is None and at is None:
        raise BadQuestion("say where the item lies, or give its outline", "at")
    if outline is None:
        assert at is not None
        outline = octagon(position, at, item)
        found.cite("MEG-B9.21", "Nobody drew an outline: the item is an octagon.")
    piece = Terrain(kind, kind, tuple(outline), crest=tuple(crest))
    whole = with_crest(position, piece)
    if whole.crest and not piece.crest:
        found.cite("MEG-B9.21", "The crest is the middle line of the longer axis, half as long.")
    elif not found.reasons:
        found.cite("MEG-B9.14", "The item lies as its owner drew it.")
    return found.rule(
        "ready_shape", {"outline": [list(p) for p in whole.outline], "crest": [list(p) for p in whole.crest]}
    )


# Adjusting


def centre_of(outline: Polygon) -> Point:
    """The centre of an outline."""
    whole, x, y = 0.0, 0.0, 0.0
    for i, b in enumerate(outline):
        a = outline[i - 1]
        cross = a[0] * b[1] - b[0] * a[1]
        whole += cross
        x += (a[0] + b[0]) * cross
        y += (a[1] + b[1]) * cross
    if abs(whole) <= COINCIDE or abs(area(outline)) <= COINCIDE:
        return outline[0]
    return (x / (3.0 * whole), y / (3.0 * whole))


def adjusted(piece: Terrain, how: str, by: Point, degrees: float) -> Terrain:
    """A piece after it was moved or pivoted about its centre, clockwise."""
    if how == MOVE:
        return replace(piece, outline=_moved(piece.outline, by), crest=_moved(piece.crest, by))
    if how == PIVOT:
        middle = centre_of(piece.outline)
        outline, crest = _pivoted(piece.outline, middle, degrees), _pivoted(piece.crest, middle, degrees)
        return replace(piece, outline=outline, crest=crest)
    return piece


def _moved(points: tuple[Point, ...], by: Point) -> tuple[Point, ...]:
    return tuple((x + by[0], y + by[1]) for x, y in points)


def _pivoted(points: tuple[Point, ...], middle: Point, degrees: float) -> tuple[Point, ...]:
    way = direction(degrees)
    found = [turned((x - middle[0], y - middle[1]), way) for x, y in points]
    return tuple((x + middle[0], y + middle[1]) for x, y in found)


def allowed_by(position: Position, thrown: int) -> tuple[str, ...]:
    """What a score of the adjustment die allows (MEG-B9.10)."""
    said = str(table(position, "terrain_pieces")["adjustment_die"][str(thrown)])
    return tuple(word for word in (MOVE, PIVOT, REMOVE) if word in said)


def _may_adjust_terrain(
    position: Position,
    side: str,
    piece: str,
    die: int,
    how: str,
    item: str = OPTIONAL,
    by: Point = (0.0, 0.0),
    degrees: float = 0.0,
) -> Ruling:
    verdict = Verdict()
    if how == LEAVE:
        return verdict.decide("may_adjust_terrain")
    if how not in allowed_by(position, die):
        verdict.refuse(f"A {die} does not allow to {how} an item.", "MEG-B9.10")
    if how == MOVE:
        most = bw(position, float(game_size(position)["adjustment_move_bw"]))
        far = math.hypot(*by)
        verdict.measure("move of the item", far, "mm", most)
        if far > most + COINCIDE:
            verdict.refuse(f"An item is moved at most {game_size(position)['adjustment_move_bw']} BW.", "MEG-B9.10")
    if how != REMOVE:
        here = position.feature(piece)
        after = adjusted(here, how, by, degrees)
        others = replace(position, terrain=tuple(one for one in position.terrain if one.id != piece))
        ruling = place_terrain(others, side, here.kind, after.outline, None, item, True)
        if not ruling.answer["legal"]:
            for says in ruling.answer["faults"]:
                verdict.refuse(says, *(reason.clause for reason in ruling.because if reason.says == says))
    return verdict.decide("may_adjust_terrain")


QUESTIONS = (
    question(
        "may_choose_terrain",
        "whether a player may choose an item of terrain",
        {
            "kind": TEXT,
            "item": one_of(OPTIONAL, COMPULSORY, SECURE).or_none(),
            "left": table_of(WHOLE).or_none(),
            "picked": list_of(TEXT).or_none(),
            "density": TEXT.or_none(),
            "chosen": WHOLE.or_none(),
        },
        _may_choose_terrain,
    ),
    question("terrain_numbers", "how many items a density of terrain has", {"density": TEXT}, _terrain_numbers),
    question(
        "ready_shape",
        "the outline and crest of an item whose owner draws none",
        {
            "kind": TEXT,
            "at": POINT.or_none(),
            "item": one_of(OPTIONAL, COMPULSORY).or_none(),
            "outline": list_of(POINT).or_none(),
            "crest": list_of(POINT).or_none(),
        },
        _ready_shape,
        tied_to_table=True,
    ),
    question("may_lay_water", "whether deep water of a width in BW secures a flank", {"width": NUMBER}, _may_lay_water),
    question(
        "may_adjust_terrain",
        "whether an item of terrain may be adjusted so",
        {
            "side": SIDE,
            "piece": FEATURE,
            "die": die(6),
            "how": one_of(LEAVE, MOVE, PIVOT, REMOVE),
            "item": one_of(OPTIONAL, COMPULSORY, SECURE).or_none(),
            "by": POINT.or_none(),
            "degrees": NUMBER.or_none(),
        },
        _may_adjust_terrain,
        tied_to_table=True,
    ),
)
