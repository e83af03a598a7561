"""The ground by the defaults of the rules: territory, secure flank, compulsory items in the ready shapes."""

from __future__ import annotations

from typing import Any

from debellis.battle.sides import other
from debellis.geometry.plane import Point
from debellis.mechanics.tables import rows, table
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed
from debellis.meg.setting_up.items import COMPULSORY, key_of, octagon
from debellis.meg.setting_up.placing import SECTORS
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.units import bw, moment
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

ROUGH, DIFFICULT = ("rough", "open"), ("difficult",)


def lay_out(course: Course, defender: str) -> None:
    """The first territory of the defender's list, with its secure flank and its compulsory items."""
    territory = course.state.forces[defender].territories[0]
    row = next(one for one in rows(course.position, "territory") if one["name"] == territory)
    course.stand(replace(course.position, moment=replace(moment(course.position), territory=territory.lower())))
    course.tell("territory", f"the battle is fought in {territory.lower()} country", "MEG-B9.3")
    secure_flank(course, defender, territory, str(row["start_row"]))
    density = next(one for one in rows(course.position, "terrain_density") if one["name"] == row["start_density"])
    numbers = [ROUGH] * int(density["compulsory_rough_or_open"]) + [DIFFICULT] * int(density["compulsory_difficult"])
    side = defender
    for classes in numbers:
        place_item(course, side, territory, classes)
        side = other(side)


def kinds_of(position: Position, territory: str, classes: tuple[str, ...]) -> list[dict[str, Any]]:
    """The types of terrain of some classes that a territory allows, in the order of the classes."""
    found = [
        row
        for row in rows(position, "terrain_type")
        if row["class"] in classes and territory in row.get("territories", ()) and key_of(row) != "boundaried_field"
    ]
    return sorted(found, key=lambda row: classes.index(row["class"]))


def is_magna(position: Position) -> bool:
    return str(game_size(position)["name"]) == "Magna"


def place_item(course: Course, side: str, territory: str, classes: tuple[str, ...]) -> None:
    """One compulsory item: the first allowed type, where the die puts it, as near the middle as is legal."""
    found = kinds_of(course.position, territory, classes)
    if not found:
        return
    kind = key_of(found[0])
    thrown = course.chance.roll(f"{side} places {kind.replace('_', ' ')}")
    outline = first_legal(course.position, side, kind, thrown)
    other_die = course.chance.roll(f"{other(side)} may adjust it")
    if outline is None:
        course.tell("ground", f"{side} finds no place for {kind.replace('_', ' ')} (die {thrown})", "MEG-B9.9")
        return
    add(course, kind, outline)
    says = f"{side} places {kind.replace('_', ' ')} (die {thrown}), {other(side)} leaves it there (die {other_die})"
    course.tell("ground", says, "MEG-B9.9", "MEG-B9.10")


def new_name(position: Position, kind: str) -> str:
    """The id that the next piece of a kind gets: its kind, and a number from the second on."""
    known = {piece.id for piece in position.terrain}
    count = 1 + sum(piece.kind == kind for piece in position.terrain)
    name = kind if count == 1 else f"{kind}{count}"
    while name in known:
        count += 1
        name = f"{kind}{count}"
    return name


def add(
    course: Course,
    kind: str,
    outline: tuple[Point, ...],
    crest: tuple[Point, ...] = (),
    nature: str | None = None,
) -> str:
    """Lay a piece of terrain on the table, with an id of its own, which is returned."""
    name = new_name(course.position, kind)
    piece = Terrain(name, kind, outline, crest=crest, nature=nature)
    course.stand(replace(course.position, terrain=(*course.position.terrain, piece)))
    return name


def first_legal(position: Position, side: str, kind: str, thrown: int) -> tuple[Point, ...] | None:
    """The place for an item as near the middle of its sector as is legal; None if there is none."""
    middle = sector_middle(position, side, SECTORS[thrown])
    width, depth = position.size
    step = bw(position, 1.0)
    shape = table(position, "ready_shape")["magna_compulsory" if is_magna(position) else "compulsory"]
    half = bw(position, float(shape["side_bw"])) / 2.0
    xs = {half, width - half, middle[0], *(half + i * step for i in range(int((width - 2 * half) / step) + 1))}
    ys = {half, depth - half, middle[1], *(half + i * step for i in range(int((depth - 2 * half) / step) + 1))}
    places = [(x, y) for x in xs for y in ys]
    places.sort(key=lambda at: (round((at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2, 3), at))
    for centre in places:
        outline = octagon(position, centre, COMPULSORY)
        if allowed(
            position, "may_place_terrain", side=side, kind=kind, outline=outline, roll=thrown, item="compulsory"
        ):
            return outline
    return None


def sector_middle(position: Position, side: str, sector: str) -> Point:
    """The middle of a sector, as the placing side sees it."""
    width, depth = position.size
    reach = bw(position, float(game_size(position)["flank_sector_bw"]))
    if sector == "centre":
        return (width / 2.0, depth / 2.0)
    west = (sector == "left") == (side == "red")
    return (reach / 2.0 if west else width - reach / 2.0, depth / 2.0)


def secure_flank(course: Course, defender: str, territory: str, row: str) -> None:
    """The secure flank on the defender's own left: deep water, or an item of each side there (MEG-B9.13)."""
    if row == "none":
        return
    flank = "west" if defender == "red" else "east"
    course.stand(replace(course.position, moment=replace(moment(course.position), secure_flank=flank)))
    position = course.position
    width, depth = position.size
    if row == "deep water":
        wide = float(table(position, "ready_shape")["river_width_bw"])
        lay_water(course, flank, "coast" if territory == "Coastal" else "river", wide)
        return
    shape = table(position, "ready_shape")["magna_compulsory" if is_magna(position) else "compulsory"]
    half = bw(position, float(shape["side_bw"])) / 2.0
    x = half if flank == "west" else width - half
    found = kinds_of(position, territory, DIFFICULT)
    for side in (defender, other(defender)):
        if not found:
            return
        y = depth / 4.0 if side == "red" else depth * 0.75
        kind = key_of(found[0])
        add(course, kind, octagon(position, (x, y), COMPULSORY))
        says = f"{side} secures the {flank} flank with {kind.replace('_', ' ')}"
        course.tell("ground", says, "MEG-B9.13", "MEG-B9.20")


def lay_water(course: Course, flank: str, kind: str, width: float) -> None:
    """Lay deep water so many BW wide along a short edge (MEG-B9.13)."""
    long, depth = course.position.size
    wide = bw(course.position, width)
    west = 0.0 if flank == "west" else long - wide
    add(course, kind, ((west, 0.0), (west + wide, 0.0), (west + wide, depth), (west, depth)))
    course.tell("ground", f"deep water secures the {flank} flank", "MEG-B9.13", "MEG-B9.7")
