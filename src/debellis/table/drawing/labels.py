"""Places labels: off the bases, off each other, inside the view."""

from __future__ import annotations

from collections.abc import Iterable

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.drawing.canvas import Canvas
from debellis.table.drawing.svg import CAPITAL, PAPER, Style, tag, text_width, write


class Labels:
    """The areas that are taken, and thin lines that labels should not cover.

    A label goes to the first of its places that is free of both or, if there is none, free of the taken areas. It then
    takes that area.
    """

    def __init__(self, canvas: Canvas, taken: Iterable[Rectangle] = (), lines: Iterable[Rectangle] = ()) -> None:
        self.canvas = canvas
        self.taken = list(taken)
        self.lines = list(lines)

    def is_free(self, box: Rectangle, but: Rectangle | None = None) -> bool:
        """Whether a box lies in the view and on nothing that is taken (one item can be ignored)."""
        seen = self.canvas.view
        if not all(seen.holds(corner) for corner in box.corners):
            return False
        return not any(overlaps(box, one) for one in self.taken if one is not but)

    def place(self, width: float, height: float, centres: Iterable[Point]) -> Point | None:
        """The first of the centres (on the table) with space for a label of that size (on the sheet)."""
        spare: tuple[Point, Rectangle] | None = None
        for centre in centres:
            box = self.canvas.label_box(centre, width, height)
            if not self.is_free(box):
                continue
            if not any(overlaps(box, line) for line in self.lines):
                self.taken.append(box)
                return centre
            spare = spare or (centre, box)
        if spare is None:
            return None
        self.taken.append(spare[1])
        return spare[0]


def label_size(text: str, size: float, bold: bool = False) -> tuple[float, float]:
    """Width and height of a label on the sheet, with a small margin."""
    return (text_width(text, size, bold) + 3.0, CAPITAL * size + 3.6)


def plate(
    centre: Point, text: str, size: float, *, fill: str = PAPER, opacity: float = 0.82, bold: bool = False, ink: str
) -> str:
    """A label on a pale plate, centred on a point of the sheet."""
    width, height = label_size(text, size, bold)
    x, y = centre
    box: Style = {"x": x - width * 0.5, "y": y - height * 0.5, "width": width, "height": height, "rx": 1.5}
    back = tag("rect", **box, fill=fill, fill_opacity=opacity)
    return back + write(x, y, size, text, fill=ink, font_weight="bold" if bold else None)
