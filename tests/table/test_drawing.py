"""Drawing a position: everything is there, upright, at its true place, and the same every time."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from debellis.battle.playable import playable, rules_of
from debellis.dba.going import KINDS
from debellis.geometry.plane import Point, bearing, direction
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.tables import load
from debellis.table import Base, Position, Terrain
from debellis.table.drawing import draw as draw_plain
from debellis.table.drawing.canvas import SHEET_WIDTH, Canvas
from debellis.table.drawing.emblems import arm
from debellis.table.drawing.furniture import title_height
from debellis.table.drawing.ground import GROUND
from debellis.table.drawing.looks import side_looks
from debellis.table.drawing.svg import CAPITAL, text_width
from debellis.table.drawing.view import crop
from debellis.table.scale import SCALES
from debellis.table.value import replace
from debellis.umpire.editions import available, edition
from debellis.umpire.picture import draw_position as draw
from debellis.umpire.ruling import Mark

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]
#: Those who shoot only as denizens of a town.
NO_SIGN = ("denizens",)
ROLES = ("open", "blocked", "zone", "range", "contact", "distance", "ghost")


def blades(name: str, side: str, front: Point, facing: float, code: str = "4Bd", general: bool = False) -> Base:
    return Base(name, side, code, "blades", 40.0, 15.0, front, direction(facing), general=general)


def position(*bases: Base, terrain: tuple[Terrain, ...] = ()) -> Position:
    return Position("dba22", (600.0, 600.0), bases, terrain)


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def group(root: ET.Element, name: str) -> ET.Element:
    found = [g for g in root.iter(f"{SVG}g") if g.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def said(element: ET.Element) -> list[str]:
    """Every text of an element, the lines of one text joined."""
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def points(path: str) -> list[Point]:
    """The first run of straight points of a path."""
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.split("Z")[0])]


def canvas_of(shown: Position, title: str = "", marks: tuple[Mark, ...] = ()) -> Canvas:
    return Canvas(crop(shown, marks), title_height(title))


def crowd() -> Position:
    """Two lines of twelve in contact."""
    red = [blades(f"R{i}", "red", (60.0 + 40.0 * i, 300.0), 0.0, general=i == 3) for i in range(12)]
    blue = [blades(f"B{i}", "blue", (60.0 + 40.0 * i, 300.0), 180.0, "4Sp") for i in range(12)]
    return position(*red, *blue)


def every_kind() -> tuple[Terrain, ...]:
    """One feature of every kind, in rows."""
    pieces = []
    for i, kind in enumerate(KINDS):
        x, y = 60.0 + 140.0 * (i % 4), 100.0 + 170.0 * (i // 4)
        outline = ((x, y), (x + 90.0, y + 5.0), (x + 80.0, y + 90.0), (x + 10.0, y + 85.0))
        line = ((x, y), (x + 60.0, y + 30.0), (x + 110.0, y + 20.0))
        if kind in ("river", "road"):
            pieces.append(Terrain(f"T{i}", kind, line=line, width=20.0, nature="paltry" if kind == "river" else None))
        else:
            crest = ((x + 30.0, y + 50.0), (x + 60.0, y + 45.0)) if kind.endswith("hill") else ()
            pieces.append(Terrain(f"T{i}", kind, outline, crest=crest))
    return tuple(pieces)


def every_mark() -> tuple[Mark, ...]:
    square = ((300.0, 300.0), (340.0, 300.0), (340.0, 260.0), (300.0, 260.0))
    shapes = (("line", square[:2]), ("area", square), ("point", square[:1]))
    return tuple(Mark(shape, at, role, f"{role} {shape}") for role in ROLES for shape, at in shapes)


def test_an_empty_table_is_drawn_whole() -> None:
    root = read(draw(position()))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert crop(position(), ()).width > 600.0


def test_title_description_and_size() -> None:
    root = read(draw(position(blades("A", "red", (300.0, 300.0), 0.0)), title="May A shoot?", width_px=800))
    assert root.findtext(f"{SVG}title") == "May A shoot?"
    assert "red: 1 base." in (root.findtext(f"{SVG}desc") or "")
    assert "May A shoot?" in said(root)
    assert root.get("width") == "800"
    _, _, wide, high = (float(value) for value in (root.get("viewBox") or "").split())
    assert wide == SHEET_WIDTH
    assert int(root.get("height") or 0) == round(800 * high / wide)


def test_every_base_is_there_with_its_code_and_description() -> None:
    shown = crowd()
    root = read(draw(shown))
    for base in shown.bases:
        drawn = group(root, f"base-{base.id}")
        assert base.code in said(drawn)
        assert base.id in said(drawn)
    assert group(root, "base-R3").get("aria-label") == "R3, red 4Bd general facing north"
    assert group(root, "base-B1").get("aria-label") == "B1, blue 4Sp facing south"


@pytest.mark.parametrize("facing", [0.0, 17.0, 45.0, 90.0, 133.0, 180.0, 211.5, 270.0, 300.0, 359.0])
@pytest.mark.parametrize("code", ["4Bd", "4Sp", "Reg Kn (F)"])
def test_the_code_is_upright_and_behind_the_front_edge(facing: float, code: str) -> None:
    base = blades("A", "red", (280.0, 320.0), facing, code, general=True)
    shown = position(base)
    root = read(draw(shown))
    assert not any("rotate" in (e.get("transform") or "") or e.get("rotate") for e in root.iter())
    texts = group(root, "base-A").iter(f"{SVG}text")
    text = next(t for t in texts if "".join(t.itertext()).startswith(code[:3]))
    lines = list(text.iter(f"{SVG}tspan")) or [text]
    size = float(text.get("font-size") or 0.0)
    assert size >= 4.0
    canvas = canvas_of(shown)
    for line in lines:
        x, foot = float(line.get("x") or 0.0), float(line.get("y") or 0.0)
        half = text_width(line.text or "", size, True) * 0.5
        for px, py in itertools.product((x - half, x + half), (foot, foot - CAPITAL * size)):
            at = (canvas.view.left + canvas.mm(px), canvas.view.top - canvas.mm(py))
            assert base.rectangle.local(at)[1] < -base.depth * 0.12


@pytest.mark.parametrize("facing", [0.0, 31.0, 122.0, 268.0])
def test_footprint_and_front_edge_are_at_their_true_place(facing: float) -> None:
    base = blades("A", "blue", (310.0, 290.0), facing)
    shown = position(base)
    canvas = canvas_of(shown)
    paths = [path.get("d") or "" for path in group(read(draw(shown)), "base-A").iter(f"{SVG}path")]
    outline = [canvas.at(corner) for corner in base.rectangle.corners]
    assert points(paths[0]) == [pytest.approx(p, abs=0.01) for p in outline]
    assert any(points(path)[:2] == [pytest.approx(p, abs=0.01) for p in outline[:2]] for path in paths[2:])


def test_a_mirrored_position_shows_the_same_words() -> None:
    bases = [blades(f"A{i}", "red", (200.0 + 45.0 * i, 300.0), 40.0 + 71.0 * i) for i in range(5)]
    turned = [replace(b, front=(600.0 - b.front[0], b.front[1]), facing=(-b.facing[0], b.facing[1])) for b in bases]
    ours, theirs = read(draw(position(*bases))), read(draw(position(*turned)))
    for base in bases:
        assert base.code in "".join(said(group(ours, f"base-{base.id}")))
        assert base.code in "".join(said(group(theirs, f"base-{base.id}")))


def test_texts_are_escaped() -> None:
    odd = "A<&\">'\x07é"
    base = blades(odd, "re<d", (300.0, 300.0), 0.0, "4<&")
    marks = (Mark("line", ((300.0, 300.0), (300.0, 350.0)), "open", 'a < b & "c"'),)
    woods = Terrain("<w>", "woods", ((320.0, 320.0), (420.0, 320.0), (400.0, 420.0)))
    root = read(draw(position(base, terrain=(woods,)), marks, title="1 < 2 & 3"))
    texts = said(root)
    assert "4<&" in texts
    assert 'a < b & "c"' in texts
    assert "1 < 2 & 3" in texts
    assert "woods <w>" in texts


def test_the_same_position_gives_the_same_drawing_in_another_process() -> None:
    program = (
        "from tests.table.test_drawing import *;"
        "print(draw(position(blades('A', 'red', (300., 300.), 31.), terrain=every_kind()), every_mark()), end='')"
    )
    drawn = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        drawn.add(run.stdout)
    shown = position(blades("A", "red", (300.0, 300.0), 31.0), terrain=every_kind())
    assert drawn == {draw(shown, every_mark())}


def test_every_kind_of_terrain_has_its_true_outline_and_a_name() -> None:
    shown = position(terrain=every_kind())
    root = read(draw(shown))
    canvas = canvas_of(shown)
    for piece in shown.terrain:
        drawn = group(root, f"terrain-{piece.id}")
        outline = [pytest.approx(canvas.at(p), abs=0.01) for p in piece.ground]
        assert any(points(path.get("d") or "") == outline for path in drawn.iter(f"{SVG}path")), piece.kind
        assert drawn.get("aria-label") in said(root)
    assert any("river" in text and "paltry" in text for text in said(root))


def test_a_road_without_width_and_a_camp_without_outline_are_no_reason_to_fail() -> None:
    road = Terrain("R", "road", line=((100.0, 100.0), (200.0, 200.0)))
    camp = Terrain("C", "camp")
    inside = Base("A", "red", "4Bd", "blades", 40.0, 15.0, inside="C")
    root = read(draw(position(inside, terrain=(road, camp))))
    assert group(root, "base-A") is not None


def test_a_base_inside_a_camp_is_named_in_it() -> None:
    camp = Terrain("C", "camp", ((500.0, 520.0), (600.0, 520.0), (600.0, 600.0), (500.0, 600.0)), owner="red")
    inside = Base("G", "red", "4Ax", "auxilia", 40.0, 20.0, general=True, inside="C")
    shown = position(inside, blades("A", "blue", (400.0, 500.0), 60.0), terrain=(camp,))
    root = read(draw(shown))
    chip = group(root, "base-G")
    assert chip.get("aria-label") == "G, red 4Ax general in C"
    text = next(chip.iter(f"{SVG}text"))
    assert text.text == "G 4Ax"
    left, top = canvas_of(shown).at((500.0, 600.0))
    assert float(text.get("x") or 0.0) > left
    assert float(text.get("y") or 0.0) > top


def test_marks_of_every_role_are_drawn_and_explained() -> None:
    root = read(draw(position(blades("A", "red", (300.0, 300.0), 0.0)), every_mark()))
    texts = said(root)
    for role in ROLES:
        for shape in ("line", "area", "point"):
            assert f"{role} {shape}" in texts
    explained = said(group(root, "legend"))
    assert explained == ["red", "zone", "range", "open", "blocked", "contact", "distance", "possible place"]


def test_a_distance_says_its_millimetres() -> None:
    marks = (Mark("line", ((300.0, 300.0), (300.0, 362.5)), "distance"),)
    assert "62.5 mm" in said(read(draw(position(blades("A", "red", (300.0, 300.0), 0.0)), marks)))


def test_an_unknown_role_or_shape_is_still_drawn() -> None:
    marks = (Mark("spiral", ((300.0, 300.0), (310.0, 330.0)), "rumour", "hearsay"), Mark("area", (), "zone"))
    root = read(draw(position(blades("A", "red", (300.0, 300.0), 0.0)), marks))
    assert "hearsay" in said(root)
    assert "rumour" in said(group(root, "legend"))


def test_sides_differ_without_colour() -> None:
    root = read(draw(position(blades("A", "red", (300.0, 300.0), 0.0), blades("B", "blue", (300.0, 360.0), 180.0))))

    def hatched(name: str) -> bool:
        return any("url(#" in (path.get("fill") or "") for path in group(root, name).iter(f"{SVG}path"))

    assert hatched("base-A")
    assert not hatched("base-B")


@pytest.mark.parametrize("scale", ["15mm", "25mm"])
@pytest.mark.parametrize("front", [(300.0, 300.0), (20.0, 15.0), (590.0, 300.0), (300.0, 600.0)])
def test_the_view_is_close_but_not_too_close(front: Point, scale: str) -> None:
    shown = Position("dba22", (600.0, 600.0), (blades("A", "red", front, 0.0),), scale=SCALES[scale])
    view = crop(shown, (Mark("point", ((5000.0, -5000.0),), "range"),) if front == (300.0, 300.0) else ())
    unit = SCALES[scale].base_width
    assert view.width >= 5.0 * unit
    assert min(view.left, view.bottom) >= -0.5 * unit
    assert max(view.right, view.top) <= 600.0 + 0.5 * unit
    assert all(view.holds(corner) for corner in shown.bases[0].rectangle.corners)


def test_the_scale_bar_gives_movement_units() -> None:
    shown = position(blades("A", "red", (300.0, 300.0), 0.0))
    assert "50 mm = 2.5 MU" in said(group(read(draw_plain(shown, unit="MU")), "scale"))


@pytest.mark.parametrize("edition", playable())
@pytest.mark.parametrize("facing", [0.0, 33.0, 180.0])
def test_every_troop_type_can_be_told_by_its_code(edition: str, facing: float) -> None:
    for row in rules_of(edition).survey.troops().values():
        base = Base("A", "red", row.code, row.kind, 40.0, row.depths["15mm"], (300.0, 300.0), direction(facing))
        shown = Position(edition, (600.0, 600.0), (replace(base, general=row.general),))
        drawn = group(read(draw(shown)), "base-A")
        assert row.code.replace(" ", "") in [text.replace(" ", "") for text in said(drawn)]
        assert _stars(drawn) == row.general


def _stars(drawn: ET.Element) -> int:
    """How many stars are on a base: the only signs of ten corners."""
    return sum(len(points(path.get("d") or "")) == 10 for path in drawn.iter(f"{SVG}path"))


@pytest.mark.parametrize("edition", playable())
def test_a_sign_for_every_mounted_and_shooting_type(edition: str) -> None:
    look = side_looks(["red"])["red"]
    for row in rules_of(edition).survey.troops().values():
        if row.kind not in NO_SIGN and (row.mounted or row.shoots):
            assert arm(row.kind, 0.0, 0.0, 3.0, look), row.kind


def test_the_scale_bar_gives_millimetres_and_paces() -> None:
    small = said(group(read(draw(position(blades("A", "red", (300.0, 300.0), 0.0)))), "scale"))
    large = Position("dba22", (900.0, 900.0), (blades("A", "red", (300.0, 300.0), 0.0),), scale=SCALES["25mm"])
    assert "50 mm = 200 paces" in small
    assert any(re.fullmatch(r"\d+ mm = [\d.]+ paces", text) for text in said(group(read(draw(large)), "scale")))


def test_ground_that_no_edition_describes_is_drawn_plain() -> None:
    salt = Terrain("S", "salt_flat", ((320.0, 320.0), (420.0, 320.0), (400.0, 420.0)))
    root = read(draw_plain(position(terrain=(salt,))))
    assert group(root, "terrain-S").get("aria-label") == "salt flat S"


@pytest.mark.parametrize("name", available())
def test_every_kind_of_ground_of_an_edition_has_a_name_and_a_look(name: str) -> None:
    kinds = edition(name).ground
    assert kinds
    for key, kind in kinds.items():
        assert kind.look in GROUND, key
        assert "_" not in kind.name


@pytest.mark.parametrize("name", ["dbm31", "dbm32"])
def test_the_looks_of_dbm_are_those_of_its_table_of_ground(name: str) -> None:
    assert edition(name).terrain_kinds == tuple(load(name)["ground"])


def test_labels_keep_off_the_bases() -> None:
    shown = crowd()
    canvas = canvas_of(shown)
    root = read(draw(shown))
    for base in shown.bases:
        plates = list(group(root, f"base-{base.id}").iter(f"{SVG}rect"))
        assert len(plates) == 1
        x, y, wide, high = (float(plates[0].get(key) or 0.0) for key in ("x", "y", "width", "height"))
        middle = (canvas.view.left + canvas.mm(x + wide * 0.5), canvas.view.top - canvas.mm(y + high * 0.5))
        assert not any(Rectangle(b.front, b.facing, b.width, b.depth).contains(middle) for b in shown.bases)


def test_bearings_are_said_in_words_or_degrees() -> None:
    root = read(draw(position(blades("A", "red", (300.0, 300.0), 315.0), blades("B", "red", (400.0, 300.0), 31.5))))
    assert bearing(direction(31.5)) == pytest.approx(31.5)
    assert group(root, "base-A").get("aria-label") == "A, red 4Bd facing north-west"
    assert group(root, "base-B").get("aria-label") == "B, red 4Bd facing 31.5 degrees"
