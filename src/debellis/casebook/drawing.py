"""Drawing a case: its position, with the evidence of one of its rulings over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.casebook.case import Ask, Case
from debellis.casebook.playing import ask_case, position_at
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import gap
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.picture import draw_position

#: How near is near, in base widths.
NEAR = 2.0


def draw_case(case: Case, width: int | None = None) -> str:
    """The position of a case as SVG."""
    return draw_position(case.position, title=case.title, width_px=width)


def draw_ask(case: Case, ask: Ask, width: int | None = None, *, near: bool = False, titled: bool = True) -> str:
    """The position of a case with what its ruling on a question measured.

    `near` leaves out bases that stand far from everything the question names.
    """
    marks = ask_case(case, ask).drawing
    position = position_at(case, ask)
    if near:
        position = _neighbourhood(position, ask)
    return draw_position(position, marks, title=case.title if titled else "", width_px=width)


def _neighbourhood(position: Position, ask: Ask) -> Position:
    named = {text for text in _texts(ask.arguments) if position.has_base(text) or position.has_feature(text)}
    if not named:
        return position
    reach = position.scale.base_widths(NEAR)
    far = [base.id for base in position.bases if not any(_apart(position, base, name) <= reach for name in named)]
    return position.without(*far)


def _apart(position: Position, base: Base, name: str) -> float:
    """How far a base stands from a named base, camp or town; nothing if it is inside."""
    if name in (base.id, base.inside):
        return 0.0
    if not base.on_table:
        return _apart_from_place(position, base, name)
    if position.has_feature(name):
        return polygon_gap(base.rectangle, position.feature(name).ground)
    other = position.base(name)
    if other.inside is not None:
        return polygon_gap(base.rectangle, position.feature(other.inside).ground)
    return gap(base.rectangle, other.rectangle)


def _apart_from_place(position: Position, base: Base, name: str) -> float:
    """The same for a base inside a place."""
    if base.inside is None or not position.has_base(name) or not position.base(name).on_table:
        return 0.0
    return polygon_gap(position.base(name).rectangle, position.feature(base.inside).ground)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
