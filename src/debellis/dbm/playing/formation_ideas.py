"""Ideas for changes of formation: a column where the ground ahead is difficult, a line where the enemy is near."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.dbm.grouping.columns import EXPAND, FORM
from debellis.dbm.grouping.forming import column_places
from debellis.dbm.grouping.groups import column_order
from debellis.dbm.grouping.ways import difficult
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import Action, MoveElements
from debellis.geometry.plane import quarter_turned
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position

#: Columns of at least so many elements are worth a line.
_LEAST = 3


def ideas(position: Position, group: tuple[Base, ...], near: float) -> Iterator[Action]:
    """Column or line, where either is worth it; `near` is how near the nearest enemy is."""
    far = min(allowance(position, base) or 0.0 for base in group)
    if len(group) < 2 or far <= 0.0:
        return
    names = tuple(base.id for base in group)
    order = column_order([base.rectangle for base in group])
    if order is None:
        if any(_rough_ahead(position, base, far) for base in group):
            lead = max(group, key=lambda base: (group[0].rectangle.local(base.front)[1], base.id))
            room = sum(base.depth for base in group if base.id != lead.id)
            _, places = column_places(position, group, lead.id, (Step(advance=min(far, room)),))
            yield MoveElements(names, ends=_poses(places), manoeuvre=FORM)
    elif len(group) >= _LEAST and near <= far * 4.0:
        yield MoveElements(names, ends=_poses(_line(tuple(group[i] for i in order))), manoeuvre=EXPAND)


def _poses(places: dict[str, Rectangle]) -> dict[str, Pose]:
    return {name: Pose(place.front, place.facing) for name, place in places.items()}


def _rough_ahead(position: Position, base: Base, far: float) -> bool:
    """Whether difficult going begins within a move straight ahead of an element."""
    ahead = Rectangle(base.rectangle.advanced(far).front, base.facing, base.width, far)
    return any(partly_in(ahead, piece.ground) for piece in difficult(position, base))


def _line(column: tuple[Base, ...]) -> dict[str, Rectangle]:
    """The elements of a column beside its head, by turns right and left of it."""
    head = column[0].rectangle
    x, y = quarter_turned(head.facing, 1)
    found = {column[0].id: head}
    for number, base in enumerate(column[1:], 1):
        off = head.width * ((number + 1) // 2) * (1 if number % 2 else -1)
        there = head.moved(x * off, y * off)
        found[base.id] = Rectangle(there.front, there.facing, base.width, base.depth)
    return found
