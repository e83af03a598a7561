"""Who moves as a TuG and who as a SuG, and the places next to a unit group."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import Rectangle
from debellis.meg.troops import SUG, TUG, is_flexible, is_skirmishing
from debellis.meg.units import bases_of, outline
from debellis.table.position import Position
from debellis.table.units import Unit


def flexes(unit: Unit) -> bool:
    """Whether it is a flexible unit group in skirmisher form."""
    return is_flexible(unit) and is_skirmishing(unit)


def moves_as_tug(unit: Unit) -> bool:
    """A TuG that does not act like a SuG now."""
    return unit.kind == TUG and not flexes(unit)


def moves_as_sug(unit: Unit) -> bool:
    """A SuG, or a flexible unit group in skirmisher form."""
    return unit.kind == SUG or flexes(unit)


def on_front_or_beside(position: Position, unit: Unit, other: Unit) -> bool:
    """Whether another unit group stands before the front of one or beside it, not behind it and not off a corner."""
    here = outline(position, unit)
    seen = [here.local(p) for base in bases_of(position, other.id) for p in base.rectangle.corners]
    left, right = min(x for x, _ in seen), max(x for x, _ in seen)
    near, far = min(y for _, y in seen), max(y for _, y in seen)
    half = here.width / 2.0
    ahead = near >= -COINCIDE and left < half - COINCIDE and right > -half + COINCIDE
    beside = far > -here.depth + COINCIDE and near < -COINCIDE and (left >= half - COINCIDE or right <= COINCIDE - half)
    return ahead or beside


def shifted(places: list[Rectangle], by: tuple[float, float]) -> list[Rectangle]:
    """Some footprints moved by the same way."""
    return [place.moved(*by) for place in places]
