"""The troop code on a base: upright for any facing, behind the front edge, as large as fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle
from debellis.table.drawing.canvas import Canvas
from debellis.table.drawing.footprint import Footprint
from debellis.table.drawing.labels import Labels
from debellis.table.drawing.looks import SideLook
from debellis.table.drawing.svg import CAPITAL, leading, tag, text_width, write

_LARGEST: Final = 13.0
#: Below the first size a code is broken into lines if that helps; below the second it may hang over the rear.
_COMFORTABLE: Final = 7.5
_LEGIBLE: Final = 7.0
_AIR: Final = 0.9
_TAILED: Final = frozenset("gjpqyQ(),;")


class Code(NamedTuple):
    """A troop code ready to be written: its lines, font size and place, and whether it hangs over the base."""

    lines: tuple[str, ...]
    size: float
    centre: Point
    box: Rectangle
    hanging: bool

    def drawn(self, look: SideLook, canvas: Canvas) -> str:
        """The written code; on a plate where it hangs over the edge of the base."""
        x, y = canvas.at(self.centre)
        written = write(x, y - _tail(self.lines) * self.size * 0.5, self.size, *self.lines, font_weight="bold")
        if not self.hanging:
            return written
        width, height = canvas.units(self.box.width), canvas.units(self.box.depth)
        plate = tag("rect", x=x - width * 0.5, y=y - height * 0.5, width=width, height=height, rx=1.5, fill=look.pale)
        return plate + written


def place_code(code: str, foot: Footprint, reserved: float, labels: Labels) -> Code:
    """The code of a base, keeping some width (sheet units) free at its right."""
    lines, size = _fitted(code, foot, reserved)
    ahead = -(foot.body.depth + foot.band) * 0.5
    if size < _LEGIBLE - 0.5:
        hanging = _hanging((code,), min(_LEGIBLE, size * 2.0), foot, reserved, labels)
        if hanging is not None:
            return hanging
    centre = foot.spot(-_shift(_block(lines, size), foot, reserved), ahead)
    return Code(lines, size, centre, foot.canvas.label_box(centre, *_block(lines, size)), False)


def _shift(block: tuple[float, float], foot: Footprint, reserved: float) -> float:
    """How far (mm) a block must go to the left to keep some width (sheet units) free at the right of the base."""
    across = foot.canvas.units(foot.extent(*block)[0])
    return foot.canvas.mm(max(0.0, across * 0.5 + _AIR + reserved - foot.canvas.units(foot.body.width) * 0.5))


def _hanging(lines: tuple[str, ...], size: float, foot: Footprint, reserved: float, labels: Labels) -> Code | None:
    """The code larger than fits, pushed back behind the front band. Only used where nothing else is in the way."""
    width, height = _block(lines, size)
    width += 1.6
    height += 1.6
    deep = foot.extent(width, height)[1]
    behind = max(foot.band + deep * 0.5 + foot.canvas.mm(0.4), (foot.body.depth + foot.band) * 0.5)
    centre = foot.spot(-_shift((width, height), foot, reserved) if reserved else 0.0, -behind)
    box = foot.canvas.label_box(centre, width, height)
    if not labels.is_free(box, foot.body):
        return None
    labels.taken.append(box)
    return Code(lines, size, centre, box, True)


def _fitted(code: str, foot: Footprint, reserved: float) -> tuple[tuple[str, ...], float]:
    """The lines of the code and the font size at which they fit behind the front band."""
    best: tuple[tuple[str, ...], float] = ((code,), _fit((code,), foot, reserved))
    if best[1] < _COMFORTABLE:
        for lines in _broken(code):
            size = _fit(lines, foot, reserved)
            if size > best[1] * 1.2:
                best = (lines, size)
    return best


def _broken(code: str) -> Iterator[tuple[str, ...]]:
    """The code on two lines or more: at its spaces, or between the figures and the letters."""
    parts = code.split()
    figures = len(code) - len(code.lstrip("0123456789"))
    if len(parts) > 1:
        for i in range(1, len(parts)):
            yield (" ".join(parts[:i]), " ".join(parts[i:]))
        yield tuple(parts)
    elif 0 < figures < len(code):
        yield (code[:figures], code[figures:])


def _fit(lines: tuple[str, ...], foot: Footprint, reserved: float) -> float:
    """The largest font size at which upright lines stay inside a base turned any way."""
    across, along = foot.extent(*_block(lines, 1.0))
    units = foot.canvas.units
    width = units(foot.body.width)
    by_width = (width - 2.0 * _AIR - reserved) / units(across)
    by_depth = (units(foot.body.depth - foot.band) - 2.0 * _AIR) / units(along)
    return max(min(by_width, by_depth, _LARGEST, width * 0.38), 1.0)


def _block(lines: tuple[str, ...], size: float) -> tuple[float, float]:
    """Width and height of some lines of bold text."""
    wide = max(text_width(line, size, True) for line in lines)
    return (max(wide, 0.1), (CAPITAL + _tail(lines)) * size + leading(size) * (len(lines) - 1))


def _tail(lines: tuple[str, ...]) -> float:
    """How far the last line reaches below its foot, as a share of the font size."""
    return 0.2 if any(c in _TAILED for c in lines[-1]) else 0.0
