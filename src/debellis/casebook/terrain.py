"""Reading the [[terrain]] of a case."""

from __future__ import annotations

from debellis.casebook.case_text import CaseError
from debellis.casebook.section import Section, suggest
from debellis.geometry.plane import Point, coincide, segments_meet
from debellis.geometry.polygon import area
from debellis.table.terrain import PLACES, WORKS, Terrain

KEYS = ("id", "kind", "outline", "crest", "line", "width", "owner", "occupant", "nature", "home")
#: What the edge of a field may be, in editions that say so.
BOUNDARIES = ("obstacle", "barricade")
#: A line without a width is drawn this thin (mm).
THIN = 2.0
SIDES = ("red", "blue")
OCCUPANTS = ("followers", "denizens", "none")
NATURES = ("unknown", "paltry", "normal", "difficult")
#: The most points of an outline or line.
MOST_POINTS = 500


def read_terrain(section: Section, name: str) -> Terrain:
    """One terrain feature, checked before, under the given name."""
    return Terrain(
        id=name,
        kind=section.text("kind"),
        outline=_outline(section),
        line=_line(section),
        width=section.number("width") or (THIN if section.has("line") else 0.0),
        crest=section.points("crest", 1),
        owner=section.word("owner", SIDES),
        occupant=section.word("occupant", OCCUPANTS),
        home=section.word("home", SIDES),
        nature=section.word("boundary", BOUNDARIES) or section.word("nature", NATURES),
    )


def check_terrain(section: Section, kinds: tuple[str, ...], *, of_units: bool = False) -> None:
    """Refuse unknown kinds and keys, and keys that mean nothing for the kind.

    In editions with units (`of_units`) a field may have a boundary, and a line needs no width.
    """
    section.allow((*KEYS, "boundary") if of_units else KEYS)
    section.need("kind", f"one of {', '.join(kinds)}")
    kind = section.text("kind")
    if kind not in kinds:
        raise section.fault("kind", f"there is no terrain {kind!r}; {suggest(kind, kinds)}")
    if not section.has("outline") and not section.has("line"):
        raise section.case_text.fault(
            section.path, f"{section.name} has no shape; give an outline, or a line and a width"
        )
    if section.has("line") and not section.has("outline") and not of_units:
        section.need("width", "the width of the strip in millimetres")
    if section.has("width") and (section.number("width") or 0.0) <= 0.0:
        raise section.wrong("width", "more than 0 millimetres")
    if section.has("nature") and kind != "river":
        raise section.fault("nature", f"only a river has a nature; this is {kind}")
    for key in ("owner", "occupant", "home"):
        owned = WORKS + BOUNDARIES if of_units else WORKS
        if section.has(key) and kind not in PLACES and not (key == "owner" and kind in owned):
            raise section.fault(key, f"only a camp or a town (bua) has an {key}; this is {kind}")


def name_features(sections: list[Section], taken: set[str]) -> list[str]:
    """The ids of terrain features: as written, else the kind, with a number from the second one on."""
    written = {section.text("id") for section in sections if section.has("id")}
    names: list[str] = []
    for section in sections:
        if section.has("id"):
            names.append(section.text("id"))
            continue
        kind = section.text("kind")
        name, count = kind, 1
        while name in written or name in taken or name in names:
            count += 1
            name = f"{kind}{count}"
        names.append(name)
    return names


def _outline(section: Section) -> tuple[Point, ...]:
    outline = section.points("outline", 3)
    if len(outline) > 3 and coincide(outline[0], outline[-1]):
        outline = outline[:-1]
    if outline:
        _refuse_many(section, "outline", outline)
        _refuse_crossing(section, outline)
    return outline


def _line(section: Section) -> tuple[Point, ...]:
    line = section.points("line", 2)
    _refuse_many(section, "line", line)
    for i in range(1, len(line)):
        if coincide(line[i - 1], line[i]):
            raise _at(section, "line", i, "line has the same point twice in a row; leave one out")
    return line


def _refuse_many(section: Section, key: str, points: tuple[Point, ...]) -> None:
    if len(points) > MOST_POINTS:
        raise section.fault(key, f"{key} has {len(points)} points; at most {MOST_POINTS} are allowed")


def _refuse_crossing(section: Section, outline: tuple[Point, ...]) -> None:
    """An outline runs round its area once: no point twice in a row, no side on or across another."""
    count = len(outline)
    for i in range(count):
        if coincide(outline[i - 1], outline[i]):
            raise _at(section, "outline", i, "outline has the same point twice in a row; leave one out")
    for i in range(count):
        a, b = outline[i], outline[(i + 1) % count]
        for j in range(i + 2, count):
            if i == 0 and j == count - 1:
                continue
            if segments_meet(a, b, outline[j], outline[(j + 1) % count]):
                sentence = f"outline crosses itself (side {i + 1} meets side {j + 1}); give its corners in order"
                raise _at(section, "outline", j, sentence)
    if abs(area(outline)) < 1.0:
        raise section.fault("outline", "outline encloses nothing; give its corners in order")


def _at(section: Section, key: str, index: int, sentence: str) -> CaseError:
    return section.case_text.fault((*section.path, key, index), sentence)
