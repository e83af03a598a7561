"""The nearest legal move to a refused one: shorter the same way, lined up with the enemy met, or against it."""

from __future__ import annotations

from debellis.dbm.moving.conforming import facing_it
from debellis.dbm.moving.contacting import ending
from debellis.dbm.moving.moves import Judged, Move
from debellis.dbm.moving.single_moves import judge_single
from debellis.geometry.plane import COINCIDE, distance, part_way
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import is_straight, leg
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict


def nearest_legal(position: Position, move: Move, judged: Judged) -> Rectangle | None:
    """The legal place nearest to the end of a refused move, among the places a player would consider. Or None."""
    found: list[tuple[float, Rectangle]] = []
    for place in places_near(position, move, judged):
        away = distance(place.front, move.end.front)
        if away > COINCIDE and judge_single(position, Move(move.base, (place,)), Verdict()).legal:
            found.append((away, place))
    return min(found, key=lambda one: one[0])[1] if found else None


def places_near(position: Position, move: Move, judged: Judged) -> list[Rectangle]:
    """Places that a player would consider when a move is refused, legal or not."""
    base, start, end = move.base, move.start, move.end
    places: list[Rectangle] = []
    if is_straight(leg(start, end)) and judged.distance > judged.limit > 0.0:
        front = part_way(start.front, end.front, judged.limit / judged.distance)
        places.append(Rectangle(front, end.facing, end.width, end.depth))
    names = dict.fromkeys((*judged.zones, *(enemy.id for enemy in ending(position, base, end).touched)))
    for enemy in (position.base(name) for name in names):
        places += [_before(base, end, enemy), facing_it(enemy, base)]
    return places


def _before(base: Base, end: Rectangle, enemy: Base) -> Rectangle:
    """The place exactly opposite an enemy, at the distance where the move would have ended."""
    against = facing_it(enemy, base)
    ahead = enemy.rectangle.local(end.front)[1]
    return against.advanced(-max(ahead, 0.0))
