"""Frames of a battle: pixels drawn without a drawing library, a PNG of them, and letters for terminals."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debellis.battle.rules import Rules
from debellis.environment.ground import inside
from debellis.geometry.plane import Point
from debellis.table.bases import Base
from debellis.table.drawing.ground import GROUND, OTHER_GROUND
from debellis.table.drawing.looks import side_looks
from debellis.table.ground_kinds import kind_of
from debellis.table.position import Position
from debellis.umpire.editions import edition
from debellis.umpire.wording import several

#: The number of pixels along each edge, and of letters across and down.
PIXELS = 480
_ACROSS, _DOWN = 60, 30
_TABLE = "#e9e4d4"
#: The share of a ground's ink colour in its tint, so that it is visible without signs.
_INK = 0.3

Pixels = NDArray[np.uint8]


def pixels(position: Position) -> Pixels:
    """The table from above, north at the top."""
    frame = np.empty((PIXELS, PIXELS, 3), np.uint8)
    frame[:] = _rgb(_TABLE)
    scale = PIXELS / position.size[0]
    for piece in position.terrain:
        _fill(frame, piece.ground, scale, _ground(position.edition, piece.kind))
    looks = side_looks(("red", "blue"))
    for base in position.standing:
        look = looks[base.side]
        corners = base.rectangle.corners
        _fill(frame, corners, scale, look.strong)
        _fill(frame, _inner(corners, 0.12), scale, look.pale)
        _fill(frame, _front(base), scale, look.strong)
        if base.general:
            _fill(frame, _inner(corners, 0.36), scale, look.strong)
    return np.ascontiguousarray(frame[::-1])


@cache
def _ground(edition_name: str, kind: str) -> str:
    """The colour of a kind of ground."""
    look = GROUND.get(kind_of(edition(edition_name).ground, kind).look, OTHER_GROUND)
    mixed = (round(t + _INK * (i - t)) for t, i in zip(_rgb(look.tint), _rgb(look.ink), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _fill(frame: Pixels, outline: Sequence[Point], scale: float, colour: str) -> None:
    """Fill an outline, with south at the top. The frame is flipped at the end."""
    corners = [(x * scale, y * scale) for x, y in outline]
    left, right = (int(f(x for x, _ in corners)) for f in (min, max))
    low, high = (int(f(y for _, y in corners)) for f in (min, max))
    left, low = max(left, 0), max(low, 0)
    part = frame[low : high + 1, left : right + 1]
    xs = np.arange(left, left + part.shape[1]) + 0.5
    ys = np.arange(low, low + part.shape[0]) + 0.5
    part[inside(corners, xs, ys)] = _rgb(colour)


def _inner(corners: Sequence[Point], share: float) -> list[Point]:
    """The same outline, shrunk towards its middle."""
    mx = sum(x for x, _ in corners) / len(corners)
    my = sum(y for _, y in corners) / len(corners)
    return [(x + (mx - x) * share * 2.0, y + (my - y) * share * 2.0) for x, y in corners]


def _front(base: Base) -> list[Point]:
    """A wedge that shows which way a base faces."""
    (x, y), (dx, dy) = base.front, base.facing
    half, deep = base.width * 0.25, base.depth * 0.45
    return [
        (x, y),
        (x - dx * deep + dy * half, y - dy * deep - dx * half),
        (x - dx * deep - dy * half, y - dy * deep + dx * half),
    ]


def png(frame: Pixels) -> bytes:
    """A frame as a PNG file."""
    height, width, _ = frame.shape
    rows = b"".join(b"\0" + row.tobytes() for row in frame)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def letters(rules: Rules, state: Any) -> str:
    """The table in letters: the type's first letter, a capital for red and small for blue; signs for ground."""
    position, survey = rules.position(state), rules.survey
    kinds = edition(position.edition).ground
    xs = (np.arange(_ACROSS) + 0.5) * position.size[0] / _ACROSS
    ys = (np.arange(_DOWN) + 0.5) * position.size[1] / _DOWN
    grid = np.full((_DOWN, _ACROSS), ".", dtype="<U1")
    for piece in position.terrain:
        grid[inside(piece.ground, xs, ys)] = kind_of(kinds, piece.kind).letter
    for base in position.standing:
        letter = base.kind[0].upper() if base.side == "red" else base.kind[0]
        x, y = base.rectangle.centre
        column, row = int(x / position.size[0] * _ACROSS), int(y / position.size[1] * _DOWN)
        grid[min(max(row, 0), _DOWN - 1), min(max(column, 0), _ACROSS - 1)] = letter
    lost = ", ".join(f"{side} has lost {len(names)}" for side, names in sorted(position.lost.items()))
    left = several(survey.moves_left(state), "move")
    top = f"{survey.turn(state)}: {survey.phase(state)}, {left} left{'; ' + lost if lost else ''}"
    return "\n".join([top, *("".join(row) for row in grid[::-1])])
