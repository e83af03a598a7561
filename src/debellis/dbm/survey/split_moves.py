"""Ideas for groups that cannot go forward whole: past bad going, and horse and foot apart where PIPs are short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from debellis.dbm.going import DIFFICULT, GOOD
from debellis.dbm.grouping.ways import difficult
from debellis.dbm.measures import paces
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.move_ideas import nearest_enemy
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.groups import joined
from debellis.manoeuvre.steps import Step
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position

Members = tuple[Base, ...]

#: The going in which a file crosses what stops a line.
_BAD: Final = DIFFICULT
#: Wheels by which a line turns past bad going (degrees), and the share of its move that it has left after them.
_WHEELS: Final[tuple[float, ...]] = (20.0, 40.0)
_AFTER: Final = 0.4


def split_moves(position: Position, group: Members) -> Iterator[MoveElements]:
    """Moves of the parts of a group: files that bad going stops one by one, the others together, each kind apart."""
    far = _far(position, group)
    if far <= 0.0:
        return
    lead = group[0].rectangle
    column = {base.id: round(lead.local(base.front)[0]) for base in group}
    blocked = {column[base.id] for base in group if _is_rough_ahead(position, base, far)}
    if blocked:
        for part in _runs(group, column, blocked):
            yield from _forward(position, part)
        for number in sorted(blocked):
            file = tuple([base for base in group if column[base.id] == number])
            slow = min([allowance(position, base, _BAD) or 0.0 for base in file])
            if slow > 0.0 and len(set(column.values())) > 1:
                yield MoveElements(tuple([base.id for base in file]), steps=(Step(advance=slow),))
        names = tuple([base.id for base in group])
        for degrees in _WHEELS:
            for pivot in ("left", "right"):
                yield MoveElements(names, steps=(Step(wheel=degrees, pivot=pivot), Step(advance=far * _AFTER)))
    kinds = list(dict.fromkeys([base.kind for base in group]))
    for kind in kinds if len(kinds) > 1 else ():
        for part in _joined([base for base in group if base.kind == kind]):
            yield from _forward(position, part)


def _far(position: Position, part: Members) -> float:
    return min([allowance(position, base, GOOD) or 0.0 for base in part])


def _forward(position: Position, part: Members) -> Iterator[MoveElements]:
    """A march or a move straight ahead."""
    far = _far(position, part)
    if far <= 0.0:
        return
    names = tuple([base.id for base in part])
    limit = paces(position, float(table(position, "distances")["march_limit"]))
    march = nearest_enemy(position, part) - far >= limit
    yield MoveElements(names, steps=(Step(advance=far),), march=march)


def _is_rough_ahead(position: Position, base: Base, far: float) -> bool:
    """Whether an element stands in difficult going or comes to it within a move straight ahead."""
    ahead = Rectangle(base.rectangle.advanced(far).front, base.facing, base.width, far + base.depth)
    return any([partly_in(ahead, piece.ground) for piece in difficult(position, base)])


def _runs(group: Members, column: dict[str, int], blocked: set[int]) -> list[Members]:
    """The parts of a line between its blocked files."""
    return _joined([base for base in group if column[base.id] not in blocked])


def _joined(bases: list[Base]) -> list[Members]:
    """The groups that some elements form by themselves."""
    free = list(bases)
    found: list[Members] = []
    while free:
        together = [free.pop()]
        for base in together:
            for other in [one for one in free if joined(base.rectangle, one.rectangle)]:
                free.remove(other)
                together.append(other)
        found.append(tuple(sorted(together, key=lambda base: (len(base.id), base.id))))
    return found
