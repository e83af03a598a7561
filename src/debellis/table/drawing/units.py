"""Units seen from above: one outline and one label for each, with its losses, wounds, signs and generals."""

from __future__ import annotations

from msgspec import UNSET

from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.drawing.bases import outside
from debellis.table.drawing.canvas import Canvas
from debellis.table.drawing.emblems import star
from debellis.table.drawing.footprint import footprint
from debellis.table.drawing.labels import Labels, label_size, plate
from debellis.table.drawing.looks import SideLook
from debellis.table.drawing.svg import name_of, tag, words
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import replace

_SIZE = 7.0
_STAR = 5.0


def file_tags(position: Position) -> dict[str, str]:
    """What is written on each base of a unit: the number of its file on the front bases, nothing on the others."""
    found: dict[str, str] = {}
    for base in position.bases:
        if base.unit is UNSET:
            continue
        name = base.id.partition("/")[2]
        file, dot, rank = name.partition(".")
        found[base.id] = file if not dot or rank == "1" else ""
    return found


def led(position: Position) -> tuple[Base, ...]:
    """The standing bases, with the star of a general on the front base of the file he is with."""
    generals = () if position.generals is UNSET else position.generals
    files = {general.file for general in generals if general.file and general.state != "dead"}
    return tuple(replace(base, general=True) if base.id in files else base for base in position.standing)


def draw_units(position: Position, sides: dict[str, SideLook], canvas: Canvas, labels: Labels) -> list[str]:
    """The outlines and labels of the units on the table, and generals who stand alone."""
    units = () if position.units is UNSET else position.units
    generals = () if position.generals is UNSET else position.generals
    drawn: list[str] = []
    for unit in units:
        bases = [base for base in position.standing if base.unit is not UNSET and base.unit.unit == unit.id]
        if bases:
            drawn.append(_draw_unit(unit, bases, generals, sides[unit.side], canvas, labels))
    for general in generals:
        if general.front is not None and general.side in sides:
            drawn.append(_draw_general(general, sides[general.side], canvas, labels))
    return drawn


def _draw_unit(
    unit: Unit, bases: list[Base], generals: tuple[General, ...], look: SideLook, canvas: Canvas, labels: Labels
) -> str:
    frame = _frame(bases)
    parts: list[str] = []
    covered = sum(base.width * base.depth for base in bases)
    if abs(frame.width * frame.depth - covered) <= 1.0:
        dashes = "4 2.5" if unit.broken else None
        edge = canvas.path(frame.corners, True)
        parts.append(tag("path", d=edge, fill="none", stroke=look.strong, stroke_width=1.8, stroke_dasharray=dashes))
    text = _label(unit, len(bases), generals)
    width, height = label_size(text, _SIZE, True)
    centre = labels.place(width, height, outside(footprint(frame, canvas), width, height))
    if centre is not None:
        parts.append(plate(canvas.at(centre), text, _SIZE, bold=True, ink=look.strong))
    title = tag("title", words(_described(unit, len(bases), generals)))
    return tag("g", title, *parts, id=name_of("unit-", unit.id))


def _frame(bases: list[Base]) -> Rectangle:
    """The rectangle round the bases of a unit, facing as its first one does."""
    ahead = bases[0].facing
    right = (ahead[1], -ahead[0])
    corners = [corner for base in bases for corner in base.rectangle.corners]
    across = [x * right[0] + y * right[1] for x, y in corners]
    along = [x * ahead[0] + y * ahead[1] for x, y in corners]
    middle, top = (min(across) + max(across)) / 2.0, max(along)
    front = (right[0] * middle + ahead[0] * top, right[1] * middle + ahead[1] * top)
    return Rectangle(front, ahead, max(across) - min(across), top - min(along))


def _label(unit: Unit, left: int, generals: tuple[General, ...]) -> str:
    """Its name, what is left of it, its signs and its generals: "A 5/6 w CL DC"."""
    parts = [unit.id]
    if left != unit.original:
        parts.append(f"{left}/{unit.original}")
    if unit.wounds:
        parts.append("w" * unit.wounds)
    if unit.broken:
        parts.append("broken")
    parts += signs(unit)
    parts += [f"*{general.id}" for general in generals if general.unit == unit.id and general.state != "dead"]
    return " ".join(parts)


def signs(unit: Unit) -> list[str]:
    """Short signs of weapons and characteristics: the initials of their words, or two letters of a single word."""
    named = [unit.troops.melee, unit.troops.shoot, *unit.troops.traits, unit.formation]
    return [_sign(word) for word in named if word]


def _sign(word: str) -> str:
    parts = [part for part in word.split() if part.isalnum()]
    if len(parts) > 1:
        return "".join(part[0].upper() for part in parts)
    return word if word.isupper() or any(letter.isdigit() for letter in word) else word[:2].capitalize()


def _described(unit: Unit, left: int, generals: tuple[General, ...]) -> str:
    """A unit in words, for those who cannot see it."""
    troops = unit.troops
    parts = [troops.quality, troops.protection, troops.order, troops.training, troops.type, troops.melee, troops.shoot]
    said = f"{unit.id}, {unit.side}: {' '.join(part for part in parts if part)}"
    if troops.traits:
        said += f", {', '.join(troops.traits)}"
    said += f"; {left} of {unit.original} bases"
    if unit.wounds:
        said += ", wounded"
    if unit.broken:
        said += ", broken"
    with_it = [general.id for general in generals if general.unit == unit.id]
    return f"{said}; with {', '.join(with_it)}" if with_it else said


def _draw_general(general: General, look: SideLook, canvas: Canvas, labels: Labels) -> str:
    """A general who is with nobody: a star and his name."""
    assert general.front is not None
    x, y = canvas.at(general.front)
    width, height = label_size(general.id, _SIZE, True)
    spots = [
        (general.front[0] + canvas.mm(dx), general.front[1] + canvas.mm(dy))
        for dx, dy in ((0.0, -10.0), (0.0, 10.0), (14.0, 0.0), (-14.0, 0.0))
    ]
    centre = labels.place(width, height, iter(spots))
    parts = [star(x, y, _STAR, look)]
    if centre is not None:
        parts.append(plate(canvas.at(centre), general.id, _SIZE, bold=True, ink=look.strong))
    return tag("g", tag("title", words(f"{general.id}, {general.side} general")), *parts)
